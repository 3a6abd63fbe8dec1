// SPDX-License-Identifier: Apache-2.0
#include "pe_agent.hpp"

#include "pins.hpp"
#include "spe/txn.h"

namespace tb
{
namespace
{

constexpr uint64_t lane_mix = 0xd6e8feb86659fd93u;
constexpr uint64_t word_v1p0 = 0x1ffff; // the fields of Context::word() that SPEv1p0 has

/* Bits of SPE_OP_* that this configuration lacks. */
uint32_t absent_ops(const struct spe_config &cfg)
{
    return (cfg.eft ? 0 : SPE_OP_SIMD | SPE_OP_FP) |
           (cfg.gcs ? 0 : SPE_OP_GCS_LOAD | SPE_OP_GCS_STORE);
}

/* Add a new context to the hash of the stimulus. */
void note_context(struct tb_stim_hash *stim, const struct spe_config &cfg, const Context &context,
                  uint64_t when)
{
    tb_stim_add(stim, when ^ (context.word() & word_v1p0) << 32);
    tb_stim_add(stim,
                (static_cast<uint64_t>(context.contextidr_el2) << 32 | context.contextidr_el1) ^
                    context.cntvoff);
    const uint64_t later = (context.word() & ~absent_state(cfg)) / (word_v1p0 + 1);

    if (later != 0 || (cfg.ecv >= 2 && context.cntpoff != 0))
        tb_stim_add(stim, later ^ context.cntpoff);
}

} // namespace

PeAgent::PeAgent(const struct spe_config &cfg, uint64_t poison_seed, struct tb_stim_hash *stim,
                 PopulationSink *population)
    : cfg_(cfg), stim_(stim), population_(population), poison_seed_(tb_mix64(poison_seed)),
      absent_state_(absent_state(cfg)), absent_ops_(absent_ops(cfg) * 0x11111111u),
      life_(cfg, poison_seed, stim), prof_(static_cast<uint64_t>(cfg.irq_max))
{
    tb_rng_init(&poison_, poison_seed, "poison lanes");
}

void PeAgent::start_in(const Context &context)
{
    context_ = context;
}

bool PeAgent::psb_pending() const
{
    return psb_;
}

bool PeAgent::dsb_pending() const
{
    return dsb_;
}

void PeAgent::change_context(const Context &to, unsigned slot)
{
    next_context_ = to;
    change_slot_ = slot;
    change_ = true;
}

void PeAgent::access(uint16_t enc, bool write, uint64_t data, bool fgt)
{
    access_ = true;
    access_fgt_ = fgt && cfg_.fgt;
    access_enc_ = enc;
    access_write_ = write;
    access_data_ = data;
}

void PeAgent::poison_lanes(Pins &pins, uint32_t lanes)
{
    for (unsigned i = 0; i < max_lanes; i++) {
        if ((lanes >> i & 1u) == 0)
            continue;
        pins.lane_pc_i[i] = tb_rng_u64(&poison_);
        pins.lane_op_i[i] = static_cast<uint16_t>(tb_rng_u64(&poison_) % 0x300);
        pins.lane_flags_i[i] = tb_rng_u64(&poison_) & 15u;
    }
}

uint32_t PeAgent::lane_context_bits() const
{
    // All lanes after the first lane with ctx 1 have ctx 1, too (dpi/timing.md, 4).
    return change_ && change_slot_ < max_lanes ? 0xffu << change_slot_ & 0xffu : 0;
}

bool PeAgent::dispatching() const
{
    return source_ != nullptr && budget_ != 0 && thread_active_;
}

void PeAgent::follow_level()
{
    const int level = dispatching() ? source_->level() : -1;

    level_change_ = !change_ && !access_ && level >= 0 && level != static_cast<int>(context_.el);
    if (level_change_) {
        change_context(context_.at(static_cast<El>(level)), max_lanes);
        level_changes_++;
        cse_ = true; // exception entry and return synchronize the context
    }
}

/* The operations of bundle_ that go on lanes to the SPU, as a mask of lanes. */
uint32_t PeAgent::shown_lanes()
{
    uint32_t shown = 0;

    for (unsigned i = 0; i < max_lanes && bundle_.valid >> i != 0; i++) {
        if ((bundle_.valid >> i & 1u) == 0)
            continue;
        shown |= static_cast<uint32_t>(shown_alone_.contains(drawn_++)) << i;
        ops_++;
        budget_--;
    }
    return shown;
}

/* Get the next bundle with an operation for the lanes, or a bubble. */
void PeAgent::next_bundle()
{
    const auto here = static_cast<int>(context_.el);
    bool hidden = false;

    do {
        source_->next(bundle_, static_cast<unsigned>(cfg_.width), budget_);
        bundles_++;
        const uint32_t shown = shown_lanes();

        hidden = shown == 0 && bundle_.valid != 0;
        bundle_.valid = shown;
    } while (hidden && budget_ != 0 && !source_->finished() &&
             (source_->level() < 0 || source_->level() == here));
}

void PeAgent::drive_lanes(Pins &pins, uint64_t cycle)
{
    uint32_t valid = 0;

    if (dispatching() && !level_change_) {
        next_bundle();
        valid = bundle_.valid;
        uint64_t h = cycle;
        const uint64_t flags = tb_rng_u64(&poison_) & absent_ops_;

        for (unsigned i = 0; i < max_lanes && valid >> i != 0; i++) {
            if ((valid >> i & 1u) == 0)
                continue;
            const LaneOp &op = bundle_.lane[i];
            const uint16_t kind = static_cast<uint16_t>(op.op_class << 8 | op.subclass);
            const uint32_t known = op.flags & ~absent_ops_ & 15u;

            pins.lane_pc_i[i] = op.pc;
            pins.lane_op_i[i] = kind;
            pins.lane_flags_i[i] = (flags >> (4 * i) & 15u) | known;
            if (population_ != nullptr)
                population_->take(op.pc, kind);
            h += (op.pc ^ static_cast<uint64_t>(kind | known << 12) << 48 ^ i) * lane_mix;
        }
        if (valid != 0)
            tb_stim_add(stim_, h);
    }
    if (valid != shown_valid_) {
        poison_lanes(pins, shown_valid_ & ~valid);
        pins.lane_valid_i = static_cast<uint8_t>(valid);
        shown_valid_ = valid;
    }
}

void PeAgent::put_context(Pins &pins, unsigned index, const Context &context)
{
    const uint64_t ids =
        static_cast<uint64_t>(context.contextidr_el2) << 32 | context.contextidr_el1;
    const uint64_t any = tb_mix64(tb_mix64(poison_seed_ ^ ids) ^ context.cntvoff ^ context.word());

    pins.ctx_state_i[index] = (context.word() & ~absent_state_) | (any & absent_state_);
    pins.ctx_cntpoff_i[index] = cfg_.ecv < 2 ? tb_mix64(any) : context.cntpoff;
    pins.ctx_contextidr_el1_i[index] = context.contextidr_el1;
    pins.ctx_contextidr_el2_i[index] = context.contextidr_el2;
    pins.ctx_cntvoff_i[index] = context.cntvoff;
}

void PeAgent::move_context(Pins &pins, const Context &to)
{
    context_ = to;
    put_context(pins, 0, to);
    put_context(pins, 1, to);
    note_context(stim_, cfg_, to, 0);
    prof_.step(true);
}

void PeAgent::drive_context(Pins &pins, uint64_t cycle)
{
    if (context_fresh_) {
        put_context(pins, 0, context_);
        put_context(pins, 1, context_);
        // While both contexts are equal, a lane may name either of them, in order.
        pins.lane_ctx_i = 0xffu << (tb_rng_u64(&poison_) % (max_lanes + 1)) & 0xffu;
        context_fresh_ = false;
    }
    if (!change_)
        return;
    put_context(pins, 1, next_context_);
    pins.lane_ctx_i = static_cast<uint8_t>(lane_context_bits());
    note_context(stim_, cfg_, next_context_, cycle ^ static_cast<uint64_t>(change_slot_) << 60);
}

void PeAgent::drive_sysreg(Pins &pins, uint64_t cycle)
{
    if (!access_ && !access_shown_)
        return;
    pins.sysreg_valid_i = access_;
    pins.sysreg_write_i = access_ ? access_write_ : tb_rng_u64(&poison_) & 1u;
    pins.sysreg_fgt_i = access_ && cfg_.fgt ? access_fgt_ : tb_rng_u64(&poison_) & 1u;
    pins.sysreg_enc_i = access_ ? access_enc_ : static_cast<uint16_t>(tb_rng_u64(&poison_));
    pins.sysreg_wdata_i = access_ && access_write_ ? access_data_ : tb_rng_u64(&poison_);
    access_shown_ = access_;
    if (access_) {
        tb_stim_add(stim_, cycle ^ static_cast<uint64_t>(access_enc_) << 40 ^
                               static_cast<uint64_t>(access_write_) << 63);
        tb_stim_add(stim_, access_data_);
        if (access_fgt_)
            tb_stim_add(stim_, cycle);
    }
}

void PeAgent::drive_misc(Pins &pins, uint64_t cycle)
{
    const bool injected = inject_ >= 0;
    const uint32_t misc = static_cast<uint32_t>(cse_) | static_cast<uint32_t>(tlbi_) << 1 |
                          static_cast<uint32_t>(psb_) << 2 | static_cast<uint32_t>(dsb_) << 3 |
                          static_cast<uint32_t>(thread_active_) << 4 |
                          static_cast<uint32_t>(injected) << 5 |
                          (injected ? static_cast<uint32_t>(inject_ & 0xff) << 8 : 0);

    if (misc == misc_shown_ && ids == ids_shown_ && !misc_fresh_)
        return;
    pins.cse_i = cse_;
    pins.cse_ids_i = SPE_SYNC_IDS | ids;
    pins.tlbi_i = tlbi_;
    pins.psb_req_i = psb_;
    pins.dsb_req_i = dsb_;
    pins.thread_active_i = thread_active_;
    pins.rnd_inject_valid_i = injected;
    pins.rnd_inject_i = static_cast<uint8_t>(injected ? inject_ : tb_rng_u64(&poison_));
    misc_shown_ = misc;
    misc_fresh_ = false;
    tb_stim_add(stim_, cycle ^ static_cast<uint64_t>(misc) << 40);
    if (ids != ids_shown_)
        tb_stim_add(stim_, cycle ^ static_cast<uint64_t>(ids) << 32);
    ids_shown_ = ids;
}

void PeAgent::follow_exception()
{
    const unsigned level = prof_.step(access_ || change_);

    if (level == 0)
        return;
    Context handler = context_.at(static_cast<El>(level));

    interrupted_ = context_;
    handler.pm = true;
    handler.aarch32 = false;
    change_context(handler, max_lanes);
    cse_ = true;
}

void PeAgent::drive_impdef(Pins &pins, uint64_t cycle)
{
    if (!impdef_ && !impdef_shown_)
        return;
    impdef_shown_ = impdef_;
    pins.impdef_valid_i = impdef_;
    if (!impdef_) {
        pins.impdef_mss_i = static_cast<uint16_t>(tb_rng_u64(&poison_));
        pins.impdef_mss2_i = tb_rng_u64(&poison_) & 0xffffffu;
        return;
    }
    pins.impdef_mss_i = impdef_mss_;
    pins.impdef_mss2_i = impdef_mss2_;
    tb_stim_add(stim_, cycle ^ static_cast<uint64_t>(impdef_mss2_) << 16 ^
                           static_cast<uint64_t>(impdef_mss_) << 40);
    impdef_ = false;
}

void PeAgent::drive(Pins &pins, uint64_t cycle)
{
    follow_exception();
    follow_level();
    drive_context(pins, cycle);
    drive_lanes(pins, cycle);
    drive_sysreg(pins, cycle);
    drive_misc(pins, cycle);
    drive_impdef(pins, cycle);
    life_.drive(pins, cycle);
}

void PeAgent::sample_lanes(const Pins &pins, uint64_t cycle)
{
    for (unsigned i = 0; i < max_lanes; i++) {
        // The PE can follow only operations that it sent.
        if ((pins.lane_sel_o & shown_valid_) >> i & 1u) {
            OpLife life;

            const unsigned tag = pins.lane_tag_o >> (2 * i) & 3u;

            source_->life(bundle_.lane[i], life);
            life_.start(tag, life, cycle);
            seen_.reused += life_.ended_now() >> tag & 1u;
            sampled_++;
        }
    }
    collided_ += static_cast<uint64_t>(__builtin_popcount(pins.lane_coll_o));
}

void PeAgent::note_lanes(const Pins &pins)
{
    const uint32_t ended = life_.ended_now();

    seen_.chosen = (pins.lane_sel_o | pins.lane_coll_o) & shown_valid_;
    seen_.slots |= seen_.chosen;
    seen_.ctx = lane_context_bits();
    seen_.several += (seen_.chosen & (seen_.chosen - 1)) != 0;
    seen_.across += (seen_.chosen & seen_.ctx) != 0 && (seen_.chosen & ~seen_.ctx) != 0;
    seen_.together += (ended & (ended - 1)) != 0;
    seen_.late += ended != 0 && pins.lane_coll_o != 0;
}

void PeAgent::sample(const Pins &pins, uint64_t cycle)
{
    note_lanes(pins);
    if (shown_valid_ != 0 && (pins.lane_sel_o | pins.lane_coll_o) != 0)
        sample_lanes(pins, cycle);
    if (access_) {
        sysreg_result_.outcome = pins.sysreg_outcome_o;
        sysreg_result_.data = pins.sysreg_rdata_o;
        access_ = false;
    }
    if (psb_ && pins.psb_done_o)
        psb_ = false;
    if (dsb_ && pins.dsb_done_o)
        dsb_ = false;
    irq_ = pins.pmbirq_o;
    prof_.sample(pins);
    serrors_ += pins.serror_o;
    cse_ = tlbi_ = false;
    if (change_) {
        context_ = next_context_;
        change_ = false;
        context_fresh_ = true;
    }
}

PeView PeAgent::view() const
{
    return {bundles_, sampled_, collided_, sysreg_result_, irq_, prof_, interrupted_};
}

void PeAgent::leave_out(const PeView &step, OpSource &source, uint64_t budget, bool each)
{
    uint64_t left = budget;

    for (uint64_t i = 0; i < step.bundles; i++) {
        source.next(bundle_, static_cast<unsigned>(cfg_.width), left);
        const auto n = static_cast<uint64_t>(__builtin_popcount(bundle_.valid));

        ops_ += n;
        left = each || n == left ? budget : left - n;
    }
    bundles_ += step.bundles;
    sampled_ += step.sampled;
    collided_ += step.collided;
    sysreg_result_ = step.answer;
    irq_ = step.irq;
    prof_ = step.prof;
    interrupted_ = step.interrupted;
}

void PeAgent::reset(Pins &pins)
{
    life_.reset(pins);
    pins.lane_valid_i = 0;
    pins.sysreg_valid_i = 0;
    pins.cse_i = pins.tlbi_i = pins.psb_req_i = pins.dsb_req_i = 0;
    shown_valid_ = 0;
    poison_lanes(pins, 0xff);
    access_ = access_shown_ = cse_ = tlbi_ = psb_ = dsb_ = change_ = false;
    context_fresh_ = misc_fresh_ = true;
    inject_ = -1;
    irq_ = impdef_ = impdef_shown_ = false;
    pins.impdef_valid_i = 0;
    prof_.reset();
}

} // namespace tb
