// SPDX-License-Identifier: Apache-2.0
//
// Situations that programs and random operations seldom reach.

#include "drive/driver.hpp"
#include "drive/handover.hpp"
#include "memory_map.hpp"
#include "ops/fixed_ops.hpp"
#include "registry.hpp"

namespace tb
{
namespace
{

constexpr uint64_t base = Driver::default_va;

void prepare(Driver &driver, Owner owner, unsigned pages)
{
    driver.settings.owner = owner;
    driver.map(base, pages);
    driver.place(base, base + pages * 4096u);
}

/* With HCR_EL2.E2H 1 only accesses at EL2 are redirected: at EL1 and EL3, PMSCR_EL1 is PMSCR_EL1
 * (4.3.5, 4.3.6). Every pair of values is tried, then some that the seed draws. */
void access_alias(Seq &seq)
{
    Context at = owner_context(Owner::NsEl2);

    at.e2h = true;
    for (unsigned n = 0; n < 32; n++) {
        const auto i = n < 16 ? n : static_cast<unsigned>(tb_rng_below(&seq.rng, 16));
        const uint64_t one = (i & 3u) << 3, two = (i >> 2 & 3u) << 5;

        at.e2pb = 3;
        seq.context(at.at(El::El1));
        seq.msr(PMSCR_EL1, one);
        seq.context(at.at(El::El2));
        seq.expect_eq(seq.mrs(PMSCR_EL12), one, "PMSCR_EL12");
        seq.msr(PMSCR_EL1, two);
        seq.expect_eq(seq.mrs(PMSCR_EL2), two, "PMSCR_EL2");
        if (seq.cfg.el3) {
            seq.context(at.at(El::El3));
            seq.expect_eq(seq.mrs(PMSCR_EL1), one, "PMSCR_EL1 at EL3");
        }
        seq.context(at.at(El::El1));
        seq.expect_eq(seq.mrs(PMSCR_EL1), one, "PMSCR_EL1");
    }
    if (seq.cfg.el3) { // an EL2 in AArch32 state is no host, whatever HCR_EL2.E2H holds
        at = at.at(El::El3);
        at.el1_aarch32 = at.el2_aarch32 = true;
        seq.context(at);
        seq.expect_eq(seq.read(PMSCR_EL12).outcome, SPE_ACCESS_UNDEFINED, "outcome of PMSCR_EL12");
    }
    seq.require_check(SPE_CHECK_REG_READ, 96);
}

/* EL2 owns the buffer: its regime is EL2&0 with E2H, whatever TGE is (OW6). With TGE 0 a host runs
 * its guest at EL1 with records on their way. Each regime has its own pages, with room for records
 * of the greatest size: if the buffer were full, the guest would not be sampled. */
void owner_regimes(Seq &seq)
{
    for (unsigned n = 0; n < 8; n++) {
        Driver driver(seq);
        Context at = owner_context(Owner::NsEl2);

        prepare(driver, Owner::NsEl2Host, 16);
        prepare(driver, Owner::NsEl2, 16);
        at.e2h = (n & 1) != 0;
        at.tge = (n & 2) != 0;
        driver.program(1);
        driver.enable(at);
        const uint64_t before = seq.bench.memory.bytes_written();

        for (unsigned i = 0; i < 20 && (i == 0 || seq.bench.memory.bytes_written() == before); i++)
            seq.run(2000);
        if (n >= 4) {
            seq.context(at.at(at.tge ? El::El0 : El::El1));
            const uint64_t sampled = seq.bench.pe.sampled();

            seq.run_samples(1);
            seq.expect(seq.bench.pe.sampled() != sampled, "nothing is sampled below EL2");
        }
        write_records(seq);
        driver.stop();
    }
    seq.require(&spe_totals::records, "records", 8);
}

/* Records are split over pages with different memory types and physical address spaces. Each burst
 * must have those of its own page (3.4.3). */
void page_attributes(Seq &seq)
{
    static const uint8_t attrs[] = {0x00, 0x04, 0x0c, 0x44, 0xff, 0xbb, 0x11, 0x33};

    for (unsigned n = 0; n < 128; n++) {
        Driver driver(seq);
        const Owner owner =
            n < 64 || !owner_possible(seq.cfg, Owner::SecureEl1) ? Owner::NsEl1 : Owner::SecureEl1;

        prepare(driver, owner, 2);
        for (unsigned page = 0; page < 2; page++) {
            PageEntry entry = driver.entry_for(base + page * 4096u);

            entry.attr = attrs[page != 0 ? n % 8 : n / 8 % 8];
            entry.ns = owner != Owner::SecureEl1 || (n + page) % 2 != 0;
            seq.bench.xlat.map(owner_regime(owner), base + page * 4096u, entry);
            seq.bench.memory.open(entry.pa | entry.space());
        }
        driver.place(base + 4096 - seq.align_bytes(), base + 2 * 4096);
        driver.shot(1, 1);
    }
    seq.require(&spe_totals::bytes, "bytes", 128);
}

/* Loads whose lives end in the opposite order of their selections. */
class ReverseOps : public FixedOps
{
  public:
    using FixedOps::FixedOps;

    unsigned samples = 0; ///< number so far; the first `early` ones end at once
    unsigned early = 0;

    void life(const LaneOp &o, OpLife &l) override
    {
        const unsigned late = samples < early ? 0 : samples - early;

        each.end = samples++ < early ? 3 : late < 4 ? 1000 - 300 * late : 3;
        FixedOps::life(o, l);
    }
};

/* The bus is stalled and fills the record queue; then every tag waits with a finished record, the
 * newest selection first. Records are written in the order of the endings (P26). */
void queue_order(Seq &seq)
{
    const unsigned depth = static_cast<unsigned>(seq.cfg.record_queue);
    Driver driver(seq);
    ReverseOps reverse(seq.cfg);

    seq.set_source(&reverse);
    reverse.op.op_class = class_load_store;
    reverse.early = depth;
    prepare(driver, Owner::NsEl1, 4);
    for (unsigned i = 0; i < 6; i++) {
        reverse.samples = 0;
        seq.bench.axi.set_pressure({9000, 0, 0, 0});
        driver.start();
        seq.run_samples(depth + static_cast<unsigned>(seq.cfg.inflight), 6000);
        seq.drain_life();
        driver.stop();
        driver.place(base, driver.limit);
    }
    seq.require(&spe_totals::records, "records", 6 * depth);
}

/* All tags end in one cycle, and the empty queue takes as many records as it can. `ahead` records
 * go first, so that the queue begins at each of its places. */
void queue_turns(Seq &seq)
{
    const unsigned depth = static_cast<unsigned>(seq.cfg.record_queue);
    Driver driver(seq);
    FixedOps fixed(seq.cfg);

    seq.set_source(&fixed);
    prepare(driver, Owner::NsEl1, 4);
    for (unsigned ahead = 0; ahead < 2 * depth + 1; ahead++) {
        driver.shot(1, 1);
        driver.place(base, driver.limit);
        driver.start();
        seq.bench.pe.life().hold(true);
        seq.run_samples(static_cast<unsigned>(seq.cfg.inflight), 6000);
        seq.bench.pe.life().hold(false);
        seq.drain_life();
        driver.stop();
        driver.place(base, driver.limit);
    }
    seq.require(&spe_totals::records, "records", 2 * depth + 1);
}

/* One sample under the type filter `pmsfcr`. */
void filtered_sample(Driver &driver, uint64_t pmsfcr)
{
    driver.settings.pmsfcr = pmsfcr;
    driver.shot(1, 1);
    driver.place(base, driver.limit);
}

/* Each class and ending is filtered by each bit of the type filter (Table 4). A branch that ends
 * with an exception does not count as a branch for the filter. */
void filter_endings(Seq &seq)
{
    static const LaneOp ops[] = {{.pc = 0x1000, .op_class = class_other, .subclass = 0},
                                 {.pc = 0x2000, .op_class = class_branch, .subclass = 1},
                                 {.pc = 0x3000, .op_class = class_load_store, .subclass = 0},
                                 {.pc = 0x4000, .op_class = class_load_store, .subclass = 1},
                                 {.pc = 0x5000, .op_class = class_load_store, .subclass = 6},
                                 {.pc = 0x6000, .op_class = class_load_store, .subclass = 7}};
    FixedOps fixed(seq.cfg);
    Driver driver(seq);

    seq.set_source(&fixed);
    prepare(driver, Owner::NsEl1, 2);
    for (const LaneOp &op : ops) {
        for (unsigned bits = 1; bits < 8; bits++) {
            fixed.op = op;
            fixed.each.end_kind = bits % 2 != 0 ? end_exception : end_retire;
            filtered_sample(driver, pmsfcr_ft | static_cast<uint64_t>(bits) << 16);
            fixed.each.end_kind = bits % 2 != 0 ? end_retire : end_exception;
            filtered_sample(driver, pmsfcr_ft | static_cast<uint64_t>(bits) << 16);
        }
    }
    seq.require(&spe_totals::filtered, "filtered", 20);
    seq.require(&spe_totals::records, "records", 20);
}

/* Sample an operation of each class and subclass twice: it retires, and it ends with an exception.
 */
void sample_endings(Seq &seq, FixedOps &fixed, Driver &driver)
{
    for (uint8_t op_class : {class_other, class_load_store, class_branch}) {
        for (uint8_t subclass = 0; subclass < 2; subclass++) {
            fixed.op.op_class = op_class;
            fixed.op.subclass = subclass;
            fixed.each.end_kind = end_retire;
            filtered_sample(driver, 0);
            fixed.each.end_kind = end_exception;
            filtered_sample(driver, 0);
        }
    }
    seq.require(&spe_totals::records, "records", 12);
}

/* The PE delivers data sources of each size, and 0, with every ending: only loads have a packet for
 * them (5.3.5). */
void packet_source(Seq &seq)
{
    FixedOps fixed(seq.cfg);
    Driver driver(seq);

    seq.set_source(&fixed);
    prepare(driver, Owner::NsEl1, 2);
    fixed.each.source_valid = true;
    for (uint16_t source : {0x5aa5, 0xa5, 0x5, 0}) {
        fixed.each.source = source;
        sample_endings(seq, fixed, driver);
    }
}

/* The PE delivers a target with every ending: only branches that did not end with an exception have
 * a packet for it (5.3.1, README 11). */
void packet_target(Seq &seq)
{
    FixedOps fixed(seq.cfg);
    Driver driver(seq);

    seq.set_source(&fixed);
    prepare(driver, Owner::NsEl1, 2);
    fixed.each.target_valid = true;
    fixed.each.target = 0x0000ffff87654320;
    sample_endings(seq, fixed, driver);
}

bool has_vhe(const struct spe_config &cfg)
{
    return cfg.el2 && cfg.vhe;
}

/* In strict scope nothing is sampled while a record is queued (dpi/timing.md, 3). */
bool several_records(const struct spe_config &cfg)
{
    return cfg.sync_scope != spe_cfg_sync_scope_strict;
}

const TestCase cases[] = {
    {"access_alias", "PMSCR_EL1, PMSCR_EL12 and PMSCR_EL2 with E2H", has_vhe, access_alias},
    {"owner_regimes", "regimes of an EL2 owner by E2H and TGE", has_vhe, owner_regimes},
    {"page_attributes", "memory types and address spaces, page by page", nullptr, page_attributes},
    {"queue_turns", "record queue filled from every place", nullptr, queue_turns},
    {"queue_order", "tags that wait with records, newest selection first", several_records,
     queue_order},
    {"filter_endings", "classes and endings under each type filter", nullptr, filter_endings},
    {"packet_source", "a data source with every class and ending", nullptr, packet_source},
    {"packet_target", "a branch target with every class and ending", nullptr, packet_target},
};

} // namespace

const TestList corner_tests = list_of(cases);

} // namespace tb
