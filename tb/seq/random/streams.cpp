// SPDX-License-Identifier: Apache-2.0
#include "random/streams.hpp"

#include <cinttypes>
#include <cstdio>

namespace tb
{
namespace
{

constexpr uint64_t most_draws = 1u << 24; // most draws of a part from one stream

} // namespace

Streams::All Streams::all() const
{
    return {{{"own", own},
             {"ops", seq_.ops.op_stream()},
             {"lanes", seq_.ops.lane_stream()},
             {"axi", seq_.bench.axi.stream()},
             {"memory", seq_.bench.axi.memory_stream()},
             {"xlat", seq_.bench.xlat.stream()}}};
}

void Streams::begin(uint64_t episode, uint64_t part)
{
    const uint64_t seed = tb_part_seed(seq_.options.seed, episode, part);

    episode_ = episode;
    part_ = part;
    tb_rng_init(&own, seed, "own");
    seq_.ops.restart(seed);
    seq_.bench.axi.restart(seed);
    seq_.bench.xlat.restart(seed);
    begun_ = all();
    if (seq_.options.print_streams && part_ != part_end) {
        std::fprintf(stderr, "begin episode=%" PRIu64, episode_);
        if (part_ != part_settings)
            std::fprintf(stderr, " part=%" PRIu64, part_ - part_action);
        std::fputc('\n', stderr);
    }
}

/* Print each stream by its first state, and its number of draws. The present state must be a
 * successor of the first one: the stream of another agent would not be. */
void Streams::end(const char *name)
{
    if (!seq_.options.print_streams)
        return;
    const All now = all();

    std::fprintf(stderr, "stream episode=%" PRIu64 " part=", episode_);
    if (part_ == part_settings || part_ == part_end)
        std::fprintf(stderr, "%s", name);
    else
        std::fprintf(stderr, "%" PRIu64 " %s", part_ - part_action, name);
    for (size_t i = 0; i < now.size(); i++) {
        const int64_t draws = tb_rng_distance(&begun_[i].rng, &now[i].rng, most_draws);

        std::fprintf(stderr, " %s=%016" PRIx64 "+%" PRId64, now[i].name, begun_[i].rng.s[0], draws);
    }
    std::fputc('\n', stderr);
}

} // namespace tb
