// SPDX-License-Identifier: Apache-2.0
//
// Barriers and TLB maintenance (DDI 0586A 3.4.4, 3.6).

#include "drive/driver.hpp"
#include "memory_map.hpp"
#include "ops/fixed_ops.hpp"
#include "registry.hpp"

namespace tb
{
namespace
{

constexpr uint64_t base = Driver::default_va;

void prepare(Seq &seq, Driver &driver, unsigned pages)
{
    driver.map(base, pages);
    driver.place(base, base + pages * 4096u);
    seq.bench.axi.set_pressure({4, 4, 0, 60});
    seq.bench.xlat.set_latency(1, 30, 3);
}

/* Barriers at a random distance from the selection, alone and together, in both orders. */
void barriers(Seq &seq)
{
    Driver driver(seq);

    prepare(seq, driver, 4);
    for (unsigned i = 0; i < 60; i++) {
        driver.program(1);
        driver.enable(driver.user());
        seq.run_samples(i % 3);
        seq.idle(tb_rng_below(&seq.rng, 80));
        if (i % 2 != 0)
            seq.isb();
        if (i % 5 == 0)
            seq.dsb();
        if (i % 5 == 1) {
            seq.bench.pe.request_dsb();
            seq.psb();
        }
        if (i % 5 >= 2)
            seq.psb();
        if (i % 5 == 3)
            seq.dsb();
        seq.run(20);
        seq.drain_life();
        driver.stop();
        driver.place(base, driver.limit);
    }
    seq.require(&spe_totals::records, "records", 10);
}

/* A PSB CSYNC whose sample the PE still holds back does not complete before it ends, however long
 * that takes, and does so soon afterwards. */
void psb_held(Seq &seq)
{
    FixedOps fixed(seq.cfg);
    Driver driver(seq);

    seq.set_source(&fixed);
    prepare(seq, driver, 2);
    for (unsigned i = 0; i < 12; i++) {
        driver.program(1);
        driver.enable(driver.user());
        seq.bench.pe.life().hold(true);
        seq.run_samples(1);
        seq.expect(seq.bench.pe.life().busy(), "no sample is in flight");
        seq.bench.pe.request_psb();
        seq.idle(50 + i * 20);
        seq.expect(seq.bench.pe.psb_pending(), "PSB CSYNC completed with a sample in flight");
        const uint64_t written = seq.bench.memory.bytes_written();

        seq.bench.pe.life().hold(false);
        seq.psb();
        seq.expect(seq.bench.memory.bytes_written() != written, "PSB CSYNC did not wait");
        driver.stop();
        driver.place(base, driver.limit);
    }
    seq.require(&spe_totals::records, "records", 12);
    seq.require_check(SPE_CHECK_SYNC_PSB, 12);
}

/* The buffer's page moves: after TLBI and DSB no write may go to the old place, which becomes a
 * guard page. */
void tlbi_move(Seq &seq)
{
    Driver driver(seq);
    PageEntry old;

    prepare(seq, driver, 1);
    old = driver.entry_for(base);
    driver.start();
    for (unsigned i = 0; i < 16; i++) {
        const PageEntry moved = driver.entry_for(base, i + 1);

        seq.run_samples(i % 4);
        seq.idle(tb_rng_below(&seq.rng, 40));
        seq.bench.memory.open(moved.pa | nonsecure_space);
        seq.bench.xlat.map(SPE_REGIME_NS_EL10, base, moved);
        seq.tlbi();
        seq.dsb();
        seq.bench.memory.close(old.pa | nonsecure_space);
        old = moved;
        if (seq.bench.pe.irq())
            driver.service();
        seq.context(driver.user());
    }
    seq.drain_life();
    driver.stop();
    seq.require(&spe_totals::records, "records", 5);
}

const TestCase cases[] = {
    {"barriers", "ISB, PSB CSYNC and DSB around samples and writes", nullptr, barriers},
    {"psb_held", "PSB CSYNC while the PE holds the sampled operation back", nullptr, psb_held},
    {"tlbi_move", "the buffer's page is moved, TLBI, DSB", nullptr, tlbi_move},
};

} // namespace

const TestList sync_tests = list_of(cases);

} // namespace tb
