// SPDX-License-Identifier: Apache-2.0
#include "context.hpp"

#include "spe/txn.h"

namespace tb
{

uint32_t Context::word() const
{
    const uint32_t bits[] = {scr_ns, aarch32, debug, el1_aarch32, el2_aarch32};
    uint32_t w = static_cast<uint32_t>(el);

    for (unsigned i = 0; i < 5; i++)
        w |= bits[i] << (2 + i);
    w |= static_cast<uint32_t>(nspb & 3u) << 7 | static_cast<uint32_t>(e2pb & 3u) << 9;
    w |= static_cast<uint32_t>(tpms) << 11 | static_cast<uint32_t>(tge) << 12;
    w |= static_cast<uint32_t>(e2h) << 13 | static_cast<uint32_t>(tbi0) << 14;
    w |= static_cast<uint32_t>(tbi1) << 15 | static_cast<uint32_t>(cnt_en) << 16;
    return w;
}

bool Context::operator==(const Context &other) const
{
    return word() == other.word() && contextidr_el1 == other.contextidr_el1 &&
           contextidr_el2 == other.contextidr_el2 && cntvoff == other.cntvoff;
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

bool owner_possible(const struct spe_config &cfg, Owner owner)
{
    switch (owner) {
    case Owner::NsEl1:
        return true;
    case Owner::NsEl2:
        return cfg.el2;
    case Owner::NsEl2Host:
        return cfg.el2 && cfg.vhe;
    case Owner::SecureEl1:
        return cfg.el3;
    }
    return false;
}

Context owner_context(Owner owner)
{
    Context c;

    if (owner == Owner::NsEl2 || owner == Owner::NsEl2Host) {
        c.el = El::El2;
        c.e2pb = 0;
        c.e2h = c.tge = owner == Owner::NsEl2Host;
    } else if (owner == Owner::SecureEl1) {
        c.scr_ns = false;
        c.nspb = 1; // owned by Secure state, accesses not trapped
    }
    return c;
}

uint8_t owner_regime(Owner owner)
{
    static const uint8_t regimes[] = {SPE_REGIME_NS_EL10, SPE_REGIME_EL2, SPE_REGIME_EL20,
                                      SPE_REGIME_S_EL10};

    return regimes[static_cast<unsigned>(owner)];
}

} // namespace tb
