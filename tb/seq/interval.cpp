// SPDX-License-Identifier: Apache-2.0
//
// When an operation is sampled (DDI 0586A 3.1).

#include "driver.hpp"
#include "registry.hpp"

namespace tb
{
namespace
{

void prepare(Driver &driver, unsigned pages)
{
    driver.map(Driver::default_va, pages);
    driver.place(Driver::default_va, Driver::default_va + pages * 4096u);
}

/* Several intervals of each length, without and with the random part, until `samples` were taken in
 * each. */
void run_modes(Seq &seq, Driver &driver, uint64_t samples)
{
    for (unsigned mode = 0; mode < 6; mode++) {
        driver.settings.interval = 1 + mode / 2;
        driver.settings.rnd = mode % 2 != 0;
        driver.start();
        seq.run_samples(samples);
        seq.drain_life();
        driver.stop();
        driver.place(Driver::default_va, driver.limit);
    }
}

void interval_modes(Seq &seq)
{
    Driver driver(seq);

    prepare(driver, 4);
    run_modes(seq, driver, 12);
    seq.require(&spe_totals::samples, "samples", 70);
}

/* Enough random draws to judge their distribution. */
void interval_uniform(Seq &seq)
{
    Driver driver(seq);

    prepare(driver, 16);
    seq.ops.mix.slow = 0; // few collisions
    seq.ops.mix.usual_latency = 10;
    driver.settings.rnd = true;
    driver.start();
    driver.play(seq.options.ops != 0 ? seq.options.ops : 400000);
    seq.drain_life();
    driver.stop();
    seq.require(&spe_totals::samples, "samples", 500);
}

/* The draws of both ends of the range, and their neighbours. */
void interval_inject(Seq &seq)
{
    static const int draws[] = {0, 1, 2, 127, 254, 255};
    Driver driver(seq);

    prepare(driver, 4);
    driver.settings.rnd = true;
    for (int draw : draws) {
        seq.bench.pe.inject_draw(draw);
        driver.start();
        seq.run_samples(4);
        seq.drain_life();
        driver.stop();
        driver.place(Driver::default_va, driver.limit);
    }
    seq.bench.pe.inject_draw(-1);
    seq.require(&spe_totals::samples, "samples", 20);
}

/* PMSICR_EL1 = n: the n-th operation, on every lane and across several bundles. */
void interval_restart(Seq &seq)
{
    Driver driver(seq);
    const uint64_t most = 3u * static_cast<unsigned>(seq.cfg.width) + 2;

    prepare(driver, 4);
    for (uint64_t n = 1; n <= most; n++) {
        driver.shot(n, n + 4);
        driver.place(Driver::default_va, driver.limit);
    }
    seq.require(&spe_totals::samples, "samples", most);
}

/* A session that is stopped and taken up again goes on counting where it was; from zero it loads
 * first. */
void interval_freeze(Seq &seq)
{
    Driver driver(seq);

    prepare(driver, 4);
    driver.start();
    for (unsigned i = 0; i < 40; i++) {
        driver.play(1 + tb_rng_below(&seq.rng, 90));
        const Audit a = driver.audit();

        seq.run(tb_rng_below(&seq.rng, 50)); // at the owner's level with the enables clear
        seq.expect_eq(seq.mrs(PMSICR_EL1), a.pmsicr,
                      "PMSICR_EL1 moved while profiling is disabled");
        if (i % 8 == 7)
            seq.msr(PMSICR_EL1, 0);
        driver.enable(driver.user());
    }
    seq.drain_life();
    driver.stop();
    seq.require(&spe_totals::samples, "samples", 3);
}

const TestCase cases[] = {
    {"interval_modes", "intervals 1 to 3, RND 0 and 1", nullptr, interval_modes},
    {"interval_uniform", "many random intervals", nullptr, interval_uniform},
    {"interval_inject", "random draws 0, 1, 2, 127, 254 and 255", nullptr, interval_inject},
    {"interval_restart", "PMSICR_EL1 written so that every lane is chosen once", nullptr,
     interval_restart},
    {"interval_freeze", "stop and restart inside intervals, load of zero", nullptr,
     interval_freeze},
};

} // namespace

const TestList interval_tests = list_of(cases);

} // namespace tb
