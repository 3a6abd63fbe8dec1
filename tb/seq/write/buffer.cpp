// SPDX-License-Identifier: Apache-2.0
//
// The Profiling Buffer (DDI 0586A 3.4, 3.5.2): boundaries, page splits, back-pressure, wrong
// pointers.

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
    seq.ops.mix.slow = 0;
    seq.ops.mix.nonarch = seq.ops.mix.replay = seq.ops.mix.mispredict = 0;
    seq.ops.mix.usual_latency = 16;
}

/* Take one sample with the first free byte at every distance from the limit, around one and two
 * records. */
void full_exact(Seq &seq)
{
    Driver driver(seq);
    const uint64_t most = 2 * seq.record_bytes() + 2 * seq.align_bytes();
    uint64_t fulls = 0;

    prepare(seq, driver, 1);
    for (uint64_t left = seq.record_bytes(); left <= most; left += seq.align_bytes()) {
        driver.place(driver.limit - left, driver.limit);
        fulls += driver.shot(1, 1).service();
    }
    seq.expect(fulls != 0, "the buffer was never full");
    seq.require(&spe_totals::fulls, "fulls", 1);
}

/* Write one record from every offset before the end of a page; the next page is elsewhere in
 * memory. */
void page_split(Seq &seq)
{
    Driver driver(seq);
    const uint64_t limit = base + 2 * 4096;

    prepare(seq, driver, 2);
    for (uint64_t before = 0; before <= seq.record_bytes(); before += seq.align_bytes()) {
        driver.place(base + 4096 - before, limit);
        driver.shot(1, 1);
    }
    seq.require(&spe_totals::records, "records", 2);
}

/* Write many records into a small buffer, with interrupt after interrupt and a slow bus. */
void full_restart(Seq &seq)
{
    Driver driver(seq);

    prepare(seq, driver, 1);
    const uint64_t room = seq.record_bytes() + 3 * seq.usual_bytes();

    driver.place(driver.limit - (room < 4096 ? room : 4096), driver.limit);
    seq.bench.axi.set_pressure({6, 9, 0, 30});
    seq.bench.xlat.set_latency(1, 40, 5);
    driver.start();
    driver.play(seq.options.ops != 0 ? seq.options.ops : 15000 + 200 * seq.more_beats());
    seq.drain_life();
    driver.stop();
    seq.expect(driver.fulls != 0, "no buffer full interrupt was taken");
    const uint64_t least = seq.bench.axi.bursts();

    seq.expect(seq.bench.axi.aw_stalls() >= least && seq.bench.axi.w_stalls() >= least,
               "the bus was not slow");
    seq.require(&spe_totals::fulls, "fulls", 3);
}

/* After a buffer full event, software extends the buffer and goes on from the saved pointer
 * (3.4.1). */
void full_extend(Seq &seq)
{
    Driver driver(seq);
    constexpr unsigned steps = 6;

    prepare(seq, driver, steps + 1);
    driver.place(base + 4096 - 2 * seq.record_bytes(), base + 4096);
    driver.start();
    for (unsigned i = 0; i < steps; i++) {
        while (!seq.bench.pe.irq())
            seq.run(200);
        const Audit a = driver.audit();

        seq.expect_eq(pmbsr_mss(a.pmbsr), bsc_full, "PMBSR_EL1.BSC");
        driver.limit += 4096;
        seq.msr(PMBLIMITR_EL1, driver.limit | pmblimitr_e);
        const uint64_t near = driver.limit - 2 * seq.record_bytes();

        driver.resume(a.pmbptr > near ? a.pmbptr : near);
        seq.context(driver.user());
    }
    seq.drain_life();
    driver.stop();
    seq.require(&spe_totals::fulls, "fulls", steps);
}

/* The event for a pointer that breaks 3.4.1 ([wrong_pointer]). */
struct WrongPointer {
    uint64_t ec, mss;
    bool dl;
    uint64_t spe_totals::*total;
    const char *name;
};

WrongPointer wrong_pointer(const struct spe_config &cfg)
{
    switch (cfg.wrong_pointer) {
    case spe_cfg_wrong_pointer_full_dl:
        return {ec_other, bsc_full, true, &spe_totals::fulls, "fulls"};
    case spe_cfg_wrong_pointer_translation:
        return {ec_stage1, fsc_translation_level0, false, &spe_totals::faults, "faults"};
    case spe_cfg_wrong_pointer_translation_dl:
        return {ec_stage1, fsc_translation_level0, true, &spe_totals::faults, "faults"};
    case spe_cfg_wrong_pointer_denied:
        return {ec_other, bsc_denied, true, &spe_totals::audits, "audits"};
    default:
        return {ec_other, bsc_full, false, &spe_totals::fulls, "fulls"};
    }
}

void expect_wrong(Seq &seq, const Driver &driver, const Audit &a)
{
    const WrongPointer w = wrong_pointer(seq.cfg);

    seq.expect(a.service(), "a wrong pointer was accepted");
    seq.expect_eq(pmbsr_ec(a.pmbsr), w.ec, "PMBSR_EL1.EC");
    seq.expect_eq(pmbsr_mss(a.pmbsr), w.mss, "PMBSR_EL1.MSS");
    seq.expect_eq((a.pmbsr & pmbsr_dl) != 0, w.dl, "PMBSR_EL1.DL");
    seq.expect_eq(a.pmbptr, driver.first, "PMBPTR_EL1 after a wrong pointer");
}

void require_wrong(Seq &seq, uint64_t least)
{
    const WrongPointer w = wrong_pointer(seq.cfg);

    seq.require(w.total, w.name, least);
}

/* Pointers that break 3.4.1 (B1): too near to the limit, beyond it, with another top byte. */
void pointer_b1(Seq &seq)
{
    Driver driver(seq);
    const uint64_t limit = seq.limit_from(base + 4096);
    const uint64_t bad[] = {limit - seq.record_bytes() + seq.align_bytes(),
                            limit - seq.align_bytes(),
                            limit,
                            limit + seq.record_bytes(),
                            limit + 0x100000,
                            base | UINT64_C(0x01) << 56,
                            (limit - seq.record_bytes()) | UINT64_C(0x80) << 56};

    prepare(seq, driver, 1);
    for (uint64_t pointer : bad) {
        if (pointer <= limit - seq.record_bytes() && pointer >= base && pointer >> 56 == 0)
            continue; // a record of one alignment unit: not too near
        driver.place(pointer, limit);
        expect_wrong(seq, driver, driver.shot(1, 4));
    }
    driver.place(base, limit | UINT64_C(0x01) << 56); // now the pointer is lower
    expect_wrong(seq, driver, driver.shot(1, 4));
    seq.expect_eq(seq.bench.memory.bytes_written(), 0, "bytes written through a wrong pointer");
    seq.require(&spe_totals::samples, "samples", 6);
    require_wrong(seq, 6);
}

/* Expect the event for a misaligned pointer ([misaligned]). */
void expect_misaligned(Seq &seq, const Driver &driver, const Audit &a)
{
    if (seq.cfg.misaligned == spe_cfg_misaligned_as_wrong) {
        expect_wrong(seq, driver, a);
        return;
    }
    seq.expect_eq(pmbsr_ec(a.pmbsr), ec_stage1, "PMBSR_EL1.EC");
    seq.expect_eq(pmbsr_mss(a.pmbsr), fsc_alignment, "PMBSR_EL1.FSC");
    seq.expect_eq(a.pmbptr, driver.first, "PMBPTR_EL1");
}

/* A pointer that is misaligned and too near to the limit: the Alignment fault is reported (3.5.1).
 */
void misaligned_and_near(Seq &seq, Driver &driver)
{
    const uint64_t near = seq.limit_from(base + 4096) - seq.record_bytes() + 1;

    driver.place(near, base + 4096);
    expect_misaligned(seq, driver, driver.shot(1, 4));
}

/* A pointer that is not aligned to 2^Align (B2). If its low bits are kept, it gets an Alignment
 * fault; otherwise they are RES0, and the record is written. */
void pointer_b2(Seq &seq)
{
    FixedOps fixed(seq.cfg);
    Driver driver(seq);
    const bool kept = seq.cfg.ext_abort == spe_cfg_ext_abort_sync;
    uint64_t bytes = 0, pointers = 0;

    seq.set_source(&fixed);
    prepare(seq, driver, 1);
    for (uint64_t low = 1; low < seq.align_bytes(); low += low < 64 ? 1 : low, pointers++) {
        driver.place(base + low, base + 4096);
        const Audit a = driver.shot(1, 4);

        seq.expect_eq(a.service(), kept, "PMBSR_EL1.S");
        if (!kept)
            continue;
        expect_misaligned(seq, driver, a);
        seq.expect_eq(seq.bench.memory.bytes_written(), bytes, "bytes written");
    }
    if (kept)
        misaligned_and_near(seq, driver);
    driver.place(base, base + 4096);
    driver.shot(1, 4);
    if (seq.cfg.misaligned == spe_cfg_misaligned_alignment)
        seq.require(&spe_totals::faults, "faults", kept ? pointers : 0);
    seq.require(&spe_totals::records, "records", kept ? 1 : pointers + 1);
}

/* Pointer and limit have the same tag in their top bytes, in the lower and the upper half of the
 * address space. With Top Byte Ignore, translation ignores the tag. Without it, none of these
 * addresses is mapped (3.4, 3.4.1). */
void pointer_tagged(Seq &seq)
{
    FixedOps fixed(seq.cfg);
    Driver driver(seq);
    unsigned n = 0;

    seq.set_source(&fixed);
    for (uint64_t low : {base, base | UINT64_C(0x00ff) << 48}) {
        prepare(seq, driver, 2);
        driver.map(low, 2);
        for (uint64_t tag : {0xa5, 0x80, 0x01, 0xfe}) {
            for (bool tbi : {true, false}) {
                const uint64_t first = low | tag << 56;

                seq.bench.xlat.set_tbi(owner_regime(driver.settings.owner), tbi, tbi);
                seq.tlbi(); // TCR_EL1.TBI may be cached in a TLB
                driver.place(first, first + 2 * 4096);
                const Audit a = driver.shot(1, 1);

                n++;
                seq.expect_eq(a.service(), !tbi, "PMBSR_EL1.S");
                if (!tbi)
                    seq.expect_eq(pmbsr_mss(a.pmbsr), fsc_translation_level0, "PMBSR_EL1.FSC");
            }
        }
    }
    seq.require(&spe_totals::records, "records", n / 2);
    seq.require(&spe_totals::faults, "faults", n / 2);
}

/* A limit of zero leaves no room for any pointer (3.4.1, B26): pointers at the ends of the address
 * space, and others that the seed draws. */
void limit_zero(Seq &seq)
{
    const uint64_t pointers[] = {0,
                                 base,
                                 UINT64_C(0xfffffffffffff000),
                                 ~UINT64_C(0) << 12 | 0xf00,
                                 UINT64_C(0x00ffffffffffff00),
                                 tb_rng_u64(&seq.rng),
                                 tb_rng_u64(&seq.rng) >> 8,
                                 tb_rng_below(&seq.rng, UINT64_C(1) << 48),
                                 ~tb_rng_below(&seq.rng, UINT64_C(1) << 48)};
    FixedOps fixed(seq.cfg);
    Driver driver(seq);

    seq.set_source(&fixed);
    prepare(seq, driver, 2);
    driver.map(0, 1);
    driver.map(UINT64_C(0xfffffffffffff000), 1);
    for (uint64_t any : pointers) {
        const uint64_t pointer = any & ~(seq.align_bytes() - 1);

        driver.place(pointer, 0);
        expect_wrong(seq, driver, driver.shot(1, 4));
    }
    seq.expect_eq(seq.bench.memory.bytes_written(), 0, "bytes written below a limit of zero");
    require_wrong(seq, sizeof pointers / sizeof pointers[0]);
}

/* Write a record at every distance from `limit` up to three records, also split over the last page.
 * Then use pointers at and beyond the limit; from the last of them, a record would end at address
 * zero. */
void below_limit(Seq &seq, Driver &driver, uint64_t limit)
{
    const uint64_t align = seq.align_bytes(), record = seq.record_bytes();
    const uint64_t granule = seq.granule_bytes();

    driver.map(limit - 2 * 4096, 3);
    for (uint64_t left = record; left <= 3 * record;
         left += left < record + 2 * align ? align : 24) {
        driver.place((limit - left) & ~(align - 1), limit);
        driver.shot(1, 1);
    }
    driver.place(limit - 4096 - align, limit);
    driver.shot(1, 1);
    for (uint64_t ahead : {UINT64_C(0), record, granule - record, granule - align}) {
        driver.place(limit + ahead, limit);
        expect_wrong(seq, driver, driver.shot(1, 1));
    }
}

void address_top(Seq &seq)
{
    FixedOps fixed(seq.cfg);
    Driver driver(seq);

    seq.set_source(&fixed);
    prepare(seq, driver, 2);
    below_limit(seq, driver, UINT64_C(0) - seq.granule_bytes());
    below_limit(seq, driver, (UINT64_C(1) << 48) - seq.granule_bytes());    // top of the lower half
    below_limit(seq, driver, seq.limit_from(UINT64_C(0xffff000000003000))); // end of the upper half
    seq.require(&spe_totals::records, "records", 12);
    seq.require(&spe_totals::fulls, "fulls", 3); // three times, one record just fits
    require_wrong(seq, wrong_pointer(seq.cfg).total == &spe_totals::fulls ? 15 : 12);
}

/* Write records across every power of two in an address of 48 bits, in both halves: PMBPTR_EL1 must
 * carry into all its bits, and so must the value that is compared with the limit (3.4.1, 4.3.3). */
void address_carry(Seq &seq)
{
    const uint64_t align = seq.align_bytes(), upper = ~UINT64_C(0) << 48;
    FixedOps fixed(seq.cfg);
    Driver driver(seq);
    unsigned shots = 0;

    seq.set_source(&fixed);
    prepare(seq, driver, 2);
    for (unsigned bit = 13; bit < 48; bit++) {
        for (uint64_t half : {UINT64_C(0), upper}) {
            const uint64_t middle = half | UINT64_C(1) << bit;

            driver.map(middle - 4096, 2);
            for (uint64_t before : {align, seq.usual_bytes()}) {
                driver.place(middle - before, middle + 4096);
                const Audit a = driver.shot(1, 1);

                const bool across = a.pmbptr >= middle || before > align;

                seq.expect(!a.service() && a.pmbptr > middle - before && across,
                           "PMBPTR_EL1 has not moved on");
                shots++;
            }
        }
    }
    seq.require(&spe_totals::records, "records", shots);
}

/* Values of PMBLIMITR_EL1.FM other than discard mode (which exists from SPEv1p2 on) act as 0b00:
 * records are written (E7). */
void limit_modes(Seq &seq)
{
    Driver driver(seq);
    uint64_t records = 0;

    prepare(seq, driver, 1);
    for (uint64_t fm = 0; fm < 4; fm++) {
        driver.settings.pmblimitr = fm << 1;
        driver.place(base, base + 4096);
        if (seq.cfg.pmsver >= 3 && driver.settings.pmblimitr == pmblimitr_discard)
            continue;
        driver.shot(1, 4);
        records++;
    }
    seq.require(&spe_totals::records, "records", records);
}

const TestCase cases[] = {
    {"full_exact", "one record at every distance from the limit", nullptr, full_exact},
    {"full_restart", "buffer full again and again, slow bus", nullptr, full_restart},
    {"full_extend", "buffer full, limit moved up, same pointer", nullptr, full_extend},
    {"page_split", "one record from every offset before a page end", nullptr, page_split},
    {"pointer_b1", "pointers too near to the limit or with another top byte", nullptr, pointer_b1},
    {"pointer_b2", "misaligned pointers", [](const struct spe_config &c) { return c.align != 0; },
     pointer_b2},
    {"pointer_tagged", "tagged pointers with and without Top Byte Ignore", nullptr, pointer_tagged},
    {"limit_modes", "values of PMBLIMITR_EL1.FM that are no mode", nullptr, limit_modes},
    {"limit_zero", "PMBLIMITR_EL1.LIMIT 0", nullptr, limit_zero},
    {"address_top", "buffers at both ends of the halves of the address space", nullptr,
     address_top},
    {"address_carry", "records across every power of two", nullptr, address_carry},
};

} // namespace

const TestList buffer_tests = list_of(cases);

} // namespace tb
