// SPDX-License-Identifier: Apache-2.0
#include "context.hpp"

#include "spe/txn.h"

namespace tb
{

uint64_t Context::word() const
{
    const struct {
        uint64_t value;
        unsigned bit;
    } fields[] = {
        {static_cast<uint64_t>(el), 0},
        {scr_ns, 2},
        {aarch32, 3},
        {debug, 4},
        {el1_aarch32, 5},
        {el2_aarch32, 6},
        {nspb & 3u, 7},
        {e2pb & 3u, 9},
        {tpms, 11},
        {tge, 12},
        {e2h, 13},
        {tbi0, 14},
        {tbi1, 15},
        {cnt_en, 16},
        {nse, 17},
        {eel2, 18},
        {nspbe, 19},
        {pmsee & 3u, 20},
        {enpmsn, 22},
        {enpms3, 23},
        {enpms4, 24},
        {ea, 25},
        {scr_gpf, 26},
        {tea, 27},
        {hcr_gpf, 28},
        {nvx & 7u, 29},
        {pm, 32},
        {sdd, 33},
    };
    uint64_t w = 0;

    for (const auto &field : fields)
        w |= field.value << field.bit;
    return w;
}

bool Context::operator==(const Context &other) const
{
    return word() == other.word() && contextidr_el1 == other.contextidr_el1 &&
           contextidr_el2 == other.contextidr_el2 && cntvoff == other.cntvoff &&
           cntpoff == other.cntpoff;
}

uint64_t absent_state(const struct spe_config &cfg)
{
    const struct {
        bool present;
        unsigned bit, bits;
    } fields[] = {
        {cfg.rme, 17, 1},            // NSE
        {cfg.sel2, 18, 1},           // EEL2
        {cfg.rme, 19, 1},            // NSPBE
        {cfg.exc, 20, 2},            // PMSEE
        {cfg.el3 && cfg.fne, 22, 1}, // EnPMSN
        {cfg.el3 && cfg.fds, 23, 1}, // EnPMS3
        {cfg.el3 && cfg.nvm, 24, 1}, // EnPMS4
        {cfg.exc, 25, 4},            // EA, GPF of EL3, TEA, GPF of EL2
        {cfg.nv != 0, 29, 3},        // NV2, NV1, NV
        {cfg.exc, 32, 1},            // PSTATE.PM
        {cfg.el3, 33, 1},            // EDSCR.SDD
    };
    uint64_t absent = 0;

    for (const auto &field : fields)
        absent |= field.present ? 0 : ((UINT64_C(1) << field.bits) - 1) << field.bit;
    return absent;
}

namespace
{

/* For each owner: its Security state, whether EL2 owns the buffer, whether the owner is a host. */
struct OwnerKind {
    unsigned state;
    bool el2, host;
    uint8_t regime;
};

const OwnerKind &kind(Owner owner)
{
    static const OwnerKind kinds[] = {
        {SPE_PAS_NONSECURE, false, false, SPE_REGIME_NS_EL10},
        {SPE_PAS_NONSECURE, true, false, SPE_REGIME_EL2},
        {SPE_PAS_NONSECURE, true, true, SPE_REGIME_EL20},
        {SPE_PAS_SECURE, false, false, SPE_REGIME_S_EL10},
        {SPE_PAS_SECURE, true, false, SPE_REGIME_S_EL2},
        {SPE_PAS_SECURE, true, true, SPE_REGIME_S_EL20},
        {SPE_PAS_REALM, false, false, SPE_REGIME_R_EL10},
        {SPE_PAS_REALM, true, false, SPE_REGIME_R_EL2},
        {SPE_PAS_REALM, true, true, SPE_REGIME_R_EL20},
    };

    return kinds[static_cast<unsigned>(owner)];
}

} // namespace

unsigned owner_state(Owner owner)
{
    return kind(owner).state;
}

bool owned_by_el2(Owner owner)
{
    return kind(owner).el2;
}

bool owned_by_host(Owner owner)
{
    return kind(owner).host;
}

bool owner_has_el2(const struct spe_config &cfg, Owner owner)
{
    return cfg.el2 && owner != Owner::SecureEl1;
}

bool owner_has_stage2(const struct spe_config &cfg, Owner owner)
{
    return owner_has_el2(cfg, owner) && !owned_by_el2(owner);
}

bool owner_possible(const struct spe_config &cfg, Owner owner, bool secure)
{
    const OwnerKind &k = kind(owner);

    if (secure)
        return owner == Owner::SecureEl1;
    if ((k.el2 && !cfg.el2) || (k.host && !cfg.vhe))
        return false;
    if (k.state == SPE_PAS_REALM)
        return cfg.rme != 0;
    return k.state == SPE_PAS_NONSECURE || (cfg.el3 && cfg.secure && (!k.el2 || cfg.sel2));
}

Context owner_context(Owner owner)
{
    const OwnerKind &k = kind(owner);
    Context c;

    if (k.el2) {
        c.el = El::El2;
        c.e2pb = 0;
        c.e2h = c.tge = k.host;
    }
    c.scr_ns = (k.state & 1u) != 0;
    c.nse = c.nspbe = (k.state & 2u) != 0;
    c.nspb = c.scr_ns ? 3 : 1; // the owner's state has the buffer, accesses are not trapped
    c.eel2 = k.state == SPE_PAS_SECURE && k.el2;
    return c;
}

uint8_t owner_regime(Owner owner)
{
    return kind(owner).regime;
}

} // namespace tb
