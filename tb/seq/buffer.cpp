// SPDX-License-Identifier: Apache-2.0
//
// The Profiling Buffer (DDI 0586A 3.4, 3.5.2): boundaries, page splits, back-pressure, wrong
// pointers.

#include "driver.hpp"
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

/* One sample with the first free byte at every distance from the limit around one and two records.
 */
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

/* One record from every offset before the end of a page, next page elsewhere in memory. */
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

/* Many records into a small buffer, interrupt after interrupt, with a slow bus. */
void full_restart(Seq &seq)
{
    Driver driver(seq);

    prepare(seq, driver, 1);
    driver.place(base + 4096 - 4 * seq.record_bytes(), base + 4096);
    seq.bench.axi.set_pressure({6, 9, 0, 30});
    seq.bench.xlat.set_latency(1, 40, 5);
    driver.start();
    driver.play(seq.options.ops != 0 ? seq.options.ops : 15000);
    seq.drain_life();
    driver.stop();
    seq.expect(driver.fulls != 0, "no buffer full interrupt was taken");
    seq.require(&spe_totals::fulls, "fulls", 3);
}

/* After a buffer full event software extends the buffer and goes on from the saved pointer (3.4.1).
 */
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

/* Pointers that break 3.4.1 (B1): too near to the limit, behind it, other top byte. */
void pointer_b1(Seq &seq)
{
    Driver driver(seq);
    const uint64_t limit = base + 4096;
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
        const Audit a = driver.shot(1, 4);

        seq.expect(a.service(), "a wrong pointer was accepted");
        seq.expect_eq(a.pmbptr, pointer, "PMBPTR_EL1 after a wrong pointer");
    }
    seq.expect_eq(seq.bench.memory.bytes_written(), 0, "bytes written through a wrong pointer");
    seq.require(&spe_totals::samples, "samples", 5);
    seq.require(&spe_totals::fulls, "fulls", 5);
}

/* A pointer that is not aligned to 2^Align (B2), in an implementation that keeps its low bits. */
void pointer_b2(Seq &seq)
{
    Driver driver(seq);

    prepare(seq, driver, 1);
    for (uint64_t low = 1; low < seq.align_bytes(); low <<= 1) {
        driver.place(base + low, base + 4096);
        driver.shot(1, 4);
    }
    driver.place(base, base + 4096);
    driver.shot(1, 4);
    seq.require(&spe_totals::audits, "audits", 2);
}

/* Equal tags in the top bytes of pointer and limit are legal; translation ignores them. */
void pointer_tagged(Seq &seq)
{
    Driver driver(seq);
    const uint64_t tag = UINT64_C(0xa5) << 56;

    prepare(seq, driver, 2);
    driver.place(base | tag, (base + 2 * 4096) | tag);
    driver.shot(1, 600);
    seq.require(&spe_totals::records, "records", 1);
}

const TestCase cases[] = {
    {"full_exact", "one record at every distance from the limit", nullptr, full_exact},
    {"full_restart", "buffer full again and again, slow bus", nullptr, full_restart},
    {"full_extend", "buffer full, limit moved up, same pointer", nullptr, full_extend},
    {"page_split", "one record from every offset before a page end", nullptr, page_split},
    {"pointer_b1", "pointers too near to the limit or with another top byte", nullptr, pointer_b1},
    {"pointer_b2", "misaligned pointers", [](const struct spe_config &c) { return c.align != 0; },
     pointer_b2},
    {"pointer_tagged", "tagged pointers", nullptr, pointer_tagged},
};

} // namespace

const TestList buffer_tests = list_of(cases);

} // namespace tb
