// SPDX-License-Identifier: Apache-2.0
//
// Stopped clocks, and threads that cannot issue (DDI 0586A 2.8), with samples in flight.

#include "drive/driver.hpp"
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

/* The numbers of stops with a sample, record, response, translation or barrier in progress, and the
 * smallest numbers that the test accepts. */
struct UnderWay {
    unsigned live = 0, queued = 0, outstanding = 0, translation = 0, barrier = 0;
};
constexpr UnderWay least = {10, 5, 5, 2, 5};

void note(Seq &seq, UnderWay &found)
{
    const uint32_t states = seq.bench.states();

    found.live += (states & Bench::states_tag_live) != 0;
    found.queued += (states & Bench::states_queued) != 0;
    found.outstanding += seq.bench.axi.outstanding() != 0;
    found.translation += seq.bench.xlat.waiting();
    found.barrier += seq.bench.pe.psb_pending();
}

void expect_all(Seq &seq, const UnderWay &found)
{
    seq.expect(found.live >= least.live, "too few stops with a sample in flight");
    seq.expect(found.queued >= least.queued, "too few stops with a record queued");
    seq.expect(found.outstanding >= least.outstanding, "too few stops with a response outstanding");
    seq.expect(found.translation >= least.translation,
               "too few stops with a translation outstanding");
    seq.expect(found.barrier >= least.barrier, "too few stops with a barrier waiting");
}

bool enough(const UnderWay &found)
{
    return found.live >= least.live && found.queued >= least.queued &&
           found.outstanding >= least.outstanding && found.translation >= least.translation &&
           found.barrier >= least.barrier;
}

void stop_clock(Seq &seq)
{
    seq.stop_clock(1 + tb_rng_below(&seq.rng, tb_rng_percent(&seq.rng, 80) ? 20 : 3000));
}

void stop_thread(Seq &seq)
{
    seq.bench.pe.set_thread_active(false);
    seq.idle(1 + tb_rng_below(&seq.rng, 20));
    seq.bench.pe.set_thread_active(true);
}

/* Stop time now and then, while samples and records are in progress. */
void stop_often(Seq &seq, void (*stop)(Seq &))
{
    Driver driver(seq);
    UnderWay found;

    prepare(driver);
    seq.bench.axi.set_pressure({3, 3, 2, 40});
    seq.bench.xlat.set_latency(8, 60, 4);
    driver.start();
    for (unsigned i = 0; i < 80 || (!enough(found) && i < 800); i++) {
        seq.run_samples(1, 2000);
        if (i % 4 == 0)
            seq.bench.pe.request_psb();
        if (i % 2 == 1)
            seq.tlbi(); // so that the next record needs a translation
        for (unsigned k = 0; k < 6; k++) {
            seq.idle(tb_rng_below(&seq.rng, 24));
            note(seq, found);
            stop(seq);
        }
        if (seq.bench.pe.irq())
            driver.service();
        seq.context(driver.user());
    }
    seq.drain_life();
    driver.stop();
    expect_all(seq, found);
    seq.require(&spe_totals::samples, "samples", 20);
    seq.require(&spe_totals::records, "records", 10);
}

void clock_stop(Seq &seq)
{
    stop_often(seq, stop_clock);
}

/* The context changes while the clock stands still: profiling is on in the first cycle behind it,
 * then off, and on again. PMSICR_EL1 is loaded if it is zero, before the first lane (LN3). */
void clock_context(Seq &seq)
{
    constexpr unsigned rounds = 24;
    Driver driver(seq);

    prepare(driver);
    const Context on = driver.user(), off = driver.kernel();

    driver.settings.pmscr_el1 = driver.settings.pmscr_el2 = pmscr_all & ~pmscr_e1;
    for (unsigned i = 0; i < rounds; i++) {
        driver.program(i % 2 == 0 ? 0 : 1 + tb_rng_below(&seq.rng, 300));
        driver.enable(off); // where nothing is profiled
        seq.run(tb_rng_below(&seq.rng, 8));
        for (unsigned k = 0; k < 2; k++) {
            seq.stop_clock(1 + tb_rng_below(&seq.rng, 20), &on);
            seq.run(tb_rng_below(&seq.rng, 40));
            seq.stop_clock(1 + tb_rng_below(&seq.rng, 20), &off);
            seq.step_among_ops();
            seq.mrs(PMSICR_EL1);
            seq.run(tb_rng_below(&seq.rng, 8));
        }
        seq.stop_clock(1 + tb_rng_below(&seq.rng, 20), &on);
        seq.run_samples(1, 1000);
        seq.drain_life();
        driver.stop();
        driver.place(base, driver.limit);
    }
    seq.require(&spe_totals::samples, "samples", rounds);
    seq.require(&spe_totals::records, "records", rounds / 2);
}

/* Cycles with thread_active_i 0 do not count in latencies, in any part of an operation's life.
 * Records are written all the same. */
void wfi(Seq &seq)
{
    stop_often(seq, stop_thread);
}

/* The thread is idle during the whole life of the sample. */
void wfi_whole(Seq &seq)
{
    Driver driver(seq);
    constexpr unsigned whole_least = 10;
    unsigned whole = 0;

    prepare(driver);
    for (unsigned i = 0; i < 20 || (whole < whole_least && i < 200); i++) {
        const uint64_t ended = seq.bench.pe.life().ended(end_retire);

        driver.program(1);
        driver.enable(driver.user());
        seq.run_samples(1, 100);
        seq.bench.pe.set_thread_active(false);
        seq.drain_life();
        whole += seq.bench.pe.life().ended(end_retire) != ended;
        seq.idle(i % 20);
        seq.bench.pe.set_thread_active(true);
        driver.stop();
        driver.place(base, driver.limit);
    }
    seq.expect(whole >= whole_least, "too few samples retired while the thread was idle");
    seq.require(&spe_totals::samples, "samples", 20);
    seq.require(&spe_totals::records, "records", 10);
}

/* Reset is asynchronous: it is asserted and released while the clock stands still. */
void reset_stopped(Seq &seq)
{
    Driver driver(seq);
    UnderWay found;

    seq.bench.axi.set_pressure({3, 3, 2, 40});
    for (unsigned i = 0; i < 30 || ((found.live < 7 || found.outstanding < 1) && i < 300); i++) {
        prepare(driver);
        driver.program(1);
        driver.enable(driver.user());
        seq.bench.pe.life().hold(i % 4 == 1); // held until reset
        seq.run_samples(1, 100);
        if (i % 2 == 0)
            seq.drain_life();
        for (uint64_t k = 0; k < (i % 2 == 0 ? 400 : i) && seq.bench.axi.outstanding() == 0; k++)
            seq.idle(1);
        note(seq, found);
        seq.reset(1 + static_cast<unsigned>(tb_rng_below(&seq.rng, 4)), true);
        seq.context(driver.kernel());
        driver.shot(1, 10);
    }
    seq.expect(found.live >= 7, "too few resets with a sample in flight");
    seq.expect(found.outstanding >= 1, "no reset with a response outstanding");
    seq.require(&spe_totals::samples, "samples", 40);
    seq.require(&spe_totals::records, "records", 20);
}

const TestCase cases[] = {
    {"clock_stop", "the clock stands still with samples in flight", nullptr, clock_stop},
    {"clock_context", "the context changes while the clock stands still", nullptr, clock_context},
    {"wfi", "the thread is idle now and then with samples in flight", nullptr, wfi},
    {"reset_stopped", "reset while the clock stands still", nullptr, reset_stopped},
    {"wfi_whole", "the thread is idle until the sampled operation has ended", nullptr, wfi_whole},
};

} // namespace

const TestList clock_tests = list_of(cases);

} // namespace tb
