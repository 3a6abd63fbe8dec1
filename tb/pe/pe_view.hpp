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

/// What happened on the lanes: a test can show by it that it provoked a situation.
struct Seen {
    uint32_t chosen = 0;   ///< lanes selected in the last cycle, sampled or collided
    uint32_t ctx = 0;      ///< lanes of the last cycle in the context after a change
    uint32_t slots = 0;    ///< lanes selected so far
    uint64_t several = 0;  ///< cycles with two or more selected lanes
    uint64_t across = 0;   ///< cycles with lanes selected before and after a change of context
    uint64_t together = 0; ///< cycles in which two or more lives ended
    uint64_t reused = 0;   ///< tags given again in the cycle in which they became free
    uint64_t late = 0;     ///< collisions in a cycle in which a life ended
};

/// What a step of a test shows of the PE: the operations it draws, and what is seen at its end.
struct PeView {
    uint64_t bundles = 0; ///< asked for from the source of operations
    uint64_t sampled = 0, collided = 0;
    SysregResult answer;
    bool irq = false;
    ProfAgent prof{0};
    Context interrupted;

    /// The view of a step that began with the view `before` and ended with this one.
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
