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

/* PMSCR_EL1.EE and PMSCR_EL2.EE are 3, MDCR_EL3.PMSEE is 3: each level has its own exception. */
static void what_levels_tell(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        const struct row *row = &rows[i];
        struct spe_model *m = bare_model(KEYS, NO_LIFE);
        const struct spe_txn txn = {
            .kind = SPE_TXN_OUT, .cycle = NOW, .u.out.levels = (uint16_t)row->now};
        m->txn = &txn;
        m->clock.cycle = m->clock.txn_cycle = NOW;
        contexts_tell(&m->spu->contexts, &(struct spe_txn_ctx){.state = 0x310785});
        contexts_begin(&m->spu->contexts, 0);
        m->spu->regs.v[SPE_PMSCR_EL1] = m->spu->regs.v[SPE_PMSCR_EL2] = SPE_PMSCR_EE;
        set_s(m, row->s);
        m->spu->lv.irq = row->before != 0;
        m->spu->lv.now = (uint8_t)row->before;
        outputs_apply(m, &txn.u.out);
        CHECK(row->name, get_s(m), row->then);
        m->txn = NULL;
        spe_model_destroy(m);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(what_levels_tell)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
