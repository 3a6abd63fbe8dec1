// SPDX-License-Identifier: Apache-2.0
//
// Filters (DDI 0586A 3.2.2): type, event, latency, and their combinations.

#include "drive/driver.hpp"
#include "ops/fixed_ops.hpp"
#include "registry.hpp"

namespace tb
{
namespace
{

constexpr unsigned pages = 4;

/* Bits of the event filter that every implementation has (4.3.8): retired (if speculative
 * operations are sampled), refill, walk, mispredicted. */
constexpr uint64_t common_filters[] = {1u << 1, 1u << 3, 1u << 5, 1u << 7, 1u << 3 | 1u << 5};

struct Filters {
    uint64_t pmsfcr, pmsevfr, pmslatfr;
};

void prepare(Seq &seq, Driver &driver)
{
    driver.map(Driver::default_va, pages);
    driver.place(Driver::default_va, Driver::default_va + pages * 4096u);
    seq.ops.mix.slow = 0;
    seq.ops.mix.usual_latency = 24;
}

/* Take some samples with these filters. */
void session(Seq &seq, Driver &driver, const Filters &f, unsigned samples)
{
    driver.settings.pmsfcr = f.pmsfcr;
    driver.settings.pmsevfr = f.pmsevfr;
    driver.settings.pmslatfr = f.pmslatfr;
    driver.program(1);
    driver.enable(driver.user());
    seq.run_samples(samples, 40000);
    seq.drain_life();
    driver.stop();
    driver.place(Driver::default_va, driver.limit);
}

uint64_t type_bits(unsigned combination)
{
    return (combination & 1 ? pmsfcr_b : 0) | (combination & 2 ? pmsfcr_ld : 0) |
           (combination & 4 ? pmsfcr_st : 0);
}

/* Every row of Table 4, and the same bits with FT 0. */
void filter_type(Seq &seq)
{
    Driver driver(seq);

    prepare(seq, driver);
    for (unsigned c = 0; c < 8; c++) {
        session(seq, driver, {pmsfcr_ft | type_bits(c), 0, 0}, 14);
        session(seq, driver, {type_bits(c), 0, 0}, 3);
    }
    seq.require(&spe_totals::filtered, "filtered", 10);
    seq.require(&spe_totals::records, "records", 20);
}

void filter_event(Seq &seq)
{
    Driver driver(seq);

    prepare(seq, driver);
    seq.ops.mix.extra_events = 80;
    seq.ops.mix.mispredict = 40;
    for (uint64_t filter : common_filters) {
        session(seq, driver, {pmsfcr_fe, filter, 0}, 14);
        session(seq, driver, {0, filter, 0}, 3);
    }
    for (unsigned bit = 12; bit < 64; bit++) {
        if ((seq.cfg.event_filters >> bit & 1u) != 0)
            session(seq, driver, {pmsfcr_fe, UINT64_C(1) << bit, 0}, 10);
    }
    session(seq, driver, {pmsfcr_fe, UINT64_MAX, 0}, 10);
    session(seq, driver, {pmsfcr_fe, 0, 0}, 6);
    seq.require(&spe_totals::filtered, "filtered", 10);
    seq.require(&spe_totals::records, "records", 6);
}

/* Sample loads with a total latency just below, at and just above the minimum (or saturated). */
void around_minimum(Seq &seq, Driver &driver, uint32_t minlat)
{
    FixedOps fixed(seq.cfg);

    seq.set_source(&fixed);
    fixed.op.op_class = class_load_store;
    for (uint32_t total = minlat - 2; total <= minlat + 2; total++) {
        fixed.each.complete = fixed.each.end = total;
        session(seq, driver, {pmsfcr_fl, 0, minlat}, 1);
    }
    seq.set_source(&seq.ops);
}

void filter_latency(Seq &seq)
{
    static const uint64_t minima[] = {0, 1, 2, 8, 16, 24, 32, 4095};
    Driver driver(seq);

    prepare(seq, driver);
    for (uint64_t minlat : minima) {
        session(seq, driver, {pmsfcr_fl, 0, minlat}, 14);
        session(seq, driver, {0, 0, minlat}, 3);
    }
    for (uint32_t minlat : {256u, 1023u, 1024u, 2048u, 4094u, 4095u})
        around_minimum(seq, driver, minlat);
    seq.require(&spe_totals::filtered, "filtered", 18);
    seq.require(&spe_totals::records, "records", 30);
}

void filter_mixed(Seq &seq)
{
    Driver driver(seq);

    prepare(seq, driver);
    seq.ops.mix.extra_events = 60;
    for (unsigned i = 0; i < 40; i++) {
        const uint64_t r = tb_rng_u64(&seq.rng);
        const Filters f = {(r & 7) | type_bits(r >> 3 & 7), tb_rng_u64(&seq.rng) & r, r >> 40 & 31};

        session(seq, driver, f, 8);
    }
    seq.require(&spe_totals::filtered, "filtered", 30);
    seq.require(&spe_totals::records, "records", 10);
}

/* The registers change while an operation is in flight; the values at the ending count (3.6). The
 * old and the new filters always decide differently. */
void filter_change(Seq &seq)
{
    FixedOps fixed(seq.cfg);
    Driver driver(seq);
    unsigned kept = 0, dropped = 0;

    seq.set_source(&fixed);
    prepare(seq, driver);
    fixed.each.issue = 10;
    fixed.each.complete = 30;
    fixed.each.end = 40;
    for (unsigned i = 0; i < 42; i++) {
        const bool keep = i % 2 != 0;
        const uint64_t refuse = pmsfcr_ft | type_bits(1 + i % 7);
        const uint64_t bursts = seq.bench.axi.bursts();

        driver.settings.pmsfcr = keep ? refuse : 0; // refuses operations of no selected type
        driver.program(1);
        driver.enable(driver.kernel());
        seq.bench.pe.life().hold(true);
        seq.run_samples(1);
        seq.expect(seq.bench.pe.life().busy(), "the sampled operation has ended");
        seq.msr(PMSFCR_EL1, keep ? 0 : refuse);
        seq.bench.pe.life().hold(false);
        seq.drain_life();
        driver.stop();
        (seq.bench.axi.bursts() == bursts ? dropped : kept)++;
        driver.place(Driver::default_va, driver.limit);
    }
    seq.expect(kept == 21 && dropped == 21, "the filters of the ending did not decide");
    seq.require(&spe_totals::filtered, "filtered", 21);
    seq.require(&spe_totals::records, "records", 21);
}

const TestCase cases[] = {
    {"filter_type", "every row of Table 4", nullptr, filter_type},
    {"filter_event", "each event filter alone, all, none", nullptr, filter_event},
    {"filter_latency", "minimum latencies around the usual ones", nullptr, filter_latency},
    {"filter_mixed", "random combinations of the filters", nullptr, filter_mixed},
    {"filter_change", "filters written while a sampled operation is in flight", nullptr,
     filter_change},
};

} // namespace

const TestList filter_tests = list_of(cases);

} // namespace tb
