// SPDX-License-Identifier: Apache-2.0
//
// Selections for which no sample can be taken (DDI 0586A 2.2.4, 3.1.4).

#include "driver.hpp"
#include "registry.hpp"

namespace tb
{
namespace
{

constexpr uint64_t base = Driver::default_va;

void prepare(Seq &seq, Driver &driver)
{
    driver.map(base, 4);
    driver.place(base, base + 4 * 4096);
    seq.ops.mix.slow = 0;
    seq.ops.mix.usual_latency = 16;
}

/* Play until `collisions` more selections collided. */
void run_collisions(Seq &seq, uint64_t collisions)
{
    const uint64_t then = seq.bench.pe.collided();

    for (unsigned i = 0; i < 200 && seq.bench.pe.collided() - then < collisions; i++)
        seq.run(100);
    seq.expect(seq.bench.pe.collided() - then >= collisions, "no collision came");
}

/* The PE holds its sampled operations back: every tag gets busy, then every selection collides. */
void collide_life(Seq &seq)
{
    Driver driver(seq);

    prepare(seq, driver);
    for (unsigned i = 0; i < 6; i++) {
        driver.program(1 + i);
        driver.enable(driver.user());
        seq.bench.pe.life().hold(true);
        run_collisions(seq, 2);
        seq.bench.pe.life().hold(false);
        seq.drain_life();
        const Audit a = driver.stop();

        seq.expect((a.pmbsr & pmbsr_coll) != 0, "PMBSR_EL1.COLL is not set");
        driver.place(base, driver.limit);
    }
    seq.require(&spe_totals::collisions, "collisions", 12);
}

/* Records wait behind a stalled bus: the queue fills, ended samples keep their tags. */
void collide_queue(Seq &seq)
{
    Driver driver(seq);

    prepare(seq, driver);
    seq.bench.axi.set_pressure({3000, 3000, 0, 0});
    driver.start();
    run_collisions(seq, 4);
    seq.drain_life();
    driver.stop();
    seq.require(&spe_totals::collisions, "collisions", 4);
    seq.require(&spe_totals::records, "records", 1);
}

/* COLL stays until software clears it, and comes back with the next collision. */
void collide_clear(Seq &seq)
{
    Driver driver(seq);

    prepare(seq, driver);
    driver.program(1);
    for (unsigned i = 0; i < 4; i++) {
        driver.enable(driver.user());
        seq.bench.pe.life().hold(true);
        run_collisions(seq, 1);
        seq.bench.pe.life().hold(false);
        seq.drain_life();
        driver.audit();
        seq.expect((seq.mrs(PMBSR_EL1) & pmbsr_coll) != 0, "PMBSR_EL1.COLL is not set");
        seq.msr(PMBSR_EL1, 0);
        seq.isb();
        seq.expect((seq.mrs(PMBSR_EL1) & pmbsr_coll) == 0, "PMBSR_EL1.COLL was not cleared");
    }
    driver.stop();
    seq.require(&spe_totals::collisions, "collisions", 4);
}

const TestCase cases[] = {
    {"collide_life", "all tags busy with operations that do not end", nullptr, collide_life},
    {"collide_queue", "tags held by a full record queue", nullptr, collide_queue},
    {"collide_clear", "PMBSR_EL1.COLL set, cleared, set again", nullptr, collide_clear},
};

} // namespace

const TestList collision_tests = list_of(cases);

} // namespace tb
