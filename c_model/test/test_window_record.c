/* SPDX-License-Identifier: Apache-2.0 */
#include "bare_model.h"
#include "check.h"
#include "doubt/fork.h"
#include "doubt/window_close.h"
#include "events/window_read.h"
#include "spe/regs.h"
#include "state/events.h"

/* Windows of doubt (3.5, S1): what a record that is written, or not written, or the end of a
 * barrier, tells about their events. Unless a row says otherwise, it is cycle 50, and each window
 * is 40 to 60. */

#define NOW   50
#define BLIND (SPE_TAP_ALL & ~SPE_TAP_OUT)

static struct spe_model *create(const char *keys, unsigned taps)
{
    struct spe_model *m = bare_model(keys, taps);

    m->clock.cycle = NOW;
    return m;
}

static struct effect *add(struct spe_model *m, struct effect e)
{
    struct effect *to = &m->spu->events.effect[m->spu->events.n++];

    *to = e;
    to->optional = true;
    to->target = 1;
    return to;
}

/* [disabled_record] = event, and the event never comes: the record that the event would have
 * belonged to must be written. */
struct silent_row {
    const char *name, *keys;
    enum event_rank rank;
    uint64_t doubt;
    unsigned silent; /* bit n: record n must be written */
};

static const struct silent_row silents[] = {
    {"the second one", "disabled_record = event\n", RANK_DENIED, 2, 1u << 2},
    {"of no record alone", "disabled_record = event\n", RANK_DENIED, 0, 0},
    {"another event", "disabled_record = event\n", RANK_RECORD, 2, 0},
    {"it may be lost without one", "disabled_record = any\n", RANK_DENIED, 2, 0},
};

static void which_record_must_be_written(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(silents) / sizeof(silents[0]); i++) {
        const struct silent_row *row = &silents[i];
        struct spe_model *m = create(row->keys, BLIND);
        unsigned silent = 0;
        struct effect *e = add(m, (struct effect){.lo = 40, .hi = NOW});
        e->rank = row->rank;
        e->doubt = row->doubt;
        for (uint64_t k = 1; k <= 3; k++) {
            (void)bare_queued(m, REC_MAYBE, k);
        }
        window_not_by(m, 0, NOW);
        for (int k = 0; k < 3; k++) {
            const struct rec *rec = queue_at(&m->spu->buf, k);
            silent |= rec->silent ? 1u << rec->id : 0;
        }
        CHECK(row->name, silent, row->silent);
        spe_model_destroy(m);
    }
}

/* A record is written: no event had come by the offer of the record's first AW, or, if the offer is
 * unknown, by cycle 45, in which the record was queued. An event that would have lost the record
 * never comes. */
struct written_row {
    const char *name;
    struct effect e;
    uint64_t offered; /* 0: unknown */
    bool certain;
    uint64_t lo, order; /* lo: 0: the event never comes */
};

static const struct written_row writtens[] = {
    {"a window of before", {.lo = 40, .hi = 60, .order = 3}, 0, false, 46, 3},
    {"that begins with it", {.lo = 45, .hi = 60, .order = 3}, 0, false, 46, 3},
    {"that begins behind it", {.lo = 47, .hi = 60, .order = 3}, 0, false, 47, 3},
    {"the offer is known", {.lo = 40, .hi = 60, .order = 3}, 43, false, 44, 3},
    {"a wrong pointer", {.lo = 40, .hi = 60, .late = true}, 0, false, 0, 0},
    {"it must come", {.lo = 40, .hi = 60, .late = true}, 0, true, 46, 0},
    {"of this record", {.lo = 40, .hi = 60, .rank = RANK_DENIED, .doubt = 1}, 0, false, 0, 0},
    {"of another", {.lo = 40, .hi = 60, .rank = RANK_DENIED, .doubt = 2}, 0, false, 46, 0},
    {"of none alone", {.lo = 40, .hi = 60, .rank = RANK_DENIED}, 0, false, 46, 0},
    {"an event of it", {.lo = 40, .hi = 60, .doubt = 1}, 0, false, 46, 0},
    {"its window opens yet", {.lo = 51, .hi = 60, .late = true}, 0, false, 51, 0},
    {"it is of this one alone",
     {.lo = 51, .hi = 60, .order = 3, .joined = 1, .joined_order = 9},
     0,
     false,
     51,
     9},
    {"or of another one",
     {.lo = 51, .hi = 60, .order = 3, .joined = 2, .joined_order = 9},
     0,
     false,
     51,
     3},
};

static void a_record_is_written(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(writtens) / sizeof(writtens[0]); i++) {
        const struct written_row *row = &writtens[i];
        struct spe_model *m = create("", BLIND);
        struct rec *rec = bare_queued(m, REC_QUEUED, 1);
        struct effect *e = add(m, row->e);
        e->optional = !row->certain;
        rec->enq_cycle = 45;
        m->spu->buf.offer_known = row->offered != 0;
        m->spu->buf.offered = row->offered;
        model_window_written(m, rec);
        CHECK(row->name, m->spu->events.n, row->lo != 0);
        CHECK(row->name, row->lo == 0 || e->lo == row->lo, true);
        CHECK(row->name, e->order, row->order);
        spe_model_destroy(m);
    }
}

/* All of a record is written. An access not allowed event belongs to one of the records discarded
 * in cycle 45: it belongs to another record, or never comes. */
struct other {
    enum rec_state state; /* REC_FREE: no other record */
    bool may_write;
    uint64_t off;
};

struct done_row {
    const char *name;
    enum event_rank rank;
    bool certain, dropped, may_write;
    uint64_t off, doubt;
    struct other other;
    bool left;
};

static const struct done_row dones[] = {
    {"of no other", RANK_DENIED, false, false, true, 45, 0, {0}, false},
    {"discarded before", RANK_DENIED, false, false, true, 44, 0, {0}, false},
    {"discarded later", RANK_DENIED, false, false, true, 46, 0, {0}, true},
    {"it could not be written", RANK_DENIED, false, false, false, 45, 0, {0}, true},
    {"another event", RANK_RECORD, false, false, true, 45, 0, {0}, true},
    {"one of them was dropped", RANK_DENIED, false, true, true, 45, 0, {0}, true},
    {"it must come", RANK_DENIED, true, false, true, 45, 0, {0}, true},
    {"of another", RANK_DENIED, false, false, true, 45, 0, {REC_MAYBE, true, 45}, true},
    {"which is there", RANK_DENIED, false, false, true, 45, 0, {REC_QUEUED, true, 45}, false},
    {"discarded later", RANK_DENIED, false, false, true, 45, 0, {REC_MAYBE, true, 46}, false},
    {"not written", RANK_DENIED, false, false, true, 45, 0, {REC_MAYBE, false, 45}, false},
    {"of it alone", RANK_DENIED, false, true, false, 46, 1, {REC_MAYBE, true, 45}, false},
    {"of another alone", RANK_DENIED, false, true, false, 46, 2, {0}, true},
    {"another event of it", RANK_RECORD, false, true, false, 46, 1, {0}, true},
};

static void a_record_is_done(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(dones) / sizeof(dones[0]); i++) {
        const struct done_row *row = &dones[i];
        struct spe_model *m = create("disabled_record = any\n", BLIND);
        struct rec *rec = bare_queued(m, REC_MAYBE, 1);
        struct effect *e = add(m, (struct effect){.lo = 40, .hi = 60});
        rec->may_write = row->may_write;
        rec->off_cycle = row->off;
        if (row->other.state != REC_FREE) {
            struct rec *other = bare_queued(m, row->other.state, 2);
            other->may_write = row->other.may_write;
            other->off_cycle = row->other.off;
        }
        e->rank = row->rank;
        e->cycle = 45;
        e->dropped = row->dropped;
        e->doubt = row->doubt;
        e->optional = !row->certain;
        model_window_done(m, rec);
        CHECK(row->name, m->spu->events.n, row->left);
        spe_model_destroy(m);
    }
}

/* A record is lost. The event of this record alone comes, in the next cycle. An event of several
 * records is marked: one of its records was dropped. */
struct lost_row {
    const char *name;
    unsigned taps;
    enum event_rank rank;
    uint64_t doubt, off;
    bool overwritten, may_write, comes, dropped;
};

static const struct lost_row losts[] = {
    {"its event", BLIND, RANK_DENIED, 1, 46, false, true, true, false},
    {"levels tell", SPE_TAP_ALL, RANK_DENIED, 1, 45, false, true, false, true},
    {"it is overwritten", BLIND, RANK_DENIED, 1, 46, true, true, false, false},
    {"another event", BLIND, RANK_RECORD, 1, 45, false, true, false, false},
    {"of another record", BLIND, RANK_DENIED, 2, 46, false, true, false, false},
    {"of several", BLIND, RANK_DENIED, 0, 45, false, true, false, true},
    {"it could not be written", BLIND, RANK_DENIED, 0, 45, false, false, false, false},
};

static void a_record_is_lost(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(losts) / sizeof(losts[0]); i++) {
        const struct lost_row *row = &losts[i];
        struct spe_model *m = create("disabled_record = any\n", row->taps);
        struct rec *rec = bare_queued(m, REC_MAYBE, 1);
        struct effect *e = add(m, (struct effect){.lo = 40, .hi = 60});
        e->rank = row->rank;
        e->cycle = 45;
        e->doubt = row->doubt;
        e->overwritten = row->overwritten;
        e->fork = fork_open(m, FORK_S1);
        rec->may_write = row->may_write;
        rec->off_cycle = row->off;
        m->spu->schedule.busy = false;
        model_window_lost(m, rec);
        CHECK(row->name, e->optional, !row->comes);
        CHECK(row->name, e->fork == 0 && m->spu->forks.n_used == 0, row->comes);
        CHECK(row->name, m->spu->schedule.busy, row->comes);
        CHECK(row->name, e->dropped, row->dropped);
        spe_model_destroy(m);
    }
}

/* The loss of a record changes neither an event that must come, nor a mark that is already set. */
static void an_event_that_a_record_leaves_alone(void **state)
{
    struct spe_model *m = create("", BLIND);
    struct rec *rec = bare_queued(m, REC_MAYBE, 1);
    struct effect *e = add(m, (struct effect){.lo = 40, .hi = 60, .rank = RANK_DENIED, .doubt = 1});

    (void)state;
    e->optional = false;
    e->dropped = true;
    e->fork = fork_open(m, FORK_S1);
    m->spu->schedule.busy = false;
    model_window_lost(m, rec);
    CHECK("nothing to be done", m->spu->schedule.busy, false);
    CHECK("not settled", m->spu->forks.n_used, 1);
    CHECK("dropped", e->dropped, true);
    spe_model_destroy(m);
}

/* A barrier shows that a record was not written: the event had come by now, in its window. */
static void an_event_had_come(void **state)
{
    static const uint64_t his[][2] = {{45, 45}, {NOW, NOW}, {NOW + 1, NOW}};

    (void)state;
    for (size_t i = 0; i < 3; i++) {
        struct spe_model *m = create("", BLIND);
        struct effect *e = add(m, (struct effect){.lo = 40, .hi = his[i][0]});
        CHECK("it had", model_window_unwritten(m), true);
        CHECK("by this cycle", e->hi, his[i][1]);
        CHECK("for certain", e->optional, false);
        spe_model_destroy(m);
    }
}

/* A barrier that waits for the samples up to 4 is done, or for their faults alone. The event has
 * come, unless it need not, may be later, or is of a later sample. Where the sample of an event is
 * open, a later sample makes it so (P26, L1 to L15). */
struct passed_row {
    const char *name, *keys;
    struct effect e;
    bool faults, optional, levels;
    uint64_t orders; /* selections so far */
    bool come;
};

#define FAULT(l, o, ...)                                                                           \
    {                                                                                              \
        .lo = (l), .hi = 60, .order = (o), .mss = 1, .cause = CAUSE_FAULT, __VA_ARGS__             \
    }

#define FULL                                                                                       \
    {                                                                                              \
        .lo = 40, .hi = 60, .mss = 1, .cause = CAUSE_FULL                                          \
    }

static const struct passed_row barriers[] = {
    {"a fault", "", FAULT(40, 4, .ec = 0), false, false, false, 9, true},
    {"... is one", "", FAULT(40, 4, .ec = 0), true, false, false, 9, true},
    {"in the first cycle", "", FAULT(NOW, 4, .ec = 0), false, false, false, 9, true},
    {"it comes later", "", FAULT(NOW + 1, 4, .ec = 0), false, false, false, 9, false},
    {"of a later sample", "", FAULT(40, 5, .ec = 0), false, false, false, 9, false},
    {"it need not come", "", FAULT(40, 4, .ec = 0), false, true, false, 9, false},
    {"levels show it", "", FAULT(40, 4, .ec = 0), false, false, true, 9, false},
    {"a full buffer", "", FULL, false, false, false, 9, true},
    {"... is no fault", "", FULL, true, false, false, 9, false},
    {"of a wrong pointer", "", FAULT(40, 4, .late = true), false, false, false, 9, false},
    {"of no record", "", FAULT(40, 4, .rank = RANK_DENIED), false, false, false, 9, false},
    {"of any record", "record_order = any\n", FAULT(40, 4, .ec = 0), false, false, false, 5, false},
    {"... the last", "record_order = any\n", FAULT(40, 4, .ec = 0), false, false, false, 4, true},
    {"of any sample", "fe_zero = any\n", FAULT(40, 4, .ec = 0), true, false, false, 5, false},
    {"... the last (2)", "fe_zero = any\n", FAULT(40, 4, .ec = 0), true, false, false, 4, true},
};

static void a_barrier_tells(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(barriers) / sizeof(barriers[0]); i++) {
        const struct passed_row *row = &barriers[i];
        struct spe_model *m = create(row->keys, row->levels ? SPE_TAP_ALL : BLIND);
        add(m, row->e)->optional = row->optional;
        m->spu->fl.orders = row->orders;
        model_window_passed(m, 4, row->faults);
        CHECK(row->name, m->spu->events.n, !row->come);
        CHECK(row->name, m->spu->regs.v[SPE_PMBSR], row->come ? SPE_PMBSR_S | 1 : 0);
        CHECK(row->name, m->spu->events.s_cycle, row->come ? NOW : 0);
        spe_model_destroy(m);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(which_record_must_be_written),
        cmocka_unit_test(a_record_is_written),
        cmocka_unit_test(a_record_is_done),
        cmocka_unit_test(a_record_is_lost),
        cmocka_unit_test(an_event_that_a_record_leaves_alone),
        cmocka_unit_test(an_event_had_come),
        cmocka_unit_test(a_barrier_tells),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
