// SPDX-License-Identifier: Apache-2.0
#include "drive/handover.hpp"

namespace tb
{
namespace
{

bool same_owner(const Context &a, const Context &b)
{
    return a.nspb / 2 == b.nspb / 2 && a.nspbe == b.nspbe && a.e2pb == b.e2pb && a.e2h == b.e2h &&
           a.eel2 == b.eel2 && a.state() == b.state();
}

/* Whether NSPBE and NSPB name Non-secure state. */
bool owned_by_nonsecure(const struct spe_config &cfg, const Context &c)
{
    if (cfg.rme && c.nspbe && c.nspb / 2 == 0) // reserved
        return cfg.nspb_reserved == spe_cfg_nspb_reserved_nonsecure;
    return c.nspb / 2 == 1 && !(cfg.rme && c.nspbe);
}

/* `c` at EL3, with SCR_EL3 in a Security state that does not own the buffer. */
Context beside(const struct spe_config &cfg, Context c, const Context &owner)
{
    const bool nonsecure = owned_by_nonsecure(cfg, owner);

    c.el = El::El3;
    c.aarch32 = false;
    c.nspb = owner.nspb;
    c.nspbe = owner.nspbe;
    c.nse = nonsecure && !cfg.secure;
    c.scr_ns = !nonsecure || c.nse;
    c.nvx = 0; // EL2 need not be enabled in that state
    return c;
}

} // namespace

void change_owner(Seq &seq, const Context &to)
{
    const Context from = seq.context();

    if (!same_owner(from, to)) {
        if (seq.cfg.el3) {
            seq.context(beside(seq.cfg, to, from));
            seq.context(beside(seq.cfg, to, to));
        } else {
            seq.psb();
        }
    }
    seq.context(to);
}

void write_records(Seq &seq)
{
    seq.drain_life();
    seq.psb();
}

} // namespace tb
