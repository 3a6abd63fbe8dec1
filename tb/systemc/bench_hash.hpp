// SPDX-License-Identifier: Apache-2.0
#ifndef TB_SYSTEMC_BENCH_HASH_HPP
#define TB_SYSTEMC_BENCH_HASH_HPP

#include <string>

#include "options.hpp"
#include "spe/config.h"

namespace tb
{

/// Hash of everything that decides what the bench draws: its sources, the configuration, the test
/// with its options and seeds, the hash `weights` of the weights, the bytes of the trace. The SPU
/// and the scoreboard are not part of the hash. The bench reacts to them: if two runs have the same
/// hash but different stimulus, the SPU answered differently. 0 means unknown: the trace is not a
/// regular file that can be read.
uint64_t bench_hash(const Options &options, const struct spe_config &cfg,
                    const std::string &weights);

/// Write the hash to the file `bench` in the directory, if there is one: a run that dies leaves no
/// verdict. @throws RunError(exit_internal)
void write_bench_hash(const std::string &dir, uint64_t hash);

} // namespace tb

#endif
