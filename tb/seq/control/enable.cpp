// SPDX-License-Identifier: Apache-2.0
//
// Levels at which profiling is enabled (DDI 0586A 3.2.1, 3.4.2), and changes of the enables on
// every slot of a bundle.

#include "drive/driver.hpp"
#include "drive/handover.hpp"
#include "legal.hpp"
#include "registry.hpp"

namespace tb
{
namespace
{

void prepare(Driver &driver, Owner owner, unsigned pages)
{
    driver.settings.owner = owner;
    driver.map(Driver::default_va, pages);
    driver.place(Driver::default_va, Driver::default_va + pages * 4096u);
}

/* Fill the bundles, so that every slot has an operation, of the old or of the new context. */
void fill_lanes(Seq &seq)
{
    seq.ops.mix.lane_fill = 100;
    seq.ops.mix.bubble = 0;
}

uint32_t bit(unsigned slot)
{
    return 1u << slot;
}

/* Lanes that were selected in the cycle of a change, by the slot of the change. */
struct Edges {
    uint32_t out[max_lanes + 1] = {}; ///< leaving the profiled level
    uint32_t in[max_lanes + 1] = {};  ///< entering it
};

/* Leave the profiled level on `slot`, enter it on a late slot, leave it again on `slot`, and enter
 * it on `slot`. The caller's PMSICR_EL1 decides which operation is selected. */
void toggle_level(Seq &seq, Driver &driver, const Context &off, unsigned slot, Edges &edges)
{
    const unsigned width = static_cast<unsigned>(seq.cfg.width);
    const Seen &seen = seq.bench.pe.seen();

    seq.context_in_bundle(off, slot);
    edges.out[slot] |= seen.chosen;
    seq.context_in_bundle(driver.user(), width - slot);
    edges.in[width - slot] |= seen.chosen;
    seq.context_in_bundle(off, slot);
    edges.out[slot] |= seen.chosen;
    seq.run(3);
    seq.context_in_bundle(driver.user(), slot);
    edges.in[slot] |= seen.chosen;
    seq.run(2u * width);
}

/* Expect that, for each slot, the last profiled lane before a change and the first one after it
 * were selected at least once. */
void expect_edges(Seq &seq, const Edges &edges)
{
    const unsigned width = static_cast<unsigned>(seq.cfg.width);

    for (unsigned slot = 0; slot < width; slot++) {
        seq.expect((edges.out[slot + 1] & bit(slot)) != 0,
                   "no selection on the last profiled lane " + std::to_string(slot));
        seq.expect((edges.in[slot] & bit(slot)) != 0,
                   "no selection on the first profiled lane " + std::to_string(slot));
    }
}

/* EL0 is profiled; the owner's level and EL3 are not. Leave and enter EL0 on each slot, so that the
 * counter expires on each lane around the change. */
void toggle_owner(Seq &seq, Owner owner)
{
    Driver driver(seq);
    const unsigned width = static_cast<unsigned>(seq.cfg.width);
    Edges edges;

    prepare(driver, owner, 4);
    driver.settings.pmscr_el1 = driver.settings.pmscr_el2 = pmscr_all & ~pmscr_e1;
    for (unsigned slot = 0; slot <= width; slot++) {
        for (uint64_t count = 1; count <= 2u * width + 1; count++) {
            const bool el3 = seq.cfg.el3 && (count + slot) % 3 == 0;

            driver.program(count);
            driver.enable(driver.user());
            toggle_level(seq, driver, el3 ? driver.user().at(El::El3) : driver.kernel(), slot,
                         edges);
            seq.drain_life();
            driver.stop();
            driver.place(Driver::default_va, driver.limit);
        }
    }
    expect_edges(seq, edges);
}

void toggle_el(Seq &seq)
{
    fill_lanes(seq);
    for (Owner owner : every_owner) {
        if (owner_possible(seq.cfg, owner))
            toggle_owner(seq, owner);
    }
    seq.require(&spe_totals::samples, "samples", 2u * static_cast<unsigned>(seq.cfg.width));
}

/* Write a control in cycles with operations, at the owner's level. That level is profiled, so the
 * operations around the write count. The write takes effect from the next cycle on. The counter
 * expires on each lane of the cycles of both writes, and of the cycles after them. */
void toggle_register(Seq &seq, Owner owner, uint16_t enc, uint64_t on, uint64_t off)
{
    Driver driver(seq);
    const unsigned width = static_cast<unsigned>(seq.cfg.width);
    const uint32_t all = (1u << width) - 1;
    uint32_t before = 0, after = 0;

    fill_lanes(seq);
    prepare(driver, owner, 4);
    for (unsigned again = 0; again < 3; again++) {
        for (uint64_t count = 1; count <= 4u * width + 2; count++) {
            driver.program(count);
            driver.enable(driver.kernel());
            seq.run(width);
            seq.msr_among_ops(enc, off);
            before |= seq.bench.pe.seen().chosen;
            seq.run(1 + tb_rng_below(&seq.rng, 2u * width));
            seq.idle(tb_rng_below(&seq.rng, 12));
            seq.msr_among_ops(enc, on);
            seq.run(width);
            after |= seq.bench.pe.seen().chosen;
            seq.run(2u * width);
            seq.drain_life();
            driver.stop();
            driver.place(Driver::default_va, driver.limit);
        }
    }
    seq.expect_eq(before, all, "lanes chosen in the cycle of the write that disables");
    seq.expect_eq(after, all, "lanes chosen in the first cycle that is enabled again");
    seq.require(&spe_totals::samples, "samples", 3 * width);
}

void toggle_e(Seq &seq)
{
    const uint64_t limit = seq.limit_from(Driver::default_va + 4 * 4096);

    toggle_register(seq, Owner::NsEl1, PMBLIMITR_EL1, limit | pmblimitr_e, limit);
}

void toggle_s(Seq &seq)
{
    toggle_register(seq, Owner::NsEl1, PMBSR_EL1, 0, pmbsr_s);
}

void toggle_pmscr(Seq &seq)
{
    toggle_register(seq, Owner::NsEl1, PMSCR_EL1, pmscr_all, pmscr_all & ~(pmscr_e0 | pmscr_e1));
}

void toggle_pmscr_el2(Seq &seq)
{
    toggle_register(seq, Owner::NsEl2, PMSCR_EL2, pmscr_all, pmscr_all & ~(pmscr_e0 | pmscr_e1));
}

/* Register width: a level can use AArch32 only if all levels below it do; EL0 can use it alone. EL2
 * cannot with HCR_EL2.E2H, EL1 cannot with {E2H, TGE}. */
void choose_width(const struct spe_config &cfg, Context &c, uint64_t r)
{
    const bool el2 = cfg.el2 && c.scr_ns, host = el2 && c.e2h;

    c.el2_aarch32 = cfg.el2 && cfg.el3 && c.scr_ns && !host && (r & 15) == 0;
    c.el1_aarch32 = c.el2_aarch32 || ((el2 || cfg.el3) && !(host && c.tge) && (r >> 4 & 7) == 0);
    c.aarch32 = (c.el == El::El2 && c.el2_aarch32) || (c.el == El::El1 && c.el1_aarch32) ||
                (c.el == El::El0 && (c.el1_aarch32 || (r >> 8 & 7) == 0));
}

/* Draw every control of Table 3 and Table 5, in the given state. */
Context random_context(Seq &seq, const Context &base)
{
    Context c = base;
    const uint64_t r = tb_rng_u64(&seq.rng);

    c.nspb = seq.cfg.el3 ? static_cast<uint8_t>(r & 3) : c.nspb;
    c.e2pb = seq.cfg.el2 ? static_cast<uint8_t>(r >> 2 & 3) : c.e2pb;
    c.tge = seq.cfg.el2 && (r & 0x100) != 0;
    c.e2h = seq.cfg.el2 && seq.cfg.vhe && (r & 0x200) != 0;
    c.scr_ns = seq.cfg.el3 ? (r & 0x400) == 0 : base.scr_ns;
    c.debug = (r >> 16) % 10 == 0;
    c.el = static_cast<El>(r >> 32 & 3);
    if ((c.el == El::El3 && !seq.cfg.el3) || (c.el == El::El2 && (!seq.cfg.el2 || !c.scr_ns)))
        c.el = El::El1;
    if (c.el == El::El1 && c.tge && c.scr_ns)
        c.el = El::El0; // HCR_EL2.TGE: there is no EL1 in Non-secure state
    choose_width(seq.cfg, c, r >> 40);
    return c;
}

/* Draw every control of Tables D17-1 and D17-2, most often with the owner of `base`. */
Context later_context(Seq &seq, const Context &base)
{
    const uint64_t r = tb_rng_u64(&seq.rng);
    Context c = any_context(seq.cfg, seq.rng, seq.secure_alone());

    c.pmsee = base.pmsee;
    if ((r & 3) != 0) {
        c.nspb = base.nspb;
        c.nspbe = base.nspbe;
        c.scr_ns = base.scr_ns;
        c.nse = base.nse;
        c.eel2 = (r & 4) != 0 ? base.eel2 : c.eel2;
    }
    if ((r & 0x30) != 0)
        c.e2pb = base.e2pb;
    c.debug = (r >> 16) % 10 == 0;
    c.aarch32 = (r >> 24) % 8 == 0;
    c.el1_aarch32 = (r >> 32) % 16 == 0;
    c.el2_aarch32 = (r >> 40) % 32 == 0;
    return legal(seq.cfg, c, seq.secure_alone());
}

/* Map pages of its own for every regime that a context may use. */
void map_regimes(Seq &seq)
{
    Driver driver(seq);

    for (Owner owner : every_owner) {
        driver.settings.owner = owner;
        driver.map(Driver::default_va, 4);
    }
}

void enable_contexts(Seq &seq)
{
    map_regimes(seq);
    for (Owner owner : every_owner) {
        if (!owner_possible(seq.cfg, owner, seq.secure_alone()))
            continue;
        Driver driver(seq);

        prepare(driver, owner, 4);
        for (unsigned i = 0; i < (later(seq.cfg) ? 40 : 60); i++) {
            const uint64_t r = tb_rng_u64(&seq.rng);

            driver.settings.pmscr_el1 = (r & 3) == 3 ? pmscr_all : r & pmscr_all;
            driver.settings.pmscr_el2 = (r & 12) == 12 ? pmscr_all : r >> 8 & pmscr_all;
            driver.program(1 + (r >> 16) % 40);
            driver.enable(driver.user());
            for (unsigned k = 0; k < 4; k++) {
                change_owner(seq, later(seq.cfg) ? later_context(seq, driver.kernel())
                                                 : random_context(seq, driver.kernel()));
                seq.run(30);
                if ((r >> (24 + k) & 1u) != 0)
                    write_records(seq); // otherwise the next change of owner would lose them
            }
            write_records(seq);
            change_owner(seq, driver.kernel());
            driver.stop();
            driver.place(Driver::default_va, driver.limit);
        }
    }
    seq.require(&spe_totals::samples, "samples", 20);
    seq.require(&spe_totals::records, "records", 10);
}

const TestCase cases[] = {
    {"toggle_el", "Exception level changes on every slot of a bundle", nullptr, toggle_el},
    {"toggle_e", "PMBLIMITR_EL1.E toggles among operations", nullptr, toggle_e},
    {"toggle_s", "PMBSR_EL1.S toggles among operations", nullptr, toggle_s},
    {"toggle_pmscr", "PMSCR_EL1.E1SPE toggles among operations", nullptr, toggle_pmscr},
    {"toggle_pmscr_el2", "PMSCR_EL2.E2SPE toggles among operations",
     [](const struct spe_config &c) { return c.el2 != 0; }, toggle_pmscr_el2},
    {"enable_contexts", "owners, levels, Security states and controls of Tables 3 and 5", nullptr,
     enable_contexts},
    {"enable_secure", "levels and controls of a PE without EL3 in Secure state", may_be_secure,
     enable_contexts, [](uint64_t) { return true; }},
};

} // namespace

const TestList enable_tests = list_of(cases);

} // namespace tb
