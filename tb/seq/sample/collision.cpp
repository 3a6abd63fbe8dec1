// SPDX-License-Identifier: Apache-2.0
//
// Selections for which no sample can be taken (DDI 0586A 2.2.4, 3.1.4).

#include "drive/driver.hpp"
#include "ops/fixed_ops.hpp"
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

/* The PE holds sampled operations back: all tags become busy, then every selection collides. */
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

/* Records wait behind a stalled bus: the queue fills up, and ended samples keep their tags. */
void collide_queue(Seq &seq)
{
    Driver driver(seq);

    prepare(seq, driver);
    seq.bench.axi.set_pressure({3000, seq.beat_wait(3000), 0, 0});
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

/* The next operation is selected in the cycle of the ending, in the cycle before or in the cycle
 * after (P19). Without [collide_on_complete], an operation that is squashed or replayed, and
 * leaves no record, frees its tag at once, in strict scope too. */
void tag_reuse(Seq &seq)
{
    constexpr unsigned interval = 257; // PMSIRR_EL1.INTERVAL 1, RND 0
    TimedOps timed(seq.cfg);
    Driver driver(seq);
    const unsigned cycles = interval / static_cast<unsigned>(seq.cfg.width);

    prepare(seq, driver);
    seq.set_source(&timed);
    for (unsigned end = cycles - 1; end <= cycles + 2; end++) {
        for (uint8_t kind : {end_retire, seq.dropped()}) {
            timed.each.end = end;
            timed.each.end_kind = kind;
            driver.start();
            seq.run(12 * interval);
            seq.drain_life();
            driver.stop();
            driver.place(base, driver.limit);
        }
    }
    const bool all_recorded =
        seq.cfg.sync_scope == spe_cfg_sync_scope_strict && seq.cfg.misspec_record != 0;

    seq.expect((seq.bench.pe.seen().reused != 0) == (!seq.cfg.collide_on_complete && !all_recorded),
               "tags given in the cycle of their ending");
    seq.require(&spe_totals::samples, "samples", seq.more_beats() == 0 ? 40 : 16);
}

/* Samples in flight end in one cycle; the queue has room for all of their records, for some or for
 * none. The order in which the tags were given is not that of their numbers. PSB CSYNC waits for
 * all of these samples, or for none. INTERVAL is 0 as in slot_several. */
void tag_together(Seq &seq)
{
    Driver driver(seq);
    const bool few = seq.cfg.inflight <= 2; // with few tags, more samples collide
    const unsigned turns = few || seq.more_beats() != 0 ? 50 : 75;
    const uint64_t records = turns * static_cast<uint64_t>(seq.cfg.record_queue);
    const uint64_t samples = records + records / 5; // some samples have no record
    const uint64_t together = few ? 20 : 50;
    uint64_t waited = 0;
    const auto enough = [&seq, &waited, samples, together] {
        return seq.bench.pe.sampled() >= samples && seq.bench.pe.seen().together >= together &&
               waited >= 20;
    };

    prepare(seq, driver);
    driver.settings.interval = 0;
    for (unsigned i = 0; i < 40 || (!enough() && i < 300); i++) {
        seq.bench.axi.set_pressure({i % 3 * 20, seq.beat_wait(i % 5 * 8), 0, 30});
        driver.start();
        for (unsigned k = 0; k < 6; k++) {
            seq.bench.pe.life().gather(true);
            seq.run(1 + tb_rng_below(&seq.rng, 30));
            seq.idle(tb_rng_below(&seq.rng, 60));
            if (k % 2 != 0)
                seq.bench.pe.request_psb();
            seq.bench.pe.life().gather(false);
            if (k % 2 == 0)
                seq.run(8);
            seq.expect(seq.barriers_among_ops(20000) < 20000, "PSB CSYNC does not end");
            waited += (seq.bench.states() & Bench::states_tag_waits) != 0;
        }
        seq.drain_life();
        driver.stop();
        driver.place(base, driver.limit);
    }
    seq.expect(seq.bench.pe.seen().together >= together, "too few endings in one cycle");
    seq.expect(waited >= 20, "too few records found no room");
    seq.require(&spe_totals::records, "records", records);
}

/* Play operations until every tag holds a finished record that the queue has no room for. INTERVAL
 * is 0 as in slot_several. @return whether this state was reached. */
bool fill_all(Seq &seq)
{
    const uint32_t tags = (1u << 3 * static_cast<unsigned>(seq.cfg.inflight)) - 1;
    const uint32_t waits = Bench::states_tag_waits & tags << 12;

    for (unsigned i = 0; i < 400 && (seq.bench.states() & waits) != waits; i++)
        seq.run(1);
    return (seq.bench.states() & waits) == waits;
}

/* Disable the buffer while records wait for room in a full queue, with the bus in every phase of
 * the first record, and enable it again `gap` cycles later. The waiting records are lost, their
 * tags are free, and the next operation is sampled (3.6.1, S2; dpi/timing.md, W2). */
void collide_disable(Seq &seq)
{
    FixedOps fixed(seq.cfg);
    Driver driver(seq);
    unsigned waited = 0;

    prepare(seq, driver);
    seq.set_source(&fixed);
    driver.settings.interval = 0;
    for (unsigned i = 0; i < 90; i++) {
        seq.bench.axi.set_pressure({20 + i % 3 * 20, seq.beat_wait(20), 0, 30});
        driver.program(1);
        driver.enable(driver.kernel());
        waited += fill_all(seq);
        seq.idle(i % 30);
        seq.msr(PMBLIMITR_EL1, driver.limit);
        seq.idle(i / 30);
        seq.msr(PMBLIMITR_EL1, driver.limit | pmblimitr_e);
        const uint64_t sampled = seq.bench.pe.sampled();

        seq.run(1);
        seq.expect(seq.bench.pe.sampled() != sampled, "a lost record holds its tag");
        seq.drain_life();
        driver.stop();
        driver.place(base, driver.limit);
    }
    seq.expect(waited >= 60, "too few records waited for room");
    seq.require(&spe_totals::lost, "lost", 90);
    seq.require(&spe_totals::records, "records", 90);
}

/* Take samples one after the other; each ends before the next one. */
void sample_more(Seq &seq, int n)
{
    for (int i = 0; i < n; i++) {
        seq.msr(PMSICR_EL1, 1);
        seq.run(1);
        seq.idle(6);
    }
}

constexpr unsigned collided_least = 8;

/* Whether too few selections have collided so far. Their number depends on the waits of the bus,
 * which are drawn for each transfer. */
bool few_collided(const Seq &seq)
{
    return seq.bench.pe.collided() < collided_least;
}

/* Select two operations. In each cycle after the second selection, disable the buffer and enable it
 * at once. Shortly before, the bus begins to take data before addresses. So the scoreboard learns
 * late whether the second record was offered before the disabling; by then more samples have filled
 * the queue. If the record was offered, the queue has one place less, and the last selection
 * collides (3.6.1, S2; P20). */
void collide_doubt(Seq &seq)
{
    FixedOps fixed(seq.cfg);
    Driver driver(seq);

    prepare(seq, driver);
    seq.set_source(&fixed);
    for (unsigned turn = 0; turn < 90 || (few_collided(seq) && turn < 900); turn++) {
        const unsigned i = turn % 90;

        seq.bench.axi.set_pressure({});
        driver.sample_one();
        seq.idle(6);
        sample_more(seq, 1);
        seq.idle(i / 2);
        seq.bench.axi.set_pressure({300, seq.beat_wait(8), 0, 30, AxiOrder::data_first});
        seq.idle(i % 2 * 20);
        seq.msr(PMBLIMITR_EL1, driver.limit);
        seq.msr(PMBLIMITR_EL1, driver.limit | pmblimitr_e);
        sample_more(seq, seq.cfg.record_queue + seq.cfg.inflight - 1);
        seq.idle(60 + seq.more_beats()); // the bus takes the data
        sample_more(seq, 1);
        seq.drain_life();
        driver.stop();
        driver.place(base, driver.limit);
    }
    seq.require(&spe_totals::collisions, "collisions", collided_least);
    seq.require(&spe_totals::lost, "lost", 20);
    seq.require(&spe_totals::records, "records", 90);
}

/* In strict scope only one sample can be on its way, whatever [inflight] is (dpi/timing.md, 3). */
bool several_in_flight(const struct spe_config &cfg)
{
    return cfg.inflight > 1 && cfg.sync_scope != spe_cfg_sync_scope_strict;
}

bool discards_silently(const struct spe_config &cfg)
{
    return cfg.sync_scope != spe_cfg_sync_scope_strict &&
           cfg.disabled_record == spe_cfg_disabled_record_discard;
}

const TestCase cases[] = {
    {"collide_life", "all tags busy with operations that do not end", nullptr, collide_life},
    {"collide_queue", "tags held by a full record queue", nullptr, collide_queue},
    {"collide_clear", "PMBSR_EL1.COLL set, cleared, set again", nullptr, collide_clear},
    {"collide_disable", "the buffer is disabled while records wait for room", discards_silently,
     collide_disable},
    {"collide_doubt", "samples behind a record that may have been discarded", discards_silently,
     collide_doubt},
    {"tag_reuse", "selections in the cycle of an ending, before and after it", nullptr, tag_reuse},
    {"tag_together", "several samples end in one cycle, the queue empty to full", several_in_flight,
     tag_together},
};

} // namespace

const TestList collision_tests = list_of(cases);

} // namespace tb
