// SPDX-License-Identifier: Apache-2.0
#ifndef TB_SEQ_RANDOM_EPISODE_HPP
#define TB_SEQ_RANDOM_EPISODE_HPP

#include <vector>

#include "drive/driver.hpp"
#include "random/streams.hpp"
#include "random/weights.hpp"

namespace tb
{

/// One episode of a constrained-random session: one owner, one set of settings, and random actions.
/// The episode ends with an audit. Its own draws and the draws of each action come from separate
/// streams.
class Episode
{
  public:
    /// @param number  place of the episode in the run, from 0
    Episode(Seq &seq, uint64_t number)
        : seq_(seq), weights_(seq.weights), driver_(seq), streams_(seq), number_(number)
    {
    }

    /// Play the episode, with only the actions of the list. @return number of actions played.
    uint64_t play(const IndexList &actions);

  private:
    using Action = void (Episode::*)();

    /// The pace of the samples.
    enum class Pace : uint8_t { paced, free, collide };

    struct Place;

    uint64_t below(uint64_t n)
    {
        return tb_rng_below(&streams_.own, n);
    }

    /// Draw from 1 to the limit.
    uint64_t up_to(Knob limit)
    {
        return 1 + below(weights_[limit]);
    }

    uint64_t any()
    {
        return tb_rng_u64(&streams_.own);
    }

    /// Draw a number of 0 to 64 bits.
    uint64_t any_size()
    {
        const uint64_t r = any();

        return r >> below(64);
    }

    unsigned weight(Knob p) const
    {
        return static_cast<unsigned>(weights_[p]);
    }

    bool percent(Knob p)
    {
        return tb_rng_percent(&streams_.own, weight(p));
    }

    template <class T, size_t n> const T &choose(const Weighted<T> (&table)[n])
    {
        return draw(streams_.own, weights_, table);
    }

    template <class T, size_t n, class Possible>
    const T &choose(const Weighted<T> (&table)[n], const Possible &possible)
    {
        return draw_entry(streams_.own, weights_, table, possible).value;
    }

    // The surroundings of the session (episode.cpp).
    void choose_settings();
    void choose_filters();
    void note_filters();
    Owner choose_owner();
    void choose_interval();
    void choose_operations();
    void choose_surroundings();
    uint64_t choose_counter();
    Context profiled_context();

    // The place of the Profiling Buffer (place.cpp).
    void choose_buffer();
    bool place_possible(const Place &place) const;
    uint64_t choose_base(const Place &place);
    uint64_t choose_pointer();
    void choose_pages();

    // Additions of SPEv1p1 to SPEv1p5 (later_episode.cpp, state_episode.cpp).
    bool later() const
    {
        return seq_.cfg.pmsver >= 2;
    }

    void choose_later_settings();
    void choose_exceptions();
    void later_context(Context &c);
    void later_state(Context &there);
    bool attention() const;
    uint64_t later_filters();
    void later_fault(PageEntry &entry);
    void write_later_filters();
    void change_fill_mode();
    void system_event();

    // The PE goes to another context, or the buffer to another owner (travel.cpp).
    El level_for(const Context &from, const Context &to) const;
    void follow(const Context &to);
    void move(const Context &to);
    void go(const Context &to);
    void visit(const Context &to);
    void hand_over(Owner owner);
    void change_owner();

    // Faults around the session (disturb.cpp).
    void fail_write();
    void fail_page(const PageEntry &entry, tlm::tlm_response_status status);
    void break_page(uint64_t va);
    void fault_page();
    void fault_ahead();

    // Two events in one cycle (race_episode.cpp).
    void race_context();
    void race_syndrome();
    void race_process();
    void race_disable();
    void fill_queue();
    void off_by_limit();
    void off_by_state();
    void read_near();
    void other_top_byte();
    void most_minimum();
    void collide_always();
    void collide_no_more();
    void break_pages();

    // The course of the session (session.cpp).
    bool has_action(Action action) const;
    const Weighted<Action> &choose_action();
    void begin();
    void act(uint64_t number);
    void end();

    // The other actions (pace.cpp, random.cpp).
    void sample_some();
    bool sample_next(const Context &there);
    void hasten();
    void wait_for_record();
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
    void restore_filters();
    void write_counter();
    void write_interval();
    void toggle_sampling();
    void toggle_buffer();
    void settle();
    void write_syndrome();
    void new_pointer();
    bool move_to_other(uint64_t va, PageEntry &old);
    bool has_process() const;
    bool has_guest() const;
    void next_process();
    void all_elsewhere(std::vector<PageEntry> &old);
    void other_process();
    void move_page();
    void inject();
    void hold_back();
    void reset();
    void service();

    Seq &seq_;
    const Weights &weights_;
    Driver driver_;
    Streams streams_;
    uint64_t number_, action_ = 0;
    Pace pace_ = Pace::paced;
    uint64_t base_ = Driver::default_va; ///< base of the Profiling Buffer
    unsigned pages_ = 4;
    uint64_t stretch_ = 300; ///< most operations between two actions
    bool over_ = false;
};

} // namespace tb

#endif
