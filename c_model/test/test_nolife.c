/* SPDX-License-Identifier: Apache-2.0 */
#include "bare_model.h"
#include "bytes/stream.h"
#include "check.h"
#include "doubt/counter.h"
#include "events/nolife.h"
#include "sampling/select.h"
#include "spe/regs.h"

/* Without LIFE: findings held until S is known (3.5), and the counter after an event (3.1). */

/* A level shows an event late: the event may be up to `slack` members older. These did not
 * count. */
struct counter_row {
    const char *name;
    bool ernd, open; /* ECOUNT has an unseen draw: any value up to `expected` */
    uint64_t slack, expected, data;
    bool good;
    uint64_t selections; /* more that are possible */
};

#define ECOUNT(n) ((uint64_t)(n) << 56)

static const struct counter_row counters[] = {
    {"all were counted", false, false, 2, 0x100, 0x100, true, 0},
    {"one was not", false, false, 2, 0x100, 0x101, true, 0},
    {"three were not, of two", false, false, 2, 0x100, 0x103, false, 0},
    {"one too many", false, false, 2, 0x100, 0xff, false, 0},
    {"ECOUNT: one was not", true, false, 2, ECOUNT(5), ECOUNT(6), true, 0},
    {"ECOUNT: three were not, of two", true, false, 2, ECOUNT(5), ECOUNT(8), false, 0},
    {"ECOUNT: one too many", true, false, 2, ECOUNT(5), ECOUNT(4), false, 0},
    {"COUNT, beside an ECOUNT that is good", true, false, 2, ECOUNT(5), ECOUNT(5) + 3, false, 0},
    {"a draw: any", true, true, 2, ECOUNT(0x20), ECOUNT(7), true, 0},
    {"a draw: the greatest, two were not", true, true, 2, ECOUNT(0x20), ECOUNT(0x22), true, 0},
    {"a draw: greater than any", true, true, 2, ECOUNT(0x20), ECOUNT(0x23), false, 0},
    {"a draw: it may have reached 0", true, true, 2, ECOUNT(0x20), 0, true, 1},
    {"a draw: COUNT is wrong", true, true, 2, ECOUNT(0x20), 3, false, 0},
};

static void counter_behind_an_event(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(counters) / sizeof(counters[0]); i++) {
        const struct counter_row *row = &counters[i];
        struct spe_model *m =
            bare_model(row->ernd ? "ernd = 1\n" : "ernd = 0\n", SPE_TAP_ALL & ~SPE_TAP_LIFE);
        m->spu->nl.slack = row->slack;
        m->spu->counter.draw.open = row->open;
        CHECK(row->name, nolife_counter(m, row->expected, row->data), row->good);
        CHECK(row->name, m->spu->nl.select_hi, row->selections);
        CHECK(row->name, m->spu->counter.draw.open, row->open && !row->good);
        CHECK(row->name, m->spu->regs.v[SPE_PMSICR], row->good ? row->data : 0);
        CHECK(row->name, m->spu->nl.counter_read, !row->good);
        spe_model_destroy(m);
    }
}

/* Findings beyond the room have the same reason as the first ones: they are not reported. */
static void more_is_held_than_there_is_room_for(void **state)
{
    struct spe_model *m = bare_model("irq_max = 3\n", SPE_TAP_ALL & ~SPE_TAP_LIFE);
    const struct spe_finding f = {.check = SPE_CHECK_REG_READ};
    uint64_t due;

    (void)state;
    m->clock.cycle = 10;
    for (int i = 0; i <= MAX_HELD; i++) {
        nolife_hold(m, &f);
    }
    CHECK("held", m->spu->nl.n_held, MAX_HELD);
    CHECK("due", nolife_due(m, &due), true);
    CHECK("behind [irq_max]", due, 14);
    m->clock.cycle = 13;
    nolife_deadline(m);
    CHECK("not before", bare_findings, 0);
    m->clock.cycle = 14;
    m->spu->lv.irq = true;
    nolife_deadline(m);
    CHECK("PMBIRQ shows an S that explains them", bare_findings, 0);
    CHECK("not in a cycle that is over", nolife_due(m, &due), false);
    m->spu->lv.irq = false;
    nolife_deadline(m);
    CHECK("no S explains them", bare_findings, MAX_HELD);
    CHECK("none is left", m->spu->nl.n_held, 0);
    spe_model_destroy(m);
}

/* Registers whose S may have stopped profiling: held findings wait until each S is read as 0. */
struct stop_row {
    const char *keys;
    unsigned els; /* bit x - 1: PMBSR_ELx, in this order */
};

#define EXC                                                                                        \
    "pmsver = 6\nevents = 0xBFF\nfne = 1\nfds = 1\next_abort = serror\nflag_updates = 1\n"         \
    "exc = 1\n"

static const struct stop_row stops[] = {
    {"exc = 0\n", 1},
    {EXC "el2 = 1\nel3 = 1\n", 7},
    {EXC "el2 = 0\nel3 = 1\nvhe = 0\nsecure = 1\n", 5},
    {EXC "el2 = 1\nel3 = 0\n", 3},
};

static void each_s_of_zero_is_asked_for(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(stops) / sizeof(stops[0]); i++) {
        struct spe_model *m =
            bare_model(stops[i].keys, SPE_TAP_ALL & ~(SPE_TAP_LIFE | SPE_TAP_OUT));
        const struct spe_finding f = {.check = SPE_CHECK_REG_READ};
        unsigned left = stops[i].els;
        nolife_hold(m, &f);
        nolife_read(m, 1, SPE_PMBSR_S);
        CHECK(stops[i].keys, m->spu->nl.n_held, 1);
        for (unsigned el = 1; el <= 3; el++) {
            if ((left >> (el - 1) & 1) != 0) {
                CHECK(stops[i].keys, bare_findings, 0);
                nolife_read(m, el, 0);
            }
        }
        CHECK(stops[i].keys, bare_findings, 1);
        spe_model_destroy(m);
    }
}

/* With ERnd, the draw reloads COUNT, and ECOUNT counts down to the selection (3.1.2, P13). Both are
 * events of the counter. Members after either may not have counted if PMBIRQ shows S late. */
static void a_draw_is_an_event_of_the_counter(void **state)
{
    static const struct {
        const char *name;
        uint64_t sirr, sicr;
        int draws;
        bool event;
    } rows[] = {
        {"neither", 0x100 | SPE_PMSIRR_RND, 9, 0, false},
        {"a selection", 0x100, 4, 0, true},
        {"a draw", 0x100 | SPE_PMSIRR_RND, 4, 1, true},
        {"a selection by ECOUNT", 0x100 | SPE_PMSIRR_RND, ECOUNT(4) | 9, 0, true},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct spe_model *m = bare_model("ernd = 1\n", SPE_TAP_ALL & ~SPE_TAP_LIFE);
        const struct spe_txn txn = {.kind = SPE_TXN_POP, .u.pop = {.n = 6}};
        m->txn = &txn;
        contexts_tell(&m->spu->contexts, &(struct spe_txn_ctx){.state = 0x10785});
        contexts_begin(&m->spu->contexts, 0);
        m->spu->enabled.profiling = true;
        m->spu->regs.v[SPE_PMSIRR] = rows[i].sirr;
        m->spu->regs.v[SPE_PMSICR] = rows[i].sicr;
        m->spu->ops = 1000;
        m->spu->nl.last_event = 30;
        m->spu->counter.taken[0] = (struct draw){.value = 200};
        m->spu->counter.n_taken = rows[i].draws;
        model_pop(m, &txn.u.pop);
        CHECK(rows[i].name, bare_findings, 0);
        CHECK(rows[i].name, m->spu->ops, 1006);
        CHECK(rows[i].name, m->spu->nl.last_event, rows[i].event ? 1004 : 30);
        spe_model_destroy(m);
    }
}

/* A served event may have stopped the pulses that are missing, and no more (2.7). */
static void pulses_that_an_event_has_stopped(void **state)
{
    static const struct {
        const char *name;
        uint64_t total, seen, before, stopped;
    } rows[] = {
        {"all have come", 5, 5, 0, 0},
        {"one has not", 5, 4, 0, 1},
        {"two have not", 5, 3, 0, 2},
        {"one more than was known", 5, 3, 1, 2},
        {"as many", 5, 3, 2, 2},
        {"one came after all", 5, 4, 2, 2}, /* stream_cti() reports it */
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct spe_model *m = bare_model("", SPE_TAP_ALL & ~SPE_TAP_LIFE);
        struct count *c = &m->spu->acc.count[COUNT_CTI];
        c->total = rows[i].total;
        c->seen = rows[i].seen;
        m->spu->st.no_cti = rows[i].before;
        stream_served(m->spu);
        CHECK(rows[i].name, m->spu->st.no_cti, rows[i].stopped);
        c->total++; /* a later record, without its pulse */
        m->clock.cycle = 1000;
        stream_cti(m);
        CHECK(rows[i].name, bare_findings, rows[i].before < 2 || rows[i].seen == 3);
        spe_model_destroy(m);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counter_behind_an_event),
        cmocka_unit_test(more_is_held_than_there_is_room_for),
        cmocka_unit_test(each_s_of_zero_is_asked_for),
        cmocka_unit_test(a_draw_is_an_event_of_the_counter),
        cmocka_unit_test(pulses_that_an_event_has_stopped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
