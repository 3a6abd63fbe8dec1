// SPDX-License-Identifier: Apache-2.0
#ifndef TB_PE_PROF_AGENT_HPP
#define TB_PE_PROF_AGENT_HPP

#include <cstdint>

#include "pins_fwd.hpp"

namespace tb
{

/// The PE's side of SPE Profiling exceptions: which are pending, which are taken, and when.
class ProfAgent
{
  public:
    /// `lag`: number of cycles for which prof_o may show an earlier state ([irq_max]).
    explicit ProfAgent(uint64_t lag) : lag_(lag)
    {
    }

    /// Whether to take exceptions: go to the target level with PSTATE.PM 1 at the next instruction
    /// boundary. If not, exceptions stay pending.
    void set_taking(bool on)
    {
        taking_ = on;
    }

    /// Target level of an exception that was taken and is not handled yet; 0: none.
    unsigned taken() const
    {
        return taken_;
    }

    void handled()
    {
        taken_ = 0;
    }

    /// Number of exceptions taken so far.
    uint64_t count() const
    {
        return count_;
    }

    /// Exceptions of the last cycle (bit 0: to EL1, bit 1: to EL2, bit 2: to EL3). pending() has
    /// all that are pending, to_take() those that are not masked.
    unsigned pending() const
    {
        return pending_;
    }

    unsigned to_take() const
    {
        return to_take_;
    }

    /// Whether PMU event counters have to stop.
    bool freeze() const
    {
        return freeze_;
    }

    /// Advance one cycle; `busy`: the cycle has an access or a change of context.
    /// @return the level to which an exception is taken in this cycle; 0: none. If there are
    /// several, the one with the highest level is taken first (Q6).
    unsigned step(bool busy);

    void sample(const Pins &pins);
    void reset();

  private:
    uint64_t lag_;
    bool taking_ = false, freeze_ = false;
    unsigned pending_ = 0, to_take_ = 0, taken_ = 0;
    uint64_t quiet_ = 0, count_ = 0; ///< cycles since the last access or change
};

} // namespace tb

#endif
