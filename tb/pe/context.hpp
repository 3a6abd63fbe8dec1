// SPDX-License-Identifier: Apache-2.0
#ifndef TB_PE_CONTEXT_HPP
#define TB_PE_CONTEXT_HPP

#include <cstdint>

#include "spe/config.h"

namespace tb
{

enum class El : uint8_t { El0 = 0, El1 = 1, El2 = 2, El3 = 3 };

/// What the SPU sees of PSTATE and of System registers that it does not own. Field meanings are
/// those of pe_ctx_t in rtl/spe_pkg.sv.
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
    uint32_t contextidr_el1 = 0x11110000;
    uint32_t contextidr_el2 = 0x22220000;
    uint64_t cntvoff = 0x1000;

    /// All one-bit and two-bit fields in the bit positions of SPE_CTX_* (spe/txn.h).
    uint32_t word() const;

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

/// Bits of SPE_CTX_* that this configuration lacks: they may hold anything (dpi/README.md,
/// "Versions").
uint64_t absent_state(const struct spe_config &cfg);

/// Who owns the Profiling Buffer (DDI 0586A 3.4.2); names the contexts that software runs in.
enum class Owner : uint8_t { NsEl1, NsEl2, NsEl2Host, SecureEl1 };

/// Whether a PE of this configuration can have that owner.
bool owner_possible(const struct spe_config &cfg, Owner owner);

/// Context of the software that programs the SPU when `owner` owns the buffer, at the owning
/// Exception level.
Context owner_context(Owner owner);

/// PMBSR/translation regime number (enum spe_regime) of the owner.
uint8_t owner_regime(Owner owner);

} // namespace tb

#endif
