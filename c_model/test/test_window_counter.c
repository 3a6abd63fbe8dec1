/* SPDX-License-Identifier: Apache-2.0 */
#include "bare_model.h"
#include "check.h"
#include "doubt/snapshots.h"
#include "events/window.h"
#include "events/window_read.h"
#include "spe/regs.h"
#include "state/events.h"

/* The history of the counter without OUT (3.5): its value in each cycle in which an event may have
 * come, and what a read of PMSICR_EL1 says about the event. It is cycle 50. The counter was 0x302
 * in cycle 42, 0x301 in 43, 0x300 in 44, after 5, 6 and 8 members; it is 0x2ff after 11 members. */

#define NOW   50
#define BLIND (SPE_TAP_ALL & ~SPE_TAP_OUT)
#define FIRST 42
#define IS    0x2ff

static const uint64_t members[] = {5, 6, 8};

static struct spe_model *create(const char *keys, unsigned taps)
{
    struct spe_model *m = bare_model(keys, taps);

    m->clock.cycle = NOW;
    for (unsigned i = 0; i < 3; i++) {
        m->spu->snaps.at[i] =
            (struct snapshot){.cycle = FIRST + i, .sicr = 0x302 - i, .pop = members[i]};
    }
    m->spu->snaps.n = 3;
    m->spu->regs.v[SPE_PMSICR] = IS;
    count_add(&m->spu->acc.count[COUNT_POP], 5, 41);
    count_add(&m->spu->acc.count[COUNT_POP], 6, 44);
    return m;
}

static struct effect *add(struct spe_model *m, uint64_t lo, uint64_t hi)
{
    struct effect *e = &m->spu->events.effect[m->spu->events.n++];

    *e = (struct effect){.lo = lo, .hi = hi, .optional = true, .target = 1};
    return e;
}

/* The model keeps one snapshot for each cycle: the counter before its first change in the cycle. */
static void each_cycle_is_kept_once(void **state)
{
    struct spe_model *m = create("", BLIND);
    const struct snapshot *last = &m->spu->snaps.at[3];

    (void)state;
    (void)add(m, 40, 60);
    m->spu->counter.draw = (struct open_draw){.open = true, .before = true};
    model_snapshot(m);
    CHECK("the cycle", last->cycle, NOW);
    CHECK("the counter", last->sicr, IS);
    CHECK("the members", last->pop, 11);
    CHECK("the draw", last->draw.open && last->draw.before && !last->draw.spent, true);
    m->spu->regs.v[SPE_PMSICR] = 0x2fe;
    model_snapshot(m);
    CHECK("the second change", m->spu->snaps.n, 4);
    CHECK("the counter before the first", last->sicr, IS);
    m->clock.cycle++;
    model_snapshot(m);
    CHECK("the next cycle", m->spu->snaps.n, 5);
    spe_model_destroy(m);
}

/* The model keeps the counter up to the last cycle of the window that ends last. */
static void cycles_of_a_window_are_kept(void **state)
{
    static const struct {
        const char *name;
        uint64_t hi[2];
        int first, n; /* snapshots before and after */
    } rows[] = {
        {"it goes on", {45, 0}, 3, 4},
        {"it ends with the last one that is kept", {44, 0}, 3, 3},
        {"it ends before", {43, 0}, 3, 3},
        {"another one goes on", {43, 45}, 3, 4},
        {"that one stands first", {45, 43}, 3, 4},
        {"none is kept: this is the first", {44, 0}, 0, 1},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct spe_model *m = create("", BLIND);
        for (int k = 0; k < 2 && rows[i].hi[k] != 0; k++) {
            (void)add(m, 40, rows[i].hi[k]);
        }
        m->spu->snaps.n = rows[i].first;
        model_snapshot(m);
        CHECK(rows[i].name, m->spu->snaps.n, rows[i].n);
        spe_model_destroy(m);
    }
}

static void a_cycle_too_many_is_misuse(void **state)
{
    struct spe_model *m = create("", BLIND);
    struct snapshots *s = &m->spu->snaps;

    (void)state;
    (void)add(m, 40, 600);
    s->n = MAX_SNAPS - 1;
    s->at[s->n - 1].cycle = 49;
    model_snapshot(m);
    CHECK("the last that fits", s->n, MAX_SNAPS);
    CHECK("the last that fits", bare_findings, 0);
    m->clock.cycle++;
    model_snapshot(m);
    CHECK("one more", s->n, MAX_SNAPS);
    CHECK("one more", bare_findings, 1);
    CHECK("what it is", bare_last.kind, SPE_FINDING_MISUSE);
    spe_model_destroy(m);
}

/* A write by software sets the counter of every cycle in which the counter may have stopped. */
static void a_write_is_the_counter_of_all(void **state)
{
    struct spe_model *m = create("", BLIND);

    (void)state;
    for (int i = 0; i < 3; i++) {
        m->spu->snaps.at[i].draw.open = true;
    }
    model_snapshots_written(&m->spu->snaps, 0x77);
    for (int i = 0; i < 3; i++) {
        CHECK("the value", m->spu->snaps.at[i].sicr, 0x77);
        CHECK("no draw is open in it", m->spu->snaps.at[i].draw.open, false);
        CHECK("its members", m->spu->snaps.at[i].pop, members[i]);
    }
    spe_model_destroy(m);
}

/* Nothing counted from a cycle on: the model restores the counter before the first change from that
 * cycle on. */
static void the_counter_is_restored(void **state)
{
    static const struct {
        uint64_t cycle;
        int left;
        uint64_t sicr, total;
    } rows[] = {{41, 0, 0x302, 5},
                {42, 0, 0x302, 5},
                {43, 1, 0x301, 6},
                {44, 2, 0x300, 8},
                {45, 3, IS, 11}};

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct spe_model *m = create("", BLIND);
        for (int k = 0; k < 3; k++) {
            m->spu->snaps.at[k].draw.open = true;
        }
        window_restore(m, rows[i].cycle);
        CHECK("left", m->spu->snaps.n, rows[i].left);
        CHECK("the counter", m->spu->regs.v[SPE_PMSICR], rows[i].sicr);
        CHECK("its draw", m->spu->counter.draw.open, rows[i].sicr != IS);
        CHECK("members", m->spu->acc.count[COUNT_POP].total, rows[i].total);
        spe_model_destroy(m);
    }
}

static void earlier_cycles_are_forgotten(void **state)
{
    (void)state;
    for (uint64_t cycle = 41; cycle <= 46; cycle++) {
        struct spe_model *m = create("", BLIND);
        const int left = cycle <= 42 ? 3 : cycle >= 45 ? 0 : (int)(45 - cycle);
        window_forget_before(&m->spu->snaps, cycle);
        CHECK("left", m->spu->snaps.n, left);
        CHECK("the first", left == 0 || m->spu->snaps.at[0].cycle == (cycle < 42 ? 42 : cycle),
              true);
        spe_model_destroy(m);
    }
}

/* Profiling counts again. If the counter may have stood still, its value is unknown. */
static void counting_begins_again(void **state)
{
    (void)state;
    for (int stopped = 0; stopped < 2; stopped++) {
        for (int n = 0; n <= 3; n += 3) {
            struct spe_model *m = create("", BLIND);
            const bool unknown = stopped && n != 0;
            m->spu->snaps.n = n;
            m->spu->snaps.counter_stopped = stopped;
            model_counter_resumes(m);
            CHECK("it goes on", m->spu->snaps.counter_stopped, false);
            CHECK("unknown", m->spu->unknown.bits[SPE_PMSICR] != 0, unknown);
            CHECK("members that need not count", m->spu->acc.count[COUNT_POP].maybe,
                  unknown ? 6 : 0);
            CHECK("what is kept", m->spu->snaps.n, unknown ? 0 : n);
            spe_model_destroy(m);
        }
    }
}

/* A window is over. From its first cycle on the counter may stand still, unless it already did
 * before, or OUT tells when the event came. */
static void the_window_is_over(void **state)
{
    (void)state;
    for (int i = 0; i < 4; i++) {
        struct spe_model *m = create("", i / 2 != 0 ? SPE_TAP_ALL : BLIND);
        model_window_closed(m, 43, i % 2 != 0);
        CHECK("it may stand still", m->spu->snaps.counter_stopped, i == 0);
        CHECK("since", m->spu->snaps.lo, i == 0 ? 43 : 0);
        CHECK("cycles that are kept", m->spu->snaps.n, i == 0 ? 2 : 3);
        spe_model_destroy(m);
    }
}

/* An event whose last possible cycle is past has stopped the counter in that cycle. */
static void an_event_of_before_is_taken(void **state)
{
    static const uint64_t his[] = {43, NOW - 1, NOW, NOW + 1};

    (void)state;
    for (size_t i = 0; i < 4; i++) {
        struct spe_model *m = create("", BLIND);
        m->spu->snaps.at[2].cycle = NOW + 5; /* a later cycle: only a change after the event is
                                              * taken back */
        const struct effect e = {.lo = 40, .hi = his[i]};
        model_window_late(m, &e);
        CHECK("the counter", m->spu->regs.v[SPE_PMSICR], i == 0 ? 0x301 : i == 1 ? 0x300 : IS);
        spe_model_destroy(m);
    }
}

/* A read of PMSICR_EL1; `hi`: end of the window, 0: no window is open. */
struct read_row {
    const char *name;
    uint64_t hi, data;
    uint64_t s_cycle; /* cycle of the event; 0: the event has not come */
    int windows;      /* windows left */
    uint64_t sicr, total, maybe;
    int snaps; /* snapshots left */
};

static const struct read_row reads[] = {
    {"it stopped in the window", 60, 0x301, 43, 0, 0x301, 6, 0, 0},
    {"in its first cycle", 60, 0x302, 42, 0, 0x302, 5, 0, 0},
    {"in the last cycle that is kept", 60, 0x300, 44, 0, 0x300, 8, 0, 0},
    {"in the last cycle of the window", 43, 0x301, 43, 0, 0x301, 6, 0, 0},
    {"it did not, and the window is over", NOW, IS, 0, 0, IS, 11, 0, 0},
    {"it has not yet", NOW + 1, IS, 0, 1, IS, 11, 0, 0},
    {"nothing of it", 60, 0x123, 0, 1, IS, 11, 6, 0},
    {"the event had come", 0, 0x301, 0, 0, 0x301, 6, 0, 0},
    {"it had come behind all", 0, IS, 0, 0, IS, 11, 0, 0},
    {"it had come, nobody knows when", 0, 0x123, 0, 0, IS, 11, 6, 0},
};

static void read_one(const struct read_row *row, struct spe_model *m)
{
    m->spu->snaps.counter_stopped = true;
    if (row->hi != 0) {
        (void)add(m, 40, row->hi);
    }
    model_window_read(m, SPE_PMSICR, row->data);
    CHECK(row->name, m->spu->events.s_cycle, row->s_cycle);
    CHECK(row->name, m->spu->events.n, row->windows);
    CHECK(row->name, row->windows == 0 || m->spu->events.effect[0].lo <= NOW, true);
    CHECK(row->name, m->spu->regs.v[SPE_PMSICR], row->sicr);
    CHECK(row->name, m->spu->acc.count[COUNT_POP].total, row->total);
    CHECK(row->name, m->spu->acc.count[COUNT_POP].maybe, row->maybe);
    CHECK(row->name, m->spu->snaps.n, row->snaps);
    CHECK(row->name, m->spu->snaps.counter_stopped, row->snaps != 0);
}

static void a_read_of_the_counter_tells(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(reads) / sizeof(reads[0]); i++) {
        struct spe_model *m = create("", BLIND);
        read_one(&reads[i], m);
        spe_model_destroy(m);
    }
}

/* A value that the counter had in two cycles, one of them the current cycle. While the event may
 * still come, the read says nothing. After the event, the read gives the counter, but not the
 * number of members. */
static const struct read_row twice[] = {
    {"it may have stopped, or not", 60, IS, 0, 1, IS, 11, 0, 3},
    {"it has stopped in one of two cycles", 0, IS, 0, 0, IS, 11, 6, 0},
};

static void a_value_of_two_cycles(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(twice) / sizeof(twice[0]); i++) {
        struct spe_model *m = create("", BLIND);
        m->spu->snaps.at[1].sicr = IS;
        read_one(&twice[i], m);
        spe_model_destroy(m);
    }
}

/* A read of PMSICR_EL1 may be late (P24): if so, the read says nothing. */
static void a_read_that_may_be_late(void **state)
{
    static const struct {
        const char *name;
        uint64_t counted, changed, data;
        int snaps;
    } rows[] = {
        {"counted a cycle ago", 49, 0, 0x301, 3},
        {"counted long ago", 46, 0, 0x301, 0},
        {"loaded a cycle ago", 1, 49, 0, 3},
        {"... not from this count", 1, 49, 0x301, 0},
        {"neither", 0, 0, 0x301, 0},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct spe_model *m = create("read_lag_max = 4\nwidth = 2\n", BLIND);
        (void)add(m, 40, 60);
        m->spu->counter.counted = rows[i].counted;
        m->spu->counter.changed = rows[i].changed;
        model_window_read(m, SPE_PMSICR, rows[i].data);
        CHECK(rows[i].name, m->spu->snaps.n, rows[i].snaps);
        CHECK(rows[i].name, m->spu->events.n, rows[i].snaps != 0);
        spe_model_destroy(m);
    }
}

/* Since cycle 43 ECOUNT holds a draw that nobody has seen: any value up to the greatest one. COUNT
 * does not depend on the draw. Once the draw is spent, ECOUNT may be 0. */
#define DRAWN(ecount, count) ((uint64_t)(ecount) << 56 | (count))

static void a_draw_that_nobody_has_seen(void **state)
{
    static const struct {
        const char *name;
        bool open, spent;
        uint64_t data, s_cycle;
    } rows[] = {
        {"any draw", true, false, DRAWN(0x40, 0x301), 43},
        {"the greatest one", true, false, DRAWN(0xff, 0x301), 43},
        {"another COUNT", true, false, DRAWN(0x40, 0x305), 0},
        {"none is open", false, false, DRAWN(0x40, 0x301), 0},
        {"0 would have selected", true, false, DRAWN(0, 0x301), 0},
        {"which it has", true, true, DRAWN(0, 0x301), 43},
        {"the other counter is none", true, true, DRAWN(0, 0x305), 0},
        {"none is open that is spent", false, true, DRAWN(0, 0x301), 0},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct spe_model *m = create("ernd = 1\n", BLIND);
        struct snapshot *s = &m->spu->snaps.at[1];
        (void)add(m, 40, 60);
        m->spu->regs.v[SPE_PMSIRR] = SPE_PMSIRR_RND | 0x100;
        s->sicr = DRAWN(0xff, 0x301);
        s->draw.open = rows[i].open;
        s->draw.spent = rows[i].spent;
        model_window_read(m, SPE_PMSICR, rows[i].data);
        CHECK(rows[i].name, m->spu->events.s_cycle, rows[i].s_cycle);
        CHECK(rows[i].name, m->spu->events.n, rows[i].s_cycle == 0);
        spe_model_destroy(m);
    }
}

/* Without ERnd the draw is in COUNT, and 0 is a possible draw, too. */
static void a_draw_of_count(void **state)
{
    (void)state;
    for (unsigned draw = 0; draw < 2; draw++) {
        struct spe_model *m = create("ernd = 0\n", BLIND);
        (void)add(m, 40, 60);
        m->spu->regs.v[SPE_PMSIRR] = SPE_PMSIRR_RND | 0x100;
        m->spu->snaps.at[1].draw.open = true;
        model_window_read(m, SPE_PMSICR, 0x301 - 255 - 1 + draw);
        CHECK("it has stopped", m->spu->events.s_cycle, draw == 0 ? 0 : 43);
        spe_model_destroy(m);
    }
}

/* The value read fits the current counter with its open draw: the counter did not stop in the
 * window, which is over. A value that fits only an earlier state, by up to [width] members for each
 * of [read_lag_max] cycles, says nothing. */
static void a_draw_of_now(void **state)
{
    static const struct {
        const char *name;
        bool open;
        uint64_t counted, data;
        int windows, snaps;
    } rows[] = {
        {"a draw", true, 0, DRAWN(0x40, IS), 0, 0},
        {"none is open", false, 0, DRAWN(0x40, IS), 1, 0},
        {"a member of a cycle ago", true, 49, DRAWN(0x40, IS + 1), 1, 3},
        {"of long ago", true, 46, DRAWN(0x40, IS + 1), 1, 0},
        {"more members than there were", true, 49, DRAWN(0x40, IS + 9), 1, 0},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct spe_model *m = create("ernd = 1\nread_lag_max = 4\nwidth = 2\n", BLIND);
        (void)add(m, 40, NOW);
        m->spu->regs.v[SPE_PMSIRR] = SPE_PMSIRR_RND | 0x100;
        m->spu->regs.v[SPE_PMSICR] = DRAWN(0xff, IS);
        m->spu->counter.draw.open = rows[i].open;
        m->spu->counter.counted = rows[i].counted;
        model_window_read(m, SPE_PMSICR, rows[i].data);
        CHECK(rows[i].name, m->spu->events.n, rows[i].windows);
        CHECK(rows[i].name, m->spu->snaps.n, rows[i].snaps);
        spe_model_destroy(m);
    }
}

/* A read of another register says nothing about the counter; nor does any read without
 * snapshots. */
static void what_says_nothing_of_the_counter(void **state)
{
    static const struct {
        enum spe_reg reg;
        int n;
        uint64_t lo;
    } rows[] = {{SPE_PMSIRR, 3, 40}, {SPE_PMSICR, 0, 40}, {SPE_PMSCR_EL1, 3, 40}};

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct spe_model *m = create("", BLIND);
        (void)add(m, rows[i].lo, NOW);
        m->spu->snaps.n = rows[i].n;
        model_window_read(m, rows[i].reg, IS);
        CHECK("kept", m->spu->snaps.n, rows[i].n);
        CHECK("the window", m->spu->events.n, 1);
        CHECK("members", m->spu->acc.count[COUNT_POP].maybe, 0);
        spe_model_destroy(m);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_cycle_is_kept_once),
        cmocka_unit_test(cycles_of_a_window_are_kept),
        cmocka_unit_test(a_cycle_too_many_is_misuse),
        cmocka_unit_test(a_write_is_the_counter_of_all),
        cmocka_unit_test(the_counter_is_restored),
        cmocka_unit_test(earlier_cycles_are_forgotten),
        cmocka_unit_test(counting_begins_again),
        cmocka_unit_test(the_window_is_over),
        cmocka_unit_test(an_event_of_before_is_taken),
        cmocka_unit_test(a_read_of_the_counter_tells),
        cmocka_unit_test(a_value_of_two_cycles),
        cmocka_unit_test(a_read_that_may_be_late),
        cmocka_unit_test(a_draw_that_nobody_has_seen),
        cmocka_unit_test(a_draw_of_count),
        cmocka_unit_test(a_draw_of_now),
        cmocka_unit_test(what_says_nothing_of_the_counter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
