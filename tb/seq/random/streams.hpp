// SPDX-License-Identifier: Apache-2.0
#ifndef TB_SEQ_RANDOM_STREAMS_HPP
#define TB_SEQ_RANDOM_STREAMS_HPP

#include "drive/seq.hpp"

namespace tb
{

/// Streams of random numbers of one part of a random session: its own choices, operations, lanes,
/// waits of the bus and of translations. They depend on the seed of the run and on the place of the
/// part alone, so that a part may be left out without a change of the draws of another.
class Streams
{
  public:
    /// Of an episode: what it is like, its actions by their number, its end.
    static constexpr uint64_t part_settings = 0, part_action = 1, part_end = UINT64_MAX;

    explicit Streams(Seq &seq) : seq_(seq)
    {
    }

    struct tb_rng own = {}; ///< the part's own choices

    /// Whatever draws, draws from the streams of this part from now on. With --print-streams: say
    /// so, as what ends the run in the middle of a part lets nobody come to its end.
    void begin(uint64_t episode, uint64_t part);

    /// With --print-streams: print, for the part that ends here, each stream and how far it came.
    void end(const char *name);

  private:
    struct Stream {
        const char *name;
        struct tb_rng rng;
    };
    using All = std::array<Stream, 5>;

    All all() const;

    Seq &seq_;
    uint64_t episode_ = 0, part_ = 0;
    All begun_ = {};
};

} // namespace tb

#endif
