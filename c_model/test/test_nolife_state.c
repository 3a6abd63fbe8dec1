/* SPDX-License-Identifier: Apache-2.0 */
#include "bare_model.h"
#include "check.h"
#include "doubt/counter.h"
#include "events/nolife.h"
#include "spe/regs.h"

/* Without LIFE, step by step: what is known after a read of S, a write, PMBIRQ and a reset, and how
 * many selections an unknown counter permits (c_model/README.md, "What the scoreboard cannot see at
 * once"; DDI 0586A 3.1.1, 3.1.2, 3.5). */

#define NO_LIFE     (SPE_TAP_ALL & ~SPE_TAP_LIFE)
#define NO_LIFE_OUT (SPE_TAP_ALL & ~(SPE_TAP_LIFE | SPE_TAP_OUT))
#define INFERRED    (SPE_TAP_ALL & ~(SPE_TAP_LIFE | SPE_TAP_RND))
#define EXC                                                                                        \
    "pmsver = 6\nevents = 0xBFF\nfne = 1\nfds = 1\next_abort = serror\nflag_updates = 1\n"         \
    "exc = 1\n"

/* ---- A read of S */

/* S = 1 may have stopped the counter at any time since profiling was enabled, unless PMBIRQ tells
 * when, or PMSICR_EL1 was read since. */
static const struct {
    const char *row;
    unsigned taps;
    bool ran, counter_read, forgotten;
} stopped_rows[] = {
    {"it ran", NO_LIFE_OUT, true, false, true},
    {"it did not run", NO_LIFE_OUT, false, false, false},
    {"the counter was read", NO_LIFE_OUT, true, true, false},
    {"neither", NO_LIFE_OUT, false, true, false},
    {"PMBIRQ tells when", NO_LIFE, true, false, false},
};

static void s_of_one_stops_the_counter(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(stopped_rows) / sizeof(stopped_rows[0]); i++) {
        struct spe_model *m = bare_model("", stopped_rows[i].taps);
        const struct spe_finding f = {.check = SPE_CHECK_REG_READ};
        struct nolife *n = &m->spu->nl;
        nolife_hold(m, &f);
        CHECK("held", n->n_held, 1);
        m->spu->regs.v[SPE_PMBSR] = SPE_PMBSR_S;
        m->spu->regs.v[SPE_PMSICR] = 0x123;
        m->spu->buf.account.known = true;
        n->ran = stopped_rows[i].ran;
        n->counter_read = stopped_rows[i].counter_read;
        nolife_read(m, 1, SPE_PMBSR_S);
        CHECK(stopped_rows[i].row, counter_unknown(m), stopped_rows[i].forgotten);
        CHECK(stopped_rows[i].row, m->spu->regs.v[SPE_PMSICR],
              stopped_rows[i].forgotten ? 0 : 0x123);
        CHECK("it explains what was held", n->n_held, 0);
        CHECK("told", bare_findings, 0);
        CHECK("known from here on", n->ran || n->counter_read, false);
        CHECK("records may be lost", n->lossy, true);
        CHECK("the pointer", m->spu->buf.account.known, false);
        nolife_hold(m, &f);
        CHECK("S of 1 has been seen", n->n_held, 0);
        spe_model_destroy(m);
    }
}

static void s_of_zero_begins_anew(void **state)
{
    (void)state;
    for (int i = 0; i < 16; i++) {
        const bool exc = (i & 1) != 0, profiling = (i & 2) != 0, ran = (i & 4) != 0;
        const bool read = (i & 8) != 0;
        struct spe_model *m = bare_model(exc ? EXC : "", NO_LIFE_OUT);
        m->spu->enabled.profiling = profiling;
        m->spu->nl.ran = ran;
        m->spu->nl.counter_read = read;
        nolife_read(m, 1, 0);
        /* With [exc], one register of three does not settle S. */
        CHECK("ran", m->spu->nl.ran, exc ? ran : profiling);
        CHECK("read", m->spu->nl.counter_read, exc ? read : false);
        CHECK("PMBIRQ must agree", m->spu->nl.level_open, !exc);
        CHECK("counter", counter_unknown(m), false);
        spe_model_destroy(m);
    }
}

/* PMBIRQ must agree with the S that was read: a 1 shows at [irq_max], a 0 at least once since the
 * read. */
static const struct {
    const char *row;
    bool s, at_read, between, at_end;
    int findings;
} agreed[] = {
    {"1, it stands", true, true, true, true, 0},
    {"1, it rises", true, false, false, true, 0},
    {"1, it stays low", true, false, false, false, 1},
    {"1, it falls", true, true, true, false, 1},
    {"0, it stands low", false, false, false, false, 0},
    {"0, it falls", false, true, false, false, 0},
    {"0, it falls and rises", false, true, false, true, 0},
    {"0, it rises", false, false, false, true, 0},
    {"0, it stays high", false, true, true, true, 1},
};

static void pmbirq_agrees_with_what_was_read(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(agreed) / sizeof(agreed[0]); i++) {
        struct spe_model *m = bare_model("irq_max = 3\n", NO_LIFE);
        uint64_t due;
        m->clock.cycle = 20;
        m->spu->lv.irq = agreed[i].at_read;
        nolife_read(m, 1, agreed[i].s ? SPE_PMBSR_S : 0);
        CHECK(agreed[i].row, nolife_due(m, &due) && due == 24, true);
        m->clock.cycle = 21;
        nolife_read(m, 1, agreed[i].s ? 0 : SPE_PMBSR_S); /* the first read is still open */
        m->spu->lv.irq = agreed[i].between;
        nolife_irq(m->spu, agreed[i].between);
        m->spu->lv.irq = agreed[i].at_end;
        nolife_irq(m->spu, agreed[i].at_end);
        m->clock.cycle = 23;
        nolife_deadline(m);
        CHECK(agreed[i].row, bare_findings, 0);
        CHECK(agreed[i].row, m->facts.checks.evals[SPE_CHECK_OUT_IRQ], 0);
        m->clock.cycle = 24;
        nolife_deadline(m);
        CHECK(agreed[i].row, bare_findings, agreed[i].findings);
        CHECK(agreed[i].row, m->facts.checks.evals[SPE_CHECK_OUT_IRQ], 1);
        if (agreed[i].findings != 0) {
            CHECK(agreed[i].row, bare_last.check, SPE_CHECK_OUT_IRQ);
            assert_string_equal(bare_last.where, "PMBIRQ");
            assert_string_equal(bare_last.expected, agreed[i].at_end ? "0" : "1");
            assert_string_equal(bare_last.actual, agreed[i].at_end ? "1" : "0");
            assert_string_equal(bare_last.text,
                                "PMBIRQ differs from PMBSR_EL1.S as it was read; PMBSR_EL1.S is 0 "
                                "since cycle 0");
        }
        CHECK(agreed[i].row, nolife_due(m, &due), false);
        nolife_deadline(m);
        CHECK("once", m->facts.checks.evals[SPE_CHECK_OUT_IRQ], 1);
        spe_model_destroy(m);
    }
}

/* ---- PMBIRQ rises */

/* Width 4 and [irq_max] 2: the members of three cycles, 12, may be later than the event. */
static const struct {
    const char *row;
    unsigned taps;
    bool profiling, ran, unknown;
    uint64_t off, since; /* profiling was disabled; members since the last selection or draw */
    uint64_t less, doubtful, slack;
    bool counts, forgotten;
} irq_rows[] = {
    {"long after a draw", NO_LIFE, true, true, false, 0, 13, 0, 0, 12, true, false},
    {"a draw may not have been", NO_LIFE, true, true, false, 0, 12, 1, 0, 0, true, true},
    {"just behind a draw", NO_LIFE, true, true, false, 0, 0, 1, 0, 0, true, true},
    {"a counter that is unknown", NO_LIFE, true, true, true, 0, 13, 0, 12, 0, true, true},
    {"and a selection", NO_LIFE, true, true, true, 0, 12, 1, 12, 0, true, true},
    {"disabled lately", NO_LIFE, false, true, false, 98, 13, 0, 0, 12, true, false},
    {"disabled before", NO_LIFE, false, true, false, 97, 13, 0, 0, 0, false, false},
    {"disabled now", NO_LIFE, false, true, false, 100, 13, 0, 0, 12, true, false},
    {"it did not run", NO_LIFE, false, false, false, 98, 13, 0, 0, 0, false, false},
    {"nobody counts", NO_LIFE & ~(SPE_TAP_POP | SPE_TAP_RND), true, true, false, 0, 13, 0, 0, 0,
     false, false},
};

static void members_behind_an_event_do_not_count(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(irq_rows) / sizeof(irq_rows[0]); i++) {
        struct spe_model *m = bare_model("width = 4\nirq_max = 2\n", irq_rows[i].taps);
        struct nolife *n = &m->spu->nl;
        m->clock.cycle = 100;
        m->spu->regs.v[SPE_PMSIRR] = 0x100;
        m->spu->enabled.profiling = irq_rows[i].profiling;
        m->spu->ops = 1000;
        m->spu->acc.count[COUNT_POP].maybe = 5;
        n->ran = irq_rows[i].ran;
        n->off_cycle = irq_rows[i].off;
        n->last_event = 1000 - irq_rows[i].since;
        n->select_less = 0;
        if (irq_rows[i].unknown) {
            counter_forget(m);
        }
        nolife_stopped(m);
        CHECK(irq_rows[i].row, m->spu->acc.count[COUNT_POP].maybe, irq_rows[i].counts ? 17 : 5);
        CHECK(irq_rows[i].row, n->select_less, irq_rows[i].less);
        CHECK(irq_rows[i].row, n->doubtful, irq_rows[i].doubtful);
        CHECK(irq_rows[i].row, n->slack, irq_rows[i].slack);
        CHECK(irq_rows[i].row, counter_unknown(m), irq_rows[i].forgotten);
        CHECK("in this cycle", n->stop_cycle, 100);
        CHECK("known", n->ran || n->counter_read, false);
        CHECK("records may be lost", n->lossy, true);
        spe_model_destroy(m);
    }
}

/* Two events while the counter is unknown: their members add up. With the shortest interval each
 * permits 12 / 1 + 1 selections. */
static void two_events_sum_up(void **state)
{
    struct spe_model *m = bare_model("width = 4\nirq_max = 2\n", NO_LIFE);

    (void)state;
    m->spu->enabled.profiling = true;
    m->spu->ops = 5;
    counter_forget(m);
    m->spu->nl.ran = true;
    nolife_stopped(m);
    m->spu->nl.ran = true;
    nolife_stopped(m);
    CHECK("members", m->spu->nl.doubtful, 24);
    CHECK("selections", m->spu->nl.select_less, 26);
    CHECK("SAMPLE_POP", m->spu->acc.count[COUNT_POP].maybe, 24);
    spe_model_destroy(m);
}

/* ---- Reset */

static const struct nolife all = {.n_held = 2,
                                  .ran_buffer = true,
                                  .ran = true,
                                  .counter_read = true,
                                  .missed = true,
                                  .slack = 3,
                                  .loaded = true,
                                  .rest = 4,
                                  .members = 5,
                                  .doubtful = 6,
                                  .select_lo = 7,
                                  .select_hi = 8,
                                  .select_less = 9,
                                  .select_base = 10,
                                  .level_open = true,
                                  .filtrate = 11,
                                  .records = 12,
                                  .lossy = true,
                                  .drained = false,
                                  .running = true,
                                  .buffer = true};

static void a_reset_begins_anew(void **state)
{
    (void)state;
    for (int life = 0; life < 2; life++) {
        struct spe_model *m = bare_model("", life ? SPE_TAP_ALL : NO_LIFE);
        struct nolife *n = &m->spu->nl;
        struct count *c = m->spu->acc.count;
        *n = all;
        c[COUNT_FEED] = (struct count){.acct = 100, .seen = 1, .raw = 2, .total = 3, .maybe = 4};
        c[COUNT_COLLISION] =
            (struct count){.acct = 20, .seen = 5, .raw = 6, .total = 7, .maybe = 8};
        c[COUNT_FILTRATE] = (struct count){.acct = 50, .seen = 9, .raw = 10, .total = 11};
        m->spu->tot.selections = 118;
        m->spu->tot.records = 33;
        nolife_reset(m);
        if (life) {
            CHECK("nothing is kept here", memcmp(n, &all, sizeof(all)), 0);
            spe_model_destroy(m);
            continue;
        }
        CHECK("held", n->n_held, 0);
        CHECK("members", n->members + n->doubtful, 0);
        CHECK("selections", n->select_lo + n->select_hi + n->select_less, 0);
        CHECK("counted without a prediction", n->select_base, 2);
        CHECK("counter", n->slack + n->rest, 0);
        CHECK("of what was read", n->ran || n->counter_read || n->level_open, false);
        CHECK("of the counter", n->missed || n->loaded, false);
        CHECK("records from here on", n->filtrate, 50);
        CHECK("written", n->records, 33);
        CHECK("enabled", n->lossy || n->running || n->buffer || n->ran_buffer, false);
        CHECK("nothing is on its way", n->drained, true);
        spe_model_destroy(m);
    }
}

/* ---- The load on enabling */

/* A draw of 0 may have left a counter of 0. Enabling loads it with the interval alone (3.1.1). */
static const struct {
    const char *row, *keys;
    unsigned taps;
    bool open, loaded;
    uint64_t sicr, load; /* 0: as it was */
} load_rows[] = {
    {"as it is", "ernd = 1\n", INFERRED, true, false, UINT64_C(5) << 56, 0x300},
    {"ECOUNT is 0, too", "ernd = 1\n", INFERRED, true, false, 0, 0x300},
    {"COUNT runs", "ernd = 1\n", INFERRED, true, false, 1, 0},
    {"COUNT runs, all of it", "ernd = 1\n", INFERRED, true, false, 0x80000000, 0},
    {"no draw is open", "ernd = 1\n", INFERRED, false, false, 0, 0},
    {"without ERnd", "ernd = 0\n", INFERRED, true, false, 0, 0},
    {"draws are told", "ernd = 1\n", NO_LIFE, true, false, 0, 0},
    {"draws are told, which is of no use", "ernd = 1\nrnd_source = inferred\n", INFERRED, true,
     false, 0, 0x300},
    {"selections are told", "ernd = 1\n", SPE_TAP_ALL & ~SPE_TAP_RND, true, false, 0, 0},
    {"it may have been loaded before", "ernd = 1\n", INFERRED, true, true, 0, 0},
};

static void profiling_is_enabled_with_a_counter_of_zero(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(load_rows) / sizeof(load_rows[0]); i++) {
        struct spe_model *m = bare_model(load_rows[i].keys, load_rows[i].taps);
        struct nolife *n = &m->spu->nl;
        m->spu->regs.v[SPE_PMSIRR] = 0x300 | SPE_PMSIRR_RND;
        m->spu->regs.v[SPE_PMSICR] = load_rows[i].sicr;
        m->spu->counter.draw.open = load_rows[i].open;
        n->loaded = load_rows[i].loaded;
        n->load = 0x700;
        nolife_transition(m);
        CHECK(load_rows[i].row, n->loaded, load_rows[i].loaded || load_rows[i].load != 0);
        CHECK(load_rows[i].row, n->load, load_rows[i].load != 0 ? load_rows[i].load : 0x700);
        spe_model_destroy(m);
    }
}

/* A read shows that the counter was loaded: there was a selection. */
static void a_load_that_is_read_was_a_selection(void **state)
{
    struct spe_model *m = bare_model("ernd = 1\n", INFERRED);
    struct nolife *n = &m->spu->nl;

    (void)state;
    for (uint64_t i = 1; i <= 3; i++) {
        n->loaded = true;
        n->load = 0x300;
        m->spu->counter.draw.open = true;
        CHECK("not that", nolife_counter(m, 0, 0x301), false);
        CHECK("no selection", m->spu->tot.selections, i - 1);
        CHECK("the draw is open", m->spu->counter.draw.open, true);
        CHECK("over", n->loaded, false);
        n->loaded = true;
        CHECK("loaded", nolife_counter(m, 0, 0x300), true);
        CHECK("a selection", m->spu->tot.selections, i);
        CHECK("no draw is open", m->spu->counter.draw.open, false);
        CHECK("the counter", m->spu->regs.v[SPE_PMSICR], 0x300);
    }
    for (uint64_t i = 4; i <= 6; i++) { /* ECOUNT was drawn as 0 */
        m->spu->counter.draw.open = true;
        CHECK("ECOUNT", nolife_counter(m, UINT64_C(9) << 56 | 7, UINT64_C(1) << 56 | 7), false);
        CHECK("COUNT", nolife_counter(m, UINT64_C(9) << 56 | 7, 6), false);
        CHECK("it has reached 0", nolife_counter(m, UINT64_C(9) << 56 | 7, 7), true);
        CHECK("a selection", m->spu->tot.selections, i);
    }
    spe_model_destroy(m);
}

/* ---- How many selections */

/* Selections among `members` of an unknown counter. Of the members, `doubtful` may not count and
 * `rest` belong to an earlier interval. At most: the first, and one for each INTERVAL + 1 members.
 * At least: one for each longest interval, except the first and the last, which are cut. */
static const struct {
    const char *row, *keys;
    uint64_t sirr, members, doubtful, rest, lo, hi, left; /* left: of the rest */
} sums[] = {
    {"none", "", 0x100, 0, 0, 0, 0, 0, 0},
    {"none, of a rest", "", 0x100, 0, 0, 9, 0, 0, 9},
    {"one", "", 0x100, 1, 0, 0, 0, 1, 0},
    {"an interval", "", 0x100, 257, 0, 0, 0, 1, 0},
    {"one more", "", 0x100, 258, 0, 0, 0, 2, 0},
    {"three intervals", "", 0x100, 3 * 257, 0, 0, 1, 3, 0},
    {"less than three", "", 0x100, 3 * 257 - 1, 0, 0, 0, 3, 0},
    {"four and one more", "", 0x100, 4 * 257 + 1, 0, 0, 2, 5, 0},
    {"some may not count", "", 0x100, 4 * 257, 257, 0, 1, 4, 0},
    {"one more may not", "", 0x100, 4 * 257, 258, 0, 0, 4, 0},
    {"more than there are", "", 0x100, 257, 500, 0, 0, 1, 0},
    {"of an interval before", "", 0x100, 4 * 257, 0, 257, 1, 4, 0},
    {"one more of it", "", 0x100, 4 * 257, 0, 258, 0, 4, 0},
    {"all are of it", "", 0x100, 257, 0, 300, 0, 1, 43},
    {"but those that may not count", "", 0x100, 257, 57, 300, 0, 1, 100},
    {"with draws", "", 0x101, 4 * 512, 0, 0, 2, 8, 0},
    {"with draws, less", "", 0x101, 4 * 512 - 1, 0, 0, 1, 8, 0},
    {"with ERnd", "ernd = 1\n", 0x100, 258, 0, 0, 0, 3, 0},
    {"with ERnd, one", "ernd = 1\n", 0x100, 1, 0, 0, 0, 2, 0},
    {"with ERnd and draws: any number", "ernd = 1\n", 0x1, 5000, 0, 0, 0, 5001, 0},
    {"with ERnd, long intervals", "ernd = 1\n", 0x101, 4 * 512, 0, 0, 2, 9, 0},
    {"an SPU that collides on completion", "collide_on_complete = 1\n", 0x100, 258, 0, 0, 0, 2, 0},
    {"without an interval", "", 0, 10, 0, 0, 8, 10, 0},
};

static void selections_have_bounds(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(sums) / sizeof(sums[0]); i++) {
        struct spe_model *m = bare_model(sums[i].keys, NO_LIFE);
        struct nolife *n = &m->spu->nl;
        uint64_t lo, hi;
        m->spu->regs.v[SPE_PMSIRR] = sums[i].sirr;
        m->spu->tot.selections = 100;
        n->members = sums[i].members;
        n->doubtful = sums[i].doubtful;
        n->rest = sums[i].rest;
        n->select_base = 1000;
        n->select_lo = 10;
        n->select_hi = 20;
        nolife_selections(m, &lo, &hi);
        CHECK(sums[i].row, lo, 1110 + sums[i].lo);
        CHECK(sums[i].row, hi, 1120 + sums[i].hi);
        CHECK("its interval goes on", n->members, sums[i].members);
        m->spu->counter.draw.open = true;
        n->select_less = 3;
        nolife_selections(m, &lo, &hi);
        CHECK(sums[i].row, lo, 1107 + sums[i].lo);
        CHECK(sums[i].row, hi, 1120 + sums[i].hi + (m->cfg.ernd ? 1 : 0));
        n->select_less = 5000;
        nolife_selections(m, &lo, &hi);
        CHECK("none", lo, 0);
        nolife_sum_up(m);
        CHECK(sums[i].row, n->select_lo, 10 + sums[i].lo);
        CHECK(sums[i].row, n->select_hi, 20 + sums[i].hi);
        CHECK(sums[i].row, n->rest, sums[i].left);
        CHECK("over", n->members + n->doubtful, sums[i].members == 0 ? sums[i].doubtful : 0);
        spe_model_destroy(m);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(s_of_one_stops_the_counter),
        cmocka_unit_test(s_of_zero_begins_anew),
        cmocka_unit_test(pmbirq_agrees_with_what_was_read),
        cmocka_unit_test(members_behind_an_event_do_not_count),
        cmocka_unit_test(two_events_sum_up),
        cmocka_unit_test(a_reset_begins_anew),
        cmocka_unit_test(profiling_is_enabled_with_a_counter_of_zero),
        cmocka_unit_test(a_load_that_is_read_was_a_selection),
        cmocka_unit_test(selections_have_bounds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
