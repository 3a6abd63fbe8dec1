// SPDX-License-Identifier: Apache-2.0
#include "life_driver.hpp"

#include "options.hpp"
#include "pins.hpp"
#include "spe/txn.h"

namespace tb
{
namespace
{

constexpr uint32_t pulse_issue = 1, pulse_xlat_start = 2, pulse_xlat_end = 4, pulse_complete = 8;
constexpr uint32_t pulse_ended = 16, pulse_bits = 5, pulse_all = 31;
constexpr uint32_t flags_tags = SPE_LIFE_PA_CH | 15u << 10;
constexpr uint32_t flags_prev = SPE_LIFE_PREV | SPE_LIFE_PREV_NS | SPE_LIFE_PREV_NSE | 3u << 18;
constexpr uint32_t flags_all = (1u << 21) - 1;
constexpr uint64_t address_mask = (uint64_t{1} << 56) - 1;

bool at(uint32_t when, uint32_t age, uint32_t again)
{
    return when != 0 && (age == when || (again != 0 && age == when + again));
}

/* The bits of SPE_LIFE_* that later versions added. */
uint32_t later_flags(const OpLife &l)
{
    return (l.pa_nse ? SPE_LIFE_PA_NSE : 0) | (l.target_nse ? SPE_LIFE_TARGET_NSE : 0) |
           (l.pa_ch ? SPE_LIFE_PA_CH : 0) | static_cast<uint32_t>(l.pa_pat & 15u) << 10 |
           (l.prev_valid ? SPE_LIFE_PREV : 0) | (l.prev_ns ? SPE_LIFE_PREV_NS : 0) |
           (l.prev_nse ? SPE_LIFE_PREV_NSE : 0) | static_cast<uint32_t>(l.prev_el & 3u) << 18 |
           (l.alt_valid ? SPE_LIFE_ALT : 0);
}

uint32_t flag_word(const OpLife &l)
{
    return static_cast<uint32_t>(l.va_valid) | static_cast<uint32_t>(l.pa_valid) << 1 |
           static_cast<uint32_t>(l.pa_ns) << 2 | static_cast<uint32_t>(l.target_valid) << 3 |
           static_cast<uint32_t>(l.target_ns) << 4 | static_cast<uint32_t>(l.target_el & 3u) << 5 |
           static_cast<uint32_t>(l.source_valid) << 7;
}

constexpr uint32_t flags_nse = SPE_LIFE_PA_NSE | SPE_LIFE_TARGET_NSE | SPE_LIFE_PREV_NSE;

/* Bits of SPE_LIFE_* that this configuration lacks. */
uint32_t absent_flags(const struct spe_config &cfg)
{
    return (cfg.mte ? 0 : flags_tags) | (cfg.pbt ? 0 : flags_prev) |
           (cfg.altclk != 0 ? 0 : SPE_LIFE_ALT) | (cfg.rme ? 0 : flags_nse);
}

bool happens(uint32_t when, const OpLife &l)
{
    return when != 0 && when <= l.end;
}

/* Whether a PE can deliver this life. A PE knows a data address only if it sent the address to the
 * MMU, and a physical address only if the MMU has answered. */
bool possible(const OpLife &l)
{
    return l.end != 0 && (!l.va_valid || happens(l.xlat_start, l)) &&
           (!l.pa_valid || (l.va_valid && happens(l.xlat_end, l))) &&
           (!l.source_valid || happens(l.complete, l)) &&
           (l.end_kind != end_retire || (happens(l.issue, l) && happens(l.complete, l)));
}

/* Whether a PE can deliver these counts with the ending. Issue and translation come before the
 * result, so their counts are not larger (5.3.4). Only an operation with a data address has a
 * physical address; a translation may have been counted although it gave no address. */
bool possible_at_retire(const OpLife &l)
{
    return l.end != 0 && l.lat_issue <= l.lat_total && l.lat_xlat <= l.lat_total &&
           (l.va_valid || !l.pa_valid);
}

} // namespace

LifeDriver::LifeDriver(const struct spe_config &cfg, uint64_t poison_seed,
                       struct tb_stim_hash *stim)
    : at_retire_(cfg.sample_point == spe_cfg_sample_point_retire), absent_(absent_flags(cfg)),
      stim_(stim)
{
    tb_rng_init(&poison_, poison_seed, "poison life");
}

void LifeDriver::start(unsigned tag, const OpLife &life, uint64_t cycle)
{
    if (!(at_retire_ ? possible_at_retire(life) : possible(life)))
        throw RunError(exit_internal, "the stimulus has a life that no PE can give");
    slot_[tag].life = life;
    slot_[tag].age = 0;
    active_ |= 1u << tag;
    tb_stim_add(stim_, cycle ^ static_cast<uint64_t>(tag) << 60);
}

uint32_t LifeDriver::pulses(unsigned tag) const
{
    const OpLife &l = slot_[tag].life;
    const uint32_t age = slot_[tag].age;
    uint32_t p = 0;

    p |= at(l.issue, age, l.again) ? pulse_issue : 0;
    p |= at(l.xlat_start, age, l.again) ? pulse_xlat_start : 0;
    p |= at(l.xlat_end, age, l.again) ? pulse_xlat_end : 0;
    p |= at(l.complete, age, l.again) ? pulse_complete : 0;
    p |= age == l.end ? pulse_ended : 0;
    return p;
}

void LifeDriver::deliver(Pins &pins, unsigned tag, uint64_t cycle)
{
    const OpLife &l = slot_[tag].life;

    pins.life_end_kind_i[tag] = l.end_kind;
    const uint64_t any = tb_rng_u64(&poison_);
    const uint32_t later = later_flags(l) & ~absent_;
    const bool has_prev = (absent_ & SPE_LIFE_PREV) == 0, has_alt = (absent_ & SPE_LIFE_ALT) == 0;

    pins.life_flags_i[tag] = flag_word(l) | later | (static_cast<uint32_t>(any) & absent_);
    pins.life_source_i[tag] = l.source;
    pins.life_events_i[tag] = l.events;
    pins.life_va_i[tag] = l.va;
    pins.life_pa_i[tag] = l.pa & address_mask; // a port's unused bits must be 0 for Verilator
    pins.life_target_i[tag] = l.target & address_mask;
    pins.life_prev_i[tag] = has_prev ? l.prev & address_mask : any >> 8;
    pins.life_lat_alt_i[tag] = has_alt ? l.lat_alt : static_cast<uint32_t>(any >> 21);
    if (at_retire_) {
        pins.life_lat_issue_i[tag] = l.lat_issue;
        pins.life_lat_xlat_i[tag] = l.lat_xlat;
        pins.life_lat_total_i[tag] = l.lat_total;
        tb_stim_add(stim_, static_cast<uint64_t>(l.lat_issue) << 40 ^
                               static_cast<uint64_t>(l.lat_xlat) << 20 ^ l.lat_total);
    }
    tb_stim_add(stim_, cycle ^ l.events ^ (l.va << 1));
    tb_stim_add(stim_, l.pa ^ l.target ^ static_cast<uint64_t>(flag_word(l)) << 56 ^
                           static_cast<uint64_t>(l.end_kind) << 48 ^ l.source);
    if (later != 0)
        tb_stim_add(stim_, (has_prev ? l.prev : 0) ^ static_cast<uint64_t>(later) << 40 ^
                               static_cast<uint64_t>(has_alt ? l.lat_alt : 0) << 16);
    ended_[l.end_kind & 7]++;
    ended_now_ |= 1u << tag;
    active_ &= ~(1u << tag);
}

void LifeDriver::poison(Pins &pins, unsigned tag)
{
    const uint64_t r = tb_rng_u64(&poison_);

    pins.life_end_kind_i[tag] = static_cast<uint8_t>(r % 5);
    pins.life_flags_i[tag] = static_cast<uint32_t>(r >> 8) & flags_all;
    pins.life_source_i[tag] = static_cast<uint16_t>(r >> 16);
    pins.life_events_i[tag] = tb_mix64(r);
    pins.life_va_i[tag] = tb_mix64(r + 1);
    pins.life_pa_i[tag] = tb_mix64(r + 2) >> 8;
    pins.life_target_i[tag] = tb_mix64(r + 3) >> 8;
    pins.life_prev_i[tag] = tb_mix64(r + 4) >> 8;
    pins.life_lat_alt_i[tag] = static_cast<uint32_t>(r >> 31);
    pins.life_lat_issue_i[tag] = static_cast<uint32_t>(r >> 3);
    pins.life_lat_xlat_i[tag] = static_cast<uint32_t>(r >> 13);
    pins.life_lat_total_i[tag] = static_cast<uint32_t>(r >> 23);
}

void LifeDriver::drive(Pins &pins, uint64_t cycle)
{
    ended_now_ = 0;
    if ((active_ | shown_) == 0)
        return;
    uint32_t all = 0, shown = 0;

    for (unsigned tag = 0; tag < max_tags; tag++) {
        const uint32_t bit = 1u << tag;
        uint32_t p = 0;

        const bool waits = hold_ || (gather_ && slot_[tag].age + 1 >= slot_[tag].life.end);

        if ((active_ & bit) != 0 && !waits) {
            slot_[tag].age++;
            p = pulses(tag);
            if (p != 0)
                tb_stim_add(stim_, cycle << 8 ^ p << 3 ^ tag);
        }
        if ((p & pulse_ended) != 0)
            deliver(pins, tag, cycle);
        else if ((shown_ & bit) != 0)
            poison(pins, tag);
        if (at_retire_ && (active_ & bit) != 0)
            p = (p & pulse_ended) | (static_cast<uint32_t>(tb_rng_u64(&poison_)) & 15u);
        if (p != 0)
            shown |= bit;
        all |= (p & pulse_all) << (tag * pulse_bits);
    }
    shown_ = shown;
    pins.life_pulse_i = all;
}

void LifeDriver::reset(Pins &pins)
{
    active_ = shown_ = ended_now_ = 0;
    hold_ = gather_ = false;
    pins.life_pulse_i = 0;
    for (unsigned tag = 0; tag < max_tags; tag++)
        poison(pins, tag);
}

} // namespace tb
