/* SPDX-License-Identifier: Apache-2.0 */
#include "explain_suspect.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "suspect_list.h"

static const struct {
    const char *name, *rule, *title;
} concerns[CONCERNS] = {
#define CONCERN_ROW(id, name, rule, title) [CONCERN_##id] = {name, rule, title},
    CONCERN_LIST(CONCERN_ROW)
#undef CONCERN_ROW
};

const char *concern_name(enum concern concern)
{
    return concerns[concern].name;
}

const char *concern_rule(enum concern concern)
{
    return concerns[concern].rule;
}

const char *concern_title(enum concern concern)
{
    return concerns[concern].title;
}

static int oracle_of(int check)
{
#define SPE_CHECK(id, name, oracle, taps, whole, title) [SPE_CHECK_##id] = oracle,
    static const char *const oracle[SPE_CHECKS] = {
#include "spe/checks.def"
    };
#undef SPE_CHECK
    return (int)(strchr("psac", oracle[check][0]) - "psac");
}

/* Whether both findings are about the same record, or about the same register. */
static bool same_thing(const struct spe_finding *a, const struct spe_finding *b)
{
    const uint32_t record = finding_record(a);
    const enum spe_reg reg = finding_register(a);

    return (record != 0 && record == finding_record(b)) ||
           (reg != SPE_REGS && reg == finding_register(b));
}

/* Whether one finding is about the predicted bytes and the other about the story of the same
 * record. */
static bool both_differ(const struct spe_finding *a, const struct spe_finding *b)
{
    return finding_record(a) != 0 && finding_record(a) == finding_record(b) &&
           ((a->check == SPE_CHECK_BUF_DATA && b->check == SPE_CHECK_STORY_RECORD) ||
            (a->check == SPE_CHECK_STORY_RECORD && b->check == SPE_CHECK_BUF_DATA));
}

/* Whether the journal shows that the story was judged: that happens when the record is written. */
static bool story_judged(const struct explain *e)
{
    const uint32_t record = explain_record(e);

    for (size_t i = 0; record != 0 && i < e->n_entries; i++) {
        const struct spe_journal_entry *entry = &e->entry[i];
        if (entry->unit == SPE_UNIT_RECORD && entry->number == record &&
            entry->now == SPE_RECORD_WRITTEN && strcmp(entry->field, "state") == 0) {
            return true;
        }
    }
    return false;
}

void oracles_read(const struct explain *e, struct oracles *o)
{
    const struct spe_finding *of = explain_finding(e);

    memset(o, 0, sizeof(*o));
    for (size_t i = 0; i < e->n_findings; i++) {
        const struct spe_finding *f = &e->finding[i];
        const bool before = i < e->target;
        if (f->cycle > of->cycle + EXPLAIN_AFTER) {
            break;
        }
        if (before && (f->cycle + EXPLAIN_AFTER < of->cycle || !same_thing(f, of))) {
            continue;
        }
        o->findings++;
        o->before += before;
        o->by[oracle_of(f->check)]++;
        o->fired[f->check] = true;
        o->story_agrees |= both_differ(f, of);
    }
    o->story_quiet = of->check == SPE_CHECK_BUF_DATA && !o->story_agrees &&
                     !o->fired[SPE_CHECK_STORY_FORMAT] && story_judged(e);
}

void suspect_add(struct suspect_list *list, enum concern concern, const char *format, ...)
{
    va_list ap;

    for (unsigned i = 0; i < list->n; i++) {
        if (list->suspect[i].concern == concern) {
            return;
        }
    }
    if (list->n == SUSPECTS) {
        return;
    }
    struct suspect *s = &list->suspect[list->n++];
    s->concern = concern;
    va_start(ap, format);
    (void)vsnprintf(s->why, sizeof(s->why), format, ap);
    va_end(ap);
}

/* Soon after a reset, with no event since, only what the reset made of the registers can be wrong.
 */
static void of_reset(struct suspect_list *list)
{
    const struct spe_finding *f = explain_finding(list->e);

    if (list->e->released != 0 && f->cycle <= list->e->released + 64 &&
        (f->check == SPE_CHECK_OUT_IRQ || f->check == SPE_CHECK_OUT_EXCEPTION) &&
        !only_taken_differs(list->e)) {
        const struct spe_journal_entry *event =
            explain_before(list->e, NULL, SPE_UNIT_DOUBT, 0, NULL);
        if (event == NULL || event->cycle < list->e->released) {
            suspect_add(list, CONCERN_REGISTERS, "no event since the reset of cycle %llu",
                        (unsigned long long)list->e->released);
        }
    }
}

unsigned suspects_rank(const struct explain *e, const struct record_view *record,
                       const struct oracles *oracles, struct suspect suspect[SUSPECTS])
{
    struct suspect_list list = {.e = e, .record = record, .oracles = oracles, .suspect = suspect};

    of_reset(&list);
    switch (explain_finding(e)->check) {
    case SPE_CHECK_BUF_DATA:
    case SPE_CHECK_STORY_RECORD:
    case SPE_CHECK_STORY_FORMAT:
        if (record->number != 0) {
            suspect_record(&list);
            break;
        }
        if (strstr(explain_finding(e)->text, "no record is predicted") != NULL) {
            suspect_stray(&list);
            break;
        }
        suspect_add(&list, CONCERN_FORMAT, "the bytes are not packets of a record");
        suspect_add(&list, CONCERN_WRITE, "the bytes are of something else");
        break;
    case SPE_CHECK_OUT_IRQ:
    case SPE_CHECK_OUT_EXCEPTION:
    case SPE_CHECK_OUT_FREEZE:
    case SPE_CHECK_EVENT_ROUTE:
    case SPE_CHECK_EVENT_SYNDROME:
    case SPE_CHECK_FORK_SETTLED:
        suspect_event(&list);
        break;
    default:
        suspect_check(&list);
        break;
    }
    return list.n;
}
