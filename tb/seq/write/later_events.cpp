// SPDX-License-Identifier: Apache-2.0
//
// Management events of SPEv1p1 to SPEv1p5 (D17.8): fault codes and syndromes, physical address
// mode, accesses that are not allowed, events of the system, a buffer that is too large, several
// causes at once.

#include "drive/driver.hpp"
#include "ops/fixed_ops.hpp"
#include "registry.hpp"

#include <vector>

namespace tb
{
namespace
{

constexpr uint64_t base = Driver::default_va;
constexpr unsigned pages = 3;

void prepare(Seq &seq, Driver &driver)
{
    driver.map(base, pages);
    driver.place(base, base + pages * 4096u);
    seq.ops.mix.slow = 0;
    seq.ops.mix.nonarch = seq.ops.mix.replay = seq.ops.mix.mispredict = 0;
    seq.ops.mix.usual_latency = 16;
}

/* A fault, as the MMU reports it. */
struct Fault {
    uint8_t fsc = 0;
    bool stage2 = false, gpc = false;
    uint8_t mss2 = 0;
};

constexpr uint8_t fsc_access0 = 0x08, fsc_permission0 = 0x0c, fsc_permission3 = 0x0f;

/* FSC values of D24.7.5 that SPEv1p0 lacks: levels -1 and -2, an unsupported atomic update. */
constexpr uint8_t later_codes[] = {0x12, 0x13, 0x1b, 0x29, 0x2a, 0x2b, 0x2c, 0x31};

std::vector<Fault> faults_of(const struct spe_config &cfg)
{
    std::vector<Fault> list;

    for (uint8_t code : later_codes) {
        const uint8_t fsc = fsc_of_version(code, cfg.pmsver);

        list.push_back({fsc, false, false, 0});
        list.push_back({fsc, true, false, 15}); // these codes have no such bits
    }
    for (uint8_t fsc = 0x22; cfg.rme && fsc <= fsc_gpf; fsc++) {
        list.push_back({fsc, false, false, 0});
        if (fsc != fsc_gpf)
            list.push_back({fsc, true, false, 0});
    }
    for (uint8_t n = 0; n < 32; n++)
        list.push_back({static_cast<uint8_t>(fsc_permission0 + n % 4), n >= 16, false,
                        static_cast<uint8_t>(n % 16)});
    for (uint8_t n = 0; n < 8; n++) // Access flag faults have none of these bits
        list.push_back({static_cast<uint8_t>(fsc_access0 + n % 4), n >= 4, false, 15});
    for (uint8_t n = 0; cfg.rme && n < 4; n++)
        list.push_back({static_cast<uint8_t>(0x28 + n), n >= 2, true, n});
    return list;
}

/* The expected MSS2 of the fault: its bits depend on EC and FSC (D24.7.5). */
uint64_t expected_mss2(const struct spe_config &cfg, const Fault &f)
{
    const bool permission = !f.gpc && f.fsc >= fsc_permission0 && f.fsc <= fsc_permission3;
    unsigned bits = permission ? f.mss2 : 0;

    bits &= (cfg.the && f.stage2 ? 12u : 0) | (cfg.poe ? 2u : 0) | (cfg.pie ? 1u : 0);
    return static_cast<uint64_t>(bits) << 5;
}

bool on_walk(uint8_t fsc)
{
    return fsc == 0x12 || fsc == 0x13 || fsc == 0x1b || (fsc & 0x3c) == 0x14;
}

void break_page(Seq &seq, const Driver &driver, uint64_t va, const Fault &f)
{
    PageEntry entry = driver.entry_for(va);

    entry.fault = true;
    entry.gpc = f.gpc;
    entry.fsc = f.fsc;
    entry.stage2 = f.stage2;
    entry.mss2 = f.mss2;
    seq.bench.xlat.map(driver.regime(), va, entry);
    seq.tlbi();
    seq.dsb();
}

void mend_page(Seq &seq, Driver &driver, uint64_t va)
{
    driver.map(va, 1);
    seq.tlbi();
    seq.dsb();
}

bool expected_dl(const struct spe_config &cfg, bool inside)
{
    return inside || cfg.dl_boundary == spe_cfg_dl_boundary_one;
}

/* Write one record at `pointer`; the page of its first byte, or the next page, faults. */
void fault_at(Seq &seq, Driver &driver, const Fault &f, uint64_t pointer)
{
    const bool inside = pointer > base && pointer < base + 4096;
    const uint64_t page = inside ? base + 4096 : pointer;

    seq.context(driver.kernel());
    break_page(seq, driver, page, f);
    driver.place(pointer, base + pages * 4096u);
    const Audit a = driver.shot(1, 1);

    mend_page(seq, driver, page);
    seq.expect(a.service(), "no fault was taken");
    seq.expect_eq(pmbsr_ec(a.pmbsr),
                  f.gpc      ? ec_gpc
                  : f.stage2 ? ec_stage2
                             : ec_stage1,
                  "PMBSR_EL1.EC");
    seq.expect_eq(pmbsr_mss(a.pmbsr), f.gpc ? 0 : f.fsc, "PMBSR_EL1.MSS");
    seq.expect_eq(pmbsr_mss2(a.pmbsr), expected_mss2(seq.cfg, f), "PMBSR_EL1.MSS2");
    seq.expect_eq(a.pmbptr, page, "PMBPTR_EL1");
    seq.expect_eq((a.pmbsr & pmbsr_dl) != 0, expected_dl(seq.cfg, inside), "PMBSR_EL1.DL");
    seq.expect_eq((a.pmbsr & pmbsr_ea) != 0, !f.gpc && on_walk(f.fsc) && seq.cfg.walk_ea,
                  "PMBSR_EL1.EA");
}

/* Every kind of fault of later versions, in both stages, on the first byte of a record and inside a
 * record. */
void fault_kinds(Seq &seq)
{
    FixedOps fixed(seq.cfg);
    Driver driver(seq);
    uint64_t taken = 0, aborts = 0;

    seq.set_source(&fixed);
    fixed.op.op_class = class_load_store;
    prepare(seq, driver);
    for (const Fault &f : faults_of(seq.cfg)) {
        fault_at(seq, driver, f, base);
        fault_at(seq, driver, f, base + 4096 - 16);
        (seq.cfg.walk_ea && !f.gpc && on_walk(f.fsc) ? aborts : taken) += 2;
    }
    driver.place(base, base + pages * 4096u);
    driver.shot(1, 1);
    seq.require(&spe_totals::records, "records", 1);
    seq.require(&spe_totals::faults, "faults", taken);
    seq.require(&spe_totals::aborts, "aborts", aborts);
}

/* Write one record in physical address mode; in virtual mode, if PMSCR_EL2.EnVM forbids physical
 * addresses. The record begins at the end of a page and goes on to the next page. */
void physical_record(Seq &seq, Driver &driver, unsigned n)
{
    static const uint64_t attributes[] = {0x3ff, 0x2bb, 0x044, 0x000, 0x104, 0x30c};
    const uint64_t asked = seq.bench.xlat.physical_requests();
    Settings &s = driver.settings;

    s.pmblimitr = n % 4 != 3 ? pmblimitr_nvm : 0;
    s.pmscr_el2 = pmscr_all | (n % 3 != 2 ? pmscr_envm : 0);
    s.pmbmar = attributes[n % 6];
    driver.map(base, pages);
    driver.place(base + (n % 2 != 0 ? 4096 - 16 : 0), base + pages * 4096u);
    driver.shot(1, 1);
    const bool physical = seq.bench.xlat.physical_requests() != asked;

    seq.expect_eq(physical, driver.physical(), "requests in physical address mode");
    if (physical)
        seq.expect_eq(seq.bench.xlat.last_attributes(), s.pmbmar, "PMBMAR_EL1 of a request");
}

/* Physical address mode of every owner. */
void nvm(Seq &seq)
{
    uint64_t records = 0;

    seq.ops.mix.nonarch = seq.ops.mix.replay = seq.ops.mix.mispredict = 0; // each leaves a record
    for (Owner owner : every_owner) {
        Driver driver(seq);

        if (!owner_possible(seq.cfg, owner))
            continue;
        driver.settings.owner = owner;
        for (unsigned n = 0; n < 12; n++, records++)
            physical_record(seq, driver, n);
    }
    seq.require(&spe_totals::records, "records", records);
}

/* Faults in physical address mode: from stage 2, and from granule protection checks. */
void nvm_faults(Seq &seq)
{
    static const Fault faults[] = {{0x07, true, false, 0},
                                   {0x0f, true, false, 15},
                                   {0x28, false, false, 0},
                                   {0x00, false, true, 0},
                                   {fsc_address_size_level0, false, false, 0}};
    FixedOps fixed(seq.cfg);
    Driver driver(seq);

    seq.set_source(&fixed);
    fixed.op.op_class = class_load_store;
    driver.settings.pmblimitr = pmblimitr_nvm;
    driver.settings.pmscr_el2 |= pmscr_envm;
    driver.settings.pmbmar = 0x3ff;
    prepare(seq, driver);
    for (const Fault &f : faults) {
        fault_at(seq, driver, f, base);
        fault_at(seq, driver, f, base + 4096 - 16);
    }
    driver.place(base, base + pages * 4096u);
    driver.shot(1, 1);
    seq.require(&spe_totals::records, "records", 1);
    seq.require(&spe_totals::faults, "faults", 2 * sizeof faults / sizeof *faults);
}

/* An event of the system comes while records are on their way, while none is, and while the buffer
 * is disabled. A second event while profiling is stopped changes nothing. */
void impdef(Seq &seq)
{
    Driver driver(seq);

    prepare(seq, driver);
    for (unsigned n = 0; n < 64; n++) {
        const uint64_t r = tb_rng_u64(&seq.rng);
        const uint16_t mss = static_cast<uint16_t>(r);
        const uint32_t mss2 = r >> 16 & 0xffffff;

        driver.place(base, base + pages * 4096u);
        driver.program(1);
        driver.enable(driver.user());
        seq.run_samples(n % 4);
        seq.run(1 + n / 4);
        if (n % 8 == 7) {
            seq.context(driver.kernel());
            seq.psb();
            seq.msr(PMBLIMITR_EL1, driver.limit);
        }
        seq.bench.pe.impdef(mss, mss2);
        seq.run(8);
        seq.bench.pe.impdef(static_cast<uint16_t>(~mss), mss2 ^ 0xffffff);
        seq.run(20);
        seq.drain_life();
        const Audit a = driver.stop();

        seq.expect(a.service(), "no event");
        seq.expect_eq(pmbsr_ec(a.pmbsr), ec_impdef, "PMBSR_EL1.EC");
        seq.expect_eq(pmbsr_mss(a.pmbsr), mss, "PMBSR_EL1.MSS");
        seq.expect_eq(pmbsr_mss2(a.pmbsr), mss2, "PMBSR_EL1.MSS2");
        seq.expect_eq(a.pmbsr & (pmbsr_dl | pmbsr_ea), 0, "PMBSR_EL1.{DL, EA}");
    }
    seq.require(&spe_totals::records, "records", 16);
}

bool is_denied(const Audit &a)
{
    return a.service() && pmbsr_ec(a.pmbsr) == ec_other && pmbsr_mss(a.pmbsr) == bsc_denied;
}

/* Disable the buffer, by PMBLIMITR_EL1.E or by the Security state, with records queued and samples
 * in progress, or with none. */
void disable_buffer(Seq &seq, Driver &driver, unsigned how)
{
    Context there = seq.context();

    if (how == 0) {
        seq.msr_among_ops(PMBLIMITR_EL1, driver.limit);
        return;
    }
    there = there.at(El::El3);
    seq.context(there);
    there.scr_ns = !there.scr_ns;
    seq.context(there);
}

void denied(Seq &seq)
{
    Driver driver(seq);
    unsigned events = 0, quiet = 0;

    prepare(seq, driver);
    seq.bench.axi.set_pressure({20, 20, 0, 40});
    for (unsigned n = 0; n < 80; n++) {
        driver.place(base, base + pages * 4096u);
        driver.program(1);
        driver.enable(driver.kernel());
        if (n % 5 != 0)
            seq.run_samples(n % 3 + 1, 3000);
        seq.run(tb_rng_below(&seq.rng, 30));
        if (n % 5 == 0) {
            seq.drain_life();
            seq.psb();
        }
        disable_buffer(seq, driver, seq.cfg.el3 ? n % 2 : 0);
        seq.run(40);
        seq.drain_life();
        if (seq.context().el == El::El3) {
            Context back = seq.context();

            back.scr_ns = !back.scr_ns;
            seq.context(back);
        }
        const Audit a = driver.stop();

        if (a.service())
            seq.expect((a.pmbsr & pmbsr_dl) != 0 && is_denied(a),
                       "PMBSR_EL1 is not that of an access not allowed");
        events += is_denied(a);
        quiet += !a.service();
    }
    seq.expect(events >= 20 && quiet >= 5,
               "records of a disabled buffer raised no event, or all did");
    seq.require(&spe_totals::records, "records", 5);
}

/* The size that PMBIDR_EL1.MaxBuffSize gives, in bytes (D24.7.1). */
uint64_t largest_buffer(const struct spe_config &cfg)
{
    const uint64_t m = static_cast<uint64_t>(cfg.max_buff_size) & 0x1ff;
    const uint64_t e = static_cast<uint64_t>(cfg.max_buff_size) >> 9 & 0x1f;

    return e == 0 ? m << 12 : (0x200 | m) << (e + 11);
}

/* Buffers of the largest size, and larger ones; also with a pointer that is wrong. */
void buffer_size(Seq &seq)
{
    const uint64_t most = largest_buffer(seq.cfg), align = seq.align_bytes();
    Driver driver(seq);

    prepare(seq, driver);
    for (uint64_t more : {UINT64_C(0), align, UINT64_C(4096), most, most << 8, UINT64_C(1) << 32}) {
        const uint64_t limit = base + 4096 + most;

        driver.place(base + 4096 - more % 4096, limit + more / 4096 * 4096);
        const Audit a = driver.shot(1, 1);

        seq.expect_eq(a.service(), more != 0, "PMBSR_EL1.S");
        if (more == 0)
            continue;
        seq.expect_eq(pmbsr_ec(a.pmbsr), ec_other, "PMBSR_EL1.EC");
        seq.expect_eq(pmbsr_mss(a.pmbsr), bsc_size, "PMBSR_EL1.BSC");
        seq.expect_eq(a.pmbsr & pmbsr_dl, 0, "PMBSR_EL1.DL");
        seq.expect_eq(a.pmbptr, driver.first, "PMBPTR_EL1");
    }
    driver.place(base | UINT64_C(1) << 56, base + 2 * most); // wrong and too large: wrong
    const Audit a = driver.shot(1, 1);

    seq.expect(pmbsr_ec(a.pmbsr) != ec_other || pmbsr_mss(a.pmbsr) != bsc_size,
               "too large went before wrong");
    seq.require(&spe_totals::records, "records", 1);
}

/* Why the last record raises an event. */
enum class Last { full, fault, wrong };

void aim(Seq &seq, Driver &driver, Last last)
{
    const Fault fault = {0x07, false, false, 0};

    driver.place(base, base + pages * 4096u);
    if (last == Last::full)
        driver.place(driver.limit - seq.record_bytes(), driver.limit);
    if (last == Last::wrong)
        driver.place(driver.limit, driver.limit);
    if (last == Last::fault)
        break_page(seq, driver, base, fault);
    driver.program(1);
    driver.enable(driver.kernel());
    seq.run(1);
}

/* In each cycle around an event, another cause comes: an event of the system, or the buffer is
 * disabled. Exactly one event is recorded. */
void events_priority(Seq &seq)
{
    constexpr unsigned cycles = 70;
    FixedOps fixed(seq.cfg);
    Driver driver(seq);
    unsigned first = 0, second = 0;

    seq.set_source(&fixed);
    fixed.one_load();
    prepare(seq, driver);
    for (Last last : {Last::full, Last::fault, Last::wrong}) {
        for (unsigned n = 0; n < cycles; n++) {
            seq.context(driver.kernel());
            aim(seq, driver, last);
            seq.idle(n);
            if (seq.cfg.impdef_event) {
                seq.bench.pe.impdef(0x1234, 0x567890);
                seq.idle(1);
            } else {
                seq.msr(PMBLIMITR_EL1, driver.limit);
            }
            seq.drain_life();
            seq.idle(100);
            const Audit a = driver.stop();
            const bool other = pmbsr_ec(a.pmbsr) == ec_impdef || is_denied(a);

            (other ? second : first) += a.service();
            mend_page(seq, driver, base);
        }
    }
    seq.expect(first >= 20 && second >= 20, "the causes never changed places");
    seq.require(&spe_totals::samples, "samples", 3 * cycles);
    seq.require(&spe_totals::records, "records", 1);
}

/* An old syndrome, with S 0: all bits that a later event must replace. */
constexpr uint64_t old_syndrome = ~(pmbsr_s | pmbsr_coll | pmbsr_ea | pmbsr_dl);

/* An event replaces the whole earlier syndrome, MSS2 included (D17.8.2, D17.8.3). */
void syndrome_over(Seq &seq)
{
    FixedOps fixed(seq.cfg);
    Driver driver(seq);

    seq.set_source(&fixed);
    fixed.one_load();
    prepare(seq, driver);
    for (Last last : {Last::full, Last::fault, Last::wrong}) {
        seq.context(driver.kernel());
        aim(seq, driver, last);
        seq.msr(PMBSR_EL1, old_syndrome);
        seq.drain_life();
        const Audit a = driver.stop();

        seq.expect(a.service(), "no event");
        seq.expect_eq(pmbsr_mss2(a.pmbsr), 0, "PMBSR_EL1.MSS2");
        mend_page(seq, driver, base);
    }
    seq.require(&spe_totals::records, "records", 1);
}

const TestCase cases[] = {
    {"fault_kinds", "fault codes, stages and syndromes of later versions",
     [](const struct spe_config &c) { return c.pmsver >= 2; }, fault_kinds},
    {"nvm", "physical address mode of every owner",
     [](const struct spe_config &c) { return c.nvm != 0; }, nvm},
    {"nvm_faults", "faults in physical address mode",
     [](const struct spe_config &c) { return c.nvm != 0; }, nvm_faults},
    {"impdef", "management events of the system",
     [](const struct spe_config &c) { return c.impdef_event != 0; }, impdef},
    {"denied", "records of a buffer that was disabled",
     [](const struct spe_config &c) { return c.disabled_record == spe_cfg_disabled_record_event; },
     denied},
    {"buffer_size", "the largest buffer, and larger ones",
     [](const struct spe_config &c) { return c.max_buff_size != 0; }, buffer_size},
    {"syndrome_over", "an event over the syndrome of an earlier one",
     [](const struct spe_config &c) { return c.pmsver >= 2; }, syndrome_over},
    {"events_priority", "two causes of an event in every order",
     [](const struct spe_config &c) {
         return c.impdef_event || c.disabled_record == spe_cfg_disabled_record_event;
     },
     events_priority},
};

} // namespace

const TestList later_event_tests = list_of(cases);

} // namespace tb
