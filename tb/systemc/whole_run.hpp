// SPDX-License-Identifier: Apache-2.0
#ifndef TB_SYSTEMC_WHOLE_RUN_HPP
#define TB_SYSTEMC_WHOLE_RUN_HPP

#include <cstdint>
#include <vector>

#include "options.hpp"
#include "pe_view.hpp"
#include "random/weights.hpp"

namespace tb
{

/// For each SPU, the views of its steps if none is left out, up to the last one that --steps names.
/// Another process plays that run, and leaves nothing else. Empty: the run cannot be played;
/// playing these options shows why. Call this function before any part of this process's own run is
/// made.
std::vector<std::vector<PeView>> play_whole(const Options &options, const Weights &weights);

/// The number of episodes that the random session has if none is left out, up to the last one that
/// --episodes names; with several SPUs, the largest number. Another process finds this number, too.
/// UINT64_MAX: unknown, because the session cannot be played or ends early.
uint64_t count_episodes(const Options &options, const Weights &weights);

} // namespace tb

#endif
