/* SPDX-License-Identifier: Apache-2.0 */
#include <assert.h>

#include "config_members.h"
#include "cover/cover.h"
#include "cover/table.h"

/*
 * Which outcomes a System register access can have, and which owners and levels records can have.
 * Written from the sentences of the texts, not from the functions that predict an access.
 */

/* Values of the first axis of COVER_ACCESS, in the order of covered/cover.c. */
enum {
    PMSNEVFR = 1,
    PMSFCR = 4,
    PMSIDR = 7,
    PMBLIMITR = 8,
    PMBSR = 10,
    PMSDSFR = 11,
    PMBMAR = 12,
    PMBIDR = 13,
    PMSCR_EL2 = 14,
    PMBSR_EL2 = 15,
    PMSCR_EL12 = 16,
    PMBSR_EL12 = 17,
    PMBSR_EL3 = 18
};
enum { READ, WRITE };
enum { OK, UNDEFINED, TRAP_EL2, TRAP_EL3, MEMORY };

/* "Present only if ... Direct reads and writes are UNDEFINED otherwise" (DDI 0586A 4.3.6:
 * PMSCR_EL12 with EL2 and the Virtualization Host Extensions; D24.7: with FEAT_SPE_FnE,
 * FEAT_SPE_FDS, FEAT_SPE_nVM, FEAT_SPE_EXC). */
static bool has_register(const struct spe_config *cfg, unsigned reg)
{
    switch (reg) {
    case PMSNEVFR:
        return cfg->fne;
    case PMSDSFR:
        return cfg->fds;
    case PMBMAR:
        return cfg->nvm;
    case PMBSR_EL2:
        return cfg->exc;
    case PMSCR_EL12:
        return cfg->el2 && cfg->vhe;
    case PMBSR_EL12:
        return cfg->el2 && cfg->vhe && cfg->exc;
    case PMBSR_EL3:
        return cfg->exc && cfg->el3;
    default:
        return true;
    }
}

/* Whether the name is that of a register of EL2, or of EL1 as a host at EL2 sees it. */
static bool of_el2(unsigned reg)
{
    return reg >= PMSCR_EL2 && reg <= PMBSR_EL12;
}

static bool of_host(unsigned reg)
{
    return reg == PMSCR_EL12 || reg == PMBSR_EL12;
}

/* "If !HasStatisticalProfiling() || PSTATE.EL == EL0 || UsingAArch32() then return UNDEFINED" (DDI
 * 0586A 3.2.3, 3.4.6). EL1 or EL2 can be in AArch32 state if there is a higher level. The names of
 * EL2 "are UNDEFINED at EL1 and EL0" (4.3.7); PMSCR_EL12 also with "HCR_EL2.E2H==0" (4.3.6).
 * PMBSR_EL3 is UNDEFINED below EL3 (D24.7.7); if the register exists, so does EL3. */
static bool undefined(const struct spe_config *cfg, unsigned reg, unsigned el)
{
    assert(reg != PMBSR_EL3 || cfg->el3);
    return el == 0 || of_host(reg) || (el == 1 && (of_el2(reg) || cfg->el2 || cfg->el3)) ||
           (el == 2 && cfg->el3);
}

/* Whether an access can be done: at EL1 or above, at a level where the name may be used. */
static bool done(unsigned reg, unsigned el)
{
    return el != 0 && (el != 1 || !of_el2(reg)) && (el == 3 || reg != PMBSR_EL3);
}

/* "If MDCR_EL2.TPMS == 1, ... at Non-secure EL1 generate a Trap exception to EL2" (4.3.5), and
 * "MDCR_EL2.E2PB<0> != '1'" (3.4.6). PMBIDR_EL1 has "Traps and enables: None" (4.3.1), except a
 * fine-grained trap. At EL1 a name of EL2 is trapped for a nested hypervisor (HCR_EL2.NV). */
static bool traps_to_el2(const struct spe_config *cfg, unsigned reg, unsigned el)
{
    if (el != 1 || !cfg->el2 || reg == PMBSR_EL3) {
        return false;
    }
    return of_el2(reg) ? cfg->nv > 0 : reg != PMBIDR || cfg->fgt;
}

/* "HaveEL(EL3) && PSTATE.EL != EL3 && MDCR_EL3.NSPB != SCR_EL3.NS:'1'" (3.2.3, 3.4.6), if the name
 * may be used at the level. */
static bool traps_to_el3(const struct spe_config *cfg, unsigned reg, unsigned el)
{
    return cfg->el3 && el < 3 && done(reg, el) && reg != PMBIDR;
}

/* With FEAT_NV2 an access at EL1 becomes an access to memory if the register has a place there.
 * PMSFCR_EL1, PMBMAR_EL1 and the identification registers have none (D24.7). */
static bool to_memory(const struct spe_config *cfg, unsigned reg, unsigned el)
{
    const bool none = reg == PMSFCR || reg == PMSIDR || reg == PMBIDR || reg == PMBMAR ||
                      reg == PMSCR_EL2 || reg == PMBSR_EL2 || reg == PMBSR_EL3;

    return cfg->nv == 2 && el == 1 && !none;
}

bool possible_access(const struct spe_config *cfg, const unsigned v[COVER_AXES])
{
    const unsigned reg = v[0], el = v[2];

    if ((el == 2 && !cfg->el2) || (el == 3 && !cfg->el3)) {
        return false;
    }
    /* "a 64-bit read-only AArch64 System register accessed using MRS" (4.3.1, 4.3.11) */
    if (!has_register(cfg, reg) || (v[1] == WRITE && (reg == PMSIDR || reg == PMBIDR))) {
        return v[3] == UNDEFINED;
    }
    switch (v[3]) {
    case OK:
        return done(reg, el);
    case UNDEFINED:
        return undefined(cfg, reg, el);
    case TRAP_EL2:
        return traps_to_el2(cfg, reg, el);
    case TRAP_EL3:
        return traps_to_el3(cfg, reg, el);
    default:
        return to_memory(cfg, reg, el);
    }
}

/* Regimes of one Security state, in the order of the axis: EL1&0, EL2, EL2&0. */
enum { EL10, EL2, EL20 };

bool possible_profiled(const struct spe_config *cfg, const unsigned v[COVER_AXES])
{
    const unsigned state = v[0] / 3, of = v[0] % 3, el = v[1];
    const bool exists[] = {true, cfg->secure, cfg->rme};

    /* "EL2, if ... EL2 is implemented" (3.4.2), in Secure state with FEAT_SEL2. HCR_EL2.E2H alone
     * makes it EL2&0 (D17.7.5), with TGE 0 also for an operation at EL1. */
    if (!exists[state] || (of != EL10 && (!cfg->el2 || (state == 1 && !cfg->sel2))) ||
        (of == EL20 && !cfg->vhe)) {
        return false;
    }
    /* "always disabled if the owning Exception level is a lower Exception level than the current
     * Exception level" (3.6); "if EL2 is implemented, then profiling is disabled at EL2" with EL1
     * as owner (3.4.2); at EL3 always. */
    return el <= (of == EL10 ? 1 : 2);
}
