// SPDX-License-Identifier: Apache-2.0
#ifndef TB_PE_PE_VIEW_HPP
#define TB_PE_PE_VIEW_HPP

#include <cstdint>

#include "context.hpp"
#include "prof_agent.hpp"
#include "spe/txn.h"

namespace tb
{

/// An answer of the System register port.
struct SysregResult {
    uint8_t outcome = SPE_ACCESS_UNDEFINED; ///< enum spe_access
    uint64_t data = 0;
};

/// What happened on the lanes. A test uses this to check that it provoked a situation.
struct Seen {
    uint32_t chosen = 0;   ///< set of lanes selected in the last cycle, sampled or collided
    uint32_t ctx = 0;      ///< set of lanes of the last cycle that follow a change of context
    uint32_t slots = 0;    ///< set of lanes selected at least once so far
    uint64_t several = 0;  ///< cycles with two or more selected lanes
    uint64_t across = 0;   ///< cycles with lanes selected before and after a change of context
    uint64_t together = 0; ///< cycles in which two or more lives ended
    uint64_t reused = 0;   ///< tags given to a new sample in the cycle in which the old one ended
    uint64_t late = 0;     ///< cycles in which a selection collided and a life ended
};

/// What a test reads of the PE after a step. PeAgent::view() counts from the start of the run,
/// since() counts only the step.
struct PeView {
    uint64_t bundles = 0; ///< bundles taken from the source of operations
    uint64_t sampled = 0, collided = 0;
    SysregResult answer;
    bool irq = false;
    ProfAgent prof{0};
    Context interrupted;

    /// The view of the step that lasted from the view `before` to this view.
    PeView since(const PeView &before) const
    {
        PeView step = *this;

        step.bundles -= before.bundles;
        step.sampled -= before.sampled;
        step.collided -= before.collided;
        return step;
    }
};

} // namespace tb

#endif
