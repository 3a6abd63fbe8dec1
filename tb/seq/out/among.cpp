// SPDX-License-Identifier: Apache-2.0
//
// Barriers, register reads and TLB maintenance while operations run and records are written
// (DDI 0586A 3.4.4, 3.6; dpi/timing.md, 8).

#include "drive/driver.hpp"
#include "memory_map.hpp"
#include "ops/fixed_ops.hpp"
#include "registry.hpp"

namespace tb
{
namespace
{

constexpr uint64_t base = Driver::default_va;
constexpr unsigned pages = 32;

/* Cycles within which a barrier must complete, less than the hang limit. Large records before the
 * barrier make it longer. */
uint64_t soon(const Seq &seq)
{
    constexpr uint64_t slowest = 11; // cycles of a beat, with the waits in these tests
    const unsigned records = static_cast<unsigned>(seq.cfg.inflight + seq.cfg.record_queue);

    return 6000 + records * seq.more_beats() * slowest;
}

/* Loads of a few cycles on every lane; EL0 and EL1 are profiled. With INTERVAL 0 (P15) every
 * operation is selected: there is a next sample as soon as there is room, and the bus is never
 * idle. */
void prepare(Seq &seq, Driver &driver, FixedOps &fixed, uint64_t interval)
{
    fixed.op.pc = 0x0000444400000000;
    fixed.op.op_class = class_load_store;
    fixed.each.issue = 2;
    fixed.each.complete = 7;
    fixed.each.end = 9;
    seq.set_source(&fixed);
    driver.map(base, pages);
    driver.place(base, base + pages * 4096u);
    driver.settings.interval = interval;
}

/* Start in the middle of a page, at the owner's level, which is profiled. */
void start(Seq &seq, Driver &driver, uint64_t ops)
{
    driver.place(base + seq.record_bytes(), driver.limit);
    driver.program(1);
    driver.enable(driver.kernel());
    seq.run(ops);
}

/* Each barrier completes while later operations are sampled and written all the time. Samples
 * selected after the request do not delay the barrier, and during a DSB no further record begins.
 */
void among_barriers(Seq &seq)
{
    FixedOps fixed(seq.cfg);
    Driver driver(seq);
    uint64_t later = 0;

    prepare(seq, driver, fixed, 0);
    for (unsigned i = 0; i < 24; i++) {
        seq.bench.axi.set_pressure({i % 4, i % 3 * 5, 20 + i % 5 * 20, 60 + i % 5 * 20});
        start(seq, driver, 300 + 37 * i);
        const uint64_t sampled = seq.bench.pe.sampled();

        if (i % 3 != 1)
            seq.bench.pe.request_psb();
        if (i % 3 != 0)
            seq.bench.pe.request_dsb();
        const uint64_t most = soon(seq);

        seq.expect(seq.barriers_among_ops(most) < most, "a barrier waits for later samples");
        later += seq.bench.pe.sampled() != sampled;
        seq.run(100);
        seq.drain_life();
        driver.stop();
    }
    seq.expect(later >= 12, "too few barriers met later samples");
    seq.require(&spe_totals::records, "records", 48);
    seq.require_check(SPE_CHECK_SYNC_PSB, 16);
    seq.require_check(SPE_CHECK_SYNC_DSB, 16);
}

/* Read every register in cycles with operations: PMSICR_EL1 counts, PMBPTR_EL1 moves,
 * PMBSR_EL1.COLL is set again in the cycle of the read or later. */
void among_reads(Seq &seq)
{
    FixedOps fixed(seq.cfg);
    Driver driver(seq);
    uint64_t moved = 0, clear = 0, collided = 0, last = 0;

    prepare(seq, driver, fixed, 1);
    for (unsigned i = 0; i < 12; i++) {
        driver.settings.rnd = i % 2 != 0;
        driver.settings.interval = i % 4 != 0;
        start(seq, driver, 20);
        for (unsigned k = 0; k < 120 + seq.more_beats(); k++) {
            seq.read_among_ops(k % 3 == 0 ? PMSICR_EL1 : all_sysregs[k % 13]);
            const uint64_t pointer = seq.read_among_ops(PMBPTR_EL1).data;

            moved += pointer != last;
            last = pointer;
            if (k % 2 != 0)
                seq.msr(PMBSR_EL1,
                        0); // no collision here: the first one is in the cycle of the read
            else
                seq.msr_among_ops(PMBSR_EL1, 0);
            clear += (seq.read_among_ops(PMBSR_EL1).data & pmbsr_coll) == 0;
            collided += (seq.read_among_ops(PMBSR_EL1).data & pmbsr_coll) != 0;
            if (k % 7 == 0)
                seq.run(1 + tb_rng_below(&seq.rng, 20));
        }
        seq.drain_life();
        driver.stop();
    }
    seq.expect(moved >= 40, "PMBPTR_EL1 was too seldom seen to move");
    seq.expect(clear >= 40 && collided >= 40, "PMBSR_EL1.COLL was too seldom seen to be set");
    seq.require_check(SPE_CHECK_REG_READ, 2000);
    seq.require(&spe_totals::records, "records", 40);
}

/* Move the page under the pointer, and invalidate the old translation in the same cycle.
 * @return the old place; 0 at the limit. */
uint64_t move_page(Seq &seq, Driver &driver, unsigned n)
{
    const uint64_t va = seq.read(PMBPTR_EL1).data & ~UINT64_C(0xfff);
    const unsigned regime = owner_regime(driver.settings.owner);
    const PageEntry *entry = seq.bench.xlat.find(regime, va);

    if (entry == nullptr)
        return 0;
    const uint64_t old = entry->pa;
    const PageEntry moved = driver.entry_for(va, 1 + n);

    seq.bench.memory.open(moved.pa | nonsecure_space);
    seq.bench.xlat.map(regime, va, moved);
    seq.bench.pe.pulse_tlbi();
    seq.step_among_ops();
    return old;
}

/* Move the page while records are written. After a DSB among operations, the old place is a guard
 * page. */
void leave_page(Seq &seq, Driver &driver, unsigned n)
{
    const uint64_t old = move_page(seq, driver, n);

    if (old == 0)
        return;
    seq.bench.pe.request_dsb();
    const uint64_t most = soon(seq);

    seq.expect(seq.barriers_among_ops(most) < most, "DSB waits for later samples");
    seq.bench.memory.close(old | nonsecure_space);
}

void among_tlbi(Seq &seq)
{
    constexpr uint64_t records = 50;
    FixedOps fixed(seq.cfg);
    Driver driver(seq);

    for (unsigned turn = 0; turn < 10 || (seq.bench.axi.records_taken() < records && turn < 100);
         turn++) {
        const unsigned i = turn % 10;

        prepare(seq, driver, fixed, 0);
        seq.bench.axi.set_pressure({3, 3, 0, i % 3 * 30});
        seq.bench.xlat.set_latency(1, 1 + i * 3, 2);
        seq.bench.xlat.walk_early(i % 2 != 0);
        start(seq, driver, 100);
        for (unsigned k = 0; k < 8 && !seq.bench.pe.irq(); k++) {
            leave_page(seq, driver, 8 * i + k);
            seq.run(20 + tb_rng_below(&seq.rng, 200));
        }
        seq.drain_life();
        driver.stop();
    }
    seq.require(&spe_totals::records, "records", records);
    seq.require_check(SPE_CHECK_SYNC_DSB, 60);
}

/* Responses are so late that the SPU holds back a translated record until a response comes. The
 * page moves in any cycle around that, and TLB maintenance follows for some cycles. Translations
 * requested before the first of these cycles must not be used (BR6). */
void tlbi_held(Seq &seq)
{
    constexpr uint64_t held_bursts = 8; // most bursts that the SPU has in progress
    FixedOps fixed(seq.cfg);
    Driver driver(seq);
    uint64_t moves = 0, held = 0;

    prepare(seq, driver, fixed, 0);
    seq.bench.xlat.set_latency(1, 3, 0);
    for (unsigned turn = 0; turn < 12; turn++) {
        seq.bench.axi.set_pressure({0, 0, 300, 330});
        seq.bench.xlat.walk_early(turn % 2 != 0);
        start(seq, driver, 400);
        for (unsigned k = 0; k < 120 && !seq.bench.pe.irq(); k++, moves++) {
            held += seq.bench.axi.outstanding() >= held_bursts;
            move_page(seq, driver, 120 * turn + k);
            for (uint64_t n = tb_rng_below(&seq.rng, 4); n != 0; n--) {
                seq.bench.pe.pulse_tlbi();
                seq.step_among_ops();
            }
            for (uint64_t n = 4 + tb_rng_below(&seq.rng, 12); n != 0; n--)
                seq.step_among_ops();
        }
        seq.drain_life();
        driver.stop();
    }
    seq.expect(moves >= 300 && held >= moves / 4, "too few pages moved while a record was held");
    seq.require(&spe_totals::records, "records", 200);
}

/* Whether records are held back. A record of many beats takes so much time that responses come
 * before, and so does one that waits for the life of a sample (strict scope). */
bool holds_records(const struct spe_config &cfg)
{
    return cfg.record_done == spe_cfg_record_done_w && cfg.max_size < 10 &&
           1U << cfg.align <= 8U * cfg.axi_bytes && cfg.sync_scope != spe_cfg_sync_scope_strict;
}

/* Request DSB while operations go on. If DSB waits for later records or for a translation, it is
 * late or never ends (a hang). */
void dsb_soon(Seq &seq)
{
    const uint64_t most = soon(seq);

    seq.expect(seq.dsb_among_ops() < most, "DSB waits for later records, or a translation");
}

/* Responses are late. With [record_done] = w the next record begins before the response, and the
 * bus is busy until DSB stops further records. With [record_done] = b each record waits for its
 * response, so DSB is done after a record in any case; these turns only limit its time. The buffer
 * has room for as long as the bench waits. */
void dsb_in_stream(Seq &seq, Driver &driver)
{
    const unsigned room =
        seq.cfg.max_buff_size == 0 ? 1024 : 240; // in pages; such a PE allows at most 256

    driver.map(base, room);
    driver.place(base, base + room * 4096u);
    for (unsigned i = 0; i < 8; i++) {
        seq.bench.axi.set_pressure({0, i % 2, 100 + 20 * i, 160 + 20 * i});
        start(seq, driver, 600);
        dsb_soon(seq);
        seq.drain_life();
        driver.stop();
    }
}

/* DSB must not wait for a record whose translation is not answered. */
void dsb_in_walk(Seq &seq, Driver &driver)
{
    seq.bench.axi.set_pressure({0, 0, 1, 3});
    for (unsigned i = 0; i < 6; i++) {
        seq.tlbi();
        start(seq, driver, 0);
        seq.bench.xlat.hold(true);
        for (unsigned k = 0; k < 2000 && !seq.bench.xlat.waiting(); k++)
            seq.step_among_ops();
        seq.expect(seq.bench.xlat.waiting(), "no translation is asked for");
        for (unsigned k = 0; k < 8 * i; k++)
            seq.step_among_ops();
        dsb_soon(seq);
        seq.bench.xlat.hold(false);
        seq.run(40);
        seq.drain_life();
        driver.stop();
    }
}

/* DSB must not wait for later records or translations (dpi/timing.md, BR5). Otherwise DSB is late,
 * or the run hangs. */
void dsb_alone(Seq &seq)
{
    FixedOps fixed(seq.cfg);
    Driver driver(seq);

    prepare(seq, driver, fixed, 0);
    dsb_in_stream(seq, driver);
    dsb_in_walk(seq, driver);
    seq.require(&spe_totals::records, "records", 20);
    seq.require_check(SPE_CHECK_SYNC_DSB, 14);
}

const TestCase cases[] = {
    {"among_barriers", "PSB CSYNC and DSB while later samples go on", nullptr, among_barriers},
    {"among_reads", "every register read while operations are counted", nullptr, among_reads},
    {"among_tlbi", "TLB maintenance and DSB while records are written", nullptr, among_tlbi},
    {"tlbi_held", "TLB maintenance while responses hold a translated record back", holds_records,
     tlbi_held},
    {"dsb_alone", "DSB in a stream of records, and while a translation does not come", nullptr,
     dsb_alone},
};

} // namespace

const TestList among_tests = list_of(cases);

} // namespace tb
