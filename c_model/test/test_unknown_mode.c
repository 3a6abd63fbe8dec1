/* SPDX-License-Identifier: Apache-2.0 */
#include "bare_model.h"
#include "check.h"
#include "doubt/unknown.h"
#include "spe/regs.h"

/* [reset_value] = unknown (E6): PMSCR_EL2.EnVM, which nothing has written, decides what a read of
 * PMBIDR_EL1 returns in AddrMode (OW5), and the read tells EnVM. */

#define NS     (UINT64_C(1) << 2)
#define NSPB   (UINT64_C(3) << 7)
#define E2PB   (UINT64_C(3) << 9)
#define EEL2   (UINT64_C(1) << 18)
#define GUEST  (NS | NSPB | E2PB | 1)
#define SECURE (UINT64_C(1) << 7 | E2PB | 1)

static struct spe_model *create(uint64_t state)
{
    struct spe_model *m = bare_model("", SPE_TAP_ALL);

    memset(&m->spu->unknown, 0, sizeof(m->spu->unknown));
    m->cfg.nvm = m->cfg.el2 = m->cfg.el3 = true;
    m->cfg.sel2 = false;
    contexts_tell(&m->spu->contexts, &(struct spe_txn_ctx){.state = state});
    contexts_begin(&m->spu->contexts, 0);
    return m;
}

/* AddrMode depends on EnVM with [nvm], if EL1 owns the buffer, and EL2 is enabled in its state. */
static const struct {
    const char *name;
    bool nvm, el2, sel2;
    uint64_t state, unknown;
    bool open;
} rows[] = {
    {"a guest", true, true, false, GUEST, SPE_PMSCR_ENVM, true},
    {"all is unknown", true, true, false, GUEST, UINT64_MAX, true},
    {"EnVM is known", true, true, false, GUEST, ~SPE_PMSCR_ENVM, false},
    {"all is known", true, true, false, GUEST, 0, false},
    {"no FEAT_SPE_nVM", false, true, false, GUEST, SPE_PMSCR_ENVM, false},
    {"EL2 owns the buffer", true, true, false, GUEST & ~E2PB, SPE_PMSCR_ENVM, false},
    {"no EL2", true, false, false, GUEST, SPE_PMSCR_ENVM, false},
    {"Secure state without EL2", true, true, false, SECURE | EEL2, SPE_PMSCR_ENVM, false},
    {"Secure state, EL2 is not enabled", true, true, true, SECURE, SPE_PMSCR_ENVM, false},
    {"Secure state with EL2", true, true, true, SECURE | EEL2, SPE_PMSCR_ENVM, true},
};

static void what_a_read_may_return(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct spe_model *m = create(rows[i].state);
        m->cfg.nvm = rows[i].nvm;
        m->cfg.el2 = rows[i].el2;
        m->cfg.sel2 = rows[i].sel2;
        m->spu->unknown.bits[SPE_PMSCR_EL2] = rows[i].unknown;
        m->spu->unknown.bits[SPE_PMSCR_EL1] = i % 2 != 0 ? UINT64_MAX : 0;
        for (int reg = 0; reg < SPE_REGS; reg++) {
            const bool open = rows[i].open && reg == SPE_PMBIDR;
            CHECK(rows[i].name, model_unknown_read(&m->cfg, m->spu, (enum spe_reg)reg),
                  open ? SPE_PMBIDR_ADDRMODE_NVM : 0);
        }
        CHECK("nothing is learned", m->spu->unknown.bits[SPE_PMSCR_EL2], rows[i].unknown);
        CHECK("nothing is set", m->spu->regs.v[SPE_PMSCR_EL2] & SPE_PMSCR_ENVM, 0);
        spe_model_destroy(m);
    }
}

/* The read tells EnVM alone; what was known stays. */
static void what_a_read_tells(void **state)
{
    static const uint64_t reads[] = {0, SPE_PMBIDR_ADDRMODE_NVM, ~SPE_PMBIDR_ADDRMODE_NVM, ~0ull};

    (void)state;
    for (unsigned i = 0; i < 8; i++) {
        struct spe_model *m = create(GUEST);
        const uint64_t known = i & 4 ? SPE_PMSCR_CX : SPE_PMSCR_TS;
        m->spu->regs.v[SPE_PMSCR_EL2] = known;
        m->spu->regs.v[SPE_PMSCR_EL1] = SPE_PMSCR_CX;
        m->spu->unknown.bits[SPE_PMSCR_EL2] = ~known;
        m->spu->unknown.bits[SPE_PMSCR_EL1] = ~SPE_PMSCR_CX;
        m->spu->enabled.from.known = 1;
        model_learn_envm(m->spu, reads[i & 3]);
        CHECK("EnVM", m->spu->regs.v[SPE_PMSCR_EL2], known | (i & 1 ? SPE_PMSCR_ENVM : 0));
        CHECK("what is unknown", m->spu->unknown.bits[SPE_PMSCR_EL2], ~(known | SPE_PMSCR_ENVM));
        CHECK("of EL1", m->spu->regs.v[SPE_PMSCR_EL1], SPE_PMSCR_CX);
        CHECK("of EL1, unknown", m->spu->unknown.bits[SPE_PMSCR_EL1], ~SPE_PMSCR_CX);
        CHECK("what enables is looked at again", m->spu->enabled.from.known, 0);
        spe_model_destroy(m);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_a_read_may_return),
        cmocka_unit_test(what_a_read_tells),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
