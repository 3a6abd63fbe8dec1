// SPDX-License-Identifier: Apache-2.0
#include "ops/random_ops.hpp"

#include <algorithm>

namespace tb
{
namespace
{

constexpr uint64_t event_l1_access = 1u << 2, event_l1_refill = 1u << 3, event_tlb_access = 1u << 4;
constexpr uint64_t event_tlb_walk = 1u << 5, event_not_taken = 1u << 6,
                   event_mispredicted = 1u << 7;
constexpr uint64_t event_llc_access = 1u << 8, event_llc_miss = 1u << 9, event_remote = 1u << 10;
constexpr uint64_t events_impdef = 0xffff0000ff00f000u;
constexpr uint64_t event_misaligned = 1u << 11, event_partial = 1u << 17, event_empty = 1u << 18;
constexpr uint64_t events_load = 31u << 19, events_streaming = 3u << 24;
constexpr uint64_t events_never = UINT64_C(0xffff) << 32 | 1u << 16;
constexpr uint64_t va_mask = 0x0000ffffffffffffu;

uint8_t pick(const std::vector<uint8_t> &list, uint64_t r)
{
    return list[r % list.size()];
}

/* Bits 55:48 are all zero, all ones, or random; above them there may be a tag. */
uint64_t data_address(uint64_t low, uint64_t r)
{
    const uint64_t sign[] = {0, 0, 0xff, r >> 8 & 0xff};

    return (low & va_mask) | sign[r >> 16 & 3u] << 48 | (r & 0xff) << 56;
}

bool conditional_branch(const LaneOp &op)
{
    return op.op_class == class_branch && (op.subclass & 1u) != 0;
}

} // namespace

RandomOps::RandomOps(const struct spe_config &cfg, uint64_t seed)
    : at_retire_(cfg.sample_point == spe_cfg_sample_point_retire),
      wrong_paths_(cfg.speculative && !at_retire_), later_(cfg.pmsver >= 2), tags_(cfg.mte),
      pbt_(cfg.pbt), altclk_(cfg.altclk != 0), long_counts_(cfg.count_size == 16), kinds_(cfg),
      seed_(seed)
{
    tb_rng_init(&ops_, seed, "ops");
    tb_rng_init(&lanes_, seed, "lanes");
}

/* A program is anywhere in the lower or the upper half of the address space. */
void RandomOps::restart(uint64_t seed)
{
    seed_ = seed;
    index_ = branch_count_ = 0;
    wrong_left_ = 0;
    tb_rng_init(&ops_, seed, "ops");
    tb_rng_init(&lanes_, seed, "lanes");
    const uint64_t r = tb_rng_u64(&ops_);

    upper_ = (r & 1u) != 0 ? ~va_mask : 0;
    pc_ = upper_ | (r >> 16 & ~UINT64_C(3));
}

void RandomOps::choose_kind(LaneOp &op, uint64_t r) const
{
    const unsigned kind = static_cast<unsigned>(r % 100);
    const uint64_t sub = r >> 8 & 0xffff;

    if (kind < mix.branch) {
        op.op_class = class_branch;
        op.subclass = pick(kinds_.branch, sub);
    } else if (kind < mix.branch + mix.load) {
        op.op_class = class_load_store;
        op.subclass = pick(kinds_.load, sub);
    } else if (kind < mix.branch + mix.load + mix.store) {
        op.op_class = class_load_store;
        op.subclass = pick(kinds_.store, sub);
    } else {
        op.op_class = class_other;
        op.subclass = pick(kinds_.other, sub);
    }
}

void RandomOps::make(LaneOp &op)
{
    const uint64_t r = tb_rng_u64(&ops_);

    choose_kind(op, r);
    op.flags = op_flags(op, static_cast<unsigned>(r >> 24 & 3u));
    op.pc = pc_;
    op.index = index_++;
    op.wrong_path = wrong_left_ != 0;
    pc_ += 4;
    if (pbt_ && op.op_class == class_branch)
        branches_[branch_count_++ % branches_.size()] = op;
    if (op.op_class == class_branch && (r >> 32 & 1u) != 0)
        pc_ = upper_ | ((pc_ + (r >> 33 & 0xffff) * 4) & va_mask);
    if (wrong_left_ != 0)
        wrong_left_--;
    else if (wrong_paths_ && op.op_class == class_branch && (r >> 50) % 100 < mix.mispredict)
        wrong_left_ = static_cast<unsigned>((r >> 57) % (mix.wrong_path + 1));
}

void RandomOps::next(Bundle &bundle, unsigned width, uint64_t budget)
{
    uint64_t r = tb_rng_u64(&lanes_);

    bundle.valid = 0;
    if ((r & 0xff) * 100 < mix.bubble * 256u)
        return;
    for (unsigned i = 0; i < width && budget != 0; i++) {
        r >>= 7;
        if ((r & 0x7f) * 100 >= mix.lane_fill * 128u)
            continue;
        make(bundle.lane[i]);
        bundle.valid |= 1u << i;
        budget--;
    }
}

uint32_t RandomOps::latency(struct tb_rng &rng) const
{
    const bool slow = tb_rng_percent(&rng, mix.slow);

    return static_cast<uint32_t>(tb_rng_below(&rng, slow ? mix.max_latency : mix.usual_latency));
}

void RandomOps::times(struct tb_rng &rng, const LaneOp &op, OpLife &life) const
{
    life.issue = 1 + latency(rng);
    life.complete = life.issue + latency(rng);
    if (accesses_memory(op)) {
        const uint32_t span = life.complete - life.issue;

        life.xlat_start = life.issue + static_cast<uint32_t>(tb_rng_below(&rng, span + 1));
        life.xlat_end = static_cast<uint32_t>(tb_rng_range(&rng, life.xlat_start, life.complete));
    }
    life.end = life.complete + static_cast<uint32_t>(tb_rng_below(&rng, 40));
    if (tb_rng_percent(&rng, mix.repeat)) {
        life.again = 1 + static_cast<uint32_t>(tb_rng_below(&rng, 20));
        life.end += life.again;
    }
}

/* Choose the ending: an operation that does not retire may stop anywhere in its life. */
void RandomOps::ending(struct tb_rng &rng, const LaneOp &op, OpLife &life) const
{
    const unsigned r = static_cast<unsigned>(tb_rng_below(&rng, 100));

    if (op.wrong_path)
        life.end_kind = end_squash;
    else if (r < mix.exception)
        life.end_kind = end_exception;
    else if (r < mix.exception + mix.nonarch)
        life.end_kind = end_nonarch;
    else if (r < mix.exception + mix.nonarch + mix.replay)
        life.end_kind = end_replay;
    else
        life.end_kind = end_retire;
    if (life.end_kind != end_retire)
        cut(life, static_cast<uint32_t>(tb_rng_range(&rng, 1, life.end)));
}

/* End the life at `end`: later steps do not happen. */
void RandomOps::cut(OpLife &life, uint32_t end)
{
    life.end = end;
    for (uint32_t *when : {&life.issue, &life.xlat_start, &life.xlat_end, &life.complete}) {
        if (*when > end)
            *when = 0;
    }
}

/* Events from the memory system: no event before the address is known, no access before the
 * translation. */
uint64_t RandomOps::access_events(uint64_t r, const OpLife &life) const
{
    uint64_t e = 0;

    if (life.xlat_start == 0)
        return 0;
    e |= event_tlb_access;
    e |= (r & 0x60) == 0 ? event_tlb_walk : 0;
    if (life.xlat_end == 0 || !life.pa_valid)
        return e;
    e |= event_l1_access;
    e |= (r & 0x10) != 0 ? event_l1_refill : 0;
    e |= (r & 0x90) == 0x90 ? event_llc_access : 0;
    e |= (r & 0x190) == 0x190 ? event_llc_miss : 0;
    e |= (r >> 16) % 100 < mix.extra_events ? event_remote : 0;
    return e;
}

uint64_t RandomOps::events(struct tb_rng &rng, const LaneOp &op, const OpLife &life) const
{
    const uint64_t r = tb_rng_u64(&rng);
    uint64_t e = r & 3u; // events 0 and 1 follow from the ending; the port ignores them

    if (accesses_memory(op))
        e |= access_events(r, life);
    if (op.op_class == class_branch && life.complete != 0) {
        e |= conditional_branch(op) && (r & 0x200) != 0 ? event_not_taken : 0;
        e |= (r >> 16) % 100 < mix.mispredict ? event_mispredicted : 0;
    } else if (conditional_other(op) && life.complete != 0) {
        e |= (r & 0x200) != 0 ? event_not_taken : 0;
    }
    if ((r >> 24) % 100 < mix.extra_events)
        e |= tb_rng_u64(&rng) & events_impdef;
    return e;
}

void RandomOps::payload(struct tb_rng &rng, const LaneOp &op, OpLife &life) const
{
    const bool exception = life.end_kind == end_exception;
    // After an exception a record has neither source nor target, whatever the PE delivers.
    const bool known = !exception || tb_rng_percent(&rng, 50);

    if (accesses_memory(op)) {
        // One draw per statement: the compiler chooses the order within a statement.
        const uint64_t upper = tb_rng_u64(&rng);
        life.va = data_address(tb_rng_u64(&rng), upper);
        life.pa = tb_rng_u64(&rng) & 0xfffffffffffffu;
        life.pa_ns = mix.ns || tb_rng_percent(&rng, 50);
        life.va_valid = life.xlat_start != 0;
        // An exception is a fault of the translation, or comes after the translation (2.3.5, R1,
        // R21).
        life.pa_valid = life.xlat_end != 0 && (!exception || tb_rng_percent(&rng, 50));
        life.source_valid = reads_memory(op) && life.complete != 0 && known;
        life.source = static_cast<uint16_t>(tb_rng_u64(&rng));
    }
    life.events = events(rng, op, life);
    if (op.op_class == class_branch) {
        life.target = tb_rng_u64(&rng) & 0xffffffffffffffu;
        life.target_ns = mix.ns;
        life.target_el = mix.el;
        life.target_valid = known && life.complete != 0 && (life.events & event_not_taken) == 0;
    }
}

/* Cache maintenance by address: it is translated, but it is no load or store. */
void RandomOps::translated(struct tb_rng &rng, OpLife &life) const
{
    life.xlat_start = life.issue;
    life.xlat_end = life.complete;
    const uint64_t upper = tb_rng_u64(&rng);
    life.va = data_address(tb_rng_u64(&rng), upper);
    life.pa = tb_rng_u64(&rng) & 0xfffffffffffffu;
    life.pa_ns = mix.ns;
    life.va_valid = life.xlat_start != 0;
    life.pa_valid = life.xlat_end != 0;
}

/* A result before the issue. An operation that retires has another result after the issue; any
 * other operation may never be issued. */
void RandomOps::issued_late(struct tb_rng &rng, OpLife &life) const
{
    const bool retires = life.end_kind == end_retire;
    const uint32_t span = retires ? life.again : life.end - life.complete;

    if (life.complete == 0 || (retires && span == 0))
        return;
    if (!retires && (span == 0 || tb_rng_percent(&rng, 50)))
        life.issue = 0;
    else
        life.issue = life.complete + 1 + static_cast<uint32_t>(tb_rng_below(&rng, span));
}

/* Lives that dpi/timing.md permits (LF3, LF4) but few operations have. */
void RandomOps::unusual(const LaneOp &op, OpLife &life) const
{
    struct tb_rng rng;

    if (mix.unusual == 0)
        return;
    tb_rng_init(&rng, tb_mix64(seed_) ^ op.index, "life unusual");
    if (!tb_rng_percent(&rng, mix.unusual))
        return;
    if (op.op_class == class_other && tb_rng_percent(&rng, 50))
        translated(rng, life);
    else if (accesses_memory(op) && life.end_kind != end_retire && tb_rng_percent(&rng, 50))
        life.va_valid = life.pa_valid = false; // it was translated, but gives no address (CT2)
    else if (!at_retire_)
        issued_late(rng, life);
}

/* The PE's own counts. Without `complete`, the ending takes its place; without `issue`, `complete`
 * does (dpi/timing.md, 2). */
void RandomOps::count(OpLife &life)
{
    life.lat_total = life.complete != 0 ? life.complete : life.end;
    life.lat_issue = life.issue != 0 ? life.issue : life.lat_total;
    life.lat_xlat = life.xlat_end != 0 ? life.xlat_end - life.xlat_start : 0;
}

/* The events that SPEv1p1 to SPEv1p5 added, and bits that no version defines and that never reach a
 * record. */
uint64_t RandomOps::later_events(struct tb_rng &rng, const LaneOp &op, const OpLife &life) const
{
    const uint64_t r = tb_rng_u64(&rng);
    uint64_t e = r % 8 == 0 ? tb_rng_u64(&rng) & events_never : 0;

    if (accesses_memory(op) && life.pa_valid) {
        e |= (r >> 8) % 100 < mix.extra_events ? event_misaligned : 0;
        e |= reads_memory(op) ? r >> 16 & events_load : 0;
    }
    if (is_vector(op)) {
        e |= (r >> 40 & 3u) == 0 ? event_partial : 0;
        e |= (r >> 40 & 15u) == 0 ? event_empty : 0;
        e |= r >> 20 & events_streaming;
    }
    return e;
}

/* Target of the last taken branch before `op` in program order (N14); now and then the PE does not
 * know it. */
void RandomOps::previous_target(struct tb_rng &rng, const LaneOp &op, OpLife &life) const
{
    const uint64_t kept = std::min<uint64_t>(branch_count_, branches_.size());
    const bool forgotten = tb_rng_percent(&rng, mix.forgotten);

    for (uint64_t back = 1; back <= kept && !forgotten; back++) {
        const LaneOp &branch = branches_[(branch_count_ - back) % branches_.size()];
        OpLife l;

        if (branch.index >= op.index || (branch.wrong_path && !op.wrong_path))
            continue;
        first_version(branch, l);
        if (l.end_kind == end_exception || l.end_kind == end_nonarch || !l.target_valid)
            continue;
        life.prev_valid = true;
        life.prev = l.target;
        life.prev_el = l.target_el;
        break;
    }
    life.prev_ns = mix.ns;
    life.prev_nse = mix.nse;
}

void RandomOps::later_versions(const LaneOp &op, OpLife &life) const
{
    struct tb_rng rng;

    tb_rng_init(&rng, tb_mix64(seed_) ^ op.index, "life later");
    life.events |= later_events(rng, op, life);
    if (tags_) {
        life.pa_ch = tb_rng_percent(&rng, 50);
        life.pa_pat = static_cast<uint8_t>(tb_rng_below(&rng, 16));
    }
    if (mix.nse) { // Realm state accesses Realm and Non-secure memory
        life.target_nse = true;
        life.pa_ns = true;
        life.pa_nse = tb_rng_percent(&rng, mix.realm_data);
    }
    if (pbt_)
        previous_target(rng, op, life);
    if (altclk_) {
        life.alt_valid = tb_rng_percent(&rng, mix.alternate);
        life.lat_alt = life.issue * static_cast<uint32_t>(1 + tb_rng_below(&rng, 12)) / 4;
        life.lat_alt <<= tb_rng_percent(&rng, mix.alternate_long) ? 12 : 0;
    }
    if (long_counts_ && at_retire_ && tb_rng_percent(&rng, mix.slow)) {
        life.lat_total += 0xf000 + static_cast<uint32_t>(tb_rng_below(&rng, 0x2000));
        life.lat_issue += static_cast<uint32_t>(tb_rng_below(&rng, life.lat_total));
        life.lat_issue = std::min(life.lat_issue, life.lat_total);
    }
}

/* What SPEv1p0 records of the operation. */
void RandomOps::first_version(const LaneOp &op, OpLife &life) const
{
    struct tb_rng rng;

    tb_rng_init(&rng, tb_mix64(seed_) ^ op.index, "life");
    times(rng, op, life);
    ending(rng, op, life);
    payload(rng, op, life);
    unusual(op, life);
    if (!at_retire_)
        return;
    count(life);
    life.end = 1 + static_cast<uint32_t>(tb_rng_below(&rng, 12));
    life.again = 0;
}

void RandomOps::life(const LaneOp &op, OpLife &life)
{
    first_version(op, life);
    if (later_)
        later_versions(op, life);
}

} // namespace tb
