// SPDX-License-Identifier: Apache-2.0
//
// Values that use all wires: the Profiling Buffer in each part of the address space, its pages
// under each value of AWADDR[51:48], intervals of each size, and as many samples as possible ending
// in one cycle.

#include "drive/driver.hpp"
#include "ops/fixed_ops.hpp"
#include "registry.hpp"

namespace tb
{
namespace
{

constexpr uint64_t base = Driver::default_va;
constexpr unsigned pages = 2;

/* Write one record to a buffer that begins at `first`. */
void one_record(Seq &seq, Driver &driver, uint64_t first)
{
    driver.map(first, pages);
    seq.tlbi();
    seq.dsb();
    driver.place(first, first + pages * 4096u);
    seq.expect(!driver.shot(1, 1).service(), "the record was not written");
}

/* Go from virtual to physical addresses, if possible. Physical ones have 52 bits, no tag and no
 * upper half. */
bool next_mode(const Seq &seq, Driver &driver)
{
    const bool first = (driver.settings.pmblimitr & pmblimitr_nvm) == 0;

    driver.settings.pmblimitr |= pmblimitr_nvm;
    driver.settings.pmscr_el2 |= pmscr_envm;
    return first && seq.cfg.nvm;
}

/* Buffers below 2^32, 2^47 and 2^48, with a limit of 2^48, above it (FEAT_LVA), with a tag that
 * translation ignores, and in the upper half. */
void address_regions(Seq &seq)
{
    const uint64_t places[] = {0x10000,
                               base,
                               0x0000800020000000,
                               (UINT64_C(1) << 48) - seq.limit_from(pages * 4096u),
                               0x000a401000000000,
                               base | UINT64_C(0x5a) << 56,
                               0xffff800020000000};
    FixedOps fixed(seq.cfg);
    Driver driver(seq);
    uint64_t records = 0;

    seq.set_source(&fixed);
    seq.bench.xlat.set_va_bits(52);
    seq.bench.xlat.set_tbi(owner_regime(driver.settings.owner), true, true);
    do {
        for (uint64_t first : places) {
            if (driver.physical() && first >> 52 != 0)
                continue;
            one_record(seq, driver, first);
            records++;
        }
    } while (next_mode(seq, driver));
    seq.require(&spe_totals::records, "records", records);
}

/* In physical address mode, a buffer beyond 52 bits. No stage translates such an address. */
void nvm_large(Seq &seq)
{
    static const uint64_t places[] = {UINT64_C(1) << 52, base | UINT64_C(1) << 55,
                                      0xffff800020000000};
    uint64_t faults = 0, records = 0;

    seq.ops.mix.nonarch = seq.ops.mix.replay = seq.ops.mix.mispredict = 0; // each leaves a record
    for (Owner owner : every_owner) {
        Driver driver(seq);

        if (!owner_possible(seq.cfg, owner))
            continue;
        driver.settings.owner = owner;
        driver.settings.pmblimitr = pmblimitr_nvm;
        driver.settings.pmscr_el2 |= pmscr_envm;
        for (uint64_t first : places) {
            driver.map(first, pages);
            driver.place(first, first + pages * 4096u);
            const Audit a = driver.shot(1, 1);

            seq.expect(a.service(), "no fault was taken");
            seq.expect_eq(pmbsr_ec(a.pmbsr), ec_stage1, "PMBSR_EL1.EC");
            seq.expect_eq(pmbsr_mss(a.pmbsr), fsc_address_size_level0, "PMBSR_EL1.MSS");
            seq.expect_eq(a.pmbptr, first, "PMBPTR_EL1");
            faults++;
        }
        driver.map(base, pages);
        driver.place(base, base + pages * 4096u);
        driver.shot(1, 1);
        records++;
    }
    seq.require(&spe_totals::faults, "faults", faults);
    seq.require(&spe_totals::records, "records", records);
}

/* Each value of AWADDR[51:48]. */
void address_bus(Seq &seq)
{
    FixedOps fixed(seq.cfg);
    Driver driver(seq);
    uint64_t records = 0;

    seq.set_source(&fixed);
    do {
        for (uint64_t top = 0; top < 16; top++, records++) {
            driver.inverted = top << 48;
            one_record(seq, driver, base);
        }
    } while (next_mode(seq, driver));
    seq.require(&spe_totals::records, "records", records);
}

/* Load and read the counter; soon after that, sample an operation. */
void one_interval(Seq &seq, Driver &driver)
{
    driver.place(base, base + pages * 4096u);
    driver.program(0);
    driver.enable(driver.kernel());
    seq.expect_eq(seq.mrs(PMSICR_EL1) >> 8, driver.settings.interval, "PMSICR_EL1.COUNT[31:8]");
    seq.msr(PMSICR_EL1, 1);
    seq.run_samples(1, 300); // with FEAT_SPE_ERnd up to 255 operations later
    seq.drain_life();
    driver.stop();
}

/* The smallest and the largest INTERVAL of each size, without and with the random part. */
void interval_sizes(Seq &seq)
{
    static const uint64_t intervals[] = {1,    2,    15,    16,    255,     256,
                                         4095, 4096, 65535, 65536, 0xffffff};
    FixedOps fixed(seq.cfg);
    Driver driver(seq);
    uint64_t samples = 0;

    seq.set_source(&fixed);
    driver.map(base, pages);
    for (uint64_t interval : intervals) {
        for (bool rnd : {false, true}) {
            driver.settings.interval = interval;
            driver.settings.rnd = rnd;
            one_interval(seq, driver);
            samples++;
        }
    }
    seq.require(&spe_totals::samples, "samples", samples);
    seq.require(&spe_totals::records, "records", samples);
}

/* A kind of operation; with INTERVAL 0 each operation is selected (P15). */
struct Kind {
    uint8_t op_class, subclass;
};
constexpr Kind kinds[] = {{class_load_store, 0x00}, {class_load_store, 0x01},
                          {class_load_store, 0x04}, {class_load_store, 0x05},
                          {class_branch, 0x00},     {class_other, 0x02},
                          {class_other, 0x04},      {class_other, 0x06}};

/* Let `samples` samples end in one cycle. */
void end_together(Seq &seq, Driver &driver, unsigned samples)
{
    driver.place(base, base + pages * 4096u);
    driver.program(1);
    driver.enable(driver.kernel());
    seq.bench.pe.life().gather(true);
    seq.run(samples);
    seq.idle(40);
    seq.bench.pe.life().gather(false);
    seq.drain_life();
    driver.stop();
}

/* Two or more samples, up to one under each tag, end in one cycle. They are of one kind and pass
 * the filters: SAMPLE_FEED, SAMPLE_FEED_* and SAMPLE_FILTRATE each count all of them. */
void feed_together(Seq &seq)
{
    const unsigned tags = static_cast<unsigned>(seq.cfg.inflight);
    FixedOps fixed(seq.cfg);
    Driver driver(seq);
    unsigned cycles = 0, records = 0;

    seq.set_source(&fixed);
    fixed.one_load();
    fixed.each.source_valid = true;
    driver.map(base, pages);
    driver.settings.interval = 0;
    driver.settings.pmsfcr = pmsfcr_b | pmsfcr_ld | pmsfcr_st | UINT64_C(3) << (pmsfcr_types + 3);
    driver.settings.pmsdsfr = ~UINT64_C(0);
    for (const Kind &kind : kinds) {
        fixed.op.op_class = kind.op_class;
        fixed.op.subclass = seq.cfg.fpf || kind.op_class != class_other ? kind.subclass : 0;
        for (unsigned n = 2; n <= tags; n++) {
            end_together(seq, driver, n);
            cycles++;
            records += n;
        }
    }
    seq.expect(seq.bench.pe.seen().together == cycles, "the lives did not end together");
    seq.require(&spe_totals::records, "records", records);
}

const TestCase cases[] = {
    {"address_regions", "buffers in each part of the address space", nullptr, address_regions},
    {"nvm_large", "physical addresses of more than 52 bits",
     [](const struct spe_config &c) { return c.nvm != 0; }, nvm_large},
    {"address_bus", "pages under each of AWADDR[51:48]", nullptr, address_bus},
    {"interval_sizes", "intervals of each size, loaded and counted", nullptr, interval_sizes},
    {"feed_together", "samples of one kind that end in one cycle",
     [](const struct spe_config &c) {
         return c.inflight > 1 && c.sync_scope != spe_cfg_sync_scope_strict;
     },
     feed_together},
};

} // namespace

const TestList extreme_tests = list_of(cases);

} // namespace tb
