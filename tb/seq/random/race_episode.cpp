// SPDX-License-Identifier: Apache-2.0
//
// Events that must fall into one cycle, which one constrained-random session in a thousand meets.
// With --races these actions are drawn like any others; the exact cycles of both events stay
// random.

#include "drive/regs.hpp"
#include "legal.hpp"
#include "random/episode.hpp"

namespace tb
{

/* Another CONTEXTIDR_EL1 from some lane of a bundle on, with a selection near that lane. */
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

/* Hold the samples, so that each operation is selected and collides (P15: INTERVAL 0). */
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

/* Software writes and reads PMBSR_EL1 in turn while each operation collides. At the end software
 * may write S, which ends the collisions (B16). Most often a record is on its way to a page that
 * faults, or to memory that answers with an error. */
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

/* Switch to another process or guest with samples in progress, most often in a cycle around a
 * translation. Records of these samples go to old or new pages. A sample after the context
 * synchronization event has its record in a new page, by a translation requested after the event
 * (3.4.2, BR7). The next such event comes only after one of these records is written. */
void Episode::race_process()
{
    const uint64_t few = 4 * up_to(Knob::number_pace);
    const bool walked = percent(Knob::percent_race_walked);
    std::vector<PageEntry> old;

    go(driver_.kernel());
    if (!has_process() || attention())
        return;
    seq_.isb(); // the next record needs a new translation
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

/* Take samples until the queue is full and a tag waits with its record. Some episodes do not get so
 * far. */
void Episode::fill_queue()
{
    const int most = 2 * (seq_.cfg.record_queue + seq_.cfg.inflight);

    for (int i = 0; i < most && (seq_.bench.states() & Bench::states_tag_waits) == 0; i++) {
        seq_.msr_among_ops(PMSICR_EL1, 1);
        seq_.run_samples(1, 8);
        seq_.drain_life();
    }
}

/* Write PMBLIMITR_EL1.E 0 and 1 in two successive cycles. */
void Episode::off_by_limit()
{
    const uint64_t word = driver_.limit | driver_.settings.pmblimitr;

    seq_.msr(PMBLIMITR_EL1, word);
    seq_.msr(PMBLIMITR_EL1, word | pmblimitr_e);
}

/* For one cycle, SCR_EL3 names a Security state that does not own the buffer (3.4.2). */
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

/* The buffer is off for one cycle, most often with a full queue and tags that wait for room.
 * Everything is lost, except what was offered on the bus (3.6.1, S2; dpi/timing.md, W2). */
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

/* A rare value: encodings that differ from that of a register in one bit. Most are no register; an
 * SPU that decodes only some bits would answer. */
void Episode::read_near()
{
    if (seq_.context().aarch32)
        return;
    const uint16_t enc = any_register();

    for (unsigned bit = 0; bit < 16; bit++)
        seq_.read(static_cast<uint16_t>(enc ^ 1u << bit)); // the outcome may be any
}

/* A rare value: a pointer whose top byte differs from that of the limit in one bit, most often the
 * first or the last one. In the upper half of the addresses such a pointer is still below the limit
 * (3.4.1). */
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

/* A rare value: PMSLATFR_EL1.MINLAT all ones, with some operations that reach it, so that the count
 * saturates (3.2.2, 5.3.4). With 16 bits such operations would take longer than an episode. */
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
