/* SPDX-License-Identifier: Apache-2.0
 *
 * Outcome of System register accesses with the features of SPEv1p1 to SPEv1p5: the accessibility
 * pseudocode of Arm ARM D24.7. A string has one letter for each condition, in the pseudocode's
 * order.
 */
#include "check.h"
#include "config_members.h"
#include "spe/enable.h"
#include "spe/regs.h"

/*
 * u  HaveEL(EL3) && EL3SDDUndefPriority() && CheckMDCR_EL3_NSPBTrap(): UNDEFINED
 * v  the same with the enable of the register in MDCR_EL3 (EnPMSN, EnPMS3, EnPMS4, PMSEE) 0
 * f  EL2Enabled() and the fine-grained trap: EL2
 * t  EL2Enabled() && MDCR_EL2.TPMS == '1': EL2
 * b  EL2Enabled() && MDCR_EL2.E2PB IN {'x0'}: EL2
 * n  HaveEL(EL3) && CheckMDCR_EL3_NSPBTrap(): EL3, or UNDEFINED if EL3SDDUndef()
 * m  HaveEL(EL3) and the enable of the register is 0: the same
 * x  EffectiveHCR_EL2_NVx() IN {'1x1'}: memory
 * y  EffectiveHCR_EL2_NVx() IN {'111'}: memory
 * z  EffectiveHCR_EL2_NVx() IN {'1x1'} && (EffectivePMSCR_EL2_EE() == '00' || PMSCR_EL1.EE == '00'
 *    || EffectiveHCR_EL2_NVx() == '111'): memory
 * w  EffectiveHCR_EL2_NVx() == '101': memory
 * q  EffectiveHCR_EL2_NVx() IN {'xx1'}: EL2
 * k  ELIsInHost(EL2), else UNDEFINED
 * U  UNDEFINED
 * .  the register
 * 2  ELIsInHost(EL2) ? PMSCR_EL2 : PMSCR_EL1
 * s  EffectivePMSCR_EL2_EE() != '00' && ELIsInHost(EL2) ? PMBSR_EL2 : PMBSR_EL1
 */
struct accessibility {
    const char *name;
    uint16_t enc;
    enum spe_reg reg;
    bool read_only;
    const char *el1, *el2, *el3;
};

/* clang-format off */
static const struct accessibility registers[] = {
    {"PMBIDR_EL1",    0xC4D7, SPE_PMBIDR,    true,  "f.",       ".",     "."},
    {"PMBLIMITR_EL1", 0xC4D0, SPE_PMBLIMITR, false, "ufbnx.",   "un.",   "."},
    {"PMBMAR_EL1",    0xC4D5, SPE_PMBMAR,    false, "vufbmn.",  "uvnm.", "."},
    {"PMBPTR_EL1",    0xC4D1, SPE_PMBPTR,    false, "ufbnx.",   "un.",   "."},
    {"PMBSR_EL1",     0xC4D3, SPE_PMBSR,     false, "ufbnz.",   "uns",   "."},
    {"PMBSR_EL12",    0xECD3, SPE_PMBSR,     false, "wqU",      "kun.",  "k."},
    {"PMBSR_EL2",     0xE4D3, SPE_PMBSR_EL2, false, "qU",       "uvnm.", "."},
    {"PMBSR_EL3",     0xF4D3, SPE_PMBSR_EL3, false, "U",        "U",     "."},
    {"PMSCR_EL1",     0xC4C8, SPE_PMSCR_EL1, false, "uftny.",   "un2",   "."},
    {"PMSCR_EL12",    0xECC8, SPE_PMSCR_EL1, false, "wqU",      "kun.",  "k."},
    {"PMSCR_EL2",     0xE4C8, SPE_PMSCR_EL2, false, "qU",       "un.",   "."},
    {"PMSDSFR_EL1",   0xC4D4, SPE_PMSDSFR,   false, "vuftmnx.", "uvnm.", "."},
    {"PMSEVFR_EL1",   0xC4CD, SPE_PMSEVFR,   false, "uftnx.",   "un.",   "."},
    {"PMSFCR_EL1",    0xC4CC, SPE_PMSFCR,    false, "uftn.",    "un.",   "."},
    {"PMSICR_EL1",    0xC4CA, SPE_PMSICR,    false, "uftnx.",   "un.",   "."},
    {"PMSIDR_EL1",    0xC4CF, SPE_PMSIDR,    true,  "uftn.",    "un.",   "."},
    {"PMSIRR_EL1",    0xC4CB, SPE_PMSIRR,    false, "uftnx.",   "un.",   "."},
    {"PMSLATFR_EL1",  0xC4CE, SPE_PMSLATFR,  false, "uftnx.",   "un.",   "."},
    {"PMSNEVFR_EL1",  0xC4C9, SPE_PMSNEVFR,  false, "vuftmnx.", "uvnm.", "."},
};
/* clang-format on */

#define REGISTERS (sizeof registers / sizeof registers[0])

/* A PE configuration and its state at one moment. The code masks every field by what the
 * configuration implements before it uses the field. */
struct moment {
    struct spe_config cfg;
    struct spe_ctx ctx;
    unsigned ee1, ee2; /* as stored */
    bool fgt;
};

/* "This register is present only when" */
static bool present(const struct accessibility *r, const struct spe_config *c)
{
    if (strcmp(r->name, "PMSCR_EL12") == 0) {
        return c->vhe && c->el2;
    }
    if (strcmp(r->name, "PMBSR_EL12") == 0) {
        return c->exc && c->vhe && c->el2;
    }
    if (r->reg == SPE_PMBSR_EL2) {
        return c->exc;
    }
    if (r->reg == SPE_PMBSR_EL3) {
        return c->exc && c->el3;
    }
    if (r->reg == SPE_PMBMAR) {
        return c->nvm;
    }
    if (r->reg == SPE_PMSDSFR) {
        return c->fds;
    }
    return r->reg != SPE_PMSNEVFR || c->fne;
}

/* IsSecureEL2Enabled(), EL2Enabled(). Without EL3, the Security state is the constant `ns` of the
 * PE. */
static bool el2_enabled(const struct moment *m)
{
    const bool secure_el2 = m->cfg.sel2 && (m->cfg.el3 ? m->ctx.eel2 : true);

    return m->cfg.el2 && (m->ctx.ns || secure_el2);
}

static bool host_el2(const struct moment *m)
{
    return m->cfg.vhe && el2_enabled(m) && !m->ctx.el2_aarch32 && m->ctx.e2h;
}

static unsigned nvx(const struct moment *m)
{
    return m->cfg.nv == 2 ? m->ctx.nvx : m->cfg.nv == 1 ? m->ctx.nvx & 3 : 0;
}

/* CheckMDCR_EL3_NSPBTrap(), with EffectiveMDCR_EL3_NSPB() in which a reserved value is no state. */
static bool nspb_trap(const struct moment *m)
{
    const unsigned bits = (m->cfg.rme && m->ctx.nspbe ? 4u : 0u) | m->ctx.nspb;
    const bool reserved =
        m->cfg.rme && (bits == 4 || bits == 5 || (!m->cfg.secure && (bits == 0 || bits == 1)));

    if (!m->cfg.el3) {
        return false;
    }
    if (reserved || (bits & 1) == 0 || (bits >> 1 & 1) != (m->ctx.ns ? 1u : 0u)) {
        return true;
    }
    return m->cfg.rme && (bits >> 2 & 1) != (m->ctx.nse ? 1u : 0u);
}

static bool not_enabled(const struct moment *m, enum spe_reg reg)
{
    if (!m->cfg.el3) {
        return false;
    }
    switch (reg) {
    case SPE_PMSNEVFR:
        return !m->ctx.enpmsn;
    case SPE_PMSDSFR:
        return !m->ctx.enpms3;
    case SPE_PMBMAR:
        return !m->ctx.enpms4;
    default: /* PMBSR_EL2 */
        return m->ctx.pmsee == 0;
    }
}

/* EffectivePMSCR_EL2_EE() */
static unsigned effective_ee2(const struct moment *m)
{
    if (!m->cfg.exc || (m->cfg.el3 && m->ctx.pmsee == 0)) {
        return 0;
    }
    return el2_enabled(m) ? m->ee2 : 1;
}

static bool holds(const struct moment *m, enum spe_reg reg, char letter)
{
    const bool sdd = m->ctx.debug && m->ctx.sdd;
    const unsigned nv = nvx(m);

    switch (letter) {
    case 'u':
        return sdd && m->cfg.sdd_priority && nspb_trap(m);
    case 'v':
        return sdd && m->cfg.sdd_priority && not_enabled(m, reg);
    case 'f':
        return el2_enabled(m) && m->cfg.fgt && m->fgt;
    case 't':
        return el2_enabled(m) && m->ctx.tpms;
    case 'b':
        return el2_enabled(m) && (m->ctx.e2pb == 0 || m->ctx.e2pb == 2);
    case 'n':
        return nspb_trap(m);
    case 'm':
        return not_enabled(m, reg);
    case 'x':
        return nv == 5 || nv == 7;
    case 'y':
        return nv == 7;
    case 'z':
        return nv == 7 || (nv == 5 && (effective_ee2(m) == 0 || m->ee1 == 0));
    case 'w':
        return nv == 5;
    case 'q':
        return nv % 2 == 1;
    case 'k':
        return !host_el2(m);
    default:
        return true;
    }
}

static enum spe_access follow(const struct moment *m, const struct accessibility *r,
                              const char *letters, enum spe_reg *reg)
{
    const char *p = letters;
    const bool sdd = m->ctx.debug && m->ctx.sdd;

    while (!holds(m, r->reg, *p)) {
        p++;
    }
    if (strchr("uvkU", *p)) {
        return SPE_ACCESS_UNDEFINED;
    }
    if (strchr("ftbq", *p)) {
        return SPE_ACCESS_TRAP_EL2;
    }
    if (strchr("nm", *p)) {
        return sdd ? SPE_ACCESS_UNDEFINED : SPE_ACCESS_TRAP_EL3;
    }
    if (strchr("xyzw", *p)) {
        return SPE_ACCESS_MEMORY;
    }
    *reg = r->reg;
    if (*p == '2' && host_el2(m)) {
        *reg = SPE_PMSCR_EL2;
    }
    if (*p == 's' && host_el2(m) && effective_ee2(m) != 0) {
        *reg = SPE_PMBSR_EL2;
    }
    return SPE_ACCESS_OK;
}

static enum spe_access described(const struct moment *m, const struct accessibility *r, bool write,
                                 enum spe_reg *reg)
{
    const char *const letters[] = {"U", r->el1, r->el2, r->el3};

    if (!present(r, &m->cfg) || (write && r->read_only) || m->ctx.aarch32) {
        return SPE_ACCESS_UNDEFINED;
    }
    return follow(m, r, letters[m->ctx.el], reg);
}

static void compare(const struct moment *m, const struct accessibility *r, unsigned seen[6])
{
    struct spe_regs regs = {{0}};

    regs.v[SPE_PMSCR_EL1] = (uint64_t)m->ee1 << 8;
    regs.v[SPE_PMSCR_EL2] = (uint64_t)m->ee2 << 8;
    for (int write = 0; write < 2; write++) {
        const struct spe_txn_sysreg t = {.enc = r->enc, .write = (uint8_t)write, .fgt = m->fgt};
        enum spe_reg want_reg = SPE_REGS, reg = SPE_REGS;
        const enum spe_access want = described(m, r, write, &want_reg);
        const enum spe_access have = spe_reg_access(&m->cfg, &regs, &m->ctx, &t, &reg);

        if (have != want || reg != want_reg) {
            fail_msg("%s %s at EL%u: outcome %d, register %d; the pseudocode says %d, %d",
                     write ? "write" : "read", r->name, m->ctx.el, have, reg, want, want_reg);
        }
        seen[want]++;
    }
}

static uint32_t next(uint32_t *random)
{
    *random ^= *random << 13;
    *random ^= *random >> 17;
    *random ^= *random << 5;
    return *random;
}

static bool coin(uint32_t *random)
{
    return next(random) >> 16 & 1;
}

/* Random values everywhere: a field that the register does not depend on must not matter. */
static void anything(struct moment *m, uint32_t *random)
{
    const uint64_t low = next(random), high = next(random);
    const struct spe_txn_ctx t = {.state = high << 32 | low};

    spe_ctx_from_txn(&m->ctx, &t);
    m->ctx.aarch32 = false;
    m->ee1 = next(random) & 3;
    m->ee2 = next(random) & 3;
    m->fgt = coin(random);
}

static struct spe_config everything(void)
{
    return (struct spe_config){.pmsver = 6,
                               .el2 = true,
                               .el3 = true,
                               .vhe = true,
                               .secure = true,
                               .sel2 = true,
                               .rme = true,
                               .nv = 2,
                               .fgt = true,
                               .sdd_priority = true,
                               .ecv = 2,
                               .fne = true,
                               .fds = true,
                               .lds = true,
                               .exc = true,
                               .nvm = true};
}

/* Give the fields that the register's letters depend on their n-th combination of values. @return
 * false after the last combination. */
static bool take(struct moment *m, const struct accessibility *r, unsigned el, uint32_t n)
{
    const char *const all[] = {"", r->el1, r->el2, r->el3};
    const char *letters = all[el];
    bool enable;

    m->ctx.el = el;

#define TAKE(bits) (n & ((1u << (bits)) - 1)), n >>= (bits)
    m->ctx.ns = TAKE(1);
    m->ctx.nse = TAKE(1);
    m->ctx.eel2 = TAKE(1);
    m->ctx.nspb = TAKE(2);
    m->ctx.nspbe = TAKE(1);
    m->ctx.debug = TAKE(1);
    m->ctx.sdd = TAKE(1);
    m->ctx.nvx = TAKE(3);
    m->ctx.e2h = TAKE(1);
    m->ctx.el2_aarch32 = TAKE(1);
    m->fgt = TAKE(1);
    if (strpbrk(letters, "t")) {
        m->ctx.tpms = TAKE(1);
    }
    if (strpbrk(letters, "b")) {
        m->ctx.e2pb = TAKE(2);
    }
    if (strpbrk(letters, "vm")) {
        enable = TAKE(1);
        m->ctx.enpmsn = m->ctx.enpms3 = m->ctx.enpms4 = enable;
        m->ctx.pmsee = enable ? m->ctx.pmsee | 1 : 0;
    }
    if (strpbrk(letters, "zs")) {
        m->ctx.pmsee = TAKE(1);
        m->ee2 = TAKE(2);
        m->ee1 = TAKE(2);
    }
#undef TAKE
    return n == 0;
}

static void every_combination_with_everything_implemented(void **state)
{
    unsigned seen[6] = {0};
    uint32_t random = 1;

    (void)state;
    for (size_t i = 0; i < 4 * REGISTERS; i++) {
        const struct accessibility *r = &registers[i / 4];
        struct moment m = {.cfg = everything()};

        anything(&m, &random);
        for (uint32_t n = 0; take(&m, r, i % 4, n); n++) {
            compare(&m, r, seen);
            anything(&m, &random);
        }
    }
    for (int outcome = 0; outcome < 6; outcome++) {
        assert_int_equal(seen[outcome] != 0, outcome != SPE_ACCESS_TRAP_EL1);
    }
}

/* The features one by one and together. State that belongs to a missing feature may hold anything.
 */
static void every_machine(void **state)
{
    unsigned seen[6] = {0};
    uint32_t random = 2;

    (void)state;
    for (int n = 0; n < 40000; n++) {
        struct moment m = {.cfg = everything()};
        struct spe_config *c = &m.cfg;

        c->el2 = next(&random) % 4 != 0;
        c->el3 = next(&random) % 4 != 0;
        c->vhe = c->el2 && coin(&random);
        c->rme = c->el2 && c->el3 && coin(&random);
        c->secure = !(c->rme || !c->el3) || coin(&random);
        c->sel2 = c->el2 && c->secure && coin(&random);
        c->nv = c->el2 ? (int)(next(&random) % 3) : 0;
        c->fgt = coin(&random);
        c->sdd_priority = coin(&random);
        c->exc = coin(&random);
        c->nvm = coin(&random);
        c->fds = coin(&random);
        c->fne = coin(&random);
        for (size_t i = 0; i < REGISTERS; i++) {
            anything(&m, &random);
            m.ctx.aarch32 = next(&random) % 16 == 0;
            compare(&m, &registers[i], seen);
        }
    }
    for (int outcome = 0; outcome < 6; outcome++) {
        assert_int_equal(seen[outcome] != 0, outcome != SPE_ACCESS_TRAP_EL1);
    }
}

/* [nspb_reserved] (S4): a reserved MDCR_EL3.{NSPBE, NSPB} is treated as one of the states. */
static void a_reserved_owner_stands_for_a_state(void **state)
{
    const struct spe_txn_sysreg t = {.enc = 0xC4CC};
    const struct spe_regs regs = {{0}};
    struct spe_config cfg = everything();

    (void)state;
    for (unsigned n = 0; n < 4 * 4 * 2; n++) {
        /* [nspb_reserved] is none, Non-secure, Secure or Realm; the state of the PE; NSPB[0] */
        const unsigned key = n & 3, pe = n >> 2 & 3, low = n >> 4;
        const struct spe_ctx ctx = {.el = 2,
                                    .ns = pe & 1,
                                    .nse = pe >> 1,
                                    .eel2 = true,
                                    .enpmsn = true,
                                    .nspbe = true,
                                    .nspb = low};
        static const unsigned stands_for[] = {2, 1, 0, 3};
        enum spe_reg reg;

        cfg.nspb_reserved = (int)key;
        if (pe == 2) {
            continue;
        }
        CHECK("PMSFCR_EL1", spe_reg_access(&cfg, &regs, &ctx, &t, &reg),
              low == 1 && stands_for[key] == pe ? SPE_ACCESS_OK : SPE_ACCESS_TRAP_EL3);
    }
}

/* No other encoding is a register, at EL3 in a host with everything implemented. */
static void no_other_register(void **state)
{
    const struct spe_config cfg = everything();
    const struct spe_ctx ctx = {.el = 3, .ns = true, .e2h = true, .pmsee = 3};
    const struct spe_regs regs = {{0}};
    unsigned found = 0;

    (void)state;
    for (uint32_t enc = 0; enc <= UINT16_MAX; enc++) {
        const struct spe_txn_sysreg t = {.enc = (uint16_t)enc};
        enum spe_reg reg;

        found += spe_reg_access(&cfg, &regs, &ctx, &t, &reg) == SPE_ACCESS_OK;
    }
    assert_int_equal(found, REGISTERS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_combination_with_everything_implemented),
        cmocka_unit_test(every_machine),
        cmocka_unit_test(a_reserved_owner_stands_for_a_state),
        cmocka_unit_test(no_other_register),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
