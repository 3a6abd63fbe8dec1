/* SPDX-License-Identifier: Apache-2.0 */
#include "bare_model.h"
#include "check.h"
#include "sampling/select.h"
#include "spe/regs.h"

/* The number of members that a monitor may gather before it must report them (spe/model.h,
 * spe_model_apply()): up to the next selection, or one if the cycle of each member matters. */

#define NOW     50
#define NO_POP  (SPE_TAP_ALL & ~(SPE_TAP_POP | SPE_TAP_RND))
#define NO_OUT  (SPE_TAP_ALL & ~SPE_TAP_OUT)
#define NO_LIFE (SPE_TAP_ALL & ~SPE_TAP_LIFE)
#define MOST    SPE_BUDGET_MAX

enum what {
    NOTHING,
    ANNOUNCED, /* a context is announced */
    WRITTEN,   /* a register is written in this cycle */
    EVENT,     /* an event may take effect */
    LOAD,      /* a load's draw is still to come */
    QUEUED,
    STAGED,
    ENDED,
    WAITING,
    UNKNOWN, /* the counter is unknown */
};

static const struct row {
    const char *name;
    unsigned taps;
    enum what what;
    bool profiling, check; /* check: the pointer is checked for the next record */
    int budget;            /* the next selection is 300 members away */
} rows[] = {
    {"profiling", SPE_TAP_ALL, NOTHING, true, false, 300},
    {"not profiling", SPE_TAP_ALL, NOTHING, false, false, MOST},
    {"members are not told", NO_POP, NOTHING, true, false, MOST},
    {"members are not told, a context", NO_POP, ANNOUNCED, true, false, MOST},
    {"a context", SPE_TAP_ALL, ANNOUNCED, true, false, 1},
    {"a write", SPE_TAP_ALL, WRITTEN, true, false, 1},
    {"an event", SPE_TAP_ALL, EVENT, true, false, 1},
    {"a load", SPE_TAP_ALL, LOAD, true, false, 1},
    {"a load, not profiling", SPE_TAP_ALL, LOAD, false, false, 1},
    {"a record", SPE_TAP_ALL, QUEUED, true, false, 300},
    {"the pointer will be checked", SPE_TAP_ALL, NOTHING, true, true, 300},
    {"the pointer is checked for a record", SPE_TAP_ALL, QUEUED, true, true, 1},
    {"for one that comes", SPE_TAP_ALL, STAGED, true, true, 1},
    {"for one that has ended", SPE_TAP_ALL, ENDED, true, true, 1},
    {"for one that waits", SPE_TAP_ALL, WAITING, true, true, 1},
    {"with levels a record that comes tells its cycle", SPE_TAP_ALL, STAGED, true, false, 300},
    {"without levels it does not", NO_OUT, STAGED, true, false, 1},
    {"... one that has ended", NO_OUT, ENDED, true, false, 1},
    {"... one that waits", NO_OUT, WAITING, true, false, 1},
    {"... one that is queued does", NO_OUT, QUEUED, true, false, 300},
    {"without LIFE, an unknown counter", NO_LIFE, UNKNOWN, true, false, MOST},
    {"without LIFE", NO_LIFE, NOTHING, true, false, 300},
};

static void put(struct spe_model *m, enum what what)
{
    struct spu *spu = m->spu;

    contexts_tell(&spu->contexts, &(struct spe_txn_ctx){.state = 0x10785});
    contexts_tell(&spu->contexts, &(struct spe_txn_ctx){.id = 1, .state = 0x10786});
    contexts_begin(&spu->contexts, 0);
    if (what == ANNOUNCED) {
        contexts_announce(&spu->contexts, 1);
    }
    spu->writes.n = what == WRITTEN;
    spu->events.effect[0] = (struct effect){.lo = 40, .hi = 60, .optional = true, .target = 1};
    spu->events.n = what == EVENT;
    spu->counter.load_due = what == LOAD;
    if (what == QUEUED) {
        (void)bare_queued(m, REC_QUEUED, 1);
    }
    spu->fl.n_staged = what == STAGED;
    spu->fl.n_ended = what == ENDED;
    spu->fl.n_wait = what == WAITING;
    spu->unknown.bits[SPE_PMSICR] = what == UNKNOWN ? SPE_PMSICR_COUNT : 0;
}

static void members_that_may_be_gathered(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct spe_model *m = bare_model("", rows[i].taps);
        m->clock.cycle = NOW;
        m->spu->regs.v[SPE_PMSICR] = 300;
        m->spu->regs.v[SPE_PMSIRR] = 0x1000;
        m->spu->enabled.profiling = rows[i].profiling;
        m->spu->enabled.check_pointer = rows[i].check;
        put(m, rows[i].what);
        CHECK(rows[i].name, model_budget(m), rows[i].budget);
        m->spu->fl.n_staged = m->spu->fl.n_ended = m->spu->fl.n_wait = 0;
        spe_model_destroy(m);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(members_that_may_be_gathered)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
