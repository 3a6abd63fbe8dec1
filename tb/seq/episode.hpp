// SPDX-License-Identifier: Apache-2.0
#ifndef TB_SEQ_EPISODE_HPP
#define TB_SEQ_EPISODE_HPP

#include <cstddef>

#include "driver.hpp"

namespace tb
{

/// A value and how often it is drawn, relative to the others of its table.
template <class T> struct Weighted {
    T value;
    unsigned weight;
};

/// Draw from a table of weighted values.
template <class T, std::size_t n> const T &draw(struct tb_rng &rng, const Weighted<T> (&table)[n])
{
    uint64_t sum = 0;

    for (const Weighted<T> &entry : table)
        sum += entry.weight;
    uint64_t left = tb_rng_below(&rng, sum);
    const Weighted<T> *entry = table;

    while (left >= entry->weight)
        left -= entry++->weight;
    return entry->value;
}

/// The streams of the random sessions (tb/util/rng.h).
struct RandomStreams {
    explicit RandomStreams(uint64_t seed)
    {
        tb_rng_init(&settings, seed, "settings");
        tb_rng_init(&actions, seed, "actions");
    }

    struct tb_rng settings, actions;
};

/// One constrained-random session: one owner, one setting, and random actions in it. It ends with
/// an audit.
class Episode
{
  public:
    Episode(Seq &seq, Driver &driver, RandomStreams &streams)
        : seq_(seq), driver_(driver), streams_(streams), rng_(&streams.settings)
    {
    }

    void play();

  private:
    using Action = void (Episode::*)();

    uint64_t below(uint64_t n)
    {
        return tb_rng_below(rng_, n);
    }

    bool percent(unsigned p)
    {
        return tb_rng_percent(rng_, p);
    }

    // What the session is like (episode.cpp)
    void choose_settings();
    void choose_filters();
    void note_filters();
    void choose_operations();
    void choose_surroundings();
    void choose_buffer();
    uint64_t choose_pointer();
    void choose_pages();
    void map_buffer();
    uint64_t choose_counter();
    Context profiled_context();

    // What SPEv1p1 to SPEv1p5 add to all of this (later_episode.cpp,
    // state_episode.cpp)
    bool later() const
    {
        return seq_.cfg.pmsver >= 2;
    }

    void choose_later_settings();
    Owner later_owner();
    void choose_exceptions();
    void later_context(Context &c);
    void later_state(Context &there);
    bool attention() const;
    uint64_t later_filters();
    void later_fault(PageEntry &entry);
    void write_later_filters();
    void change_fill_mode();
    void system_event();
    bool later_action();

    // How the PE gets from one context to another, the buffer from one owner to another
    // (travel.cpp)
    El level_for(const Context &from, const Context &to) const;
    void move(const Context &to);
    void go(const Context &to);
    void visit(const Context &to);
    void hand_over(Owner owner);
    void change_owner();

    // What goes wrong around it (disturb.cpp)
    void fail_write();
    void fail_page(const PageEntry &entry, tlm::tlm_response_status status);
    void break_page(uint64_t va);
    void fault_page();
    void fault_ahead();

    // What happens in it (random.cpp)
    static const Weighted<Action> actions[];

    void act();
    void run_some();
    void idle_some();
    void synchronize();
    void synchronize_among_ops();
    void barriers_among_ops();
    uint16_t any_register();
    void read_any();
    void read_among_ops();
    void refused_write();
    void stop_clock();
    void stop_thread();
    void new_context();
    void visit_el3();
    void visit_debug();
    void visit_other_state();
    void visit_guest();
    void write_filters();
    void write_counter();
    void write_interval();
    void toggle_sampling();
    void toggle_buffer();
    void write_syndrome();
    void new_pointer();
    void move_page();
    void inject();
    void hold_back();
    void reset();
    void service();

    Seq &seq_;
    Driver &driver_;
    RandomStreams &streams_;
    struct tb_rng *rng_;
    uint64_t base_ = Driver::default_va; ///< of the Profiling Buffer
    unsigned pages_ = 4;
    uint64_t stretch_ = 300; ///< operations between two actions, at most
    bool over_ = false;
};

} // namespace tb

#endif
