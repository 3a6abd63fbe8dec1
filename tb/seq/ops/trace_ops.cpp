// SPDX-License-Identifier: Apache-2.0
#include "ops/trace_ops.hpp"

#include "a64/a64_later.h"
#include "ops/op_kinds.hpp"
#include "options.hpp"
#include "spe/txn.h"

#include <cerrno>
#include <cstring>

namespace tb
{
namespace
{

const char *const stream_names[SPE_TIMING_STREAMS] = {"timing select", "timing wrong path",
                                                      "timing kernel", "timing remote"};

uint64_t draw(void *rng)
{
    return tb_rng_u64(static_cast<struct tb_rng *>(rng));
}

[[noreturn]] void refuse(const std::string &path, int status)
{
    const std::string why =
        status == SPE_TRACE_EOPEN ? std::string(": ") + std::strerror(errno) : "";
    throw RunError(exit_usage, path + ": " + spe_trace_strerror(status) + why);
}

} // namespace

TraceOps::TraceOps(const std::string &path, const struct spe_config &cfg, uint64_t seed)
    : cfg_(cfg), path_(path), at_retire_(cfg.sample_point == spe_cfg_sample_point_retire)
{
    struct spe_trace *trace = nullptr;
    struct spe_timing_options o;
    struct spe_trace_info info;
    const int status = spe_trace_open(&trace, path.c_str());

    if (status != 0)
        refuse(path, status);
    trace_.reset(trace);
    spe_trace_info(trace, &info);
    trace_ops_ = info.ops;
    spe_timing_options_init(&o);
    o.source = spe_trace_source;
    o.source_ctx = trace;
    o.rnd = draw;
    for (unsigned i = 0; i < SPE_TIMING_STREAMS; i++) {
        tb_rng_init(&streams_[i], seed, stream_names[i]);
        o.rnd_ctx[i] = &streams_[i];
    }
    o.width = static_cast<unsigned>(cfg.width);
    o.sample_retire = at_retire_;
    o.speculative = cfg.speculative;
    o.micro_ops = !cfg.arch_inst;
    if (!cfg.el2)
        o.el2_one_in = 0;
    timing_.reset(spe_timing_create(&o));
    if (!timing_)
        throw RunError(exit_internal, "the timing model cannot be created");
    advance();
    bubbles_ = 0;
}

void TraceOps::advance()
{
    const int status = spe_timing_next(timing_.get(), &ahead_);

    if (status < 0)
        refuse(path_, status);
    have_ahead_ = status == 1;
    bubbles_ = have_ahead_ && ahead_.gap != 0 ? ahead_.gap - 1 : 0;
}

void TraceOps::next(Bundle &bundle, unsigned width, uint64_t budget)
{
    bundle.valid = 0;
    if (bubbles_ != 0) {
        bubbles_--;
        return;
    }
    while (have_ahead_ && budget != 0 && ahead_.lane < width) {
        LaneOp &op = bundle.lane[ahead_.lane];

        op.pc = ahead_.pc;
        op.op_class = ahead_.op_class;
        op.subclass = ahead_.subclass;
        op.wrong_path = (ahead_.flags & SPE_TIMING_WRONG) != 0;
        op.index = ahead_.lane;
        later_kind(op);
        shown_[ahead_.lane] = ahead_;
        shown_previous_[ahead_.lane] = previous_;
        follow_branch();
        bundle.valid |= 1u << ahead_.lane;
        budget--;
        advance();
        if (ahead_.gap != 0)
            return;
    }
}

/* Payload and flags of later versions. Further micro-operations, which the timing model made of an
 * instruction, stay as they are. */
void TraceOps::later_kind(LaneOp &op) const
{
    struct spe_a64_later l;

    if (cfg_.pmsver < 2)
        return;
    spe_a64_classify_later(ahead_.opcode, &l);
    const bool named = (l.sve && cfg_.sve) || (l.mops && cfg_.mops) || (!l.sve && !l.mops);

    if (op.op_class == class_branch) {
        op.subclass |= l.op_class == class_branch ? l.payload & 0x18 : 0x18;
    } else if ((ahead_.flags & SPE_TIMING_UOP) == 0 && op.op_class == class_other && named &&
               l.op_class != class_branch) {
        op.op_class = l.op_class;
        op.subclass |= l.payload;
    }
    op.flags = op_flags(op, 1);
}

/* Operations on wrong paths take no branch. */
void TraceOps::follow_branch()
{
    const bool taken = (ahead_.flags & SPE_TIMING_TAKEN) != 0;

    if (!taken || (ahead_.flags & SPE_TIMING_WRONG) != 0)
        return;
    previous_.valid = true;
    previous_.el = ahead_.target_el;
    previous_.target = ahead_.target;
}

void TraceOps::life(const LaneOp &op, OpLife &life)
{
    const struct spe_timing_op &t = shown_[op.index];

    life = OpLife();
    life.issue = t.at_issue;
    life.complete = t.at_complete;
    life.end = t.at_end;
    if ((t.flags & SPE_TIMING_XLAT) != 0) {
        life.xlat_start = t.at_xlat_start;
        life.xlat_end = t.at_xlat_end;
    }
    life.lat_issue = t.lat_issue;
    life.lat_xlat = t.lat_xlat;
    life.lat_total = t.lat_total;
    life.end_kind = t.end_kind;
    life.events = t.events;
    life.va_valid = (t.flags & SPE_TIMING_VA) != 0;
    life.pa_valid = (t.flags & SPE_TIMING_PA) != 0;
    life.target_valid = (t.flags & SPE_TIMING_TARGET) != 0;
    life.source_valid = (t.flags & SPE_TIMING_SOURCE) != 0;
    life.target_el = t.target_el;
    life.source = t.source;
    life.va = t.va;
    life.pa = t.pa;
    life.target = t.target;
    life.prev_valid = shown_previous_[op.index].valid;
    life.prev_el = shown_previous_[op.index].el;
    life.prev = shown_previous_[op.index].target;
    life.alt_valid = (op.flags & SPE_OP_SIMD) != 0;
    life.lat_alt = (at_retire_ ? t.lat_issue : t.at_issue) / 2; // the other clock is half as fast
}

int TraceOps::level() const
{
    return have_ahead_ ? ahead_.el : -1;
}

bool TraceOps::finished() const
{
    return !have_ahead_;
}

} // namespace tb
