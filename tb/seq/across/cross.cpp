// SPDX-License-Identifier: Apache-2.0
//
// A control of SPEv1p5 changes in each cycle around an event that depends on the control. Controls
// are MDCR_EL3.PMSEE, Debug state, PMBMAR_EL1, the offsets of timestamps, and the register that
// stops profiling.

#include "loads.hpp"
#include "registry.hpp"

namespace tb
{
namespace
{

constexpr uint64_t base = Loads::base;
constexpr unsigned pages = Loads::pages;
constexpr unsigned cycles = 72; ///< from the selection of a load to the end of its record, and more

bool everything(const struct spe_config &cfg)
{
    return cfg.exc && cfg.el3 && cfg.el2 && cfg.nvm && cfg.impdef_event;
}

/* All tags are busy, and the next operation will be selected: it collides. */
void next_collides(Seq &seq, Loads &loads)
{
    loads.driver.settings.pmscr_el2 = pmscr_all | pmscr_ee(3);
    seq.bench.pe.life().hold(true);
    loads.begin();
    for (int busy = 1; busy < seq.cfg.inflight; busy++) {
        seq.msr(PMSICR_EL1, 1);
        seq.run(1);
    }
    seq.msr(PMSICR_EL1, 1);
}

/* Expect COLL in the PMBSR_ELx that the lane's PMSEE selects, with PMSCR_EL2.EE 0b11 (RT4). */
void expect_coll(Seq &seq, unsigned pmsee)
{
    static const uint16_t registers[] = {PMBSR_EL1, PMBSR_EL2, PMBSR_EL3};
    static const unsigned takes[] = {0, 1, 1, 2};

    for (unsigned x = 0; x < 3; x++)
        seq.expect_eq((seq.mrs(registers[x]) & pmbsr_coll) != 0, x == takes[pmsee],
                      "PMBSR_ELx.COLL");
}

/* A lane after a change of MDCR_EL3.PMSEE collides: COLL is set by the new value (RT4). */
void one_collision(Seq &seq, Loads &loads, unsigned before, unsigned after, unsigned slot)
{
    next_collides(seq, loads);
    Context top = loads.driver.top();

    top.pmsee = static_cast<uint8_t>(before);
    seq.context(top);
    Context to = loads.driver.kernel();

    to.pmsee = static_cast<uint8_t>(after);
    seq.context_in_bundle(to, slot);
    seq.bench.pe.life().hold(false);
    seq.drain_life();
    top.pmsee = static_cast<uint8_t>(after);
    seq.context(top);
    expect_coll(seq, after);
    loads.end();
}

/* A lane before a change of MDCR_EL3.PMSEE collides: COLL is set by the old value (RT4). */
void one_before(Seq &seq, Loads &loads, unsigned before, unsigned after, unsigned slot)
{
    loads.driver.settings.pmsee = static_cast<uint8_t>(before);
    next_collides(seq, loads);
    Context top = loads.driver.top();

    top.pmsee = static_cast<uint8_t>(after);
    seq.context_in_bundle(top, slot);
    seq.bench.pe.life().hold(false);
    seq.drain_life();
    expect_coll(seq, before);
    loads.end();
}

void coll_lane(Seq &seq)
{
    Loads loads(seq);

    for (unsigned n = 0; n < 16; n++)
        one_collision(seq, loads, n % 4, n / 4, n % static_cast<unsigned>(seq.cfg.width));
    for (unsigned n = 0; n < 16; n++)
        one_before(seq, loads, n % 4, n / 4, 1 + n % 2);
    seq.require(&spe_totals::collisions, "collisions", 16);
    seq.require(&spe_totals::records, "records", 1);
}

/* An event of the system is routed as an "other event" (RT3). */
void one_impdef(Seq &seq, Driver &driver, unsigned pmsee)
{
    static const unsigned targets[] = {1, 2, 2, 3}; // with PMSCR_EL2.EE 0b11

    driver.settings.pmsee = static_cast<uint8_t>(pmsee);
    driver.settings.pmscr_el2 = pmscr_all | pmscr_ee(3);
    driver.program(1);
    driver.enable(driver.user());
    seq.bench.pe.impdef(0x1234, 0x567890);
    seq.idle(20);
    const Audit a = driver.stop();

    seq.expect(a.service() && a.target == targets[pmsee], "PMBSR_ELx of an event of the system");
}

/* An event of the system comes in the cycle in which MDCR_EL3.PMSEE changes, and with it whether
 * PMBSR_EL3.S stops profiling. The value at the start of the cycle decides (W15). */
void impdef_at_change(Seq &seq, Driver &driver, bool stops)
{
    driver.settings.pmsee = stops ? 1 : 2;
    driver.program(1);
    seq.msr(PMBSR_EL3, pmbsr_s);
    driver.enable(driver.user());
    Context at = driver.top();

    seq.context(at);
    at.pmsee = stops ? 2 : 1;
    seq.bench.pe.impdef(0x1234, 0x567890);
    seq.context(at);
    seq.idle(20);
    seq.expect_eq((seq.mrs(PMBSR_EL2) & pmbsr_s) != 0, stops, "PMBSR_EL2.S");
    driver.stop();
}

/* An event of the system comes in the cycle in which PMBLIMITR_EL1.FM changes. In Discard mode it
 * is not recorded, and the mode at the start of the cycle decides (W15). */
void impdef_discarded(Seq &seq, Driver &driver, uint64_t before, uint64_t after)
{
    driver.settings.pmblimitr = before << 1;
    driver.program(1);
    seq.bench.pe.impdef(0x1234, 0x567890);
    seq.msr(PMBLIMITR_EL1, driver.limit | after << 1 | pmblimitr_e);
    seq.idle(20);
    const Audit a = driver.stop();

    seq.expect_eq(a.service(), before << 1 != pmblimitr_discard, "PMBSR_ELx.S by Discard mode");
    driver.settings.pmblimitr = 0;
}

/* An event of the system comes while another PMBSR_ELx stops profiling, or in Discard mode: it is
 * not recorded (W15). */
void impdef_stopped(Seq &seq)
{
    Loads loads(seq);
    Driver &driver = loads.driver;

    loads.begin();
    loads.end();
    for (unsigned n = 0; n < 4; n++) {
        driver.settings.pmsee = n % 2 != 0 ? 2 : 1;
        driver.settings.pmscr_el2 = pmscr_all | pmscr_ee(n / 2 != 0 ? 2 : 3);
        driver.program(1);
        seq.msr(n % 2 != 0 ? PMBSR_EL3 : PMBSR_EL2, pmbsr_s);
        driver.enable(driver.user());
        seq.bench.pe.impdef(0x1234, 0x567890);
        seq.idle(20);
        seq.context(driver.top());
        seq.expect_eq(seq.mrs(PMBSR_EL1) & pmbsr_s, 0, "PMBSR_EL1.S");
        driver.stop();
        one_impdef(seq, driver, n);
    }
    for (bool stops : {true, false})
        impdef_at_change(seq, driver, stops);
    driver.settings.pmsee = 0;
    for (uint64_t n = 0; n < 16; n++)
        impdef_discarded(seq, driver, n / 4, n % 4);
    seq.require(&spe_totals::records, "records", 1);
}

/* Debug state is entered in each cycle around an External abort on the walk for a record's second
 * page: in Debug state SCR_EL3.EA does not count (Table D17-6). */
void debug_abort(Seq &seq)
{
    Loads loads(seq);
    Driver &driver = loads.driver;
    unsigned targets[4] = {};

    seq.bench.xlat.set_latency(12, 12, 0);
    driver.settings.pmsee = 2;
    for (unsigned n = 0; n < cycles; n++) {
        loads.place();
        PageEntry entry = driver.entry_for(base + 4096);

        entry.fault = true;
        entry.fsc = 0x14;
        seq.bench.xlat.map(driver.regime(), base + 4096, entry);
        seq.tlbi();
        driver.place(base + 4096 - 16, driver.limit);
        driver.program(1);
        Context at = driver.user();

        at.ea = true;
        driver.enable(at);
        seq.run(1);
        seq.idle(n);
        at.debug = true;
        seq.context(at);
        seq.idle(40);
        at.debug = false;
        seq.context(at);
        const Audit a = loads.end();

        targets[a.service() ? a.target : 0]++;
    }
    driver.settings.pmsee = 0;
    seq.expect(targets[1] >= 3 && targets[3] >= 3,
               "the abort was always, or never, in Debug state");
    loads.place();
    seq.tlbi();
    loads.begin();
    loads.end();
    seq.require(&spe_totals::records, "records", 1);
}

/* In each cycle of a record, make one of two changes for a few cycles: PMBSR_EL3.S takes effect
 * (MDCR_EL3.PMSEE), or the owner changes, and with it whether addresses are physical. */
void stop_change(Seq &seq)
{
    Loads loads(seq);
    Driver &driver = loads.driver;

    driver.settings.pmblimitr = pmblimitr_nvm;
    for (unsigned n = 0; n < 4 * cycles; n++) {
        loads.place();
        if (n % 4 == 0) // the buffer gets full, but not while the SPU is stopped
            driver.place(driver.limit - seq.record_bytes(), driver.limit);
        loads.begin();
        Context at = driver.top();

        seq.context(at);
        if (n % 2 == 0)
            seq.msr(PMBSR_EL3, pmbsr_s);
        seq.idle(n / 4);
        at.pmsee = n % 2 == 0 ? 2 : 0;
        at.e2pb = n % 2 == 0 ? 3 : 0;
        seq.context(at);
        seq.idle(3);
        seq.context(driver.top());
        loads.end();
    }
    seq.require(&spe_totals::records, "records", 2 * cycles);
}

/* Timestamps use the offset of the lane's context, also in the cycle in which the context changes.
 */
void ts_lane(Seq &seq)
{
    Loads loads(seq);
    Driver &driver = loads.driver;
    uint64_t records = 0;

    for (uint64_t pct : {UINT64_C(0), pmscr_pct_offset}) {
        for (unsigned slot = 0; slot < static_cast<unsigned>(seq.cfg.width); slot++, records++) {
            loads.place();
            driver.settings.pmscr_el1 = (pmscr_all & ~pmscr_pct) | pct;
            driver.settings.pmscr_el2 = (pmscr_all & ~pmscr_pct) | pct;
            Context from = driver.top(), to = driver.user();

            from.cntvoff = 0x0000112233445566;
            from.cntpoff = 0x00000000aabbccdd;
            to.cntvoff = 0x0000778899001122;
            to.cntpoff = 0x0000000033445566 + slot % 2;
            driver.program(1);
            driver.enable(from);
            seq.context_in_bundle(to, slot);
            loads.end();
        }
    }
    seq.require(&spe_totals::records, "records", records);
}

/* PMBMAR_EL1, or the address mode, changes between two records and while a translation is under way
 * (D24.7.2, D24.7.3). */
void mar_change(Seq &seq)
{
    static const uint64_t after[] = {0x2ff, 0x344};
    Loads loads(seq);
    Driver &driver = loads.driver;

    seq.bench.xlat.set_latency(8, 8, 0);
    driver.settings.pmscr_el2 |= pmscr_envm;
    driver.settings.pmbmar = 0x3ff;
    for (unsigned n = 0; n < 4 * cycles; n++) {
        driver.settings.pmblimitr = 0;
        loads.place();
        driver.settings.pmblimitr = pmblimitr_nvm;
        loads.place();
        if (n % 4 == 3) // a page fault in one mode, while software selects the other mode
            seq.bench.xlat.unmap(driver.regime(), base);
        if (n % 4 == 1) // between the two pages of a record
            driver.place(base + 4096 - 16, driver.limit);
        seq.tlbi();
        loads.begin();
        seq.idle(n / 4);
        if (n % 4 >= 2)
            seq.msr(PMBLIMITR_EL1, driver.limit | pmblimitr_e);
        else
            seq.msr(PMBMAR_EL1, after[n % 4]);
        seq.msr(PMSICR_EL1, 1);
        seq.run(1);
        loads.end();
    }
    seq.require(&spe_totals::records, "records", 5 * cycles);
}

/* Write records in physical address mode at each distance from the end of a page, and of the
 * buffer. */
void nvm_places(Seq &seq)
{
    Loads loads(seq);
    Driver &driver = loads.driver;

    driver.settings.pmscr_el2 |= pmscr_envm;
    driver.settings.pmblimitr = pmblimitr_nvm;
    driver.settings.pmbmar = 0x3ff;
    loads.place();
    for (unsigned distance = 0; distance < seq.record_bytes(); distance++) {
        driver.place(base + 4096 - distance, driver.limit);
        loads.begin();
        seq.drain_life();
        driver.stop();
        driver.place(driver.limit - seq.record_bytes() - distance, driver.limit);
        loads.begin();
        seq.drain_life();
        driver.stop();
    }
    seq.require(&spe_totals::records, "records", 2 * seq.record_bytes());
}

/* The second page of a record faults. Over the turns, each byte of the record from the second on is
 * the first byte that faults. */
void fault_places(Seq &seq)
{
    Loads loads(seq);
    Driver &driver = loads.driver;
    unsigned faults = 0;

    for (unsigned kind = 0; kind < 3; kind++) {
        for (unsigned distance = 1; distance < seq.usual_bytes(); distance++) {
            loads.place();
            PageEntry entry = driver.entry_for(base + 4096);

            entry.fault = true;
            entry.gpc = kind == 2;
            entry.stage2 = kind == 1;
            entry.fsc = kind == 2 ? 0 : 7;
            seq.bench.xlat.map(driver.regime(), base + 4096, entry);
            seq.tlbi();
            driver.place(base + 4096 - distance, driver.limit);
            loads.begin();
            seq.drain_life();
            faults += driver.stop().service();
        }
    }
    seq.expect(faults >= 3 * 48, "too few faults");
    loads.place();
    seq.tlbi();
    loads.begin();
    loads.end();
    seq.require(&spe_totals::records, "records", 1);
}

/* Offset timestamps together with each choice of other collected data. */
void collect_offset(Seq &seq)
{
    Loads loads(seq);
    Driver &driver = loads.driver;

    for (unsigned n = 0; n < 16; n++) {
        uint64_t pmscr = pmscr_e0 | pmscr_e1 | pmscr_ts | pmscr_pct_offset;

        pmscr |= (n & 1) != 0 ? pmscr_cx : 0;
        pmscr |= (n & 2) != 0 ? pmscr_pa : 0;
        driver.settings.pmscr_el1 = pmscr;
        driver.settings.pmscr_el2 = pmscr ^ ((n & 4) != 0 ? pmscr_cx : 0);
        loads.place();
        driver.program(1);
        Context at = driver.user();

        at.cntpoff = seq.cfg.ecv >= 2 ? 0x00000000aabbccdd : 0;
        driver.enable(at);
        seq.run(1);
        loads.end();
    }
    seq.require(&spe_totals::records, "records", 16);
}

const TestCase cases[] = {
    {"coll_lane", "collisions in a cycle in which MDCR_EL3.PMSEE changes", everything, coll_lane},
    {"impdef_stopped", "events of the system while stopped, and in Discard mode", everything,
     impdef_stopped},
    {"debug_abort", "Debug state around an External abort", everything, debug_abort},
    {"stop_change", "profiling stopped by a context in each cycle of a record", everything,
     stop_change},
    {"ts_lane", "offsets of timestamps that change between lanes", everything, ts_lane},
    {"mar_change", "PMBMAR_EL1 and the address mode change around a record", everything,
     mar_change},
    {"fault_places", "a fault on each byte of a record", everything, fault_places},
    {"collect_offset", "offset timestamps beside all else that is collected",
     [](const struct spe_config &c) { return c.ecv >= 1 && c.el2; }, collect_offset},
    {"nvm_places", "physical address mode at each distance from the end of a page", everything,
     nvm_places},
};

} // namespace

const TestList cross_tests = list_of(cases);

} // namespace tb
