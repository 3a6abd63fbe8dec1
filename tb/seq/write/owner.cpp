// SPDX-License-Identifier: Apache-2.0
//
// The translation regime of the owner changes while a record is on its way (DDI 0586A 3.4.2;
// dpi/timing.md, W3).

#include "drive/driver.hpp"
#include "memory_map.hpp"
#include "registry.hpp"

namespace tb
{
namespace
{

constexpr uint64_t base = Driver::default_va;

/* Map two pages in the EL2 and the EL2&0 regime, at different places in memory. `broken` has a bit
 * for each page that faults, those of EL2 first. */
void map_both(Seq &seq, unsigned broken)
{
    for (Owner owner : {Owner::NsEl2, Owner::NsEl2Host}) {
        Driver pages(seq);

        pages.settings.owner = owner;
        pages.map(base, 2);
        for (unsigned page = 0; page < 2; page++, broken >>= 1) {
            PageEntry entry = pages.entry_for(base + page * 4096u);

            entry.fault = (broken & 1) != 0;
            entry.fsc = 0x07;
            seq.bench.xlat.map(owner_regime(owner), base + page * 4096u, entry);
        }
    }
    seq.tlbi();
    seq.dsb();
}

/* Change HCR_EL2.E2H `delay` cycles after the selection, and back `stay` cycles later. */
void one_change(Seq &seq, unsigned broken, unsigned delay, unsigned stay)
{
    Driver driver(seq);
    Context at = owner_context(Owner::NsEl2);

    driver.settings.owner = Owner::NsEl2;
    seq.context(driver.kernel());
    map_both(seq, broken);
    driver.place(base + 4096 - seq.align_bytes(), base + 2 * 4096);
    driver.program(1);
    driver.enable(at);
    seq.run_samples(1);
    seq.idle(delay);
    at.e2h = true;
    seq.context(at);
    seq.idle(stay);
    at.e2h = false;
    seq.context(at);
    seq.drain_life();
    driver.stop();
}

void owner_changes(Seq &seq)
{
    seq.ops.mix.slow = 0;
    seq.ops.mix.nonarch = seq.ops.mix.replay = seq.ops.mix.mispredict = 0;
    seq.ops.mix.usual_latency = 8;
    seq.bench.axi.set_pressure({4, 2, 0, 6});
    seq.bench.xlat.set_latency(2, 24, 4);
    for (unsigned broken = 0; broken < 16; broken++) {
        for (unsigned delay = 0; delay < 90; delay += 3)
            one_change(seq, broken, delay, 1 + (delay + broken) % 40);
    }
    seq.require(&spe_totals::records, "records", 30);
    seq.require(&spe_totals::faults, "faults", 30);
}

const TestCase cases[] = {
    {"owner_changes", "the owner's regime changes while a record is translated and written",
     [](const struct spe_config &c) { return c.el2 && c.vhe; }, owner_changes},
};

} // namespace

const TestList owner_tests = list_of(cases);

} // namespace tb
