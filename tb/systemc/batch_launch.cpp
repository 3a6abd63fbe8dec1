// SPDX-License-Identifier: Apache-2.0
#include "batch.hpp"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fcntl.h>
#include <filesystem>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <systemc>
#include <unistd.h>

#include "options.hpp"

extern "C" [[gnu::weak]] void __gcov_dump(); // only builds that count lines have this

namespace tb
{
namespace
{

constexpr uint64_t look_ms = 1000;   ///< interval between two looks at a run
constexpr uint64_t grace_ms = 10000; ///< between SIGTERM and SIGKILL
constexpr rlim_t cpu_grace = 5;      ///< seconds between SIGXCPU and SIGKILL

uint64_t now_ms()
{
    return static_cast<uint64_t>(std::chrono::duration_cast<std::chrono::milliseconds>(
                                     std::chrono::steady_clock::now().time_since_epoch())
                                     .count());
}

/* Processor time that the child has used, in ns; 0 if it cannot be read. */
uint64_t cpu_of(pid_t child)
{
    clockid_t clock;
    struct timespec t;

    if (clock_getcpuclockid(child, &clock) != 0 || clock_gettime(clock, &t) != 0)
        return 0;
    return static_cast<uint64_t>(t.tv_sec) * 1000000000u + static_cast<uint64_t>(t.tv_nsec);
}

uint64_t ms_of(const struct timeval &t)
{
    return static_cast<uint64_t>(t.tv_sec) * 1000u + static_cast<uint64_t>(t.tv_usec) / 1000u;
}

[[noreturn]] void give_up(const std::string &what)
{
    std::fprintf(stderr, "spu_sim: %s: %s\n", what.c_str(), std::strerror(errno));
    _exit(exit_internal);
}

void redirect(const std::string &file, int fd)
{
    const int to = open(file.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);

    if (to < 0 || dup2(to, fd) < 0)
        give_up(file);
    close(to);
}

/* Empty a file in memory for the next run. */
void rewind(int fd)
{
    if (ftruncate(fd, 0) != 0 || lseek(fd, 0, SEEK_SET) != 0)
        throw RunError(exit_internal, std::string("output in memory: ") + std::strerror(errno));
}

std::string beside_this(const char *file)
{
    std::error_code error;
    const std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe", error);

    return (self.parent_path() / file).lexically_normal().string();
}

/* The path by which a file in memory is read. */
std::string path_of(int fd)
{
    return "/proc/self/fd/" + std::to_string(fd);
}

void limit(decltype(RLIMIT_CPU) resource, rlim_t soft, rlim_t hard)
{
    struct rlimit now;

    if (getrlimit(resource, &now) != 0)
        give_up("getrlimit");
    const struct rlimit set = {std::min(soft, now.rlim_max), std::min(hard, now.rlim_max)};
    if (setrlimit(resource, &set) != 0)
        give_up("setrlimit");
}

/* End the child without destructors: flush the output, but free no memory. With the address
 * sanitizer, call exit(), which looks for leaks. */
[[noreturn]] void leave(int status)
{
#ifdef __SANITIZE_ADDRESS__
    std::exit(status);
#else
    std::fflush(nullptr);
    if (__gcov_dump != nullptr)
        __gcov_dump();
    _exit(status);
#endif
}

} // namespace

Launcher::Launcher(std::string program, const Limits &limits)
    : program_(std::move(program)), limits_(limits), launch_(beside_this("../bin/launch")),
      cpu_(std::to_string(limits.cpu_seconds)), stall_(std::to_string(limits.stall_seconds))
{
    struct sigaction old = {};

    std::signal(SIGCHLD, SIG_DFL); // with SIG_IGN, from a parent, no child could be waited for
    sigemptyset(&held_);
    for (const int number : {SIGCHLD, SIGTERM, SIGINT})
        sigaddset(&held_, number);
    if (sigaction(SIGHUP, nullptr, &old) == 0 && old.sa_handler != SIG_IGN) // as nohup does
        sigaddset(&held_, SIGHUP);
    sigprocmask(SIG_BLOCK, &held_, &before_);
    for (int &fd : memory_) {
        fd = memfd_create("output", MFD_CLOEXEC);
        if (fd < 0)
            throw RunError(exit_internal, std::string("output in memory: ") + std::strerror(errno));
    }
}

Launcher::~Launcher()
{
    for (const int fd : memory_)
        close(fd);
    sigprocmask(SIG_SETMASK, &before_, nullptr);
}

std::vector<const char *> Launcher::command(const Row &row) const
{
    return row.foreign ? words(row, nullptr, nullptr) : words(row, "--dir", row.dir.c_str());
}

void Launcher::need_others() const
{
    if (access(launch_.c_str(), X_OK) != 0)
        throw RunError(exit_internal, launch_ + ", which starts commands: " + std::strerror(errno));
}

std::vector<const char *> Launcher::words(const Row &row, const char *option,
                                          const char *place) const
{
    std::vector<const char *> words = {row.foreign ? "env" : program_.c_str()};

    for (const std::string &word : row.options)
        words.push_back(word.c_str());
    words.push_back(option);
    if (option != nullptr)
        words.insert(words.end(), {place, nullptr});
    return words;
}

Output Launcher::output(const Row &row, Files files) const
{
    if (files == Files::bins)
        return {path_of(memory_[0]), path_of(memory_[1]), ""};
    return {row.dir + "/stdout", row.dir + "/stderr", row.dir + "/findings.txt"};
}

void Launcher::redirect_output(const Row &row, Files files) const
{
    if (files == Files::all) {
        redirect(row.dir + "/stdout", STDOUT_FILENO);
        redirect(row.dir + "/stderr", STDERR_FILENO);
    } else if (dup2(memory_[0], STDOUT_FILENO) < 0 || dup2(memory_[1], STDERR_FILENO) < 0) {
        give_up("output in memory");
    }
}

/* For another program, the launcher counts the processor time, that of its children included. */
void Launcher::limit_self(const Row &row) const
{
    limit(RLIMIT_CORE, 0, 0);
    if (!row.foreign)
        limit(RLIMIT_CPU, limits_.cpu_seconds, limits_.cpu_seconds + cpu_grace);
    if (limits_.memory_mib != 0)
        limit(RLIMIT_AS, limits_.memory_mib << 20, limits_.memory_mib << 20);
}

/* Start another program under the launcher. However the batch ends, the launcher ends all that the
 * program has started. */
void Launcher::become_other(const Row &row) const
{
    std::vector<const char *> argv = {launch_.c_str(), "--cpu", cpu_.c_str(), "--stall",
                                      stall_.c_str()};
    const std::vector<const char *> words = command(row);

    argv.insert(argv.end(), words.begin(), words.end());
    std::signal(SIGPIPE, SIG_DFL);
    std::signal(SIGXFSZ, SIG_DFL);
    unsetenv("JOB_CPU");
    unsetenv("JOB_STALL");
    execv(argv[0], const_cast<char **>(argv.data()));
    give_up(launch_);
}

/* Runs in the child. Whatever ends the batch also ends the run. */
void Launcher::become(const Row &row, Files files, pid_t parent) const
{
    const std::string bins = row.dir + "/bins";
    std::vector<const char *> argv =
        files == Files::all ? command(row) : words(row, "--bins", bins.c_str());

    redirect_output(row, files);
    if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0 || getppid() != parent)
        _exit(exit_internal);
    limit_self(row);
    sigprocmask(SIG_SETMASK, &before_, nullptr);
    if (row.foreign)
        become_other(row);
    leave(sc_core::sc_elab_and_sim(static_cast<int>(argv.size() - 1),
                                   const_cast<char **>(argv.data())));
}

Outcome Launcher::wait_for(pid_t child) const
{
    const uint64_t begin = now_ms();
    uint64_t used = 0, idle = 0, seen = begin, asked = 0;
    struct rusage usage;
    Outcome outcome;

    for (;;) {
        const struct timespec look = {look_ms / 1000, 0};

        if (wait4(child, &outcome.wait_status, WNOHANG, &usage) == child)
            break;
        const int number = sigtimedwait(&held_, nullptr, &look);
        const uint64_t now = now_ms();
        if (number > 0 && number != SIGCHLD && asked == 0) {
            outcome.signal = number;
            asked = now;
            kill(child, SIGTERM);
        }
        const uint64_t cpu = cpu_of(child);
        // do not count time in which this process could not look either (stopped, asleep)
        idle = cpu != used ? 0 : idle + std::min(now - seen, look_ms);
        seen = now;
        used = cpu;
        outcome.stalled = outcome.stalled || idle >= limits_.stall_seconds * 1000;
        if (outcome.stalled || (asked != 0 && now - asked >= grace_ms))
            kill(child, SIGKILL);
    }
    outcome.cpu_ms = ms_of(usage.ru_utime) + ms_of(usage.ru_stime);
    outcome.wall_ms = now_ms() - begin;
    return outcome;
}

Outcome Launcher::run(const Row &row, Files files)
{
    const pid_t parent = getpid();

    for (const int fd : memory_)
        rewind(fd);
    std::fflush(nullptr); // the child would write the buffered text a second time
    const pid_t child = fork();
    if (child < 0)
        throw RunError(exit_internal, std::string("no process: ") + std::strerror(errno));
    if (child == 0)
        become(row, files, parent);
    return wait_for(child);
}

} // namespace tb
