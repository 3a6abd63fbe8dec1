// SPDX-License-Identifier: Apache-2.0
#include "prof_agent.hpp"

#include "pins.hpp"

namespace tb
{

/* Take no exception in the cycle of an access or a change of context, nor while prof_o may still
 * show the state before that cycle: for example the state before a write that cleared S, or before
 * a return to a level that masks the exception. */
unsigned ProfAgent::step(bool busy)
{
    if (busy) {
        quiet_ = 0;
        return 0;
    }
    if (++quiet_ <= lag_ + 1 || !taking_ || to_take_ == 0)
        return 0;
    taken_ = (to_take_ & 4u) != 0 ? 3 : (to_take_ & 2u) != 0 ? 2 : 1;
    quiet_ = 0;
    count_++;
    return taken_;
}

void ProfAgent::sample(const Pins &pins)
{
    pending_ = pins.prof_pending_o;
    to_take_ = pins.prof_take_o;
    freeze_ = pins.pmu_freeze_o;
}

void ProfAgent::reset()
{
    pending_ = to_take_ = taken_ = 0;
    freeze_ = false;
    quiet_ = 0;
}

} // namespace tb
