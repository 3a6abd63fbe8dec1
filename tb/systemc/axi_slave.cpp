// SPDX-License-Identifier: Apache-2.0
#include "axi_slave.hpp"

#include "memory_map.hpp"
#include "pins.hpp"
#include "sparse_memory.hpp"

namespace tb
{

AxiSlave::AxiSlave(BurstTarget &target, RecordFile &records, unsigned bus_bytes, uint64_t seed,
                   uint64_t poison_seed, struct tb_stim_hash *stim)
    : target_(target), records_(records), bus_bytes_(bus_bytes),
      poison_seed_(tb_mix64(poison_seed)), stim_(stim)
{
    restart(seed);
}

unsigned AxiSlave::wait_for(unsigned max)
{
    return max == 0 ? 0 : static_cast<unsigned>(tb_rng_below(&rng_, max + 1));
}

unsigned AxiSlave::access()
{
    if (access_min_ == access_max_)
        return access_min_;
    return static_cast<unsigned>(tb_rng_range(&memory_, access_min_, access_max_));
}

void AxiSlave::set_pressure(const AxiPressure &pressure)
{
    pressure_ = pressure;
    choose_order();
    prepare(aw_, pressure_.aw_max);
    prepare(w_, pressure_.w_max);
}

/* Draw whether READY is high before the next VALID. */
void AxiSlave::prepare(Channel &channel, unsigned max)
{
    channel.waits = false;
    channel.ready = true;
    if (max == 0)
        return;
    channel.pattern = pressure_.pattern;
    if (channel.pattern == AxiPattern::mixed)
        channel.pattern =
            static_cast<AxiPattern>(tb_rng_below(&rng_, static_cast<uint64_t>(AxiPattern::mixed)));
    if (channel.pattern == AxiPattern::rare)
        channel.ready = tb_rng_below(&rng_, 8) != 0;
    else
        channel.ready = tb_rng_below(&rng_, max + 1) == 0;
}

/* Advance a channel by one cycle. If VALID rises while READY is low, draw the wait. @return whether
 * the handshake took place. */
bool AxiSlave::handshake(Channel &channel, unsigned max, bool valid)
{
    if (valid && channel.shown) {
        prepare(channel, max);
        return true;
    }
    channel.stalls += valid;
    if (!valid && channel.pattern == AxiPattern::toggle && max != 0)
        channel.ready = (tb_rng_u64(&rng_) & 1u) != 0;
    if (!valid || !channel.open)
        return false;
    if (channel.waits) {
        channel.left--;
    } else {
        channel.waits = true;
        channel.left = max - 1;
        if (channel.pattern != AxiPattern::rare)
            channel.left = wait_for(max - 1);
    }
    channel.ready = channel.left == 0;
    return false;
}

void AxiSlave::choose_order()
{
    order_ = pressure_.order;
    if (order_ == AxiOrder::mixed)
        order_ = static_cast<AxiOrder>(tb_rng_below(&rng_, static_cast<uint64_t>(AxiOrder::mixed)));
}

/* Choose the channels that may open in the next cycle; call after the handshakes of this cycle.
 * With `after_wvalid` and `data_first`, an address that was offered and not taken waits for WVALID
 * or for its beats. With `address_first`, data wait for their address. */
void AxiSlave::choose_channels(const Pins &pins, bool offered)
{
    aw_.open = w_.open = true;
    if (order_ == AxiOrder::after_wvalid)
        aw_.open = offered && (pins.wvalid_o || !beats_.empty());
    if (order_ == AxiOrder::data_first)
        aw_.open = offered && beats_.size() > pins.awlen_o;
    if (order_ == AxiOrder::address_first)
        w_.open = !addresses_.empty();
}

void AxiSlave::drive(Pins &pins, uint64_t cycle)
{
    aw_.shown = aw_.open && aw_.ready;
    w_.shown = w_.open && w_.ready;
    pins.awready_i = aw_.shown;
    pins.wready_i = w_.shown;
    const bool answer = !responses_.empty() && responses_.front().due <= cycle;

    if (!answer && !b_shown_)
        return;
    const uint64_t any = tb_mix64(cycle ^ poison_seed_);

    pins.bvalid_i = answer;
    pins.bid_i = answer ? responses_.front().id : any & 15u;
    pins.bresp_i = answer ? responses_.front().resp : any >> 4 & 3u;
    b_shown_ = answer;
}

void AxiSlave::take_address(const Pins &pins)
{
    const uint64_t space =
        ((pins.awprot_o & 2u) != 0 ? nonsecure_space : 0) | (pins.awnse_o ? nse_space : 0);

    addresses_.push_back({pins.awid_o, pins.awaddr_o | space, pins.awlen_o + 1u});
    covered_ += pins.awlen_o + 1u;
    accepted_++;
    data_first_ += beats_.size() > pins.awlen_o;
}

void AxiSlave::take_beat(const Pins &pins)
{
    Beat beat;

    for (unsigned i = 0; i < bus_bytes_; i++)
        beat.data[i] = static_cast<uint8_t>(pins.wdata_o[i / 8] >> (i % 8 * 8));
    beat.strobes = pins.wstrb_o;
    beats_.push_back(beat);
}

void AxiSlave::gather(const Address &address)
{
    burst_.address = address.addr & ~static_cast<uint64_t>(bus_bytes_ - 1);
    burst_.data.clear();
    burst_.enabled.clear();
    for (unsigned b = 0; b < address.beats; b++) {
        const Beat &beat = beats_.front();

        for (unsigned i = 0; i < bus_bytes_; i++) {
            burst_.data.push_back(beat.data[i]);
            burst_.enabled.push_back((beat.strobes >> i & 1u) != 0);
        }
        beats_.pop_front();
    }
    covered_ -= address.beats;
    recorded_ -= address.beats;
}

/* Write each beat whose address was also taken to the file of records: such a beat goes to memory.
 */
void AxiSlave::record()
{
    for (; recorded_ < covered_ && recorded_ < beats_.size(); recorded_++)
        records_.take(beats_[recorded_].data.data(), beats_[recorded_].strobes);
}

void AxiSlave::complete(uint64_t cycle)
{
    const Address address = addresses_.front();

    addresses_.pop_front();
    gather(address);
    const uint8_t resp = target_.write(burst_);
    const unsigned extra = pressure_.b_min + wait_for(pressure_.b_max - pressure_.b_min);
    const uint64_t due = cycle + 1 + access() + extra;

    errors_ += resp != 0;
    records_taken_ += resp == 0 && address.addr % SparseMemory::page_bytes != 0;
    responses_.push_back({address.id, resp, due});
    choose_order();
    tb_stim_add(stim_, due << 8 ^ static_cast<uint64_t>(resp) << 4 ^ address.id);
}

void AxiSlave::sample(const Pins &pins, uint64_t cycle)
{
    const uint64_t before = accepted_;
    const bool address = handshake(aw_, pressure_.aw_max, pins.awvalid_o);
    const bool beat = handshake(w_, pressure_.w_max, pins.wvalid_o);
    const bool answer = b_shown_ && pins.bready_o;

    if (address || beat || answer)
        moved_ = cycle;
    if (address)
        take_address(pins);
    if (beat)
        take_beat(pins);
    if (answer) {
        responses_.pop_front();
        answered_++;
    }
    record();
    while (!addresses_.empty() && beats_.size() >= addresses_.front().beats)
        complete(cycle);
    choose_channels(pins, pins.awvalid_o && accepted_ == before);
}

void AxiSlave::reset(Pins &pins)
{
    addresses_.clear();
    beats_.clear();
    responses_.clear();
    covered_ = recorded_ = 0;
    for (Channel *channel : {&aw_, &w_}) {
        channel->open = channel->ready = true;
        channel->waits = channel->shown = false;
    }
    b_shown_ = false;
    answered_ = accepted_;
    pins.bvalid_i = 0;
    pins.bid_i = 0;
    pins.bresp_i = 0;
}

} // namespace tb
