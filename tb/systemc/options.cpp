// SPDX-License-Identifier: Apache-2.0
#include "options.hpp"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <set>

#include "rng.h"
#include "spe/model.h"

namespace tb
{
namespace
{

constexpr uint64_t seeds_end = UINT64_C(1) << 63; ///< the seeds of runs are below it

struct TextOption {
    const char *name;
    std::string Options::*field;
};

struct NumberOption {
    const char *name;
    uint64_t Options::*field;
};

struct FlagOption {
    const char *name;
    bool Options::*field;
};

const TextOption text_options[] = {
    {"--config", &Options::config},         {"--test", &Options::test},
    {"--trace", &Options::trace},           {"--log", &Options::log},
    {"--waves", &Options::waves},           {"--records", &Options::records},
    {"--covers", &Options::covers},         {"--bins", &Options::bins},
    {"--plusarg", &Options::plusarg},       {"--dir", &Options::dir},
    {"--weights", &Options::weights},       {"--weights-hash", &Options::weights_hash},
    {"--population", &Options::population}, {"--settings", &Options::settings},
};

struct ListOption {
    const char *name;
    IndexList Options::*field;
};

const ListOption list_options[] = {
    {"--episodes", &Options::episodes},
    {"--actions", &Options::actions},
    {"--steps", &Options::steps},
    {"--only-ops", &Options::only_ops},
};

const NumberOption number_options[] = {
    {"--seed", &Options::seed},         {"--poison-seed", &Options::poison_seed},
    {"--ops", &Options::ops},           {"--spus", &Options::spus},
    {"--taps", &Options::taps},         {"--max-cycles", &Options::max_cycles},
    {"--until", &Options::until},       {"--waves-from", &Options::waves_from},
    {"--waves-to", &Options::waves_to},
};

const FlagOption flag_options[] = {
    {"--keep", &Options::keep},
    {"--list", &Options::list},
    {"--checks", &Options::checks},
    {"--print-streams", &Options::print_streams},
    {"--help", &Options::help},
    {"--first-finding", &Options::first_finding},
    {"--print-steps", &Options::print_steps},
    {"--races", &Options::races},
};

const char usage[] =
    "usage: spu_sim --config FILE --test NAME [--seed N] [options]\n"
    "       spu_sim --batch ROWS --results FILE [limits]\n"
    "  --list             print the tests (with --config: those that apply to it)\n"
    "  --trace FILE       operation trace, for the test 'trace'\n"
    "  --ops N            operations to play, where the test has a free length\n"
    "  --weights FILE     of the test 'random': weights and limits of its draws, as in\n"
    "                     tb/seq/random/weights.tsv, which is built in\n"
    "  --weights-hash H   refuse weights that have another hash; a run's command names it\n"
    "  --races            of the test 'random': what must fall into one cycle is drawn, too\n"
    "  --episodes LIST    of the test 'random': play these episodes alone, as 0,3-5\n"
    "  --actions LIST     of each episode: play these actions alone\n"
    "  --settings LIST    of each episode: draw these settings alone, as memory,filters, or none;\n"
    "                     the others are plain (tb/seq/random/settings.cpp lists them)\n"
    "  --print-streams    print which draws each of them has made, on stderr\n"
    "  --steps LIST       of any test: play these steps alone, as 0-14,203; they are its calls of "
    "the\n"
    "                     sequences that take time: operations, register accesses, barriers,\n"
    "                     contexts, resets. What the test wanted to show is not judged\n"
    "  --only-ops LIST    of the operations of these steps, numbered from 0 as they come, show "
    "the\n"
    "                     SPU these alone, as 1500-1503; what the test wanted is not judged\n"
    "  --print-steps      print each step that is played, on stderr\n"
    "  --spus N           that many SPUs in one process on one memory (1 to 4)\n"
    "  --max-cycles N     give up after N cycles (exit status 3)\n"
    "  --until N          the test is over with cycle N: what is on its way ends, PSB CSYNC and\n"
    "                     DSB; what the test wanted to show is not judged\n"
    "  --first-finding    end the run soon after its first finding (exit status 1)\n"
    "  --poison-seed N    seed of reset values and invalid payloads (default: the seed)\n"
    "  --dir DIR          all that the run leaves, in files of fixed names: config.cfg,\n"
    "                     command, findings.txt, findings.jsonl, txnlog, bins, covers,\n"
    "                     verdict; of the SPU n of several in DIR/spu<n>, the first in "
    "DIR.\n"
    "                     Options below name another place for one file\n"
    "  --keep             a run that passes leaves DIR/txnlog, too\n"
    "  --log FILE         write the transaction log\n"
    "  --records FILE     write the bytes that the SPU writes through the Profiling "
    "Buffer:\n"
    "                     those with a strobe of each beat of W whose address is taken, "
    "too,\n"
    "                     in the order of the beats; as many as bytes= says, also those of "
    "a\n"
    "                     burst that memory answers with an error. spe log --bytes writes "
    "the\n"
    "                     same from the log\n"
    "  --population FILE  write every operation that could have been sampled, for spe bias\n"
    "  --covers FILE      write how often each cover property was met, in Verilator's "
    "format\n"
    "  --bins FILE        write the functional coverage, for spe cover\n"
    "  --taps N           tap groups that are connected, a sum of SPE_TAP_*\n"
    "  --plusarg TEXT     +argument for the simulated design; of Verilator's own (+verilator+)\n"
    "                     noassert and rand+reset+0 (registers without reset begin with 0)\n"
    "                     alone: others hide what has failed; none of the monitors' (+spe_)\n"
    "  --checks           print how often each check was evaluated, on stderr\n"
    "  --waves FILE       FST file, of cycles --waves-from N to --waves-to N (trace build)\n"
    "many runs, each in a process of its own without the cost of a start:\n"
    "  --batch ROWS       lines of name, directory, expected status, reason, options, with\n"
    "                     tabs between them; # begins a remark. Each run leaves what --dir\n"
    "                     leaves, stdout and stderr in its directory. The reason (POSIX\n"
    "                     extended, - for none) must match a line of its output. In the place\n"
    "                     of options a command of the shell behind a !, for another program,\n"
    "                     which finds its directory in $SPE_DIR\n"
    "  --results FILE     append `PASS|FAIL passed failed skipped name cpu_ms wall_ms` for "
    "each\n"
    "  --prune            a run that passes leaves command, verdict, bins and unpredictable; one\n"
    "                     that fails is played again, with all its files\n"
    "  --resume           leave out what has a line of results\n"
    "  --stop FILE        begin no further run when that file is there\n"
    "  --cpu SECONDS      processor time that a run may take (default: 300)\n"
    "  --memory MIB       address space that it may take (default: any)\n"
    "  --stall SECONDS    end a run that has used no processor time for so long (300)\n"
    "                     status: 0 all as expected, 1 not, 2 bad list, 3 stopped, 4 other\n"
    "exit status: 0 pass, 1 mismatch or failed assertion of the SPU, 2 usage or "
    "configuration,\n             3 timeout, 4 environment or internal fault\n";

bool take_flag(Options &options, const char *name)
{
    for (const FlagOption &o : flag_options) {
        if (std::strcmp(name, o.name) == 0) {
            options.*o.field = true;
            return true;
        }
    }
    return false;
}

/* The value of an option. The next option in its place means that it is missing. */
const char *needed(const char *name, const char *value)
{
    if (value == nullptr || std::strncmp(value, "--", 2) == 0)
        throw RunError(exit_usage, std::string(name) + " needs a value");
    return value;
}

/* Take an option whose value is a number or a list of numbers. */
bool take_number(Options &options, const char *name, const char *value)
{
    for (const NumberOption &o : number_options) {
        if (std::strcmp(name, o.name) != 0)
            continue;
        options.*o.field = parse_number(name, needed(name, value));
        return true;
    }
    for (const ListOption &o : list_options) {
        if (std::strcmp(name, o.name) != 0)
            continue;
        options.*o.field = IndexList(name, needed(name, value));
        return true;
    }
    return false;
}

bool take_value(Options &options, const char *name, const char *value)
{
    for (const TextOption &o : text_options) {
        if (std::strcmp(name, o.name) != 0)
            continue;
        if (*needed(name, value) == '\0')
            throw RunError(exit_usage, std::string(name) + " needs a value");
        options.*o.field = value;
        return true;
    }
    return take_number(options, name, value);
}

/* Refuse Verilator's own arguments: they change what an assertion does, or where values come from.
 * If $stop were ignored, a run could pass although an assertion failed. Two arguments are
 * permitted: with noassert the verdict says off=sva, and rand+reset+0 serves to compare the waves
 * of two builds. */
void check_plusarg(const std::string &plusarg)
{
    if (!plusarg.empty() && plusarg[0] != '+')
        throw RunError(exit_usage, "--plusarg " + plusarg + " does not begin with +");
    if (plusarg.rfind("+spe_", 0) == 0)
        throw RunError(exit_usage,
                       "--plusarg " + plusarg +
                           ": the sessions of spu_sim take --dir, --log, --taps and --keep");
    if (plusarg.rfind("+verilator+", 0) == 0 && plusarg != "+verilator+noassert" &&
        plusarg != "+verilator+rand+reset+0")
        throw RunError(exit_usage, "--plusarg " + plusarg +
                                       ": of Verilator's arguments +verilator+noassert and "
                                       "+verilator+rand+reset+0 alone");
}

} // namespace

uint64_t parse_number(const char *name, const char *text)
{
    char *end = nullptr;

    errno = 0;
    const int base = text[0] == '0' && (text[1] | 0x20) == 'x' ? 16 : 10;
    const unsigned long long value = std::strtoull(text, &end, base);
    if (text[0] < '0' || text[0] > '9' || *end != '\0' || errno != 0)
        throw RunError(exit_usage,
                       std::string(name) + ": '" + text + "' is not a number from 0 to 2^64 - 1");
    return value;
}

Options parse_options(int argc, char **argv)
{
    Options options;
    std::set<std::string> given;

    options.command.assign(argv, argv + argc);
    for (int i = 1; i < argc; i++) {
        if (!given.insert(argv[i]).second)
            throw RunError(exit_usage, std::string(argv[i]) + " is given twice");
        if (take_flag(options, argv[i]))
            continue;
        if (!take_value(options, argv[i], i + 1 < argc ? argv[i + 1] : nullptr))
            throw RunError(exit_usage,
                           std::string("unknown option '") + argv[i] + "' (--help lists them)");
        if (std::strcmp(argv[i], "--ops") == 0 && options.ops == 0)
            throw RunError(exit_usage, "--ops must be at least 1");
        i++;
    }
    check_plusarg(options.plusarg);
    if (options.keep && options.dir.empty())
        throw RunError(exit_usage, "--keep needs --dir DIR");
    if (given.count("--poison-seed") == 0)
        options.poison_seed = options.seed;
    if (given.count("--taps") != 0 && (options.taps == 0 || options.taps > SPE_TAP_ALL))
        throw RunError(exit_usage, "--taps must be a sum of tap groups, 1 to 127");
    if (options.seed >= seeds_end)
        throw RunError(exit_usage, "--seed must be below 2^63");
    if (options.max_cycles == 0)
        throw RunError(exit_usage, "--max-cycles must be at least 1");
    if (given.count("--until") != 0 && options.until == 0)
        throw RunError(exit_usage, "--until must be at least 1");
    if (options.spus < 1 || options.spus > max_spus)
        throw RunError(exit_usage, "--spus must be 1 to " + std::to_string(max_spus));
    for (const char *name : {"--waves-from", "--waves-to"}) {
        if (options.waves.empty() && given.count(name) != 0)
            throw RunError(exit_usage, std::string(name) + " needs --waves FILE");
    }
    if (options.waves_to < options.waves_from)
        throw RunError(exit_usage, "--waves-to is before --waves-from");
    return options;
}

Options options_at_hand(int argc, char **argv)
{
    Options options;

    for (int i = 1; i < argc; i++) {
        if (take_flag(options, argv[i]) || i + 1 == argc)
            continue;
        for (const TextOption &o : text_options) {
            if (std::strcmp(argv[i], o.name) == 0)
                options.*o.field = argv[i + 1];
        }
    }
    return options;
}

std::string dir_of(const std::string &dir, unsigned index)
{
    return dir.empty() || index == 0 ? dir : dir + "/spu" + std::to_string(index);
}

std::string file_of(const std::string &name, unsigned index)
{
    return name.empty() || index == 0 ? name : name + ".spu" + std::to_string(index);
}

uint64_t seed_of(uint64_t seed, unsigned index)
{
    return index == 0 ? seed : seeds_end | tb_mix64(tb_mix64(seed) ^ index);
}

std::string place_of(const std::string &option, const std::string &dir, const char *name,
                     unsigned index)
{
    if (!option.empty() || dir.empty())
        return file_of(option, index);
    return dir_of(dir, index) + "/" + name;
}

const char *usage_text()
{
    return usage;
}

} // namespace tb
