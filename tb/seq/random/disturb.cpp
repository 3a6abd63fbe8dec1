// SPDX-License-Identifier: Apache-2.0
//
// Faults around the SPU in a constrained-random session: writes that fail and pages that fault.

#include "memory_map.hpp"
#include "random/episode.hpp"

namespace tb
{
namespace
{

/* PMBSR_EL1.FSC of translation faults (4.3.4): the first of `count` codes, one per level. */
struct FaultCode {
    uint8_t first, count;
};

constexpr Weighted<FaultCode> fault_codes[] = {
    {{0x00, 4}, Knob::fault_size},         {{0x04, 4}, Knob::fault_translation},
    {{0x08, 4}, Knob::fault_access_flag},  {{0x0c, 4}, Knob::fault_permission},
    {{0x14, 4}, Knob::fault_walk_abort},   {{0x21, 1}, Knob::fault_alignment},
    {{0x30, 1}, Knob::fault_tlb_conflict}, {{0x35, 1}, Knob::fault_atomic},
};

} // namespace

/* Let one write fail, or all writes to a page until the next service. */
void Episode::fail_write()
{
    const tlm::tlm_response_status status = percent(Knob::percent_slverr)
                                                ? tlm::TLM_GENERIC_ERROR_RESPONSE
                                                : tlm::TLM_ADDRESS_ERROR_RESPONSE;
    const PageEntry entry = driver_.entry_for(base_ + 4096 * below(pages_));

    if (percent(Knob::percent_one_write))
        seq_.bench.memory.fail_nth(1 + static_cast<unsigned>(below(4)), status);
    else
        fail_page(entry, status);
}

/* Fail all writes to a page. Responses are late: several of them follow the event that the first
 * one raised. */
void Episode::fail_page(const PageEntry &entry, tlm::tlm_response_status status)
{
    seq_.bench.memory.fail(entry.pa | entry.space(), status);
    seq_.bench.axi.set_pressure({0, 0, 150, 300, AxiOrder::any, AxiPattern::even});
    seq_.run(below(weights_[Knob::number_broken_page]));
}

/* Let the translation of a page fail. */
void Episode::break_page(uint64_t va)
{
    PageEntry entry = driver_.entry_for(va);

    entry.fault = true;
    const FaultCode code = choose(fault_codes);

    entry.stage2 = percent(Knob::percent_stage2);
    entry.fsc =
        fsc_of_version(static_cast<uint8_t>(code.first + below(code.count)), seq_.cfg.pmsver);
    if (later() && percent(Knob::percent_later_fault))
        later_fault(entry);
    seq_.bench.xlat.map(driver_.regime(), va, driver_.possible(entry));
}

/* Let a page of the buffer fault; the pointer may reach that page. */
void Episode::fault_page()
{
    const uint64_t va = base_ + 4096 * below(pages_);

    break_page(va);
    if (percent(Knob::percent_fault_tlbi))
        seq_.bench.pe.pulse_tlbi();
    else
        seq_.tlbi();
    seq_.run(below(60));
}

/* The next record, or one soon after it, crosses into a page that faults; where the alignment
 * allows it, a later byte of the record faults (3.5.3). */
void Episode::fault_ahead()
{
    const uint64_t page = base_ + 4096 * (1 + below(pages_));

    go(driver_.kernel());
    const Audit a = driver_.audit();

    if (a.service() || page >= driver_.limit)
        return;
    break_page(page);
    seq_.tlbi();
    hasten();
    driver_.resume((page - 1 - below(seq_.usual_bytes())) & ~(seq_.align_bytes() - 1));
    go(profiled_context());
    seq_.run_samples(2, 600);
}

} // namespace tb
