// SPDX-License-Identifier: Apache-2.0
#include "batch.hpp"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <unistd.h>
#include <vector>

#include "options.hpp"
#include "spe/session.h"

namespace tb
{
namespace
{

struct BatchOptions {
    std::string rows, results;
    Limits limits;
};

uint64_t positive(const char *name, const char *text)
{
    constexpr uint64_t most = 1000000000;
    const uint64_t value = parse_number(name, text);

    if (value == 0 || value > most)
        throw RunError(exit_usage, std::string(name) + " must be 1 to " + std::to_string(most));
    return value;
}

BatchOptions parse_batch(int argc, char **argv)
{
    static const struct {
        const char *name;
        uint64_t Limits::*field;
    } numbers[] = {{"--cpu", &Limits::cpu_seconds},
                   {"--memory", &Limits::memory_mib},
                   {"--stall", &Limits::stall_seconds}};
    BatchOptions o;

    for (int i = 1; i < argc; i += 2) {
        const std::string name = argv[i];
        bool known = name == "--batch" || name == "--results";

        if (i + 1 == argc || argv[i + 1][0] == '\0')
            throw RunError(exit_usage, name + " needs a value");
        if (known)
            (name == "--batch" ? o.rows : o.results) = argv[i + 1];
        for (const auto &number : numbers) {
            if (name == number.name) {
                known = true;
                o.limits.*number.field = positive(number.name, argv[i + 1]);
            }
        }
        if (!known)
            throw RunError(exit_usage, "unknown option '" + name + "' beside --batch");
    }
    if (o.results.empty())
        throw RunError(exit_usage, "--batch needs --results FILE");
    return o;
}

/// The file of results: each line is in it before the next run begins.
class Results
{
  public:
    explicit Results(const std::string &path)
        : path_(path), fd_(open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666))
    {
        if (fd_ < 0)
            throw RunError(exit_internal, path + ": " + std::strerror(errno));
    }

    ~Results()
    {
        close(fd_);
    }

    Results(const Results &) = delete;
    Results &operator=(const Results &) = delete;

    void append(const Row &row, const Outcome &outcome, bool passed) const
    {
        const std::string line = std::string(passed ? "PASS 1 0 0 " : "FAIL 0 1 0 ") + row.name +
                                 " " + std::to_string(outcome.cpu_ms) + " " +
                                 std::to_string(outcome.wall_ms) + "\n";

        errno = 0;
        if (write(fd_, line.data(), line.size()) != static_cast<ssize_t>(line.size()))
            throw RunError(exit_internal,
                           path_ + ": " + std::strerror(errno != 0 ? errno : ENOSPC));
    }

  private:
    std::string path_;
    int fd_;
};

/* Before the first run: a directory that cannot be written fails no run, but the batch. */
void make_dirs(const std::vector<Row> &rows)
{
    for (const Row &row : rows) {
        std::error_code error;

        std::filesystem::create_directories(row.dir, error);
        if (!error && access(row.dir.c_str(), W_OK | X_OK) != 0)
            error.assign(errno, std::generic_category());
        if (error)
            throw RunError(exit_internal, row.dir + ": " + error.message());
    }
}

/* What another run has left there is neither judged nor read as of this one, also where this one
 * dies before it makes its own. */
void clear_dir(const std::string &dir)
{
    std::vector<const char *> names = {"stdout", "stderr", "covers", "weights"};

    for (const char *const *name = spe_session_files(); *name != nullptr; name++)
        names.push_back(*name);
    for (const char *name : names) {
        std::error_code error;

        std::filesystem::remove(dir + "/" + name, error);
        if (error)
            throw RunError(exit_internal, dir + "/" + name + ": " + error.message());
    }
}

void describe(const Launcher &launcher, const Row &row, const Judgement &judgement)
{
    std::printf("FAIL %s: %s\n", row.name.c_str(), judgement.why.c_str());
    if (!judgement.finding.empty())
        std::printf("  first: %s\n", judgement.finding.c_str());
    std::printf("%s  again: ", judgement.verdict.c_str());
    spe_command_print(stdout, launcher.command(row).data());
    std::printf("  output: %s\n", row.dir.c_str());
    std::fflush(stdout);
}

} // namespace

int run_batch(int argc, char **argv)
{
    const BatchOptions options = parse_batch(argc, argv);
    const std::vector<Row> rows = read_rows(options.rows);
    const Results results(options.results);
    Launcher launcher(argv[0], options.limits);
    size_t passed = 0, failed = 0;

    make_dirs(rows);
    for (const Row &row : rows) {
        clear_dir(row.dir);
        const Outcome outcome = launcher.run(row);
        const Judgement judgement = judge_run(row, outcome, options.limits);

        if (outcome.signal != 0)
            throw RunError(exit_timeout, judgement.why + " in " + row.name + ", " +
                                             std::to_string(passed + failed) + " of " +
                                             std::to_string(rows.size()) + " runs have ended");
        results.append(row, outcome, judgement.why.empty());
        (judgement.why.empty() ? passed : failed)++;
        if (!judgement.why.empty())
            describe(launcher, row, judgement);
    }
    std::printf("COUNT %zu %zu 0\n", passed, failed);
    if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0)
        throw RunError(exit_internal, "cannot write standard output");
    return failed == 0 ? exit_pass : exit_mismatch;
}

} // namespace tb
