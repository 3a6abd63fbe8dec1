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

/* PSB CSYNC waits for a sample that the PE holds back. PSB CSYNC must not complete before the
 * sample ends, however long that takes, and must complete soon after that. */
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

/* Request DSB while PSB CSYNC waits for queued records, or (`held`) for a sample that ends later.
 * Nothing is sampled meanwhile, so PSB CSYNC waits for all records. Responses are late: between two
 * records, only the waiting PSB CSYNC shows that another record follows. @return whether PSB CSYNC
 * was waiting. */
bool dsb_behind_psb(Seq &seq, unsigned turn, bool held)
{
    PeAgent &pe = seq.bench.pe;

    pe.life().hold(held);
    seq.run_samples(held ? 1 : 1 + turn % 4);
    pe.request_psb();
    seq.idle(1 + turn % 7);
    const bool behind = pe.psb_pending();

    pe.request_dsb();
    seq.idle(1 + turn * 8);
    seq.expect(!held || pe.dsb_pending(), "DSB is done before a sample has ended");
    pe.life().hold(false);
    seq.step_until("dsb_done_o", [&pe] { return !pe.dsb_pending(); });
    const uint64_t written = seq.bench.memory.bytes_written();

    seq.expect(seq.bench.axi.outstanding() == 0, "DSB is done before a response");
    seq.psb();
    seq.expect_eq(seq.bench.memory.bytes_written(), written, "bytes written when DSB is done");
    return behind;
}

/* The same for a sample whose record meets a fault of its translation: PMBSR_ELx holds the event
 * when DSB is done. @return whether the fault was reported. */
bool dsb_behind_fault(Seq &seq, Driver &driver, unsigned turn)
{
    PeAgent &pe = seq.bench.pe;
    PageEntry entry = driver.entry_for(base);

    entry.fault = true;
    entry.fsc = 0x07; // Translation fault, level 3
    seq.bench.xlat.map(driver.regime(), base, entry);
    driver.program(1);
    driver.enable(driver.user());
    pe.life().hold(true);
    seq.run_samples(1);
    pe.request_psb();
    seq.idle(1 + turn % 7);
    pe.request_dsb();
    seq.idle(1 + turn * 8);
    seq.expect(pe.dsb_pending(), "DSB is done before a sample has ended");
    pe.life().hold(false);
    seq.step_until("dsb_done_o", [&pe] { return !pe.dsb_pending(); });
    seq.psb();
    const bool reported = driver.stop().service();

    driver.map(base, 1);
    seq.tlbi();
    seq.dsb();
    return reported;
}

/* DSB behind a PSB CSYNC that waits. DSB is done only after everything that PSB CSYNC waits for is
 * written, and each fault of it is reported (dpi/timing.md, BR5). */
void dsb_behind(Seq &seq)
{
    constexpr unsigned turns = 16;
    FixedOps fixed(seq.cfg);
    Driver driver(seq);
    unsigned behind = 0, faults = 0;

    prepare(seq, driver, 4);
    seq.bench.axi.set_pressure({4, 4, 60, 120});
    for (unsigned n = 0; n < 2 * turns; n++) {
        driver.program(1);
        driver.enable(driver.user());
        behind += dsb_behind_psb(seq, n % turns, n >= turns);
        seq.drain_life();
        driver.stop();
        driver.place(base, driver.limit);
    }
    fixed.one_load(); // it leaves a record
    seq.set_source(&fixed);
    for (unsigned n = 0; n < turns; n++)
        faults += dsb_behind_fault(seq, driver, n);
    seq.expect(behind >= turns, "too few DSB were asked for while PSB CSYNC waited");
    seq.expect_eq(faults, turns, "faults that were reported");
    seq.require(&spe_totals::records, "records", turns);
    seq.require_check(SPE_CHECK_SYNC_DSB, 3 * turns);
}

/* The end of the operation for which PSB CSYNC waits. */
enum class Awaited : uint8_t { kept, filtered, dropped };

/* PSB CSYNC waits for a sample in flight. Two later samples end and are queued. The record of the
 * first later sample leaves the queue; the record of the second one is held up. */
class Later
{
  public:
    explicit Later(Seq &seq);

    /// One turn: the first of the later samples is selected `delay` cycles after the request.
    /// @param bus  true: the bus holds up the second record; false: its translation does.
    void turn(Awaited awaited, bool bus, unsigned delay);

    /// Turns in which the awaited sample ended without a record, after the first later record had
    /// left ...
    unsigned left = 0;
    unsigned over = 0; ///< ... or before that

  private:
    static constexpr unsigned held = 1u << 30; ///< in cycles: longer than any test

    void sample();
    void first(Awaited awaited);
    void hold(bool bus);
    void release();
    bool recorded(Awaited awaited) const;

    Seq &seq_;
    TimedOps timed_;
    Driver driver_;
    uint64_t bursts_ = 0, written_ = 0; ///< values at the start of the turn
};

Later::Later(Seq &seq) : seq_(seq), timed_(seq.cfg), driver_(seq)
{
    seq.set_source(&timed_);
    driver_.settings.pmsfcr = pmsfcr_ft | pmsfcr_ld;
    driver_.map(base, 4);
}

void Later::sample()
{
    seq_.msr(PMSICR_EL1, 1);
    seq_.run(1);
}

/* Whether the awaited sample has a record. That record is queued after the records of samples that
 * ended before. */
bool Later::recorded(Awaited awaited) const
{
    return awaited == Awaited::kept ||
           (awaited == Awaited::dropped && seq_.cfg.misspec_record != 0);
}

/* Select the awaited sample. Over the turns its ending lies before and after the cycle in which the
 * first later record leaves. */
void Later::first(Awaited awaited)
{
    release();
    seq_.tlbi();
    seq_.bench.xlat.set_latency(30, 30, 0);
    driver_.place(base, base + 4 * 4096);
    timed_.one_load();
    timed_.each.end = 85 + seq_.more_beats();
    if (awaited == Awaited::filtered)
        timed_.op.op_class = class_other;
    if (awaited == Awaited::dropped)
        timed_.each.end_kind = seq_.dropped();
    bursts_ = seq_.bench.axi.bursts();
    written_ = seq_.bench.memory.bytes_written();
    driver_.sample_one();
    timed_.one_load();
    timed_.each.end_kind = end_retire;
    timed_.each.issue = 2;
    timed_.each.complete = 5;
    timed_.each.end = 6;
}

/* Hold up all records after the record that is on the bus. */
void Later::hold(bool bus)
{
    seq_.step_until("AWREADY", [this] { return seq_.bench.axi.bursts() != bursts_; });
    if (bus) {
        seq_.bench.axi.set_pressure({held, 0, 0, 0});
    } else {
        seq_.bench.xlat.set_latency(1, 1, held);
        seq_.tlbi();
    }
}

void Later::release()
{
    seq_.bench.axi.set_pressure({});
    seq_.bench.xlat.set_latency(1, 1, 0);
}

void Later::turn(Awaited awaited, bool bus, unsigned delay)
{
    const bool has_record = recorded(awaited);
    PeAgent &pe = seq_.bench.pe;

    first(awaited);
    pe.request_psb();
    if (delay % 2 != 0)
        pe.request_dsb();
    seq_.idle(delay);
    sample();
    seq_.idle(6 + delay % 8 * 4); // from then on a tag is free, if there are two
    sample();
    hold(bus);
    const bool waits = pe.psb_pending();
    const uint64_t most = has_record ? 100 : static_cast<uint64_t>(seq_.cfg.psb_max) + 200;
    const uint64_t since = seq_.bench.cycle();

    seq_.step_until("psb_done_o, or its time",
                    [&] { return !pe.psb_pending() || seq_.bench.cycle() - since >= most; });
    const bool queued = (seq_.bench.states() & Bench::states_queued) != 0;
    const bool gone = waits && seq_.bench.memory.bytes_written() != written_;

    seq_.expect(has_record || !pe.psb_pending(), "PSB CSYNC waits for a record of a later sample");
    left += !has_record && gone && queued;
    over += !has_record && !gone;
    if (!pe.psb_pending())
        pe.request_psb();
    seq_.idle(20);
    seq_.expect(pe.psb_pending(), "PSB CSYNC does not wait for the record that is held up");
    release();
    seq_.step_until("the barriers", [&pe] { return !pe.psb_pending() && !pe.dsb_pending(); });
    seq_.drain_life();
    driver_.stop();
}

/* Records of samples selected after the request for PSB CSYNC leave the queue, in every cycle
 * around the end of the awaited sample. If the awaited sample has no record, PSB CSYNC is done,
 * although a later record is still queued (dpi/timing.md, BR2); another PSB CSYNC in the next cycle
 * waits for this record (BR1). If the awaited sample has a record, PSB CSYNC also waits for records
 * queued before it. */
void race_later(Seq &seq)
{
    constexpr unsigned delays = 60;
    Later later(seq);
    unsigned turns = 0;

    for (Awaited awaited : {Awaited::kept, Awaited::filtered, Awaited::dropped}) {
        for (unsigned n = 0; n < 2 * delays; n++) {
            later.turn(awaited, n >= delays, n % delays);
            turns++;
        }
    }
    seq.expect(later.left >= 20, "too few later records left before the end that was awaited");
    seq.expect(later.over >= 20, "too few PSB CSYNC were done before any later record left");
    seq.require(&spe_totals::records, "records", 2 * turns);
    seq.require_check(SPE_CHECK_SYNC_PSB, 2 * turns);
}

bool several_tags(const struct spe_config &cfg)
{
    return cfg.sync_scope != spe_cfg_sync_scope_strict && cfg.inflight > 1;
}

/* The buffer's page moves. After TLBI and DSB no write may go to the old place, which is a guard
 * page then. */
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
    {"dsb_behind", "DSB while PSB CSYNC waits for samples and records", nullptr, dsb_behind},
    {"race_later", "PSB CSYNC while records of later samples leave the queue", several_tags,
     race_later},
    {"tlbi_move", "the buffer's page is moved, TLBI, DSB", nullptr, tlbi_move},
};

} // namespace

const TestList sync_tests = list_of(cases);

} // namespace tb
