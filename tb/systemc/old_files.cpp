// SPDX-License-Identifier: Apache-2.0
#include "old_files.hpp"

#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <sys/file.h>
#include <unistd.h>
#include <vector>

#include "options.hpp"
#include "spe/config_file.h"
#include "spe/session.h"

namespace tb
{
namespace
{

bool is_read(const Options &options, const std::string &file)
{
    std::error_code none;

    for (const std::string &input : {options.trace, options.weights}) {
        if (!input.empty() && std::filesystem::equivalent(input, file, none))
            return true;
    }
    return !options.config.empty() && spe_config_reads(options.config.c_str(), file.c_str()) != 0;
}

/* Whether a run wrote the file. A file of bins says so in its first line: the session does not
 * touch another file of that name. */
bool is_of_run(const std::string &file, const std::string &name)
{
    static const char mark[] = "spe-bins ";
    char begin[sizeof mark] = "";
    std::error_code none;

    if (std::filesystem::symlink_status(file, none).type() != std::filesystem::file_type::regular)
        return false;
    if (name == "bins")
        std::ifstream(file, std::ios::binary).read(begin, sizeof mark - 1);
    return name != "bins" || std::strcmp(begin, mark) == 0;
}

/// The lock of a file, if the file exists. is_taken(): another process holds the lock.
class Lock
{
  public:
    explicit Lock(const std::string &file)
        : fd_(open(file.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC)),
          taken_(fd_ >= 0 && flock(fd_, LOCK_EX | LOCK_NB) != 0)
    {
    }

    ~Lock()
    {
        if (fd_ >= 0)
            close(fd_);
    }

    Lock(const Lock &) = delete;
    Lock &operator=(const Lock &) = delete;

    bool is_taken() const
    {
        return taken_;
    }

  private:
    int fd_;
    bool taken_;
};

/* The lock of findings.txt is the lock of the directory. Empty that file, and remove the others. */
void forget(const Options &options, const std::string &dir)
{
    const std::string findings = dir + "/findings.txt";
    const Lock lock(findings);
    std::error_code none;

    if (lock.is_taken())
        return;
    if (is_of_run(findings, "") && !is_read(options, findings))
        std::filesystem::resize_file(findings, 0, none);
    for (const char *name : {"verdict", "command", "findings.jsonl", "findings.jsonl.new", "txnlog",
                             "bins", "covers", "bench", "unpredictable", "weights", "config.cfg"}) {
        const std::string file = dir + "/" + name;

        if (is_of_run(file, name) && !is_read(options, file) && !Lock(file).is_taken())
            std::filesystem::remove(file, none);
    }
}

} // namespace

void clear_dir(const std::string &dir)
{
    std::vector<std::string> files;

    for (unsigned spu = 0; spu < max_spus; spu++) {
        for (const char *name : {"stdout", "stderr", "covers", "weights", "bench", "unpredictable"})
            files.push_back(dir_of(dir, spu) + "/" + name);
        for (const char *const *name = spe_session_files(); *name != nullptr; name++)
            files.push_back(dir_of(dir, spu) + "/" + *name);
        files.push_back(file_of(dir + "/bins", spu));
    }
    for (const std::string &file : files) {
        std::error_code error;

        std::filesystem::remove(file, error);
        if (error)
            throw RunError(exit_internal, file + ": " + error.message());
    }
}

void forget_run_before(int argc, char **argv)
{
    const Options options = options_at_hand(argc, argv);

    if (options.dir.empty() || options.help || options.list)
        return;
    for (unsigned spu = 0; spu < max_spus; spu++) {
        std::error_code none;

        if (std::filesystem::is_directory(dir_of(options.dir, spu), none))
            forget(options, dir_of(options.dir, spu));
    }
}

} // namespace tb
