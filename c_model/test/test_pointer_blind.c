/* SPDX-License-Identifier: Apache-2.0 */
#include "bare_model.h"
#include "check.h"
#include "close/accounts.h"
#include "spe/regs.h"

/* The account of PMBPTR_EL1 without LIFE (dpi/rules.md): when a cut record is over, so that the
 * next burst begins a record at the pointer, and when an event may still move the pointer. */

#define NO_LIFE (SPE_TAP_ALL & ~SPE_TAP_LIFE)

/* The abort of cycle 40 has cut a record; its event takes effect by cycle 43 ([event_max] = 3). A
 * DSB was requested in cycle 44 and done in cycle 45, the last AW was accepted in cycle 42. Each
 * row changes one of that. Only if a DSB has waited for all bursts, and reads show the event, the
 * next record begins at the pointer. */
static const struct {
    const char *name;
    bool whole, forked, inside, ended;
    uint64_t next, request, aw, now;
    bool over;
} cuts[] = {
    {"over", false, false, false, false, 0, 44, 42, 60, true},
    {"nothing is cut", true, false, false, false, 0, 44, 42, 60, false},
    {"the next byte may be at two places", false, true, false, false, 0, 44, 42, 60, false},
    {"a record has begun", false, false, true, false, 0, 44, 42, 60, false},
    {"... and its own abort has ended it", false, false, true, true, 0, 44, 42, 60, true},
    {"its first bytes are written", false, false, false, false, 0x10020, 44, 42, 60, false},
    {"it begins at a boundary", false, false, false, false, 0x10040, 44, 42, 60, true},
    {"the DSB came with the event", false, false, false, false, 0, 43, 42, 60, false},
    {"a burst behind the DSB", false, false, false, false, 0, 44, 45, 60, false},
    {"a burst with the DSB", false, false, false, false, 0, 44, 44, 60, true},
    {"the event may not show yet", false, false, false, false, 0, 44, 42, 47, false},
    {"the event shows", false, false, false, false, 0, 44, 42, 48, true},
};

static void when_a_cut_record_is_over(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(cuts) / sizeof(cuts[0]); i++) {
        struct spe_model *m = bare_model("align = 6\nevent_max = 3\nread_lag_max = 4\n", NO_LIFE);
        struct stream *st = &m->spu->st;
        m->clock.cycle = cuts[i].now;
        st->cut = !cuts[i].whole;
        st->cut_since = 40;
        st->forked = cuts[i].forked;
        st->inside = cuts[i].inside;
        st->ended = cuts[i].ended;
        st->next = cuts[i].next;
        m->spu->regs.v[SPE_PMBSR] = SPE_PMBSR_S;
        m->spu->barriers.dsb_cycle = cuts[i].request;
        m->spu->buf.dsb_cycle = 45;
        m->spu->buf.aw_next = cuts[i].aw;
        accounts_pointer(m, 0x11000);
        CHECK(cuts[i].name, st->known, cuts[i].over);
        CHECK(cuts[i].name, st->next, cuts[i].over ? 0x11000 : cuts[i].next);
        CHECK(cuts[i].name, bare_findings, 0);
        spe_model_destroy(m);
    }
}

/* The event of a cut of cycle 40 is shown by the levels by cycle 45 ([event_max] = 3, [irq_max] =
 * 2). Until then it may move the pointer after the read. Without levels that tell it, it always
 * may. */
static const struct {
    const char *name;
    unsigned taps;
    bool cut;
    uint64_t now;
    bool known; /* where the pointer is after the read */
} events[] = {
    {"the levels may be late", NO_LIFE, true, 45, false},
    {"they would show it", NO_LIFE, true, 46, true},
    {"nothing is cut", NO_LIFE, false, 41, true},
    {"no levels", NO_LIFE & ~SPE_TAP_OUT, true, 46, false},
    {"no levels, nothing is cut", NO_LIFE & ~SPE_TAP_OUT, false, 46, true},
    {"with LIFE events are predicted", SPE_TAP_ALL, true, 45, true},
};

static void when_an_event_may_move_the_pointer(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(events) / sizeof(events[0]); i++) {
        struct spe_model *m =
            bare_model("event_max = 3\nirq_max = 2\nread_lag_max = 0\n", events[i].taps);
        m->clock.cycle = events[i].now;
        m->spu->st.cut = events[i].cut;
        m->spu->st.cut_since = 40;
        accounts_pointer(m, 0x11000);
        CHECK(events[i].name, m->spu->buf.account.known, events[i].known);
        CHECK(events[i].name, m->spu->buf.account.from, 0x11000);
        spe_model_destroy(m);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(when_a_cut_record_is_over),
        cmocka_unit_test(when_an_event_may_move_the_pointer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
