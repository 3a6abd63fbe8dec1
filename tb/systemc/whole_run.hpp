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

/// Of each SPU what its steps show when none is left out, up to the last one that --steps names:
/// a process of its own plays that, and leaves nothing else. Empty: it cannot be played, and who
/// plays these options finds out why. Before anything of this process's own run is made.
std::vector<std::vector<PeView>> play_whole(const Options &options, const Weights &weights);

/// How many episodes the random session has if none is left out, up to the last one that --episodes
/// names (of several SPUs, that which has most): so, too, a process of its own finds out.
/// UINT64_MAX: nobody knows, as it cannot be played or ends before its time.
uint64_t count_episodes(const Options &options, const Weights &weights);

} // namespace tb

#endif
