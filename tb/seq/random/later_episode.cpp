// SPDX-License-Identifier: Apache-2.0
//
// Additions of SPEv1p1 to SPEv1p5 to a constrained-random session. Nothing is drawn here for
// SPEv1p0.

#include "random/episode.hpp"

namespace tb
{
namespace
{

/* PMBSR_ELx.FSC of later versions (D24.7.5): levels -1 and -2, an unsupported atomic update; with
 * FEAT_RME Granule Protection Faults. */
constexpr uint8_t later_codes[] = {0x12, 0x13, 0x1b, 0x29, 0x2a, 0x2b, 0x2c, 0x31};
constexpr uint8_t fsc_permission0 = 0x0c, fsc_gpf_walk = 0x22;

enum class LaterFault : uint8_t { code, permission, gpf, gpc };
constexpr Weighted<LaterFault> later_faults[] = {
    {LaterFault::code, Knob::later_fault_code},
    {LaterFault::permission, Knob::later_fault_permission},
    {LaterFault::gpf, Knob::later_fault_gpf},
    {LaterFault::gpc, Knob::later_fault_gpc},
};

/* PMBMAR_EL1.Attr: the same memory types as for the buffer's pages. */
constexpr Weighted<uint8_t> attributes[] = {{0xff, Knob::attribute_ff},
                                            {0xbb, Knob::attribute_bb},
                                            {0x44, Knob::attribute_44},
                                            {0x00, Knob::attribute_00},
                                            {0x04, Knob::attribute_04}};

/* PMBLIMITR_EL1.FM: discard mode, and values that act as fill mode. */
constexpr Weighted<uint64_t> fill_modes[] = {
    {0, Knob::fill_fill}, {1, Knob::fill_one}, {2, Knob::fill_discard}, {3, Knob::fill_three}};

constexpr uint64_t all_types = 31;

} // namespace

/* Draw bits of PMSFCR_EL1 that SPEv1p0 lacks. */
uint64_t Episode::later_filters()
{
    const uint64_t r = any();
    uint64_t bits = 0;

    bits |= (r & 3u) == 0 ? pmsfcr_fne : 0;
    bits |= (r & 12u) == 0 ? pmsfcr_fds : 0;
    bits |= (r >> 8 & 3u) << (pmsfcr_types + 3); // FP, SIMD
    bits |= (r & 48u) != 0 ? (r >> 16 & r >> 24 & all_types) << pmsfcr_masks : 0;
    return bits;
}

void Episode::choose_later_settings()
{
    Settings &s = driver_.settings;

    s.pmsfcr |= percent(Knob::percent_later_filters) ? later_filters() : 0;
    s.pmsnevfr = percent(Knob::percent_one_event) ? UINT64_C(1) << below(64) : any() & any();
    s.pmsdsfr = any();
    s.pmblimitr = choose(fill_modes) << 1 | (percent(Knob::percent_pmfz) ? pmblimitr_pmfz : 0);
    s.pmblimitr |= percent(Knob::percent_nvm) ? pmblimitr_nvm : 0;
    s.pmscr_el2 |= percent(Knob::percent_envm) ? pmscr_envm : 0;
    s.pmbmar = below(4) << 8;
    s.pmbmar |= choose(attributes);
}

/* Make a fault that SPEv1p0 lacks, or add a syndrome to the fault code. */
void Episode::later_fault(PageEntry &entry)
{
    entry.mss2 = static_cast<uint8_t>(below(16));
    switch (choose(later_faults)) {
    case LaterFault::code:
        entry.fsc = fsc_of_version(later_codes[below(sizeof later_codes)], seq_.cfg.pmsver);
        break;
    case LaterFault::permission:
        entry.fsc = static_cast<uint8_t>(fsc_permission0 + below(4));
        break;
    case LaterFault::gpf:
        if (seq_.cfg.rme)
            entry.fsc = static_cast<uint8_t>(fsc_gpf_walk + below(fsc_gpf - fsc_gpf_walk + 1));
        entry.stage2 = entry.stage2 && entry.fsc != fsc_gpf;
        break;
    default:
        entry.gpc = seq_.cfg.rme != 0;
        break;
    }
}

/* Write filters of later versions among operations, without synchronization (3.6.1). */
void Episode::write_later_filters()
{
    go(driver_.kernel());
    const uint64_t r = any();

    switch (below(4)) {
    case 0:
        if (seq_.cfg.fne)
            seq_.msr_among_ops(PMSNEVFR_EL1, r & r >> 7);
        break;
    case 1:
        if (seq_.cfg.fds)
            seq_.msr_among_ops(PMSDSFR_EL1, r);
        break;
    case 2:
        seq_.msr_among_ops(PMSLATFR_EL1, r & (percent(Knob::percent_minimum) ? 0x3f : 0xffff));
        break;
    default:
        seq_.msr_among_ops(PMSFCR_EL1, (r & 0x70007) | later_filters());
        break;
    }
    restore_filters();
}

/* Change the fill mode while records are in progress, and back. */
void Episode::change_fill_mode()
{
    const uint64_t usual = driver_.limit | driver_.settings.pmblimitr | pmblimitr_e;

    go(driver_.kernel());
    seq_.msr_among_ops(PMBLIMITR_EL1, usual ^ below(4) << 1);
    seq_.run(below(60));
    if (!seq_.bench.pe.irq())
        seq_.msr_among_ops(PMBLIMITR_EL1, usual);
}

/* Raise a management event of the system, sometimes two. */
void Episode::system_event()
{
    if (!seq_.cfg.impdef_event)
        return;
    seq_.run(below(60));
    for (uint64_t n = 1 + below(2); n != 0; n--) {
        const uint64_t r = any();

        seq_.bench.pe.impdef(static_cast<uint16_t>(r), r >> 16 & 0xffffff);
        seq_.run(1 + below(6));
    }
}

} // namespace tb
