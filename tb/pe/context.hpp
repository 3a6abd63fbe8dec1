// SPDX-License-Identifier: Apache-2.0
#ifndef TB_PE_CONTEXT_HPP
#define TB_PE_CONTEXT_HPP

#include <cstdint>

#include "config_members.h"

namespace tb
{

enum class El : uint8_t { El0 = 0, El1 = 1, El2 = 2, El3 = 3 };

/// The parts of PSTATE, and of System registers outside the SPU, that the SPU sees. Each field
/// means what the field of pe_ctx_t in rtl/spe_pkg.sv means.
struct Context {
    El el = El::El1;
    bool scr_ns = true;
    bool aarch32 = false;
    bool debug = false;
    bool el1_aarch32 = false;
    bool el2_aarch32 = false;
    uint8_t nspb = 3; ///< MDCR_EL3.NSPB: Non-secure state owns the buffer, accesses are not trapped
    uint8_t e2pb = 3; ///< MDCR_EL2.E2PB: EL1 owns the buffer, accesses are not trapped
    bool tpms = false;
    bool tge = false;
    bool e2h = false;
    bool tbi0 = false;
    bool tbi1 = false;
    bool cnt_en = true;
    bool nse = false;   ///< SCR_EL3.NSE
    bool eel2 = false;  ///< SCR_EL3.EEL2: EL2 in Secure state
    bool nspbe = false; ///< MDCR_EL3.NSPBE
    uint8_t pmsee = 0;  ///< MDCR_EL3.PMSEE; 0: no SPE Profiling exceptions
    bool enpmsn = true; ///< MDCR_EL3.{EnPMSN, EnPMS3, EnPMS4}: accesses are not trapped
    bool enpms3 = true;
    bool enpms4 = true;
    bool ea = false;      ///< SCR_EL3.EA
    bool scr_gpf = false; ///< SCR_EL3.GPF
    bool tea = false;     ///< HCR_EL2.TEA
    bool hcr_gpf = false; ///< HCR_EL2.GPF
    uint8_t nvx = 0;      ///< HCR_EL2.{NV2, NV1, NV}
    bool pm = false;      ///< PSTATE.PM
    bool sdd = false;     ///< EDSCR.SDD
    uint32_t contextidr_el1 = 0x11110000;
    uint32_t contextidr_el2 = 0x22220000;
    uint64_t cntvoff = 0x1000;
    uint64_t cntpoff = 0; ///< CNTPOFF_EL2, Effective value

    /// All fields that have few bits, at the bit positions of SPE_CTX_* (spe/txn_ctx.h).
    uint64_t word() const;

    /// The Security state that SCR_EL3 selects (enum spe_pas), at EL3 too.
    unsigned state() const
    {
        return static_cast<unsigned>(nse) << 1 | static_cast<unsigned>(scr_ns);
    }

    bool operator==(const Context &other) const;
    bool operator!=(const Context &other) const
    {
        return !(*this == other);
    }

    /// The same context at another Exception level.
    Context at(El level) const
    {
        Context c = *this;
        c.el = level;
        return c;
    }
};

/// Bits of SPE_CTX_* that this configuration lacks: the PE may drive any value on them
/// (dpi/README.md, "Versions").
uint64_t absent_state(const struct spe_config &cfg);

/// The owner of the Profiling Buffer (DDI 0586A 3.4.2, D17.4). Each name also stands for the
/// context in which the owner's software runs. A Secure EL1 owner has no EL2 in its state
/// (SCR_EL3.EEL2 is 0).
enum class Owner : uint8_t {
    NsEl1,
    NsEl2,
    NsEl2Host,
    SecureEl1,
    SecureEl2,
    SecureEl2Host,
    RealmEl1,
    RealmEl2,
    RealmEl2Host
};

constexpr Owner every_owner[] = {Owner::NsEl1,     Owner::NsEl2,     Owner::NsEl2Host,
                                 Owner::SecureEl1, Owner::SecureEl2, Owner::SecureEl2Host,
                                 Owner::RealmEl1,  Owner::RealmEl2,  Owner::RealmEl2Host};

/// Security state of the owner (enum spe_pas).
unsigned owner_state(Owner owner);

/// Whether the owning Exception level is EL2.
bool owned_by_el2(Owner owner);

/// Whether HCR_EL2.{E2H, TGE} are {1, 1}: the owner is a host.
bool owned_by_host(Owner owner);

/// Whether the owner is EL2 but no host: its regime has only the lower range of addresses.
inline bool one_range(Owner owner)
{
    return owned_by_el2(owner) && !owned_by_host(owner);
}

/// Whether the owner's state has an EL2. Only then does PMSCR_EL2 have a meaning.
bool owner_has_el2(const struct spe_config &cfg, Owner owner);

/// Whether the owner is at EL1 under an EL2 of its state: its addresses pass a stage 2.
bool owner_has_stage2(const struct spe_config &cfg, Owner owner);

/// Whether a PE of this configuration can have this owner.
/// @param secure  a PE without EL3 is in Secure state.
bool owner_possible(const struct spe_config &cfg, Owner owner, bool secure = false);

/// Context of the software that programs the SPU when `owner` owns the buffer, at the owning
/// Exception level.
Context owner_context(Owner owner);

/// Translation regime number (enum spe_regime) of the owner.
uint8_t owner_regime(Owner owner);

} // namespace tb

#endif
