// SPDX-License-Identifier: Apache-2.0
#ifndef TB_SEQ_OPS_FIXED_OPS_HPP
#define TB_SEQ_OPS_FIXED_OPS_HPP

#include "config_members.h"
#include "op.hpp"
#include "ops/op_kinds.hpp"

namespace tb
{

/// Events of an access to memory: caches, other sockets, alignment. Without the access they are 0
/// (D17.6.4); so are those of the TLB without a translation.
constexpr uint64_t access_events = 0xf80f0c, tlb_events = 0x30;

/// The same operation, with the same life, on every lane, for tests that control exactly what is
/// sampled. A load or store that retires gets addresses, unless `each` has one.
class FixedOps : public OpSource
{
  public:
    explicit FixedOps(const struct spe_config &cfg)
        : at_retire_(cfg.sample_point == spe_cfg_sample_point_retire), crr_(cfg.crr)
    {
    }

    LaneOp op;
    OpLife each;

    /// A load that ends 16 cycles after its selection.
    void one_load()
    {
        op.pc = 0x0000aaaa55550000;
        op.op_class = class_load_store;
        each.issue = 3;
        each.complete = 14;
        each.end = 16;
    }

    void next(Bundle &bundle, unsigned width, uint64_t budget) override
    {
        bundle.valid = 0;
        for (unsigned i = 0; i < width && budget != 0; i++, budget--) {
            bundle.lane[i] = legal();
            bundle.lane[i].pc = op.pc + 4 * count_++;
            bundle.valid |= 1u << i;
        }
    }

    void life(const LaneOp &o, OpLife &life) override
    {
        life = each;
        if (accesses_memory(o) && !life.va_valid && life.end_kind == end_retire)
            access(o, life);
        if (!at_retire_)
            return;
        life.lat_issue = each.issue;
        life.lat_xlat = each.xlat_end - each.xlat_start;
        life.lat_total = each.complete;
        life.end = 2;
    }

  private:
    /* With FEAT_SPE_CRR a branch says whether it is a call, a return or neither. If the test does
     * not say, the branch is neither. Flags for the type filter follow from the payload. */
    LaneOp legal() const
    {
        LaneOp o = op;

        if (crr_ && o.op_class == class_branch && (o.subclass & 0x18) == 0)
            o.subclass |= 0x18;
        o.flags |= op_flags(o, 0);
        return o;
    }

    /* A load or store that retires was translated and has both addresses. */
    static void access(const LaneOp &o, OpLife &life)
    {
        life.xlat_start = life.issue;
        life.xlat_end = life.complete;
        life.va_valid = life.pa_valid = true;
        life.va = o.pc * 8 + 0x5a00;
        life.pa = 0x0000345678000000 + o.pc % 0x1000 * 8;
    }

    bool at_retire_, crr_;
    uint64_t count_ = 0;
};

/// As FixedOps, but each life ends in exactly the given cycle, even with the sample point at
/// retire.
class TimedOps : public FixedOps
{
  public:
    using FixedOps::FixedOps;

    void life(const LaneOp &o, OpLife &life) override
    {
        FixedOps::life(o, life);
        life.end = each.end;
    }
};

} // namespace tb

#endif
