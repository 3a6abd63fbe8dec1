/* SPDX-License-Identifier: Apache-2.0 */
#include "bare_model.h"
#include "check.h"
#include "doubt/counter.h"
#include "events/nolife.h"
#include "spe/regs.h"

/* Without LIFE, the accounts: members of an unknown counter, records against SAMPLE_FILTRATE, and
 * the effect of a write and of an enabled buffer (c_model/README.md, "What the scoreboard cannot
 * see at once"; DDI 0586A 2.6, 3.1, 3.5). */

#define NO_LIFE     (SPE_TAP_ALL & ~SPE_TAP_LIFE)
#define NO_LIFE_OUT (SPE_TAP_ALL & ~(SPE_TAP_LIFE | SPE_TAP_OUT))
#define NO_LIFE_POP (SPE_TAP_ALL & ~(SPE_TAP_LIFE | SPE_TAP_POP | SPE_TAP_RND))
#define INFERRED    (SPE_TAP_ALL & ~(SPE_TAP_LIFE | SPE_TAP_RND))

/* ---- Held findings */

static void what_is_held_is_whole(void **state)
{
    struct spe_model *m = bare_model("", NO_LIFE);
    const struct spe_finding f = {.kind = SPE_FINDING_MISMATCH,
                                  .check = SPE_CHECK_REG_READ,
                                  .number = 1,
                                  .cycle = 2,
                                  .seq = 3,
                                  .pos = 4,
                                  .where = "a",
                                  .expected = "b",
                                  .actual = "c",
                                  .text = "d",
                                  .choices = "e",
                                  .section = "f"};
    const struct spe_finding *is = &m->spu->nl.held[1].finding;
    const struct spe_finding other = {.check = SPE_CHECK_SEL_DRAW, .where = "before"};

    (void)state;
    nolife_hold(m, &other);
    m->clock.cycle = 77;
    nolife_hold(m, &f);
    CHECK("kind", is->kind, f.kind);
    CHECK("check", is->check, f.check);
    CHECK("number", is->number, 1);
    CHECK("cycle", is->cycle, 2);
    CHECK("seq", is->seq, 3);
    CHECK("pos", is->pos, 4);
    assert_string_equal(is->where, "a");
    assert_string_equal(is->expected, "b");
    assert_string_equal(is->actual, "c");
    assert_string_equal(is->text, "d");
    assert_string_equal(is->choices, "e");
    assert_string_equal(is->section, "f");
    CHECK("since", m->spu->nl.held[1].cycle, 77);
    CHECK("S was not read", m->spu->nl.held[1].zero, 0);
    CHECK("judged later", m->spu->schedule.busy, true);
    spe_model_destroy(m);
}

/* Findings held in cycles 10, 14, 16 are reported in turn, each after [irq_max] + 1 cycles with
 * PMBIRQ low. */
static void each_is_told_in_its_time(void **state)
{
    struct spe_model *m = bare_model("irq_max = 3\n", NO_LIFE);
    static const uint64_t at[] = {10, 14, 16}, told[] = {14, 18, 20};
    const struct spe_finding f = {.check = SPE_CHECK_REG_READ};
    uint64_t due;

    (void)state;
    for (int i = 0; i < 3; i++) {
        m->clock.cycle = at[i];
        nolife_hold(m, &f);
    }
    m->clock.cycle = 13;
    for (int i = 0; i < 3; i++) {
        CHECK("due", nolife_due(m, &due), true);
        CHECK("in its time", due, told[i]);
        m->clock.cycle = told[i] - 1;
        nolife_deadline(m);
        CHECK("not before", bare_findings, i);
        m->clock.cycle = told[i];
        nolife_deadline(m);
        CHECK("told", bare_findings, i + 1);
    }
    CHECK("none is left", nolife_due(m, &due), false);
    spe_model_destroy(m);
}

/* Without OUT, no deadline ends a held finding. */
static void without_levels_no_time_tells(void **state)
{
    struct spe_model *m = bare_model("irq_max = 3\n", NO_LIFE_OUT);
    const struct spe_finding f = {.check = SPE_CHECK_REG_READ};
    uint64_t due;

    (void)state;
    nolife_hold(m, &f);
    CHECK("due", nolife_due(m, &due), false);
    m->clock.cycle = 1000;
    nolife_deadline(m);
    CHECK("held", m->spu->nl.n_held, 1);
    nolife_read(m, 1, 0);
    CHECK("S of 0 tells", bare_findings, 1);
    spe_model_destroy(m);
}

/* ---- Members that are counted */

/* If draws are not visible, a counter below 256 may have run out already: 256 members less the
 * value of the counter count for the next interval. */
static const struct {
    const char *row, *keys;
    unsigned taps;
    uint64_t sicr;
    bool open, missed;
    uint32_t left;
    bool known, still_open;
    uint64_t members, most; /* most: selections among members that are left */
} counted[] = {
    {"a draw that may have run out", "", INFERRED, 255, true, false, 257, false, false, 258, 1},
    {"at the end", "", INFERRED, 0, true, false, 258, false, false, 514, 2},
    {"in the middle", "", INFERRED, 100, true, false, 0, false, false, 156, 0},
    {"none that may have", "", INFERRED, 256, true, false, 257, true, true, 0, 0},
    {"no draw", "", INFERRED, 255, false, false, 257, true, false, 0, 0},
    {"draws are told", "", NO_LIFE, 255, true, false, 257, true, true, 0, 0},
    {"into ECOUNT", "ernd = 1\n", INFERRED, UINT64_C(1) << 56, true, false, 257, true, true, 0, 0},
    {"which is over", "ernd = 1\n", INFERRED, 255, true, false, 257, true, false, 0, 0},
    {"a draw that has not come", "", NO_LIFE, 700, false, true, 1, false, false, 1, 1},
    {"none is left", "", NO_LIFE, 700, false, true, 0, false, false, 0, 0},
    {"two intervals are left", "", NO_LIFE, 700, false, true, 2 * 257, false, false, 514, 2},
};

static void members_are_counted(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(counted) / sizeof(counted[0]); i++) {
        for (int event = 0; event < 2; event++) {
            struct spe_model *m = bare_model(counted[i].keys, counted[i].taps);
            struct nolife *n = &m->spu->nl;
            m->spu->regs.v[SPE_PMSIRR] = 0x100;
            m->spu->regs.v[SPE_PMSICR] = counted[i].sicr;
            m->spu->counter.draw.open = counted[i].open;
            m->spu->ops = 500;
            n->last_event = 30;
            n->missed = counted[i].missed;
            CHECK(counted[i].row, nolife_counted(m, event != 0, counted[i].left), counted[i].known);
            CHECK(counted[i].row, counter_unknown(m), !counted[i].known);
            CHECK(counted[i].row, m->spu->counter.draw.open, counted[i].still_open);
            CHECK(counted[i].row, n->members, counted[i].members);
            CHECK(counted[i].row, m->spu->acc.count[COUNT_FEED].total, counted[i].most);
            CHECK("the last selection or draw", n->last_event, event != 0 ? 500 : 30);
            CHECK("once", n->missed, false);
            spe_model_destroy(m);
        }
    }
}

/* ECOUNT equals the number of members: whatever the draw, ECOUNT runs out with the last member. */
static void a_step_to_the_end_of_ecount(void **state)
{
    static const struct {
        const char *row, *keys;
        unsigned taps;
        uint64_t sirr, ecount;
        bool open;
    } rows[] = {
        {"as many", "ernd = 1\n", INFERRED, 0x101, 7, false},
        {"one more", "ernd = 1\n", INFERRED, 0x101, 8, true},
        {"one less", "ernd = 1\n", INFERRED, 0x101, 6, true},
        {"it stands still", "ernd = 1\n", INFERRED, 0x100, 7, true},
        {"draws are told", "ernd = 1\n", NO_LIFE, 0x101, 7, true},
        {"selections are told", "ernd = 1\n", SPE_TAP_ALL & ~SPE_TAP_RND, 0x101, 7, true},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct spe_model *m = bare_model(rows[i].keys, rows[i].taps);
        m->spu->regs.v[SPE_PMSIRR] = rows[i].sirr;
        m->spu->regs.v[SPE_PMSICR] = rows[i].ecount << 56 | 0x7;
        m->spu->counter.draw.open = true;
        nolife_step(m, 7);
        CHECK(rows[i].row, m->spu->counter.draw.open, rows[i].open);
        spe_model_destroy(m);
    }
}

/* ---- Registers are written, profiling and buffer are enabled */

static const struct {
    const char *row, *keys;
    enum spe_reg reg;
    unsigned taps;
    bool ran, profiling;
    /* expected after the write */
    bool counter, held, level, runs, loaded;
    uint64_t slack, rest;
} writes[] = {
    {"PMSICR_EL1", "", SPE_PMSICR, NO_LIFE, true, false, true, true, true, true, false, 0, 0},
    {"PMSIRR_EL1", "", SPE_PMSIRR, NO_LIFE, true, false, true, true, true, true, true, 6, 257},
    {"PMBPTR_EL1", "", SPE_PMBPTR, NO_LIFE, true, false, true, true, true, true, true, 6, 9},
    {"PMBSR_EL1", "irq_min = 0\nirq_max = 0\n", SPE_PMBSR, NO_LIFE, true, false, true, false, false,
     false, true, 6, 9},
    {"PMBSR_EL1, in use", "irq_min = 0\nirq_max = 0\n", SPE_PMBSR, NO_LIFE, true, true, true, false,
     false, true, true, 6, 9},
    {"PMBSR_EL1, which PMBIRQ shows late", "irq_max = 1\n", SPE_PMBSR, NO_LIFE, true, false, false,
     false, false, false, false, 0, 257},
    {"PMBSR_EL1, which nothing shows", "irq_min = 0\nirq_max = 0\n", SPE_PMBSR, NO_LIFE_OUT, true,
     false, false, false, false, false, false, 0, 257},
    {"PMBSR_EL1, nothing ran", "irq_max = 1\n", SPE_PMBSR, NO_LIFE_OUT, false, false, true, false,
     false, false, true, 6, 9},
};

static void a_write_ends_what_was_asked(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(writes) / sizeof(writes[0]); i++) {
        struct spe_model *m = bare_model(writes[i].keys, writes[i].taps);
        const struct spe_finding f = {.check = SPE_CHECK_REG_READ};
        struct nolife *n = &m->spu->nl;
        m->spu->regs.v[SPE_PMSIRR] = 0x100;
        m->spu->regs.v[SPE_PMSICR] = 0x20;
        m->spu->enabled.profiling = writes[i].profiling;
        nolife_hold(m, &f);
        n->ran = writes[i].ran;
        n->level_open = n->loaded = true;
        n->slack = 6;
        n->rest = 9;
        nolife_written(m, writes[i].reg);
        CHECK(writes[i].row, !counter_unknown(m), writes[i].counter);
        CHECK(writes[i].row, n->n_held, writes[i].held);
        CHECK(writes[i].row, n->level_open, writes[i].level);
        CHECK(writes[i].row, n->ran, writes[i].runs);
        CHECK(writes[i].row, n->loaded, writes[i].loaded);
        CHECK(writes[i].row, n->slack, writes[i].slack);
        CHECK(writes[i].row, n->rest, writes[i].rest);
        CHECK("not told", bare_findings, 0);
        spe_model_destroy(m);
    }
}

/* A draw into ECOUNT is open when the counter is written: it may have led to a selection. */
static void a_draw_is_dropped(void **state)
{
    for (int i = 0; i < 16; i++) {
        const bool told = (i & 1) != 0, ernd = (i & 2) != 0, open = (i & 4) != 0;
        const bool life = (i & 8) != 0;
        struct spe_model *m =
            bare_model(ernd ? "ernd = 1\n" : "",
                       SPE_TAP_ALL & ~((told ? 0 : SPE_TAP_RND) | (life ? 0 : SPE_TAP_LIFE)));
        m->spu->counter.draw.open = open;
        nolife_written(m, SPE_PMSICR);
        CHECK("may have", m->spu->nl.select_hi, !told && ernd && open && !life);
        spe_model_destroy(m);
    }
    (void)state;
}

/* What the scoreboard remembers when profiling or the buffer is enabled or disabled. */
static void what_was_enabled_is_remembered(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 128; i++) {
        const bool ran = (i & 1) != 0, had = (i & 2) != 0, drained = (i & 4) != 0;
        const bool on = (i & 8) != 0, buffer = (i & 16) != 0, slack = (i & 32) != 0;
        struct spe_model *m = bare_model("", NO_LIFE);
        struct nolife *n = &m->spu->nl;
        m->clock.cycle = 50;
        m->spu->regs.v[SPE_PMBLIMITR] = 0x20001;
        n->lossy = (i & 64) != 0;
        n->running = ran;
        n->buffer = had;
        n->ran_buffer = had;
        n->drained = drained;
        n->slack = slack ? 4 : 0;
        n->limit = 7;
        nolife_enabled(m, on, buffer);
        CHECK("records may be lost", n->lossy, (i & 64) != 0 || (!buffer && !drained));
        CHECK("the buffer was disabled", n->buffer_off_cycle, had && !buffer ? 50 : 0);
        CHECK("the buffer", n->buffer, buffer);
        CHECK("it ever was", n->ran_buffer, had || buffer);
        CHECK("its limit", n->limit, buffer ? 0x20000 : 7);
        CHECK("profiling was disabled", n->off_cycle, ran && !on ? 50 : 0);
        CHECK("profiling", n->running, on);
        CHECK("since S was known", n->ran, on);
        CHECK("nothing on its way", n->drained, drained && !on);
        CHECK("the counter goes on from any", counter_unknown(m), on && slack);
        spe_model_destroy(m);
    }
}

/* ---- Records */

struct account {
    const char *row;
    unsigned taps;
    bool profiling, lossy, cut;
    uint64_t off, member, bus; /* cycles: profiling disabled, last member, last burst */
    uint64_t written, kept;
    int told, held;
    bool renewed;
};

/* The cycle is 100, PSB CSYNC and DSB were done in 90, and [pmu_max] is 4. */
static const struct account accounts[] = {
    {"as many", NO_LIFE, false, false, false, 90, 95, 50, 5, 5, 0, 0, true},
    {"one more", NO_LIFE, false, false, false, 90, 95, 50, 6, 5, 1, 0, true},
    {"one less", NO_LIFE, false, false, false, 90, 95, 50, 4, 5, 0, 1, true},
    {"one less, which may be lost", NO_LIFE, false, true, false, 90, 95, 50, 4, 5, 0, 0, true},
    {"one more, though some are lost", NO_LIFE, false, true, false, 90, 95, 50, 6, 5, 1, 0, true},
    {"one less, of a stream that was cut", NO_LIFE, false, false, true, 90, 95, 50, 4, 5, 0, 0,
     true},
    {"disabled behind the barriers", NO_LIFE, false, false, false, 91, 95, 50, 4, 5, 0, 0, false},
    {"and one more", NO_LIFE, false, false, false, 91, 95, 50, 6, 5, 1, 0, false},
    {"enabled, with members since", NO_LIFE, true, false, false, 20, 90, 50, 4, 5, 0, 0, false},
    {"enabled, without members since", NO_LIFE, true, false, false, 20, 89, 50, 4, 5, 0, 1, true},
    {"the last burst is not counted yet", NO_LIFE, false, false, false, 90, 95, 96, 6, 5, 0, 0,
     true},
    {"it is", NO_LIFE, false, false, false, 90, 95, 95, 6, 5, 1, 0, true},
    {"without POP, enabled", NO_LIFE_POP, true, false, false, 20, 0, 50, 4, 5, 0, 0, false},
    {"without POP, disabled", NO_LIFE_POP, false, false, false, 90, 0, 50, 4, 5, 0, 1, true},
    {"without SYNC", NO_LIFE & ~SPE_TAP_SYNC, false, false, false, 90, 20, 50, 4, 5, 0, 0, false},
    {"without SYNC, one more", NO_LIFE & ~SPE_TAP_SYNC, false, false, false, 90, 20, 50, 6, 5, 1, 0,
     false},
};

static void account_of(struct spe_model *m, const struct account *a)
{
    m->clock.cycle = 100;
    m->spu->enabled.profiling = a->profiling;
    m->spu->barriers.dsb_psb_cycle = 90;
    m->spu->st.cut = a->cut;
    m->spu->st.bus_cycle = a->bus;
    m->spu->nl.off_cycle = a->off;
    m->spu->nl.member_cycle = a->member;
    m->spu->nl.lossy = a->lossy;
    m->spu->nl.drained = false;
    m->spu->nl.filtrate = 10;
    m->spu->nl.records = 20;
    m->spu->tot.records = 20 + a->written;
    nolife_account(m, 10 + a->kept);
}

static void records_are_accounted_for(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(accounts) / sizeof(accounts[0]); i++) {
        const struct account *a = &accounts[i];
        struct spe_model *m = bare_model("pmu_max = 4\n", a->taps);
        const struct nolife *n = &m->spu->nl;
        account_of(m, a);
        CHECK(a->row, bare_findings, a->told);
        CHECK(a->row, n->n_held, a->held);
        CHECK(a->row, n->filtrate, a->renewed ? 10 + a->kept : 10);
        CHECK(a->row, n->records, a->renewed ? 20 + a->written : 20);
        CHECK(a->row, n->lossy, a->lossy && !a->renewed);
        CHECK(a->row, n->drained, a->renewed && !a->profiling);
        CHECK(a->row, m->facts.checks.evals[SPE_CHECK_ACC_WRITTEN], 1);
        if (a->held) {
            assert_string_equal(n->held[0].finding.expected, "5");
            assert_string_equal(n->held[0].finding.actual, "4");
            assert_string_equal(n->held[0].finding.text,
                                "4 records were written since the last audit, SAMPLE_FILTRATE "
                                "counted 5");
        }
        if (a->told) {
            const bool exact = a->renewed && !a->lossy && !a->cut;
            CHECK(a->row, bare_last.check, SPE_CHECK_ACC_WRITTEN);
            assert_string_equal(bare_last.expected, exact ? "5" : "at most 5");
            assert_string_equal(bare_last.actual, "6");
        }
        account_of(m, a); /* again: a finding only if a new account has begun */
        CHECK(a->row, bare_findings, a->renewed ? 2 * a->told : a->told);
        spe_model_destroy(m);
    }
}

/* In discard mode the filters keep records, and none of them is written. */
static void discard_mode_loses_records(void **state)
{
    static const struct account as_many = {"as many", NO_LIFE, false, true, false, 90,  95,
                                           50,        5,       5,     0,    0,     true};

    (void)state;
    for (unsigned i = 0; i < 4; i++) {
        const bool buffer = (i & 1) != 0, discard = (i & 2) != 0;
        struct spe_model *m =
            bare_model("pmsver = 3\nevents = 0xBFF\nfne = 1\npmu_max = 4\n", NO_LIFE);
        m->spu->enabled.buffer = buffer;
        m->spu->regs.v[SPE_PMBLIMITR] = 0x20001 | (discard ? 4 : 0);
        account_of(m, &as_many);
        CHECK("at an audit", m->spu->nl.lossy, buffer && discard);
        m->spu->nl.lossy = false;
        m->spu->nl.drained = true;
        nolife_enabled(m, false, buffer);
        CHECK("enabled", m->spu->nl.lossy, buffer && discard);
        spe_model_destroy(m);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_held_is_whole),
        cmocka_unit_test(each_is_told_in_its_time),
        cmocka_unit_test(without_levels_no_time_tells),
        cmocka_unit_test(members_are_counted),
        cmocka_unit_test(a_step_to_the_end_of_ecount),
        cmocka_unit_test(a_write_ends_what_was_asked),
        cmocka_unit_test(a_draw_is_dropped),
        cmocka_unit_test(what_was_enabled_is_remembered),
        cmocka_unit_test(records_are_accounted_for),
        cmocka_unit_test(discard_mode_loses_records),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
