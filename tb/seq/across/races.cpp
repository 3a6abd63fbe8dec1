// SPDX-License-Identifier: Apache-2.0
//
// Two events that meet: the test moves one of them past the other, cycle by cycle.

#include "drive/driver.hpp"
#include "memory_map.hpp"
#include "ops/fixed_ops.hpp"
#include "registry.hpp"

namespace tb
{
namespace
{

constexpr uint64_t base = Driver::default_va;

void prepare(Driver &driver)
{
    driver.map(base, 2);
    driver.place(base, base + 2 * 4096);
}

/* Select a second operation `delay` cycles after the first: before, in and after the cycle in which
 * the first one's tag becomes free. The first one has a record, or none. */
void race_release(Seq &seq)
{
    Driver driver(seq);
    FixedOps fixed(seq.cfg);

    seq.set_source(&fixed);
    fixed.one_load();
    prepare(driver);
    for (unsigned delay = 0; delay < 20; delay++) {
        for (unsigned kept = 0; kept < 2; kept++) {
            driver.settings.pmsfcr = pmsfcr_ft | (kept != 0 ? pmsfcr_ld : pmsfcr_b);
            driver.sample_one();
            seq.idle(delay);
            seq.msr(PMSICR_EL1, 1);
            seq.run(1);
            seq.drain_life();
            driver.stop();
            driver.place(base, driver.limit);
        }
    }
    seq.require(&spe_totals::selections, "selections", 80);
}

/* Disable and enable the buffer again around the end of a sampled operation (3.6.1). */
void race_enable(Seq &seq)
{
    Driver driver(seq);
    FixedOps fixed(seq.cfg);

    seq.set_source(&fixed);
    fixed.one_load();
    prepare(driver);
    seq.bench.xlat.set_latency(1, 8, 4); /* so that a request that waits is withdrawn */
    for (unsigned delay = 0; delay < 60; delay++) {
        for (unsigned gap = 0; gap < 3; gap++) {
            driver.sample_one();
            seq.idle(delay);
            seq.msr(PMBLIMITR_EL1, driver.limit);
            seq.idle(gap);
            seq.msr(PMBLIMITR_EL1, driver.limit | pmblimitr_e);
            seq.drain_life();
            driver.stop();
            driver.place(base, driver.limit);
        }
    }
    seq.require(&spe_totals::lost, "lost", 3);
    seq.require(&spe_totals::records, "records", 3);
}

/* A management event of the record on its way: the buffer gets full, the record's first or second
 * page faults, or its first or second burst is aborted. */
enum class Event { Full, Fault, SecondFault, Abort, SecondAbort };
/* A syndrome that software writes: S with an EC and a code that no event has. */
constexpr uint64_t foreign_syndrome = pmbsr_s | 0x3fu << 26 | 0x2a;
constexpr Event events[] = {Event::Full, Event::Fault, Event::SecondFault, Event::Abort,
                            Event::SecondAbort};

void set_event(Seq &seq, Driver &driver, Event event)
{
    const uint64_t split = base + 4096 - seq.align_bytes();

    driver.place(event == Event::SecondFault || event == Event::SecondAbort ? split : base,
                 base + 2 * 4096);
    if (event == Event::Full)
        driver.place(driver.limit - seq.record_bytes(), driver.limit);
    if (event == Event::Fault || event == Event::SecondFault)
        seq.bench.xlat.unmap(owner_regime(driver.settings.owner),
                             driver.first + seq.record_bytes() - 1);
    if (event == Event::Abort || event == Event::SecondAbort)
        seq.bench.memory.fail_nth(event == Event::Abort ? 1 : 2, tlm::TLM_GENERIC_ERROR_RESPONSE);
}

/* Write PMBSR_EL1 in every cycle around the event. */
void sweep_syndrome(Seq &seq, Driver &driver, Event event, uint64_t pmbsr)
{
    for (unsigned delay = 0; delay < 110 + seq.more_beats(); delay++) {
        prepare(driver);
        set_event(seq, driver, event);
        driver.sample_one();
        seq.idle(delay);
        seq.msr(PMBSR_EL1, pmbsr);
        seq.drain_life();
        driver.stop();
        seq.bench.memory.heal();
        seq.tlbi();
    }
}

void prepare_slow(Seq &seq, FixedOps &fixed)
{
    seq.set_source(&fixed);
    fixed.one_load();
    seq.bench.axi.set_pressure({0, 0, 8, 8});
    seq.bench.xlat.set_latency(4, 4, 0);
}

/* Software clears S, or sets S with another syndrome, which the event must not change (3.5). */
void race_syndrome(Seq &seq)
{
    Driver driver(seq);
    FixedOps fixed(seq.cfg);

    prepare_slow(seq, fixed);
    for (Event event : events) {
        sweep_syndrome(seq, driver, event, 0);
        if (event == Event::Full || event == Event::Fault)
            sweep_syndrome(seq, driver, event, foreign_syndrome);
    }
    seq.require(&spe_totals::fulls, "fulls", 20);
    seq.require(&spe_totals::faults, "faults", 20);
}

/* Software sets S while a record is on its way. A part of the record cannot be written, or its
 * burst is aborted. Syndrome and pointer do not change (3.5, B13). */
void race_frozen(Seq &seq)
{
    Driver driver(seq);
    FixedOps fixed(seq.cfg);

    prepare_slow(seq, fixed);
    for (Event event : {Event::SecondFault, Event::Abort, Event::SecondAbort})
        sweep_syndrome(seq, driver, event, foreign_syndrome);
    seq.require(&spe_totals::lost, "lost", 20);
}

/* Select a second operation in every cycle around the event of the first one. If only one sample
 * can be on its way, the second operation collides, except at the end (3.1.4, 3.5). */
void race_collision(Seq &seq)
{
    Driver driver(seq);
    FixedOps fixed(seq.cfg);

    prepare_slow(seq, fixed);
    for (Event event : {Event::Full, Event::Fault}) {
        for (unsigned delay = 0; delay < 110 + seq.more_beats(); delay++) {
            prepare(driver);
            set_event(seq, driver, event);
            driver.sample_one();
            seq.msr(PMSICR_EL1, 1);
            seq.idle(delay);
            seq.run(1);
            seq.drain_life();
            driver.stop();
            seq.tlbi();
        }
    }
    seq.require(&spe_totals::fulls, "fulls", 100);
    seq.require(&spe_totals::faults, "faults", 100);
}

/* Whether the event is reported in PMBSR_EL1: aborts that the PE takes as SErrors are not (3.5.4).
 */
bool reported(const struct spe_config &cfg, Event event)
{
    return event != Event::Abort || (cfg.ext_abort != spe_cfg_ext_abort_serror &&
                                     cfg.ext_abort != spe_cfg_ext_abort_ignored);
}

/* One record is on its way, and the PE holds back an operation under every tag: any further
 * selection collides. In strict scope the record alone makes it collide. */
void fill_tags(Seq &seq, Driver &driver)
{
    const bool strict = seq.cfg.sync_scope == spe_cfg_sync_scope_strict;

    driver.sample_one();
    seq.drain_life();
    seq.bench.pe.life().hold(true);
    for (int tag = 0; !strict && tag < seq.cfg.inflight; tag++) {
        seq.msr(PMSICR_EL1, 1);
        seq.run(1);
    }
    seq.msr(PMSICR_EL1, 1);
}

/* Play one operation `delay` cycles later. It collides while PMBSR_EL1.S is 0; PMBIRQ shows S
 * [irq_min] cycles later. @return whether it collided in the cycle of the event. */
bool collide_after(Seq &seq, uint64_t delay)
{
    PeAgent &pe = seq.bench.pe;

    seq.idle(delay);
    const uint64_t collided = pe.collided();

    seq.run(1);
    seq.idle(static_cast<uint64_t>(seq.cfg.irq_min));
    const bool before = !pe.irq();

    seq.idle(1);
    seq.expect_eq(pe.collided(), collided + before, "collisions");
    return before && pe.irq();
}

/* A collision comes in every cycle around an event: in the same cycle PMBSR_EL1 gets both (W10). */
void race_coll(Seq &seq)
{
    Driver driver(seq);
    FixedOps fixed(seq.cfg);

    prepare_slow(seq, fixed);
    seq.bench.xlat.set_latency(24, 24, 0);
    for (Event event : {Event::Full, Event::Fault, Event::Abort}) {
        unsigned met = 0;

        // In strict scope, samples are taken again after an abort that sets nothing: none collides.
        if (!reported(seq.cfg, event) && seq.cfg.sync_scope == spe_cfg_sync_scope_strict)
            continue;

        for (unsigned delay = 0; delay < 90 + seq.more_beats(); delay++) {
            prepare(driver);
            set_event(seq, driver, event);
            fill_tags(seq, driver);
            const uint64_t collided = seq.bench.pe.collided();
            const bool meets = collide_after(seq, delay);
            const bool collides = seq.bench.pe.collided() != collided;

            seq.bench.pe.life().hold(false);
            seq.drain_life();
            const uint64_t pmbsr = driver.stop().pmbsr;

            seq.expect(((pmbsr & pmbsr_coll) != 0) == collides, "PMBSR_EL1.COLL is wrong");
            met += meets;
            seq.bench.memory.heal();
            seq.tlbi();
        }
        seq.expect(met != 0 || !reported(seq.cfg, event), "no collision in the cycle of the event");
    }
    seq.require(&spe_totals::fulls, "fulls", 80);
    seq.require(&spe_totals::faults, "faults", 80);
}

/* The error response of a burst comes after its record has made the buffer full. EA and DL are set;
 * syndrome and pointer stay (3.5.4, B14). */
void race_late_abort(Seq &seq)
{
    Driver driver(seq);
    FixedOps fixed(seq.cfg);

    seq.set_source(&fixed);
    fixed.one_load();
    prepare(driver);
    for (unsigned late = 1; late < 120; late += 7) {
        driver.place(driver.limit - seq.record_bytes(), driver.limit);
        seq.bench.axi.set_pressure({0, 0, late, late});
        driver.sample_one();
        seq.bench.memory.fail_nth(1, tlm::TLM_ADDRESS_ERROR_RESPONSE);
        seq.drain_life();
        const Audit a = driver.stop();

        seq.bench.memory.heal();
        seq.expect((a.pmbsr & pmbsr_ea) != 0, "the abort was not reported");
    }
    seq.require(&spe_totals::fulls, "fulls", 17);
}

/* Write two records, the second one with two bursts if possible. The first burst's error response
 * comes `late` cycles after that burst. @return number of bursts at PMBIRQ. */
uint64_t earlier_abort(Seq &seq, Driver &driver, unsigned late, bool clear)
{
    const uint64_t record = seq.usual_bytes();

    driver.place(base + 4096 - record - record / 2 / seq.align_bytes() * seq.align_bytes(),
                 base + 2 * 4096);
    seq.bench.axi.set_pressure({0, 0, late, late});
    seq.bench.memory.fail_nth(1, tlm::TLM_ADDRESS_ERROR_RESPONSE);
    driver.sample_one();
    seq.msr(PMSICR_EL1, 1);
    seq.idle(30);
    if (!seq.bench.pe.irq())
        seq.run(1);
    seq.step_until("PMBIRQ", [&seq] { return seq.bench.pe.irq(); });
    const uint64_t bursts = seq.bench.axi.bursts();

    if (clear)
        seq.msr(PMBSR_EL1, 0);
    seq.drain_life();
    const uint64_t pmbsr = driver.stop().pmbsr;

    seq.expect(clear || (pmbsr & pmbsr_ea) != 0, "PMBSR_EL1.EA is 0");
    seq.bench.memory.heal();
    return bursts;
}

/* A record that was offered is finished; the abort belongs to another record (3.5.4, W2, W7). No
 * byte may be missing, even if software clears PMBSR_EL1 meanwhile. */
void race_earlier_abort(Seq &seq)
{
    const bool splits = seq.cfg.align < seq.cfg.max_size;
    const unsigned step = 1 + seq.more_beats() / 8;
    Driver driver(seq);
    FixedOps fixed(seq.cfg);
    unsigned met = 0;

    seq.set_source(&fixed);
    fixed.one_load();
    prepare(driver);
    seq.bench.xlat.set_latency(4 + step, 4 + step, 0); // one error, too, between the two bursts
    for (unsigned n = 0; n < 2 * (100 + 3 * seq.more_beats()); n += step) {
        const uint64_t first = seq.bench.axi.bursts();
        const uint64_t then = earlier_abort(seq, driver, 1 + n / 2, n / step % 2 != 0);

        met += splits ? seq.bench.axi.bursts() != then : then == first + 2;
    }
    seq.expect(met != 0, "no abort came while the next record was on the bus");
    seq.require(&spe_totals::samples, "samples", 32);
}

/* TLB maintenance comes in every cycle around the translation. In the next cycle the page moves,
 * and after DSB its old place becomes a guard page (3.4.4). A second record follows. */
void race_tlbi(Seq &seq)
{
    Driver driver(seq);
    FixedOps fixed(seq.cfg);

    seq.set_source(&fixed);
    fixed.one_load();
    seq.bench.xlat.set_latency(6, 6, 0);
    seq.bench.xlat.walk_early(true);
    prepare(driver);
    PageEntry entry = driver.entry_for(base);

    for (unsigned delay = 0; delay < 60; delay++) {
        const uint64_t old = entry.pa | nonsecure_space;

        driver.place(base, driver.limit);
        driver.sample_one();
        seq.idle(delay);
        seq.tlbi();
        entry = driver.entry_for(base, 1 + delay);
        seq.bench.memory.open(entry.pa | nonsecure_space);
        seq.bench.xlat.map(owner_regime(driver.settings.owner), base, entry);
        seq.dsb();
        seq.bench.memory.close(old);
        seq.drain_life();
        seq.psb();
        seq.msr(PMSICR_EL1, 1);
        seq.run(1);
        seq.drain_life();
        driver.stop();
    }
    seq.require(&spe_totals::records, "records", 120);
}

/* The page is mapped, with TLB maintenance, in every cycle around a walk without a translation. A
 * fault requested before that is not reported; the translation is requested again (3.4.4). */
void race_tlbi_fault(Seq &seq)
{
    Driver driver(seq);
    FixedOps fixed(seq.cfg);

    seq.set_source(&fixed);
    fixed.one_load();
    seq.bench.xlat.set_latency(6, 6, 0);
    seq.bench.xlat.walk_early(true);
    for (unsigned delay = 0; delay < 60; delay++) {
        prepare(driver);
        seq.bench.xlat.unmap(owner_regime(driver.settings.owner), base);
        driver.sample_one();
        seq.idle(delay);
        driver.map(base, 1);
        seq.tlbi();
        seq.drain_life();
        driver.stop();
    }
    seq.require(&spe_totals::records, "records", 20);
    seq.require(&spe_totals::faults, "faults", 10);
}

/* Cycles from the sample to the cycle in which its record is done: PMBPTR_EL1 moves after it. */
unsigned cycles_to_done(Seq &seq, Driver &driver, uint64_t from)
{
    for (unsigned delay = 1; delay < 200 + seq.more_beats(); delay++) {
        driver.place(from, base + 2 * 4096);
        driver.sample_one();
        seq.idle(delay);
        const bool moved = seq.mrs(PMBPTR_EL1) != from;

        seq.drain_life();
        driver.stop();
        if (moved)
            return delay - 1;
    }
    seq.expect(false, "no record was done");
    return 0;
}

/* Write PMBPTR_EL1 in every cycle from the selection until the record is done, and just after. A
 * write while the record is on its way sends the record to either place (3.6.1). In the cycle in
 * which the record is done, the write wins (W10). */
void sweep_pointer(Seq &seq, Driver &driver, uint64_t from, uint64_t to)
{
    const unsigned done = cycles_to_done(seq, driver, from);

    for (unsigned delay = 0; delay < done + 3; delay++) {
        driver.place(from, base + 2 * 4096);
        driver.sample_one();
        seq.idle(delay);
        seq.msr(PMBPTR_EL1, to);
        seq.drain_life();
        seq.psb();
        const uint64_t pointer = seq.mrs(PMBPTR_EL1);

        if (delay >= done)
            seq.expect_eq(pointer, to, "PMBPTR_EL1");
        driver.stop();
    }
}

/* Whether PMBPTR_EL1 can be misaligned (4.3.3). */
bool keeps_low_bits(const struct spe_config &cfg)
{
    return cfg.ext_abort == spe_cfg_ext_abort_sync && cfg.align > 0;
}

/* Write PMBPTR_EL1 0, 1 and 2 cycles after PMBLIMITR_EL1.E became 0, and around the end of a
 * record. The record's first byte is on the lane of its own pointer. */
void race_pointer(Seq &seq)
{
    const auto axi_bytes = static_cast<uint64_t>(seq.cfg.axi_bytes);
    Driver driver(seq);
    FixedOps fixed(seq.cfg);

    prepare_slow(seq, fixed);
    prepare(driver);
    sweep_pointer(seq, driver, base, base + 4096);
    for (uint64_t lane : {seq.align_bytes(), axi_bytes - seq.align_bytes()}) {
        if (seq.align_bytes() >= axi_bytes)
            continue; // every record begins on the first lane
        sweep_pointer(seq, driver, base, base + 4096 + lane);
        sweep_pointer(seq, driver, base + lane, base + 4096);
    }
    if (keeps_low_bits(seq.cfg))
        sweep_pointer(seq, driver, base, base + 4096 + seq.align_bytes() / 2);
    driver.place(base, base + 2 * 4096);
    for (unsigned gap = 0; gap < 3; gap++) {
        driver.program();
        seq.msr(PMBLIMITR_EL1, driver.limit);
        seq.idle(gap);
        const uint64_t pointer = base + seq.usual_bytes() * (gap + 1);

        seq.msr(PMBPTR_EL1, pointer);
        seq.expect_eq(seq.mrs(PMBPTR_EL1), pointer, "PMBPTR_EL1");
    }
    seq.require_check(SPE_CHECK_REG_READ, 3);
}

bool late_aborts(const struct spe_config &cfg)
{
    return cfg.ext_abort == spe_cfg_ext_abort_async && cfg.record_done == spe_cfg_record_done_w;
}

const TestCase cases[] = {
    {"race_release", "a selection around the cycle that frees a tag", nullptr, race_release},
    {"race_enable", "PMBLIMITR_EL1.E off and on around the end of a sample", nullptr, race_enable},
    {"race_syndrome", "PMBSR_EL1 written around each kind of event", nullptr, race_syndrome},
    {"race_frozen", "PMBSR_EL1.S set while a record is being written", nullptr, race_frozen},
    {"race_collision", "a selection around a buffer full event and a fault", nullptr,
     race_collision},
    {"race_coll", "a collision around, and in, the cycle of each event", nullptr, race_coll},
    {"race_late_abort", "an abort after its record made the buffer full", late_aborts,
     race_late_abort},
    {"race_earlier_abort", "an abort of the record before, between two bursts", late_aborts,
     race_earlier_abort},
    {"race_tlbi", "TLB maintenance around a translation", nullptr, race_tlbi},
    {"race_tlbi_fault", "TLB maintenance around a Translation fault", nullptr, race_tlbi_fault},
    {"race_pointer", "PMBPTR_EL1 written around a record, and after disabling", nullptr,
     race_pointer},
};

} // namespace

const TestList race_tests = list_of(cases);

} // namespace tb
