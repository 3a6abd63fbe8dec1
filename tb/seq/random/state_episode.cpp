// SPDX-License-Identifier: Apache-2.0
//
// Security states, owners and SPE Profiling exceptions of later versions in a constrained-random
// session. Nothing is drawn here for SPEv1p0.

#include "legal.hpp"
#include "random/episode.hpp"

namespace tb
{

/* Draw PMSEE (often 0b00: no SPE Profiling exceptions), KE and EE of both registers, and the
 * two-bit PCT. */
void Episode::choose_exceptions()
{
    Settings &s = driver_.settings;

    if (seq_.cfg.ecv != 0) {
        s.pmscr_el1 |= percent(Knob::percent_pct) ? pmscr_pct_offset & ~pmscr_pct : 0;
        s.pmscr_el2 |= percent(Knob::percent_pct) ? pmscr_pct_offset & ~pmscr_pct : 0;
    }
    s.pmsee = 0;
    if (!seq_.cfg.exc)
        return;
    s.pmsee = seq_.cfg.el3 && percent(Knob::percent_pmsee) ? static_cast<uint8_t>(below(4)) : 0;
    s.pmscr_el1 |= pmscr_ee(below(4));
    s.pmscr_el1 |= percent(Knob::percent_ke) ? pmscr_ke : 0;
    s.pmscr_el2 |= pmscr_ee(below(4));
    s.pmscr_el2 |= percent(Knob::percent_ke) ? pmscr_ke : 0;
}

/* Draw the controls on which the routing of events, accesses and timestamps depend; the owner
 * stays. */
void Episode::later_context(Context &c)
{
    const uint64_t r = any();

    c.pm = (r & 1) != 0;
    c.ea = (r & 2) != 0;
    c.scr_gpf = (r & 4) != 0;
    c.tea = (r & 8) != 0;
    c.hcr_gpf = (r & 16) != 0;
    c.enpmsn = (r & 0x60) != 0;
    c.enpms3 = (r & 0x180) != 0;
    c.enpms4 = (r & 0x600) != 0;
    c.nvx = (r >> 11 & 7) == 0 ? r >> 14 & 7 : 0;
    c.cntpoff = seq_.cfg.ecv >= 2 && (r >> 17 & 1) != 0 ? any() : 0;
    c = legal(seq_.cfg, c, seq_.secure_alone());
}

/* Choose another one of the three states, with or without a Secure EL2. */
void Episode::later_state(Context &there)
{
    const unsigned mine = there.state();

    do {
        const uint64_t n = below(3);

        there.scr_ns = n != 0;
        there.nse = n == 2;
        there.nvx = 0;
        there.eel2 = percent(Knob::percent_eel2);
        there = legal(seq_.cfg, there);
    } while (there.state() == mine && (seq_.cfg.secure || seq_.cfg.rme));
}

/* Whether software has something to do: PMBIRQ, or an SPE Profiling exception, taken or masked. */
bool Episode::attention() const
{
    PeAgent &pe = seq_.bench.pe;

    return pe.irq() || pe.prof().pending() != 0 || pe.prof().taken() != 0;
}

} // namespace tb
