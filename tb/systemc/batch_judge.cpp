// SPDX-License-Identifier: Apache-2.0
#include "batch.hpp"

#include <csignal>
#include <cstring>
#include <fstream>
#include <sys/wait.h>

#include "options.hpp"
#include "unpredictable.hpp"

namespace tb
{
namespace
{

std::string first_line_of(const std::string &file)
{
    std::ifstream in(file, std::ios::binary);
    std::string line;

    std::getline(in, line);
    return line;
}

bool has_line(const std::string &file, const regex_t &expression)
{
    std::ifstream in(file, std::ios::binary);

    for (std::string line; std::getline(in, line);) {
        if (regexec(&expression, line.c_str(), 0, nullptr, 0) == 0)
            return true;
    }
    return false;
}

bool says(const Output &output, const std::string &pattern)
{
    regex_t expression;

    if (regcomp(&expression, pattern.c_str(), REG_EXTENDED | REG_NOSUB) != 0)
        return false;
    const bool found = has_line(output.err, expression) || has_line(output.out, expression);

    regfree(&expression);
    return found;
}

bool begins(const std::string &text, const char *with)
{
    return text.compare(0, std::strlen(with), with) == 0;
}

/* The lines of the verdict on stdout; `result` gets the last line if that is RESULT. */
std::string verdict_of(const std::string &file, std::string &result)
{
    std::ifstream in(file, std::ios::binary);
    std::string text;

    for (std::string line; std::getline(in, line);) {
        result = begins(line, "RESULT ") ? line : "";
        if (begins(line, "why: ") || begins(line, "RESULT "))
            text += "  " + line + "\n";
    }
    return text;
}

/* The choices that the run named on stderr. */
std::string unpredictable_of(const std::string &file)
{
    std::ifstream in(file, std::ios::binary);

    for (std::string line; std::getline(in, line);) {
        if (begins(line, unpredictable_mark))
            return line.substr(std::strlen(unpredictable_mark));
    }
    return "";
}

bool holds(const std::string &text, const char *part)
{
    return text.find(part) != std::string::npos;
}

/* The name of a signal; the C library has none for a real-time signal. */
std::string name_of(int number)
{
    const char *name = sigabbrev_np(number);

    return name != nullptr ? std::string("SIG") + name : "signal " + std::to_string(number);
}

/* Why a run did not end by itself. */
std::string why_killed(const Outcome &outcome, const Limits &limits)
{
    const int number = WTERMSIG(outcome.wait_status);

    if (outcome.signal != 0)
        return "stopped by " + name_of(outcome.signal);
    if (outcome.stalled)
        return "stalled: no processor time used in " + std::to_string(limits.stall_seconds) +
               " s (--stall)";
    if (number == SIGXCPU || (number == SIGKILL && outcome.cpu_ms >= limits.cpu_seconds * 1000))
        return "no end after " + std::to_string(limits.cpu_seconds) +
               " s of processor time (--cpu)";
    if (number == SIGKILL)
        return "killed (out of memory?)";
    return "ended by " + name_of(number);
}

/* Why the launcher has ended another program; empty if the status is the program's own. */
std::string why_launched(const Output &output, int status)
{
    static const char mark[] = "launch: ended: ";
    constexpr int limit_reached = 124, by_signal = 128;
    std::ifstream in(output.err, std::ios::binary);

    if (status > by_signal)
        return "ended by " + name_of(status - by_signal);
    for (std::string line; status == limit_reached && std::getline(in, line);) {
        if (begins(line, mark))
            return line.substr(std::strlen(mark));
    }
    return "";
}

/* What is wrong with a run that ended by itself; empty: nothing. */
std::string why_wrong(const Row &row, const Output &output, int status, const std::string &result,
                      const Limits &limits)
{
    const std::string memory = "out of memory: --memory " + std::to_string(limits.memory_mib);

    if (limits.memory_mib != 0 && status == exit_internal &&
        says(output,
             "out of memory|bad_alloc|Cannot allocate memory")) // messages of failed allocations
        return memory;
    const std::string launched = row.foreign ? why_launched(output, status) : "";
    if (!launched.empty())
        return launched;
    if (status != row.expected)
        return "status " + std::to_string(status) + ", expected " + std::to_string(row.expected);
    if (result.empty() && row.expected != exit_usage)
        return "no verdict (status " + std::to_string(status) + ")";
    if (!row.reason.empty() && !says(output, row.reason))
        return "status " + std::to_string(status) +
               ", but not for the reason expected: " + row.reason;
    if (row.expected == 0 && (!begins(result, "RESULT PASS ") || !holds(result, " mismatches=0 ") ||
                              holds(result, " checks=0 ")))
        return "status 0 without a clean RESULT PASS";
    return "";
}

} // namespace

Judgement judge_run(const Row &row, const Output &output, const Outcome &outcome,
                    const Limits &limits)
{
    Judgement judgement;

    judgement.finding = first_line_of(output.findings);
    judgement.verdict = verdict_of(output.out, judgement.result);
    judgement.unpredictable = unpredictable_of(output.err);
    if (outcome.signal != 0 || !WIFEXITED(outcome.wait_status))
        judgement.why = why_killed(outcome, limits);
    else
        judgement.why =
            why_wrong(row, output, WEXITSTATUS(outcome.wait_status), judgement.result, limits);
    return judgement;
}

} // namespace tb
