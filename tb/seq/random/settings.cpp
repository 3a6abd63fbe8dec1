// SPDX-License-Identifier: Apache-2.0
#include "random/settings.hpp"

#include <algorithm>
#include <iterator>
#include <set>
#include <sstream>

#include "options.hpp"

namespace tb
{
namespace
{

/* The plain form of a setting: a table keeps one entry, a percentage becomes never or always. */
struct Plain {
    const char *setting;
    Knob knob;
    uint64_t value;
};

constexpr Plain plain[] = {
    {"owner", Knob::owner_ns_el1, 1},
    {"owner", Knob::owner_ns_el2, 0},
    {"owner", Knob::owner_ns_el2_host, 0},
    {"owner", Knob::owner_secure_el1, 0},
    {"owner", Knob::owner_secure_el2, 0},
    {"owner", Knob::owner_secure_el2_host, 0},
    {"owner", Knob::owner_realm_el1, 0},
    {"owner", Knob::owner_realm_el2, 0},
    {"owner", Knob::owner_realm_el2_host, 0},
    {"interval", Knob::interval_one, 1},
    {"interval", Knob::interval_zero, 0},
    {"interval", Knob::interval_two, 0},
    {"interval", Knob::interval_five, 0},
    {"interval", Knob::interval_nineteen, 0},
    {"interval", Knob::interval_seventy, 0},
    {"interval", Knob::interval_any, 0},
    {"pace", Knob::pace_paced, 1},
    {"pace", Knob::pace_free, 0},
    {"pace", Knob::pace_collide, 0},
    {"random", Knob::percent_rnd, 0},
    {"random", Knob::percent_ecount, 0},
    {"filters", Knob::percent_filters, 0},
    {"filters", Knob::percent_later_filters, 0},
    {"collect", Knob::percent_collect_all, 100},
    {"place", Knob::place_usual, 1},
    {"place", Knob::place_low, 0},
    {"place", Knob::place_four_gigabyte, 0},
    {"place", Knob::place_half, 0},
    {"place", Knob::place_top, 0},
    {"place", Knob::place_near_top, 0},
    {"place", Knob::place_upper, 0},
    {"place", Knob::place_upper_top, 0},
    {"place", Knob::place_any, 0},
    {"place", Knob::place_any_upper, 0},
    {"place", Knob::place_one_bit, 0},
    {"pointer", Knob::pointer_base, 1},
    {"pointer", Knob::pointer_page_end, 0},
    {"pointer", Knob::pointer_buffer_end, 0},
    {"pointer", Knob::pointer_tight, 0},
    {"pointer", Knob::pointer_top_byte, 0},
    {"pointer", Knob::pointer_unaligned, 0},
    {"attribute", Knob::attribute_ff, 1},
    {"attribute", Knob::attribute_bb, 0},
    {"attribute", Knob::attribute_44, 0},
    {"attribute", Knob::attribute_00, 0},
    {"attribute", Knob::attribute_04, 0},
    {"memory", Knob::memory_quick, 1},
    {"memory", Knob::memory_usual, 0},
    {"memory", Knob::memory_slow_b, 0},
    {"memory", Knob::memory_slow_xlat, 0},
    {"memory", Knob::memory_slow_aw, 0},
    {"memory", Knob::percent_slow_xlat, 0},
    {"memory", Knob::percent_axi_mixed, 0},
    {"fill", Knob::fill_fill, 1},
    {"fill", Knob::fill_one, 0},
    {"fill", Knob::fill_discard, 0},
    {"fill", Knob::fill_three, 0},
    {"counter", Knob::counter_one, 1},
    {"counter", Knob::counter_none, 0},
    {"counter", Knob::counter_any, 0},
    {"counter", Knob::percent_counter_jump, 0},
    {"latency", Knob::percent_slow, 0},
    {"latency", Knob::percent_latency_usual, 100},
    {"operations", Knob::percent_exception, 0},
    {"operations", Knob::percent_repeat, 0},
    {"operations", Knob::percent_unusual, 0},
    {"operations", Knob::percent_extra_events, 0},
    {"operations", Knob::percent_forgotten, 0},
    {"operations", Knob::number_mispredict, 0},
    {"operations", Knob::number_wrong_path, 0},
    {"context", Knob::percent_aarch32, 0},
    {"context", Knob::percent_cntvoff, 0},
    {"context", Knob::percent_tbi, 0},
    {"context", Knob::percent_tge, 0},
    {"context", Knob::percent_e2pb, 0},
    {"context", Knob::percent_nspb, 0},
    {"context", Knob::percent_cnt_en, 100},
    {"physical", Knob::percent_nvm, 0},
    {"exceptions", Knob::percent_pmsee, 0},
    {"exceptions", Knob::percent_ke, 0},
    {"freeze", Knob::percent_pmfz, 0},
};

const char nothing[] = "none";

bool is_setting(const std::string &name)
{
    return std::any_of(std::begin(plain), std::end(plain),
                       [&](const Plain &p) { return name == p.setting; });
}

std::set<std::string> read(const std::string &list)
{
    std::istringstream items(list + ",");
    std::set<std::string> drawn;
    std::string name;

    while (std::getline(items, name, ',')) {
        if (!is_setting(name) && list != nothing)
            throw RunError(exit_usage, "--settings: '" + name + "' is none of " + setting_names() +
                                           ", nor is it " + nothing);
        drawn.insert(name);
    }
    return drawn;
}

} // namespace

std::string setting_names()
{
    std::string names, last;

    for (const Plain &p : plain) {
        if (last != p.setting)
            names += (names.empty() ? "" : ",") + std::string(p.setting);
        last = p.setting;
    }
    return names;
}

Weights draw_settings_alone(Weights weights, const std::string &list)
{
    if (list.empty())
        return weights;
    const std::set<std::string> drawn = read(list);

    for (const Plain &p : plain) {
        if (drawn.count(p.setting) == 0)
            weights.set(p.knob, p.value);
    }
    return weights;
}

} // namespace tb
