// SPDX-License-Identifier: Apache-2.0
//
// Register access: every register from every level under every trap control (DDI 0586A 4.3, D24.7).

#include <cstring>

#include "drive/driver.hpp"
#include "legal.hpp"
#include "registry.hpp"

namespace tb
{
namespace
{

constexpr uint64_t patterns[] = {0, UINT64_MAX, 0x5555555555555555, 0xaaaaaaaaaaaaaaaa};

/* Number of registers of later versions that exist and that the highest level can access. */
unsigned later_present(const struct spe_config &cfg)
{
    return static_cast<unsigned>(cfg.fne) + static_cast<unsigned>(cfg.fds) +
           static_cast<unsigned>(cfg.nvm) +
           static_cast<unsigned>(cfg.exc) * (static_cast<unsigned>(cfg.el2) + (cfg.el3 ? 1 : 0));
}

/* The n-th combination of the fields that decide about an access. */
Context access_context(const struct spe_config &cfg, unsigned n)
{
    Context c;

    c.el = static_cast<El>(n & 3);
    c.scr_ns = (n & 4) == 0;
    c.nspb = static_cast<uint8_t>(n >> 3 & 3);
    c.e2pb = static_cast<uint8_t>(n >> 5 & 3);
    c.tpms = (n & 128) != 0;
    c.e2h = cfg.vhe && (n & 256) != 0;
    c.tge = cfg.el2 && (n & 512) != 0;
    return c;
}

bool possible(const Seq &seq, const Context &c)
{
    const struct spe_config &cfg = seq.cfg;

    if (!cfg.el3 ? c.scr_ns == seq.secure_alone() : !c.scr_ns && !cfg.secure)
        return false;
    if (c.el == El::El3)
        return cfg.el3;
    if (c.el == El::El2)
        return cfg.el2 && c.scr_ns;
    return c.el != El::El1 || !c.tge || !c.scr_ns;
}

/* Writes and reads every register, and counts the outcomes. The written values are random: a
 * refused write must change nothing, as reads in later contexts check. */
struct Tally {
    uint64_t outcome[SPE_ACCESS_MEMORY + 1] = {};

    void all(Seq &seq, const std::vector<uint16_t> &list, bool fgt = false)
    {
        for (uint16_t enc : list) {
            const uint64_t data = tb_rng_u64(&seq.rng) & ~pmblimitr_e;

            outcome[seq.write(enc, data, fgt).outcome % (SPE_ACCESS_MEMORY + 1)]++;
            seq.read(enc, fgt);
        }
    }
};

/* Nothing is profiled. Use all controls of SPEv1p0 first, then those of later versions at random:
 * three Security states, nested virtualization, the trap bits of EL3, and levels on which routing
 * depends. */
void access_matrix(Seq &seq)
{
    const std::vector<uint16_t> list = sysregs_of(seq.cfg);
    Tally tally;

    for (unsigned n = 0; n < 1024; n++) {
        const Context c = access_context(seq.cfg, n);

        if (!possible(seq, c))
            continue;
        seq.context(c);
        tally.all(seq, list);
    }
    for (unsigned n = 0; n < 600 && later(seq.cfg); n++) {
        seq.context(any_context(seq.cfg, seq.rng, seq.secure_alone()));
        tally.all(seq, list, seq.cfg.fgt && n % 8 == 0);
    }
    const uint64_t granted = tally.outcome[SPE_ACCESS_OK];
    const uint64_t refused =
        tally.outcome[SPE_ACCESS_UNDEFINED] + tally.outcome[SPE_ACCESS_TRAP_EL3];

    seq.expect(refused != 0 && granted != 0, "no access was refused, or none was granted");
    seq.require_check(SPE_CHECK_REG_OUTCOME, 6000);
    seq.require_check(SPE_CHECK_REG_READ, 800);
}

Context highest(const struct spe_config &cfg)
{
    Context c;

    c.el = cfg.el3 ? El::El3 : cfg.el2 ? El::El2 : El::El1;
    return c;
}

void walk_bits(Seq &seq, const std::vector<uint16_t> &list)
{
    for (uint16_t enc : list) {
        for (uint64_t pattern : patterns) {
            seq.write(enc, pattern & ~pmblimitr_e);
            seq.read(enc);
        }
        for (unsigned bit = 0; bit < 64; bit++) {
            seq.write(enc, UINT64_C(1) << bit);
            seq.read(enc);
        }
        for (unsigned i = 0; i < 8; i++) {
            seq.write(enc, tb_rng_u64(&seq.rng) & ~pmblimitr_e);
            seq.read(enc);
        }
        seq.write(enc, 0);
    }
}

/* PMSCR_EL2.{E2SPE, E0HSPE} while they are RES0: they read as 0, and a write does not change them
 * (E5). */
void hidden_bits(Seq &seq, Context c)
{
    for (unsigned n = 0; n < 32; n++) {
        c.e2pb = 0;
        seq.context(c);
        seq.msr(PMSCR_EL2, n % 4);
        c.e2pb = n < 16 ? 2 : 3;
        seq.context(c);
        seq.msr(PMSCR_EL2, n / 4 % 4);
        seq.expect_eq(seq.mrs(PMSCR_EL2) & 3, 0, "PMSCR_EL2.{E2SPE, E0HSPE} without the buffer");
        c.e2pb = 0;
        seq.context(c);
        seq.expect_eq(seq.mrs(PMSCR_EL2) & 3, n % 4, "PMSCR_EL2.{E2SPE, E0HSPE} behind that");
    }
}

/* Find which bits of each register hold a written value, at the level that can access all of them;
 * for the names _EL12, in a host. */
void register_bits(Seq &seq)
{
    Context c = highest(seq.cfg);

    seq.context(c);
    walk_bits(seq, sysregs_of(seq.cfg));
    if (later(seq.cfg) && seq.cfg.vhe) {
        c.e2h = true;
        c.e2pb = 0; // with this, PMSCR_EL2.{E2SPE, E0HSPE} exist in any case
        seq.context(c);
        walk_bits(seq, {PMSCR_EL12, PMBSR_EL12, PMSCR_EL2});
    }
    if (seq.cfg.e2spe_hidden)
        hidden_bits(seq, c);
    seq.expect_eq(seq.mrs(PMSFCR_EL1), 0, "PMSFCR_EL1 after writing 0");
    seq.require_check(SPE_CHECK_REG_READ,
                      ((seq.cfg.el2 ? 12 : 11) + later_present(seq.cfg)) * (64 + 4 + 8));
}

/* Encodings that are no register of the extension, and accesses in AArch32 state. */
void register_undefined(Seq &seq)
{
    const std::vector<uint16_t> list = sysregs_of(seq.cfg);
    const unsigned n = static_cast<unsigned>(list.size());
    Context c;

    c.el = El::El1;
    seq.context(c);
    for (unsigned i = 0; i < 400; i++) {
        const uint16_t near = static_cast<uint16_t>(list[i % n] ^ 1u << (i / n % 16));
        const SysregResult r = i % 2 != 0 ? seq.read(near) : seq.write(near, tb_rng_u64(&seq.rng));

        (void)r; // the scoreboard judges the outcome
    }
    seq.require_check(SPE_CHECK_REG_OUTCOME, 400);
    if (!seq.cfg.el2 && !seq.cfg.el3)
        return; // a PE whose highest level is in AArch32 state has no SPE
    c.aarch32 = c.el1_aarch32 = true;
    seq.context(c);
    for (uint16_t enc : list)
        seq.expect_eq(seq.read(enc).outcome, SPE_ACCESS_UNDEFINED, "outcome in AArch32 state");
}

/* Expected values of the ID registers, built from their fields (D24.7.1, D24.7.14); PMBIDR_EL1
 * without AddrMode and P. */
struct Ids {
    const char *config;
    uint64_t pmsidr, pmbidr;
};
constexpr Ids constants[] = {
    {"v1p1_sve", 0x000000000002601f, 0x0000},
    {"v1p2_discard", 0x0000000001026077, 0x010000000224},
    {"v1p4_events", 0x00000000020374df, 0x0123},
    {"v1p5_max", 0x000000011f0370f7, 0x0220},
    {"v1p5_realm", 0x000000000e02604f, 0x0120},
};
constexpr uint64_t pmbidr_varies = 0xd0;

void expect_ids(Seq &seq, uint64_t pmsidr, uint64_t pmbidr)
{
    for (const Ids &ids : constants) {
        if (std::strcmp(ids.config, seq.cfg.name) != 0)
            continue;
        seq.expect_eq(pmsidr, ids.pmsidr, "PMSIDR_EL1");
        seq.expect_eq(pmbidr & ~pmbidr_varies, ids.pmbidr, "PMBIDR_EL1");
    }
}

struct IdCounts {
    uint64_t contexts = 0, prohibited = 0, owned = 0, physical = 0;

    void look(Seq &seq, const Context &c)
    {
        contexts++;
        seq.context(c);
        const SysregResult r = seq.read(PMBIDR_EL1);
        const SysregResult id = seq.read(PMSIDR_EL1);

        prohibited += (r.data >> 4 & 1u) != 0;
        owned += (r.data >> 4 & 1u) == 0;
        physical += (r.data >> 6 & 3u) == 1;
        if (id.outcome == SPE_ACCESS_OK && r.outcome == SPE_ACCESS_OK)
            expect_ids(seq, id.data, r.data);
    }
};

/* Read PMBIDR_EL1.P and AddrMode from every level and state that can read them, in an order that
 * the seed draws (4.3.1, D24.7.1). */
void register_ids(Seq &seq)
{
    IdCounts counts;
    const auto order = static_cast<unsigned>(tb_rng_below(&seq.rng, 1024));
    const auto step = static_cast<unsigned>(tb_rng_below(&seq.rng, 512)) * 2 + 1;

    for (unsigned n = 0; n < 1024; n++) {
        const Context c = access_context(seq.cfg, (order + n * step) % 1024);

        if (possible(seq, c) && c.el != El::El0)
            counts.look(seq, c);
    }
    for (unsigned n = 0; n < 500 && later(seq.cfg); n++) {
        const Context c = any_context(seq.cfg, seq.rng);

        if (n % 20 == 0 && seq.cfg.nvm && seq.cfg.el2) { // EnVM decides about AddrMode
            seq.context(highest(seq.cfg));
            seq.msr(PMSCR_EL2, n % 40 == 0 ? pmscr_envm : 0);
        }
        if (c.el != El::El0)
            counts.look(seq, c);
    }
    seq.expect(counts.owned != 0 && (counts.prohibited != 0 || (!seq.cfg.el2 && !seq.cfg.el3)),
               "PMBIDR_EL1.P never changes");
    seq.expect((counts.physical != 0) == (seq.cfg.nvm != 0), "PMBIDR_EL1.AddrMode");
    seq.expect(counts.contexts >= 128, "too few contexts");
    seq.require_check(SPE_CHECK_REG_READ, counts.contexts);
}

const TestCase cases[] = {
    {"access_matrix", "every register, level, Security state and trap control", nullptr,
     access_matrix},
    {"access_secure", "every register, level and trap control of a PE without EL3 in Secure state",
     may_be_secure, access_matrix, [](uint64_t) { return true; }},
    {"register_bits", "every bit of every register written and read", nullptr, register_bits},
    {"register_undefined", "encodings next to the registers, AArch32", nullptr, register_undefined},
    {"register_ids", "PMBIDR_EL1 and PMSIDR_EL1 from every state", nullptr, register_ids},
};

} // namespace

const TestList register_tests = list_of(cases);

} // namespace tb
