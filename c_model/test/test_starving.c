/* SPDX-License-Identifier: Apache-2.0 */
#include "bare_model.h"
#include "check.h"
#include "ports/starving.h"

/* How long a barrier may take (3.6; dpi/timing.md, BR2 and BR5): what PSB CSYNC waits for, and when
 * a DSB is late. */

#define NOW   60
#define LAST  5 /* PSB CSYNC waits for selections up to this one */
#define LATER (LAST + 1)
#define MOST  4 /* [psb_max], [dsb_max] */
#define KEYS  "inflight = 3\npsb_max = 4\ndsb_max = 4\n"
#define NEVER UINT64_MAX

static struct spe_model *with_psb(void)
{
    struct spe_model *m = bare_model(KEYS, SPE_TAP_ALL);

    m->clock.cycle = NOW;
    m->spu->schedule.due = NEVER;
    m->spu->barriers.psb_open = true;
    m->spu->barriers.psb_cycle = NOW;
    m->spu->barriers.psb_order = LAST;
    return m;
}

/* A record of its own fault: an AW of the record is still on offer, or a burst waits for its B. */
static struct rec *doom(struct spe_model *m, int late_aws)
{
    struct rec *rec = bare_record(m, REC_STARTED, LATER);

    m->spu->buf.doomed = rec_number(&m->spu->buf, rec);
    rec->doom.late_aws = (uint8_t)late_aws;
    return rec;
}

static void burst(struct spe_model *m, uint64_t order, uint8_t earlier)
{
    m->spu->buf.burst[m->spu->buf.n_bursts++] = (struct burst){.order = order, .earlier = earlier};
}

enum left {
    NOTHING,
    FLIGHT,
    ENDS,
    ENDED,
    NONE_ENDED,
    WAITING,
    LAST_TAG,
    STAGED,
    DOUBTFUL,
    QUEUED,
    SECOND,
    POINTER,
    EVENT,
    BURST
};

static void leave(struct spe_model *m, enum left left, uint64_t order, uint8_t earlier)
{
    struct spu *spu = m->spu;
    struct tag *tag = &spu->fl.tag[left == LAST_TAG ? 2 : 0];

    if (left == FLIGHT || left == LAST_TAG) {
        tag->state = TAG_FLIGHT;
        tag->order = order;
    } else if (left == ENDS || left == ENDED) {
        spu->fl.end_cycle = left == ENDS ? NOW : NOW - 1;
        spu->fl.end_order = order;
    } else if (left == NONE_ENDED) {
        spu->fl.end_cycle = NOW;
    } else if (left == WAITING) {
        tag->state = TAG_WAIT;
        tag->order = order;
        spu->fl.n_wait = 1;
    } else if (left == STAGED || left == DOUBTFUL) {
        struct rec *rec = bare_record(m, REC_QUEUED, order);
        rec->filter.doubt = left == DOUBTFUL;
        rec->id = 1; /* of all records; the order is that of the selections */
        spu->fl.staged[spu->fl.n_staged++] = rec_number(&spu->buf, rec);
        spu->fl.staged[spu->fl.n_staged++] =
            rec_number(&spu->buf, bare_record(m, REC_QUEUED, LATER + 1));
    } else if (left == QUEUED) {
        struct rec *rec = bare_queued(m, REC_QUEUED, order);
        rec->may.first = order - earlier;
    } else if (left == SECOND) {
        bare_queued(m, REC_QUEUED, order)->may.first = order;
        bare_queued(m, REC_QUEUED, LATER + LAST - order)->may.first = LATER + LAST - order;
    } else if (left == POINTER) {
        spu->pointer.due = true;
        spu->pointer.first = order;
        spu->pointer.last = LATER;
    } else if (left == EVENT) {
        spu->events.effect[0] = (struct effect){.lo = order, .hi = order, .target = 1};
        spu->events.n = 1;
    } else if (left == BURST) {
        burst(m, order, earlier);
    }
}

static const struct {
    const char *name;
    enum left left;
    uint64_t order;
    uint8_t earlier;
    bool waits;
} things[] = {
    {"nothing", NOTHING, 0, 0, false},
    {"1: the life of an earlier sample", FLIGHT, LAST, 0, true},
    {"under the last tag", LAST_TAG, LAST, 0, true},
    {"the life of a later sample", FLIGHT, LATER, 0, false},
    {"a life that ends in this cycle", ENDS, LAST, 0, true},
    {"that of a later sample", ENDS, LATER, 0, false},
    {"a life that has ended in the cycle before", ENDED, LAST, 0, false},
    {"none has ended since reset", NONE_ENDED, 0, 0, false},
    {"a sample that waits for room", WAITING, LAST, 0, true},
    {"a later one that waits for room", WAITING, LATER, 0, false},
    {"2: a record that comes into the queue", STAGED, LAST, 0, true},
    {"a later one", STAGED, LATER, 0, false},
    {"2: ... that the filters may have rejected", DOUBTFUL, LAST, 0, true},
    {"a later one of these", DOUBTFUL, LATER, 0, false},
    {"a record in the queue", QUEUED, LAST, 0, true},
    {"a later one in the queue", QUEUED, LATER, 0, false},
    {"it may also be the record of an earlier sample", QUEUED, LATER, 1, true},
    {"the first in the queue", SECOND, LAST, 0, true},
    {"the second in the queue", SECOND, LATER, 0, true},
    {"2: PMBPTR_EL1 moves in the next cycle", POINTER, LAST, 0, true},
    {"of a later record", POINTER, LATER, 0, false},
    {"3: a burst", BURST, LAST, 0, true},
    {"a burst of a later record", BURST, LATER, 0, false},
    {"of a record that may be an earlier one", BURST, LATER, 1, true},
    {"no: later, too", BURST, LATER + 1, 1, false},
    {"of a record that may be any", BURST, LATER + 300, UINT8_MAX, true},
    {"a burst of no record", BURST, 0, 0, false},
    {"4: an event that takes effect in the next cycle", EVENT, NOW + 1, 0, true},
};

static void what_psb_waits_for(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(things) / sizeof(things[0]); i++) {
        struct spe_model *m = with_psb();
        leave(m, things[i].left, things[i].order, things[i].earlier);
        m->spu->buf.burst[m->spu->buf.n_bursts] = (struct burst){.order = LAST}; /* is over */
        sync_watch(m);
        CHECK(things[i].name, m->spu->barriers.psb_idle, things[i].waits ? 0 : NOW);
        CHECK(things[i].name, m->spu->schedule.due, things[i].waits ? NEVER : NOW + MOST + 1);
        m->spu->fl.n_staged = m->spu->fl.n_wait = m->spu->buf.n_bursts = 0;
        spe_model_destroy(m);
    }
}

/* 4: without OUT nothing tells whether an optional event has taken effect. PSB CSYNC waits for it
 * up to the last cycle of its window. */
static void an_event_that_nothing_shows(void **state)
{
    (void)state;
    for (int i = 0; i < 8; i++) {
        const bool over = (i & 1) != 0, out = (i & 2) != 0, optional = (i & 4) != 0;
        struct spe_model *m = bare_model(KEYS, out ? SPE_TAP_ALL : SPE_TAP_ALL & ~SPE_TAP_OUT);
        m->clock.cycle = NOW;
        m->spu->barriers.psb_open = true;
        m->spu->events.effect[0] = (struct effect){
            .lo = NOW - 5, .hi = over ? NOW - 1 : NOW, .optional = optional, .target = 1};
        m->spu->events.n = 1;
        sync_watch(m);
        CHECK("in its window", m->spu->barriers.psb_idle, over && !out && optional ? NOW : 0);
        spe_model_destroy(m);
    }
}

/* 3: a record that a fault or an abort has ended. */
static void what_a_doomed_record_has_left(void **state)
{
    (void)state;
    for (int i = 0; i < 4; i++) {
        struct spe_model *m = with_psb();
        struct rec *rec = doom(m, i == 1);
        burst(m, i == 2 ? LATER : 0, 0);
        m->spu->buf.burst[0].rec = i == 3 ? rec_number(&m->spu->buf, rec) : 0;
        sync_watch(m);
        CHECK("the doomed record", m->spu->barriers.psb_idle, i == 1 || i == 3 ? 0 : NOW);
        m->spu->buf.n_bursts = 0;
        m->spu->buf.doomed = 0;
        spe_model_destroy(m);
    }
}

/* [psb_max] cycles; what begins meanwhile is of a later sample; one finding. */
static void psb_is_late_once(void **state)
{
    struct spe_model *m = with_psb();

    (void)state;
    for (int i = 0; i <= 3 * MOST; i++, m->clock.cycle++) {
        if (i == 1) {
            m->spu->pointer.due = true;
        }
        sync_watch(m);
        CHECK("since the cycle of the request", m->spu->barriers.psb_idle, NOW);
        CHECK("one finding", bare_findings, i > MOST);
    }
    CHECK("of which check", bare_last.check, SPE_CHECK_LIVENESS);
    assert_string_equal(bare_last.where, "PSB CSYNC");
    assert_string_equal(bare_last.expected, "done by cycle 64");
    spe_model_destroy(m);
}

/* Cycles count from the request of the DSB: 0. A burst begins in its first cycle, and is left up to
 * the cycle before `end`, the cycle of its B. `at`: the AW was accepted in this cycle, and offered
 * there or `ahead` cycles before; `told`: certainly before. */
struct busy {
    int at, end, ahead;
    bool told;
};

static const struct dsb {
    const char *name;
    struct busy burst[3];
    int tlbi; /* the cycle of a TLBI; 0: none */
    int psb;  /* 1: behind a PSB CSYNC, 2: with its request, 3: in front of the request */
    int done; /* the cycle in which the PSB CSYNC is done */
    int late; /* the first cycle in which the DSB is late; 0: never */
} dsbs[] = {
    {"nothing has begun", .late = 5},
    {"a burst that began before", {{-1, 3, 0, false}}, .late = 8},
    {"it ends in the cycle of the request", {{-1, 0, 0, false}}, .late = 5},
    {"it has no end", {{-1, 99, 0, false}}, .late = 0},
    {"it began in the cycle of the request", {{0, 3, 0, false}}, .late = 5},
    {"and has ended in due", {{0, 4, 0, false}}, .late = 5},
    {"and has not: the extension", {{0, 5, 0, false}}, .late = 10},
    {"a burst of due", {{4, 9, 0, false}}, .late = 14},
    {"a burst behind due", {{5, 9, 0, false}}, .late = 5},
    {"the extension has no end", {{4, 99, 0, false}}, .late = 0},
    {"no second extension", {{1, 7, 0, false}, {6, 99, 0, false}}, .late = 12},
    {"two bursts of the extension", {{1, 7, 0, false}, {4, 9, 0, false}}, .late = 14},
    {"two bursts before", {{-2, 3, 0, false}, {-1, 6, 0, false}}, .late = 11},
    {"told: offered before", {{2, 6, 3, true}}, .late = 11},
    {"told: it has ended in due", {{2, 4, 3, true}}, .late = 9},
    {"told: offered with the request", {{2, 4, 2, true}}, .late = 5},
    {"perhaps offered before: late either way", {{0, 3, 1, false}}, .late = 8},
    {"perhaps: with the extension if not", {{0, 9, 1, false}}, .late = 14},
    {"the extension if not is longer", {{0, 3, 1, false}, {1, 6, 0, false}}, .late = 11},
    {"later bursts", {{0, 3, 1, false}, {1, 6, 0, false}, {9, 99, 0, false}}, .late = 11},
    {"a TLBI of the cycle before: BR6", {{0, 3, 0, false}}, .tlbi = -1, .late = 8},
    {"a TLBI of two cycles before", {{0, 3, 0, false}}, .tlbi = -2, .late = 5},
    {"nothing has begun before C", .tlbi = -1, .late = 6},
    {"what has begun ends in C", {{0, 1, 0, false}}, .tlbi = -1, .late = 6},
    {"a TLBI meanwhile", {{3, 6, 0, false}}, .tlbi = 2, .late = 11},
    {"a TLBI, nothing begins", .tlbi = 2, .late = 9},
    {"what began ends before C", {{-1, 3, 0, false}}, .tlbi = 2, .late = 9},
    {"what began behind the TLBI ends in C", {{3, 4, 0, false}}, .tlbi = 2, .late = 9},
    {"a TLBI, a burst begins in C", {{4, 8, 0, false}}, .tlbi = 2, .late = 9},
    {"and has not ended in due", {{4, 9, 0, false}}, .tlbi = 2, .late = 14},
    {"a TLBI in due", .tlbi = 4, .late = 11},
    {"a TLBI behind due", .tlbi = 5, .late = 5},
    {"a TLBI in the extension", {{4, 6, 0, false}, {8, 12, 0, false}}, .tlbi = 7, .late = 17},
    {"begins anew: another extension",
     {{4, 6, 0, false}, {8, 12, 0, false}, {10, 18, 0, false}},
     .tlbi = 7,
     .late = 23},
    {"the PSB CSYNC before it", .psb = 1, .done = 7, .late = 12},
    {"a TLBI in the cycle before it is done", .tlbi = 6, .psb = 1, .done = 7, .late = 13},
    {"long before it is done", .tlbi = 2, .psb = 1, .done = 7, .late = 12},
    {"what began meanwhile", {{6, 9, 0, false}}, .psb = 1, .done = 7, .late = 14},
    {"the PSB CSYNC with it", .psb = 2, .done = 7, .late = 12},
    {"the PSB CSYNC behind it", .psb = 3, .done = 3, .late = 5},
};

#define REQUEST 100 /* the cycle of the DSB in the clock of the model */

/* The bursts of a row that are accepted, and without their B, behind the transactions of a cycle.
 */
static void set_bursts(struct spe_model *m, const struct dsb *row, int cycle)
{
    m->spu->buf.n_bursts = 0;
    for (int i = 0; i < 3; i++) {
        const struct busy *b = &row->burst[i];
        if (cycle >= b->at && cycle < b->end) {
            m->spu->buf.burst[m->spu->buf.n_bursts++] =
                (struct burst){.offered = (uint64_t)(REQUEST + b->at),
                               .ahead = (uint32_t)b->ahead,
                               .told = b->told};
        }
    }
}

/* The requests of a cycle, and the TLBI and the end of the PSB CSYNC in it. */
static void sync_cycle(struct spe_model *m, const struct dsb *row, int cycle)
{
    struct barriers *b = &m->spu->barriers;
    const uint64_t now = m->clock.cycle;

    if (row->tlbi != 0 && cycle == row->tlbi) {
        m->spu->buf.tlbi_cycle = now;
    }
    if (cycle == 0) {
        b->dsb_open = true;
        b->dsb_cycle = now;
    }
    if (row->psb != 0 && cycle == row->psb - 2) {
        b->psb_open = true;
        b->psb_cycle = now;
        b->psb_idle = 0;
    }
    if (cycle == 0 || (row->tlbi > 0 && cycle == row->tlbi)) {
        sync_dsb_begin(m->spu, now);
    }
    if (row->psb != 0 && cycle == row->done) {
        b->psb_open = false;
        sync_dsb_freed(m->spu, now);
    }
}

static int dsb_late(const struct dsb *row, const char *keys, unsigned taps)
{
    struct spe_model *m = bare_model(keys, taps);
    int late = 0;

    for (int cycle = -2; cycle < 40; cycle++) {
        m->clock.cycle = (uint64_t)(REQUEST + cycle);
        sync_watch(m); /* at the start of the cycle nothing has happened in it */
        sync_cycle(m, row, cycle);
        set_bursts(m, row, cycle);
        sync_watch(m);
        sync_watch(m); /* of another transaction */
        late = late == 0 && bare_findings != 0 ? cycle : late;
    }
    CHECK(row->name, bare_findings, late != 0);
    CHECK(row->name, m->spu->barriers.dsb_late, late != 0);
    if (late != 0) {
        CHECK(row->name, bare_last.check, SPE_CHECK_LIVENESS);
        char by[32];
        (void)snprintf(by, sizeof(by), "done by cycle %d", REQUEST + late - 1);
        assert_string_equal(bare_last.where, "DSB");
        assert_string_equal(bare_last.expected, by);
    }
    m->spu->buf.n_bursts = 0;
    spe_model_destroy(m);
    return late;
}

static void when_a_dsb_is_late(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(dsbs) / sizeof(dsbs[0]); i++) {
        const struct dsb *row = &dsbs[i];
        const char *keys = row->psb != 0 ? "dsb_max = 4\n" : KEYS;
        CHECK(row->name, dsb_late(row, keys, SPE_TAP_ALL), row->late);
        CHECK("[dsb_max] = 0", dsb_late(row, "dsb_max = 0\n", SPE_TAP_ALL), 0);
        CHECK("no records", dsb_late(row, KEYS, SPE_TAP_ALL & ~SPE_TAP_LIFE), 0);
    }
}

/* It waits for what began before its request; behind a TLBI, before the second cycle after that.
 * While no DSB is open, nothing is kept of one. */
static void what_a_dsb_waits_for(void **state)
{
    static const struct {
        uint64_t tlbi, now, until; /* tlbi: 0: none yet */
    } begins[] = {{0, 0, 0}, {0, 1, 1},    {1, 1, 3},    {1, 2, 3},    {1, 3, 3},
                  {1, 4, 4}, {58, 60, 60}, {59, 60, 61}, {60, 60, 62}, {2, 60, 60}};

    (void)state;
    for (size_t i = 0; i < sizeof(begins) / sizeof(begins[0]); i++) {
        struct spe_model *m = bare_model(KEYS, SPE_TAP_ALL);
        m->spu->buf.tlbi_cycle = begins[i].tlbi;
        sync_dsb_begin(m->spu, begins[i].now);
        CHECK("what certainly began", m->spu->barriers.dsb[false].until, begins[i].until);
        CHECK("what may have begun", m->spu->barriers.dsb[true].until, begins[i].until);
        sync_dsb_freed(m->spu, NOW + 7);
        CHECK("no DSB is open", m->spu->barriers.dsb[true].until, begins[i].until);
        spe_model_destroy(m);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(what_psb_waits_for),
                                       cmocka_unit_test(an_event_that_nothing_shows),
                                       cmocka_unit_test(what_a_doomed_record_has_left),
                                       cmocka_unit_test(psb_is_late_once),
                                       cmocka_unit_test(when_a_dsb_is_late),
                                       cmocka_unit_test(what_a_dsb_waits_for)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
