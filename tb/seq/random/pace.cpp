// SPDX-License-Identifier: Apache-2.0
//
// The pace of the samples of a constrained-random session. Intervals count units of 256 operations;
// a write of PMSICR_EL1 brings a sample much sooner.

#include "random/episode.hpp"

namespace tb
{
namespace
{

constexpr uint64_t look_again = 8; ///< cycles
constexpr uint64_t longest_wait = 4000;

} // namespace

/* Wait for the end of the sample and, most often with long records, for an empty queue: with a full
 * queue all later selections collide. */
void Episode::wait_for_record()
{
    const bool write = percent(Knob::percent_written);
    const bool write_long = percent(Knob::percent_written_long) && seq_.more_beats() != 0;
    const Bench &bench = seq_.bench;

    seq_.drain_life();
    if (!write && !write_long)
        return;
    const uint64_t since = bench.cycle();

    do
        seq_.idle(look_again);
    while ((bench.states() & Bench::states_queued) != 0 && bench.cycle() - since < longest_wait);
}

/* Take the next sample in the context `there`, soon after the end of the previous one: write
 * PMSICR_EL1 among operations. @return whether an operation was sampled. */
bool Episode::sample_next(const Context &there)
{
    const uint64_t counter = up_to(Knob::number_pace), before = seq_.bench.pe.sampled();

    go(driver_.kernel());
    seq_.msr_among_ops(PMSICR_EL1, counter);
    go(there);
    seq_.run_samples(1, 2 * counter + 16);
    if (percent(Knob::percent_sample_again))
        return true;
    if (percent(Knob::percent_drain))
        wait_for_record();
    else
        seq_.run(below(weights_[Knob::number_stretch]));
    return seq_.bench.pe.sampled() != before;
}

/* Let the next sample come soon. */
void Episode::hasten()
{
    if (pace_ == Pace::paced)
        seq_.msr(PMSICR_EL1, up_to(Knob::number_pace));
}

void Episode::sample_some()
{
    const Settings &s = driver_.settings;
    const bool own = ((owned_by_el2(s.owner) ? s.pmscr_el2 : s.pmscr_el1) & pmscr_e1) != 0;
    const bool stay = percent(Knob::percent_stay) && own;
    const Context there = stay ? driver_.kernel() : profiled_context();

    if (pace_ != Pace::paced) {
        go(there);
        run_some();
        return;
    }
    for (uint64_t left = up_to(Knob::number_burst); left != 0 && !attention(); left--) {
        if (!sample_next(there))
            return; // nothing is profiled here
    }
}

void Episode::run_some()
{
    seq_.run(below(stretch_));
}

} // namespace tb
