// SPDX-License-Identifier: Apache-2.0
//
// What must fall into one cycle: constrained-random sessions meet it once in a thousand by
// themselves. Those with --races have these actions, too, drawn as any other; in which cycle each
// of the two things happens stays random.

#include "drive/regs.hpp"
#include "random/episode.hpp"

namespace tb
{

/* Another CONTEXTIDR_EL1 from some lane of a bundle on, and the next selection near it. */
void Episode::race_context()
{
    const auto lanes = static_cast<uint64_t>(seq_.cfg.width);

    go(driver_.kernel());
    for (uint64_t left = up_to(Knob::number_races); left != 0 && !attention(); left--) {
        Context to = seq_.context();

        to.contextidr_el1 = static_cast<uint32_t>(any());
        seq_.msr_among_ops(PMSICR_EL1, 1 + below(2 * lanes));
        seq_.context_in_bundle(to, static_cast<unsigned>(below(lanes + 1)));
        seq_.run_samples(1, 4 * lanes);
        wait_for_record();
    }
}

/* Samples stay on their way, so that each operation collides (P15: INTERVAL 0). */
void Episode::collide_always()
{
    seq_.unpredictable("P15");
    seq_.bench.pe.life().hold(true);
    seq_.msr_among_ops(PMSIRR_EL1, 0);
    seq_.msr_among_ops(PMSICR_EL1, 1);
}

void Episode::collide_no_more()
{
    const Settings &s = driver_.settings;

    seq_.bench.pe.life().hold(false);
    seq_.msr_among_ops(PMSIRR_EL1, pmsirr_interval(s.interval) | (s.rnd ? pmsirr_rnd : 0));
    seq_.drain_life();
}

/* Software writes PMBSR_EL1, and reads it, in turn, while each operation collides, in the end with
 * S, which ends that (B16); most often a record is on its way to a page that faults, or to memory
 * that answers with an error. */
void Episode::race_syndrome()
{
    const bool host = seq_.cfg.exc && owned_by_host(driver_.settings.owner);
    const uint16_t pmbsr = host ? PMBSR_EL12 : PMBSR_EL1;

    go(driver_.kernel());
    if (attention())
        return;
    if (percent(Knob::percent_race_abort))
        seq_.bench.memory.fail_nth(1, tlm::TLM_GENERIC_ERROR_RESPONSE);
    else if (percent(Knob::percent_race_fault))
        break_pages();
    seq_.msr_among_ops(PMSICR_EL1, 1);
    seq_.run_samples(1, 16);
    seq_.drain_life();
    collide_always();
    for (uint64_t left = up_to(Knob::number_race_cycles); left != 0 && !attention(); left--) {
        seq_.msr_among_ops(pmbsr, any() & (pmbsr_ea | pmbsr_dl | pmbsr_coll));
        seq_.read_among_ops(pmbsr);
    }
    if (percent(Knob::percent_syndrome_s)) {
        seq_.unpredictable("B16");
        seq_.msr_among_ops(pmbsr, pmbsr_s | (any() & (pmbsr_ea | pmbsr_dl | pmbsr_coll)));
        seq_.read_among_ops(pmbsr);
    }
    collide_no_more();
}

void Episode::break_pages()
{
    for (uint64_t va = base_; va < base_ + 4096 * pages_; va += 4096)
        break_page(va);
    seq_.bench.pe.pulse_tlbi();
}

} // namespace tb
