// SPDX-License-Identifier: Apache-2.0
#include "batch.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <systemc>
#include <unistd.h>
#include <vector>

#include "dut.hpp"
#include "old_files.hpp"
#include "options.hpp"
#include "random/weights.hpp"
#include "registry.hpp"
#include "spe/session.h"
#include "unpredictable.hpp"

namespace tb
{
namespace
{

/// The file of results. The line of a run is written before the next run begins.
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

/* Make the directories before the first run, so that a directory that cannot be written fails the
 * batch, not a run. */
void make_dirs(std::vector<Row> &rows)
{
    for (Row &row : rows) {
        std::error_code error;

        row.fresh = std::filesystem::create_directories(row.dir, error);
        if (!error && access(row.dir.c_str(), W_OK | X_OK) != 0)
            error.assign(errno, std::generic_category());
        if (error)
            throw RunError(exit_internal, row.dir + ": " + error.message());
    }
}

/* The names that have a line in FILE, and whether a line says that the run failed. A last line that
 * was cut off does not count and is removed. */
std::map<std::string, bool> names_in(const std::string &file)
{
    std::map<std::string, bool> names;
    std::ifstream in(file, std::ios::binary);
    uintmax_t bytes = 0;

    for (std::string line; std::getline(in, line); bytes += line.size() + 1) {
        if (in.eof()) {
            std::filesystem::resize_file(file, bytes);
            break;
        }
        std::istringstream words(line);
        std::string verdict, count, name;
        words >> verdict >> count >> count >> count >> name;
        names[name] = names[name] || verdict != "PASS";
    }
    return names;
}

/* Leave out the rows whose names have a line of results. @return how many of them failed. */
size_t leave_out(std::vector<Row> &rows, const std::map<std::string, bool> &names)
{
    const auto failed = std::count_if(rows.begin(), rows.end(), [&](const Row &row) {
        const auto name = names.find(row.name);
        return name != names.end() && name->second;
    });

    rows.erase(std::remove_if(rows.begin(), rows.end(),
                              [&](const Row &row) { return names.count(row.name) != 0; }),
               rows.end());
    return static_cast<size_t>(failed);
}

void describe(const Launcher &launcher, const Row &row, const Judgement &judgement)
{
    std::printf("FAIL %s: %s\n", row.name.c_str(), judgement.why.c_str());
    if (!judgement.finding.empty())
        std::printf("  first: %s\n", judgement.finding.c_str());
    Row again = row; // a new directory: the present one is evidence
    again.dir += ".again";
    std::printf("%s  again: ", judgement.verdict.c_str());
    spe_command_print(stdout, launcher.command(again).data());
    std::printf("  output: %s\n", row.dir.c_str());
    if (std::fflush(stdout) != 0)
        throw RunError(exit_internal, "cannot write standard output");
}

/* Whether the run is expected to pass and its options name no file that a run leaves. */
bool can_prune(const Row &row)
{
    static const std::set<std::string> files = {
        "--dir",  "--keep",   "--log",     "--records",      "--covers",    "--waves",
        "--bins", "--checks", "--weights", "--weights-hash", "--population"};

    return row.expected == 0 && row.reason.empty() && !row.foreign &&
           std::none_of(row.options.begin(), row.options.end(),
                        [](const std::string &word) { return files.count(word) != 0; });
}

void write_verdict(const Row &row, const std::string &result)
{
    const std::string file = row.dir + "/verdict";
    std::ofstream out(file, std::ios::binary);

    if (!(out << result << '\n') || !out.flush())
        throw RunError(exit_internal, file + ": cannot be written");
}

void write_command(const Row &row, std::vector<const char *> words)
{
    const std::string file = row.dir + "/command";
    std::FILE *out = std::fopen(file.c_str(), "w");

    if (out != nullptr)
        spe_command_print(out, words.data());
    const bool failed = out == nullptr || std::ferror(out) != 0;
    if ((out != nullptr && std::fclose(out) != 0) || failed)
        throw RunError(exit_internal, file + ": cannot be written");
}

/* Write the command as the run itself would write it, with the built-in weights. */
void write_own_command(const Row &row, std::vector<const char *> words)
{
    const auto test = std::find(row.options.begin(), row.options.end(), "--test");
    const std::string hash = Weights().hash();

    if (test != row.options.end() && plays_episodes((test + 1)->c_str()))
        words.insert(words.end() - 1, {"--weights-hash", hash.c_str()});
    write_command(row, words);
}

/* Move the bins of the other SPUs: a run with --bins writes them beside those of the first SPU, a
 * run with --dir has them in the folder of each SPU. */
void place_bins(const Row &row)
{
    for (unsigned spu = 1; spu < max_spus; spu++) {
        const std::string from = file_of(row.dir + "/bins", spu);
        std::error_code error;

        if (!std::filesystem::exists(from, error))
            return;
        std::filesystem::create_directories(dir_of(row.dir, spu), error);
        std::filesystem::rename(from, dir_of(row.dir, spu) + "/bins", error);
        if (error)
            throw RunError(exit_internal, from + ": " + error.message());
    }
}

/// A run that has ended, and its judgement.
struct Played {
    Outcome outcome;
    Judgement judgement;
};

class Batch
{
  public:
    Batch(const char *program, const BatchOptions &options)
        : options_(options), rows_(read_rows(options.rows)), all_(rows_.size()),
          results_(options.results), launcher_(program, options.limits)
    {
        if (options.resume)
            failed_ = leave_out(rows_, names_in(options.results));
        ended_ = all_ - rows_.size();
        if (std::any_of(rows_.begin(), rows_.end(), [](const Row &row) { return row.foreign; }))
            launcher_.need_others();
        make_dirs(rows_);
    }

    /// @return how many runs have failed, including those of an earlier batch that this one
    /// resumes.
    size_t play();

  private:
    Played play(const Row &row, Files files);
    Played play(const Row &row);
    Played again(const Row &row, const Played &first);

    const BatchOptions &options_;
    std::vector<Row> rows_;
    size_t all_, ended_ = 0, failed_ = 0;
    const Results results_;
    Launcher launcher_;
};

Played Batch::play(const Row &row, Files files)
{
    Played played;

    played.outcome = launcher_.run(row, files);
    played.judgement =
        judge_run(row, launcher_.output(row, files), played.outcome, options_.limits);
    if (played.outcome.signal != 0)
        throw RunError(exit_timeout, played.judgement.why + " in " + row.name + ", " +
                                         std::to_string(ended_) + " of " + std::to_string(all_) +
                                         " runs have ended");
    return played;
}

/* Play the run again with all its files. If the run then passes, the failure is not repeatable,
 * which is worse. */
Played Batch::again(const Row &row, const Played &first)
{
    clear_dir(row.dir);
    Played played = play(row, Files::all);

    played.outcome.cpu_ms += first.outcome.cpu_ms;
    played.outcome.wall_ms += first.outcome.wall_ms;
    if (played.judgement.why.empty())
        played.judgement.why = first.judgement.why + "; played again, it passes";
    return played;
}

Played Batch::play(const Row &row)
{
    if (!row.fresh) // an old file must not pass for one of this run, even if the run dies early
        clear_dir(row.dir);
    if (row.foreign)
        write_command(row, launcher_.command(row)); // the program may write a fuller one
    if (!options_.prune || !can_prune(row))
        return play(row, Files::all);
    Played played = play(row, Files::bins);
    if (!played.judgement.why.empty())
        return again(row, played);
    write_own_command(row, launcher_.command(row));
    write_verdict(row, played.judgement.result);
    write_unpredictable(row.dir, played.judgement.unpredictable);
    place_bins(row);
    return played;
}

size_t Batch::play()
{
    for (const Row &row : rows_) {
        if (!options_.stop.empty() && access(options_.stop.c_str(), F_OK) == 0)
            break;
        const Played played = play(row);
        const bool passed = played.judgement.why.empty();

        if (!passed) // the reason before the result: readers of the result look for the reason
            describe(launcher_, row, played.judgement);
        results_.append(row, played.outcome, passed);
        ended_++;
        failed_ += !passed;
    }
    std::printf("COUNT %zu %zu 0\n", ended_ - failed_, failed_);
    return failed_;
}

/* Make what every run needs once: the children share the pages. */
void make_ready()
{
#if SC_VERSION_MAJOR < 3
    constexpr size_t unused = 4096;

    sc_core::sc_temp_heap.initialize(unused); // of 3 MiB, whose pages each fork would take over
#endif
    Dut::prepare();
}

} // namespace

int run_batch(int argc, char **argv)
{
    const BatchOptions options = parse_batch(argc, argv);
    make_ready();
    Batch batch(argv[0], options);

    const size_t failed = batch.play();
    if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0)
        throw RunError(exit_internal, "cannot write standard output");
    return failed == 0 ? exit_pass : exit_mismatch;
}

} // namespace tb
