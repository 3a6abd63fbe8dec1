// SPDX-License-Identifier: Apache-2.0
//
// Windows of one cycle, or of one order of events, that random sessions hardly ever hit.

#include "drive/driver.hpp"
#include "memory_map.hpp"
#include "ops/fixed_ops.hpp"
#include "registry.hpp"

namespace tb
{
namespace
{

constexpr uint64_t base = Driver::default_va;

void prepare(Seq &seq, Driver &driver, FixedOps &fixed, unsigned pages)
{
    seq.set_source(&fixed);
    fixed.one_load();
    driver.map(base, pages);
    driver.place(base, base + pages * 4096u);
}

void sample_again(Seq &seq)
{
    seq.msr(PMSICR_EL1, 1);
    seq.run(1);
}

/* Disable the buffer for good, in every cycle from the selection until the record is written: from
 * the first disabled cycle on no address is offered (3.6.1, W2). */
void race_first(Seq &seq)
{
    FixedOps fixed(seq.cfg);
    Driver driver(seq);

    prepare(seq, driver, fixed, 2);
    seq.bench.xlat.set_latency(6, 6, 0);
    for (unsigned delay = 0; delay < 60; delay++) {
        driver.place(base, driver.limit);
        driver.sample_one();
        seq.idle(delay);
        seq.msr(PMBLIMITR_EL1, driver.limit);
        seq.drain_life();
        driver.stop();
    }
    seq.require(&spe_totals::records, "records", 3);
    seq.require(&spe_totals::lost, "lost", 20);
}

/* PSB CSYNC waits for the record of a first sample, while a second operation is sampled. In the
 * cycle after PSB CSYNC is done it is requested again: it must wait for the second record (3.6). */
void race_twopsb(Seq &seq)
{
    FixedOps fixed(seq.cfg);
    Driver driver(seq);

    prepare(seq, driver, fixed, 2);
    seq.bench.xlat.set_latency(20, 20, 0);
    for (unsigned delay = 0; delay < 30; delay++) {
        driver.place(base, driver.limit);
        driver.sample_one();
        seq.idle(delay);
        seq.bench.pe.request_psb();
        seq.idle(10);
        sample_again(seq);
        seq.step_until("psb_done_o", [&seq] { return !seq.bench.pe.psb_pending(); });
        seq.psb();
        seq.drain_life();
        driver.stop();
    }
    seq.require(&spe_totals::records, "records", 40);
}

/* PSB CSYNC is requested while several sampled operations are held back, which then end together.
 * PSB CSYNC waits for the last of their records (3.6). */
void race_rank(Seq &seq)
{
    const unsigned tags = static_cast<unsigned>(seq.cfg.inflight);
    FixedOps fixed(seq.cfg);
    Driver driver(seq);

    prepare(seq, driver, fixed, 2);
    driver.settings.interval = 0;
    seq.bench.axi.set_pressure({20, 20, 0, 30});
    for (unsigned i = 0; i < 5 * tags; i++) {
        driver.place(base, driver.limit);
        driver.start();
        seq.bench.pe.life().gather(true);
        seq.run(1 + i % tags);
        seq.idle(40);
        seq.bench.pe.request_psb();
        seq.idle(3);
        seq.bench.pe.life().gather(false);
        seq.step_until("psb_done_o", [&seq] { return !seq.bench.pe.psb_pending(); });
        seq.drain_life();
        driver.stop();
    }
    seq.expect(seq.bench.pe.seen().together != 0, "no lives ended together");
    seq.require(&spe_totals::records, "records", 5 * tags);
}

/* One session: `before` samples before PSB CSYNC and `later` samples after it all end in one cycle.
 * The page of the later records is translated only after PSB CSYNC is done. @return whether one of
 * these records waits for that translation */
bool rank_later(Seq &seq, Driver &driver, unsigned before, unsigned later)
{
    const uint64_t sampled = seq.bench.pe.sampled(), together = seq.bench.pe.seen().together;

    driver.start();
    seq.bench.pe.life().gather(true);
    seq.run(before);
    seq.bench.pe.request_psb();
    seq.idle(1);
    seq.run(later);
    seq.idle(40);
    seq.expect_eq(seq.bench.pe.sampled(), sampled + before + later, "samples");
    seq.bench.xlat.hold(true, base + 4096);
    seq.bench.pe.life().gather(false);
    seq.step_until("psb_done_o", [&seq] { return !seq.bench.pe.psb_pending(); });
    seq.idle(100);
    const bool asked = seq.bench.xlat.waiting();

    seq.expect_eq(seq.bench.pe.seen().together, together + 1, "cycles in which lives ended");
    seq.bench.xlat.hold(false);
    seq.drain_life();
    driver.stop();
    return asked;
}

/* Samples selected before and after the request for PSB CSYNC end together. PSB CSYNC must not wait
 * for the later records (3.6, BR2): their page is translated only after PSB CSYNC is done. */
void race_rank_later(Seq &seq)
{
    const unsigned tags = static_cast<unsigned>(seq.cfg.inflight);
    FixedOps fixed(seq.cfg);
    Driver driver(seq);
    unsigned asked = 0;

    prepare(seq, driver, fixed, 2);
    const uint64_t record = driver.shot(1, 1).pmbptr - base;

    driver.settings.interval = 0;
    for (unsigned before = 1; before < tags && before * record <= 4096; before++) {
        for (unsigned later = 1; before + later <= tags; later++) {
            driver.place(base + 4096 - before * record, driver.limit);
            asked += rank_later(seq, driver, before, later);
        }
    }
    seq.expect(asked != 0, "no later record was held up");
    seq.require(&spe_totals::records, "records", 3);
}

/* An error response comes after its record has made the buffer full. PMBSR_EL1.S is cleared in
 * every cycle around the response. Even in the cycle of the clearing the abort sets S again (W10,
 * 3.5.4). */
void race_clear(Seq &seq)
{
    FixedOps fixed(seq.cfg);
    Driver driver(seq);
    unsigned again = 0, cleared = 0;

    prepare(seq, driver, fixed, 2);
    seq.bench.xlat.set_latency(4, 4, 0);
    seq.bench.axi.set_pressure({0, 0, 60, 60});
    for (unsigned delay = 0; delay < 70; delay++) {
        driver.place(driver.limit - seq.record_bytes(), driver.limit);
        driver.sample_one();
        seq.bench.memory.fail_nth(1, tlm::TLM_ADDRESS_ERROR_RESPONSE);
        seq.idle(60 + seq.more_beats() + delay);
        seq.msr(PMBSR_EL1, 0);
        seq.drain_life();
        const Audit a = driver.stop();

        seq.bench.memory.heal();
        again += a.service();
        cleared += !a.service();
        seq.expect(!a.service() || cleared == 0, "the abort came earlier than before");
    }
    seq.expect(again != 0 && cleared != 0, "PMBSR_EL1 was not cleared around the abort");
    seq.require(&spe_totals::fulls, "fulls", 70);
}

/* While a first record's translation is under way, the buffer is disabled, moved to another page
 * and enabled. The fault of the first page must not be reported for the second record, which waits
 * for its own translation (3.6.1, W11). */
void race_dropped(Seq &seq)
{
    FixedOps fixed(seq.cfg);
    Driver driver(seq);

    prepare(seq, driver, fixed, 4);
    seq.bench.xlat.set_latency(300, 300, 0);
    seq.bench.xlat.unmap(owner_regime(driver.settings.owner), base);
    for (unsigned gap = 0; gap < 3; gap++) {
        const uint64_t second = base + 2 * 4096;

        driver.place(base, base + 4 * 4096);
        driver.sample_one();
        seq.idle(80);
        seq.msr(PMBLIMITR_EL1, driver.limit);
        seq.msr(PMBPTR_EL1, second);
        seq.idle(gap);
        seq.msr(PMBLIMITR_EL1, driver.limit | pmblimitr_e);
        sample_again(seq);
        seq.drain_life();
        seq.psb();
        const Audit a = driver.stop();

        seq.expect(!a.service(), "the fault of another record was reported");
        seq.expect(a.pmbptr > second, "PMBPTR_EL1 has not moved");
    }
    seq.require(&spe_totals::records, "records", 3);
    seq.require(&spe_totals::lost, "lost", 3);
}

/* Lives that end with an exception and lack a pulse: complete without issue, or issue after
 * complete; a translation that ends without a start, or before its start (LF3, LF4). */
void race_pulses(Seq &seq)
{
    FixedOps fixed(seq.cfg);
    Driver driver(seq);

    prepare(seq, driver, fixed, 2);
    fixed.each.end_kind = end_exception;
    fixed.each.complete = 5;
    for (uint32_t issue : {0, 3, 9}) {
        for (uint32_t start : {0, 2, 8}) {
            for (uint32_t end : {0, 4}) {
                fixed.each.issue = issue;
                fixed.each.xlat_start = start;
                fixed.each.xlat_end = end;
                driver.place(base, driver.limit);
                driver.shot(1, 1);
            }
        }
    }
    for (unsigned active = 0; active < 12; active++) {
        fixed.each.issue = 0;
        driver.place(base, driver.limit);
        driver.sample_one();
        seq.idle(active);
        seq.bench.pe.set_thread_active(false);
        seq.drain_life();
        seq.bench.pe.set_thread_active(true);
        driver.stop();
    }
    seq.require(&spe_totals::records, "records", 30);
}

/* Write more bursts than may be outstanding, without a response for thousands of cycles. */
void race_room(Seq &seq)
{
    FixedOps fixed(seq.cfg);
    Driver driver(seq);
    constexpr unsigned bursts = 20;

    prepare(seq, driver, fixed, 16);
    seq.bench.axi.set_pressure({0, 0, 5000, 5000});
    driver.sample_one();
    for (unsigned i = 1; i < bursts; i++) {
        seq.drain_life();
        seq.idle(80 + seq.more_beats());
        sample_again(seq);
    }
    seq.expect(seq.bench.axi.outstanding() >= 8, "too few bursts without response");
    seq.drain_life();
    seq.idle(300);
    driver.stop();
    seq.require(&spe_totals::records, "records", 8);
}

/* Let bursts wait for their responses, for 2000 cycles each, until the next record waits for room.
 * @return the number of these bursts */
uint64_t fill_room(Seq &seq, Driver &driver)
{
    driver.place(base, driver.limit);
    driver.sample_one();
    for (unsigned i = 1; i < 12; i++) {
        seq.drain_life();
        seq.idle(60);
        sample_again(seq);
    }
    seq.drain_life();
    seq.idle(60);
    return seq.bench.axi.outstanding();
}

/* Number of cycles until the first response. */
uint64_t cycles_to_room(Seq &seq, Driver &driver)
{
    const uint64_t full = fill_room(seq, driver);
    uint64_t cycles = 0;

    for (; seq.bench.axi.outstanding() == full; cycles++)
        seq.idle(1);
    driver.stop();
    return cycles;
}

/* Just before there is room, unmap the page of the waiting record; TLB maintenance follows later.
 * The record is translated and may be written. An SPU that asks again gets a fault, and may write
 * the record or report the fault (3.4.4, W3, W7). */
void race_room_unmapped(Seq &seq)
{
    const uint8_t regime = SPE_REGIME_NS_EL10;
    FixedOps fixed(seq.cfg);
    Driver driver(seq);

    prepare(seq, driver, fixed, 2);
    seq.bench.axi.set_pressure({0, 0, 2000, 2000});
    for (unsigned latency = 1; latency < 4; latency++) {
        seq.bench.xlat.set_latency(latency, latency, 0);
        const uint64_t cycles = cycles_to_room(seq, driver);
        const PageEntry page = *seq.bench.xlat.find(regime, base);

        for (unsigned left = 1; left < 6; left++) {
            fill_room(seq, driver);
            seq.idle(cycles - left);
            seq.bench.xlat.unmap(regime, base);
            seq.idle(left + 10);
            seq.bench.xlat.map(regime, base, page);
            seq.tlbi();
            seq.drain_life();
            driver.stop();
        }
    }
    seq.require(&spe_totals::records, "records", 100);
}

/* The first of a record's two bursts is aborted while the second one is on its way. Software clears
 * PMBSR_EL1 before the second burst is complete. The record still counts as lost (3.5.4, W7). */
void race_lost(Seq &seq)
{
    FixedOps fixed(seq.cfg);
    Driver driver(seq);

    prepare(seq, driver, fixed, 2);
    seq.bench.xlat.set_latency(2, 2, 0);
    for (unsigned wait = 0; wait < 16; wait++) {
        driver.place(base + 4096 - seq.align_bytes(), driver.limit);
        seq.bench.axi.set_pressure({0, 12, wait, wait});
        driver.sample_one();
        seq.bench.memory.fail_nth(1, tlm::TLM_GENERIC_ERROR_RESPONSE);
        seq.step_until("PMBIRQ", [&seq] { return seq.bench.pe.irq(); });
        seq.msr(PMBSR_EL1, 0);
        seq.drain_life();
        driver.stop();
        seq.bench.memory.heal();
    }
    driver.shot(1, 1);
    seq.require(&spe_totals::lost, "lost", 4);
    seq.require(&spe_totals::records, "records", 1);
}

/* The response of a record's first burst comes in every cycle around the end of its second burst.
 * One of both responses is an error; the second one comes while the next record is on the bus.
 * Software has cleared PMBSR_EL1, so the next record is finished: the error belongs to another
 * record (3.5.4, W7). */
void race_older(Seq &seq)
{
    const uint64_t second = UINT64_C(38) * static_cast<uint64_t>(seq.cfg.axi_bytes);
    FixedOps fixed(seq.cfg);
    Driver driver(seq);

    prepare(seq, driver, fixed, 4);
    seq.bench.xlat.set_latency(2, 2, 0);
    for (unsigned n = 0; n < 2 * 20; n++) {
        const unsigned wait = 30 + n / 2;

        driver.place(base + 4096 - (seq.usual_bytes() - second), driver.limit);
        seq.bench.axi.set_pressure({0, 0, wait, wait});
        driver.sample_one();
        seq.bench.memory.fail_nth(1 + n % 2, tlm::TLM_GENERIC_ERROR_RESPONSE);
        sample_again(seq);
        seq.step_until("PMBIRQ", [&seq] { return seq.bench.pe.irq(); });
        seq.msr(PMBSR_EL1, 0);
        seq.drain_life();
        driver.stop();
        seq.bench.memory.heal();
    }
    seq.require(&spe_totals::records, "records", 20);
}

/* Write 0 to PMBLIMITR_EL1 in every cycle of a record of two pages; the second page is mapped or
 * faults. An offer on the bus is finished unchanged (3.6.1, W2, W3). */
void race_limit(Seq &seq)
{
    FixedOps fixed(seq.cfg);
    Driver driver(seq);

    prepare(seq, driver, fixed, 2);
    seq.bench.axi.set_pressure({6, 6, 0, 6});
    seq.bench.xlat.set_latency(6, 6, 0);
    for (unsigned n = 0; n < 2 * 80; n++) {
        driver.map(base, 2);
        if (n % 2 != 0)
            seq.bench.xlat.unmap(owner_regime(driver.settings.owner), base + 4096);
        seq.tlbi();
        driver.place(base + 4096 - seq.align_bytes(), driver.limit);
        driver.sample_one();
        seq.idle(n / 2 + (seq.more_beats() * (n / 2)) / 80);
        seq.msr(PMBLIMITR_EL1, 0);
        seq.drain_life();
        driver.stop();
    }
    seq.require(&spe_totals::lost, "lost", 10);
}

bool late_aborts(const struct spe_config &cfg)
{
    return cfg.ext_abort == spe_cfg_ext_abort_async && cfg.record_done == spe_cfg_record_done_w;
}

bool late_split_aborts(const struct spe_config &cfg)
{
    return late_aborts(cfg) && cfg.align < cfg.max_size;
}

/* Whether the second burst is long enough for the first response to come when it ends. */
bool long_late_aborts(const struct spe_config &cfg)
{
    return late_split_aborts(cfg) && cfg.max_size >= 10;
}

/* In strict scope nothing is sampled while a record is queued (dpi/timing.md, 3). */
bool several_records(const struct spe_config &cfg)
{
    return cfg.sync_scope != spe_cfg_sync_scope_strict;
}

bool several_tags(const struct spe_config &cfg)
{
    return several_records(cfg) && cfg.inflight > 1;
}

bool no_response(const struct spe_config &cfg)
{
    return cfg.record_done == spe_cfg_record_done_w;
}

/* Whether a page has room for twelve records. */
bool room_in_page(const struct spe_config &cfg)
{
    return no_response(cfg) && several_records(cfg) && cfg.max_size <= 8 && cfg.align <= 8;
}

bool at_dispatch(const struct spe_config &cfg)
{
    return cfg.sample_point == spe_cfg_sample_point_dispatch;
}

const TestCase cases[] = {
    {"race_first", "the buffer disabled around the first address", nullptr, race_first},
    {"race_twopsb", "PSB CSYNC again in the cycle after its end", several_records, race_twopsb},
    {"race_rank", "PSB CSYNC while lives end together", several_tags, race_rank},
    {"race_rank_later", "PSB CSYNC while lives from before and behind it end together",
     several_tags, race_rank_later},
    {"race_clear", "PMBSR_EL1.S cleared around a late abort", late_aborts, race_clear},
    {"race_dropped", "the buffer moved while a translation is under way",
     [](const struct spe_config &c) {
         return c.disabled_record == spe_cfg_disabled_record_discard;
     },
     race_dropped},
    {"race_pulses", "lives without issue, or with half a translation", at_dispatch, race_pulses},
    {"race_room", "more bursts than may be outstanding", no_response, race_room},
    {"race_room_unmapped", "a page unmapped while its record waits for room", room_in_page,
     race_room_unmapped},
    {"race_lost", "PMBSR_EL1 cleared between an abort and the end of its record", late_split_aborts,
     race_lost},
    {"race_older", "an abort of the record before, whose first response came with its end",
     long_late_aborts, race_older},
    {"race_limit", "PMBLIMITR_EL1 written 0 around a record", nullptr, race_limit},
};

} // namespace

const TestList window_tests = list_of(cases);

} // namespace tb
