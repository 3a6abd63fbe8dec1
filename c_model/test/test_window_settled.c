/* SPDX-License-Identifier: Apache-2.0 */
#include "bare_model.h"
#include "check.h"
#include "events/window.h"
#include "spe/regs.h"
#include "state/events.h"

/* Without OUT, the event of a window of doubt turns out to have come in one of the cycles of the
 * window (3.5, S1): the counter has stood still since then, and later members have not counted. It
 * is cycle 50, the window is 40 to 60, and in cycles 42 to 49 the counter was 1000 minus the cycle,
 * with two members in each cycle. */

#define NOW   50
#define BLIND (SPE_TAP_ALL & ~SPE_TAP_OUT)
#define V6                                                                                         \
    "pmsver = 6\nevents = 0xBFF\nfne = 1\nfds = 1\next_abort = serror\nflag_updates = 1\n"         \
    "exc = 1\nel2 = 1\nel3 = 1\n"

static struct spe_model *create(void)
{
    struct spe_model *m = bare_model("", BLIND);
    struct events *events = &m->spu->events;

    m->clock.cycle = NOW;
    contexts_tell(&m->spu->contexts, &(struct spe_txn_ctx){.state = 0x10785});
    contexts_begin(&m->spu->contexts, 0);
    m->spu->regs.v[SPE_PMBLIMITR] = 0x20000 | SPE_PMBLIMITR_E;
    m->spu->enabled.buffer = true;
    for (uint64_t cycle = 42; cycle < NOW; cycle++) {
        m->spu->snaps.at[m->spu->snaps.n++] = (struct snapshot){
            .cycle = cycle, .sicr = 1000 - cycle, .pop = m->spu->acc.count[COUNT_POP].total};
        count_add(&m->spu->acc.count[COUNT_POP], 2, cycle);
    }
    m->spu->regs.v[SPE_PMSICR] = 7;
    events->effect[events->n++] = (struct effect){
        .lo = 40, .hi = 60, .optional = true, .target = 1, .mss = SPE_PMBSR_BSC_FULL, .full = true};
    m->spu->counter.load_due = m->spu->selection.awaited.open = true;
    return m;
}

static void the_event_came_in_a_cycle(void **state)
{
    (void)state;
    for (uint64_t cycle = 40; cycle <= NOW; cycle++) {
        struct spe_model *m = create();
        const uint64_t first = cycle < 42 ? 42 : cycle;
        model_settle(m, &m->spu->events.effect[0], cycle);
        CHECK("the counter", m->spu->regs.v[SPE_PMSICR], cycle == NOW ? 7 : 1000 - first);
        CHECK("members", m->spu->acc.count[COUNT_POP].total, 2 * (first - 42));
        CHECK("S", m->spu->regs.v[SPE_PMBSR], SPE_PMBSR_S | SPE_PMBSR_BSC_FULL);
        CHECK("since", m->spu->events.s_cycle, cycle);
        CHECK("the window is closed", m->spu->events.n, 0);
        CHECK("nothing waits", m->spu->counter.load_due || m->spu->selection.awaited.open, false);
        CHECK("the buffer", m->spu->enabled.buffer, false);
        for (int i = 0; i < m->spu->snaps.n; i++) {
            CHECK("it may have come earlier, not later", m->spu->snaps.at[i].cycle < cycle, true);
        }
        spe_model_destroy(m);
    }
}

/* If the S of the event stops nothing any more (RTWFRY), the queued records stay, whether profiling
 * is enabled or not. Otherwise they have met a disabled buffer. */
static void what_is_queued_stays(void **state)
{
    (void)state;
    for (int i = 0; i < 4; i++) {
        const bool stops = (i & 1) != 0, profiling = (i & 2) != 0;
        struct spe_model *m = bare_model(V6, BLIND);
        m->clock.cycle = NOW;
        contexts_tell(&m->spu->contexts, &(struct spe_txn_ctx){.state = 0x310785});
        contexts_begin(&m->spu->contexts, 0);
        m->spu->regs.v[SPE_PMBLIMITR] = 0x20000 | SPE_PMBLIMITR_E;
        m->spu->regs.v[SPE_PMSCR_EL1] = profiling ? SPE_PMSCR_ExSPE : 0;
        m->spu->regs.v[SPE_PMSCR_EL2] = stops ? SPE_PMSCR_EE : 0;
        m->spu->regs.v[SPE_PMSICR] = 7;
        (void)bare_queued(m, REC_QUEUED, 1);
        m->spu->events.effect[m->spu->events.n++] = (struct effect){
            .lo = 40, .hi = 60, .optional = true, .target = 2, .mss = SPE_PMBSR_BSC_FULL};
        model_settle(m, &m->spu->events.effect[0], NOW);
        CHECK("the buffer", m->spu->enabled.buffer, !stops);
        CHECK("profiling", m->spu->enabled.profiling, !stops && profiling);
        CHECK("the record", m->spu->buf.n, stops ? 0 : 1);
        CHECK("lost", m->spu->tot.lost, stops ? 1 : 0);
        spe_model_destroy(m);
    }
}

/* Activity in a cycle tells whether the event had come by then: it had, if a window was open in
 * that cycle; or it came even earlier than was known. */
static void it_had_come_by(void **state)
{
    static const struct {
        const char *name;
        bool window, stopped;
        uint64_t lo, s_cycle, cycle; /* s_cycle: cycle in which S rose, as far as is known */
        bool came;
        uint64_t since;
    } rows[] = {
        {"in the window", true, false, 0, 0, 45, true, 45},
        {"its first cycle", true, false, 0, 0, 40, true, 40},
        {"before it", true, false, 0, 0, 39, false, 0},
        {"no window", false, false, 0, 0, 45, false, 0},
        {"earlier than was known", false, true, 44, 49, 45, true, 45},
        {"from the first cycle on that may be", false, true, 45, 49, 45, true, 45},
        {"not before that", false, true, 46, 49, 45, false, 49},
        {"not later", false, true, 44, 45, 45, false, 45},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct spe_model *m = create();
        m->spu->events.n = rows[i].window;
        m->spu->events.s_level = rows[i].stopped;
        m->spu->events.s_cycle = rows[i].s_cycle;
        m->spu->snaps.lo = rows[i].lo;
        CHECK(rows[i].name, model_window_over(m, rows[i].cycle), rows[i].came);
        CHECK(rows[i].name, m->spu->events.s_cycle, rows[i].since);
        CHECK(rows[i].name, m->spu->regs.v[SPE_PMSICR],
              !rows[i].came ? 7 : 1000 - (rows[i].cycle < 42 ? 42 : rows[i].cycle));
        spe_model_destroy(m);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_event_came_in_a_cycle),
        cmocka_unit_test(what_is_queued_stays),
        cmocka_unit_test(it_had_come_by),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
