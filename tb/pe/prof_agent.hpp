// SPDX-License-Identifier: Apache-2.0
#ifndef TB_PE_PROF_AGENT_HPP
#define TB_PE_PROF_AGENT_HPP

#include <cstdint>

#include "pins_fwd.hpp"

namespace tb
{

/// SPE Profiling exceptions as the PE sees them: which are pending, which are taken and when.
class ProfAgent
{
  public:
    /// `lag`: cycles that prof_o may still tell of an earlier state ([irq_max]).
    explicit ProfAgent(uint64_t lag) : lag_(lag)
    {
    }

    /// Take them: to the target level with PSTATE.PM 1, at the next instruction boundary.
    /// Otherwise they stay pending.
    void set_taking(bool on)
    {
        taking_ = on;
    }

    /// Level of the exception that was taken and not yet handled; 0: none.
    unsigned taken() const
    {
        return taken_;
    }

    void handled()
    {
        taken_ = 0;
    }

    /// Exceptions taken so far.
    uint64_t count() const
    {
        return count_;
    }

    /// Bit 0 to EL1, 1 to EL2, 2 to EL3, of the last cycle: pending, and to be taken.
    unsigned pending() const
    {
        return pending_;
    }

    unsigned to_take() const
    {
        return to_take_;
    }

    /// PMU event counters are to stop.
    bool freeze() const
    {
        return freeze_;
    }

    /// One cycle; `busy`: it holds an access or a change of context.
    /// @return the level to which an exception is taken in it; 0: none. Of several levels the
    /// highest one goes first (Q6).
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
