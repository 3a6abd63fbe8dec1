// SPDX-License-Identifier: Apache-2.0
//
// Stimulus that functional coverage (spe cover) needs in every configuration: each register at each
// level, each event over each syndrome that software can leave, each filter with each outcome,
// latencies at both ends of their range, a PE that is always in Secure state.

#include "drive/driver.hpp"
#include "legal.hpp"
#include "memory_map.hpp"
#include "ops/fixed_ops.hpp"
#include "registry.hpp"

#include <algorithm>

namespace tb
{
namespace
{

constexpr uint64_t base = Driver::default_va;
constexpr unsigned pages = 3;

/* Access every register of any version at each level; the lower levels also in AArch32 state. */
void access_levels(Seq &seq)
{
    uint64_t accesses = 0;

    for (unsigned n = 0; n < 8; n++) {
        Context c;

        c.el = static_cast<El>(n % 4);
        c.aarch32 = c.el1_aarch32 = n >= 4;
        c.el2_aarch32 = n == 4 + static_cast<unsigned>(El::El2);
        seq.context(legal(seq.cfg, c));
        const auto both = [&](uint16_t enc) {
            const uint64_t data = tb_rng_u64(&seq.rng) & ~pmblimitr_e;

            seq.write(enc, data);
            seq.read(enc);
            accesses += 2;
        };
        std::for_each(std::begin(all_sysregs), std::end(all_sysregs), both);
        std::for_each(std::begin(later_sysregs), std::end(later_sysregs), both);
    }
    seq.require_check(SPE_CHECK_REG_OUTCOME, accesses);
}

/* A load with every packet that it can have: the longest possible record. */
void long_load(FixedOps &fixed)
{
    OpLife &l = fixed.each;

    fixed.op.op_class = class_load_store;
    fixed.op.pc = 0x0000aaaa55550000;
    l.issue = 2;
    l.complete = 9;
    l.end = 12;
    l.xlat_start = 3;
    l.xlat_end = 6;
    l.va_valid = l.pa_valid = l.source_valid = true;
    l.va = 0x0000001122334455;
    l.pa = 0x0009887766554433;
    l.source = 0x5a;
    l.prev_valid = l.alt_valid = true;
}

/* The causes of management events. */
enum class Cause { Full, Wrong, Alignment, Stage1, Stage2, Gpc, External, Size, Impdef, Denied };
constexpr Cause causes[] = {Cause::Full,   Cause::Wrong, Cause::Alignment, Cause::Stage1,
                            Cause::Stage2, Cause::Gpc,   Cause::External,  Cause::Size,
                            Cause::Impdef, Cause::Denied};

bool cause_possible(const struct spe_config &cfg, Cause cause)
{
    switch (cause) {
    case Cause::Alignment: // otherwise the low bits of PMBPTR_EL1 are RES0 (E9)
        return cfg.align > 0 && cfg.misaligned == spe_cfg_misaligned_alignment &&
               cfg.ext_abort == spe_cfg_ext_abort_sync;
    case Cause::Stage2:
        return cfg.el2 != 0;
    case Cause::Gpc:
        return cfg.rme != 0;
    case Cause::External:
        return cfg.ext_abort == spe_cfg_ext_abort_sync || cfg.ext_abort == spe_cfg_ext_abort_async;
    case Cause::Size:
        return cfg.max_buff_size != 0;
    case Cause::Impdef:
        return cfg.impdef_event != 0;
    case Cause::Denied:
        return cfg.disabled_record == spe_cfg_disabled_record_event;
    default:
        return true;
    }
}

uint64_t expected_ec(const struct spe_config &cfg, Cause cause)
{
    switch (cause) {
    case Cause::Wrong:
        return cfg.wrong_pointer == spe_cfg_wrong_pointer_translation ||
                       cfg.wrong_pointer == spe_cfg_wrong_pointer_translation_dl
                   ? ec_stage1
                   : ec_other;
    case Cause::Alignment:
    case Cause::Stage1:
    case Cause::External:
        return ec_stage1;
    case Cause::Stage2:
        return ec_stage2;
    case Cause::Gpc:
        return ec_gpc;
    case Cause::Impdef:
        return ec_impdef;
    default:
        return ec_other;
    }
}

bool faults(Cause cause)
{
    return cause == Cause::Stage1 || cause == Cause::Stage2 || cause == Cause::Gpc;
}

/* Prepare buffer and page for the cause, before the SPU is programmed. If the cause is a fault, the
 * page at `page` faults: the record begins on it, or (`split`) goes on to it. */
void prepare_cause(Seq &seq, Driver &driver, Cause cause, bool split = false)
{
    const uint64_t page = base + (split ? 4096 : 0);
    PageEntry entry = driver.entry_for(page);

    driver.map(base, pages);
    driver.place(page - (split ? seq.align_bytes() : 0), base + pages * 4096u);
    if (cause == Cause::Full)
        driver.place(driver.limit - seq.record_bytes(), driver.limit);
    if (cause == Cause::Wrong)
        driver.place(driver.limit, driver.limit);
    if (cause == Cause::Alignment)
        driver.place(base + 1, driver.limit);
    if (cause == Cause::Size)
        driver.place(base, base + (UINT64_C(1) << 40));
    if (cause == Cause::External)
        seq.bench.memory.fail_nth(1, tlm::TLM_GENERIC_ERROR_RESPONSE);
    entry.fault = faults(cause);
    entry.stage2 = cause == Cause::Stage2;
    entry.gpc = cause == Cause::Gpc;
    entry.fsc = 0x07;
    seq.bench.xlat.map(driver.regime(), page, entry);
    seq.tlbi();
    seq.dsb();
}

/* Raise an event: by the system, or by a sample, which for Denied ends with the buffer disabled. */
void raise(Seq &seq, Driver &driver, Cause cause)
{
    driver.enable(driver.kernel());
    if (cause == Cause::Impdef) {
        seq.bench.pe.impdef(0, 0);
        seq.idle(4);
        return;
    }
    seq.bench.pe.life().hold(cause == Cause::Denied);
    seq.run(1);
    if (cause == Cause::Denied)
        seq.msr(PMBLIMITR_EL1, driver.limit);
    seq.bench.pe.life().hold(false);
    seq.drain_life();
}

/* Raise an event over each value of DL, EA and COLL that software can leave. COLL stays. */
void over_each(Seq &seq, Driver &driver, Cause cause, bool split)
{
    for (unsigned n = 0; n < 8; n++) {
        const uint64_t left = ((n & 1u) != 0 ? pmbsr_dl : 0) | ((n & 2u) != 0 ? pmbsr_ea : 0) |
                              ((n & 4u) != 0 ? pmbsr_coll : 0);

        seq.context(driver.kernel());
        prepare_cause(seq, driver, cause, split);
        driver.program(1);
        seq.msr(PMBSR_EL1, left);
        raise(seq, driver, cause);
        const Audit a = driver.stop();

        seq.bench.memory.heal();
        seq.expect(a.service(), "no event");
        seq.expect_eq(pmbsr_ec(a.pmbsr), expected_ec(seq.cfg, cause), "PMBSR_EL1.EC");
        seq.expect_eq(a.pmbsr & pmbsr_coll, left & pmbsr_coll, "PMBSR_EL1.COLL");
    }
}

/* Faults are also raised inside a record: on its first byte [dl_boundary] may clear DL. */
void syndrome_left(Seq &seq)
{
    FixedOps fixed(seq.cfg);
    Driver driver(seq);
    unsigned events = 0;

    seq.set_source(&fixed);
    long_load(fixed);
    for (Cause cause : causes) {
        if (!cause_possible(seq.cfg, cause))
            continue;
        events++;
        over_each(seq, driver, cause, false);
        if (faults(cause) && seq.cfg.align < seq.cfg.max_size)
            over_each(seq, driver, cause, true);
    }
    seq.expect(events >= 3, "too few events");
    seq.require(&spe_totals::fulls, "fulls", 8);
    seq.require(&spe_totals::records, "records", 8);
}

/* Raise each event in each PMBSR_ELx; PMSEE 0b11 and EE 0b11 route all events there. */
void event_registers(Seq &seq)
{
    FixedOps fixed(seq.cfg);
    uint64_t events = 0;

    seq.set_source(&fixed);
    seq.take_exceptions(false);
    long_load(fixed);
    for (unsigned target = 1; target <= (seq.cfg.el3 ? 3u : 2u); target++) {
        Driver driver(seq);

        driver.settings.pmsee = static_cast<uint8_t>(target == 3 ? 3 : target == 2 ? 1 : 0);
        driver.settings.pmscr_el2 |= pmscr_ee(target == 2 ? 3 : 0);
        driver.map(base, pages);
        for (Cause cause : causes) {
            if (!cause_possible(seq.cfg, cause))
                continue;
            seq.context(driver.kernel());
            prepare_cause(seq, driver, cause);
            driver.program(1);
            raise(seq, driver, cause);
            const Audit a = driver.stop();

            seq.expect(a.service(), "no event");
            seq.expect_eq(a.target, target, "PMBSR_ELx");
            events++;
        }
    }
    seq.expect(events >= 8, "too few events");
    seq.require(&spe_totals::records, "records", 2);
}

/* Whether a burst can wait for its response after its record is done, or after a fault of the
 * record's second page. */
bool bursts_wait(const struct spe_config &cfg)
{
    const bool each = cfg.ext_abort == spe_cfg_ext_abort_sync && cfg.abort_wait;

    return cfg.record_done == spe_cfg_record_done_w || (cfg.align < cfg.max_size && !each);
}

/* Leave a burst that waits for its response, away from `base`: software does not wait for it (no
 * DSB). */
void leave_burst(Seq &seq, Driver &driver)
{
    const bool fault = seq.cfg.record_done == spe_cfg_record_done_b;
    const uint64_t size = seq.granule_bytes(), va = base + 16 * size;

    seq.bench.axi.set_pressure({0, 0, 3000, 3000});
    driver.map(va, 1);
    driver.place(fault ? va + size - seq.align_bytes() : va, va + 3 * size);
    driver.program(1);
    driver.enable(driver.kernel());
    seq.run(1);
    seq.drain_life();
    seq.psb();
    driver.disable();
    seq.expect_eq((seq.mrs(PMBSR_EL1) & pmbsr_s) != 0, fault, "PMBSR_EL1.S");
}

/* Abort the first of two bursts; without split records, the first of two records. */
void abort_first(Seq &seq, Driver &driver)
{
    const bool split = seq.cfg.align < seq.cfg.max_size;

    seq.bench.axi.set_pressure({0, 0, 3000, 3000});
    if (split)
        driver.place(base + 4096 - seq.align_bytes(), driver.limit);
    driver.program(1);
    raise(seq, driver, Cause::External);
    if (split)
        return;
    seq.msr(PMSICR_EL1, 1);
    seq.run(1);
    seq.drain_life();
}

/* Raise each event while a burst waits for its response. */
void event_waiting(Seq &seq)
{
    FixedOps fixed(seq.cfg);
    Driver driver(seq);

    seq.set_source(&fixed);
    long_load(fixed);
    driver.map(base, pages);
    for (Cause cause : causes) {
        if (!cause_possible(seq.cfg, cause) ||
            (cause == Cause::Full && seq.cfg.record_done == spe_cfg_record_done_b))
            continue; // no burst of the last record waits
        seq.context(driver.kernel());
        prepare_cause(seq, driver, cause);
        const uint64_t first = driver.first, limit = driver.limit;

        if (cause == Cause::External) {
            abort_first(seq, driver);
        } else {
            leave_burst(seq, driver);
            driver.place(first, limit);
            driver.program(1);
            raise(seq, driver, cause);
        }
        seq.step_until("PMBIRQ", [&seq] { return seq.bench.pe.irq(); });
        seq.expect(seq.bench.axi.outstanding() != 0, "no burst waits for its response");
        const Audit a = driver.stop();

        seq.bench.memory.heal();
        seq.expect_eq(pmbsr_ec(a.pmbsr), expected_ec(seq.cfg, cause), "PMBSR_EL1.EC");
    }
    driver.place(base, base + pages * 4096u);
    driver.shot(1, 1);
    seq.require(&spe_totals::records, "records", 1);
}

/* The filters FE, FT, FL, FnE, FDS as bits of PMSFCR_EL1. A load of 30 cycles from data source 1,
 * with event 3 and without event 5, passes all of them. */
constexpr unsigned filters = 5;
constexpr uint64_t passing_events = 1u << 3, failing_event = 1u << 5;

void set_filters(Settings &s, unsigned on)
{
    s.pmsfcr = on | pmsfcr_ld;
    s.pmsevfr = passing_events;
    s.pmsnevfr = failing_event;
    s.pmslatfr = 20;
    s.pmsdsfr = 2;
}

/* A load that fails one filter, or (`filters`) none. */
void failing_load(FixedOps &fixed, unsigned which)
{
    OpLife &l = fixed.each;

    fixed.op.op_class = which == 1 ? class_other : class_load_store;
    l = OpLife();
    l.issue = 2;
    l.complete = which == 2 ? 10 : 30;
    l.end = 33;
    l.events = which == 0 ? 0 : passing_events;
    l.events |= which == 3 ? failing_event : 0;
    l.source_valid = which != 1;
    l.source = which == 4 ? 2 : 1;
}

/* For each set of filters, play a load that passes, and one that only one of the filters rejects.
 */
void filter_every(Seq &seq)
{
    FixedOps fixed(seq.cfg);
    Driver driver(seq);
    uint64_t kept = 0, rejected = 0;

    seq.set_source(&fixed);
    driver.map(base, pages);
    for (unsigned on = 0; on < 1u << filters; on++) {
        if (((on & 8u) != 0 && !seq.cfg.fne) || ((on & 16u) != 0 && !seq.cfg.fds))
            continue;
        set_filters(driver.settings, on);
        for (unsigned which = 0; which <= filters; which++) {
            if (which < filters && (on >> which & 1u) == 0)
                continue;
            failing_load(fixed, which);
            driver.place(base, base + pages * 4096u);
            driver.shot(1, 1);
            (which == filters ? kept : rejected)++;
        }
    }
    seq.require(&spe_totals::records, "records", kept);
    seq.require(&spe_totals::filtered, "filtered", seq.cfg.lds || !seq.cfg.fds ? rejected : 1);
}

/* Latencies, one of which is at an end of its range. If the SPU counts cycles, the operation really
 * takes that long. */
void counter_ends(Seq &seq)
{
    const uint32_t most = (1u << seq.cfg.count_size) - 1;
    const uint32_t more = seq.cfg.latency_rule == spe_cfg_latency_rule_inclusive ? 1 : 0;
    const uint32_t ends[] = {0, 1, most - 1, most};
    FixedOps fixed(seq.cfg);
    Driver driver(seq);
    OpLife &l = fixed.each;

    seq.set_source(&fixed);
    driver.map(base, pages);
    for (uint32_t end : ends) {
        for (unsigned which = 0; which < (seq.at_retire() ? 3u : 1u); which++) {
            const uint32_t n = seq.at_retire() ? end : std::max(end, 1 + more) - more;

            long_load(fixed);
            l.complete = std::max(n, seq.at_retire() ? 0u : l.issue);
            l.end = l.complete + 1;
            l.issue = which != 1 ? n : std::min(l.issue, n);
            l.complete = which != 2 ? n : n + 7;
            l.xlat_start = 1;
            l.xlat_end = 1 + end;
            l.lat_alt = end;
            l.end = std::max(l.end, l.xlat_end);
            driver.place(base, base + pages * 4096u);
            driver.shot(1, 1);
        }
    }
    seq.require(&spe_totals::records, "records", seq.at_retire() ? 12 : 4);
}

/* Write a record inside a page, one up to the page's end and one across it, with virtual and with
 * physical addresses. */
void page_end(Seq &seq)
{
    FixedOps fixed(seq.cfg);
    Driver driver(seq);
    uint64_t records = 0;

    seq.set_source(&fixed);
    long_load(fixed);
    driver.settings.pmscr_el2 |= pmscr_envm;
    for (uint64_t mode : {UINT64_C(0), pmblimitr_nvm}) {
        if (mode != 0 && !seq.cfg.nvm)
            continue;
        driver.settings.pmblimitr = mode;
        driver.map(base, pages);
        driver.place(base, base + pages * 4096u);
        const uint64_t bytes = driver.shot(1, 1).pmbptr - base;

        for (uint64_t before : {bytes, bytes / 2}) {
            const uint64_t aligned = before & ~(seq.align_bytes() - 1);

            driver.place(base + 4096 - aligned, base + pages * 4096u);
            const Audit a = driver.shot(1, 1);

            seq.expect_eq(a.pmbptr, base + 4096 - aligned + bytes, "PMBPTR_EL1");
        }
        records += 3;
    }
    seq.require(&spe_totals::records, "records", records);
}

/* Without EL3 a PE is always in one Security state: here in Secure state. */
void secure_alone(Seq &seq)
{
    FixedOps fixed(seq.cfg);
    Driver driver(seq);
    unsigned records = 0;

    driver.settings.owner = Owner::SecureEl1;
    seq.context(driver.kernel());
    seq.set_source(&fixed);
    driver.map(base, pages);
    for (unsigned n = 0; n < 8; n++, records++) {
        long_load(fixed);
        fixed.op.op_class = n < 4 ? class_load_store : class_branch;
        fixed.each.pa_ns = n % 2 != 0;
        fixed.each.target_valid = n >= 4;
        fixed.each.target_ns = false;
        fixed.each.source_valid = n < 4;
        fixed.each.va_valid = fixed.each.pa_valid = n < 4;
        if (n >= 4) { // nothing is translated
            fixed.each.xlat_start = fixed.each.xlat_end = 0;
        }
        driver.place(base, base + pages * 4096u);
        driver.program(1);
        driver.enable(n % 4 < 2 ? driver.user() : driver.kernel());
        seq.run(1);
        seq.drain_life();
        driver.stop();
    }
    seq.require(&spe_totals::records, "records", records);
}

const TestCase cases[] = {
    {"access_levels", "every register of every version at each level", nullptr, access_levels},
    {"syndrome_left", "each event over each syndrome that software can leave", nullptr,
     syndrome_left},
    {"event_registers", "each event in each register that can report it",
     [](const struct spe_config &c) { return c.exc && c.el2; }, event_registers},
    {"event_waiting", "each event while a burst waits for its response", bursts_wait,
     event_waiting},
    {"filter_every", "each set of filters, passed and failed", nullptr, filter_every},
    {"counter_ends", "latencies at both ends of their range", nullptr, counter_ends},
    {"page_end", "a record inside a page, up to its end and across it", nullptr, page_end},
    {"secure_alone", "a PE without EL3 that is in Secure state", may_be_secure, secure_alone,
     [](uint64_t) { return true; }},
};

} // namespace

const TestList closure_tests = list_of(cases);

} // namespace tb
