/* SPDX-License-Identifier: Apache-2.0 */
#include "bare_model.h"
#include "check.h"
#include "doubt/snapshots.h"
#include "doubt/window_close.h"
#include "events/window.h"
#include "events/window_read.h"
#include "spe/regs.h"
#include "state/events.h"

/* Windows of doubt without OUT: an event takes effect in one of the cycles `lo` to `hi`; an
 * optional event may also never come (3.5, S1). It is cycle 50. */

#define NOW   50
#define BLIND (SPE_TAP_ALL & ~SPE_TAP_OUT)

static struct spe_model *create(const char *keys)
{
    struct spe_model *m = bare_model(keys, BLIND);

    m->clock.cycle = NOW;
    return m;
}

static struct effect *add(struct spe_model *m, uint64_t lo, uint64_t hi, bool optional)
{
    struct effect *e = &m->spu->events.effect[m->spu->events.n++];

    *e = (struct effect){.lo = lo, .hi = hi, .optional = optional, .target = 1};
    e->ec = SPE_PMBSR_EC_STAGE1;
    return e;
}

/* The window that ends last among those that had begun by cycle `by`; if two end in the same cycle,
 * the first of them. */
struct last_row {
    const char *name;
    struct {
        uint64_t lo, hi;
        bool optional;
    } window[3];
    uint64_t by;
    int last; /* -1: no window */
};

static const struct last_row lasts[] = {
    {"none", {{0}}, NOW, -1},
    {"the second", {{40, 60, true}, {45, 70, true}, {46, 65, true}}, NOW, 1},
    {"the first of two that end as late", {{40, 60, true}, {45, 60, true}}, NOW, 0},
    {"the other one had not begun", {{40, 60, true}, {45, 70, true}}, 44, 0},
    {"none had", {{40, 60, true}}, 39, -1},
    {"it has not begun yet", {{51, 60, true}, {40, 55, true}}, 60, 1},
    {"an event of one cycle is no window", {{45, 45, false}, {40, 44, true}}, NOW, 1},
};

static void the_window_that_ends_last(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(lasts) / sizeof(lasts[0]); i++) {
        const struct last_row *row = &lasts[i];
        struct spe_model *m = create("");
        for (int k = 0; k < 3 && row->window[k].hi != 0; k++) {
            (void)add(m, row->window[k].lo, row->window[k].hi, row->window[k].optional);
        }
        const struct effect *last = window_last(&m->spu->events, &m->clock, row->by);
        CHECK(row->name, last == NULL ? -1 : last - m->spu->events.effect, row->last);
        spe_model_destroy(m);
    }
}

/* If S is already 1, only an External abort changes anything (3.5). */
struct change_row {
    const char *name;
    bool s, asynchronous, ea;
    uint64_t hi;
    bool changes;
};

static const struct change_row changes[] = {
    {"S is 0", false, false, false, 60, true},
    {"S is 1", true, false, false, 60, false},
    {"an asynchronous abort", true, true, false, 60, true},
    {"an abort that is told", true, false, true, 60, true},
    {"its window is over", true, false, true, 49, false},
};

static void what_a_window_may_change(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(changes) / sizeof(changes[0]); i++) {
        const struct change_row *row = &changes[i];
        struct spe_model *m = create("");
        struct effect *e = add(m, 40, row->hi, true);
        e->asynchronous = row->asynchronous;
        e->ea = row->ea;
        m->spu->regs.v[SPE_PMBSR] = row->s ? SPE_PMBSR_S : 0;
        CHECK(row->name, model_windows_change(&m->spu->events, true, NOW, &m->spu->regs),
              row->changes);
        spe_model_destroy(m);
    }
}

/* A read returns S = 0: no event of this register has come yet. Events of other registers, and
 * later ones, may have come. */
static void a_read_says_that_none_has_come(void **state)
{
    static const struct {
        unsigned target;
        uint64_t lo;
        enum spe_reg reg;
        uint64_t then;
    } rows[] = {
        {1, 40, SPE_PMBSR, NOW + 1},
        {3, 40, SPE_PMBSR, 40},
        {1, 60, SPE_PMBSR, 60},
        {3, 40, SPE_PMBSR_EL3, NOW + 1},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct spe_model *m = create("");
        struct effect *e = add(m, rows[i].lo, 70, true);
        e->target = rows[i].target;
        (void)add(m, 40, 70, true);
        m->spu->events.effect[1].target = 2;
        model_window_read(m, rows[i].reg, 0);
        CHECK("the window", e->lo, rows[i].then);
        CHECK("of EL2", m->spu->events.effect[1].lo, 40);
        CHECK("both are open", m->spu->events.n, 2);
        spe_model_destroy(m);
    }
}

/* A member, a draw or a barrier tells about the events of all registers, but not about later
 * windows. */
static void none_has_come_anywhere(void **state)
{
    struct spe_model *m = create("");

    (void)state;
    for (unsigned i = 0; i < 3; i++) {
        add(m, i == 2 ? 60 : 40, 70, true)->target = 1 + i;
    }
    model_window_not_yet(m);
    CHECK("of EL1", m->spu->events.effect[0].lo, NOW + 1);
    CHECK("of EL2", m->spu->events.effect[1].lo, NOW + 1);
    CHECK("a later one", m->spu->events.effect[2].lo, 60);
    spe_model_destroy(m);
}

/* A fault moves PMBPTR_EL1: if PMBPTR_EL1 is unchanged, the fault has not come. */
static void a_read_of_the_pointer_tells(void **state)
{
    static const struct {
        const char *name;
        bool has_ptr;
        uint64_t ptr, later_ptr, lo, data, then;
    } rows[] = {
        {"as it was", true, 0x12000, 0x12008, 40, 0x10000, NOW + 1},
        {"elsewhere", true, 0x12000, 0x12008, 40, 0x13000, 40},
        {"the event leaves it", false, 0x12000, 0x12008, 40, 0x10000, 40},
        {"the event may leave it", true, 0x12000, 0x10000, 40, 0x10000, 40},
        {"the event leaves it where it is", true, 0x10000, 0x10008, 40, 0x10000, 40},
        {"too early", true, 0x12000, 0x12008, 60, 0x10000, 60},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct spe_model *m = create("");
        struct effect *e = add(m, rows[i].lo, 70, true);
        e->has_ptr = rows[i].has_ptr;
        e->ptr = rows[i].ptr;
        e->later_ptr = rows[i].later_ptr;
        m->spu->regs.v[SPE_PMBPTR] = 0x10000;
        model_window_read(m, SPE_PMBPTR, rows[i].data);
        CHECK(rows[i].name, e->lo, rows[i].then);
        CHECK(rows[i].name, m->spu->events.n, 1);
        spe_model_destroy(m);
    }
}

/* The model keeps the counter of each cycle of an open window, and of no later cycle. */
static void counters_are_kept(void **state)
{
    static const struct {
        const char *name;
        uint64_t lo, hi;
        int n;
    } rows[] = {
        {"the window goes on", 40, 60, 2},
        {"it is over", 40, 49, 1},
        {"another one will open", 55, 60, 1},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct spe_model *m = create("");
        (void)add(m, rows[i].lo, rows[i].hi, true);
        m->spu->snaps.at[0] = (struct snapshot){.cycle = 49, .sicr = 0x300};
        m->spu->snaps.n = 1;
        m->spu->regs.v[SPE_PMSICR] = 0x200;
        model_snapshot(m);
        CHECK(rows[i].name, m->spu->snaps.n, rows[i].n);
        CHECK(rows[i].name, m->spu->snaps.at[rows[i].n - 1].sicr, rows[i].n == 2 ? 0x200 : 0x300);
        spe_model_destroy(m);
    }
}

/* Profiling has been stopped since cycle 45, or since an earlier cycle in which the event may have
 * come: then the model restores the counter of that cycle. */
static void the_event_may_have_come_before(void **state)
{
    static const struct {
        const char *name;
        bool stopped;
        int n;
        uint64_t by;
        bool over;
    } rows[] = {
        {"in the window", true, 3, 43, true},
        {"in its first cycle", true, 3, 42, true},
        {"before the window", true, 3, 41, false},
        {"in the cycle in which it has come", true, 3, 45, false},
        {"nothing of the counter is known", true, 0, 43, false},
        {"profiling goes on", false, 3, 43, false},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct spe_model *m = create("");
        for (int k = 0; k < rows[i].n; k++) {
            m->spu->snaps.at[k] =
                (struct snapshot){.cycle = 42 + (uint64_t)k, .sicr = 0x302 - (uint64_t)k};
        }
        m->spu->snaps.n = rows[i].n;
        m->spu->snaps.lo = 42;
        m->spu->events.s_level = rows[i].stopped;
        m->spu->events.s_cycle = 45;
        m->spu->regs.v[SPE_PMSICR] = 0x200;
        CHECK(rows[i].name, model_window_over(m, rows[i].by), rows[i].over);
        CHECK(rows[i].name, m->spu->events.s_cycle, rows[i].over ? rows[i].by : 45);
        CHECK(rows[i].name, m->spu->regs.v[SPE_PMSICR],
              rows[i].over ? 0x302 - (rows[i].by - 42) : 0x200);
        spe_model_destroy(m);
    }
}

/* PMSICR_EL1 says nothing about the window while a load of the counter waits for its draw. */
static void a_load_is_due(void **state)
{
    (void)state;
    for (int due = 0; due < 2; due++) {
        struct spe_model *m = create("");
        m->spu->snaps.at[0] = (struct snapshot){.cycle = 44, .sicr = 0x300};
        m->spu->snaps.n = 1;
        m->spu->regs.v[SPE_PMSICR] = 0x200;
        m->spu->counter.load_due = due;
        model_window_read(m, SPE_PMSICR, 0x300);
        CHECK("kept", m->spu->snaps.n, due);
        CHECK("restored", m->spu->regs.v[SPE_PMSICR], due ? 0x200 : 0x300);
        spe_model_destroy(m);
    }
}

/* The window of an optional event ends without the event. With [disabled_record] = event, the
 * event's record must then be written, unless the filters rejected it. The model keeps the history
 * of the counter while the counter may stand still, or while another window is open. */
static void an_event_never_comes(void **state)
{
    static const struct {
        const char *name;
        bool filtered, overwritten, stopped, other;
        bool silent;
        int snaps;
    } rows[] = {
        {"it must be written", false, false, false, false, true, 0},
        {"or was rejected", true, false, false, false, false, 0},
        {"the event may have come unseen", false, true, false, false, false, 0},
        {"the counter may stand still", false, false, true, false, true, 1},
        {"another window is open", false, false, false, true, true, 1},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct spe_model *m = create("disabled_record = event\n");
        struct rec *rec = bare_queued(m, REC_MAYBE, 1);
        struct effect *e = add(m, 40, 49, true);
        rec->filter.doubt = rows[i].filtered;
        e->rank = RANK_DENIED;
        e->doubt = rec->id;
        e->overwritten = rows[i].overwritten;
        if (rows[i].other) {
            (void)add(m, 45, 60, true);
        }
        m->spu->snaps.at[0] = (struct snapshot){.cycle = 60, .sicr = 0x300};
        m->spu->snaps.n = 1;
        m->spu->snaps.counter_stopped = rows[i].stopped;
        window_not_by(m, 0, 49);
        CHECK(rows[i].name, m->spu->events.n, rows[i].other);
        CHECK(rows[i].name, rec->silent, rows[i].silent);
        CHECK(rows[i].name, m->spu->snaps.n, rows[i].snaps);
        spe_model_destroy(m);
    }
}

/* If a barrier leaves a record unwritten, the event of a window explains the loss: the event has
 * happened by now, unless software has overwritten its trace. */
static void an_event_has_lost_a_record(void **state)
{
    (void)state;
    for (int overwritten = 0; overwritten < 2; overwritten++) {
        struct spe_model *m = create("");
        CHECK("no event", model_window_unwritten(m), false);
        struct effect *e = add(m, 40, 60, true);
        e->overwritten = overwritten;
        CHECK("an event", model_window_unwritten(m), true);
        CHECK("it happens", e->optional, overwritten);
        CHECK("by now", e->hi, overwritten ? 60 : NOW);
        spe_model_destroy(m);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_window_that_ends_last),
        cmocka_unit_test(what_a_window_may_change),
        cmocka_unit_test(a_read_says_that_none_has_come),
        cmocka_unit_test(none_has_come_anywhere),
        cmocka_unit_test(a_read_of_the_pointer_tells),
        cmocka_unit_test(counters_are_kept),
        cmocka_unit_test(the_event_may_have_come_before),
        cmocka_unit_test(a_load_is_due),
        cmocka_unit_test(an_event_never_comes),
        cmocka_unit_test(an_event_has_lost_a_record),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
