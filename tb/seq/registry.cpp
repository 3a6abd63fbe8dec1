// SPDX-License-Identifier: Apache-2.0
#include "registry.hpp"

#include <cstdio>
#include <cstring>

namespace tb
{
namespace
{

const TestList *const lists[] = {
    &smoke_tests,       &interval_tests,  &lane_tests,      &enable_tests,  &filter_tests,
    &content_tests,     &collision_tests, &buffer_tests,    &fault_tests,   &sync_tests,
    &reset_tests,       &clock_tests,     &register_tests,  &random_tests,  &trace_tests,
    &race_tests,        &corner_tests,    &axi_tests,       &owner_tests,   &among_tests,
    &context_tests,     &window_tests,    &unstopped_tests, &packet_tests,  &later_filter_tests,
    &later_event_tests, &access_tests,    &state_tests,     &route_tests,   &prof_tests,
    &cross_tests,       &closure_tests,   &pending_tests,   &extreme_tests, &beside_tests,
    &denied_tests,      &begin_tests,
};

/* Tests that only access registers, use pointers that forbid every write, or lose every record by
 * events. */
const char *const without_records[] = {
    "access_matrix",   "register_bits", "register_undefined", "register_ids",  "access_alias",
    "pointer_b1",      "limit_zero",    "race_pointer",       "race_frozen",   "fault_walk_abort",
    "enable_contexts", "access_nv",     "access_fgt",         "access_sdd",    "access_enpms",
    "prof_tables",     "access_levels", "access_secure",      "enable_secure",
};

} // namespace

bool may_have_no_records(const char *name)
{
    for (const char *test : without_records) {
        if (std::strcmp(test, name) == 0)
            return true;
    }
    return false;
}

bool plays_trace(const char *name)
{
    return std::strncmp(name, "trace", 5) == 0;
}

bool plays_episodes(const char *name)
{
    return std::strcmp(name, "random") == 0;
}

const TestCase *find_test(const char *name)
{
    for (const TestList *list : lists) {
        for (size_t i = 0; i < list->count; i++) {
            if (std::strcmp(list->cases[i].name, name) == 0)
                return &list->cases[i];
        }
    }
    return nullptr;
}

void print_tests(const struct spe_config *cfg)
{
    for (const TestList *list : lists) {
        for (size_t i = 0; i < list->count; i++) {
            const TestCase &t = list->cases[i];

            if (cfg == nullptr || t.applies == nullptr || t.applies(*cfg))
                std::printf("%-20s %s\n", t.name, t.description);
        }
    }
}

} // namespace tb
