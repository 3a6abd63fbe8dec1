/* SPDX-License-Identifier: Apache-2.0 */
#include "about.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "explain_print.h"
#include "spe/status.h"

#define BEFORE 24u    /* cycles shown before the cause */
#define AFTER  40u    /* cycles shown after the finding */
#define ALONE  256u   /* cycles shown before a finding whose cause is not known */
#define FAR    16384u /* most cycles between a beginning that is shown and the finding */

const char *about_mark(enum mark mark)
{
    static const char *const names[MARKS] = {[MARK_SELECTION] = "selection",
                                             [MARK_COMPLETION] = "completion",
                                             [MARK_DIVERGENCE] = "divergence",
                                             [MARK_FINDING] = "finding",
                                             [MARK_BARRIER] = "barrier",
                                             [MARK_BURST] = "burst",
                                             [MARK_LOSS] = "loss"};

    return names[mark];
}

static void set_mark(struct about *a, enum mark mark, uint64_t cycle)
{
    a->marked[mark] = true;
    a->mark[mark] = cycle;
    a->from = cycle < a->from ? cycle : a->from;
}

static bool mark_operation(struct about *a, const struct explain *e)
{
    const struct spe_journal_entry *tag =
        explain_before(e, NULL, SPE_UNIT_SAMPLE, explain_sample(e), "tag");
    struct story *story = calloc(1, sizeof(*story));

    a->tag = tag != NULL ? (int)tag->now : -1;
    if (story == NULL) {
        return false;
    }
    story_read(e, explain_sample(e), story);
    const struct story_step *selected = story_step(story, "selected");
    const struct story_step *end = story_step(story, "end");
    if (selected != NULL) {
        set_mark(a, MARK_SELECTION, selected->cycle);
    }
    if (end != NULL) {
        set_mark(a, MARK_COMPLETION, end->cycle);
    }
    free(story);
    return true;
}

/* For a finding on a register: show from the cycle in which it can have become wrong.
 * @return false: no memory. */
static bool begin_at_change(struct about *a, const struct explain *e)
{
    struct bits_view *bits = calloc(1, sizeof(*bits));

    if (bits == NULL) {
        return false;
    }
    bits_view(e, bits);
    a->reg = bits->reg;
    for (unsigned i = 0; i < bits->n; i++) {
        a->from = bits->row[i].since < a->from ? bits->row[i].since : a->from;
    }
    free(bits);
    return true;
}

static bool rank(struct about *a, const struct explain *e)
{
    struct record_view *record = calloc(1, sizeof(*record));
    struct oracles oracles;

    if (record == NULL) {
        return false;
    }
    record_view(e, explain_record(e), record);
    oracles_read(e, &oracles);
    a->n_suspects = suspects_rank(e, record, &oracles, a->suspect);
    free(record);
    return true;
}

/* Mark the beginning of what the finding is about: a barrier, a burst without response, or the loss
 * of a record that the SPU writes all the same. @return the mark, or MARKS if there is none. */
static enum mark mark_begin(struct about *a, const struct explain *e)
{
    const struct spe_finding *f = explain_finding(e);
    const char *named = strstr(f->text, " of cycle ");
    enum mark mark = MARKS;
    uint64_t cycle = 0;

    if (f->check == SPE_CHECK_SYNC_PSB || f->check == SPE_CHECK_SYNC_DSB ||
        f->check == SPE_CHECK_LIVENESS) {
        if (named != NULL) {
            cycle = strtoull(named + strlen(" of cycle "), NULL, 10);
            mark = strstr(f->text, "the burst to ") != NULL ? MARK_BURST : MARK_BARRIER;
        }
    } else if (strstr(f->text, "no record is predicted") != NULL) {
        const struct spe_journal_entry *last =
            explain_before(e, NULL, SPE_UNIT_RECORD, UINT32_MAX, "state");
        if (last != NULL && last->now == SPE_RECORD_LOST) {
            mark = MARK_LOSS;
            cycle = last->cycle;
        }
    }
    if (mark != MARKS && cycle <= f->cycle && f->cycle - cycle <= FAR) {
        set_mark(a, mark, cycle);
        return mark;
    }
    return MARKS;
}

/* Where to look if bytes of a record are wrong. What the SPU captures of an operation it captures
 * at the selection; it makes the record at the completion. */
static enum mark look_at(const struct about *a, int check)
{
    const bool bytes = check == SPE_CHECK_BUF_DATA || check == SPE_CHECK_STORY_RECORD ||
                       check == SPE_CHECK_STORY_FORMAT;
    enum mark mark = MARKS;

    switch (bytes && a->n_suspects != 0 ? a->suspect[0].concern : CONCERNS) {
    case CONCERN_CAPTURE:
    case CONCERN_COLLECT:
        mark = MARK_SELECTION;
        break;
    case CONCERN_LATENCY:
    case CONCERN_RECORD:
    case CONCERN_FORMAT:
        mark = MARK_COMPLETION;
        break;
    default:
        break;
    }
    return mark != MARKS && a->marked[mark] ? mark : MARKS;
}

/* @return false: no memory. */
static bool fill(struct about *a, const struct explain *e)
{
    const struct spe_finding *f = explain_finding(e);

    a->any = true;
    a->number = e->target + 1;
    a->of = e->n_findings;
    a->from = f->cycle;
    a->to = f->cycle + AFTER;
    (void)snprintf(a->name, sizeof(a->name), "%s %s", spe_check_name(f->check), f->where);
    set_mark(a, MARK_FINDING, f->cycle);
    const bool good = mark_operation(a, e) && begin_at_change(a, e) && rank(a, e);
    a->look = look_at(a, f->check);
    if (a->look == MARKS) {
        a->look = mark_begin(a, e);
    }
    const uint64_t before = a->from < f->cycle ? BEFORE : ALONE;
    a->from = a->from > before ? a->from - before : 0;
    return good;
}

int about_read(struct about *a, const char *log, bool salvage, uint64_t n)
{
    struct explain *e = calloc(1, sizeof(*e));

    *a = (struct about){.reg = SPE_REGS, .tag = -1};
    if (e == NULL) {
        return spe_cli_no_memory("wave");
    }
    e->path = log;
    e->salvage = salvage;
    int status = explain_read(e, "wave", n);
    if (status == SPE_EXIT_GOOD) {
        a->run = e->run;
        status = fill(a, e) ? status : spe_cli_no_memory("wave");
    }
    explain_free(e);
    free(e);
    return status;
}
