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
    IndexList episodes, actions;       ///< of the random sessions: play only these
    uint64_t end_episode = UINT64_MAX; ///< a whole session ends after this episode
    IndexList steps;                   ///< of any test: play only these (tb/seq/drive/steps.hpp)
    IndexList only_ops;                ///< of its operations, drive only these
    std::string settings; ///< of random sessions: draw only these (tb/seq/random/settings.hpp)
    uint64_t seed = 1;
    uint64_t poison_seed =
        0;             ///< reset values and payload of invalid lanes; the run's seed unless given
    uint64_t spus = 1; ///< SPUs in this process, each with its own test and session
    uint64_t ops = 0;  ///< 0: the test's own number
    uint64_t taps = 0; ///< SPE_TAP_* that the monitors use, 0: all
    uint64_t max_cycles = 200000000;
    uint64_t until = 0; ///< 0: the test ends by itself, else at that cycle
    uint64_t waves_from = 0, waves_to = UINT64_MAX;
    bool first_finding = false; ///< end the run at its first finding
    bool keep = false, list = false, checks = false, print_streams = false, print_steps = false;
    bool races = false; ///< random sessions have race actions too (race_episode.cpp)
    bool help = false;
    std::vector<std::string> command; ///< the command that repeats the run

    /// Whether only a part of the test is played. Such a part may write no record.
    bool plays_part() const
    {
        return until != 0 || leaves_out();
    }

    bool leaves_out() const
    {
        return steps.given() || only_ops.given();
    }

    /// Whether chosen episodes of a whole session are played. Actions may be left out too, but
    /// nothing else.
    bool plays_episodes_alone() const
    {
        return episodes.given() && settings.empty() && !plays_part() && !first_finding;
    }
};

/// @throws RunError(exit_usage) on an unknown option, a missing or bad value.
Options parse_options(int argc, char **argv);

/// The files and flags of a command line that may be wrong, as far as they can be read.
Options options_at_hand(int argc, char **argv);

/// A number as options write it. @throws RunError(exit_usage) that names the option.
uint64_t parse_number(const char *name, const char *text);

/// The directory of the SPU `index`: `dir` for the first SPU, a folder in `dir` for each other SPU.
std::string dir_of(const std::string &dir, unsigned index);

/// The name of an output of the SPU `index`; for the first SPU, the name as given.
std::string file_of(const std::string &name, unsigned index);

/// The seed of the SPU `index`. The first SPU has the seed of the run. Each other SPU has its own
/// seed, 2^63 or above, which no run has.
uint64_t seed_of(uint64_t seed, unsigned index);

/// The place of the output `name` of the SPU `index`: the file that the option names, else that
/// file in the directory. Empty: not written.
std::string place_of(const std::string &option, const std::string &dir, const char *name,
                     unsigned index);

/// Refuse an output file that is also an input or another output. Waves replace their file, so that
/// file may not be a device, a pipe or a folder. @throws RunError(exit_usage)
void refuse_shared_files(const Options &options);

/// The text of --help.
const char *usage_text();

} // namespace tb

#endif
