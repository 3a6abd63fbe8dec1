/* SPDX-License-Identifier: Apache-2.0
 *
 * Outcome of System register accesses, from "Usage constraints", "Traps and enables" and
 * "Configurations" of each register description (DDI 0586A 4.3), for every register, level, state
 * and control; and PMBIDR_EL1.P.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "arch/regs.h"
#include "config_members.h"
#include "spe/enable.h"
#include "spe/regs.h"

/* The sentences under "Traps and enables". */
enum traps {
    NO_TRAPS,  /* "None." */
    TRAP_TPMS, /* MDCR_EL2.TPMS, then MDCR_EL3.NSPB */
    TRAP_E2PB, /* MDCR_EL2.E2PB, then MDCR_EL3.NSPB */
    EL2_ONLY,  /* "UNDEFINED at EL1 and EL0"; MDCR_EL3.NSPB at EL2 */
    EL12       /* the usage constraints of PMSCR_EL12 */
};

struct description {
    const char *name;
    unsigned op0, op1, crn, crm, op2; /* S<op0>_<op1>_c<crn>_c<crm>_<op2> under "Attributes" */
    bool read_only;
    enum traps traps;
    enum spe_reg reg;
};

/* clang-format off */
static const struct description descriptions[] = {
    /* 4.3.1  */ {"PMBIDR_EL1",    3, 0, 9, 10, 7, true,  NO_TRAPS,  SPE_PMBIDR},
    /* 4.3.2  */ {"PMBLIMITR_EL1", 3, 0, 9, 10, 0, false, TRAP_E2PB, SPE_PMBLIMITR},
    /* 4.3.3  */ {"PMBPTR_EL1",    3, 0, 9, 10, 1, false, TRAP_E2PB, SPE_PMBPTR},
    /* 4.3.4  */ {"PMBSR_EL1",     3, 0, 9, 10, 3, false, TRAP_E2PB, SPE_PMBSR},
    /* 4.3.5  */ {"PMSCR_EL1",     3, 0, 9, 9,  0, false, TRAP_TPMS, SPE_PMSCR_EL1},
    /* 4.3.6  */ {"PMSCR_EL12",    3, 5, 9, 9,  0, false, EL12,      SPE_PMSCR_EL1},
    /* 4.3.7  */ {"PMSCR_EL2",     3, 4, 9, 9,  0, false, EL2_ONLY,  SPE_PMSCR_EL2},
    /* 4.3.8  */ {"PMSEVFR_EL1",   3, 0, 9, 9,  5, false, TRAP_TPMS, SPE_PMSEVFR},
    /* 4.3.9  */ {"PMSFCR_EL1",    3, 0, 9, 9,  4, false, TRAP_TPMS, SPE_PMSFCR},
    /* 4.3.10 */ {"PMSICR_EL1",    3, 0, 9, 9,  2, false, TRAP_TPMS, SPE_PMSICR},
    /* 4.3.11 */ {"PMSIDR_EL1",    3, 0, 9, 9,  7, true,  TRAP_TPMS, SPE_PMSIDR},
    /* 4.3.12 */ {"PMSIRR_EL1",    3, 0, 9, 9,  3, false, TRAP_TPMS, SPE_PMSIRR},
    /* 4.3.13 */ {"PMSLATFR_EL1",  3, 0, 9, 9,  6, false, TRAP_TPMS, SPE_PMSLATFR},
};
/* clang-format on */

#define DESCRIPTIONS (sizeof(descriptions) / sizeof(*descriptions))

struct place {
    bool have_el2, have_el3, have_vhe;
    unsigned el;
    bool nonsecure, aarch32, tpms, e2h;
    unsigned e2pb, nspb;
};

static uint16_t encoding(const struct description *d)
{
    return (uint16_t)(d->op0 << 14 | d->op1 << 11 | d->crn << 7 | d->crm << 3 | d->op2);
}

/* EL2 is Non-secure, EL3 is Secure; the other levels follow SCR_EL3.NS. */
static bool exists(const struct place *p)
{
    if (p->el == 3) {
        return p->have_el3;
    }
    return p->el != 2 || (p->have_el2 && p->nonsecure);
}

/* "If MDCR_EL3.NSPB != 0b01 ... at Secure EL1", "!= 0b11 ... at EL2 and Non-secure EL1 ... Trap
 * exception to EL3". */
static enum spe_access el3_trap(const struct place *p)
{
    if (!p->have_el3 || p->el == 3) {
        return SPE_ACCESS_OK;
    }
    return p->nspb != (p->nonsecure ? 3u : 1u) ? SPE_ACCESS_TRAP_EL3 : SPE_ACCESS_OK;
}

/* EL2 before EL3: the order of the pseudocode (choice E13). */
static enum spe_access traps(const struct place *p, bool el2_control)
{
    if (p->have_el2 && p->nonsecure && p->el == 1 && el2_control) {
        return SPE_ACCESS_TRAP_EL2;
    }
    return el3_trap(p);
}

static bool el12_undefined(const struct place *p)
{
    return p->el == 1 || !p->have_vhe || !p->have_el2 || !p->e2h || (p->have_el3 && !p->nonsecure);
}

static enum spe_access described(const struct description *d, const struct place *p, bool write)
{
    if (p->el == 0 || p->aarch32 || (write && d->read_only)) {
        return SPE_ACCESS_UNDEFINED;
    }
    switch (d->traps) {
    case TRAP_TPMS:
        return traps(p, p->tpms);
    case TRAP_E2PB:
        return traps(p, p->e2pb == 0 || p->e2pb == 2);
    case EL2_ONLY:
        return p->el == 1 ? SPE_ACCESS_UNDEFINED : el3_trap(p);
    case EL12:
        return el12_undefined(p) ? SPE_ACCESS_UNDEFINED : el3_trap(p);
    case NO_TRAPS:
    default:
        return SPE_ACCESS_OK;
    }
}

/* "If HCR_EL2.E2H==1, then ... the register name PMSCR_EL1 at EL2 access PMSCR_EL2" (4.3.5). */
static enum spe_reg reached(const struct description *d, const struct place *p)
{
    const bool redirected = p->have_vhe && p->e2h && p->el == 2;
    return d->reg == SPE_PMSCR_EL1 && d->traps == TRAP_TPMS && redirected ? SPE_PMSCR_EL2 : d->reg;
}

static struct spe_config config_of(const struct place *p)
{
    return (struct spe_config){.el2 = p->have_el2, .el3 = p->have_el3, .vhe = p->have_vhe};
}

static struct spe_ctx ctx_of(const struct place *p)
{
    return (struct spe_ctx){.el = p->el,
                            .ns = p->nonsecure,
                            .aarch32 = p->aarch32,
                            .nspb = p->nspb,
                            .e2pb = p->e2pb,
                            .tpms = p->tpms,
                            .e2h = p->e2h};
}

static enum spe_access access_of(const struct spe_config *cfg, const struct spe_ctx *ctx,
                                 uint16_t enc, bool write, enum spe_reg *reg)
{
    const struct spe_txn_sysreg t = {.enc = enc, .write = write};
    const struct spe_regs regs = {{0}};

    return spe_reg_access(cfg, &regs, ctx, &t, reg);
}

static void check_access(const struct description *d, const struct place *p, bool write,
                         unsigned seen[5])
{
    const struct spe_config cfg = config_of(p);
    const struct spe_ctx ctx = ctx_of(p);
    enum spe_reg reg = SPE_REGS;
    const enum spe_access want = described(d, p, write);
    const enum spe_access have = access_of(&cfg, &ctx, encoding(d), write, &reg);
    if (have != want) {
        fail_msg("%s %s at EL%u NS %d AArch32 %d NSPB %u E2PB %u TPMS %d E2H %d, EL2 %d EL3 %d VHE "
                 "%d: %d, the description says %d",
                 write ? "write" : "read", d->name, p->el, p->nonsecure, p->aarch32, p->nspb,
                 p->e2pb, p->tpms, p->e2h, p->have_el2, p->have_el3, p->have_vhe, have, want);
    }
    assert_int_equal(reg, want == SPE_ACCESS_OK ? reached(d, p) : SPE_REGS);
    seen[want]++;
}

static struct place place_of(uint32_t n)
{
    struct place p;
#define TAKE(field, bits) (p.field = n & ((1u << (bits)) - 1), n >>= (bits))
    TAKE(have_el2, 1);
    TAKE(have_el3, 1);
    TAKE(have_vhe, 1);
    TAKE(el, 2);
    TAKE(nonsecure, 1);
    TAKE(aarch32, 1);
    TAKE(tpms, 1);
    TAKE(e2h, 1);
    TAKE(e2pb, 2);
    TAKE(nspb, 2);
#undef TAKE
    return p;
}

static void every_access_has_its_described_outcome(void **state)
{
    (void)state;
    unsigned seen[5] = {0};
    for (uint32_t n = 0; n < 1u << 13; n++) {
        const struct place p = place_of(n);
        if (!exists(&p)) {
            continue;
        }
        for (size_t i = 0; i < DESCRIPTIONS; i++) {
            check_access(&descriptions[i], &p, false, seen);
            check_access(&descriptions[i], &p, true, seen);
        }
    }
    assert_true(seen[SPE_ACCESS_OK] > 0 && seen[SPE_ACCESS_UNDEFINED] > 0);
    assert_true(seen[SPE_ACCESS_TRAP_EL2] > 0 && seen[SPE_ACCESS_TRAP_EL3] > 0);
    assert_int_equal(seen[SPE_ACCESS_TRAP_EL1], 0);
}

static bool is_described(uint16_t enc)
{
    for (size_t i = 0; i < DESCRIPTIONS; i++) {
        if (encoding(&descriptions[i]) == enc) {
            return true;
        }
    }
    return false;
}

/* Table 7 lists all registers. At EL3 with E2H and NS, none of them is UNDEFINED for a read. */
static void every_other_encoding_is_undefined(void **state)
{
    (void)state;
    const struct place p = {.have_el2 = true,
                            .have_el3 = true,
                            .have_vhe = true,
                            .el = 3,
                            .nonsecure = true,
                            .e2h = true};
    const struct spe_config cfg = config_of(&p);
    const struct spe_ctx ctx = ctx_of(&p);
    for (uint32_t enc = 0; enc <= UINT16_MAX; enc++) {
        enum spe_reg reg;
        const enum spe_access read = access_of(&cfg, &ctx, (uint16_t)enc, false, &reg);
        const enum spe_access write = access_of(&cfg, &ctx, (uint16_t)enc, true, &reg);
        if (is_described((uint16_t)enc)) {
            assert_int_equal(read, SPE_ACCESS_OK);
        } else {
            assert_true(read == SPE_ACCESS_UNDEFINED && write == SPE_ACCESS_UNDEFINED);
        }
    }
}

/* 4.3.1, P: three sentences set the bit; "Otherwise, this bit reads as zero". */
static bool prohibited(const struct place *p)
{
    const bool nonsecure_owns = p->have_el3 && p->nspb >= 2;
    const bool secure_owns = p->have_el3 && p->nspb < 2;
    const bool nonsecure_el1 = p->el == 1 && p->nonsecure;
    if (nonsecure_owns && p->el == 1 && !p->nonsecure) {
        return true;
    }
    if (p->have_el2 && p->e2pb == 0 && nonsecure_el1) {
        return true;
    }
    return secure_owns && (p->el == 2 || nonsecure_el1);
}

static void pmbidr_says_who_may_use_the_buffer(void **state)
{
    (void)state;
    unsigned seen[2] = {0};
    for (uint32_t n = 0; n < 1u << 13; n++) {
        const struct place p = place_of(n);
        const struct spe_config cfg = config_of(&p);
        const struct spe_ctx ctx = ctx_of(&p);
        struct spe_regs regs;
        if (!exists(&p) || p.el == 0 || p.aarch32) {
            continue;
        }
        spe_regs_reset(&cfg, &regs);
        const uint64_t value = arch_reg_read(&cfg, &regs, &ctx, SPE_PMBIDR);
        assert_int_equal(value >> 4 & 1, prohibited(&p));
        seen[prohibited(&p)]++;
    }
    assert_true(seen[false] > 0 && seen[true] > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_access_has_its_described_outcome),
        cmocka_unit_test(every_other_encoding_is_undefined),
        cmocka_unit_test(pmbidr_says_who_may_use_the_buffer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
