// SPDX-License-Identifier: Apache-2.0
//
// The content of records (DDI 0586A 2.3, 3.3, chapter 5).

#include "drive/driver.hpp"
#include "legal.hpp"
#include "ops/fixed_ops.hpp"
#include "registry.hpp"

namespace tb
{
namespace
{

constexpr unsigned pages = 4;
constexpr Owner owners[] = {Owner::NsEl1, Owner::NsEl2, Owner::NsEl2Host, Owner::SecureEl1};

void prepare(Driver &driver, Owner owner)
{
    driver.settings.owner = owner;
    driver.map(Driver::default_va, pages);
    driver.place(Driver::default_va, Driver::default_va + pages * 4096u);
}

/* Sample the first operation in the context `at`. */
void one_sample(Seq &seq, Driver &driver, const Context &at)
{
    driver.program(1);
    driver.enable(at);
    seq.run(1);
    seq.drain_life();
    driver.stop();
    driver.place(Driver::default_va, driver.limit);
}

/* Bits CX, PA, TS and PCT of both registers, for every owner and each level below it. */
void collect_controls(Seq &seq)
{
    for (Owner owner : owners) {
        if (!owner_possible(seq.cfg, owner))
            continue;
        Driver driver(seq);

        prepare(driver, owner);
        seq.ops.mix.load = 80;
        seq.ops.mix.branch = seq.ops.mix.store = seq.ops.mix.exception = 0;
        for (unsigned c = 0; c < 256; c++) {
            const uint64_t one = (c & 15) << 3, two = (c >> 4) << 3;

            driver.settings.pmscr_el1 = one | pmscr_e0 | pmscr_e1;
            driver.settings.pmscr_el2 = two | pmscr_e0 | pmscr_e1;
            one_sample(seq, driver, c % 3 == 0 ? driver.kernel() : driver.kernel().at(El::El0));
        }
    }
    seq.require(&spe_totals::records, "records", 200);
}

/* Context fields that a record depends on: CONTEXTIDRs, CNTVOFF, CNTEN; E2H and TGE at EL0. */
void collect_context(Seq &seq)
{
    for (unsigned i = 0; i < 120; i++) {
        const Owner owner = owners[i % 4];

        if (!owner_possible(seq.cfg, owner))
            continue;
        Driver driver(seq);
        Context c = owner_context(owner).at(i % 8 < 4 ? El::El0 : El::El1);

        prepare(driver, owner);
        c.contextidr_el1 = static_cast<uint32_t>(tb_rng_u64(&seq.rng));
        c.contextidr_el2 = static_cast<uint32_t>(tb_rng_u64(&seq.rng));
        c.cntvoff = tb_rng_u64(&seq.rng);
        c.cnt_en = i % 5 != 0;
        if (!el2_enabled(seq.cfg, c))
            c.e2h = c.tge = i % 3 != 0; // without effect: there is no EL2 here
        else if (c.tge)
            c.el = El::El0;
        driver.settings.pmscr_el1 = pmscr_all & ~(i % 2 != 0 ? pmscr_pct : 0);
        driver.settings.pmscr_el2 = pmscr_all & ~(i % 3 == 0 ? pmscr_pct : 0);
        one_sample(seq, driver, c);
    }
    seq.require(&spe_totals::records, "records", 30);
}

/* The selection decides what a sample collects. PMSCR_EL1, PMSCR_EL2 and the context change between
 * selection and ending (3.3). */
void change_before_end(Seq &seq, Driver &driver, unsigned n)
{
    const uint64_t one = (n & 15u) << 3, two = (n & 16u) != 0 ? ~one & 0x78 : 0x78;
    Context at = driver.kernel();

    at.tbi0 = (n & 1) != 0;
    at.tbi1 = (n & 2) != 0;
    driver.settings.pmscr_el1 = one | pmscr_e0 | pmscr_e1;
    driver.settings.pmscr_el2 = two | pmscr_e0 | pmscr_e1;
    driver.program(1);
    driver.enable(at);
    seq.bench.pe.life().hold(true);
    seq.run(1);
    driver.write_pmscr_el1(~one & 0x78);
    driver.write_pmscr_el2(~two & 0x78);
    at.tbi0 = !at.tbi0;
    at.tbi1 = !at.tbi1;
    at.contextidr_el1 ^= 0xffff;
    at.contextidr_el2 ^= 0xffff;
    at.cntvoff += 0x123456;
    seq.context(at);
    seq.bench.pe.life().hold(false);
    seq.drain_life();
    driver.stop();
    driver.place(Driver::default_va, driver.limit);
}

/* Sample the operation on each lane before and after a change of context, on each slot of a bundle.
 * Its record must have its own context (3.3, 5.3.3). */
void one_bundle(Seq &seq, Driver &driver, unsigned slot, unsigned lane)
{
    Context to = driver.kernel();

    to.contextidr_el1 ^= 0xffff;
    if (to.el == El::El2) {
        to.contextidr_el2 ^= 0xffff;
        to.cntvoff += 0x123456;
    }
    driver.program(lane + 1);
    driver.enable(driver.kernel());
    seq.context_in_bundle(to, slot);
    seq.drain_life();
    driver.stop();
    driver.place(Driver::default_va, driver.limit);
}

void collect_bundle(Seq &seq)
{
    FixedOps fixed(seq.cfg);
    const auto width = static_cast<unsigned>(seq.cfg.width);
    unsigned runs = 0;

    seq.set_source(&fixed);
    for (Owner owner : {Owner::NsEl1, Owner::NsEl2}) {
        Driver driver(seq);

        if (owner == Owner::NsEl2 && !seq.cfg.el2)
            continue;
        driver.settings.owner = owner;
        driver.settings.pmscr_el1 = driver.settings.pmscr_el2 = pmscr_all;
        driver.map(Driver::default_va, 4);
        driver.place(Driver::default_va, Driver::default_va + 4 * 4096);
        for (unsigned slot = 0; slot <= width; slot++) {
            for (unsigned lane = 0; lane < width; lane++, runs++)
                one_bundle(seq, driver, slot, lane);
        }
    }
    seq.require(&spe_totals::records, "records", runs / 2);
}

void collect_change(Seq &seq)
{
    FixedOps fixed(seq.cfg);

    seq.set_source(&fixed);
    fixed.op.op_class = class_load_store;
    fixed.each.issue = fixed.each.xlat_start = 2;
    fixed.each.complete = fixed.each.xlat_end = 5;
    fixed.each.end = 6;
    fixed.each.va_valid = fixed.each.pa_valid = true;
    fixed.each.pa = 0x0009887766554433;
    for (Owner owner : owners) {
        if (!owner_possible(seq.cfg, owner))
            continue;
        Driver driver(seq);

        prepare(driver, owner);
        for (unsigned n = 0; n < 64; n++) {
            fixed.each.va = n < 32 ? 0xa5001122334455ee : 0xc3ff1122334455ee;
            change_before_end(seq, driver, n);
        }
    }
    seq.require(&spe_totals::records, "records", 64);
}

/* Write the owner's PMSCR_ELx in the cycle of the selection. The value of the register at the start
 * of that cycle decides what the record collects (3.3; dpi/timing.md, 5). */
void write_at_selection(Seq &seq, Driver &driver, uint64_t before, uint64_t after)
{
    constexpr uint64_t on = pmscr_e0 | pmscr_e1;
    uint64_t &own = driver.settings.owner == Owner::NsEl2 ? driver.settings.pmscr_el2
                                                          : driver.settings.pmscr_el1;

    driver.settings.pmscr_el1 = driver.settings.pmscr_el2 = pmscr_all;
    own = before | on;
    driver.program(1);
    driver.enable(driver.kernel());
    seq.msr_among_ops(driver.settings.owner == Owner::NsEl2 ? PMSCR_EL2 : PMSCR_EL1, after | on);
    seq.drain_life();
    driver.stop();
    driver.place(Driver::default_va, driver.limit);
}

void collect_write(Seq &seq)
{
    constexpr uint64_t fields = pmscr_cx | pmscr_pa | pmscr_ts | pmscr_pct_offset;
    FixedOps fixed(seq.cfg);
    uint64_t records = 0;

    seq.set_source(&fixed);
    fixed.one_load();
    for (Owner owner : {Owner::NsEl1, Owner::NsEl2}) {
        Driver driver(seq);

        if (!owner_possible(seq.cfg, owner))
            continue;
        prepare(driver, owner);
        for (uint64_t n = 0; n < 32; n++, records++)
            write_at_selection(seq, driver, n << 3 & fields, ~(n << 3) & fields);
    }
    seq.require(&spe_totals::records, "records", records);
}

OpLife plain_life(const LaneOp &op)
{
    OpLife life;

    life.issue = 2;
    life.complete = 9;
    life.end = 12;
    life.events = UINT64_MAX;
    if (op.op_class == class_load_store) {
        life.xlat_start = 3;
        life.xlat_end = 6;
        life.va_valid = life.pa_valid = true;
        life.source_valid = (op.subclass & 1) == 0;
        life.source = 0xa55a;
        life.va = 0xa5001122334455ee;
        life.pa = 0x0009887766554433;
    } else if (op.op_class == class_branch) {
        life.target_valid = true;
        life.target = 0x0000ffffffffffff >> 3;
    }
    return life;
}

/* Every class, with every payload byte of 5.3.8 and every ending that the sample point permits. */
void packet_kinds(Seq &seq)
{
    static const uint8_t load_store[] = {0x00, 0x01, 0x04, 0x05, 0x02, 0x03, 0x06, 0x07,
                                         0x0a, 0x0b, 0x12, 0x13, 0x16, 0x17, 0x1a, 0x1b};
    FixedOps fixed(seq.cfg);
    Driver driver(seq);
    uint64_t records = 0;

    seq.set_source(&fixed);
    prepare(driver, Owner::NsEl1);
    for (unsigned c = 0; c < 16 + 4 + 2; c++) {
        fixed.op.pc = 0x0000aaaa55550000 + c * 0x100;
        fixed.op.op_class = c < 16 ? class_load_store : c < 20 ? class_branch : class_other;
        fixed.op.subclass = c < 16 ? load_store[c] : static_cast<uint8_t>(c < 20 ? c - 16 : c - 20);
        for (OpEnd ending : {end_retire, end_exception, end_squash, end_nonarch, end_replay}) {
            if (ending == end_squash && seq.at_retire())
                continue;
            records += seq.cfg.misspec_record || ending <= end_exception;
            fixed.each = plain_life(fixed.op);
            fixed.each.end_kind = ending;
            if (ending == end_exception)
                fixed.each.pa_valid = fixed.each.target_valid = fixed.each.source_valid = false;
            one_sample(seq, driver, driver.user());
        }
    }
    seq.require(&spe_totals::records, "records", records);
}

/* A PE may send payload bits of features that the configuration lacks: in the record they are 0
 * (RC2). */
void packet_masked(Seq &seq)
{
    const unsigned lacks = (seq.cfg.crr ? 0 : 0x18u) | (seq.cfg.gcs ? 0 : 0x04u); // of a branch
    FixedOps fixed(seq.cfg);
    Driver driver(seq);

    seq.set_source(&fixed);
    prepare(driver, Owner::NsEl1);
    for (unsigned c = 0; c < 8 + 32; c++) {
        if (c >= 8 && ((c - 8) & 0x1cu & ~lacks) != 0)
            continue;
        fixed.op.op_class = c < 8 ? class_other : class_branch;
        fixed.op.subclass = static_cast<uint8_t>(c < 8 ? c : c - 8);
        fixed.each = plain_life(fixed.op);
        one_sample(seq, driver, driver.user());
    }
    seq.require(&spe_totals::records, "records", 8 + 4 * 2);
}

/* Loads and stores of which the PE gives no address, with and without counts of the translation
 * (CT2). */
void without_address(Seq &seq, FixedOps &fixed, Driver &driver)
{
    prepare(driver, Owner::NsEl1);
    fixed.op.op_class = class_load_store;
    for (unsigned n = 0; n < 8; n++) {
        fixed.op.subclass = n & 1u;
        fixed.each = plain_life(fixed.op);
        fixed.each.end_kind = end_exception;
        fixed.each.va_valid = fixed.each.pa_valid = fixed.each.source_valid = false;
        fixed.each.events &= ~access_events;
        if ((n & 2) != 0)
            fixed.each.xlat_end = fixed.each.xlat_start;
        if ((n & 4) != 0) {
            fixed.each.xlat_start = fixed.each.xlat_end = 0;
            fixed.each.events &= ~tlb_events;
        }
        one_sample(seq, driver, driver.user());
    }
}

/* Address packets: extreme values, Security state, Exception level of the target. */
void packet_addresses(Seq &seq)
{
    static const uint64_t values[] = {
        0, 4, 0x0000ffffffffffff, 0x00007ffffffff000, 0x00ffffffffffffff, 0x0080000000000000};
    FixedOps fixed(seq.cfg);
    Driver driver(seq);

    seq.set_source(&fixed);
    for (uint64_t value : values) {
        for (unsigned k = 0; k < 8; k++) {
            const unsigned level = k / 2 % (seq.cfg.el2 ? 3 : 2);

            prepare(driver, level == 2 ? Owner::NsEl2 : Owner::NsEl1);
            fixed.op.pc = value & ~UINT64_C(3);
            fixed.op.op_class = k % 2 != 0 ? class_load_store : class_branch;
            fixed.op.subclass = 0;
            fixed.each = plain_life(fixed.op);
            fixed.each.va = value | (k % 4 == 1 ? UINT64_C(0x5a) << 56 : 0);
            fixed.each.pa = value & 0xffffffffffffff;
            fixed.each.pa_ns = k < 4 || !seq.cfg.secure;
            fixed.each.target = value & 0xffffffffffffff;
            fixed.each.target_ns = k < 4 || !seq.cfg.secure;
            fixed.each.target_el = static_cast<uint8_t>(level); // no branch goes up
            Context at = level == 0 ? driver.user() : driver.kernel();
            at.tbi0 = k % 4 == 1;
            at.tbi1 = k >= 4;
            one_sample(seq, driver, at);
        }
    }
    without_address(seq, fixed, driver);
    seq.require(&spe_totals::records, "records", 48 + 8);
}

/* Counters just below, at and above saturation (5.3.4). */
void packet_counters(Seq &seq)
{
    static const uint32_t totals[] = {1, 2, 255, 256, 4094, 4095, 4096, 4097, 9000};
    FixedOps fixed(seq.cfg);
    Driver driver(seq);

    seq.set_source(&fixed);
    prepare(driver, Owner::NsEl1);
    for (uint32_t total : totals) {
        for (unsigned k = 0; k < 3; k++) {
            fixed.op.op_class = class_load_store;
            fixed.each = plain_life(fixed.op);
            fixed.each.complete = fixed.each.end = total;
            fixed.each.issue = k == 0 ? 1 : total;
            fixed.each.xlat_start = fixed.each.issue;
            fixed.each.xlat_end = k == 1 ? fixed.each.issue : total;
            one_sample(seq, driver, driver.user());
        }
    }
    seq.require(&spe_totals::records, "records", 27);
}

const TestCase cases[] = {
    {"collect_controls", "CX, PA, TS and PCT of both registers, every owner", nullptr,
     collect_controls},
    {"collect_context", "CONTEXTIDRs, CNTVOFF, CNTEN in records of every owner", nullptr,
     collect_context},
    {"collect_bundle", "a change of context on each slot, a sample on each lane beside it", nullptr,
     collect_bundle},
    {"collect_change", "collection and context changed while a sample is in flight", nullptr,
     collect_change},
    {"collect_write", "collection controls written in the cycle of a selection", nullptr,
     collect_write},
    {"packet_kinds", "every class, payload and ending of an operation", nullptr, packet_kinds},
    {"packet_masked", "payload bits that the configuration lacks",
     [](const struct spe_config &c) { return c.gcs == 0; }, packet_masked},
    {"packet_addresses", "extreme addresses and none, Security states and levels", nullptr,
     packet_addresses},
    {"packet_counters", "latencies around saturation", nullptr, packet_counters},
};

} // namespace

const TestList content_tests = list_of(cases);

} // namespace tb
