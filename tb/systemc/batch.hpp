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
    std::string reason;               ///< POSIX extended; empty: none is asked for
    std::vector<std::string> options; ///< of spu_sim; of another program: of `env`
    bool foreign = false;             ///< another program than this one
    bool fresh = false;               ///< the directory was made for this run: it is empty
};

/// Read the list of runs. @throws RunError(exit_usage) that names the first line that is wrong.
std::vector<Row> read_rows(const std::string &path);

/// What a run may take.
struct Limits {
    uint64_t cpu_seconds = 300;
    uint64_t memory_mib = 0; ///< 0: as much as there is
    uint64_t stall_seconds = 300;
};

/// What a run leaves in its directory: all, or its bins alone, without the cost of the other files.
enum class Files { all, bins };

/// Where the output of a run is read.
struct Output {
    std::string out, err, findings;
};

/// What stands beside --batch.
struct BatchOptions {
    std::string rows, results, stop; ///< stop: no further run begins when that file is there
    Limits limits;
    bool prune = false;  ///< a run that passes leaves command, verdict, bins, unpredictable
    bool resume = false; ///< what has a line of results is not played again
};

/// @throws RunError(exit_usage)
BatchOptions parse_batch(int argc, char **argv);

/// How a run came to its end.
struct Outcome {
    int wait_status = 0; ///< of waitpid()
    bool stalled = false;
    int signal = 0; ///< that told the batch to end: the run was asked to end (SIGTERM); or 0
    uint64_t cpu_ms = 0, wall_ms = 0;
};

/// Runs in forked children, one at a time. Made before anything of a run exists: each child finds
/// what a new process would find.
class Launcher
{
  public:
    /// The signals that end a batch are held back from now on.
    Launcher(std::string program, const Limits &limits);
    ~Launcher();

    Launcher(const Launcher &) = delete;
    Launcher &operator=(const Launcher &) = delete;

    /// @throws RunError(exit_internal) where there is nothing to start other programs with.
    void need_others() const;

    /// The command line of a run, NULL-terminated, as long as the row lives.
    std::vector<const char *> command(const Row &row) const;

    /// Play it. Returns when it has ended, by itself or not. @throws RunError(exit_internal) if
    /// there is no process for it.
    Outcome run(const Row &row, Files files);

    /// What the last run has said: `stdout` and `stderr` of its directory, or, of one that leaves
    /// its bins alone, memory that the next one overwrites.
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
    std::string launch_, cpu_, stall_; ///< for other programs: the launcher, its limits
    sigset_t held_, before_;
    int memory_[2]; ///< of files without a name
};

/// The verdict on a run.
struct Judgement {
    std::string why;           ///< what is wrong; empty: as expected
    std::string finding;       ///< the first one, if there is any
    std::string verdict;       ///< its reason and the RESULT line, as far as they came
    std::string result;        ///< the RESULT line, if it is the last
    std::string unpredictable; ///< the choices that it has named; empty: none
};

/// Compare what a run has said with what its row expects. Throws nothing of its own: a file that is
/// missing is one that says nothing.
Judgement judge_run(const Row &row, const Output &output, const Outcome &outcome,
                    const Limits &limits);

/// `spu_sim --batch ROWS ...`. @return the exit status. @throws RunError
int run_batch(int argc, char **argv);

} // namespace tb

#endif
