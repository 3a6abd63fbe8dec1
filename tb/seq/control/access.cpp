// SPDX-License-Identifier: Apache-2.0
//
// One kind of trap at a time (D24.7): nested virtualization, fine-grained traps, Debug state with
// EL3 out of reach, the enable bits of MDCR_EL3. Each sequence counts the accesses with the outcome
// in question; the scoreboard judges which accesses must have it.

#include "drive/driver.hpp"
#include "legal.hpp"
#include "registry.hpp"

namespace tb
{
namespace
{

/* Writes and reads every register of SPEv1p0 and of later versions. */
class Walk
{
  public:
    explicit Walk(Seq &seq) : seq_(seq)
    {
    }

    /// @return number of accesses with this outcome.
    uint64_t count(enum spe_access outcome) const
    {
        return outcomes_[outcome];
    }

    void at(const Context &wanted, bool fgt = false)
    {
        const Context c = legal(seq_.cfg, wanted);

        seq_.context(c);
        for (uint16_t enc : all_sysregs)
            one(enc, fgt);
        for (uint16_t enc : later_sysregs)
            one(enc, fgt);
    }

  private:
    void one(uint16_t enc, bool fgt)
    {
        const uint64_t data = tb_rng_u64(&seq_.rng) & ~pmblimitr_e;

        outcomes_[seq_.write(enc, data, fgt).outcome % (SPE_ACCESS_MEMORY + 1)]++;
        outcomes_[seq_.read(enc, fgt).outcome % (SPE_ACCESS_MEMORY + 1)]++;
    }

    Seq &seq_;
    uint64_t outcomes_[SPE_ACCESS_MEMORY + 1] = {};
};

/* A context for each Security state of the configuration. Each state owns its buffer, and nothing
 * traps. */
std::vector<Context> states_of(const struct spe_config &cfg)
{
    std::vector<Context> states = {owner_context(Owner::NsEl1)};

    if (cfg.el3 && cfg.secure && cfg.sel2) {
        states.push_back(owner_context(Owner::SecureEl1));
        states.back().eel2 = true;
    }
    if (cfg.rme)
        states.push_back(owner_context(Owner::RealmEl1));
    return states;
}

/* Write PMSCR_ELx.EE, which decide whether an access to PMBSR_EL1 goes to memory (D24.7.5). */
void write_ee(Seq &seq, const Context &base, uint64_t ee1, uint64_t ee2)
{
    Context c = base.at(seq.cfg.el3 ? El::El3 : El::El2);

    c.e2h = c.tge = false;
    c.nvx = 0;
    seq.context(c);
    seq.msr(PMSCR_EL1, pmscr_ee(ee1));
    seq.msr(PMSCR_EL2, pmscr_ee(ee2));
}

/* All values of HCR_EL2.{NV2, NV1, NV} at EL1 and EL2, with each other cause of a trap added. */
void access_nv(Seq &seq)
{
    Walk walk(seq);

    for (const Context &state : states_of(seq.cfg)) {
        for (unsigned n = 0; n < 6 * 4 * 16; n++) {
            static const uint8_t nvx[] = {0, 1, 2, 3, 5, 7};
            Context c = state;

            if (seq.cfg.exc && n % 6 == 0)
                write_ee(seq, state, n / 6 % 4, n / 24 % 4);
            c.nvx = nvx[n % 6];
            c.pmsee = n / 6 % 4;
            c.tpms = (n / 24 & 4) != 0;
            c.e2pb = (n / 24 & 8) != 0 ? 2 : 3;
            c.e2h = (n / 24 & 1) != 0;
            c.el = (n / 24 & 2) != 0 ? El::El1 : El::El2;
            walk.at(c.at(n % 6 == 0 ? c.el : El::El1));
        }
    }
    seq.expect(walk.count(SPE_ACCESS_TRAP_EL2) != 0, "no access was trapped to EL2");
    seq.expect((walk.count(SPE_ACCESS_MEMORY) != 0) == (seq.cfg.nv == 2),
               "accesses that go to memory");
    seq.require_check(SPE_CHECK_REG_OUTCOME, 5000);
}

/* The fine-grained trap has priority over TPMS, E2PB and the traps of EL3, but not over UNDEFINED.
 * It does not exist at EL2, nor if EL2 is not enabled. */
void access_fgt(Seq &seq)
{
    Walk walk(seq);
    uint64_t before = 0;

    for (const Context &state : states_of(seq.cfg)) {
        for (unsigned n = 0; n < 4 * 64; n++) {
            Context c = state.at(static_cast<El>(n % 4));

            c.eel2 = c.eel2 && (n / 4 & 1) == 0;
            c.tpms = (n / 4 & 2) != 0;
            c.e2pb = (n / 4 & 4) != 0 ? 2 : 3;
            c.nspb ^= (n / 4 & 8) != 0 ? 1 : 0;
            c.enpmsn = (n / 4 & 16) != 0;
            c.tge = (n / 4 & 32) != 0 && n % 4 == 0;
            walk.at(c, true);
            before += c.el == El::El1 && el2_enabled(seq.cfg, c);
        }
    }
    seq.expect(walk.count(SPE_ACCESS_TRAP_EL2) >= before * 14, "fine-grained traps");
    seq.expect(walk.count(SPE_ACCESS_OK) != 0, "no access at EL2 or EL3 was granted");
    seq.require_check(SPE_CHECK_REG_OUTCOME, 5000);
}

/* In Debug state with EDSCR.SDD 1, an access that would trap to EL3 is UNDEFINED. This has a
 * priority above or below that of traps to EL2 ([sdd_priority]). */
void access_sdd(Seq &seq)
{
    Walk walk(seq);
    uint64_t trapped[2][2] = {};

    for (unsigned n = 0; n < 256; n++) {
        for (const Context &state : states_of(seq.cfg)) {
            const uint64_t then = walk.count(SPE_ACCESS_TRAP_EL3);
            Context c = state.at((n & 1) != 0 ? El::El1 : El::El2);

            c.debug = (n & 2) != 0;
            c.sdd = (n & 4) != 0;
            c.nspb ^= (n & 8) != 0 ? 1 : 0;
            c.tpms = (n & 16) != 0;
            c.e2pb = (n & 32) != 0 ? 2 : 3;
            c.enpmsn = c.enpms3 = c.enpms4 = (n & 64) != 0;
            c.pmsee = (n & 128) != 0 ? 1 : 0;
            walk.at(c);
            if (state.scr_ns)
                trapped[c.debug][c.sdd] += walk.count(SPE_ACCESS_TRAP_EL3) - then;
        }
    }
    seq.expect(trapped[0][0] != 0 && trapped[0][1] != 0 && trapped[1][0] != 0,
               "no access was trapped to EL3");
    seq.expect_eq(trapped[1][1], 0, "traps to EL3 in Debug state with EDSCR.SDD");
    seq.require_check(SPE_CHECK_REG_OUTCOME, 5000);
}

/* EnPMSN, EnPMS3, EnPMS4 and PMSEE, each alone, from each level, combined with the traps to EL2. */
void access_enpms(Seq &seq)
{
    Walk walk(seq);

    for (const Context &state : states_of(seq.cfg)) {
        for (unsigned n = 0; n < 512; n++) {
            Context c = state.at(static_cast<El>(n & 3));

            c.enpmsn = (n & 4) == 0;
            c.enpms3 = (n & 8) == 0;
            c.enpms4 = (n & 16) == 0;
            c.pmsee = n >> 5 & 3u;
            c.tpms = (n & 128) != 0;
            c.e2pb = (n & 256) != 0 ? 2 : 3;
            walk.at(c);
        }
    }
    seq.expect(walk.count(SPE_ACCESS_TRAP_EL3) >= 64, "no access was trapped to EL3");
    seq.require_check(SPE_CHECK_REG_OUTCOME, 5000);
}

const TestCase cases[] = {
    {"access_nv", "accesses under nested virtualization",
     [](const struct spe_config &c) { return c.nv != 0; }, access_nv},
    {"access_fgt", "accesses with fine-grained traps",
     [](const struct spe_config &c) { return c.fgt != 0; }, access_fgt},
    {"access_sdd", "accesses in Debug state with EDSCR.SDD",
     [](const struct spe_config &c) { return c.el3 && c.el2; }, access_sdd},
    {"access_enpms", "the trap bits of MDCR_EL3",
     [](const struct spe_config &c) { return c.el3 && (c.fne || c.fds || c.nvm || c.exc); },
     access_enpms},
};

} // namespace

const TestList access_tests = list_of(cases);

} // namespace tb
