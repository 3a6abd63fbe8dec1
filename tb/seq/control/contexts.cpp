// SPDX-License-Identifier: Apache-2.0
//
// Contexts that few sessions reach: an owner in AArch32 state, another ASID, changes of context
// while PMSICR_EL1 is zero (DDI 0586A 3.1.1, 3.4.2).

#include "drive/driver.hpp"
#include "memory_map.hpp"
#include "ops/fixed_ops.hpp"
#include "registry.hpp"

namespace tb
{
namespace
{

constexpr uint64_t base = Driver::default_va;

void prepare(Driver &driver, Owner owner)
{
    driver.settings.owner = owner;
    driver.map(base, 4);
    driver.place(base, base + 4 * 4096);
}

void quick_operations(Seq &seq)
{
    seq.ops.mix.slow = 0;
    seq.ops.mix.usual_latency = 16;
    seq.ops.mix.nonarch = seq.ops.mix.replay = seq.ops.mix.mispredict = 0;
}

/* Which levels are in AArch32 state: only EL0; EL1 and EL0 below an EL2 in AArch64 state; or the
 * owner with all levels below it. */
enum class Narrow { El0, El1, Owner };

/* The level that decides about the register width, in the state of `at`. EL2 decides about EL1
 * (HCR_EL2.RW), EL3 about EL2 and Secure EL1 (SCR_EL3.RW), any level about EL0. */
Context decider(const Seq &seq, const Context &at, Owner owner, Narrow narrow)
{
    if (narrow == Narrow::El0)
        return at;
    const bool el2 = at.scr_ns && seq.cfg.el2 && !(owned_by_el2(owner) && narrow == Narrow::Owner);

    return at.at(el2 ? El::El2 : El::El3);
}

bool narrow_possible(const Seq &seq, Owner owner, Narrow narrow)
{
    if (!owner_possible(seq.cfg, owner))
        return false;
    if (narrow == Narrow::El0)
        return true;
    if (owned_by_el2(owner)) // with HCR_EL2.{E2H, TGE} there is neither EL1 nor an AArch32 EL2
        return owner == Owner::NsEl2 && (narrow == Narrow::El1 || seq.cfg.el3);
    return narrow == Narrow::Owner && (seq.cfg.el3 || (seq.cfg.el2 && owner == Owner::NsEl1));
}

/* Go to a level in AArch32 state and back, with samples in flight and records queued. Nothing is
 * sampled in AArch32 state. Records are still written, unless the owner itself is in AArch32 state.
 */
void one_visit(Seq &seq, Owner owner, Narrow narrow, unsigned n)
{
    Driver driver(seq);

    prepare(driver, owner);
    driver.program(1);
    driver.enable(driver.kernel());
    seq.run_samples(1 + n % 3, 2000);
    seq.idle(n % 4 * 5);
    Context c = decider(seq, driver.kernel(), owner, narrow);

    seq.context(c);
    c.el1_aarch32 = narrow != Narrow::El0;
    // For an owner at EL1, HCR_EL2.E2H has no effect.
    c.e2h = c.e2h || (seq.cfg.vhe && c.el == El::El2 && !owned_by_el2(owner) && n % 4 < 2);
    c.el2_aarch32 = narrow == Narrow::Owner && owned_by_el2(owner);
    seq.context(c);
    const uint64_t sampled = seq.bench.pe.sampled();

    c.aarch32 = true;
    c.el = narrow == Narrow::El0 || n % 2 != 0 ? El::El0 : El::El1;
    if (c.el2_aarch32 && n % 4 == 2)
        c.el = El::El2;
    seq.context(c);
    seq.run(300);
    seq.expect_eq(seq.read(PMBPTR_EL1).outcome, SPE_ACCESS_UNDEFINED, "outcome in AArch32 state");
    seq.expect_eq(seq.bench.pe.sampled(), sampled, "operations sampled in AArch32 state");
    c.el = decider(seq, driver.kernel(), owner, narrow).el;
    c.aarch32 = false;
    seq.context(c);
    seq.context(driver.kernel().at(c.el));
    seq.run(300); // EL2 and EL3 are profiled only if they may be
    seq.drain_life();
    driver.stop();
}

void owner_aarch32(Seq &seq)
{
    static const Owner owners[] = {Owner::NsEl1, Owner::NsEl2, Owner::NsEl2Host, Owner::SecureEl1};

    quick_operations(seq);
    seq.bench.axi.set_pressure({8, 8, 0, 20});
    for (Owner owner : owners) {
        for (Narrow narrow : {Narrow::El0, Narrow::El1, Narrow::Owner}) {
            for (unsigned n = 0; n < 12 && narrow_possible(seq, owner, narrow); n++)
                one_visit(seq, owner, narrow, n);
        }
    }
    seq.require(&spe_totals::records, "records", 30);
    seq.require(&spe_totals::lost, "lost", seq.cfg.el2 || seq.cfg.el3 ? 4 : 0);
}

/* Switch to another process or guest, and every second time back to the first one. Profiling is off
 * and all records are written, but the buffer stays enabled. TTBR0_EL1 gets another ASID, or
 * VTTBR_EL2 another VMID. After the context synchronization event, the same virtual address is
 * another page, without TLB maintenance (3.4.2). */
void context_asid(Seq &seq)
{
    const unsigned pages = seq.pages_for(50, 4);
    Driver driver(seq);
    const unsigned regime = SPE_REGIME_NS_EL10;

    quick_operations(seq);
    driver.map(base, pages);
    driver.place(base, base + pages * 4096u);
    driver.start();
    for (unsigned i = 0; i < 24; i++) {
        seq.run_samples(1 + i % 3);
        seq.drain_life();
        driver.audit();
        const uint32_t process = i % 2 != 0 ? 0 : 1 + i;

        for (uint64_t va = base; va < driver.limit; va += 4096) {
            PageEntry entry = *seq.bench.xlat.find(regime, va);

            seq.bench.memory.close(entry.pa | nonsecure_space);
            entry = driver.entry_for(va, process);
            seq.bench.memory.open(entry.pa | nonsecure_space);
            seq.bench.xlat.map(regime, va, entry);
        }
        seq.bench.pe.ids = seq.cfg.el2 && i % 4 == 2 ? process << 16 : process;
        seq.isb();
        driver.enable(driver.user());
    }
    seq.run_samples(2);
    seq.drain_life();
    driver.stop();
    seq.require(&spe_totals::records, "records", 30);
}

/* As context_asid, but a record is on its way, and may go to the old or to the new page: the
 * context synchronization event comes in every cycle around the translation of the record. A sample
 * after the event has its record in the new page, by a translation requested after the event
 * (3.4.2, BR7). */
void race_asid(Seq &seq)
{
    const unsigned regime = SPE_REGIME_NS_EL10, cycles = 60;
    Driver driver(seq);
    FixedOps fixed(seq.cfg);

    seq.set_source(&fixed);
    fixed.one_load();
    seq.bench.xlat.walk_early(true);
    prepare(driver, Owner::NsEl1);
    PageEntry entry = driver.entry_for(base);

    for (uint32_t n = 0; n < 2 * cycles; n++) {
        const uint64_t old = entry.pa | nonsecure_space;

        seq.bench.xlat.set_latency(6, 6, n < cycles ? 0 : 4);
        driver.place(base, driver.limit);
        driver.sample_one();
        seq.idle(n % cycles);
        seq.bench.pe.ids = seq.cfg.el2 && n % 4 == 2 ? (1 + n) << 16 : 1 + n;
        seq.isb();
        entry = driver.entry_for(base, 1 + n);
        seq.bench.memory.open(entry.pa | nonsecure_space);
        seq.bench.xlat.map(regime, base, entry);
        seq.drain_life();
        seq.psb();
        seq.dsb();
        seq.bench.memory.close(old);
        seq.msr(PMSICR_EL1, 1);
        seq.run(1);
        seq.drain_life();
        seq.psb(); // stop() has a context synchronization event of its own
        driver.stop();
    }
    seq.require(&spe_totals::records, "records", 4 * cycles);
}

/* Disable the buffer `delay` cycles after a sample. @return whether its page was translated but no
 * address was offered */
bool off_translated(Seq &seq, Driver &driver, uint64_t delay)
{
    const uint64_t requests = seq.bench.xlat.requests(), bursts = seq.bench.axi.bursts();

    driver.place(base, driver.limit);
    driver.sample_one();
    seq.idle(delay);
    seq.msr(PMBLIMITR_EL1, driver.limit);
    const bool translated = seq.bench.xlat.requests() != requests && !seq.bench.xlat.waiting();

    seq.drain_life();
    driver.stop();
    return translated && seq.bench.axi.bursts() == bursts;
}

/* Disable the buffer in every cycle around a translation. The record is lost, unless its address
 * was offered. Then another process runs. Its record must not go to the page of the first process,
 * even if that page was translated but not used (3.4.2, BR7). */
void off_asid(Seq &seq)
{
    const unsigned regime = SPE_REGIME_NS_EL10, cycles = 60;
    Driver driver(seq);
    FixedOps fixed(seq.cfg);
    unsigned met = 0;

    seq.set_source(&fixed);
    fixed.one_load();
    seq.bench.xlat.set_latency(6, 6, 0);
    prepare(driver, Owner::NsEl1);
    PageEntry entry = driver.entry_for(base);

    for (uint32_t n = 0; n < cycles; n++) {
        const uint64_t old = entry.pa | nonsecure_space;

        met += off_translated(seq, driver, n);
        seq.bench.pe.ids = 1 + n;
        seq.isb();
        entry = driver.entry_for(base, 1 + n);
        seq.bench.memory.open(entry.pa | nonsecure_space);
        seq.bench.xlat.map(regime, base, entry);
        seq.bench.memory.close(old);
        driver.place(base, driver.limit);
        driver.sample_one();
        seq.drain_life();
        driver.stop();
    }
    seq.expect(met != 0, "the buffer was never disabled between translation and address");
    seq.require(&spe_totals::records, "records", cycles);
}

/* PMSICR_EL1 is zero, and the context changes in a cycle without operations, or on the lane after
 * the last one. The counter is loaded when profiling becomes enabled (P10), before any operation.
 */
void one_load(Seq &seq, Driver &driver, const Context &off, unsigned n)
{
    const int draws[] = {-1, 0, 77, 255};
    const int draw = draws[n % 4];
    const Context on = driver.kernel();

    driver.settings.rnd = draw >= 0;
    driver.program(1);
    driver.enable(on);
    seq.msr(PMSICR_EL1, 0); // profiling is enabled: it stays zero until
    seq.expect_eq(seq.mrs(PMSICR_EL1), 0, "PMSICR_EL1");
    seq.context(off);
    seq.run(n % 3);
    seq.bench.pe.inject_draw(draw);
    if (n % 2 != 0)
        seq.context_in_bundle(on, max_lanes);
    else
        seq.context(on);
    const uint64_t low = seq.cfg.ernd || draw < 0 ? 0 : static_cast<unsigned>(draw);

    seq.expect_eq(seq.mrs(PMSICR_EL1), driver.settings.interval << 8 | low, "PMSICR_EL1");
    seq.bench.pe.inject_draw(-1);
    seq.run_samples(1);
    seq.drain_life();
    driver.stop();
    driver.place(base, driver.limit);
}

/* If profiling is enabled at no level, a zero PMSICR_EL1 is not loaded at EL0 (3.1.1). */
void no_load(Seq &seq, Driver &driver)
{
    driver.program(0);
    seq.context(driver.user());
    seq.run(5);
    seq.context(driver.kernel());
    seq.expect_eq(seq.mrs(PMSICR_EL1), 0, "PMSICR_EL1");
    driver.stop();
    driver.place(base, driver.limit);
}

void context_load(Seq &seq)
{
    Driver driver(seq);

    quick_operations(seq);
    prepare(driver, Owner::NsEl1);
    driver.settings.pmscr_el1 = pmscr_all & ~pmscr_e0;
    for (unsigned n = 0; n < 24; n++) {
        Context off = driver.kernel();

        off.debug = n / 4 % 3 == 2;
        if (n / 4 % 3 < 2)
            off.el = n / 4 % 3 != 0 && seq.cfg.el3 ? El::El3 : El::El0;
        one_load(seq, driver, off, n);
    }
    no_load(seq, driver);
    seq.require(&spe_totals::samples, "samples", 24);
    seq.require_check(SPE_CHECK_REG_READ, 49);
}

const TestCase cases[] = {
    {"owner_aarch32", "the owner, or levels below it, in AArch32 state", nullptr, owner_aarch32},
    {"context_asid", "another ASID or VMID with a context synchronization event alone", nullptr,
     context_asid},
    {"race_asid", "another ASID or VMID around a translation", nullptr, race_asid},
    {"off_asid", "the buffer disabled around a translation, then another ASID", nullptr, off_asid},
    {"context_load", "contexts that enable profiling with PMSICR_EL1 zero", nullptr, context_load},
};

} // namespace

const TestList context_tests = list_of(cases);

} // namespace tb
