// SPDX-License-Identifier: Apache-2.0
#ifndef TB_SYSTEMC_OPTIONS_HPP
#define TB_SYSTEMC_OPTIONS_HPP

#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "index_list.hpp"

namespace tb
{

/// Exit statuses of the executable.
enum ExitStatus : int {
    exit_pass = 0,
    exit_mismatch = 1,
    exit_usage = 2,
    exit_timeout = 3,
    exit_internal = 4
};

/// Ends the run with one line on stderr and a status.
class RunError : public std::runtime_error
{
  public:
    RunError(ExitStatus status, const std::string &text) : std::runtime_error(text), status_(status)
    {
    }

    ExitStatus status() const
    {
        return status_;
    }

  private:
    ExitStatus status_;
};

/// An assertion of the design has failed.
class AssertionError : public RunError
{
  public:
    AssertionError(ExitStatus status, const std::string &text, uint64_t in_cycle,
                   const std::string &its_name, const std::string &its_place)
        : RunError(status, text), cycle(in_cycle), name(its_name), place(its_place)
    {
    }

    const uint64_t cycle;
    const std::string name, place; ///< place: file and line
};

constexpr unsigned max_spus = 4; ///< in one process

/// The command line. Empty strings: not given.
struct Options {
    std::string config, test, trace, dir, log, waves, records, covers, bins, plusarg;
    std::string population;
    std::string weights, weights_hash; ///< of the random sessions (tb/seq/random/weights.tsv)
    IndexList episodes, actions;       ///< of the random sessions: play these alone
    uint64_t end_episode = UINT64_MAX; ///< of a whole session: it ends behind this one
    IndexList steps;                   ///< of any test: play these alone (tb/seq/drive/steps.hpp)
    IndexList only_ops;                ///< of its operations drive these alone
    std::string settings; ///< of the random sessions: draw these alone (tb/seq/random/settings.hpp)
    uint64_t seed = 1;
    uint64_t poison_seed =
        0;             ///< reset values and payload of invalid lanes; the run's seed unless given
    uint64_t spus = 1; ///< SPUs in this process, each with its own test and session
    uint64_t ops = 0;  ///< 0: the test's own number
    uint64_t taps = 0; ///< SPE_TAP_* that the monitors use, 0: all
    uint64_t max_cycles = 200000000;
    uint64_t until = 0; ///< 0: the test ends where it does, else with that cycle
    uint64_t waves_from = 0, waves_to = UINT64_MAX;
    bool first_finding = false; ///< end the run there
    bool keep = false, list = false, checks = false, print_streams = false, print_steps = false;
    bool races = false; ///< random sessions have those actions, too (race_episode.cpp)
    bool help = false;
    std::vector<std::string> command; ///< what repeats the run

    /// The test need not show what it is there for.
    bool plays_part() const
    {
        return until != 0 || leaves_out();
    }

    bool leaves_out() const
    {
        return steps.given() || only_ops.given();
    }

    /// Episodes of a whole session, nothing else of which is left out but actions.
    bool plays_episodes_alone() const
    {
        return episodes.given() && settings.empty() && !plays_part() && !first_finding;
    }
};

/// @throws RunError(exit_usage) on an unknown option, a missing or bad value.
Options parse_options(int argc, char **argv);

/// The files and flags of a command line that may be wrong: what can be told of it.
Options options_at_hand(int argc, char **argv);

/// A number as options have it. @throws RunError(exit_usage) that names the option.
uint64_t parse_number(const char *name, const char *text);

/// The directory of the SPU `index`: the first one has `dir` itself, each other a folder in it.
std::string dir_of(const std::string &dir, unsigned index);

/// Name of an output of the SPU `index`: the first one has it as it was given.
std::string file_of(const std::string &name, unsigned index);

/// Seed of the SPU `index`: the first one has that of the run, each other one of its own, 2^63 or
/// above, where no run has its seed.
uint64_t seed_of(uint64_t seed, unsigned index);

/// Where the SPU `index` writes the file that has the name `name` in its directory: the option, if
/// given, wins. Empty: nowhere.
std::string place_of(const std::string &option, const std::string &dir, const char *name,
                     unsigned index);

/// No output may be a file that is read, or another output; waves, which take the place of their
/// file, may not take that of a device, a pipe or a folder. @throws RunError(exit_usage)
void refuse_shared_files(const Options &options);

/// The text of --help.
const char *usage_text();

} // namespace tb

#endif
