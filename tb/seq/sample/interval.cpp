// SPDX-License-Identifier: Apache-2.0
//
// When an operation is sampled (DDI 0586A 3.1).

#include "drive/driver.hpp"
#include "ops/fixed_ops.hpp"
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

/* Play several intervals of each length, without and with the random part, until each length has
 * `samples` samples. */
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

    prepare(driver, seq.pages_for(12, 4));
    run_modes(seq, driver, 12);
    seq.require(&spe_totals::samples, "samples", 70);
}

/* Enough random draws to judge their distribution. */
void interval_uniform(Seq &seq)
{
    Driver driver(seq);

    prepare(driver, 16);
    seq.ops.mix.slow = 0; // so that few collide
    seq.ops.mix.usual_latency = 10;
    driver.settings.rnd = true;
    driver.start();
    driver.play(seq.options.ops != 0 ? seq.options.ops : 400000);
    seq.drain_life();
    driver.stop();
    // In strict scope many of them collide with the record of the previous sample.
    seq.require(&spe_totals::samples, "samples",
                seq.cfg.sync_scope == spe_cfg_sync_scope_strict ? 250 : 500);
}

/// One operation per cycle.
class OneLane : public FixedOps
{
  public:
    using FixedOps::FixedOps;

    void next(Bundle &bundle, unsigned, uint64_t budget) override
    {
        FixedOps::next(bundle, 1, budget);
    }
};

/* With INTERVAL 0 and ERnd 1 each operation draws, one per cycle. Without ERnd, a draw of 0 is
 * followed by another draw (3.1.2, P15). A generator that repeats a draw is not random: enough
 * draws are needed to judge that. */
void interval_each(Seq &seq)
{
    Driver driver(seq);
    OneLane lane(seq.cfg);

    seq.set_source(&lane);
    prepare(driver, 16);
    driver.settings.interval = 0;
    driver.settings.rnd = true;
    driver.start();
    driver.play(60000);
    seq.drain_life();
    driver.stop();
    seq.require(&spe_totals::samples, "samples", 100);
    seq.require_check(SPE_CHECK_SEL_DRAW, 200);
    seq.require_check(SPE_CHECK_SEL_UNIFORM, 1);
}

/* Inject the draws at both ends of the range, and their neighbours. */
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

/* With PMSICR_EL1 = n, the n-th operation is sampled, on every lane and across several bundles. */
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

/* PMSICR_EL1 does not move while the session is stopped, and counts on afterwards; if it is zero,
 * it is loaded first. */
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

/* Run n operations at the owner's level and compare PMSICR_EL1 (4.3.10). */
void expect_count(Seq &seq, uint64_t n, uint64_t pmsicr)
{
    seq.run(n);
    seq.expect_eq(seq.mrs(PMSICR_EL1), pmsicr, "PMSICR_EL1");
}

/* All bits of INTERVAL are loaded when a write or a context enables profiling, and by the operation
 * that finds PMSICR_EL1 zero (3.1.1). */
void load_wide(Seq &seq, Driver &driver, uint64_t interval)
{
    const uint64_t loaded = interval << 8;
    Context off = driver.kernel();

    driver.settings.interval = interval;
    driver.program(0);
    driver.enable(driver.kernel());
    expect_count(seq, 0, loaded);
    expect_count(seq, 5, loaded - 5);
    seq.msr(PMSICR_EL1, 0);
    expect_count(seq, 1, loaded);
    off.debug = true;
    seq.msr(PMSICR_EL1, 0);
    seq.context(off);
    seq.context(driver.kernel());
    expect_count(seq, 0, loaded);
    seq.msr(PMSICR_EL1, 1);
    expect_count(seq, 1, 0);
    expect_count(seq, 1, loaded);
    seq.drain_life();
    driver.stop();
    driver.place(Driver::default_va, driver.limit);
}

/* INTERVAL and COUNT use all their bits: borrows cross every byte of COUNT. */
void interval_wide(Seq &seq)
{
    static const uint64_t intervals[] = {0x010000, 0x8000ff, 0xa5c3e1, 0x5a3c1e, 0xffffff};
    static const uint64_t counts[] = {0x00000100, 0x00010000, 0x01000000, 0x80000000, 0xffffffff};
    Driver driver(seq);
    FixedOps fixed(seq.cfg);

    seq.set_source(&fixed);
    prepare(driver, 4);
    for (uint64_t interval : intervals)
        load_wide(seq, driver, interval);
    for (uint64_t count : counts) {
        driver.program(count);
        driver.enable(driver.kernel());
        expect_count(seq, 0, count);
        expect_count(seq, 3, count - 3);
        expect_count(seq, 20, count - 23);
        driver.stop();
    }
    seq.require(&spe_totals::samples, "samples", 5);
    seq.require_check(SPE_CHECK_REG_READ, 45);
}

const TestCase cases[] = {
    {"interval_modes", "intervals 1 to 3, RND 0 and 1", nullptr, interval_modes},
    {"interval_uniform", "many random intervals", nullptr, interval_uniform},
    {"interval_each", "a random draw in each cycle", nullptr, interval_each},
    {"interval_inject", "random draws 0, 1, 2, 127, 254 and 255", nullptr, interval_inject},
    {"interval_restart", "PMSICR_EL1 written so that every lane is chosen once", nullptr,
     interval_restart},
    {"interval_freeze", "stop and restart inside intervals, load of zero", nullptr,
     interval_freeze},
    {"interval_wide", "upper bits of INTERVAL and COUNT", nullptr, interval_wide},
};

} // namespace

const TestList interval_tests = list_of(cases);

} // namespace tb
