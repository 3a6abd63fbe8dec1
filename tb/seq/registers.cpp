// SPDX-License-Identifier: Apache-2.0
//
// Register access: every register from every level under every trap control (DDI 0586A 4.3).

#include "driver.hpp"
#include "registry.hpp"

namespace tb
{
namespace
{

constexpr uint64_t patterns[] = {0, UINT64_MAX, 0x5555555555555555, 0xaaaaaaaaaaaaaaaa};

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

bool possible(const struct spe_config &cfg, const Context &c)
{
    if (c.el == El::El3)
        return cfg.el3;
    if (c.el == El::El2)
        return cfg.el2 && c.scr_ns;
    if (!c.scr_ns && !cfg.el3)
        return false;
    return c.el != El::El1 || !c.tge || !c.scr_ns;
}

/* Outcome of a read and of a write of every register; nothing is profiled. Writes are random: a
 * refused one must change nothing, which the reads of the following contexts show. */
void access_matrix(Seq &seq)
{
    uint64_t refused = 0, granted = 0;

    for (unsigned n = 0; n < 1024; n++) {
        const Context c = access_context(seq.cfg, n);

        if (!possible(seq.cfg, c))
            continue;
        seq.context(c);
        for (uint16_t enc : all_sysregs) {
            const uint64_t data = tb_rng_u64(&seq.rng) & ~pmblimitr_e;
            const bool ok = seq.write(enc, data).outcome == SPE_ACCESS_OK;

            granted += ok;
            refused += !ok;
            seq.read(enc);
        }
    }
    seq.expect(refused != 0 && granted != 0, "no access was refused, or none was granted");
    seq.require_check(SPE_CHECK_REG_OUTCOME, 6000);
    seq.require_check(SPE_CHECK_REG_READ, 800);
}

/* Which bits of each register hold what is written, at the level that reaches all of them. */
void register_bits(Seq &seq)
{
    Context c;

    c.el = seq.cfg.el3 ? El::El3 : seq.cfg.el2 ? El::El2 : El::El1;
    seq.context(c);
    for (uint16_t enc : all_sysregs) {
        for (uint64_t pattern : patterns) {
            seq.write(enc, pattern & ~pmblimitr_e);
            seq.read(enc);
        }
        for (unsigned bit = 0; bit < 64; bit++) {
            seq.write(enc, UINT64_C(1) << bit);
            seq.read(enc);
        }
        seq.write(enc, 0);
    }
    seq.expect_eq(seq.mrs(PMSFCR_EL1), 0, "PMSFCR_EL1 after writing 0");
    seq.require_check(SPE_CHECK_REG_READ, (seq.cfg.el2 ? 12 : 11) * (64 + 4));
}

/* Encodings that are no register of the extension, and AArch32. */
void register_undefined(Seq &seq)
{
    Context c;

    c.el = El::El1;
    seq.context(c);
    for (unsigned i = 0; i < 400; i++) {
        const uint16_t near = static_cast<uint16_t>(all_sysregs[i % 13] ^ 1u << (i / 13 % 16));
        const SysregResult r = i % 2 != 0 ? seq.read(near) : seq.write(near, tb_rng_u64(&seq.rng));

        (void)r; // the scoreboard knows which encodings exist
    }
    c.aarch32 = c.el1_aarch32 = true;
    seq.context(c);
    for (uint16_t enc : all_sysregs)
        seq.expect_eq(seq.read(enc).outcome, SPE_ACCESS_UNDEFINED, "outcome in AArch32 state");
    seq.require_check(SPE_CHECK_REG_OUTCOME, 400);
}

/* PMBIDR_EL1.P from every level and state that can read it (4.3.1). */
void register_ids(Seq &seq)
{
    uint64_t prohibited = 0, owned = 0, contexts = 0;

    for (unsigned n = 0; n < 1024; n++) {
        const Context c = access_context(seq.cfg, n);

        if (!possible(seq.cfg, c) || c.el == El::El0)
            continue;
        contexts++;
        seq.context(c);
        const SysregResult r = seq.read(PMBIDR_EL1);

        seq.read(PMSIDR_EL1);
        prohibited += (r.data >> 4 & 1u) != 0;
        owned += (r.data >> 4 & 1u) == 0;
    }
    seq.expect(owned != 0 && (prohibited != 0 || (!seq.cfg.el2 && !seq.cfg.el3)),
               "PMBIDR_EL1.P never changes");
    seq.expect(contexts >= 128, "too few contexts");
    seq.require_check(SPE_CHECK_REG_READ, contexts);
}

const TestCase cases[] = {
    {"access_matrix", "every register, level, Security state and trap control", nullptr,
     access_matrix},
    {"register_bits", "every bit of every register written and read", nullptr, register_bits},
    {"register_undefined", "encodings next to the registers, AArch32", nullptr, register_undefined},
    {"register_ids", "PMBIDR_EL1 and PMSIDR_EL1 from every state", nullptr, register_ids},
};

} // namespace

const TestList register_tests = list_of(cases);

} // namespace tb
