// SPDX-License-Identifier: Apache-2.0
#ifndef TB_SYSTEMC_BENCH_HASH_HPP
#define TB_SYSTEMC_BENCH_HASH_HPP

#include <string>

#include "options.hpp"
#include "spe/config.h"

namespace tb
{

/// Hash of all that decides what the bench draws: its sources, the configuration, the test with its
/// options and seeds, the hash `weights` of the weights, the bytes of the trace. The SPU and the
/// scoreboard are not part of it. The bench reacts to them: when the hash is equal and the stimulus
/// is not, the SPU answered differently. 0 says nothing: the trace is no regular file that can be
/// read.
uint64_t bench_hash(const Options &options, const struct spe_config &cfg,
                    const std::string &weights);

/// Write the hash as `bench` in the directory, if there is one: a run that dies has no verdict.
/// @throws RunError(exit_internal)
void write_bench_hash(const std::string &dir, uint64_t hash);

} // namespace tb

#endif
