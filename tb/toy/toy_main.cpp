// SPDX-License-Identifier: Apache-2.0
//
// Runs the toy bench and ends the process with the status of the scoreboard. Verilator's own main
// would always return 0, and would end without a verdict when an assertion of the tap fails.

#include "Vtoy_bench.h"
#include "spe_dpi.h"
#include "verilated.h"

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <set>
#include <string>

#if VM_TRACE
#include "verilated_fst_c.h"
#endif

struct Argument {
    const char *name;
    bool number;
    unsigned long long min, max;
};

static const Argument arguments[] = {
    {"+seed=", true, 0, UINT32_MAX},
    {"+phases=", true, 1, 1000},
    {"+break=", true, 0, 7},
    {"+spe_config=", false, 0, 0},
    {"+spe_log=", false, 0, 0},
    {"+spe_name=", false, 0, 0},
    {"+spe_taps=", false, 0, 0},
    {"+spe_dir=", false, 0, 0},
    {"+spe_keep", false, 0, 0},
    {"+verilator+", false, 0, 0},
#if VM_TRACE
    {"+waves=", false, 0, 0},
    {"+waves_from=", true, 0, UINT32_MAX},
    {"+waves_to=", true, 0, UINT32_MAX},
#endif
};

static bool in_range(const Argument &a, const char *text)
{
    char *end = nullptr;
    const unsigned long long value = std::strtoull(text, &end, 10);

    return *text >= '0' && *text <= '9' && *end == '\0' && value >= a.min && value <= a.max;
}

/* $value$plusargs reads as much of a number as it can, and a plusarg with a wrong name is never
 * read. */
static std::string complaint(const char *arg, std::set<std::string> &given)
{
    for (const Argument &a : arguments) {
        if (std::strncmp(arg, a.name, std::strlen(a.name)) != 0)
            continue;
        if (a.number && !in_range(a, arg + std::strlen(a.name)))
            return "a number from " + std::to_string(a.min) + " to " + std::to_string(a.max) +
                   " is needed";
        const bool first = given.insert(a.name).second;
        return first || std::strcmp(a.name, "+verilator+") == 0 ? "" : "given twice";
    }
    return "unknown argument";
}

static bool good(int argc, char **argv)
{
    std::set<std::string> given;

    for (int i = 1; i < argc; i++) {
        const std::string why = complaint(argv[i], given);

        if (!why.empty()) {
            std::fprintf(stderr, "toy: %s: %s\n", argv[i], why.c_str());
            return false;
        }
    }
    return true;
}

/* Writes an FST of the cycles +waves_from=N to +waves_to=N with +waves=FILE, in a build that has it
 * (build.sh BUILD waves). */
struct Waves {
#if VM_TRACE
    Waves(VerilatedContext &context, Vtoy_bench &top)
        : from_(value(context, "waves_from=", 0)), to_(value(context, "waves_to=", UINT32_MAX))
    {
        const char *given = context.commandArgsPlusMatch("waves=");

        if (*given == '\0')
            return;
        context.traceEverOn(true);
        top.trace(&fst_, 99);
        fst_.open(given + std::strlen("+waves="));
        if (!fst_.isOpen()) {
            std::fprintf(stderr, "toy: %s: cannot be written\n", given);
            std::exit(4);
        }
    }

    void dump(uint64_t time)
    {
        if (fst_.isOpen() && time / cycle_ps >= from_ && time / cycle_ps <= to_)
            fst_.dump(time);
    }

    ~Waves()
    {
        fst_.close();
    }

  private:
    static uint64_t value(VerilatedContext &context, const char *name, uint64_t otherwise)
    {
        const std::string given = context.commandArgsPlusMatch(name);

        return given.empty() ? otherwise : std::stoull(given.substr(1 + std::strlen(name)));
    }

    static constexpr uint64_t cycle_ps = 10000; // as in toy_bench.sv
    uint64_t from_, to_;
    VerilatedFstC fst_;
#else
    Waves(VerilatedContext &, Vtoy_bench &)
    {
    }

    void dump(uint64_t)
    {
    }
#endif
};

/* $stop, $error and failed assertions fail the run; they have already printed their message. */
void vl_stop(const char *, int, const char *)
{
    spe_dpi_fail(1, "the simulator stopped at an error");
    Verilated::threadContextp()->gotFinish(true);
}

int main(int argc, char **argv)
{
    if (!good(argc, argv))
        return 2;
    auto context = std::make_unique<VerilatedContext>();
    context->commandArgs(argc, argv);
    auto top = std::make_unique<Vtoy_bench>(context.get());
    Waves waves(*context, *top);
    while (!context->gotFinish()) {
        top->eval();
        waves.dump(context->time());
        if (!top->eventsPending())
            break;
        context->time(top->nextTimeSlot());
    }
    top->final();
    return spe_dpi_status();
}
