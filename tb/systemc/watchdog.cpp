// SPDX-License-Identifier: Apache-2.0
#include "watchdog.hpp"

#include <algorithm>
#include <cstdio>
#include <string>
#include <unistd.h>

#include "options.hpp"

namespace tb
{
namespace
{

constexpr uint64_t report_cycles = 1u << 18;

} // namespace

volatile std::sig_atomic_t Watchdog::signal_ = 0;

void Watchdog::catch_signals()
{
    struct sigaction keep = {}, kill = {}, old = {};

    /* timeout(1) signals the process and then its group: only a signal one second later kills. */
    keep.sa_handler = [](int number) {
        signal_ = number;
        alarm(1);
    };
    kill.sa_handler = [](int) {
        for (const int number : {SIGTERM, SIGINT, SIGHUP})
            std::signal(number, SIG_DFL);
    };
    kill.sa_flags = SA_RESTART;
    sigaction(SIGALRM, &kill, nullptr);
    sigaction(SIGTERM, &keep, nullptr); // no SA_RESTART: a signal also ends a wait for a file
    sigaction(SIGINT, &keep, nullptr);
    if (sigaction(SIGHUP, nullptr, &old) == 0 && old.sa_handler != SIG_IGN) // nohup
        sigaction(SIGHUP, &keep, nullptr);
}

Watchdog::Watchdog(uint64_t max_cycles)
    : max_cycles_(max_cycles), next_(std::min(report_cycles, max_cycles)),
      terminal_(isatty(STDERR_FILENO) != 0)
{
}

Watchdog::~Watchdog()
{
    if (reported_)
        std::fputc('\n', stderr);
}

void Watchdog::act(uint64_t cycle, uint64_t ops)
{
    if (signal_ != 0)
        throw RunError(exit_timeout, "stopped by signal " + std::to_string(signal_) + " at cycle " +
                                         std::to_string(cycle));
    if (cycle >= max_cycles_)
        throw RunError(exit_timeout, "no end after " + std::to_string(cycle) + " cycles");
    next_ = std::min(cycle + report_cycles, max_cycles_);
    if (!terminal_)
        return;
    reported_ = true;
    std::fprintf(stderr, "\rcycle %llu, %llu operations", static_cast<unsigned long long>(cycle),
                 static_cast<unsigned long long>(ops));
}

void Watchdog::waiting(uint64_t cycle, uint64_t since, const char *what)
{
    if (cycle - since > hang_cycles)
        throw RunError(exit_timeout, std::string("hang: ") + what + " has not come in " +
                                         std::to_string(hang_cycles) + " cycles, at cycle " +
                                         std::to_string(cycle));
}

} // namespace tb
