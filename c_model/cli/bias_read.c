/* SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "bias.h"
#include "cli.h"
#include "log_items.h"
#include "population.h"
#include "spe/packet.h"
#include "spe/status.h"
#include "words.h"

#define NAME "bias"

/* Reads the log and the population side by side, member by member. */

struct reading {
    struct bias *b;
    struct words_state state;
    struct population *population;
    struct population_member last, previous; /* members of the population file */
    struct bias_history *history;
    bool profiling;
    uint64_t setting; /* PMSIRR_EL1 of the current segment */
    uint64_t segment; /* selections of the current segment */
    uint64_t since;   /* enabled members since the last selection */
    bool same;        /* the interval has not changed since the last selection */
    uint64_t level;   /* key (level_of()) of the last members */
    int status;       /* exit status of the first failure */
    struct population_error err;
};

static bool fail(struct reading *r, int status)
{
    r->status = status;
    return false;
}

static bool no_memory(struct reading *r)
{
    return fail(r, spe_cli_fail(SPE_EXIT_ENVIRONMENT, NAME, "%s", spe_status_text(SPE_ENOMEM)));
}

static void end_segment(struct reading *r)
{
    tally_segment(&r->b->level, r->segment);
    tally_segment(&r->b->pc, r->segment);
    tally_segment(&r->b->op, r->segment);
    r->segment = 0;
    r->same = false;
}

/* Exception level and Security state as a number; bias_print() turns it into words. */
static uint64_t level_of(const struct reading *r, uint8_t id)
{
    struct spe_ctx ctx;

    spe_ctx_from_txn(&ctx, &r->state.context[id % 16]);
    return (uint64_t)spe_current_state(r->state.cfg, &ctx) << 2 | ctx.el;
}

static bool take_member(struct reading *r)
{
    const int came = population_next(r->population, &r->last, &r->err);

    if (came < 0) {
        return fail(
            r, spe_cli_fail(spe_status_exit(came), NAME, "%s: %s", r->b->population, r->err.text));
    }
    if (came == 0) {
        return fail(r, spe_cli_fail(SPE_EXIT_USAGE, NAME,
                                    "%s: %" PRIu64 " members, and the log counts more",
                                    r->b->population, r->b->members));
    }
    r->b->members++;
    bias_history_add(r->history, r->last.pc);
    struct tally_cell *cell = tally_cell(&r->b->pc, r->last.pc);
    if (cell == NULL) {
        return no_memory(r);
    }
    const bool follows = r->last.pc == r->previous.pc || r->last.pc == r->previous.pc + 4;
    const bool branched = r->previous.op >> 8 == SPE_CLASS_BRANCH && r->last.pc != r->previous.pc;
    cell->flags |= follows && !branched ? 0 : BIAS_LEADER;
    cell->flags |= r->last.op >> 8 == SPE_CLASS_BRANCH ? BIAS_BRANCH : 0;
    r->previous = r->last;
    if (r->profiling) {
        tally_members(&r->b->pc, r->last.pc, 1);
        tally_members(&r->b->op, r->last.op, 1);
    }
    return true;
}

static bool take_pop(struct reading *r, const struct spe_txn_pop *t)
{
    r->level = level_of(r, t->ctx);
    if (r->profiling) {
        r->b->enabled += t->n;
        r->since += t->n;
        tally_members(&r->b->level, r->level, t->n);
    }
    if (r->population == NULL) {
        r->b->members += t->n;
        return true;
    }
    for (uint32_t i = 0; i < t->n; i++) {
        if (!take_member(r)) {
            return false;
        }
    }
    return true;
}

static bool misfit(struct reading *r, const struct spe_txn_sel *t)
{
    return fail(r, spe_cli_fail(SPE_EXIT_USAGE, NAME,
                                "%s is not of this log: member %" PRIu64 " is 0x%" PRIx64
                                " op 0x%x there, and 0x%" PRIx64 " op 0x%x in the log",
                                r->b->population, r->b->members, r->last.pc, r->last.op, t->pc,
                                t->op));
}

static bool take_selection(struct reading *r, const struct spe_txn_sel *t)
{
    struct bias *b = r->b;
    const bool random = (r->setting & SPE_PMSIRR_RND) != 0, taken = t->tag != SPE_TAG_COLLIDED;

    if (r->population != NULL && (r->last.pc != t->pc || r->last.op != t->op)) {
        return misfit(r, t);
    }
    b->selected++;
    b->collided += !taken;
    b->random += random;
    b->fixed += !random;
    b->last_interval = r->setting & SPE_PMSIRR_INTERVAL;
    r->segment++;
    tally_selected(&b->level, level_of(r, t->ctx), taken);
    tally_selected(&b->pc, t->pc, taken);
    tally_selected(&b->op, t->op, taken);
    if (r->population != NULL && !random &&
        !bias_loop_selected(b, r->history, r->same ? r->since : 0)) {
        return no_memory(r);
    }
    r->since = 0;
    r->same = true;
    return true;
}

static bool take_txn(struct reading *r, const struct spe_txn *txn)
{
    bool good = true;

    if (txn->kind == SPE_TXN_POP) {
        good = take_pop(r, &txn->u.pop);
    } else if (txn->kind == SPE_TXN_SEL) {
        good = take_selection(r, &txn->u.sel);
    }
    words_take(&r->state, txn);
    return good;
}

static void take_entry(struct reading *r, const struct spe_journal_entry *e)
{
    if (e->unit == SPE_UNIT_ENABLE && strcmp(e->field, "profiling") == 0) {
        r->profiling = e->now != 0;
    } else if (e->unit == SPE_UNIT_FILTER && strcmp(e->field, "keep") == 0) {
        r->b->rejected += e->now == 0;
    } else if (e->unit == SPE_UNIT_REGISTER && e->number == SPE_PMSIRR && spe_journal_is_state(e) &&
               e->now != r->setting) {
        end_segment(r);
        r->setting = e->now;
    }
}

static bool on_item(void *user, const struct log_item *item)
{
    struct reading *r = user;

    if (item->txn != NULL) {
        return take_txn(r, item->txn);
    }
    if (item->entry != NULL) {
        take_entry(r, item->entry);
    }
    return true;
}

static void on_header(void *user, const struct spe_log_header *header,
                      const struct spe_log_run *run)
{
    struct reading *r = user;

    r->b->cfg = *header->cfg;
    r->b->header = *header;
    r->b->header.cfg = &r->b->cfg;
    r->b->run = *run;
    words_begin(&r->state, r->b->header.cfg);
}

/* Say in one line which taps the log lacks. */
static int check_taps(struct reading *r)
{
    const unsigned taps = r->b->header.taps;
    struct population_member more;

    if ((taps & SPE_TAP_LIFE) == 0 || (taps & SPE_TAP_POP) == 0) {
        return spe_cli_fail(SPE_EXIT_USAGE, NAME, "%s: the log has no %s taps, which tell %s",
                            r->b->path, (taps & SPE_TAP_LIFE) == 0 ? "LIFE" : "POP",
                            (taps & SPE_TAP_LIFE) == 0 ? "what was selected"
                                                       : "how many operations there were");
    }
    if (r->b->selected == 0) {
        return spe_cli_fail(SPE_EXIT_USAGE, NAME, "%s: no operation was selected", r->b->path);
    }
    if (r->population == NULL || r->b->run.part) {
        return SPE_EXIT_GOOD;
    }
    const int came = population_next(r->population, &more, &r->err);
    if (came < 0) {
        return spe_cli_fail(spe_status_exit(came), NAME, "%s: %s", r->b->population, r->err.text);
    }
    return came == 0 ? SPE_EXIT_GOOD
                     : spe_cli_fail(SPE_EXIT_USAGE, NAME,
                                    "%s: more members than the %" PRIu64 " of the log",
                                    r->b->population, r->b->members);
}

static int read_log(struct reading *r)
{
    const struct log_items items = {.path = r->b->path,
                                    .salvage = r->b->salvage,
                                    .command = NAME,
                                    .on_header = on_header,
                                    .on_item = on_item,
                                    .user = r};

    int status = log_items_read(&items);
    if (status != 0 || r->status != 0) {
        return status != 0 ? status : r->status;
    }
    end_segment(r);
    if (r->b->level.failed || r->b->pc.failed || r->b->op.failed) {
        (void)no_memory(r);
        return r->status;
    }
    return check_taps(r);
}

static int read_program(struct bias *bias)
{
    const char *why = "";
    const int status = elf_symbols_read(&bias->symbols, bias->program, bias->load, &why);

    return status < 0 ? spe_cli_fail(spe_status_exit(status), NAME, "%s: %s", bias->program, why)
                      : 0;
}

int bias_read(struct bias *bias)
{
    struct reading *r = calloc(1, sizeof(*r));
    int status = 0;

    if (r == NULL || (r->history = bias_history_new()) == NULL) {
        free(r);
        return spe_cli_fail(SPE_EXIT_ENVIRONMENT, NAME, "%s", spe_status_text(SPE_ENOMEM));
    }
    r->b = bias;
    if (bias->program != NULL) {
        status = read_program(bias);
    }
    if (status == 0 && bias->population != NULL) {
        status = population_open(&r->population, bias->population, &r->err);
    }
    if (status < 0) {
        status =
            spe_cli_fail(spe_status_exit(status), NAME, "%s: %s", bias->population, r->err.text);
    } else if (status == 0) {
        status = read_log(r);
    }
    population_close(r->population);
    bias_history_free(r->history);
    free(r);
    return status;
}

void bias_free(struct bias *bias)
{
    elf_symbols_free(&bias->symbols);
    tally_free(&bias->level);
    tally_free(&bias->pc);
    tally_free(&bias->op);
    for (size_t i = 0; i < bias->n_loops; i++) {
        free(bias->loop[i].visits);
        free(bias->loop[i].place);
    }
    free(bias->loop);
}
