/* SPDX-License-Identifier: Apache-2.0 */
#include "bare_model.h"
#include "check.h"
#include "doubt/counter.h"
#include "doubt/stale.h"
#include "events/draw.h"
#include "judge/tell.h"
#include "sampling/select.h"
#include "spe/regs.h"

/* The counter of the sampling interval while nobody knows it, and draws that it does not need. It
 * is cycle 50. */

#define UNKNOWN 0xAB00000000001234
#define ALL     (SPE_PMSICR_COUNT | SPE_PMSICR_ECOUNT)

static struct spe_model *create(const char *keys)
{
    struct spe_model *m = bare_model(keys, SPE_TAP_ALL);

    m->clock.cycle = 50;
    m->spu->regs.v[SPE_PMSIRR] = 0x100;
    return m;
}

/* A selection: COUNT is zero then, unless it is ECOUNT that has led to it (3.1.2, P13), which does
 * not count while RND is 0 (P14). */
static void a_selection_tells(void **state)
{
    (void)state;
    for (int i = 0; i < 4; i++) {
        struct spe_model *m = create(i / 2 != 0 ? "ernd = 1\n" : "ernd = 0\n");
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

/* Profiling becomes enabled: of a counter that nobody knows a draw says that it was 0, so that
 * INTERVAL and the draw are loaded (3.1.1), where a load has a draw. */
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
        struct spe_model *m = create(row->keys);
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

/* A draw is used in its cycle, or the counter did not need it (3.1.2). */
struct draws_row {
    const char *name;
    int n;
    uint64_t cycle[2], open_cycle; /* open_cycle: the counter was unknown in it */
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
        struct spe_model *m = create("");
        for (int k = 0; k < row->n; k++) {
            m->spu->counter.taken[k].cycle = row->cycle[k];
        }
        m->spu->counter.n_taken = row->n;
        m->spu->counter.open_cycle = row->open_cycle;
        m->spu->counter.load_due = row->load_due;
        m->spu->counter.load_cycle = 50;
        m->spu->schedule.busy = false;
        model_draws_check(m);
        CHECK(row->name, m->spu->counter.n_taken, row->left);
        CHECK(row->name, bare_findings, row->found);
        CHECK(row->name, m->spu->schedule.busy, row->busy);
        spe_model_destroy(m);
    }
}

/* The journal names the member that will be selected, if it is near. */
static void the_next_member(void **state)
{
    struct spe_model *m = create("");

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

/* Old values go when no read may return them any more, the oldest first (S8). */
static void old_values_go(void **state)
{
    struct stale_values s = {
        .at = {{.cycle = 10, .value = 1}, {.cycle = 11, .value = 2}, {.cycle = 12, .value = 3}},
        .n = 3};
    static const struct {
        uint64_t now, first;
        int left;
    } rows[] = {{13, 1, 3}, {14, 2, 2}, {14, 2, 2}, {15, 3, 1}, {20, 0, 0}};

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        stale_expire(&s, 4, rows[i].now);
        CHECK("left", s.n, rows[i].left);
        CHECK("the oldest", s.n > 0 ? s.at[0].value : 0, rows[i].first);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_selection_tells),
        cmocka_unit_test(a_draw_on_enabling_tells),
        cmocka_unit_test(draws_that_nothing_needs),
        cmocka_unit_test(the_next_member),
        cmocka_unit_test(old_values_go),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
