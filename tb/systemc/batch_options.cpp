// SPDX-License-Identifier: Apache-2.0
#include "batch.hpp"
#include "options.hpp"

namespace tb
{
namespace
{

uint64_t positive(const char *name, const char *text)
{
    constexpr uint64_t most = 1000000000;
    const uint64_t value = parse_number(name, text);

    if (value == 0 || value > most)
        throw RunError(exit_usage, std::string(name) + " must be 1 to " + std::to_string(most));
    return value;
}

bool take_flag(BatchOptions &o, const std::string &name)
{
    if (name == "--prune")
        return o.prune = true;
    if (name == "--resume")
        return o.resume = true;
    return false;
}

bool take_value(BatchOptions &o, const std::string &name, const char *value)
{
    static const struct {
        const char *name;
        uint64_t Limits::*field;
    } numbers[] = {{"--cpu", &Limits::cpu_seconds},
                   {"--memory", &Limits::memory_mib},
                   {"--stall", &Limits::stall_seconds}};

    for (const auto &number : numbers) {
        if (name == number.name) {
            o.limits.*number.field = positive(number.name, value);
            return true;
        }
    }
    static const struct {
        const char *name;
        std::string BatchOptions::*field;
    } files[] = {{"--batch", &BatchOptions::rows},
                 {"--results", &BatchOptions::results},
                 {"--stop", &BatchOptions::stop}};
    for (const auto &file : files) {
        if (name == file.name) {
            o.*file.field = value;
            return true;
        }
    }
    return false;
}

} // namespace

BatchOptions parse_batch(int argc, char **argv)
{
    BatchOptions o;

    for (int i = 1; i < argc; i++) {
        const std::string name = argv[i];

        if (take_flag(o, name))
            continue;
        if (i + 1 == argc || argv[i + 1][0] == '\0')
            throw RunError(exit_usage, name + " needs a value");
        if (!take_value(o, name, argv[++i]))
            throw RunError(exit_usage, "unknown option '" + name + "' beside --batch");
    }
    if (o.results.empty())
        throw RunError(exit_usage, "--batch needs --results FILE");
    return o;
}

} // namespace tb
