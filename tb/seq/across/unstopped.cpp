// SPDX-License-Identifier: Apache-2.0
//
// The event of a fault stops nothing: PMBSR_EL2 records the event, and PMSCR_EL2.EE becomes 0 in
// the cycle of the event (D17.8).

#include <functional>

#include "drive/driver.hpp"
#include "memory_map.hpp"
#include "ops/fixed_ops.hpp"
#include "registry.hpp"

namespace tb
{
namespace
{

constexpr uint64_t base = Driver::default_va;

/* Route events to PMBSR_EL2, without any interrupt. */
void tell_el2(Seq &seq, Driver &driver)
{
    seq.take_exceptions(false);
    seq.bench.xlat.set_latency(20, 20, 0);
    driver.settings.pmsee = 1;
    driver.settings.pmscr_el2 = pmscr_all | pmscr_ee(3);
}

void prepare(Seq &seq, Driver &driver, FixedOps &fixed, unsigned pages)
{
    seq.set_source(&fixed);
    fixed.one_load();
    driver.map(base, pages);
    driver.place(base, base + pages * 4096u);
    tell_el2(seq, driver);
}

void sample_again(Seq &seq)
{
    seq.msr(PMSICR_EL1, 1);
    seq.run(1);
}

/* Cycles from the answer with the fault to the write of PMSCR_EL2.EE = 0. The bench controls both,
 * even if the SPU asks late. */
constexpr int first_after = -3, last_after = 8;

/* Wait until the SPU has asked for `asked` translations in all; the last one is not answered before
 * hold(false). */
void await_page(Seq &seq, uint64_t asked)
{
    seq.step_until("xl_valid_o", [&] { return seq.bench.xlat.requests() >= asked; });
    seq.bench.xlat.hold(true);
    seq.idle(40);
}

/* Answer the translation, and write PMSCR_EL2 `after` cycles later (negative: earlier). Pages that
 * are mapped after both do not change the answer. */
void answer_and_write(Seq &seq, int after)
{
    if (after < 0) {
        seq.msr(PMSCR_EL2, pmscr_all);
        seq.idle(static_cast<unsigned>(-after - 1));
    }
    seq.bench.xlat.hold(false);
    if (after > 0)
        seq.idle(static_cast<unsigned>(after));
    if (after >= 0)
        seq.msr(PMSCR_EL2, pmscr_all);
    else
        seq.idle(1);
}

/* If the write comes before the event, the event goes to PMBSR_EL1, otherwise to PMBSR_EL2. In the
 * first turn with PMBSR_EL2, the write is in the cycle of the event. @return that turn. */
int find_event(Seq &seq, const std::function<Audit(int)> &turn)
{
    int after = first_after;

    while (after <= last_after && turn(after).target != 2)
        after++;
    seq.expect(after > first_after && after <= last_after, "no write in the cycle of the event");
    return after;
}

/* The first byte of a record faults. Then the page is mapped. */
Audit lose_first(Seq &seq, Driver &driver, int after)
{
    const uint64_t asked = seq.bench.xlat.requests();

    seq.bench.xlat.unmap(owner_regime(driver.settings.owner), base);
    seq.tlbi();
    driver.sample_one();
    seq.context(driver.top());
    await_page(seq, asked + 1);
    answer_and_write(seq, after);
    driver.map(base, 1);
    seq.drain_life();
    seq.idle(100);
    return driver.stop();
}

/* PMSCR_EL2.EE becomes 0 in every cycle around a fault of a record's first byte. The event may then
 * stop nothing: the record is lost (W7). */
void race_forgotten(Seq &seq)
{
    FixedOps fixed(seq.cfg);
    Driver driver(seq);

    prepare(seq, driver, fixed, 1);
    for (int after = find_event(seq, [&](int n) { return lose_first(seq, driver, n); });
         after <= last_after; after++)
        lose_first(seq, driver, after);
    driver.shot(1, 1);
    seq.require(&spe_totals::faults, "faults", last_after - first_after + 1);
    seq.require(&spe_totals::records, "records", 1);
}

/* Two records wait. The second page of the first record faults, and is mapped later. The first page
 * was translated, and no context synchronization follows, so that translation stays. The sample of
 * a third record ends `lead` cycles before the answer. PSB CSYNC may be requested before that
 * sample is selected; responses then take `slow` cycles. */
struct Third {
    bool psb;
    unsigned slow;

    Audit play(Seq &seq, Driver &driver, FixedOps &fixed, int after, unsigned lead) const;
};

Audit Third::play(Seq &seq, Driver &driver, FixedOps &fixed, int after, unsigned lead) const
{
    constexpr uint32_t soon = 16, late = 400;
    const uint64_t asked = seq.bench.xlat.requests();

    driver.map(base, 2);
    seq.bench.xlat.unmap(owner_regime(driver.settings.owner), base + 4096);
    seq.bench.axi.set_pressure({0, 0, 4, 4});
    seq.tlbi();
    driver.place(base + 4096 - seq.align_bytes(), driver.limit);
    fixed.each.end = soon;
    driver.sample_one();
    sample_again(seq);
    if (psb)
        seq.bench.pe.request_psb();
    fixed.each.end = late;
    sample_again(seq);
    seq.context(driver.top());
    await_page(seq, asked + 2);
    seq.bench.pe.life().gather(true);
    seq.idle(late);
    seq.bench.axi.set_pressure({0, 0, slow, slow});
    seq.bench.pe.life().gather(false);
    seq.idle(lead);
    answer_and_write(seq, after);
    driver.map(base, 2);
    seq.drain_life();
    if (psb)
        seq.step_until("psb_done_o", [&seq] { return !seq.bench.pe.psb_pending(); });
    seq.idle(100);
    return driver.stop();
}

/* A record that is queued before the event is lost; a later record is written. If the write is in
 * the cycle of the event, one sample gets its record in that same cycle. */
void race_third(Seq &seq, const Third &third)
{
    constexpr unsigned leads = 16;
    FixedOps fixed(seq.cfg);
    Driver driver(seq);
    unsigned written = 0;

    prepare(seq, driver, fixed, 2);
    const int after =
        find_event(seq, [&](int n) { return third.play(seq, driver, fixed, n, leads); });

    for (unsigned lead = 0; lead < leads; lead++) {
        const Audit a = third.play(seq, driver, fixed, after, lead);

        written += a.pmbptr > base + 4096;
    }
    seq.expect(written != 0 && written != leads, "no record came in the cycle of the event");
    seq.require(&spe_totals::faults, "faults", leads);
}

/* PMSCR_EL2.EE becomes 0 in the cycle of a fault in a record's second page: PMBSR_EL2, which holds
 * the event, then stops nothing (D17.8). The buffer is never disabled, so the record of a later
 * sample finds no translation of that page (S 3.4.4). */
void race_unstopped(Seq &seq)
{
    race_third(seq, {false, 4});
}

/* As race_unstopped, while PSB CSYNC waits for the two lost records. The response of the later
 * sample takes longer than PSB CSYNC may: PSB CSYNC must not wait for it (3.6, BR2). */
void race_unmarked(Seq &seq)
{
    race_third(seq, {true, static_cast<unsigned>(seq.cfg.psb_max) + 1000});
}

/* Whether events can go to PMBSR_EL2, and records can be split and follow each other. */
bool told_el2(const struct spe_config &cfg)
{
    return cfg.exc && cfg.el3 && cfg.el2 && cfg.inflight > 1 && cfg.align < cfg.max_size;
}

const TestCase cases[] = {
    {"race_unstopped", "PMSCR_EL2.EE cleared around a fault", told_el2, race_unstopped},
    {"race_forgotten", "PMSCR_EL2.EE cleared around a fault of the first byte", told_el2,
     race_forgotten},
    {"race_unmarked", "PMSCR_EL2.EE cleared around a fault while PSB CSYNC waits", told_el2,
     race_unmarked},
};

} // namespace

const TestList unstopped_tests = list_of(cases);

} // namespace tb
