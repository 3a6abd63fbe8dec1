// SPDX-License-Identifier: Apache-2.0
//
// Filters of SPEv1p1 to SPEv1p5 (D24.7.10 to 12, 17), discard mode and SAMPLE_FEED_* (J1.1).

#include "drive/driver.hpp"
#include "ops/fixed_ops.hpp"
#include "registry.hpp"

#include "spe/txn.h"

namespace tb
{
namespace
{

constexpr unsigned pages = 4;
constexpr uint64_t base = Driver::default_va;

struct Filters {
    uint64_t pmsfcr = 0, pmsevfr = 0, pmsnevfr = 0, pmsdsfr = 0, pmslatfr = 0;
};

void prepare(Seq &seq, Driver &driver)
{
    driver.map(base, pages);
    seq.ops.mix.slow = 0;
    seq.ops.mix.usual_latency = 24;
    seq.ops.mix.extra_events = 60;
    seq.ops.mix.mispredict = 30;
}

void set(Driver &driver, const Filters &f)
{
    Settings &s = driver.settings;

    s.pmsfcr = f.pmsfcr;
    s.pmsevfr = f.pmsevfr;
    s.pmsnevfr = f.pmsnevfr;
    s.pmsdsfr = f.pmsdsfr;
    s.pmslatfr = f.pmslatfr;
}

/* Take some samples of random operations with these filters. */
void session(Seq &seq, Driver &driver, const Filters &f, unsigned samples)
{
    set(driver, f);
    driver.place(base, base + pages * 4096u);
    driver.program(1);
    driver.enable(driver.user());
    seq.run_samples(samples, 40000);
    seq.drain_life();
    driver.stop();
}

/* Take one sample of the current operation of `seq`. */
void shot(Driver &driver, const Filters &f)
{
    set(driver, f);
    driver.place(base, base + pages * 4096u);
    driver.shot(1, 1);
}

/* Operations with each possible combination of the flags B, LD, ST. */
constexpr LaneOp typed[] = {
    {.pc = 0x1000, .op_class = class_other, .subclass = 0},
    {.pc = 0x2000, .op_class = class_branch, .subclass = 0},
    {.pc = 0x3000, .op_class = class_load_store, .subclass = 0},
    {.pc = 0x4000, .op_class = class_load_store, .subclass = 1},
    {.pc = 0x5000, .op_class = class_load_store, .subclass = 6},
    {.pc = 0x6000, .op_class = class_branch, .subclass = 0x0c}, // call, writes the GCS
    {.pc = 0x7000, .op_class = class_branch, .subclass = 0x16}, // return, reads the GCS
};
constexpr unsigned kinds = sizeof typed / sizeof *typed;

bool possible(const struct spe_config &cfg, const LaneOp &op)
{
    return cfg.gcs || op.op_class != class_branch || (op.subclass & 4u) == 0;
}

uint64_t types(uint64_t controls, uint64_t masks)
{
    return pmsfcr_ft | controls << pmsfcr_types | masks << pmsfcr_masks;
}

/* Controls and masks that separate the flags of one operation: one control, one mask, both, pairs,
 * and random ones. */
uint64_t type_setting(Seq &seq, unsigned n)
{
    const uint64_t one = UINT64_C(1) << n % 5;

    switch (n / 5) {
    case 0:
        return types(one, 0);
    case 1:
        return types(0, one);
    case 2:
        return types(one, one);
    case 3:
        return types(31 & ~one, one);
    default:
        return pmsfcr_ft | (tb_rng_u64(&seq.rng) & (types(31, 31) & ~pmsfcr_ft));
    }
}

/* Every combination of flags with each control and mask alone, and with random ones; half of the
 * operations end with an exception. */
void filter_eft(Seq &seq)
{
    FixedOps fixed(seq.cfg);
    Driver driver(seq);

    prepare(seq, driver);
    seq.set_source(&fixed);
    for (unsigned n = 0; n < kinds * 4u; n++) {
        fixed.op = typed[n / 4];
        if (!possible(seq.cfg, fixed.op))
            continue;
        fixed.op.flags = static_cast<uint8_t>(n % 4); // SIMD, FP
        for (unsigned i = 0; i < 30; i++) {
            fixed.each.end_kind = (n + i) % 4 == 3 ? end_exception : end_retire;
            shot(driver, {type_setting(seq, i)});
        }
    }
    seq.require(&spe_totals::filtered, "filtered", 200);
    seq.require(&spe_totals::records, "records", 100);
}

/* Each inverted filter alone, all, none; together with the filter for the same event, and for
 * another event. */
void filter_fne(Seq &seq)
{
    Driver driver(seq);

    prepare(seq, driver);
    for (unsigned bit = 1; bit < 64; bit++) {
        const uint64_t one = UINT64_C(1) << bit;

        session(seq, driver, {pmsfcr_fne, 0, one}, 4);
        if (bit < 12 || (seq.cfg.event_filters >> bit & 1u) != 0)
            session(seq, driver, {pmsfcr_fe | pmsfcr_fne, one, one}, 2);
    }
    for (unsigned n = 0; n < 40; n++) {
        const uint64_t r = tb_rng_u64(&seq.rng), s = tb_rng_u64(&seq.rng);

        session(seq, driver, {pmsfcr_fe | pmsfcr_fne, r & s & 0xaa, ~r & s & 0xaa}, 4);
        session(seq, driver, {r & 9u, r >> 8 & s, r >> 16 & s}, 3);
    }
    session(seq, driver, {pmsfcr_fne, 0, UINT64_MAX}, 10);
    seq.require(&spe_totals::filtered, "filtered", 30);
    seq.require(&spe_totals::records, "records", 60);
}

/* Each data source with only its filter bit set, and with only that bit clear. Stores, branches and
 * loads that ended with an exception have no data source packet to filter by. */
void filter_fds(Seq &seq)
{
    FixedOps fixed(seq.cfg);
    Driver driver(seq);

    prepare(seq, driver);
    seq.set_source(&fixed);
    for (unsigned source = 0; source < 64; source++) {
        const uint64_t bit = UINT64_C(1) << source;

        for (unsigned n = 0; n < 4; n++) {
            fixed.op.op_class = class_load_store;
            fixed.op.subclass = n == 3 ? 1 : 0;
            fixed.each = OpLife();
            fixed.each.source_valid = n != 2;
            fixed.each.source = static_cast<uint16_t>(source | tb_rng_below(&seq.rng, 4) << 6);
            fixed.each.end_kind = n == 2 && source % 2 != 0 ? end_exception : end_retire;
            shot(driver, {pmsfcr_fds, 0, 0, n == 0 ? bit : ~bit});
        }
    }
    for (unsigned n = 0; n < 12; n++) {
        fixed.op = typed[n % 5];
        shot(driver, {n < 6 ? pmsfcr_fds : 0, 0, 0, 0});
    }
    seq.require(&spe_totals::filtered, "filtered", 64);
    seq.require(&spe_totals::records, "records", 128);
}

/* Every filter is enabled while its register is zero, alone and together with each other filter. */
void filter_zero(Seq &seq)
{
    Driver driver(seq);

    prepare(seq, driver);
    for (unsigned n = 0; n < 32; n++)
        session(seq, driver, {n}, 6);
    seq.require(&spe_totals::samples, "samples", 192);
    seq.require(&spe_totals::records, "records", 16);
}

/* Expect the PMBPTR_EL1, memory and PMBIRQ of a session in discard mode. */
void expect_discarded(Seq &seq, const Driver &driver, const Audit &a, uint64_t written)
{
    seq.expect(!a.service(), "an event in discard mode");
    seq.expect_eq(a.pmbptr, driver.first, "PMBPTR_EL1 after discard mode");
    seq.expect_eq(seq.bench.memory.bytes_written(), written, "bytes written");
}

bool discards(const struct spe_config &cfg)
{
    return cfg.pmsver >= 3;
}

/* Play one session with PMBLIMITR_EL1.FM = `fill_mode`; pointer and limit stay. */
void fill_session(Seq &seq, Driver &driver, unsigned fill_mode, unsigned samples)
{
    const uint64_t written = seq.bench.memory.bytes_written();

    driver.settings.pmblimitr = fill_mode << 1;
    driver.program(1);
    driver.enable(driver.user());
    seq.run_samples(samples, 20000);
    seq.drain_life();
    const Audit a = driver.stop();

    if (fill_mode == 2 && discards(seq.cfg))
        expect_discarded(seq, driver, a, written);
    driver.settings.pmblimitr = 0;
}

/* All values of FM, with and without filters; in discard mode also with pointers that forbid every
 * write (3.4.1). */
void discard_mode(Seq &seq)
{
    Driver driver(seq);

    prepare(seq, driver);
    for (unsigned n = 0; n < 24; n++) {
        driver.settings.pmsfcr = n % 3 == 0 ? pmsfcr_ft | pmsfcr_ld : 0;
        driver.settings.pmsfcr |= n % 3 == 0 && seq.cfg.eft ? UINT64_C(1) << pmsfcr_masks : 0;
        driver.place(base, base + pages * 4096u);
        if (discards(seq.cfg) && n % 8 == 2)
            driver.place(base + pages * 4096u, base + pages * 4096u);
        fill_session(seq, driver, n % 4, 5);
    }
    seq.require(&spe_totals::records, "records", 30);
}

/* When discard mode begins, more samples have ended than the queue has room for. The mode was
 * decided for them when they ended, so the samples that wait are written (FI11). */
void full_queue(Seq &seq, Driver &driver)
{
    seq.bench.axi.set_pressure({400, 400, 0, 60});
    driver.place(base, base + pages * 4096u);
    driver.program(1);
    driver.enable(driver.kernel());
    for (unsigned i = 0; i < 10; i++) {
        seq.msr_among_ops(PMSICR_EL1, 1);
        seq.run(3);
    }
    seq.drain_life();
    seq.msr_among_ops(PMBLIMITR_EL1, driver.limit | pmblimitr_e | pmblimitr_discard);
    seq.bench.axi.set_pressure({12, 12, 0, 60});
    seq.run(200);
    seq.drain_life();
    driver.stop();
}

/* Change between fill mode and discard mode while samples are in progress and records are queued.
 * Samples that ended before discard mode are written, later ones are not (FI11). */
void discard_switch(Seq &seq)
{
    const uint64_t limit = base + pages * 4096u;
    Driver driver(seq);

    prepare(seq, driver);
    for (unsigned n = 0; n < 40; n++) {
        const bool full = n % 8 == 7; // so that records also wait for room

        seq.bench.axi.set_pressure(full ? AxiPressure{40, 40, 0, 240} : AxiPressure{12, 12, 0, 60});
        driver.place(base, limit);
        driver.program(1);
        driver.enable(driver.kernel());
        for (unsigned i = 0; i < 4; i++) {
            seq.run_samples(full ? 12 : 1 + n % 3, 8000);
            seq.run(tb_rng_below(&seq.rng, 40));
            seq.msr_among_ops(PMBLIMITR_EL1,
                              driver.limit | pmblimitr_e | (i % 2 == 0 ? pmblimitr_discard : 0));
            seq.msr_among_ops(PMSICR_EL1, 1 + tb_rng_below(&seq.rng, 8));
        }
        seq.drain_life();
        driver.stop();
        if (n % 4 == 0)
            full_queue(seq, driver);
    }
    seq.require(&spe_totals::records, "records", 60);
}

/* Random operations with random filters, kept and rejected, in fill and discard mode, and squashed.
 * The SAMPLE_FEED counts depend neither on the filters nor on whether there is a record. */
void feed_kinds(Seq &seq)
{
    Driver driver(seq);

    prepare(seq, driver);
    for (unsigned n = 0; n < 48; n++) {
        const uint64_t r = tb_rng_u64(&seq.rng), s = tb_rng_u64(&seq.rng);
        const uint64_t events = n % 3 == 0 ? 0 : UINT64_C(1) << r % 8;
        const uint64_t inverted = n % 4 == 0 ? 0 : UINT64_C(1) << s % 8;

        driver.settings.pmblimitr = n % 5 == 4 ? pmblimitr_discard : 0;
        session(seq, driver,
                {(n % 2 != 0 ? r >> 16 & 31u : 0) | (s & types(31, 31) & ~pmsfcr_ft), events,
                 inverted, s, r >> 40 & 31},
                10);
    }
    if (!seq.at_retire())
        seq.expect(seq.bench.pe.life().ended(end_squash) >= 48, "too few squashed samples");
    seq.require_check(SPE_CHECK_OUT_FEED, 48);
    seq.require(&spe_totals::records, "records", 40);
}

const TestCase cases[] = {
    {"filter_eft", "controls and masks of the type filter against every kind of operation",
     [](const struct spe_config &c) { return c.eft != 0; }, filter_eft},
    {"filter_fne", "inverted event filter, alone and with the event filter",
     [](const struct spe_config &c) { return c.fne != 0; }, filter_fne},
    {"filter_fds", "data source filter, source by source",
     [](const struct spe_config &c) { return c.fds != 0; }, filter_fds},
    {"filter_zero", "filters enabled with nothing to filter by",
     [](const struct spe_config &c) { return c.pmsver >= 2; }, filter_zero},
    {"discard_mode", "every value of PMBLIMITR_EL1.FM",
     [](const struct spe_config &c) { return c.pmsver >= 2; }, discard_mode},
    {"discard_switch", "discard mode entered and left with records on their way", discards,
     discard_switch},
    {"feed_kinds", "completed samples by kind, filtered or not",
     [](const struct spe_config &c) { return c.pmu_feed != 0; }, feed_kinds},
};

} // namespace

const TestList later_filter_tests = list_of(cases);

} // namespace tb
