// SPDX-License-Identifier: Apache-2.0
#include "xlat_agent.hpp"

#include "pins.hpp"
#include "spe/txn.h"

namespace tb
{
namespace
{

constexpr uint8_t fsc_address_size_level0 = 0x00, fsc_translation_level0 = 0x04,
                  fsc_translation_level3 = 0x07;

/* The EL2 regimes have only one range of addresses. */
bool one_range(unsigned regime)
{
    return regime == SPE_REGIME_EL2 || regime == SPE_REGIME_S_EL2 || regime == SPE_REGIME_R_EL2;
}

/* Whether intermediate physical addresses of the regime are translated. In Secure state they are
 * not: the page of a Secure EL1 owner without a Secure EL2 would fault in a stage that does not
 * exist. */
bool stage2_of(unsigned regime)
{
    return regime == SPE_REGIME_NS_EL10 || regime == SPE_REGIME_R_EL10;
}

/* The table of a request. */
unsigned table_of(const Pins &pins)
{
    return pins.xl_regime_o + (pins.xl_nvm_o ? XlatAgent::physical : 0);
}

} // namespace

XlatAgent::XlatAgent(const struct spe_config &cfg, uint64_t seed, uint64_t poison_seed,
                     struct tb_stim_hash *stim)
    : el2_(cfg.el2 != 0), poison_seed_(tb_mix64(poison_seed)),
      absent_mss2_((cfg.the ? 0u : 12u) | (cfg.poe ? 0u : 2u) | (cfg.pie ? 0u : 1u)), stim_(stim)
{
    restart(seed);
}

void XlatAgent::clear()
{
    for (auto &table : tables_)
        table.clear();
}

void XlatAgent::map(unsigned regime, uint64_t va, const PageEntry &entry)
{
    tables_.at(regime)[page_of(va)] = entry;
}

void XlatAgent::unmap(unsigned regime, uint64_t va)
{
    tables_.at(regime).erase(page_of(va));
}

const PageEntry *XlatAgent::find(unsigned regime, uint64_t va) const
{
    const auto found = tables_.at(regime).find(page_of(va));

    return found == tables_.at(regime).end() ? nullptr : &found->second;
}

void XlatAgent::set_latency(unsigned min, unsigned max, unsigned ready_max)
{
    min_ = min == 0 ? 1 : min;
    max_ = max < min_ ? min_ : max;
    ready_max_ = ready_max;
    prepare();
}

/* Draw whether READY is high before the next request. */
void XlatAgent::prepare()
{
    seen_ = false;
    ready_ = ready_max_ == 0 || tb_rng_below(&rng_, ready_max_ + 1) == 0;
}

void XlatAgent::set_tbi(unsigned regime, bool lower, bool upper)
{
    tbi_.at(regime) = {lower, upper};
}

/* The bits above the address, up to VA[55] where the top byte is ignored, have to be copies of
 * VA[55]. The EL2 regimes have no upper half. A physical address has 52 bits and no extension. */
bool XlatAgent::canonical() const
{
    if (is_physical())
        return va_ >> 52 == 0;
    const bool upper = (va_ >> 55 & 1u) != 0;
    const unsigned end = tbi_.at(regime_)[upper] ? 56 : 64;
    const uint64_t bits = (UINT64_C(1) << (end - va_bits_)) - 1;

    return (va_ >> va_bits_ & bits) == (upper ? bits : 0) && !(upper && one_range(regime_));
}

/* A physical address that is too large never reaches a stage 2. */
PageEntry XlatAgent::walk() const
{
    const PageEntry *entry = canonical() ? find(regime_, va_) : nullptr;
    PageEntry missing;

    missing.fault = true;
    missing.stage2 = is_physical() && canonical() && el2_ && stage2_of(regime_ - physical);
    if (is_physical() && !missing.stage2)
        missing.fsc = fsc_address_size_level0;
    else
        missing.fsc = canonical() ? fsc_translation_level3 : fsc_translation_level0;
    return entry != nullptr ? *entry : missing;
}

void XlatAgent::answer(Pins &pins)
{
    const PageEntry e = early_ ? walked_ : walk();
    const uint64_t offset = va_ & 0xfff;

    const uint64_t any = tb_mix64(va_ ^ poison_seed_);

    pins.xl_rsp_fault_i = e.fault ? (e.gpc ? SPE_XL_GPC : SPE_XL_ABORT) : SPE_XL_OK;
    pins.xl_rsp_stage2_i = e.stage2;
    pins.xl_rsp_fsc_i = e.fsc;
    pins.xl_rsp_mss2_i = (any & absent_mss2_) | (e.mss2 & ~absent_mss2_ & 15u);
    pins.xl_rsp_pas_i = static_cast<uint8_t>(e.nse << 1 | static_cast<int>(e.ns));
    pins.xl_rsp_sh_i = is_physical() ? sh_ : e.sh;
    pins.xl_rsp_attr_i = is_physical() ? attr_ : e.attr;
    pins.xl_rsp_pa_i = e.fault ? tb_rng_u64(&rng_) >> 12 : (e.pa & ~UINT64_C(0xfff)) | offset;
    faults_ += e.fault;
    tb_stim_add(stim_, va_ ^ e.pa ^ static_cast<uint64_t>(e.fsc) << 56 ^
                           static_cast<uint64_t>(e.fault) << 63 ^
                           static_cast<uint64_t>(e.mss2) << 8 ^ static_cast<uint64_t>(e.gpc) << 62);
}

/* Drive random values while there is no answer. */
void XlatAgent::rest(Pins &pins)
{
    const uint64_t r = tb_rng_u64(&rng_);
    const uint64_t any = tb_mix64(r ^ poison_seed_);

    pins.xl_rsp_valid_i = 0;
    pins.xl_rsp_fault_i = r & 1u;
    pins.xl_rsp_stage2_i = r >> 1 & 1u;
    pins.xl_rsp_fsc_i = r >> 2 & 63u;
    pins.xl_rsp_pa_i = r >> 12;
    pins.xl_rsp_mss2_i = any & 15u;
    pins.xl_rsp_pas_i = any >> 4 & 3u;
    pins.xl_rsp_sh_i = any >> 6 & 3u;
    pins.xl_rsp_attr_i = static_cast<uint8_t>(any >> 8);
}

void XlatAgent::drive(Pins &pins, uint64_t cycle)
{
    const bool held = held_ && va_ >= held_from_;
    const bool respond = pending_ && !held && due_ <= cycle;

    pins.xl_ready_i = !pending_ && ready_;
    if (respond) {
        answer(pins);
        pins.xl_rsp_valid_i = 1;
    } else if (shown_) {
        rest(pins);
    }
    shown_ = respond;
}

/* Whether the request of this cycle is accepted. Until then the SPU may change or withdraw it. */
bool XlatAgent::accept(const Pins &pins)
{
    const bool same = pins.xl_valid_o && pins.xl_va_o == seen_va_ && table_of(pins) == seen_regime_;

    withdrawn_ += seen_ && !same;
    if (!pins.xl_valid_o) {
        seen_ = false;
        return false;
    }
    if (pins.xl_ready_i) {
        prepare();
        return true;
    }
    seen_va_ = pins.xl_va_o;
    seen_regime_ = table_of(pins);
    if (pending_)
        return false;
    if (seen_) {
        left_--;
    } else {
        seen_ = true;
        left_ = static_cast<unsigned>(tb_rng_below(&rng_, ready_max_));
    }
    ready_ = left_ == 0;
    return false;
}

void XlatAgent::sample(const Pins &pins, uint64_t cycle)
{
    const bool accepted = accept(pins);

    if (shown_)
        pending_ = false;
    if (!accepted)
        return;
    va_ = pins.xl_va_o;
    regime_ = table_of(pins);
    if (is_physical()) {
        sh_ = pins.xl_sh_o;
        attr_ = pins.xl_attr_o;
        physical_requests_++;
    }
    walked_ = walk();
    early_ =
        walk_when_ == Walk::at_request || (walk_when_ == Walk::any && tb_rng_percent(&rng_, 50));
    due_ = cycle + tb_rng_range(&rng_, min_, max_);
    if (slow_ != 0 && tb_rng_below(&rng_, 16) == 0)
        due_ += tb_rng_below(&rng_, slow_);
    pending_ = true;
    requests_++;
    tb_stim_add(stim_, due_ ^ static_cast<uint64_t>(early_) << 48);
}

void XlatAgent::reset(Pins &pins)
{
    pending_ = shown_ = seen_ = false;
    ready_ = true;
    rest(pins);
}

} // namespace tb
