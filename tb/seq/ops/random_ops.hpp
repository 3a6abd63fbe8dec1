// SPDX-License-Identifier: Apache-2.0
#ifndef TB_SEQ_OPS_RANDOM_OPS_HPP
#define TB_SEQ_OPS_RANDOM_OPS_HPP

#include <array>

#include "config_members.h"
#include "op.hpp"
#include "ops/op_kinds.hpp"
#include "rng.h"

namespace tb
{

/// The mix of a stream of random operations, in percent unless said otherwise.
struct OpMix {
    unsigned branch = 20, load = 30, store = 15; ///< the rest is "other"
    unsigned lane_fill = 70;                     ///< chance that a lane holds an operation
    unsigned bubble = 10;                        ///< cycles without any operation
    unsigned mispredict = 5;                     ///< of branches
    unsigned wrong_path = 12;                    ///< most operations after a misprediction
    unsigned exception = 3, nonarch = 1, replay = 1;
    unsigned repeat = 10; ///< operations with repeated life events
    unsigned unusual = 0; ///< operations with an unusual order of life events
    unsigned slow = 3;    ///< operations with latencies up to max_latency
    uint32_t usual_latency = 60, max_latency = 5000;
    unsigned extra_events = 25;  ///< chance of each remote or IMPLEMENTATION DEFINED event group
    unsigned forgotten = 8;      ///< operations without the previous branch target
    unsigned alternate = 60;     ///< operations with a count of the alternate clock
    unsigned alternate_long = 4; ///< such counts that are very long
    unsigned realm_data = 60;    ///< of Realm state: data accesses in Realm memory
    bool ns = true;              ///< Security state of addresses
    bool nse = false;            ///< with `ns`: Realm
    uint8_t el = 0;              ///< Exception level of branch targets
};

/// Random operations that an SPU of configuration `cfg` can legally get. The life of an operation
/// depends only on the seed and on its index since restart(), not on earlier selections of the SPU.
class RandomOps : public OpSource
{
  public:
    RandomOps(const struct spe_config &cfg, uint64_t seed);

    OpMix mix;

    /// From now on, draw from the streams of `seed`: PC and all later operations belong to a new
    /// program. Operations in flight keep their lives.
    void restart(uint64_t seed);

    const struct tb_rng &op_stream() const
    {
        return ops_;
    }

    const struct tb_rng &lane_stream() const
    {
        return lanes_;
    }

    void next(Bundle &bundle, unsigned width, uint64_t budget) override;
    void life(const LaneOp &op, OpLife &life) override;

  private:
    void make(LaneOp &op);
    void choose_kind(LaneOp &op, uint64_t r) const;
    void times(struct tb_rng &rng, const LaneOp &op, OpLife &life) const;
    void ending(struct tb_rng &rng, const LaneOp &op, OpLife &life) const;
    void payload(struct tb_rng &rng, const LaneOp &op, OpLife &life) const;
    void unusual(const LaneOp &op, OpLife &life) const;
    void translated(struct tb_rng &rng, OpLife &life) const;
    void issued_late(struct tb_rng &rng, OpLife &life) const;
    uint64_t access_events(uint64_t r, const OpLife &life) const;
    uint64_t events(struct tb_rng &rng, const LaneOp &op, const OpLife &life) const;
    uint64_t later_events(struct tb_rng &rng, const LaneOp &op, const OpLife &life) const;
    void previous_target(struct tb_rng &rng, const LaneOp &op, OpLife &life) const;
    void first_version(const LaneOp &op, OpLife &life) const;
    void later_versions(const LaneOp &op, OpLife &life) const;
    static void cut(OpLife &life, uint32_t end);
    static void count(OpLife &life);
    uint32_t latency(struct tb_rng &rng) const;

    bool at_retire_, wrong_paths_;
    bool later_, tags_, pbt_, altclk_, long_counts_; ///< what the configuration has beyond SPEv1p0
    OpKinds kinds_;
    std::array<LaneOp, 32> branches_; ///< the last branches, if `pbt_`
    uint64_t branch_count_ = 0;
    uint64_t seed_, index_ = 0, pc_ = 0x400000;
    uint64_t upper_ = 0; ///< PC[63:48]
    unsigned wrong_left_ = 0;
    struct tb_rng ops_, lanes_;
};

} // namespace tb

#endif
