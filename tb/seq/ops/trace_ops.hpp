// SPDX-License-Identifier: Apache-2.0
#ifndef TB_SEQ_OPS_TRACE_OPS_HPP
#define TB_SEQ_OPS_TRACE_OPS_HPP

#include <memory>
#include <string>

#include "config_members.h"
#include "op.hpp"
#include "rng.h"
#include "timing/timing.h"
#include "trace/trace.h"

namespace tb
{

/// The operations of a traced program, with the timing model's cycles, latencies and events.
class TraceOps : public OpSource
{
  public:
    /// @throws RunError(exit_usage) if the trace cannot be read.
    TraceOps(const std::string &path, const struct spe_config &cfg, uint64_t seed);

    void next(Bundle &bundle, unsigned width, uint64_t budget) override;
    void life(const LaneOp &op, OpLife &life) override;
    int level() const override;
    bool finished() const override;

    /// Number of operations in the trace file.
    uint64_t trace_ops() const
    {
        return trace_ops_;
    }

  private:
    struct CloseTrace {
        void operator()(struct spe_trace *t) const
        {
            spe_trace_close(t);
        }
    };
    struct DestroyTiming {
        void operator()(struct spe_timing *t) const
        {
            spe_timing_destroy(t);
        }
    };

    void advance();
    void later_kind(LaneOp &op) const;
    void follow_branch();

    /// The target of the last taken branch, as a lane sees it (Arm ARM D18.2.1).
    struct Previous {
        bool valid = false;
        uint8_t el = 0;
        uint64_t target = 0;
    };

    const struct spe_config &cfg_;
    std::string path_;
    bool at_retire_;
    std::unique_ptr<struct spe_trace, CloseTrace> trace_;
    struct tb_rng streams_[SPE_TIMING_STREAMS];
    std::unique_ptr<struct spe_timing, DestroyTiming> timing_;
    struct spe_timing_op ahead_, shown_[max_lanes];
    Previous previous_, shown_previous_[max_lanes];
    bool have_ahead_ = false;
    uint32_t bubbles_ = 0; ///< cycles without operations before the next operation
    uint64_t trace_ops_ = 0;
};

} // namespace tb

#endif
