/* SPDX-License-Identifier: Apache-2.0 */
#include "bare_model.h"
#include "check.h"
#include "ports/outputs.h"
#include "spe/regs.h"
#include "spe/txn.h"

/* Without LIFE, with SPE Profiling exceptions: what the levels tell of S (EX1, EX2). PMBIRQ and the
 * exception to EL1 show S of PMBSR_EL1, the exceptions to EL2 and EL3 that of PMBSR_EL2 and
 * PMBSR_EL3. */

#define NOW     60
#define NO_LIFE (SPE_TAP_ALL & ~SPE_TAP_LIFE)
#define KEYS                                                                                       \
    "pmsver = 6\nevents = 0xBFF\nfne = 1\nfds = 1\next_abort = serror\nflag_updates = 1\n"         \
    "exc = 1\n"

enum { S1 = 1, S2 = 2, S3 = 4 };             /* S of each register */
enum { IRQ = 1, EL1 = 2, EL2 = 4, EL3 = 8 }; /* levels: PMBIRQ, pending exceptions */

static const struct row {
    const char *name;
    unsigned before, s; /* levels and S before */
    unsigned now, then; /* and in this cycle */
} rows[] = {
    {"PMBIRQ rises", 0, 0, IRQ, S1},
    {"EL1", 0, 0, EL1, S1},
    {"EL2", 0, 0, EL2, S2},
    {"EL3", 0, 0, EL3, S3},
    {"EL1 and EL2", 0, 0, EL1 | EL2, S1 | S2},
    {"all", 0, 0, EL1 | EL2 | EL3, S1 | S2 | S3},
    {"EL2 and EL3", 0, 0, EL2 | EL3, S2 | S3},
    {"the first level tells of every S", 0, S1 | S2 | S3, EL2, S2},
    {"the last level has fallen", EL2, S2, 0, 0},
    {"all have fallen", EL1 | EL2 | EL3, S1 | S2 | S3, 0, 0},
    {"EL1 beside EL2", EL2, S2, EL1 | EL2, S1 | S2},
    {"EL2 beside EL1", EL1, S1, EL1 | EL2, S1 | S2},
    {"EL3 beside EL1", EL1, S1, EL1 | EL3, S1 | S3},
    {"EL3 beside EL2", EL2, S2, EL2 | EL3, S2 | S3},
    {"both beside EL3", EL3, S3, EL1 | EL2 | EL3, S1 | S2 | S3},
    {"EL1 falls beside EL2", EL1 | EL2, S1 | S2, EL2, S2},
    {"EL2 falls beside EL1", EL1 | EL2, S1 | S2, EL1, S1},
    {"EL3 falls beside EL1", EL1 | EL3, S1 | S3, EL1, S1},
    {"EL2 falls beside EL3", EL2 | EL3, S2 | S3, EL3, S3},
    {"one for another", EL1 | EL3, S1 | S3, EL2 | EL3, S2 | S3},
    {"nothing changes", EL1, S1, EL1, S1},
    {"software has served it, and another comes", EL1, 0, EL1 | EL2, S2},
    {"it falls late, and software had served it", EL1 | EL2, S2, EL2, S2},
};

static void set_s(struct spe_model *m, unsigned s)
{
    m->spu->regs.v[SPE_PMBSR] = (s & S1) != 0 ? SPE_PMBSR_S : 0;
    m->spu->regs.v[SPE_PMBSR_EL2] = (s & S2) != 0 ? SPE_PMBSR_S : 0;
    m->spu->regs.v[SPE_PMBSR_EL3] = (s & S3) != 0 ? SPE_PMBSR_S : 0;
}

static unsigned get_s(const struct spe_model *m)
{
    const uint64_t *v = m->spu->regs.v;

    return ((v[SPE_PMBSR] & SPE_PMBSR_S) != 0 ? S1 : 0u) |
           ((v[SPE_PMBSR_EL2] & SPE_PMBSR_S) != 0 ? S2 : 0u) |
           ((v[SPE_PMBSR_EL3] & SPE_PMBSR_S) != 0 ? S3 : 0u);
}

/* The levels of a cycle come in another one of these situations. */
struct situation {
    unsigned ee1, ee2; /* PMSCR_EL1.EE, PMSCR_EL2.EE */
    unsigned tge, pmsee;
};

#define OTHERS 0xF0u /* levels that tell nothing of S */
#define DL     SPE_PMBSR_DL

static struct spe_model *in(const struct situation *is, unsigned before, unsigned s)
{
    struct spe_model *m = bare_model(KEYS, NO_LIFE);
    const uint64_t state = (0x010785u | is->tge << 12 | is->pmsee << 20);

    m->clock.cycle = m->clock.txn_cycle = NOW;
    contexts_tell(&m->spu->contexts, &(struct spe_txn_ctx){.state = state});
    contexts_begin(&m->spu->contexts, 0);
    m->spu->regs.v[SPE_PMSCR_EL1] = (uint64_t)is->ee1 << SPE_PMSCR_EE_SHIFT;
    m->spu->regs.v[SPE_PMSCR_EL2] = (uint64_t)is->ee2 << SPE_PMSCR_EE_SHIFT;
    set_s(m, s);
    m->spu->lv.irq = (before & ~OTHERS) != 0;
    m->spu->lv.now = (uint8_t)before;
    m->spu->acc.count[COUNT_CTI].total = 2;
    m->spu->schedule.busy = false;
    return m;
}

static void tell(struct spe_model *m, unsigned levels)
{
    const struct spe_txn txn = {
        .kind = SPE_TXN_OUT, .cycle = NOW, .u.out.levels = (uint16_t)levels};

    m->txn = &txn;
    outputs_apply(m, &txn.u.out);
    m->txn = NULL;
}

/* Each level has its own exception. Where S of a register falls, its event is served, and records
 * that ended meanwhile have no CTI pulse (W5). */
static void what_levels_tell(void **state)
{
    static const struct situation is = {3, 3, 0, 3};

    (void)state;
    for (size_t i = 0; i < 4 * sizeof(rows) / sizeof(rows[0]); i++) {
        const struct row *row = &rows[i / 4];
        const unsigned before = (i & 1) != 0 ? OTHERS : 0, now = (i & 2) != 0 ? OTHERS : 0;
        struct spe_model *m = in(&is, row->before | before, row->s);
        tell(m, row->now | now);
        CHECK(row->name, get_s(m), row->then);
        CHECK(row->name, m->spu->lv.irq, row->now != 0);
        CHECK(row->name, m->spu->nl.stop_cycle,
              row->then != 0 && (row->before == 0 || row->s == 0) ? NOW : 0);
        CHECK(row->name, m->spu->st.no_cti, (row->s & ~row->then) != 0 && row->before != 0 ? 2 : 0);
        CHECK(row->name, m->spu->schedule.busy || row->s == row->then, true);
        spe_model_destroy(m);
    }
}

static const struct other {
    const char *name;
    struct situation is;
    struct row row;
} others[] = {
    {"no EE: PMBIRQ beside EL2", {0, 3, 0, 3}, {NULL, EL2, S2, IRQ | EL2, S1 | S2}},
    {"PMBIRQ falls beside EL2", {0, 3, 0, 3}, {NULL, IRQ | EL2, S1 | S2, EL2, S2}},
    {"PMBIRQ rises with EL2", {0, 2, 0, 3}, {NULL, 0, 0, IRQ | EL2, S1 | S2}},
    {"EL2 alone", {0, 2, 0, 3}, {NULL, 0, S1, EL2, S2}},
    {"PMBSR_EL2 does not count", {3, 1, 0, 3}, {NULL, 0, S2, EL1, S1 | S2}},
    {"... nor beside EL3", {3, 1, 0, 3}, {NULL, EL3, S3, EL1 | EL3, S1 | S3}},
    {"PMBSR_EL3 does not count", {3, 3, 0, 1}, {NULL, 0, S3, EL1, S1 | S3}},
    {"TGE: EL2 is of PMBSR_EL1", {3, 1, 1, 3}, {NULL, 0, 0, EL2, S1}},
    {"... beside EL3", {3, 1, 1, 3}, {NULL, EL3, S3, EL2 | EL3, S1 | S3}},
    {"... and falls", {3, 1, 1, 3}, {NULL, EL2 | EL3, S1 | S3, EL3, S3}},
    {"... with an S that does not count",
     {3, 1, 1, 3},
     {NULL, EL2 | EL3, S1 | S2 | S3, EL3, S2 | S3}},
    {"EL3 alone", {3, 1, 0, 3}, {NULL, 0, 0, EL3, S3}},
    {"TGE: PMBSR_EL2 counts", {3, 3, 1, 3}, {NULL, 0, 0, EL2, S2}},
    {"... beside EL3", {3, 3, 1, 3}, {NULL, EL3, S3, EL2 | EL3, S2 | S3}},
    {"... and may be that of EL1", {3, 3, 1, 3}, {NULL, EL3, S1 | S3, EL2 | EL3, S1 | S3}},
    {"TGE without EE", {0, 3, 1, 3}, {NULL, EL3, S1 | S3, EL2 | EL3, S1 | S2 | S3}},
};

static void in_another_situation(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++) {
        const struct row *row = &others[i].row;
        struct spe_model *m = in(&others[i].is, row->before, row->s);
        tell(m, row->now);
        CHECK(others[i].name, get_s(m), row->then);
        spe_model_destroy(m);
    }
}

/* With LIFE events are predicted. If an S is unknown, a level need not be of another one. */
static void levels_that_tell_nothing(void **state)
{
    static const struct situation is = {3, 3, 0, 3};
    static const enum spe_reg regs[] = {SPE_PMBSR, SPE_PMBSR_EL2, SPE_PMBSR_EL3};

    (void)state;
    for (unsigned i = 0; i < 10; i++) {
        struct spe_model *m = in(&is, EL1, S1);
        m->records = i == 8;
        for (int reg = 0; reg < 3; reg++) {
            m->spu->unknown.bits[regs[reg]] = DL | (i < 8 && (i >> reg & 1) != 0 ? SPE_PMBSR_S : 0);
        }
        tell(m, EL1 | EL2);
        CHECK("S", get_s(m), i == 0 || i == 9 ? S1 | S2 : S1);
        if (m->records) {
            tell(m, 0);
            CHECK("no pulse is forgiven", m->spu->st.no_cti, 0);
        }
        spe_model_destroy(m);
    }
}

/* Other bits of the registers stay. */
static void s_alone(void **state)
{
    static const struct situation is = {3, 3, 0, 3};

    (void)state;
    for (unsigned i = 0; i < 4; i++) {
        struct spe_model *m = in(&is, i == 0 ? 0 : EL1 | EL2 | EL3, i == 0 ? 0 : S1 | S2 | S3);
        m->spu->regs.v[SPE_PMBSR] |= DL;
        m->spu->regs.v[SPE_PMBSR_EL2] |= DL;
        m->spu->regs.v[SPE_PMBSR_EL3] |= DL;
        tell(m, i == 0 ? EL1 | EL2 | EL3 : i == 1 ? 0 : i == 2 ? EL1 : EL2 | EL3);
        CHECK("PMBSR_EL1", m->spu->regs.v[SPE_PMBSR] & ~SPE_PMBSR_S, DL);
        CHECK("PMBSR_EL2", m->spu->regs.v[SPE_PMBSR_EL2] & ~SPE_PMBSR_S, DL);
        CHECK("PMBSR_EL3", m->spu->regs.v[SPE_PMBSR_EL3] & ~SPE_PMBSR_S, DL);
        spe_model_destroy(m);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_levels_tell), cmocka_unit_test(in_another_situation),
        cmocka_unit_test(levels_that_tell_nothing), cmocka_unit_test(s_alone)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
