// SPDX-License-Identifier: Apache-2.0
//
// Faults of translation and External aborts (DDI 0586A 3.5.3, 3.5.4).

#include "drive/driver.hpp"
#include "memory_map.hpp"
#include "ops/fixed_ops.hpp"
#include "registry.hpp"

#include <algorithm>
#include <iterator>
#include <vector>

namespace tb
{
namespace
{

constexpr uint64_t base = Driver::default_va;

/* PMBSR_EL1.FSC of faults that a translation can report (4.3.4); 0x14 to 0x17: External abort on
 * the walk. */
constexpr uint8_t fault_codes[] = {0x00, 0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x08, 0x09,
                                   0x0a, 0x0b, 0x0c, 0x0d, 0x0e, 0x0f, 0x21, 0x30, 0x35};
constexpr uint8_t walk_aborts[] = {0x14, 0x15, 0x16, 0x17};

void prepare(Seq &seq, Driver &driver, unsigned pages)
{
    driver.map(base, pages);
    driver.place(base, base + pages * 4096u);
    seq.ops.mix.slow = 0;
    seq.ops.mix.nonarch = seq.ops.mix.replay = seq.ops.mix.mispredict = 0;
    seq.ops.mix.usual_latency = 16;
}

/* Whether the fault comes from stage 2: without EL2 the same fault comes from stage 1. */
bool second_stage(const Seq &seq, bool asked)
{
    return asked && seq.cfg.el2;
}

void break_page(Seq &seq, const Driver &driver, uint64_t va, uint8_t fsc, bool stage2)
{
    PageEntry entry = driver.entry_for(va);

    entry.fault = true;
    entry.fsc = fsc;
    entry.stage2 = second_stage(seq, stage2);
    seq.bench.xlat.map(owner_regime(driver.settings.owner), va, entry);
    seq.tlbi();
    seq.dsb();
}

/* Write one record that faults on its first byte, or after `before` bytes. Then the page is
 * repaired, and, if 3.4.1 permits it, profiling goes on from the saved pointer. */
void one_fault(Seq &seq, Driver &driver, uint8_t code, bool stage2, uint64_t before)
{
    const uint8_t fsc = fsc_of_version(code, seq.cfg.pmsver);
    const uint64_t page = before != 0 ? base + 4096 : base;

    seq.context(driver.kernel());
    break_page(seq, driver, page, fsc, stage2);
    driver.place(page - before, base + 2 * 4096);
    const Audit a = driver.shot(1, 1);

    driver.map(page, 1);
    seq.tlbi();
    seq.dsb();
    if (a.service()) {
        driver.faults++;
        seq.expect_eq(pmbsr_mss(a.pmbsr), fsc, "PMBSR_EL1.FSC");
        seq.expect_eq(pmbsr_ec(a.pmbsr), second_stage(seq, stage2) ? ec_stage2 : ec_stage1,
                      "PMBSR_EL1.EC");
        // For a fault on a first byte, DL may be meaningless ([dl_boundary]).
        const bool lost = (a.pmbsr & pmbsr_dl) != 0 &&
                          (before != 0 || seq.cfg.dl_boundary != spe_cfg_dl_boundary_one);

        if (!lost && (a.pmbsr & pmbsr_ea) == 0) {
            driver.place(a.pmbptr, base + 2 * 4096);
            driver.shot(1, 1);
        }
    }
}

void fault_start(Seq &seq)
{
    Driver driver(seq);

    prepare(seq, driver, 2);
    for (uint8_t fsc : fault_codes) {
        one_fault(seq, driver, fsc, false, 0);
        one_fault(seq, driver, fsc, true, 0);
    }
    seq.expect_eq(driver.faults, 2 * sizeof fault_codes, "faults taken");
    seq.require(&spe_totals::faults, "faults", 2 * sizeof fault_codes);
}

/* The second page of a split record faults, at every possible offset in the record. */
void fault_middle(Seq &seq)
{
    Driver driver(seq);
    unsigned i = 0;

    prepare(seq, driver, 2);
    for (uint64_t before = seq.align_bytes(); before < seq.record_bytes();
         before += seq.align_bytes(), i++)
        one_fault(seq, driver, fault_codes[i % sizeof fault_codes], i % 2 != 0, before);
    driver.place(base, base + 2 * 4096);
    driver.shot(1, 1);
    seq.expect(driver.faults != 0, "no fault was taken");
    seq.require(&spe_totals::faults, "faults", 1);
}

/* External aborts on walks count as aborts if they set EA ([walk_ea]), otherwise as faults. */
void require_walks(Seq &seq, uint64_t faults, uint64_t walks)
{
    seq.require(&spe_totals::faults, "faults", faults + (seq.cfg.walk_ea ? 0 : walks));
    seq.require(&spe_totals::aborts, "aborts", seq.cfg.walk_ea ? walks : 0);
}

/* An External abort on a walk is reported as a fault with the walk's code, even if the abort of a
 * write is taken as SError (3.5.4). */
void fault_walk_abort(Seq &seq)
{
    FixedOps fixed(seq.cfg);
    Driver driver(seq);

    seq.set_source(&fixed);
    prepare(seq, driver, 2);
    for (unsigned i = 0; i < 8; i++) {
        one_fault(seq, driver, walk_aborts[i % 4], i >= 4, 0);
        seq.expect_eq(driver.faults, i + 1, "External aborts on walks that were reported");
    }
    require_walks(seq, 0, 8);
}

/* Write one record from `pointer`; the page of its first byte, or the next page, faults. */
void fault_at(Seq &seq, Driver &driver, uint8_t code, bool stage2, uint64_t pointer)
{
    const uint8_t fsc = fsc_of_version(code, seq.cfg.pmsver);
    const bool second = pointer >= base + 4096 - 16 && pointer < base + 4096;
    const uint64_t page = (second ? pointer + 4096 : pointer) & ~UINT64_C(0xfff);

    seq.context(driver.kernel());
    break_page(seq, driver, page, fsc, stage2);
    driver.place(pointer, base + 3 * 4096);
    const Audit a = driver.shot(1, 1);

    driver.map(page, 1);
    seq.tlbi();
    seq.dsb();
    seq.expect(a.service(), "no fault was taken");
    seq.expect_eq(pmbsr_mss(a.pmbsr), fsc, "PMBSR_EL1.FSC");
    seq.expect_eq(pmbsr_ec(a.pmbsr), second_stage(seq, stage2) ? ec_stage2 : ec_stage1,
                  "PMBSR_EL1.EC");
    seq.expect_eq(a.pmbptr, second ? page : pointer, "PMBPTR_EL1");
    seq.expect_eq((a.pmbsr & pmbsr_dl) != 0,
                  second || seq.cfg.dl_boundary == spe_cfg_dl_boundary_one, "PMBSR_EL1.DL");
}

/* Every code of both stages at every kind of place: on the first byte of a page, inside a page, and
 * on the second page of a record, one, two and more alignment units before the record's end. */
void fault_cross(Seq &seq)
{
    FixedOps fixed(seq.cfg);
    Driver driver(seq);
    const uint64_t inside = seq.record_bytes() > 1024 ? seq.record_bytes() : 1024;
    std::vector<uint64_t> pointers = {base, base + 4096, base + inside, base + 3 * 4096 - inside};
    std::vector<uint8_t> codes(fault_codes, std::end(fault_codes));

    codes.insert(codes.end(), walk_aborts, std::end(walk_aborts));
    for (uint64_t before = seq.align_bytes(); before <= 16; before *= 2)
        pointers.push_back(base + 4096 - before);
    seq.set_source(&fixed);
    fixed.op.op_class = class_load_store;
    prepare(seq, driver, 3);
    for (uint8_t fsc : codes) {
        for (uint64_t pointer : pointers) {
            fault_at(seq, driver, fsc, false, pointer);
            fault_at(seq, driver, fsc, true, pointer);
        }
    }
    driver.place(base, base + 3 * 4096);
    driver.shot(1, 1);
    seq.require(&spe_totals::records, "records", 1);
    require_walks(seq, 2 * sizeof fault_codes * pointers.size(),
                  2 * sizeof walk_aborts * pointers.size());
}

/* Whether a record may take two bursts in one page: the 2 KB of longrec are more than 256 beats. */
bool long_records(const struct spe_config &cfg)
{
    const int least = std::min(1 << cfg.align, cfg.axi_bytes);

    return 1 << cfg.max_size > 255 * cfg.axi_bytes + least;
}

/* A TLBI comes between two bursts of a record in one page. The second burst then has no
 * translation, and the first byte that faults is neither the start of the record nor of a page
 * (3.5.3). */
void fault_inner(Seq &seq)
{
    const uint64_t burst = 256u * static_cast<unsigned>(seq.cfg.axi_bytes);
    FixedOps fixed(seq.cfg);
    Driver driver(seq);

    seq.set_source(&fixed);
    fixed.one_load();
    prepare(seq, driver, 2);
    for (bool stage2 : {false, true}) {
        PageEntry entry = driver.entry_for(base);

        entry.fault = true;
        entry.fsc = fault_codes[7];
        entry.stage2 = second_stage(seq, stage2);
        driver.place(base + burst / 2, driver.limit);
        driver.sample_one();
        seq.step_until("AWREADY", [&seq] { return seq.bench.axi.outstanding() != 0; });
        seq.bench.xlat.map(driver.regime(), base, entry);
        seq.bench.pe.pulse_tlbi();
        seq.drain_life();
        const Audit a = driver.stop();

        seq.expect(a.service(), "no fault was taken");
        seq.expect_eq(a.pmbptr, base + burst, "PMBPTR_EL1");
        seq.expect((a.pmbsr & pmbsr_dl) != 0, "PMBSR_EL1.DL is not set");
        driver.map(base, 1);
        seq.tlbi();
        seq.dsb();
    }
    driver.place(base, driver.limit);
    driver.shot(1, 1);
    seq.require(&spe_totals::records, "records", 1);
    seq.require(&spe_totals::faults, "faults", 2);
}

/* The event that leaves EA, DL or both set in PMBSR_EL1. */
enum class Mark { Walk, SecondPage, Abort };

bool mark_possible(const struct spe_config &cfg, Mark mark)
{
    if (mark == Mark::SecondPage)
        return cfg.align < cfg.max_size;
    if (mark == Mark::Walk)
        return cfg.walk_ea;
    return cfg.ext_abort == spe_cfg_ext_abort_sync || cfg.ext_abort == spe_cfg_ext_abort_async;
}

uint64_t leave_mark(Seq &seq, Driver &driver, Mark mark)
{
    prepare(seq, driver, 2);
    seq.context(driver.kernel());
    if (mark == Mark::Walk)
        break_page(seq, driver, base, walk_aborts[2], false);
    if (mark == Mark::SecondPage) {
        break_page(seq, driver, base + 4096, fault_codes[7], false);
        driver.place(base + 4096 - seq.align_bytes(), driver.limit);
    }
    if (mark == Mark::Abort)
        seq.bench.memory.fail_nth(1, tlm::TLM_GENERIC_ERROR_RESPONSE);
    const Audit a = driver.shot(1, 1);

    seq.expect(a.service(), "the first event is missing");
    seq.bench.memory.heal();
    driver.map(base, 2);
    seq.tlbi();
    seq.dsb();
    return a.pmbsr;
}

/* Software clears only S and resumes. The next event changes only its own fields: EA, DL and COLL
 * stay (3.5, B15). */
void syndrome_sticky(Seq &seq)
{
    constexpr uint64_t sticky = pmbsr_ea | pmbsr_dl | pmbsr_coll;
    FixedOps fixed(seq.cfg);
    Driver driver(seq);
    uint64_t marked = 0, marks = 0;

    seq.set_source(&fixed);
    for (Mark mark : {Mark::Walk, Mark::SecondPage, Mark::Abort}) {
        marks += mark_possible(seq.cfg, mark);
        for (unsigned n = 0; n < 4 && mark_possible(seq.cfg, mark); n++) {
            const bool full = n % 2 != 0;
            const uint64_t left =
                (leave_mark(seq, driver, mark) & ~pmbsr_s) | (n < 2 ? 0 : pmbsr_coll);

            if (full)
                driver.place(driver.limit - seq.record_bytes(), driver.limit);
            else
                break_page(seq, driver, base, fault_codes[7], true);
            driver.program(1);
            seq.msr(PMBSR_EL1, left);
            driver.enable(driver.user());
            seq.run(1);
            seq.drain_life();
            const Audit a = driver.stop();

            seq.expect_eq(pmbsr_ec(a.pmbsr),
                          full                      ? ec_other
                          : second_stage(seq, true) ? ec_stage2
                                                    : ec_stage1,
                          "PMBSR_EL1.EC");
            // On a record's first byte, a fault keeps DL or does what [dl_boundary] says.
            const bool cleared = !full && seq.cfg.dl_boundary == spe_cfg_dl_boundary_zero;
            const uint64_t kept = left & sticky & ~(cleared ? pmbsr_dl : 0);

            seq.expect_eq(a.pmbsr & sticky, kept, "PMBSR_EL1.{DL, EA, COLL}");
            marked += (left & (pmbsr_ea | pmbsr_dl)) != 0;
        }
    }
    seq.expect(marked != 0, "no event left EA or DL");
    seq.require(&spe_totals::fulls, "fulls", 2 * marks);
    seq.require(&spe_totals::faults, "faults", 2 * marks);
}

/* The buffer runs into unmapped pages; software maps one more page each time. */
void fault_grow(Seq &seq)
{
    Driver driver(seq);
    constexpr unsigned pages = 5;
    const uint64_t size = seq.granule_bytes(), left = 2 * seq.record_bytes();

    prepare(seq, driver, 1);
    driver.place(base + size - left, base + pages * size);
    driver.start();
    for (unsigned page = 1; page < pages; page++) {
        while (!seq.bench.pe.irq())
            seq.run(200);
        const Audit a = driver.audit();

        seq.expect(pmbsr_ec(a.pmbsr) == ec_stage1, "a Translation fault is expected");
        driver.map(base + page * size, 1);
        seq.tlbi();
        const uint64_t near = base + (page + 1) * size - left;

        driver.resume((a.pmbsr & pmbsr_dl) == 0 && a.pmbptr > near ? a.pmbptr : near);
        seq.context(driver.user());
    }
    seq.drain_life();
    driver.stop();
    seq.require(&spe_totals::faults, "faults", pages - 1);
}

/* Abort one burst in a series of records: each of the first `bursts` in turn. */
void abort_bursts(Seq &seq, tlm::tlm_response_status status, const AxiPressure &pressure)
{
    const unsigned pages = seq.pages_for(8, 2);
    Driver driver(seq);

    prepare(seq, driver, pages);
    seq.bench.axi.set_pressure(pressure);
    for (unsigned n = 1; n <= 6; n++) {
        const uint64_t offset = n % 2 != 0 ? 4096 - seq.record_bytes() / 2 : 0;

        driver.place(base + (offset & ~(seq.align_bytes() - 1)), base + pages * 4096u);
        driver.program(1);
        seq.bench.memory.fail_nth(n, status);
        driver.enable(driver.user());
        seq.run_samples(8);
        seq.drain_life();
        driver.stop();
        seq.bench.memory.heal();
    }
    seq.expect(seq.bench.axi.errors() >= 6, "an error response is missing");
    seq.require(&spe_totals::audits, "audits", 6);
    if (seq.cfg.ext_abort == spe_cfg_ext_abort_serror)
        seq.expect_eq(seq.bench.pe.serrors(), seq.bench.axi.errors(), "SError pulses");
    else if (seq.cfg.ext_abort == spe_cfg_ext_abort_ignored)
        seq.require(&spe_totals::records, "records", 6 * 8);
    else
        seq.require(&spe_totals::aborts, "aborts", 6);
}

void abort_slverr(Seq &seq)
{
    abort_bursts(seq, tlm::TLM_GENERIC_ERROR_RESPONSE, {});
}

void abort_decerr_late(Seq &seq)
{
    abort_bursts(seq, tlm::TLM_ADDRESS_ERROR_RESPONSE, {3, 3, 60, 200});
}

/* Every burst fails for a while: a second abort arrives when S is already 1. */
void abort_all(Seq &seq)
{
    Driver driver(seq);

    prepare(seq, driver, 2);
    seq.bench.axi.set_pressure({0, 0, 40, 300});
    for (unsigned i = 0; i < 8; i++) {
        const PageEntry entry = driver.entry_for(base);

        driver.place(base, base + 2 * 4096);
        driver.program(1);
        driver.enable(driver.user());
        seq.run_samples(i % 4);
        seq.bench.memory.fail(entry.pa | nonsecure_space, i % 2 != 0
                                                              ? tlm::TLM_GENERIC_ERROR_RESPONSE
                                                              : tlm::TLM_ADDRESS_ERROR_RESPONSE);
        seq.run_samples(4);
        seq.drain_life();
        driver.stop();
        seq.bench.memory.heal();
    }
    seq.expect(seq.bench.axi.errors() >= 6, "error responses are missing");
    seq.require_check(seq.cfg.ext_abort == spe_cfg_ext_abort_serror ? SPE_CHECK_OUT_SERROR
                                                                    : SPE_CHECK_REG_READ,
                      8);
    seq.require(&spe_totals::audits, "audits", 8);
}

/* The last record of a page gets an error response in each cycle around the fault of the next
 * record, which is in the next page. EA is set, in either order of the two (W9). */
void fault_beside_abort(Seq &seq)
{
    Driver driver(seq);
    FixedOps fixed(seq.cfg);

    seq.set_source(&fixed);
    fixed.one_load();
    prepare(seq, driver, 2);
    seq.bench.xlat.set_latency(6, 6, 0);
    break_page(seq, driver, base + 4096, fsc_of_version(0x07, seq.cfg.pmsver), false);
    for (unsigned late = 1; late < 120; late++) {
        driver.place(base + 4096 - seq.record_bytes(), base + 2 * 4096);
        seq.bench.axi.set_pressure({0, 0, late, late});
        seq.bench.memory.fail_nth(1, tlm::TLM_ADDRESS_ERROR_RESPONSE);
        driver.sample_one();
        seq.drain_life();
        seq.msr(PMSICR_EL1, 1);
        seq.run(1);
        seq.drain_life();
        const Audit a = driver.stop();

        seq.bench.memory.heal();
        seq.expect((a.pmbsr & pmbsr_ea) != 0, "PMBSR_EL1.EA is 0");
    }
    seq.require(&spe_totals::aborts, "aborts", 10);
    seq.require(&spe_totals::faults, "faults", 30);
}

/* Whether the next record begins while the previous one waits for its response, without delay. */
bool abort_meets_fault(const struct spe_config &cfg)
{
    return cfg.ext_abort == spe_cfg_ext_abort_async && cfg.record_done == spe_cfg_record_done_w &&
           cfg.max_size < 10;
}

const TestCase cases[] = {
    {"fault_start", "each fault code of both stages on the first byte of a record", nullptr,
     fault_start},
    {"fault_middle", "fault on the second page, at every offset in the record",
     [](const struct spe_config &c) { return c.align < c.max_size; }, fault_middle},
    {"fault_walk_abort", "External aborts on translation table walks", nullptr, fault_walk_abort},
    {"fault_cross", "every fault code and stage at every kind of place", nullptr, fault_cross},
    {"fault_inner", "a fault between two bursts of one page", long_records, fault_inner},
    {"syndrome_sticky", "EA, DL and COLL kept by software and by the next event", nullptr,
     syndrome_sticky},
    {"fault_grow", "unmapped pages are mapped one by one", nullptr, fault_grow},
    {"fault_beside_abort", "an error response around the fault of the next record",
     abort_meets_fault, fault_beside_abort},
    {"abort_slverr", "SLVERR on each of the first bursts", nullptr, abort_slverr},
    {"abort_decerr_late", "DECERR long after the burst, slow bus", nullptr, abort_decerr_late},
    {"abort_all", "several aborts before software reacts", nullptr, abort_all},
};

} // namespace

const TestList fault_tests = list_of(cases);

} // namespace tb
