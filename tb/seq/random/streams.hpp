// SPDX-License-Identifier: Apache-2.0
#ifndef TB_SEQ_RANDOM_STREAMS_HPP
#define TB_SEQ_RANDOM_STREAMS_HPP

#include "drive/seq.hpp"

namespace tb
{

/// Streams of random numbers for one part of a random session: its own choices, operations, lanes,
/// waits of the bus, of memory and of translations. They depend only on the run's seed and the
/// place of the part, so leaving out a part does not change the draws of another.
class Streams
{
  public:
    /// Parts of an episode: its settings, its actions by number, its end.
    static constexpr uint64_t part_settings = 0, part_action = 1, part_end = UINT64_MAX;

    explicit Streams(Seq &seq) : seq_(seq)
    {
    }

    struct tb_rng own = {}; ///< for the part's own choices

    /// From now on, all draws come from the streams of this part. With --print-streams, print the
    /// part now, because a run that ends in the middle of the part never prints its end.
    void begin(uint64_t episode, uint64_t part);

    /// With --print-streams: at the end of the part, print each stream and its number of draws.
    void end(const char *name);

  private:
    struct Stream {
        const char *name;
        struct tb_rng rng;
    };
    using All = std::array<Stream, 6>;

    All all() const;

    Seq &seq_;
    uint64_t episode_ = 0, part_ = 0;
    All begun_ = {};
};

} // namespace tb

#endif
