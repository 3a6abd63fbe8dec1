// SPDX-License-Identifier: Apache-2.0
//
// What must fall into one cycle: constrained-random sessions meet it once in a thousand by
// themselves. Those with --races have these actions, too, drawn as any other; in which cycle each
// of the two things happens stays random.

#include "drive/regs.hpp"
#include "legal.hpp"
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

/* Another process, or another guest, with samples on their way, most often in a cycle around a
 * translation: their records go to the old pages or to the new ones, those of samples behind the
 * event to the new ones, by a translation asked for since (3.4.2, BR7). No other event comes before
 * one of these is written. */
void Episode::race_process()
{
    const uint64_t few = 4 * up_to(Knob::number_pace);
    const bool walked = percent(Knob::percent_race_walked);
    std::vector<PageEntry> old;

    go(driver_.kernel());
    if (!has_process() || attention())
        return;
    seq_.isb(); // the page is asked for again
    seq_.msr_among_ops(PMSICR_EL1, up_to(Knob::number_pace));
    seq_.run_samples(1, few);
    seq_.drain_life();
    for (unsigned i = 0; i < 60 && walked && !seq_.bench.xlat.waiting(); i++)
        seq_.idle(1);
    seq_.idle(below(walked ? 8 : 20));
    next_process();
    seq_.bench.pe.pulse_cse();
    seq_.step_among_ops();
    all_elsewhere(old);
    seq_.msr_among_ops(PMSICR_EL1, up_to(Knob::number_pace));
    seq_.run_samples(1, few);
    seq_.drain_life();
    seq_.psb();
    if (driver_.audit().service())
        return; // service() follows
    for (const PageEntry &page : old)
        seq_.bench.memory.close(page.pa | page.space());
    driver_.enable(driver_.kernel());
    go(profiled_context());
}

/* Samples whose records nothing takes from a full queue, until one waits with its tag; in some
 * episodes they come to less. */
void Episode::fill_queue()
{
    const int most = 2 * (seq_.cfg.record_queue + seq_.cfg.inflight);

    for (int i = 0; i < most && (seq_.bench.states() & Bench::states_tag_waits) == 0; i++) {
        seq_.msr_among_ops(PMSICR_EL1, 1);
        seq_.run_samples(1, 8);
        seq_.drain_life();
    }
}

/* PMBLIMITR_EL1.E in two successive cycles. */
void Episode::off_by_limit()
{
    const uint64_t word = driver_.limit | driver_.settings.pmblimitr;

    seq_.msr(PMBLIMITR_EL1, word);
    seq_.msr(PMBLIMITR_EL1, word | pmblimitr_e);
}

/* SCR_EL3 is of a Security state that does not own the buffer, for one cycle (3.4.2). */
void Episode::off_by_state()
{
    const Context here = driver_.kernel().at(El::El3);
    Context there = here;

    if (later())
        later_state(there);
    else
        there.scr_ns = !there.scr_ns;
    go(here);
    seq_.context(legal(seq_.cfg, there));
    seq_.context(here);
    go(driver_.kernel());
}

/* The buffer is off for one cycle, most often with a full queue and tags that wait for room: all of
 * it is lost but what the bus has seen (3.6.1, S2; dpi/timing.md, W2). */
void Episode::race_disable()
{
    seq_.unpredictable("S2");
    go(driver_.kernel());
    if (attention())
        return;
    seq_.bench.axi.set_pressure({600, seq_.beat_wait(20), 0, 30});
    fill_queue();
    seq_.idle(below(20));
    if (attention())
        return;
    if (!seq_.cfg.el3 || percent(Knob::percent_race_limit))
        off_by_limit();
    else
        off_by_state();
    seq_.bench.axi.set_pressure({3, seq_.beat_wait(3), 0, 30});
    seq_.msr_among_ops(PMSICR_EL1, 1);
    seq_.run_samples(1, 16);
    seq_.drain_life();
    settle();
    go(profiled_context());
}

/* Not two things in one cycle, but one value: the encodings of which one bit is another than that
 * of a register. Most are no register; one that is decoded in part answers there, too. */
void Episode::read_near()
{
    if (seq_.context().aarch32)
        return;
    const uint16_t enc = any_register();

    for (unsigned bit = 0; bit < 16; bit++)
        seq_.read(static_cast<uint16_t>(enc ^ 1u << bit)); // any outcome
}

/* And a pointer of which one bit of the top byte is not that of the limit: most often its first or
 * its last one. In the upper half of the addresses it is below the limit all the same (3.4.1). */
void Episode::other_top_byte()
{
    const uint64_t which = below(24);

    go(driver_.kernel());
    if (driver_.audit().service())
        return; // service() follows
    seq_.unpredictable("B1");
    driver_.resume(base_ ^ UINT64_C(1) << (which < 8 ? 63 : which < 16 ? 56 : 40 + which));
    go(profiled_context());
}

/* And PMSLATFR_EL1.MINLAT all ones, for operations of which some reach it: there the count
 * saturates (3.2.2, 5.3.4). With 16 bits they would take longer than an episode. */
void Episode::most_minimum()
{
    const uint64_t most = (UINT64_C(1) << seq_.cfg.count_size) - 1;
    OpMix &mix = seq_.ops.mix;
    const OpMix usual = mix;

    seq_.unpredictable("S1");
    go(driver_.kernel());
    seq_.msr_among_ops(PMSFCR_EL1, pmsfcr_fl);
    seq_.msr_among_ops(PMSLATFR_EL1, most);
    if (seq_.cfg.count_size == 12) {
        mix.slow = 100;
        mix.max_latency = static_cast<uint32_t>(most);
    }
    sample_next(driver_.kernel());
    seq_.drain_life();
    mix.slow = usual.slow;
    mix.max_latency = usual.max_latency;
    go(driver_.kernel());
    driver_.write_filters();
    go(profiled_context());
}

void Episode::break_pages()
{
    for (uint64_t va = base_; va < base_ + 4096 * pages_; va += 4096)
        break_page(va);
    seq_.bench.pe.pulse_tlbi();
}

} // namespace tb
