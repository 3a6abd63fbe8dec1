// SPDX-License-Identifier: Apache-2.0
#ifndef TB_SEQ_REGISTRY_HPP
#define TB_SEQ_REGISTRY_HPP

#include <cstddef>
#include <cstdint>

#include "config_members.h"

namespace tb
{

class Seq;

/// One test: a sequence over the API of seq.hpp.
struct TestCase {
    const char *name;
    const char *description;
    bool (*applies)(const struct spe_config &cfg); ///< NULL: to every configuration
    void (*body)(Seq &seq);
    /// With this seed, a PE without EL3 is in Secure state for the whole run; NULL: it never is.
    bool (*secure)(uint64_t seed) = nullptr;
};

/// The tests of one file.
struct TestList {
    const TestCase *cases;
    size_t count;
};

template <size_t n> constexpr TestList list_of(const TestCase (&cases)[n])
{
    return {cases, n};
}

/// @return the test, or NULL.
const TestCase *find_test(const char *name);

/// @return whether the test, by its nature, has no record in at least one configuration.
bool may_have_no_records(const char *name);

/// @return whether the test plays the trace of --trace.
bool plays_trace(const char *name);

/// @return whether the test plays random sessions: with weights, in episodes.
bool plays_episodes(const char *name);

/// Print name and description of every test, or of those that apply to `cfg` (may be NULL), on
/// stdout.
void print_tests(const struct spe_config *cfg);

extern const TestList smoke_tests, interval_tests, lane_tests, enable_tests, filter_tests;
extern const TestList content_tests, axi_tests, owner_tests;
extern const TestList collision_tests, buffer_tests, fault_tests, sync_tests, reset_tests,
    clock_tests;
extern const TestList register_tests, random_tests, trace_tests, race_tests, corner_tests;
extern const TestList among_tests, context_tests, window_tests, unstopped_tests;
extern const TestList access_tests, state_tests, route_tests, prof_tests, cross_tests;
extern const TestList packet_tests, later_filter_tests, later_event_tests, closure_tests;
extern const TestList pending_tests, extreme_tests, beside_tests, denied_tests, begin_tests;

} // namespace tb

#endif
