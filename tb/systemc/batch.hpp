// SPDX-License-Identifier: Apache-2.0
#ifndef TB_SYSTEMC_BATCH_HPP
#define TB_SYSTEMC_BATCH_HPP

#include <cstdint>
#include <regex.h>
#include <string>
#include <sys/types.h>
#include <vector>

namespace tb
{

/// One run of a batch.
struct Row {
    std::string name, dir;
    int expected = 0;                 ///< exit status
    std::string reason;               ///< POSIX extended expression; empty: any reason will do
    std::vector<std::string> options; ///< of spu_sim; for another program: of `env`
    bool foreign = false;             ///< the run is of another program
    bool fresh = false;               ///< the directory was made for this run: it is empty
};

/// Read the list of runs. @throws RunError(exit_usage) that names the first wrong line.
std::vector<Row> read_rows(const std::string &path);

/// The limits of a run.
struct Limits {
    uint64_t cpu_seconds = 300;
    uint64_t memory_mib = 0; ///< 0: no limit
    uint64_t stall_seconds = 300;
};

/// What a run leaves in its directory: all files, or only its bins, which saves the cost of the
/// other files.
enum class Files { all, bins };

/// The files that hold the output of a run.
struct Output {
    std::string out, err, findings;
};

/// The options of a batch.
struct BatchOptions {
    std::string rows, results, stop; ///< stop: once this file exists, no further run begins
    Limits limits;
    bool prune = false;  ///< a passing run leaves only command, verdict, bins, unpredictable
    bool resume = false; ///< do not play again the runs that have a line of results
};

/// @throws RunError(exit_usage)
BatchOptions parse_batch(int argc, char **argv);

/// How a run ended.
struct Outcome {
    int wait_status = 0; ///< of waitpid()
    bool stalled = false;
    int signal = 0; ///< ended the batch, which then sent the run SIGTERM; 0: none
    uint64_t cpu_ms = 0, wall_ms = 0;
};

/// Plays runs in forked children, one at a time. Create it before any part of a run exists: each
/// child then starts as a new process would.
class Launcher
{
  public:
    /// From now on, the signals that end a batch are held back.
    Launcher(std::string program, const Limits &limits);
    ~Launcher();

    Launcher(const Launcher &) = delete;
    Launcher &operator=(const Launcher &) = delete;

    /// @throws RunError(exit_internal) if the launcher, which starts other programs, is missing.
    void need_others() const;

    /// The command line of a run, NULL-terminated, as long as the row lives.
    std::vector<const char *> command(const Row &row) const;

    /// Play the run. Returns when it has ended, by itself or not. @throws RunError(exit_internal)
    /// if it cannot have a process.
    Outcome run(const Row &row, Files files);

    /// The output of the last run: `stdout` and `stderr` in its directory, or, for a run that
    /// leaves only its bins, memory that the next run overwrites.
    Output output(const Row &row, Files files) const;

  private:
    std::vector<const char *> words(const Row &row, const char *option, const char *place) const;
    void redirect_output(const Row &row, Files files) const;
    void limit_self(const Row &row) const;
    [[noreturn]] void become(const Row &row, Files files, pid_t parent) const;
    [[noreturn]] void become_other(const Row &row) const;
    Outcome wait_for(pid_t child) const;

    std::string program_;
    Limits limits_;
    std::string launch_, cpu_, stall_; ///< for other programs: the launcher and its limits
    sigset_t held_, before_;
    int memory_[2]; ///< files without a name, in memory
};

/// The verdict on a run.
struct Judgement {
    std::string why;           ///< what is wrong; empty: as expected
    std::string finding;       ///< the first finding; empty: none
    std::string verdict;       ///< its reason and the RESULT line, as far as they were written
    std::string result;        ///< the RESULT line, if it is the last line
    std::string unpredictable; ///< the choices that the run named; empty: none
};

/// Compare the output of a run with what its row expects. Throws no exception of its own: a missing
/// file counts as empty.
Judgement judge_run(const Row &row, const Output &output, const Outcome &outcome,
                    const Limits &limits);

/// `spu_sim --batch ROWS ...`. @return the exit status. @throws RunError
int run_batch(int argc, char **argv);

} // namespace tb

#endif
