// SPDX-License-Identifier: Apache-2.0
//
// The cycle of a change of context. The lane before the change and the lane after it each have a
// record of their own context. An event is routed by the context at the start of the cycle
// (dpi/timing.md, 4, 5, RT3).

#include "drive/driver.hpp"
#include "ops/fixed_ops.hpp"
#include "registry.hpp"

namespace tb
{
namespace
{

constexpr uint64_t base = Driver::default_va;
constexpr unsigned pages = 4;
constexpr unsigned cycles = 80; ///< from the selection of a load to the end of its record, and more

void place(Driver &driver)
{
    driver.map(base, pages);
    driver.place(base, base + pages * 4096u);
}

/* Sample the operation on `lane` of a bundle whose lanes have the context `to` from `slot` on. If
 * one of the contexts is not profiled, only lanes of the other one are counted. */
void one_lane(Seq &seq, Driver &driver, const Context &from, const Context &to, unsigned slot,
              unsigned lane)
{
    driver.place(base, base + pages * 4096u);
    driver.program(lane + 1);
    driver.enable(from);
    seq.context_in_bundle(to, slot);
    seq.drain_life();
    driver.stop();
}

/* Sample the lanes directly before and after the change, for every slot, in both directions. */
uint64_t both_lanes(Seq &seq, Driver &driver, const Context &a, const Context &b)
{
    const auto width = static_cast<unsigned>(seq.cfg.width);
    uint64_t lanes = 0;

    for (unsigned slot = 0; slot <= width; slot++) {
        for (unsigned lane = slot == 0 ? 0 : slot - 1; lane <= slot && lane < width; lane++) {
            one_lane(seq, driver, a, b, slot, lane);
            one_lane(seq, driver, b, a, slot, lane);
            lanes += 2;
        }
    }
    return lanes;
}

/* A host returns to its guest, and the guest calls its host (FEAT_VHE). With the same control, the
 * guest's timestamp is the virtual counter and the host's is the physical counter (CO4). */
void beside_host(Seq &seq)
{
    static const uint64_t kinds[] = {0, pmscr_pct, pmscr_pct_offset};
    constexpr uint64_t rest = pmscr_all & ~pmscr_pct;
    FixedOps fixed(seq.cfg);
    Driver driver(seq);
    uint64_t lanes = 0;

    seq.set_source(&fixed);
    driver.settings.owner = Owner::NsEl2Host;
    place(driver);
    Context host = driver.kernel();

    host.tge = false;
    host.cntvoff = 0x0000112233445566;
    host.cntpoff = seq.cfg.ecv >= 2 ? 0x00000000aabbccdd : 0;
    for (unsigned n = 0; n < 9; n++) {
        driver.settings.pmscr_el1 = rest | kinds[n % 3];
        driver.settings.pmscr_el2 = rest | kinds[n / 3];
        lanes += both_lanes(seq, driver, host, host.at(n % 2 != 0 ? El::El0 : El::El1));
    }
    seq.require(&spe_totals::records, "records", lanes);
}

/* The PE goes from EL1 to EL3 and back. StatisticalProfilingEnabled(EL2) decides about the address
 * of an NV2 access; it is TRUE only on the lanes of EL1 (CO6, RC7). */
void beside_nv2(Seq &seq)
{
    FixedOps fixed(seq.cfg);
    uint64_t lanes = 0;

    seq.set_source(&fixed);
    fixed.one_load();
    for (Owner owner : {Owner::NsEl1, Owner::NsEl2}) {
        Driver driver(seq);

        driver.settings.owner = owner;
        place(driver);
        const Context guest = driver.kernel().at(El::El1);

        for (uint8_t payload : {0x30, 0x31, 0x00}) {
            fixed.op.subclass = payload;
            lanes += both_lanes(seq, driver, guest, guest.at(El::El3));
        }
    }
    seq.require(&spe_totals::records, "records", lanes / 4);
}

/* An event, and a control that decides which PMBSR_ELx records the event (RT1 to RT3). `before` and
 * `after` are the targets before and after the control changes. */
struct Route {
    Owner owner;
    uint8_t fsc; ///< fault of the record's page; 0: the buffer gets full
    uint64_t ee2;
    uint8_t pmsee;
    void (*change)(Context &c);
    unsigned before, after;
};

constexpr uint8_t fsc_walk = 0x14, fsc_translation = 0x07;

constexpr Route routes[] = {
    {Owner::NsEl1, 0, 3, 1, [](Context &c) { c.pmsee = 3; }, 2, 3},
    {Owner::NsEl1, 0, 3, 3, [](Context &c) { c.pmsee = 1; }, 3, 2},
    {Owner::NsEl1, 0, 3, 1, [](Context &c) { c.pmsee = 0; }, 2, 1},
    {Owner::NsEl2, fsc_translation, 2, 1, [](Context &c) { c.e2pb = 3; }, 2, 1},
    {Owner::NsEl1, fsc_translation, 2, 1, [](Context &c) { c.e2pb = 0; }, 1, 2},
    {Owner::NsEl1, fsc_walk, 0, 2, [](Context &c) { c.ea = true; }, 1, 3},
    {Owner::NsEl1, fsc_walk, 2, 1, [](Context &c) { c.tea = true; }, 1, 2},
    {Owner::NsEl1, fsc_gpf, 0, 2, [](Context &c) { c.scr_gpf = true; }, 1, 3},
    {Owner::NsEl1, fsc_gpf, 2, 1, [](Context &c) { c.hcr_gpf = true; }, 1, 2},
};

/* Let the page of the record fault in the regimes of both owners. */
void break_pages(Seq &seq, Driver &driver, uint8_t fsc)
{
    const Owner owner = driver.settings.owner;

    for (Owner each : {Owner::NsEl1, Owner::NsEl2}) {
        driver.settings.owner = each;
        PageEntry entry = driver.entry_for(base);

        entry.fault = true;
        entry.fsc = fsc;
        seq.bench.xlat.map(driver.regime(), base, entry);
    }
    driver.settings.owner = owner;
    seq.tlbi();
}

/* Raise an event, and change the control `delay` cycles after the sample. @return the target. */
unsigned one_event(Seq &seq, const Route &route, unsigned delay)
{
    Driver driver(seq);

    driver.settings.owner = route.owner;
    driver.settings.pmscr_el2 = pmscr_all | pmscr_ee(route.ee2);
    place(driver);
    seq.tlbi();
    if (route.fsc != 0)
        break_pages(seq, driver, route.fsc);
    else
        driver.place(driver.limit - seq.record_bytes(), driver.limit);
    driver.program(1);
    driver.enable(driver.kernel());
    seq.run(1);
    Context at = driver.top();

    at.pmsee = route.pmsee;
    seq.context(at);
    seq.idle(delay);
    route.change(at);
    seq.context(at);
    seq.idle(cycles);
    seq.drain_life();
    const Audit a = driver.stop();

    seq.expect(a.service(), "no event");
    return a.target;
}

/* Change the control that routes an event in the cycle of the event, and in each cycle around it.
 */
void beside_event(Seq &seq)
{
    FixedOps fixed(seq.cfg);
    uint64_t events = 0;

    seq.set_source(&fixed);
    fixed.one_load();
    seq.take_exceptions(false);
    seq.bench.axi.set_pressure({0, 0, 8, 8}); // an event always takes as long: no cycle is left out
    seq.bench.xlat.set_latency(4, 4, 0);
    for (const Route &route : routes) {
        unsigned targets[4] = {};

        if (route.fsc == fsc_gpf && !seq.cfg.rme)
            continue;
        for (unsigned delay = 0; delay < cycles; delay++)
            targets[one_event(seq, route, delay)]++;
        seq.expect(targets[route.before] >= 3 && targets[route.after] >= 3 &&
                       targets[route.before] + targets[route.after] == cycles,
                   "PMBSR_ELx of an event beside a change");
        events += cycles;
    }
    seq.require(&spe_totals::fulls, "fulls", 3 * cycles);
    seq.require(&spe_totals::samples, "samples", events);
}

const TestCase cases[] = {
    {"beside_host", "lanes beside a change between host and guest",
     [](const struct spe_config &c) { return c.el2 && c.vhe; }, beside_host},
    {"beside_nv2", "accesses that FEAT_NV2 redirects, beside a change from and to EL3",
     [](const struct spe_config &c) { return c.nv == 2 && c.el3; }, beside_nv2},
    {"beside_event", "an event in the cycle of a change of what routes it",
     [](const struct spe_config &c) { return c.exc && c.el3 && c.el2; }, beside_event},
};

} // namespace

const TestList beside_tests = list_of(cases);

} // namespace tb
