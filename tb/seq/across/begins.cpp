// SPDX-License-Identifier: Apache-2.0
//
// PMBLIMITR_EL1.LIMIT written in an enabled buffer, around the begin of a record (dpi/timing.md,
// W11, W17).

#include "drive/driver.hpp"
#include "memory_map.hpp"
#include "ops/fixed_ops.hpp"
#include "registry.hpp"

namespace tb
{
namespace
{

constexpr uint64_t base = Driver::default_va;
constexpr unsigned span = 60; // cycles from the selection until each record has begun

void prepare(Seq &seq, FixedOps &fixed)
{
    seq.set_source(&fixed);
    fixed.one_load();
    seq.bench.xlat.set_latency(6, 6, 0);
}

/* Map or unmap the page of `va`, and let the SPU forget it. */
void prepare_page(Seq &seq, Driver &driver, uint64_t va, bool faults)
{
    const uint64_t granule = seq.granule_bytes();

    driver.map(base, static_cast<unsigned>(2 * granule / 4096));
    if (faults)
        seq.bench.xlat.unmap(driver.regime(), va & ~UINT64_C(4095));
    seq.tlbi();
}

/* A lower limit, in every cycle from the selection until the record is written. `room` bytes are
 * left below it. A record that was judged by the old limit is written; else, without room for the
 * largest record, nothing is written, and the event of a wrong pointer comes (W11, W17).
 * @return records that were written. */
unsigned sweep_limit(Seq &seq, Driver &driver, uint64_t room, bool faults)
{
    const uint64_t low = base + seq.granule_bytes(), high = low + seq.granule_bytes();
    unsigned written = 0;

    for (unsigned delay = 0; delay < span; delay++) {
        prepare_page(seq, driver, low - room, faults);
        driver.place(low - room, high);
        driver.sample_one();
        seq.idle(delay);
        seq.msr(PMBLIMITR_EL1, low | driver.settings.pmblimitr | pmblimitr_e);
        seq.drain_life();
        written += driver.stop().pmbptr != low - room;
    }
    return written;
}

void race_lowered(Seq &seq)
{
    const uint64_t exact = seq.record_bytes();
    FixedOps fixed(seq.cfg);
    Driver driver(seq);

    prepare(seq, fixed);
    const unsigned late = sweep_limit(seq, driver, exact - seq.align_bytes(), false);

    // The sweep takes every cycle. If a record is not written, the cycle in which it is judged lies
    // inside the sweep. With the sample point at retire the life is short: only two limits are
    // early then.
    seq.expect(late >= 3, "the limit was always too early");
    seq.expect(late <= span - 1, "the limit was always too late");
    seq.expect_eq(sweep_limit(seq, driver, exact, false), span, "records with room");
    sweep_limit(seq, driver, exact - seq.align_bytes(), true);
    seq.require(&spe_totals::records, "records", span + 3);
    seq.require(&spe_totals::faults, "faults", 3);
}

const TestCase cases[] = {
    {"race_lowered", "a lower limit written around the begin of a record", nullptr, race_lowered},
};

} // namespace

const TestList begin_tests = list_of(cases);

} // namespace tb
