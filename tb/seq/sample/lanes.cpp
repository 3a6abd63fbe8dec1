// SPDX-License-Identifier: Apache-2.0
//
// The interval counter on every slot of a bundle (DDI 0586A 3.1): the load on enabling, the zero
// event, the random part, several selections in one bundle.

#include "drive/driver.hpp"
#include "ops/fixed_ops.hpp"
#include "registry.hpp"

namespace tb
{
namespace
{

constexpr uint64_t base = Driver::default_va;

uint32_t all_slots(const Seq &seq)
{
    return (1u << static_cast<unsigned>(seq.cfg.width)) - 1;
}

/* Prepare short operations on every lane, so that no selection collides without need. */
void prepare(Seq &seq, Driver &driver, FixedOps &fixed)
{
    fixed.op.pc = 0x400000;
    seq.set_source(&fixed);
    driver.map(base, 4);
    driver.place(base, base + 4 * 4096);
}

void finish(Seq &seq, Driver &driver)
{
    seq.drain_life();
    driver.stop();
    driver.place(base, driver.limit);
}

void expect_slots(Seq &seq, uint32_t slots)
{
    seq.expect_eq(slots, all_slots(seq), "lanes that were chosen");
}

/* PMSICR_EL1 is zero when the PE leaves an unprofiled level on each slot. The load comes before the
 * first profiled lane (P10). A read of PMSICR_EL1 a few cycles later, and the sample, show when it
 * was loaded. */
void slot_load(Seq &seq)
{
    static const int draws[] = {-1, 0, 1, 255};
    FixedOps fixed(seq.cfg);
    Driver driver(seq);
    const unsigned width = static_cast<unsigned>(seq.cfg.width);

    prepare(seq, driver, fixed);
    driver.settings.pmscr_el1 = pmscr_all & ~pmscr_e1;
    for (unsigned slot = 0; slot <= width; slot++) {
        for (int draw : draws) {
            seq.bench.pe.inject_draw(draw);
            driver.settings.rnd = draw >= 0;
            driver.program(0);
            driver.enable(driver.kernel());
            seq.context_in_bundle(driver.user(), slot);
            seq.run(slot + 1);
            const Audit early = driver.audit();

            seq.expect(early.pmsicr != 0, "PMSICR_EL1 was not loaded");
            driver.enable(driver.user());
            seq.run_samples(1);
            finish(seq, driver);
        }
    }
    seq.bench.pe.inject_draw(-1);
    seq.require(&spe_totals::samples, "samples", 4 * (width + 1));
}

/* Intervals of different lengths put the zero event on all slots, and with ERnd 1 also the end of
 * the random part. */
void slot_zero(Seq &seq)
{
    FixedOps fixed(seq.cfg);
    Driver driver(seq);
    const int width = static_cast<int>(seq.cfg.width);

    prepare(seq, driver, fixed);
    for (int draw = -1; draw <= width; draw++) {
        seq.bench.pe.inject_draw(draw);
        driver.settings.rnd = draw >= 0;
        driver.start();
        seq.run_samples(static_cast<uint64_t>(width) + 1);
        finish(seq, driver);
    }
    seq.bench.pe.inject_draw(-1);
    expect_slots(seq, seq.bench.pe.seen().slots);
    seq.require(&spe_totals::samples, "samples", static_cast<uint64_t>(width * width));
}

/* Every pair of small values of COUNT and ECOUNT: the counters end alone, together, and one after
 * the other in one bundle. With RND 0 ECOUNT does not count (P14). */
void slot_ecount(Seq &seq)
{
    FixedOps fixed(seq.cfg);
    Driver driver(seq);
    const uint64_t most = static_cast<uint64_t>(seq.cfg.width) + 2;
    unsigned n = 0;

    prepare(seq, driver, fixed);
    for (uint64_t ecount = 0; ecount <= most; ecount++) {
        for (uint64_t count = 0; count <= most; count++, n++) {
            static const int draws[] = {0, 1, 3, 200};

            driver.settings.rnd = n % 5 != 0;
            seq.bench.pe.inject_draw(draws[(count + ecount / 2) % 4]);
            driver.program(ecount << 56 | count);
            driver.enable(driver.user());
            seq.run(2 * most + (n % 3 != 0 ? 0 : 260));
            finish(seq, driver);
        }
    }
    seq.bench.pe.inject_draw(-1);
    expect_slots(seq, seq.bench.pe.seen().slots);
    if (seq.cfg.width > 1)
        seq.expect(seq.bench.pe.seen().several != 0, "no bundle with two selections");
    seq.require(&spe_totals::samples, "samples", most * most / 2);
}

/* With INTERVAL 0 the load and each lane after it draw in one cycle: one draw more than lanes
 * (P15). */
void load_and_lanes(Seq &seq, Driver &driver)
{
    const Settings before = driver.settings;

    driver.settings.rnd = true;
    driver.settings.pmscr_el1 = pmscr_all & ~pmscr_e1;
    seq.bench.pe.inject_draw(0);
    for (unsigned slot = 0; slot <= static_cast<unsigned>(seq.cfg.width); slot++) {
        driver.program(0);
        driver.enable(driver.kernel());
        seq.context_in_bundle(driver.user(), slot);
        finish(seq, driver);
    }
    seq.bench.pe.inject_draw(-1);
    // Injected draws are all equal. Real draws are 0, which needs a second draw, once in 256 loads.
    for (unsigned n = 0; n < 3000 && seq.cfg.width == 1; n++) {
        driver.program(0);
        driver.enable(driver.kernel());
        seq.context_in_bundle(driver.user(), 0);
        finish(seq, driver);
    }
    driver.settings = before;
}

/* INTERVAL 0 gives an UNKNOWN sampling interval (4.3.12), which the cycle semantics take as written
 * (P15). This is the densest interval: every operation, or every few with the random part. EL0 and
 * EL1 are profiled, so that one bundle has selections in two contexts. */
void slot_several(Seq &seq)
{
    FixedOps fixed(seq.cfg);
    Driver driver(seq);
    const unsigned width = static_cast<unsigned>(seq.cfg.width);

    prepare(seq, driver, fixed);
    driver.settings.interval = 0;
    load_and_lanes(seq, driver);
    for (int draw = -1; draw <= static_cast<int>(width); draw++) {
        for (unsigned slot = 0; slot <= width; slot++) {
            seq.bench.pe.inject_draw(draw);
            driver.settings.rnd = draw >= 0;
            driver.program(1 + slot);
            driver.enable(driver.user());
            seq.context_in_bundle(driver.kernel(), slot);
            seq.run(2 * width);
            seq.context_in_bundle(driver.user(), slot);
            seq.run(3 * width);
            finish(seq, driver);
        }
    }
    seq.bench.pe.inject_draw(-1);
    expect_slots(seq, seq.bench.pe.seen().slots);
    if (width > 1) {
        seq.expect(seq.bench.pe.seen().several >= width, "too few bundles with two selections");
        seq.expect(seq.bench.pe.seen().across >= width, "too few with selections in two contexts");
    }
    // In strict scope the record of a sample ends the session; the draws -1, 0 and 1 select one.
    const bool strict = seq.cfg.sync_scope == spe_cfg_sync_scope_strict;

    seq.require(&spe_totals::samples, "samples", strict ? 3 * (width + 1) : width * width);
    seq.require(&spe_totals::collisions, "collisions", width * width);
}

const TestCase cases[] = {
    {"slot_load", "the load of a zero PMSICR_EL1 on every slot", nullptr, slot_load},
    {"slot_zero", "the zero event and the random part on every slot", nullptr, slot_zero},
    {"slot_ecount", "every pair of small COUNT and ECOUNT",
     [](const struct spe_config &c) { return c.ernd != 0; }, slot_ecount},
    {"slot_several", "several selections in one bundle, in both contexts", nullptr, slot_several},
};

} // namespace

const TestList lane_tests = list_of(cases);

} // namespace tb
