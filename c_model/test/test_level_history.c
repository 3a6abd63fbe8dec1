/* SPDX-License-Identifier: Apache-2.0 */
#include "bare_model.h"
#include "check.h"
#include "events/level_history.h"
#include "ports/outputs.h"
#include "spe/regs.h"
#include "spe/txn.h"

/* The history of levels, cycle by cycle (dpi/timing.md EX4, RS3): when a state is noted, which
 * levels a set of taps and a version have, and the findings about them. */

#define NOW     60
#define NO_LIFE (SPE_TAP_ALL & ~SPE_TAP_LIFE)
#define V6      "pmsver = 6\nevents = 0xBFF\nfne = 1\nfds = 1\next_abort = serror\nflag_updates = 1\n"
#define V3      "pmsver = 3\nevents = 0xBFF\nfne = 1\n"

static struct spe_model *create(const char *keys, unsigned taps)
{
    struct spe_model *m = bare_model(keys, taps);

    m->clock.cycle = NOW;
    contexts_tell(&m->spu->contexts, &(struct spe_txn_ctx){.state = 0x310785});
    contexts_begin(&m->spu->contexts, 0);
    return m;
}

/* Levels are judged with OUT, and if records are predicted. A level that the version does not have
 * is never 1. */
static void which_levels_there_are(void **state)
{
    static const struct {
        const char *name, *keys;
        unsigned taps, judged, never;
    } rows[] = {
        {"SPEv1p0", "", SPE_TAP_ALL, 0x01, 0xFE},
        {"SPEv1p2: the freeze", V3, SPE_TAP_ALL, 0x81, 0x7E},
        {"exceptions", V6 "exc = 1\n", SPE_TAP_ALL, 0xFF, 0x00},
        {"SPEv1p5 without exceptions", V6, SPE_TAP_ALL, 0x81, 0x7E},
        {"without OUT", V6 "exc = 1\n", SPE_TAP_ALL & ~SPE_TAP_OUT, 0x00, 0x00},
        {"without LIFE", V6 "exc = 1\n", SPE_TAP_ALL & ~SPE_TAP_LIFE, 0x00, 0x00},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct spe_model *m = create(rows[i].keys, rows[i].taps);
        CHECK(rows[i].name, m->spu->lv.mask, rows[i].judged);
        CHECK(rows[i].name, m->spu->lv.zero, rows[i].never);
        spe_model_destroy(m);
    }
}

/* A state is noted if levels are judged. In reset no state is noted, as the registers are
 * unknown. */
static void a_state_is_noted(void **state)
{
    static const struct {
        const char *name;
        unsigned taps;
        bool in_reset;
        int noted;
    } rows[] = {
        {"levels are judged", SPE_TAP_ALL, false, 1},
        {"in reset", SPE_TAP_ALL, true, 0},
        {"none is judged", SPE_TAP_ALL & ~SPE_TAP_OUT, false, 0},
        {"neither", SPE_TAP_ALL & ~SPE_TAP_OUT, true, 0},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct spe_model *m = create("", rows[i].taps);
        m->spu->lv.lag.n = 0;
        m->contract.in_reset = rows[i].in_reset;
        levels_note(m);
        CHECK(rows[i].name, m->spu->lv.lag.n, rows[i].noted);
        spe_model_destroy(m);
    }
}

/* The permitted values of the level bits: as S is, or either value if S, or what routes S, may have
 * any value since reset. */
static void what_a_state_asks_for(void **state)
{
    static const struct {
        const char *name, *keys;
        uint64_t s, unknown_s, unknown_ee, unknown_fz;
        uint8_t ones, zeros; /* of the bits that the configuration has */
    } rows[] = {
        {"S is 0", "", 0, 0, 0, 0, 0x00, 0x01},
        {"S is 1", "", SPE_PMBSR_S, 0, 0, 0, 0x01, 0x00},
        {"S is anything", "", 0, SPE_PMBSR_S, 0, 0, 0x01, 0x01},
        {"another bit of it is", "", 0, ~SPE_PMBSR_S, 0, 0, 0x00, 0x01},
        {"EE is anything, and routes nothing", "", 0, 0, SPE_PMSCR_EE, 0, 0x00, 0x01},
        {"EE is anything", V6 "exc = 1\n", 0, 0, SPE_PMSCR_EE, 0, 0xFF, 0xFF},
        {"KE is anything", V6 "exc = 1\n", 0, 0, SPE_PMSCR_KE, 0, 0xFF, 0xFF},
        {"another bit of PMSCR_EL1 is", V6 "exc = 1\n", 0, 0, SPE_PMSCR_TS, 0, 0x00, 0xFF},
        {"PMFZ is anything", V3, 0, 0, 0, SPE_PMBLIMITR_PMFZ, 0x80, 0x81},
        {"another bit of PMBLIMITR_EL1 is", V3, 0, 0, 0, SPE_PMBLIMITR_LIMIT, 0x00, 0x81},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct spe_model *m = create(rows[i].keys, SPE_TAP_ALL);
        m->spu->regs.v[SPE_PMBSR] = rows[i].s;
        m->spu->unknown.bits[SPE_PMBSR] = rows[i].unknown_s;
        m->spu->unknown.bits[SPE_PMSCR_EL1] = rows[i].unknown_ee;
        m->spu->unknown.bits[SPE_PMBLIMITR] = rows[i].unknown_fz;
        m->spu->lv.lag.n = 0;
        levels_note(m);
        CHECK(rows[i].name, m->spu->lv.lag.at[0].ones & m->spu->lv.mask, rows[i].ones);
        CHECK(rows[i].name, m->spu->lv.lag.at[0].zeros & m->spu->lv.mask, rows[i].zeros);
        CHECK("of this cycle", m->spu->lv.lag.at[0].cycle, NOW);
        spe_model_destroy(m);
    }
}

/* S of one of the three registers may have any value: so may each level. */
static void s_of_any_register(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 8; i++) {
        struct spe_model *m = create(V6 "exc = 1\n", SPE_TAP_ALL);
        m->spu->unknown.bits[SPE_PMBSR] = (i & 1) != 0 ? SPE_PMBSR_S : 0;
        m->spu->unknown.bits[SPE_PMBSR_EL2] = (i & 2) != 0 ? SPE_PMBSR_S : 0;
        m->spu->unknown.bits[SPE_PMBSR_EL3] = (i & 4) != 0 ? SPE_PMBSR_S : 0;
        m->spu->lv.lag.n = 0;
        levels_note(m);
        CHECK("ones", m->spu->lv.lag.at[0].ones, i != 0 ? 0xFF : 0x00);
        CHECK("zeros", m->spu->lv.lag.at[0].zeros, 0xFF);
        spe_model_destroy(m);
    }
}

/* A level that does not exist is reported once while it stays 1, each bit by its check. */
static void levels_that_do_not_exist(void **state)
{
    static const struct {
        const char *name, *keys;
        uint8_t levels;
        unsigned exception, freeze; /* findings */
    } rows[] = {
        {"none", "", 0x00, 0, 0},
        {"pending", "", 0x02, 1, 0},
        {"take", "", 0x40, 1, 0},
        {"pending and take", "", 0x22, 2, 0},
        {"the freeze", "", 0x80, 0, 1},
        {"all", "", 0xFE, 2, 1},
        {"the freeze is there", V3, 0x02, 1, 0},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct spe_model *m = create(rows[i].keys, SPE_TAP_ALL);
        const struct spe_txn txn = {.kind = SPE_TXN_OUT, .u.out.levels = rows[i].levels};
        const uint64_t *fired = m->facts.checks.fired;
        m->txn = &txn;
        for (int k = 0; k < 2; k++) {
            levels_apply(m, rows[i].levels);
            CHECK(rows[i].name, fired[SPE_CHECK_OUT_EXCEPTION], rows[i].exception);
            CHECK(rows[i].name, fired[SPE_CHECK_OUT_FREEZE], rows[i].freeze);
        }
        levels_apply(m, 0);
        levels_apply(m, rows[i].levels);
        CHECK("again", fired[SPE_CHECK_OUT_EXCEPTION], 2 * rows[i].exception);
        CHECK("again", fired[SPE_CHECK_OUT_FREEZE], 2 * rows[i].freeze);
        m->txn = NULL;
        spe_model_destroy(m);
    }
}

/* [irq_max] = 2 cycles after software wrote S, PMBIRQ must have followed. Without LIFE, the
 * scoreboard judges PMBIRQ here, and learns an unknown S from it. With exceptions, another signal
 * may have followed. */
static const struct deadline_row {
    const char *name, *keys;
    unsigned taps;
    bool s, unknown, irq, checked;
    uint64_t s_cycle;
    bool found, then_checked, then_unknown, then_s;
} deadlines[] = {
    {"it stays low", "", NO_LIFE, true, false, false, false, 57, true, true, false, true},
    {"it has risen", "", NO_LIFE, true, false, true, false, 57, false, true, false, true},
    {"it may be late", "", NO_LIFE, true, false, false, false, 58, false, false, false, true},
    {"it was judged", "", NO_LIFE, true, false, false, true, 57, false, true, false, true},
    {"S is 0", "", NO_LIFE, false, false, false, false, 57, false, true, false, false},
    {"an exception", "exc", NO_LIFE, true, false, false, false, 57, false, true, false, true},
    {"events are predicted", "", SPE_TAP_ALL, true, false, false, false, 57, false, true, false,
     true},
    {"S is anything, and low", "", SPE_TAP_ALL, true, true, false, false, 57, false, true, false,
     false},
    {"S is anything, and high", "", SPE_TAP_ALL, false, true, true, false, 57, false, true, false,
     true},
    {"S is anything, with exceptions", "exc", SPE_TAP_ALL, true, true, false, false, 57, false,
     true, true, true},
};

static void levels_have_followed(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(deadlines) / sizeof(deadlines[0]); i++) {
        const struct deadline_row *row = &deadlines[i];
        struct spe_model *m =
            create(row->keys[0] != '\0' ? V6 "exc = 1\nirq_max = 2\n" : "irq_max = 2\n", row->taps);
        struct events *e = &m->spu->events;
        m->spu->regs.v[SPE_PMBSR] = row->s ? SPE_PMBSR_S : 0;
        e->s_level = row->s;
        e->s_cycle = row->s_cycle;
        e->irq_checked = row->checked;
        m->spu->unknown.bits[SPE_PMBSR] = row->unknown ? SPE_PMBSR_S : 0;
        m->spu->lv.irq = row->irq;
        outputs_deadline(m);
        CHECK(row->name, bare_findings, row->found);
        CHECK(row->name, e->irq_checked, row->then_checked);
        CHECK(row->name, (m->spu->unknown.bits[SPE_PMBSR] & SPE_PMBSR_S) != 0, row->then_unknown);
        CHECK(row->name, (m->spu->regs.v[SPE_PMBSR] & SPE_PMBSR_S) != 0, row->then_s);
        spe_model_destroy(m);
    }
}

/* A finding names the cycles that the level may depend on: none is before cycle 0, or in a cycle
 * behind that of the level. */
static void a_level_depends_on_cycles(void **state)
{
    static const struct {
        uint64_t cycle;
        const char *keys, *words;
    } rows[] = {
        {0, "irq_max = 4\n", "S of cycle 0 asks"},
        {3, "irq_max = 4\n", "S of cycles 0 to 3 asks"},
        {4, "irq_max = 4\n", "S of cycles 0 to 4 asks"},
        {5, "irq_max = 4\n", "S of cycles 1 to 5 asks"},
        {3, "irq_min = 2\nirq_max = 4\n", "S of cycles 0 to 1 asks"},
        {1, "irq_min = 2\nirq_max = 4\n", "S of cycle 0 asks"},
        {5, "irq_min = 3\nirq_max = 3\n", "S of cycle 2 asks"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        const struct spe_txn txn = {.kind = SPE_TXN_OUT, .u.out.levels = 0x01};
        struct spe_model *m = create(rows[i].keys, SPE_TAP_ALL);
        m->txn = &txn;
        m->clock.cycle = 0;
        levels_note(m);
        m->clock.cycle = rows[i].cycle;
        levels_apply(m, txn.u.out.levels);
        levels_judge(m, rows[i].cycle);
        CHECK(rows[i].words, bare_findings, 1);
        CHECK(rows[i].words, strstr(bare_last.text, rows[i].words) != NULL, true);
        m->txn = NULL;
        spe_model_destroy(m);
    }
}

/* Without LIFE, PMBIRQ that rises or falls while the exception to EL2 is pending tells S of
 * PMBSR_EL1. S of PMBSR_EL2 stays. */
static void pmbirq_tells_s_beside_an_exception(void **state)
{
    (void)state;
    for (int rises = 0; rises < 2; rises++) {
        struct spe_model *m = create(V6 "exc = 1\n", NO_LIFE);
        const struct spe_txn txn = {
            .kind = SPE_TXN_OUT, .cycle = NOW, .u.out.levels = rises ? 0x05 : 0x04};
        m->txn = &txn;
        m->clock.txn_cycle = NOW;
        m->spu->regs.v[SPE_PMSCR_EL2] = SPE_PMSCR_EE;
        m->spu->regs.v[SPE_PMBSR] = SPE_PMBSR_DL | (rises ? 0 : SPE_PMBSR_S);
        m->spu->regs.v[SPE_PMBSR_EL2] = SPE_PMBSR_S;
        m->spu->lv.irq = true;
        m->spu->lv.now = rises ? 0x04 : 0x05;
        outputs_apply(m, &txn.u.out);
        CHECK("PMBSR_EL1", m->spu->regs.v[SPE_PMBSR], SPE_PMBSR_DL | (rises ? SPE_PMBSR_S : 0));
        CHECK("PMBSR_EL2", m->spu->regs.v[SPE_PMBSR_EL2], SPE_PMBSR_S);
        m->txn = NULL;
        spe_model_destroy(m);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(which_levels_there_are),
        cmocka_unit_test(a_state_is_noted),
        cmocka_unit_test(what_a_state_asks_for),
        cmocka_unit_test(s_of_any_register),
        cmocka_unit_test(levels_that_do_not_exist),
        cmocka_unit_test(levels_have_followed),
        cmocka_unit_test(a_level_depends_on_cycles),
        cmocka_unit_test(pmbirq_tells_s_beside_an_exception),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
