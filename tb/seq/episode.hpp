// SPDX-License-Identifier: Apache-2.0
#ifndef TB_SEQ_EPISODE_HPP
#define TB_SEQ_EPISODE_HPP

#include "driver.hpp"

namespace tb
{

/// One constrained-random session: one owner, one setting, and random actions in it.
class Episode
{
  public:
    Episode(Seq &seq, Driver &driver) : seq_(seq), driver_(driver)
    {
    }

    void play();

  private:
    uint64_t below(uint64_t n)
    {
        return tb_rng_below(&seq_.rng, n);
    }

    bool percent(unsigned p)
    {
        return tb_rng_percent(&seq_.rng, p);
    }

    // What the session is like (episode.cpp)
    void choose_settings();
    void choose_filters();
    void choose_operations();
    void choose_surroundings();
    void choose_buffer();
    uint64_t choose_pointer();
    void choose_pages();
    uint64_t choose_counter();
    Context profiled_context();

    // What happens in it (random.cpp)
    void act();
    void quiet_action(unsigned kind);
    void busy_action(unsigned kind);
    void barrier_among_ops();
    void toggle_among_ops();
    void refused_write();
    void other_world();
    void hold_back();
    void reset();
    void hurt();
    void service();

    Seq &seq_;
    Driver &driver_;
    bool over_ = false;
};

} // namespace tb

#endif
