// SPDX-License-Identifier: Apache-2.0
//
// Draws the surroundings of a constrained-random session: settings, operations, memory.

#include <algorithm>

#include "random/episode.hpp"

namespace tb
{
namespace
{

constexpr uint64_t pmsirr_most = 0xffffff; ///< PMSIRR_EL1.INTERVAL
constexpr uint64_t longest_stretch = 3000; ///< most operations between two actions

constexpr Weighted<Owner> owners[] = {
    {Owner::NsEl1, Knob::owner_ns_el1},
    {Owner::NsEl2, Knob::owner_ns_el2},
    {Owner::NsEl2Host, Knob::owner_ns_el2_host},
    {Owner::SecureEl1, Knob::owner_secure_el1},
    {Owner::SecureEl2, Knob::owner_secure_el2},
    {Owner::SecureEl2Host, Knob::owner_secure_el2_host},
    {Owner::RealmEl1, Knob::owner_realm_el1},
    {Owner::RealmEl2, Knob::owner_realm_el2},
    {Owner::RealmEl2Host, Knob::owner_realm_el2_host},
};

/* PMSIRR_EL1.INTERVAL. 0 gives an UNKNOWN interval (4.3.12), taken as written (P15): every
 * operation, or one of up to 128. */
constexpr uint64_t any_interval = UINT64_MAX;
constexpr Weighted<uint64_t> intervals[] = {
    {0, Knob::interval_zero},           {1, Knob::interval_one},       {2, Knob::interval_two},
    {5, Knob::interval_five},           {19, Knob::interval_nineteen}, {70, Knob::interval_seventy},
    {any_interval, Knob::interval_any},
};

/* How memory behaves: waits of AW and W, of B, and of translations. */
struct Memory {
    unsigned channels, b, walk, ready;
};
constexpr Weighted<Memory> memories[] = {
    {{0, 0, 8, 0}, Knob::memory_quick},      {{3, 8, 8, 1}, Knob::memory_usual},
    {{20, 200, 60, 6}, Knob::memory_slow_b}, {{8, 20, 8, 30}, Knob::memory_slow_xlat},
    {{150, 30, 4, 2}, Knob::memory_slow_aw},
};

/* By how much the system counter advances in a cycle. */
constexpr uint64_t any_step = UINT64_MAX;
constexpr Weighted<uint64_t> counter_steps[] = {
    {1, Knob::counter_one}, {0, Knob::counter_none}, {any_step, Knob::counter_any}};

} // namespace

void Episode::choose_filters()
{
    const bool filtered = percent(Knob::percent_filters);
    const uint64_t r = any();

    driver_.settings.pmsfcr = filtered ? (r & 7) | (r >> 3 & 7) << 16 : 0;
    driver_.settings.pmsevfr = percent(Knob::percent_event_filter) ? r >> 8 & 0xaa : any() & r;
    driver_.settings.pmslatfr = below(percent(Knob::percent_minimum_start) ? 40 : 4096);
}

/* Note filters that are zero (3.2.3). */
void Episode::note_filters()
{
    const Settings &s = driver_.settings;
    const uint64_t types = pmsfcr_b | pmsfcr_ld | pmsfcr_st;
    const uint64_t events = seq_.cfg.misspec_record ? 0xaa : 0xa8;

    if ((s.pmsfcr & pmsfcr_fe) != 0 && (s.pmsevfr & events) == 0 && seq_.cfg.speculative)
        seq_.unpredictable("L1");
    if ((s.pmsfcr & pmsfcr_ft) != 0 && (s.pmsfcr & types) == 0 && !seq_.cfg.eft)
        seq_.unpredictable("L2");
    if ((s.pmsfcr & pmsfcr_fl) != 0 && s.pmslatfr == 0)
        seq_.unpredictable("L3");
}

Owner Episode::choose_owner()
{
    if (seq_.secure_alone())
        return Owner::SecureEl1;
    return choose(owners, [this](Owner owner) { return owner_possible(seq_.cfg, owner); });
}

void Episode::choose_interval()
{
    static const Weighted<Pace> paces[] = {{Pace::paced, Knob::pace_paced},
                                           {Pace::free, Knob::pace_free},
                                           {Pace::collide, Knob::pace_collide}};
    Settings &s = driver_.settings;

    pace_ = choose(paces);
    s.interval = choose(intervals);
    if (s.interval == any_interval)
        s.interval = any_size() & pmsirr_most;
    if (pace_ == Pace::collide)
        s.interval = 0;
    if (s.interval == 0)
        seq_.unpredictable("P15");
    stretch_ = weights_[Knob::number_stretch];
    if (s.interval >= 4 && pace_ == Pace::free)
        stretch_ = std::min<uint64_t>(s.interval * 40, longest_stretch);
    s.rnd = percent(Knob::percent_rnd) || s.interval == 0;
    s.rnd = s.rnd && pace_ != Pace::collide;
}

void Episode::choose_settings()
{
    Settings &s = driver_.settings;

    s.owner = choose_owner();
    choose_interval();
    s.pmscr_el1 = percent(Knob::percent_collect_all) ? pmscr_all : any() | pmscr_e0;
    s.pmscr_el2 = percent(Knob::percent_collect_all) ? pmscr_all : any() | pmscr_e0;
    s.pmscr_el1 &= pmscr_all;
    s.pmscr_el2 &= pmscr_all;
    choose_filters();
    if (later()) {
        choose_later_settings();
        choose_exceptions();
    }
    note_filters();
}

void Episode::choose_operations()
{
    OpMix &mix = seq_.ops.mix;
    const uint32_t usual = static_cast<uint32_t>(weights_[Knob::number_latency]);

    mix = OpMix();
    mix.branch = weight(Knob::percent_branch);
    mix.load = weight(Knob::percent_load);
    mix.store = weight(Knob::percent_store);
    mix.exception = weight(Knob::percent_exception);
    mix.repeat = weight(Knob::percent_repeat);
    mix.unusual = weight(Knob::percent_unusual);
    mix.extra_events = weight(Knob::percent_extra_events);
    mix.forgotten = weight(Knob::percent_forgotten);
    mix.alternate = weight(Knob::percent_alternate);
    mix.alternate_long = weight(Knob::percent_alternate_long);
    mix.realm_data = weight(Knob::percent_realm_data);
    mix.wrong_path = weight(Knob::number_wrong_path);
    mix.lane_fill = static_cast<unsigned>(30 + below(71));
    mix.bubble = static_cast<unsigned>(below(40));
    mix.usual_latency =
        4 + static_cast<uint32_t>(below(percent(Knob::percent_latency_usual) ? usual : 8 * usual));
    mix.slow = percent(Knob::percent_slow) ? weight(Knob::percent_slow_ops) : 0;
    mix.max_latency = static_cast<uint32_t>(weights_[Knob::number_slow_latency]);
    mix.mispredict = static_cast<unsigned>(below(weights_[Knob::number_mispredict] + 1));
    mix.nonarch = mix.replay = static_cast<unsigned>(1 + below(4));
    mix.ns = (owner_state(driver_.settings.owner) & 1u) != 0;
    mix.nse = (owner_state(driver_.settings.owner) & 2u) != 0;
}

void Episode::choose_surroundings()
{
    const Memory &m = choose(memories);
    const unsigned aw = static_cast<unsigned>(below(m.channels + 1u));
    const unsigned w = static_cast<unsigned>(below(seq_.beat_wait(m.channels) + 1u));

    seq_.bench.axi.set_pressure({aw, w, 0, static_cast<unsigned>(below(m.b + 1u)),
                                 percent(Knob::percent_axi_mixed) ? AxiOrder::mixed : AxiOrder::any,
                                 AxiPattern::mixed});
    seq_.bench.xlat.set_latency(1, static_cast<unsigned>(1 + below(m.walk)), m.ready);
    seq_.bench.xlat.set_slow(percent(Knob::percent_slow_xlat) ? 600 : 0);
    seq_.bench.xlat.set_walk(XlatAgent::Walk::any);
    const uint64_t step = choose(counter_steps);
    const uint64_t any_of_them = any_size(), jump = any_size();

    seq_.bench.set_counter_step(step == any_step ? any_of_them : step);
    seq_.bench.advance_counter(percent(Knob::percent_counter_jump) ? jump : 0);
}

/* PMSICR_EL1 before enabling: zero will be loaded, small values expire soon. */
uint64_t Episode::choose_counter()
{
    const uint64_t ecount = seq_.cfg.ernd && percent(Knob::percent_ecount) ? below(256) : 0;

    return percent(Knob::percent_counter) ? ecount << 56 | up_to(Knob::number_counter) : 0;
}

/* A context in which the owner may profile, or (AArch32) in which nothing can be profiled. Controls
 * that trap accesses change; the owner stays. */
Context Episode::profiled_context()
{
    Context c = driver_.kernel();

    c.el = percent(Knob::percent_el0) ? El::El0 : driver_.kernel().el;
    if (one_range(driver_.settings.owner) && percent(Knob::percent_el1))
        c.el = El::El1;
    if (one_range(driver_.settings.owner) && c.el != El::El1)
        c.tge = percent(Knob::percent_tge);
    if (c.e2pb == 3 && seq_.cfg.el2 && percent(Knob::percent_e2pb))
        c.e2pb = 2;
    if (seq_.cfg.el3 && percent(Knob::percent_nspb))
        c.nspb &= 2u;
    c.aarch32 = c.el == El::El0 && percent(Knob::percent_aarch32);
    c.contextidr_el1 = static_cast<uint32_t>(any());
    c.contextidr_el2 = static_cast<uint32_t>(any());
    c.cntvoff = percent(Knob::percent_cntvoff) ? any() : c.cntvoff;
    c.tbi0 = percent(Knob::percent_tbi);
    c.tbi1 = percent(Knob::percent_tbi);
    c.cnt_en = percent(Knob::percent_cnt_en);
    if (later())
        later_context(c);
    return c;
}

} // namespace tb
