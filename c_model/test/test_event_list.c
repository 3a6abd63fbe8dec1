/* SPDX-License-Identifier: Apache-2.0 */
#include "bare_model.h"
#include "check.h"
#include "doubt/event_list.h"
#include "doubt/fork.h"
#include "spe/regs.h"

/* The list of events on their way (3.5): how many there may be, to which PMBSR_ELx each goes, and
 * which of them opens a fork. */

#define EXC                                                                                        \
    "pmsver = 6\nevents = 0xBFF\nfne = 1\nfds = 1\next_abort = serror\nflag_updates = 1\nexc = "   \
    "1\n"

/* One event too many is a finding, and is not on the list. */
static void there_is_room_for_some(void **state)
{
    struct spe_model *m = bare_counting("");

    (void)state;
    for (int i = 0; i < MAX_EFFECTS; i++) {
        model_event(m, (struct effect){.order = (uint64_t)i, .lo = 51, .hi = 52});
    }
    CHECK("all are on the list", m->spu->events.n, MAX_EFFECTS);
    CHECK("no finding", bare_findings, 0);
    model_event(m, (struct effect){.order = 100, .lo = 51, .hi = 52});
    CHECK("one too many", bare_findings, 1);
    CHECK("is not on the list", m->spu->events.n, MAX_EFFECTS);
    model_effect_remove(m, 1);
    CHECK("one less", m->spu->events.n, MAX_EFFECTS - 1);
    CHECK("the first one stays", m->spu->events.effect[0].order, 0);
    CHECK("the third one follows", m->spu->events.effect[1].order, 2);
    CHECK("the last one", m->spu->events.effect[MAX_EFFECTS - 2].order, MAX_EFFECTS - 1);
    spe_model_destroy(m);
}

/* S1 is the choice of a record's event that may also never take effect. */
static void an_optional_event_of_a_record_is_a_fork(void **state)
{
    (void)state;
    for (int i = 0; i < 4; i++) {
        struct spe_model *m = bare_counting("");
        const bool optional = (i & 1) != 0, record = (i & 2) != 0;
        model_event(m, (struct effect){.optional = optional,
                                       .rank = record ? RANK_RECORD : RANK_DENIED,
                                       .lo = 51,
                                       .hi = 52});
        CHECK("a fork", m->spu->forks.n_used, optional && record);
        CHECK("its number", m->spu->events.effect[0].fork != 0, optional && record);
        model_effect_remove(m, 0);
        CHECK("settled", m->spu->forks.n_used, 0);
        spe_model_destroy(m);
    }
}

/* RT3: with EE = 0b10 a fault of stage 2 goes to EL2, and one of stage 1 in a buffer of EL1 to EL1.
 * The event of a wrong pointer may be a fault of stage 1, too (B1). */
static void where_an_event_goes(void **state)
{
    static const struct {
        const char *name;
        uint32_t ec;
        bool wrong;
        unsigned target, fault_target;
    } rows[] = {
        {"stage 1", SPE_PMBSR_EC_STAGE1, false, 1, 1},
        {"stage 2", SPE_PMBSR_EC_STAGE2, false, 2, 2},
        {"stage 1, of a wrong pointer", SPE_PMBSR_EC_STAGE1, true, 1, 1},
        {"stage 2, of a wrong pointer", SPE_PMBSR_EC_STAGE2, true, 2, 1},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct spe_model *m = bare_counting(EXC "el3 = 0\n");
        contexts_tell(&m->spu->contexts, &(struct spe_txn_ctx){.state = 0x310785});
        contexts_begin(&m->spu->contexts, 0);
        m->spu->regs.v[SPE_PMSCR_EL2] = UINT64_C(2) * (SPE_PMSCR_EE & -SPE_PMSCR_EE);
        struct effect e = {.ec = rows[i].ec, .wrong = rows[i].wrong};
        model_effect_aim(m, &e);
        CHECK(rows[i].name, e.target, rows[i].target);
        CHECK(rows[i].name, e.fault_target, rows[i].fault_target);
        spe_model_destroy(m);
    }
}

/* The place of a fork does not depend on earlier forks: the search begins where the count of
 * selections says, and goes on at the first place behind the last one. */
static void the_place_of_a_fork(void **state)
{
    struct spe_model *m = bare_counting("");

    (void)state;
    m->spu->fl.orders = 3 * MAX_FORKS + MAX_FORKS - 1;
    CHECK("the last place", fork_open(m, FORK_B10), MAX_FORKS);
    CHECK("the first place", fork_open(m, FORK_B10), 1);
    CHECK("the second place", fork_open(m, FORK_B10), 2);
    fork_forget(&m->spu->forks, 1);
    CHECK("two are left", m->spu->forks.n_used, 2);
    CHECK("the free place", fork_open(m, FORK_B10), 1);
    spe_model_destroy(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(there_is_room_for_some),
        cmocka_unit_test(an_optional_event_of_a_record_is_a_fork),
        cmocka_unit_test(where_an_event_goes),
        cmocka_unit_test(the_place_of_a_fork),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
