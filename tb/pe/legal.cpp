// SPDX-License-Identifier: Apache-2.0
#include "legal.hpp"

#include "spe/txn.h"

namespace tb
{
namespace
{

constexpr uint8_t nv = 1, nv1 = 2; // HCR_EL2.NV, NV1

/* SCR_EL3: {NSE, NS} 0b10 is reserved; without EL3 the PE is in one state. */
void choose_state(const struct spe_config &cfg, Context &c, bool secure)
{
    c.nse = c.nse && cfg.rme;
    c.scr_ns = cfg.el3 ? c.scr_ns || c.nse || !cfg.secure : !secure;
    c.eel2 = c.eel2 && cfg.sel2;
    if (cfg.el3)
        return;
    c.nspb = secure ? 1 : 3;
    c.nspbe = c.scr_gpf = c.ea = c.sdd = false;
    c.enpmsn = c.enpms3 = c.enpms4 = true;
}

void choose_level(const struct spe_config &cfg, Context &c)
{
    if (c.el == El::El3 && (!cfg.el3 || (c.debug && c.sdd)))
        c.el = El::El2;
    if (c.el == El::El2 && !el2_enabled(cfg, c))
        c.el = El::El1;
    if (c.el == El::El1 && no_el1(cfg, c))
        c.el = El::El0;
}

/* Register width: a level can use AArch32 only if all levels below it do. EL0 can use it alone. */
void choose_width(const struct spe_config &cfg, Context &c)
{
    const bool el2 = el2_enabled(cfg, c);

    c.el2_aarch32 = c.el2_aarch32 && el2 && cfg.el3 && c.state() == SPE_PAS_NONSECURE && !c.e2h;
    c.el1_aarch32 =
        c.el2_aarch32 || (c.el1_aarch32 && (el2 || cfg.el3) && !(el2 && c.e2h && c.tge) && !c.nvx);
    if (c.el == El::El3)
        c.aarch32 = false;
    else if (c.el == El::El2)
        c.aarch32 = c.el2_aarch32;
    else
        c.aarch32 = c.el1_aarch32 || (c.aarch32 && c.el == El::El0);
}

/* Effective values: NV2 is 0 if NV is 0. With {E2H, TGE}, or without EL2, all of them are 0. */
void choose_nested(const struct spe_config &cfg, Context &c)
{
    const bool host = c.e2h && c.tge;

    if (cfg.nv < 1 || !el2_enabled(cfg, c) || host)
        c.nvx = 0;
    if (cfg.nv < 2 || (c.nvx & nv) == 0)
        c.nvx &= nv | nv1;
}

} // namespace

bool el2_enabled(const struct spe_config &cfg, const Context &c)
{
    return cfg.el2 && (c.scr_ns || (cfg.sel2 && c.eel2));
}

bool no_el1(const struct spe_config &cfg, const Context &c)
{
    return c.tge && el2_enabled(cfg, c);
}

bool may_be_secure(const struct spe_config &cfg)
{
    return !cfg.el3 && cfg.secure && !cfg.sel2;
}

Context legal(const struct spe_config &cfg, const Context &from, bool secure)
{
    Context c = from;

    choose_state(cfg, c, secure);
    c.tge = c.tge && cfg.el2;
    c.e2h = c.e2h && cfg.el2 && cfg.vhe;
    c.e2pb = cfg.el2 ? c.e2pb : 3;
    c.tpms = c.tpms && cfg.el2;
    c.tea = c.tea && el2_enabled(cfg, c);
    c.sdd = c.sdd && (c.scr_ns || cfg.rme);
    choose_nested(cfg, c);
    choose_level(cfg, c);
    choose_width(cfg, c);
    return c;
}

Context any_context(const struct spe_config &cfg, struct tb_rng &rng, bool secure)
{
    const uint64_t r = tb_rng_u64(&rng), s = tb_rng_u64(&rng);
    Context c;

    c.el = static_cast<El>(r & 3u);
    c.scr_ns = (r & 0xc) != 0;
    c.nse = c.scr_ns && (r & 0x10) != 0;
    c.eel2 = (r & 0x20) != 0;
    // Half of the time the PE's own state owns the buffer, and accesses are not trapped.
    c.nspb = (r & 0x40) != 0 ? (c.scr_ns ? 3 : 1) : r >> 7 & 3u;
    c.nspbe = (r & 0x200) != 0 ? c.nse : (r & 0x400) != 0;
    c.e2pb = r >> 11 & 3u;
    c.pmsee = r >> 13 & 3u;
    c.tpms = (r >> 15 & 3u) == 0;
    c.tge = (r >> 17 & 3u) == 0;
    c.e2h = (r >> 19 & 1u) != 0;
    c.enpmsn = (r >> 20 & 3u) != 0;
    c.enpms3 = (r >> 22 & 3u) != 0;
    c.enpms4 = (r >> 24 & 3u) != 0;
    c.ea = (r >> 26 & 1u) != 0;
    c.scr_gpf = (r >> 27 & 1u) != 0;
    c.tea = (r >> 28 & 1u) != 0;
    c.hcr_gpf = (r >> 29 & 1u) != 0;
    c.nvx = (r >> 30 & 3u) == 0 ? r >> 32 & 7u : 0;
    c.pm = (r >> 35 & 1u) != 0;
    c.tbi0 = (r >> 36 & 1u) != 0;
    c.tbi1 = (r >> 37 & 1u) != 0;
    c.debug = (r >> 38 & 7u) == 0;
    c.sdd = c.debug && (r >> 41 & 1u) != 0;
    c.aarch32 = (r >> 42 & 7u) == 0;
    c.el1_aarch32 = (r >> 45 & 15u) == 0;
    c.el2_aarch32 = (r >> 49 & 15u) == 0;
    c.contextidr_el1 = static_cast<uint32_t>(s);
    c.contextidr_el2 = static_cast<uint32_t>(s >> 32);
    c.cntpoff = cfg.ecv >= 2 ? (s >> 7 & 0xffff) : 0;
    return legal(cfg, c, secure);
}

bool later(const struct spe_config &cfg)
{
    return cfg.pmsver > 1 || cfg.sel2 || cfg.rme || cfg.nv != 0 || cfg.fgt;
}

} // namespace tb
