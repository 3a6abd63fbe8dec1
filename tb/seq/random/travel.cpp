// SPDX-License-Identifier: Apache-2.0
//
// The PE goes from one context to another: software changes a control at a level that may change
// it, and exceptions and exception returns lead there and back. Each step is in a cycle of its own,
// or on some lane among operations.

#include <algorithm>

#include "random/episode.hpp"

namespace tb
{

/* The lowest Exception level whose software can change the controls from `from` to `to`. */
El Episode::level_for(const Context &from, const Context &to) const
{
    const bool el3_controls =
        from.nspb != to.nspb || from.scr_ns != to.scr_ns || from.nse != to.nse ||
        from.eel2 != to.eel2 || from.nspbe != to.nspbe || from.pmsee != to.pmsee ||
        from.enpmsn != to.enpmsn || from.enpms3 != to.enpms3 || from.enpms4 != to.enpms4 ||
        from.ea != to.ea || from.scr_gpf != to.scr_gpf;
    const bool el2_controls =
        from.e2pb != to.e2pb || from.tge != to.tge || from.e2h != to.e2h || from.tpms != to.tpms ||
        from.el1_aarch32 != to.el1_aarch32 || from.contextidr_el2 != to.contextidr_el2 ||
        from.cntvoff != to.cntvoff || from.cntpoff != to.cntpoff || from.tea != to.tea ||
        from.hcr_gpf != to.hcr_gpf || from.nvx != to.nvx;
    const bool no_el2 = !from.scr_ns && !(seq_.cfg.sel2 && from.eel2);
    const bool el1_controls = from.contextidr_el1 != to.contextidr_el1 || from.tbi0 != to.tbi0 ||
                              from.tbi1 != to.tbi1 || from.aarch32 != to.aarch32 ||
                              from.pm != to.pm;
    El level = std::max(from.el, to.el);

    if (el3_controls || (el2_controls && no_el2))
        level = El::El3;
    else if (el2_controls || (el1_controls && from.tge && !no_el2))
        level = std::max(level, El::El2);
    else if (el1_controls)
        level = std::max(level, El::El1);
    if (level == El::El3 && !seq_.cfg.el3)
        level = no_el2 ? El::El1 : El::El2;
    if (level == El::El2 && !seq_.cfg.el2)
        level = El::El1;
    return level;
}

/* Draw operations as they are in the context `to`. */
void Episode::follow(const Context &to)
{
    seq_.ops.mix.ns = to.scr_ns;
    seq_.ops.mix.nse = to.nse;
    seq_.ops.mix.el = static_cast<uint8_t>(to.el);
}

/* Make one step. Context registers written without synchronization take effect at once, too. */
void Episode::move(const Context &to)
{
    const bool exception = to.el != seq_.context().el || to.debug != seq_.context().debug;

    if (to == seq_.context())
        return;
    follow(to);
    if (percent(Knob::percent_step_alone)) {
        seq_.context(to);
    } else {
        if (exception || percent(Knob::percent_step_cse))
            seq_.bench.pe.pulse_cse();
        seq_.context_in_bundle(
            to, static_cast<unsigned>(below(static_cast<uint64_t>(seq_.cfg.width) + 1)));
    }
    if (percent(Knob::percent_travel_ops))
        seq_.run(below(12));
}

/* Go to a context. An SPE Profiling exception must be taken in finite time: take it at the end of
 * the way. */
void Episode::go(const Context &to)
{
    Context via = seq_.context();

    seq_.take_exceptions(false);

    via.debug = false;
    move(via);
    const El level = level_for(via, to);

    if (level != via.el) {
        via.aarch32 = false;
        move(via.at(level));
    }
    via = to.at(level);
    via.debug = false;
    via.aarch32 = to.aarch32 && level == to.el;
    move(via);
    move(to);
    seq_.take_exceptions(true);
}

/* Go there and back, with operations in between. */
void Episode::visit(const Context &to)
{
    const Context here = seq_.context();

    go(to);
    seq_.run(below(weights_[Knob::number_journey]));
    go(here);
}

/* All records are written before the regime changes (3.6.1). */
void Episode::hand_over(Owner owner)
{
    go(driver_.desk());
    driver_.disable();
    seq_.psb();
    seq_.dsb();
    driver_.settings.owner = owner;
    driver_.map(base_, pages_);
    seq_.tlbi();
    go(driver_.kernel());
    driver_.enable(driver_.kernel());
}

/* The enabled buffer goes to another owner and back: MDCR_EL3.NSPB, MDCR_EL2.E2PB and HCR_EL2
 * change (3.4.2, Table 5). The new owner also profiles the levels below it. */
void Episode::change_owner()
{
    const Owner mine = driver_.settings.owner;
    const Owner other = choose_owner();

    // Software of a Secure owner has not written PMSCR_EL2: since reset it may hold any value.
    if (other == mine || !owner_has_el2(seq_.cfg, mine) || (base_ >> 63 != 0 && one_range(other)))
        return;
    hand_over(other);
    go(profiled_context());
    seq_.run(below(200));
    hand_over(mine);
    go(profiled_context());
}

} // namespace tb
