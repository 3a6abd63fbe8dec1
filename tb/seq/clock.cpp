// SPDX-License-Identifier: Apache-2.0
//
// Stopped clocks, and threads that cannot issue (DDI 0586A 2.8), with samples in flight.

#include "driver.hpp"
#include "registry.hpp"

namespace tb
{
namespace
{

constexpr uint64_t base = Driver::default_va;

void prepare(Driver &driver)
{
    driver.map(base, 4);
    driver.place(base, base + 4 * 4096);
}

void clock_stop(Seq &seq)
{
    Driver driver(seq);

    prepare(driver);
    driver.start();
    for (unsigned i = 0; i < 60; i++) {
        seq.run_samples(1, 2000);
        seq.idle(tb_rng_below(&seq.rng, 30));
        seq.bench.stop_clock(1 + tb_rng_below(&seq.rng, 5000));
        seq.idle(tb_rng_below(&seq.rng, 30));
        if (seq.bench.pe.irq())
            driver.service();
        seq.context(driver.user());
    }
    seq.drain_life();
    driver.stop();
    seq.require(&spe_totals::samples, "samples", 20);
    seq.require(&spe_totals::records, "records", 10);
}

/* Cycles with thread_active_i 0 do not count in latencies, wherever they fall in an operation's
 * life. */
void wfi(Seq &seq)
{
    Driver driver(seq);
    PeAgent &pe = seq.bench.pe;

    prepare(driver);
    driver.start();
    for (unsigned i = 0; i < 60; i++) {
        seq.run_samples(1, 2000);
        for (unsigned k = 0; k < 6; k++) {
            pe.set_thread_active(false);
            seq.idle(1 + tb_rng_below(&seq.rng, 9));
            pe.set_thread_active(true);
            seq.idle(1 + tb_rng_below(&seq.rng, 9));
        }
        if (pe.irq())
            driver.service();
        seq.context(driver.user());
    }
    seq.drain_life();
    driver.stop();
    seq.require(&spe_totals::samples, "samples", 20);
    seq.require(&spe_totals::records, "records", 10);
}

/* The whole life of the sample passes while the thread is idle. */
void wfi_whole(Seq &seq)
{
    Driver driver(seq);

    prepare(driver);
    for (unsigned i = 0; i < 20; i++) {
        driver.program(1);
        driver.enable(driver.user());
        seq.run_samples(1, 100);
        seq.bench.pe.set_thread_active(false);
        seq.drain_life();
        seq.idle(i);
        seq.bench.pe.set_thread_active(true);
        driver.stop();
        driver.place(base, driver.limit);
    }
    seq.require(&spe_totals::samples, "samples", 20);
}

const TestCase cases[] = {
    {"clock_stop", "the clock stands still with samples in flight", nullptr, clock_stop},
    {"wfi", "the thread is idle now and then with samples in flight", nullptr, wfi},
    {"wfi_whole", "the thread is idle until the sampled operation has ended", nullptr, wfi_whole},
};

} // namespace

const TestList clock_tests = list_of(cases);

} // namespace tb
