// SPDX-License-Identifier: Apache-2.0
//
// The course of constrained-random sessions: episodes, each a series of actions.

#include <algorithm>
#include <cstdio>
#include <iterator>

#include "random/episode.hpp"
#include "random/settings.hpp"
#include "registry.hpp"

namespace tb
{
namespace
{

constexpr uint64_t usual_ops = 60000;
constexpr uint64_t ops_per_record = 180;
constexpr uint64_t cycles_per_op = 10;

uint64_t ops_of(const Seq &seq)
{
    return seq.options.ops != 0 ? seq.options.ops : usual_ops;
}

/* Whether the run has become too long. If weights make most operations slow, the run needs a
 * hundred times the cycles of others, and shows no more. */
bool too_long(const Seq &seq)
{
    return seq.bench.cycle() >= cycles_per_op * ops_of(seq);
}

} // namespace

bool Episode::has_action(Action action) const
{
    static const Action of_later_versions[] = {&Episode::write_later_filters,
                                               &Episode::change_fill_mode, &Episode::system_event};
    static const Action races[] = {&Episode::race_context, &Episode::race_syndrome,
                                   &Episode::race_process, &Episode::race_disable,
                                   &Episode::read_near,    &Episode::other_top_byte,
                                   &Episode::most_minimum};
    const auto is_one = [action](const auto &list) {
        return std::find(std::begin(list), std::end(list), action) != std::end(list);
    };

    return (later() || !is_one(of_later_versions)) && (seq_.options.races || !is_one(races));
}

/* Choose the action before the next look at PMBIRQ. */
const Weighted<Episode::Action> &Episode::choose_action()
{
    static const Weighted<Action> actions[] = {
        {&Episode::sample_some, Knob::action_sample_some},
        {&Episode::run_some, Knob::action_run_some},
        {&Episode::idle_some, Knob::action_idle_some},
        {&Episode::synchronize, Knob::action_synchronize},
        {&Episode::synchronize_among_ops, Knob::action_synchronize_among_ops},
        {&Episode::barriers_among_ops, Knob::action_barriers_among_ops},
        {&Episode::read_any, Knob::action_read_any},
        {&Episode::read_among_ops, Knob::action_read_among_ops},
        {&Episode::refused_write, Knob::action_refused_write},
        {&Episode::stop_clock, Knob::action_stop_clock},
        {&Episode::stop_thread, Knob::action_stop_thread},
        {&Episode::new_context, Knob::action_new_context},
        {&Episode::visit_el3, Knob::action_visit_el3},
        {&Episode::visit_debug, Knob::action_visit_debug},
        {&Episode::visit_other_state, Knob::action_visit_other_state},
        {&Episode::visit_guest, Knob::action_visit_guest},
        {&Episode::change_owner, Knob::action_change_owner},
        {&Episode::write_filters, Knob::action_write_filters},
        {&Episode::write_counter, Knob::action_write_counter},
        {&Episode::write_interval, Knob::action_write_interval},
        {&Episode::toggle_sampling, Knob::action_toggle_sampling},
        {&Episode::toggle_buffer, Knob::action_toggle_buffer},
        {&Episode::write_syndrome, Knob::action_write_syndrome},
        {&Episode::new_pointer, Knob::action_new_pointer},
        {&Episode::move_page, Knob::action_move_page},
        {&Episode::inject, Knob::action_inject},
        {&Episode::hold_back, Knob::action_hold_back},
        {&Episode::fail_write, Knob::action_fail_write},
        {&Episode::fault_page, Knob::action_fault_page},
        {&Episode::fault_ahead, Knob::action_fault_ahead},
        {&Episode::reset, Knob::action_reset},
        {&Episode::write_later_filters, Knob::action_write_later_filters},
        {&Episode::change_fill_mode, Knob::action_change_fill_mode},
        {&Episode::system_event, Knob::action_system_event},
        {&Episode::race_context, Knob::action_race_context},
        {&Episode::race_syndrome, Knob::action_race_syndrome},
        {&Episode::race_process, Knob::action_race_process},
        {&Episode::race_disable, Knob::action_race_disable},
        {&Episode::read_near, Knob::action_read_near},
        {&Episode::other_top_byte, Knob::action_other_top_byte},
        {&Episode::most_minimum, Knob::action_most_minimum},
    };

    return draw_entry(streams_.own, weights_, actions,
                      [this](Action action) { return has_action(action); });
}

void Episode::service()
{
    PeAgent &pe = seq_.bench.pe;
    const Context interrupted = pe.prof().taken() != 0 ? pe.interrupted() : seq_.context();

    seq_.run(below(20));
    go(driver_.desk());
    driver_.map(base_, pages_);
    seq_.bench.memory.heal();
    seq_.tlbi();
    driver_.service();
    go(interrupted);
}

/* Begin the episode: clear the memory and the page tables of the previous one. */
void Episode::begin()
{
    seq_.bench.xlat.clear();
    seq_.bench.memory.close_all();
    choose_settings();
    choose_operations();
    choose_surroundings();
    choose_buffer();
    go(driver_.kernel());
    driver_.program(choose_counter());
    driver_.enable(driver_.kernel());
    go(profiled_context());
}

/* Play an action. The first draw of its stream tells which one it is, independent of earlier
 * actions. */
void Episode::act(uint64_t number)
{
    action_ = number;
    streams_.begin(number_, Streams::part_action + number);
    const Weighted<Action> &action = choose_action();

    (this->*action.value)();
    if (!over_ && attention())
        service();
    streams_.end(knob_name(action.weight));
}

void Episode::end()
{
    streams_.begin(number_, Streams::part_end);
    if (!over_)
        seq_.drain_life();
    go(driver_.kernel());
    driver_.stop();
    streams_.end("end");
}

uint64_t Episode::play(const IndexList &actions)
{
    uint64_t played = 0;

    streams_.begin(number_, Streams::part_settings);
    const uint64_t count = 4 + below(weights_[Knob::number_actions]);

    begin();
    streams_.end("begin");
    for (uint64_t i = 0; i < count && !over_ && !too_long(seq_); i++) {
        if (actions.contains(i)) {
            act(i);
            played++;
        }
    }
    end();
    return played;
}

namespace
{

/* Play episodes. A run with enough records ends after half of the operations. Otherwise it goes on
 * to three times as many, or until it is too long. The bench counts records itself, because the
 * scoreboard's counts depend on the connected taps. Less than half of enough is a failure of the
 * stimulus, except with other weights or with parts left out. */
void random(Seq &seq)
{
    const IndexList &episodes = seq.options.episodes, &actions = seq.options.actions;
    const uint64_t last = std::min(episodes.last(), seq.options.end_episode);
    const uint64_t ops = ops_of(seq);
    const bool all = !episodes.given() && !actions.given() && seq.options.settings.empty();
    const uint64_t enough = ops / ops_per_record;
    const uint64_t least = !all ? 0 : seq.options.weights.empty() ? enough / 2 : ops / 12000;
    const auto goes_on = [&] {
        const bool much = seq.bench.axi.records_taken() >= enough;

        return episodes.given() ||
               (seq.bench.pe.ops() < (much ? ops / 2 : 3 * ops) && !too_long(seq));
    };

    if (seq.options.print_streams)
        std::fprintf(stderr, "settings %s\n", setting_names().c_str());
    seq.bench.axi.set_access(0, 4);
    uint64_t played = 0;

    for (uint64_t n = 0; n <= last && goes_on(); n++) {
        if (episodes.contains(n)) {
            seq.begin_episode();
            played += Episode(seq, n).play(actions);
        }
    }
    if (actions.given() && played == 0 && seq.totals().mismatches == 0)
        throw RunError(exit_usage, "--actions: none of them is one of these episodes");
    seq.require(&spe_totals::samples, "samples", least);
    seq.require(&spe_totals::records, "records", least);
}

/* Half of the sessions. */
bool in_secure_state(uint64_t seed)
{
    struct tb_rng rng;

    tb_rng_init(&rng, seed, "state");
    return tb_rng_percent(&rng, 50);
}

const TestCase cases[] = {
    {"random", "constrained-random sessions (--ops N)", nullptr, random, in_secure_state},
};

} // namespace

const TestList random_tests = list_of(cases);

} // namespace tb
