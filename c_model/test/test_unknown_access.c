/* SPDX-License-Identifier: Apache-2.0 */
#include "bare_model.h"
#include "check.h"
#include "doubt/unknown.h"
#include "spe/regs.h"

/* [reset_value] = unknown (E6): PMSCR_ELx.EE, which nothing has written, decides whether an access
 * to PMBSR_EL1 is one to memory (AC10), and which PMBSR_ELx it reaches (AC11). Such an EE gets a
 * value first: each in a step of its own. */

#define EE       SPE_PMSCR_EE
#define EE_IS(n) ((uint64_t)(n) << SPE_PMSCR_EE_SHIFT)
#define PMBSR    SPE_ENC(3, 0, 9, 10, 3) /* PMBSR_EL1 */
#define NV2      5                       /* HCR_EL2.{NV2, NV1, NV} */
#define NV2_NV1  7

struct row {
    const char *name;
    unsigned el, nvx;
    uint64_t el1, el2;                 /* what PMSCR_ELx holds, as far as it is known */
    uint64_t el1_unknown, el2_unknown; /* what is unknown of it */
    enum spe_reg first;                /* whose EE must get a value */
    enum { PLAIN, NO_EXC, NO_EL2, NO_PMSEE, NO_HOST } how;
};

static const struct row rows[] = {
    /* AC10: memory if EE2 or PMSCR_EL1.EE is 0 */
    {"EE of EL2", 1, NV2, EE_IS(3), 0, 0, EE, SPE_PMSCR_EL2, NO_HOST},
    {"EE of EL2, EE of EL1 is 1", 1, NV2, EE_IS(1), 0, 0, EE, SPE_PMSCR_EL2, PLAIN},
    {"EE of EL1", 1, NV2, 0, EE_IS(3), EE, 0, SPE_PMSCR_EL1, PLAIN},
    {"EE of EL1, EE of EL2 is 1", 1, NV2, 0, EE_IS(1), EE, 0, SPE_PMSCR_EL1, PLAIN},
    {"EE of EL1 beside all of EL2 but EE", 1, NV2, 0, EE_IS(2), EE, ~EE, SPE_PMSCR_EL1, PLAIN},
    {"EE of EL2 beside all of EL1 but EE", 1, NV2, EE_IS(2), 0, ~EE, EE, SPE_PMSCR_EL2, PLAIN},
    {"both", 1, NV2, 0, 0, EE, EE, SPE_PMSCR_EL2, PLAIN},
    {"all", 1, NV2, 0, 0, UINT64_MAX, UINT64_MAX, SPE_PMSCR_EL2, PLAIN},
    {"EE of EL1 is 0", 1, NV2, 0, 0, 0, EE, SPE_REGS, PLAIN},
    {"EE of EL1 is 0, all else unknown", 1, NV2, 0, 0, ~EE, UINT64_MAX, SPE_REGS, PLAIN},
    {"EE of EL2 is 0", 1, NV2, 0, 0, EE, 0, SPE_REGS, PLAIN},
    {"EE of EL2 is 0, all else unknown", 1, NV2, 0, 0, UINT64_MAX, ~EE, SPE_REGS, PLAIN},
    {"both are 0", 1, NV2, 0, 0, 0, 0, SPE_REGS, PLAIN},
    {"both are 3", 1, NV2, EE_IS(3), EE_IS(3), 0, 0, SPE_REGS, PLAIN},
    {"all but EE", 1, NV2, EE_IS(3), EE_IS(3), ~EE, ~EE, SPE_REGS, PLAIN},
    {"NV1: memory in any case", 1, NV2_NV1, 0, 0, EE, EE, SPE_REGS, PLAIN},
    {"no NV2", 1, 1, 0, 0, EE, EE, SPE_REGS, PLAIN},
    {"not nested", 1, 0, 0, 0, EE, EE, SPE_REGS, PLAIN},
    {"EE2 is 0: no exceptions", 1, NV2, 0, 0, EE, EE, SPE_REGS, NO_EXC},
    {"EE2 is 0: PMSEE is 0", 1, NV2, 0, 0, EE, EE, SPE_REGS, NO_PMSEE},
    /* AC11: PMBSR_EL2 in a host, unless EE2 is 0 */
    {"a host: EE of EL2", 2, 0, 0, 0, 0, EE, SPE_PMSCR_EL2, PLAIN},
    {"a host: both", 2, 0, 0, 0, EE, EE, SPE_PMSCR_EL2, PLAIN},
    {"a host: EE of EL2, EE of EL1 is 3", 2, 0, EE_IS(3), 0, 0, EE, SPE_PMSCR_EL2, PLAIN},
    {"a host: EE of EL1", 2, 0, 0, EE_IS(3), EE, 0, SPE_REGS, PLAIN},
    {"a host: EE of EL1, EE of EL2 is 0", 2, 0, 0, 0, EE, ~EE, SPE_REGS, PLAIN},
    {"a host: EE is known", 2, 0, 0, EE_IS(1), ~EE, ~EE, SPE_REGS, PLAIN},
    {"a host without exceptions", 2, 0, 0, 0, EE, EE, SPE_REGS, NO_EXC},
    {"a host, PMSEE is 0", 2, 0, 0, 0, EE, EE, SPE_REGS, NO_PMSEE},
    {"EL2, no host", 2, 0, 0, 0, EE, EE, SPE_REGS, NO_HOST},
    {"EL3", 3, 0, 0, 0, EE, EE, SPE_REGS, PLAIN},
    {"EL1 without EL2", 1, 0, 0, 0, EE, EE, SPE_REGS, NO_EL2},
};

static struct spe_model *create(const struct row *row)
{
    struct spe_model *m = bare_model("", SPE_TAP_ALL);
    struct spu *spu = m->spu;

    m->cfg.el3 = m->cfg.fne = m->cfg.fds = m->cfg.nvm = true;
    m->cfg.el2 = m->cfg.vhe = row->how != NO_EL2;
    m->cfg.nv = 2;
    m->cfg.exc = row->how != NO_EXC;
    memset(&spu->unknown, 0, sizeof(spu->unknown));
    spu->contexts.of[2] = (struct spe_ctx){.el = row->el,
                                           .ns = true,
                                           .nspb = 3,
                                           .e2pb = 3,
                                           .pmsee = row->how != NO_PMSEE,
                                           .enpmsn = true,
                                           .enpms3 = true,
                                           .enpms4 = true,
                                           .e2h = row->how != NO_HOST,
                                           .nvx = row->nvx};
    spu->contexts.now = 2;
    spu->regs.v[SPE_PMSCR_EL1] = row->el1;
    spu->regs.v[SPE_PMSCR_EL2] = row->el2;
    spu->unknown.bits[SPE_PMSCR_EL1] = row->el1_unknown;
    spu->unknown.bits[SPE_PMSCR_EL2] = row->el2_unknown;
    return m;
}

/* An access by any other name than PMBSR_EL1 is the same with each EE. */
static void what_an_access_depends_on(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        const struct row *row = &rows[i];
        struct spe_model *m = create(row);
        for (unsigned op1 = 0; op1 < 8; op1++) {
            for (unsigned low = 0; low < 16; low++) {
                const uint16_t enc = SPE_ENC(3, op1, 9, 9 + (low >> 3), low & 7);
                const struct spe_txn_sysreg read = {.enc = enc}, write = {.enc = enc, .write = 1};
                const enum spe_reg first = enc == PMBSR ? row->first : SPE_REGS;
                CHECK(row->name, model_unknown_access(&m->cfg, m->spu, &read), first);
                CHECK(row->name, model_unknown_access(&m->cfg, m->spu, &write), first);
            }
        }
        CHECK("nothing is learned", m->spu->unknown.bits[SPE_PMSCR_EL1], row->el1_unknown);
        CHECK("nor in EL2", m->spu->unknown.bits[SPE_PMSCR_EL2], row->el2_unknown);
        CHECK("nothing is set", m->spu->regs.v[SPE_PMSCR_EL1], row->el1);
        CHECK("nor in EL2", m->spu->regs.v[SPE_PMSCR_EL2], row->el2);
        spe_model_destroy(m);
    }
}

/* The answers of this run: bit 0 is the first one. */
static void answer(struct spe_model *m, unsigned answers)
{
    m->run.may_ask = true;
    m->run.given = 2;
    for (unsigned i = 0; i < 2; i++) {
        m->run.question[i] =
            (struct question){.kind = FORK_KINDS, .answer = (uint8_t)(answers >> i & 1)};
    }
}

/* Four runs give the four values. All else stays. */
static void each_value_once(void **state)
{
    static const enum spe_reg either[] = {SPE_PMSCR_EL1, SPE_PMSCR_EL2};

    (void)state;
    for (int i = 0; i < 2; i++) {
        const enum spe_reg reg = either[i], other = either[1 - i];
        unsigned values = 0;
        for (unsigned answers = 0; answers < 4; answers++) {
            struct spe_model *m = create(&rows[0]);
            m->spu->regs.v[reg] = SPE_PMSCR_CX | SPE_PMSCR_ExSPE;
            m->spu->regs.v[other] = SPE_PMSCR_TS;
            m->spu->unknown.bits[reg] = EE | SPE_PMSCR_PA;
            m->spu->unknown.bits[other] = EE | SPE_PMSCR_CX;
            m->spu->enabled.from.known = 1;
            m->spu->schedule.busy = false;
            answer(m, answers);
            model_guess_ee(m, reg);
            values |= 1u << ((m->spu->regs.v[reg] & EE) >> SPE_PMSCR_EE_SHIFT);
            CHECK("asked", m->run.asked, 2);
            CHECK("else", m->spu->regs.v[reg] & ~EE, SPE_PMSCR_CX | SPE_PMSCR_ExSPE);
            CHECK("PA stays unknown", m->spu->unknown.bits[reg], SPE_PMSCR_PA);
            CHECK("the other one", m->spu->regs.v[other], SPE_PMSCR_TS);
            CHECK("its EE is unknown", m->spu->unknown.bits[other], EE | SPE_PMSCR_CX);
            CHECK("what enables is looked at again", m->spu->enabled.from.known, 0);
            CHECK("it takes effect", m->spu->schedule.busy, true);
            spe_model_destroy(m);
        }
        CHECK(spe_reg_name(reg), values, 0xF);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_an_access_depends_on),
        cmocka_unit_test(each_value_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
