// SPDX-License-Identifier: Apache-2.0
#include "whole_run.hpp"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <memory>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <type_traits>
#include <unistd.h>

#include "spu.hpp"

namespace tb
{
namespace
{

static_assert(std::is_trivially_copyable_v<PeView>, "views cross a pipe as bytes");

/* A process that plays another run, and the pipe for its answer. */
struct Other {
    pid_t pid;
    int fd;
};

using Tell = bool (*)(int fd, const std::vector<std::unique_ptr<Spu>> &spus);

/* @return whether all bytes were written; read_all(): whether all were read. */
bool write_all(int fd, const void *from, size_t bytes)
{
    const char *at = static_cast<const char *>(from);

    while (bytes != 0) {
        const ssize_t n = write(fd, at, bytes);
        if (n < 0 && errno != EINTR)
            return false;
        at += n < 0 ? 0 : n;
        bytes -= static_cast<size_t>(n < 0 ? 0 : n);
    }
    return true;
}

bool read_all(int fd, void *to, size_t bytes)
{
    char *at = static_cast<char *>(to);

    while (bytes != 0) {
        const ssize_t n = read(fd, at, bytes);
        if (n == 0 || (n < 0 && errno != EINTR))
            return false;
        at += n < 0 ? 0 : n;
        bytes -= static_cast<size_t>(n < 0 ? 0 : n);
    }
    return true;
}

/* The options of the same run, but without files and to the end of its test. */
Options bare(Options options)
{
    for (std::string Options::*file :
         {&Options::dir, &Options::log, &Options::waves, &Options::records, &Options::covers,
          &Options::bins, &Options::population})
        (options.*file).clear();
    options.until = 0;
    options.only_ops = IndexList();
    options.first_finding = options.keep = false;
    return options;
}

/* Write the views to the pipe. Runs in the other process. */
bool tell_views(int fd, const std::vector<std::unique_ptr<Spu>> &spus)
{
    bool told = true;

    for (const std::unique_ptr<Spu> &spu : spus) {
        const std::vector<PeView> &views = spu->steps().told();
        const size_t n = views.size();

        told =
            told && write_all(fd, &n, sizeof n) && write_all(fd, views.data(), n * sizeof(PeView));
    }
    return told;
}

/* Write the number of episodes to the pipe; UINT64_MAX, for unknown, if a session ended early. */
bool tell_episodes(int fd, const std::vector<std::unique_ptr<Spu>> &spus)
{
    uint64_t most = 0;

    for (const std::unique_ptr<Spu> &spu : spus)
        most = std::max(most, spu->fails() ? UINT64_MAX : spu->episodes());
    return write_all(fd, &most, sizeof most);
}

/* Make the process silent, and let it end with its parent. The parent may have ended before the
 * prctl(); then end at once. */
void settle(pid_t parent)
{
    const int null = open("/dev/null", O_WRONLY);

    if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0 || getppid() != parent || null < 0 ||
        dup2(null, STDOUT_FILENO) < 0 || dup2(null, STDERR_FILENO) < 0)
        _exit(1);
}

[[noreturn]] void play_and_tell(int fd, const Options &options, const Weights &weights, Tell tell)
{
    try {
        SparseMemory storage;
        std::vector<std::unique_ptr<Spu>> spus;

        for (unsigned i = 0; i < options.spus; i++)
            spus.push_back(std::make_unique<Spu>(i, options, weights, storage, nullptr));
        sc_core::sc_start();
        _exit(tell(fd, spus) ? 0 : 1); // the parent closes memory, waves and sessions
    } catch (...) {                    // the parent fails the same way, and says so
        _exit(1);
    }
}

Other start(const char *option, const Options &options, const Weights &weights, Tell tell)
{
    int fds[2];

    if (pipe2(fds, O_CLOEXEC) != 0)
        throw RunError(exit_internal, std::string(option) + ": no pipe");
    const pid_t parent = getpid(), child = fork();

    if (child < 0)
        throw RunError(exit_internal, std::string(option) + ": no process for the whole run");
    if (child == 0) {
        settle(parent);
        play_and_tell(fds[1], bare(options), weights, tell);
    }
    close(fds[1]);
    return {child, fds[0]};
}

void end(const Other &other)
{
    close(other.fd);
    while (waitpid(other.pid, nullptr, 0) < 0 && errno == EINTR)
        ;
}

std::vector<std::vector<PeView>> take(int fd, uint64_t spus)
{
    std::vector<std::vector<PeView>> all;
    size_t n = 0;

    while (all.size() < spus && read_all(fd, &n, sizeof n)) {
        all.emplace_back(n);
        if (!read_all(fd, all.back().data(), n * sizeof(PeView)))
            return {};
    }
    return all.size() == spus ? all : std::vector<std::vector<PeView>>();
}

} // namespace

std::vector<std::vector<PeView>> play_whole(const Options &options, const Weights &weights)
{
    const Other other = start("--steps", options, weights, tell_views);
    std::vector<std::vector<PeView>> views = take(other.fd, options.spus);

    end(other);
    return views;
}

uint64_t count_episodes(const Options &options, const Weights &weights)
{
    Options all = options;
    uint64_t n = UINT64_MAX;

    all.end_episode = options.episodes.last();
    all.episodes = all.actions = IndexList();
    const Other other = start("--episodes", all, weights, tell_episodes);

    if (!read_all(other.fd, &n, sizeof n))
        n = UINT64_MAX;
    end(other);
    return n;
}

} // namespace tb
