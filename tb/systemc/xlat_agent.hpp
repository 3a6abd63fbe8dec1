// SPDX-License-Identifier: Apache-2.0
#ifndef TB_SYSTEMC_XLAT_AGENT_HPP
#define TB_SYSTEMC_XLAT_AGENT_HPP

#include <array>
#include <cstdint>
#include <unordered_map>

#include "config_members.h"
#include "memory_map.hpp"
#include "pins_fwd.hpp"
#include "rng.h"
#include "spe/txn.h"
#include "stim_hash.h"

namespace tb
{

/// The translation of one 4 KB page, or the fault that an access to it takes.
struct PageEntry {
    uint64_t pa = 0;
    bool fault = false;
    bool gpc = false; ///< the fault is a granule protection check, but no GPF (EC 0x1E)
    bool stage2 = false;
    uint8_t fsc = 0;             ///< PMBSR_EL1.FSC of the fault (4.3.4)
    uint8_t mss2 = 0;            ///< of the fault: {TopLevel, AssuredOnly, Overlay, DirtyBit}
    bool ns = true, nse = false; ///< physical address space
    uint8_t attr = 0xff;         ///< as MAIR_ELx: Normal, Write-Back
    uint8_t sh = 3;

    /// Bits of a memory address that name the physical address space (memory_map.hpp).
    uint64_t space() const
    {
        return (ns ? nonsecure_space : 0) | (nse ? nse_space : 0);
    }
};

/// Answers the SPU's translation requests from one page table per regime, for virtual addresses of
/// 48 bits, or as many as set_va_bits() says. A page that is not mapped takes a stage 1 Translation
/// fault, level 3; an address that is not canonical takes a Translation fault, level 0. map(),
/// unmap() and find() ignore VA[63:56].
///
/// In physical address mode a regime has a second table, `regime + physical`. The address has 56
/// bits; memory type and shareability are those of the request (PMBMAR_EL1). A page that is not
/// mapped takes a stage 2 Translation fault; without a stage 2, an Address size fault.
class XlatAgent
{
  public:
    static constexpr unsigned physical = SPE_REGIMES;
    static constexpr unsigned regimes = 2 * physical;

    XlatAgent(const struct spe_config &cfg, uint64_t seed, uint64_t poison_seed,
              struct tb_stim_hash *stim);

    /// From now on, draw from the stream of `seed`.
    void restart(uint64_t seed)
    {
        tb_rng_init(&rng_, seed, "xlat");
    }

    const struct tb_rng &stream() const
    {
        return rng_;
    }

    /// Unmap every page of every regime.
    void clear();

    void map(unsigned regime, uint64_t va, const PageEntry &entry);
    void unmap(unsigned regime, uint64_t va);

    /// The translation of the page of `va`; NULL if it is not mapped. Valid until the next map() or
    /// unmap().
    const PageEntry *find(unsigned regime, uint64_t va) const;

    /// Virtual addresses have `bits` bits: 48 at the start, 52 with FEAT_LVA.
    void set_va_bits(unsigned bits)
    {
        va_bits_ = bits;
    }

    /// TCR_ELx.{TBI0, TBI1}: whether VA[63:56] is ignored in the lower and in the upper half; both
    /// off at the start.
    void set_tbi(unsigned regime, bool lower, bool upper);

    /// Set the latency of a response in cycles (at least 1), and the longest wait before a request
    /// is accepted. The wait is drawn in the first cycle of the request, unless READY is already
    /// high.
    void set_latency(unsigned min, unsigned max, unsigned ready_max);

    /// Let one answer in 16 take up to `cycles` longer; 0: none.
    void set_slow(unsigned cycles)
    {
        slow_ = cycles;
    }

    /// While `on`, no request for an address from `va` up is answered.
    void hold(bool on, uint64_t va = 0)
    {
        held_ = on;
        held_from_ = va;
    }

    /// When a request's translation is read from the tables.
    enum class Walk : uint8_t {
        at_answer,  ///< when the request is answered
        at_request, ///< when the request is accepted: maintenance may follow before the answer
        any         ///< one of the above, drawn for every request
    };

    void set_walk(Walk when)
    {
        walk_when_ = when;
    }

    void walk_early(bool on)
    {
        set_walk(on ? Walk::at_request : Walk::at_answer);
    }

    void drive(Pins &pins, uint64_t cycle);
    void sample(const Pins &pins, uint64_t cycle);
    void reset(Pins &pins);

    uint64_t requests() const
    {
        return requests_;
    }

    uint64_t faults() const
    {
        return faults_;
    }

    /// Requests in physical address mode.
    uint64_t physical_requests() const
    {
        return physical_requests_;
    }

    /// PMBMAR_EL1 in the last of these requests.
    uint64_t last_attributes() const
    {
        return static_cast<uint64_t>(sh_) << 8 | attr_;
    }

    /// Number of requests that were withdrawn or changed before they were accepted.
    uint64_t withdrawn() const
    {
        return withdrawn_;
    }

    bool waiting() const
    {
        return pending_;
    }

  private:
    static uint64_t page_of(uint64_t va)
    {
        return (va & UINT64_C(0x00ffffffffffffff)) >> 12;
    }

    bool is_physical() const
    {
        return regime_ >= physical;
    }

    bool canonical() const;
    PageEntry walk() const;
    void prepare();
    bool accept(const Pins &pins);
    void answer(Pins &pins);
    void rest(Pins &pins);

    std::array<std::unordered_map<uint64_t, PageEntry>, regimes> tables_;
    std::array<std::array<bool, 2>, regimes> tbi_ = {};
    struct tb_rng rng_;
    bool el2_;
    uint64_t poison_seed_;
    uint32_t absent_mss2_; // bits of xl_rsp_mss2_i that the configuration lacks: poisoned
    struct tb_stim_hash *stim_;
    unsigned va_bits_ = 48;
    unsigned min_ = 2, max_ = 8, ready_max_ = 0, slow_ = 0;
    bool pending_ = false, shown_ = false, early_ = false, held_ = false;
    uint64_t held_from_ = 0;
    Walk walk_when_ = Walk::at_answer;
    bool ready_ = true; // READY when no request waits
    bool seen_ = false; // a request waits for READY, `left_` more cycles
    unsigned left_ = 0;
    PageEntry walked_;
    unsigned regime_ = 0, seen_regime_ = 0;
    uint8_t sh_ = 0, attr_ = 0; // of the last request in physical address mode
    uint64_t physical_requests_ = 0;
    uint64_t va_ = 0, seen_va_ = 0, due_ = 0, requests_ = 0, faults_ = 0, withdrawn_ = 0;
};

} // namespace tb

#endif
