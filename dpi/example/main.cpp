// SPDX-License-Identifier: Apache-2.0
//
// Runs the bench and ends the process with the status of the scoreboard; Verilator's own main
// would return 0 whatever was found, and end without a verdict when an assertion of the tap fails.

#include "Vmini_bench.h"
#include "spe_dpi.h"
#include "verilated.h"

#include <memory>

/* $stop, $error and failed assertions, which have printed themselves: the run fails. */
void vl_stop(const char *, int, const char *)
{
    spe_dpi_fail(1, "the simulator stopped at an error");
    Verilated::threadContextp()->gotFinish(true);
}

int main(int argc, char **argv)
{
    auto context = std::make_unique<VerilatedContext>();
    context->commandArgs(argc, argv);
    auto top = std::make_unique<Vmini_bench>(context.get());
    while (!context->gotFinish()) {
        top->eval();
        if (!top->eventsPending())
            break;
        context->time(top->nextTimeSlot());
    }
    top->final();
    return spe_dpi_status();
}
