/* SPDX-License-Identifier: Apache-2.0 */
#include "bare_model.h"
#include "check.h"
#include "doubt/counter.h"
#include "events/draw.h"
#include "judge/tell.h"
#include "sampling/select.h"
#include "spe/regs.h"

/* The counter of the sampling interval while its value is unknown, and draws that the counter does
 * not need. The cycle is 50. */

#define UNKNOWN 0xAB00000000001234
#define ALL     (SPE_PMSICR_COUNT | SPE_PMSICR_ECOUNT)

/* After a selection COUNT is zero, unless ECOUNT has led to the selection (3.1.2, P13). ECOUNT does
 * not count while RND is 0 (P14). */
static void a_selection_tells(void **state)
{
    (void)state;
    for (int i = 0; i < 4; i++) {
        struct spe_model *m = bare_counting(i / 2 != 0 ? "ernd = 1\n" : "ernd = 0\n");
        const bool told = i != 3;
        m->spu->regs.v[SPE_PMSIRR] |= i % 2 != 0 ? SPE_PMSIRR_RND : 0;
        m->spu->regs.v[SPE_PMSICR] = UNKNOWN;
        m->spu->unknown.bits[SPE_PMSICR] = ALL;
        counter_selected(m);
        CHECK("value", m->spu->regs.v[SPE_PMSICR], told ? UNKNOWN & ~SPE_PMSICR_COUNT : UNKNOWN);
        CHECK("unknown", m->spu->unknown.bits[SPE_PMSICR], told ? ALL & ~SPE_PMSICR_COUNT : ALL);
        spe_model_destroy(m);
    }
}

/* While profiling is enabled, a selection with an unknown counter is right and reveals COUNT,
 * whether or not the next record is the first one of the buffer. */
static void a_selection_while_profiling(void **state)
{
    const struct spe_txn txn = {.kind = SPE_TXN_SEL, .cycle = 50, .u.sel = {.tag = 0}};

    (void)state;
    for (int i = 0; i < 8; i++) {
        const bool profiling = (i & 1) != 0, unknown = (i & 4) != 0;
        struct spe_model *m = bare_counting("ernd = 0\n");
        m->txn = &txn;
        m->clock.txn_cycle = 50;
        contexts_tell(&m->spu->contexts, &(struct spe_txn_ctx){.state = 0x10785});
        contexts_begin(&m->spu->contexts, 0);
        m->spu->regs.v[SPE_PMSICR] = 5;
        m->spu->unknown.bits[SPE_PMSICR] = unknown ? ALL : 0;
        m->spu->enabled.profiling = profiling;
        m->spu->enabled.check_pointer = (i & 2) != 0;
        m->spu->selection.member.last = true;
        m->spu->selection.member.cycle = 50;
        model_sel(m, &txn.u.sel);
        CHECK("a finding", bare_findings, !(profiling && unknown));
        CHECK("it was 0, or is followed", m->spu->regs.v[SPE_PMSICR], 0);
        CHECK("unknown", m->spu->unknown.bits[SPE_PMSICR],
              !unknown    ? 0
              : profiling ? ALL & ~SPE_PMSICR_COUNT
                          : ALL);
        m->txn = NULL;
        spe_model_destroy(m);
    }
}

/* Profiling becomes enabled while the counter is unknown. A draw reveals that the counter was 0, so
 * INTERVAL and the draw are loaded (3.1.1). This needs a load that uses a draw. */
struct load_row {
    const char *name, *keys;
    bool rnd, drawn, loaded;
};

static const struct load_row loads[] = {
    {"a draw", "ernd = 0\n", true, true, true},
    {"none", "ernd = 0\n", true, false, false},
    {"RND is 0: it is not of the load", "ernd = 0\n", false, true, false},
    {"ERnd: it is not of the load", "ernd = 1\n", true, true, false},
};

static void a_draw_on_enabling_tells(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(loads) / sizeof(loads[0]); i++) {
        const struct load_row *row = &loads[i];
        struct spe_model *m = bare_counting(row->keys);
        m->spu->regs.v[SPE_PMSIRR] |= row->rnd ? SPE_PMSIRR_RND : 0;
        m->spu->unknown.bits[SPE_PMSICR] = ALL;
        m->spu->counter.taken[0] = (struct draw){.cycle = 50, .value = 0x2A};
        m->spu->counter.n_taken = row->drawn;
        model_transition_on(m, true);
        CHECK(row->name, m->spu->regs.v[SPE_PMSICR], row->loaded ? 0x12A : 0);
        CHECK(row->name, m->spu->unknown.bits[SPE_PMSICR], row->loaded ? 0 : ALL);
        CHECK(row->name, m->spu->counter.n_taken, row->drawn && !row->loaded);
        spe_model_destroy(m);
    }
}

/* The counter uses a draw in the draw's cycle, or did not need the draw (3.1.2). */
struct draws_row {
    const char *name;
    int n;
    uint64_t cycle[2], open_cycle; /* open_cycle: the counter was unknown in this cycle */
    bool load_due;
    int left, found;
    bool busy;
};

static const struct draws_row draws[] = {
    {"none", 0, {0}, 0, false, 0, 0, false},
    {"none yet, of a load of this cycle", 0, {0}, 0, true, 0, 0, true},
    {"of this cycle", 1, {50}, 0, false, 1, 0, true},
    {"of the cycle before", 1, {49}, 0, false, 0, 1, false},
    {"of both", 2, {49, 50}, 0, false, 1, 1, false},
    {"two of the cycle before", 2, {49, 49}, 0, false, 0, 1, false},
    {"of a cycle in which nobody knew the counter", 1, {49}, 49, false, 0, 0, false},
};

static void draws_that_nothing_needs(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(draws) / sizeof(draws[0]); i++) {
        const struct draws_row *row = &draws[i];
        struct spe_model *m = bare_counting("");
        for (int k = 0; k < row->n; k++) {
            m->spu->counter.taken[k].cycle = row->cycle[k];
        }
        m->spu->counter.n_taken = row->n;
        m->spu->counter.open_cycle = row->open_cycle;
        m->spu->counter.load_due = row->load_due;
        m->spu->counter.load_cycle = 50;
        m->spu->schedule.busy = false;
        m->facts.draws.kept = 5;
        model_draws_check(m);
        CHECK(row->name, m->facts.draws.kept, row->left < row->n ? 0 : 5); /* 0: a gap */
        CHECK(row->name, m->spu->counter.n_taken, row->left);
        CHECK(row->name, bare_findings, row->found);
        CHECK(row->name, m->spu->schedule.busy, row->busy);
        spe_model_destroy(m);
    }
}

/* Members while the counter is unknown. The fact that the counter was enabled in the cycle of a
 * draw counts only if the counter has been unknown since this very cycle. */
static void members_of_an_unknown_counter(void **state)
{
    static const struct {
        const char *name;
        bool enabled;
        uint64_t open_cycle;
        bool then;
    } rows[] = {
        {"enabled in this cycle", true, 50, true},
        {"enabled in another one", true, 49, false},
        {"unknown since this cycle", false, 50, false},
        {"unknown before", false, 49, false},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct spe_model *m = bare_counting("");
        contexts_tell(&m->spu->contexts, &(struct spe_txn_ctx){.state = 0x10785});
        contexts_begin(&m->spu->contexts, 0);
        m->spu->unknown.bits[SPE_PMSICR] = ALL;
        m->spu->enabled.profiling = true;
        m->spu->counter.enabled = rows[i].enabled;
        m->spu->counter.open_cycle = rows[i].open_cycle;
        model_pop(m, &(struct spe_txn_pop){.n = 3});
        CHECK(rows[i].name, m->spu->counter.enabled, rows[i].then);
        CHECK(rows[i].name, m->spu->counter.open_cycle, 50);
        CHECK(rows[i].name, m->spu->ops, 3);
        CHECK(rows[i].name, m->spu->acc.count[COUNT_POP].total, 3);
        spe_model_destroy(m);
    }
}

/* The journal names the next member that will be selected, if this member is near. */
static void the_next_member(void **state)
{
    struct spe_model *m = bare_counting("");

    (void)state;
    m->spu->ops = 1000;
    m->spu->regs.v[SPE_PMSICR] = 3;
    CHECK("nothing is counted", journal_next_member(m), 0);
    m->spu->enabled.profiling = true;
    CHECK("near", journal_next_member(m), 1003);
    m->spu->regs.v[SPE_PMSICR] = SPE_BUDGET_MAX - 1;
    CHECK("the last one", journal_next_member(m), 1000 + SPE_BUDGET_MAX - 1);
    m->spu->regs.v[SPE_PMSICR] = SPE_BUDGET_MAX;
    CHECK("far", journal_next_member(m), 0);
    spe_model_destroy(m);
}

/* The bits of the counter that count: ECOUNT only with [ernd] while RND is 1 (P14). */
static void what_counts_is_unknown(void **state)
{
    static const struct {
        const char *keys;
        bool rnd;
        uint64_t bits;
        bool unknown;
    } rows[] = {
        {"ernd = 0\n", false, 0, false},
        {"ernd = 0\n", true, SPE_PMSICR_COUNT, true},
        {"ernd = 0\n", true, 0x80000000, true},
        {"ernd = 0\n", true, SPE_PMSICR_ECOUNT, false},
        {"ernd = 1\n", true, SPE_PMSICR_ECOUNT, true},
        {"ernd = 1\n", true, SPE_PMSICR_COUNT, true},
        {"ernd = 1\n", false, SPE_PMSICR_ECOUNT, false},
        {"ernd = 1\n", false, SPE_PMSICR_COUNT, true},
        {"ernd = 1\n", true, ~ALL, false},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct spe_model *m = bare_counting(rows[i].keys);
        memset(m->spu->regs.v, 0xFF, sizeof(m->spu->regs.v));
        memset(m->spu->unknown.bits, 0xFF, sizeof(m->spu->unknown.bits));
        m->spu->regs.v[SPE_PMSIRR] = 0x100 | (rows[i].rnd ? SPE_PMSIRR_RND : 0);
        m->spu->unknown.bits[SPE_PMSICR] = rows[i].bits;
        CHECK(rows[i].keys, counter_unknown(m), rows[i].unknown);
        spe_model_destroy(m);
    }
}

/* The greatest number of members from one selection to the next: INTERVAL and 1, with RND up to 255
 * more (3.1.2). With a short interval ECOUNT is drawn again before it has counted: no limit (0). */
static const struct {
    const char *keys;
    uint64_t sirr, longest;
} longest[] = {
    {"ernd = 0\n", 0x1000, 0x1001},
    {"ernd = 0\n", 0, 1},
    {"ernd = 0\n", 0x1001, 0x1100},
    {"ernd = 0\n", 1, 0x100},
    {"ernd = 1\n", 0x100, 0x101},
    {"ernd = 1\n", 0x101, 0x200},
    {"ernd = 1\n", 0xFFFFFF01, 0x100000000},
    {"ernd = 1\n", 1, 0},
};

static void the_longest_way(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(longest) / sizeof(longest[0]); i++) {
        struct spe_model *m = bare_counting(longest[i].keys);
        m->spu->regs.v[SPE_PMSIRR] = longest[i].sirr;
        CHECK(longest[i].keys, counter_longest(m), longest[i].longest);
        spe_model_destroy(m);
    }
}

/* A dropped open draw may have led to a selection. This matters with ERnd, if selections are
 * counted and draws are inferred. */
static void a_dropped_draw_may_have_selected(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 16; i++) {
        struct spe_model *m = bare_counting(i & 1 ? "ernd = 1\n" : "ernd = 0\n");
        m->infer = (i & 2) != 0;
        m->records = (i & 4) == 0;
        m->spu->counter.draw.open = (i & 8) != 0;
        m->spu->nl.select_hi = 10;
        counter_draw_dropped(m);
        CHECK("selections", m->spu->nl.select_hi, i == 15 ? 11 : 10);
        spe_model_destroy(m);
    }
}

/* The counter becomes unknown. Without LIFE the counter may keep its value, or load the interval of
 * now. The greatest value bounds the next selection. */
struct forget_row {
    const char *name;
    bool records;
    uint64_t sicr, slack, rest, sirr, then;
};

static const struct forget_row forgets[] = {
    {"with records", true, 0x900, 5, 0x300, 0x100, 0x300},
    {"the counter and what it may not have counted", false, 0x900, 5, 0x300, 0x100, 0x905},
    {"without ECOUNT", false, 0xFF00000000000900, 0, 0x300, 0x100, 0x900},
    {"an older interval", false, 0x200, 5, 0x300, 0x100, 0x300},
    {"the interval", false, 0x200, 5, 0x300, 0x400, 0x401},
};

static void the_counter_is_forgotten(void **state)
{
    (void)state;
    for (size_t i = 0; i < 2 * sizeof(forgets) / sizeof(forgets[0]); i++) {
        const struct forget_row *row = &forgets[i / 2];
        struct spe_model *m = bare_counting(i % 2 != 0 ? "ernd = 1\n" : "ernd = 0\n");
        struct nolife *n = &m->spu->nl;
        m->records = row->records;
        m->spu->regs.v[SPE_PMSICR] = row->sicr;
        m->spu->regs.v[SPE_PMSIRR] = row->sirr;
        n->slack = row->slack;
        n->rest = row->rest;
        n->missed = n->loaded = true;
        m->spu->snaps.n = 2;
        m->spu->snaps.counter_stopped = true;
        m->spu->counter.draw.open = m->spu->counter.load_due = true;
        m->infer = true;
        counter_forget(m);
        CHECK(row->name, n->rest, row->then);
        CHECK(row->name, n->loaded, row->records);
        CHECK(row->name, n->select_hi, !row->records && i % 2 != 0);
        CHECK(row->name, n->slack, 0);
        CHECK(row->name, n->missed, false);
        CHECK(row->name, m->spu->snaps.n, 0);
        CHECK(row->name, m->spu->snaps.counter_stopped, false);
        CHECK(row->name, m->spu->regs.v[SPE_PMSICR], 0);
        CHECK(row->name, m->spu->unknown.bits[SPE_PMSICR], i % 2 != 0 ? ALL : SPE_PMSICR_COUNT);
        CHECK(row->name, m->spu->counter.draw.open, false);
        CHECK(row->name, m->spu->counter.load_due, false);
        spe_model_destroy(m);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_selection_tells),
        cmocka_unit_test(a_selection_while_profiling),
        cmocka_unit_test(a_draw_on_enabling_tells),
        cmocka_unit_test(draws_that_nothing_needs),
        cmocka_unit_test(members_of_an_unknown_counter),
        cmocka_unit_test(the_next_member),
        cmocka_unit_test(what_counts_is_unknown),
        cmocka_unit_test(the_longest_way),
        cmocka_unit_test(a_dropped_draw_may_have_selected),
        cmocka_unit_test(the_counter_is_forgotten),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
