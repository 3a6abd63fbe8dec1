/* SPDX-License-Identifier: Apache-2.0 */
#include "events/window_read.h"
#include "arch/interval.h"
#include "arch/pmbsr.h"
#include "arch/route.h"
#include "doubt/outcome.h"
#include "doubt/snapshots.h"
#include "doubt/stale.h"
#include "doubt/window_close.h"
#include "events/window.h"
#include "state/model.h"

/* What a read, or the end of a barrier, tells about windows of doubt. A read of PMBSR_ELx or
 * PMBPTR_EL1 is judged before the levels of its cycle. Without OUT a read of PMSICR_EL1 tells, too,
 * as an event stops the counter (3.5). */

/* Returns whether the event makes its PMBSR_ELx read as `data`. */
static bool makes(const struct spe_config *cfg, const struct spe_regs *regs, const struct effect *e,
                  uint64_t data)
{
    struct outcome is = model_outcome(regs);

    model_effect_change(cfg, &is, e);
    return is.bsr[e->target - 1] == data;
}

/* Returns the window whose event makes the register read as `data`; if there is none, the first
 * window of that register. If several do, returns the window that ends last: the counter may have
 * stopped in any of their cycles, and the snapshots are those of the cycles before. */
static struct effect *read_window(struct spe_model *m, enum spe_reg reg, uint64_t data)
{
    struct effect *found = NULL, *first = NULL;

    for (int i = 0; i < m->spu->events.n; i++) {
        struct effect *e = &m->spu->events.effect[i];
        if (!window_open(&m->clock, e) || arch_pmbsr(e->target) != reg) {
            continue;
        }
        if (makes(&m->cfg, &m->spu->regs, e, data) && (found == NULL || e->hi > found->hi)) {
            found = e;
        }
        first = first == NULL ? e : first;
    }
    return found != NULL ? found : first;
}

/* The event of the window has taken effect, perhaps long before the current cycle shows it. */
static void seen(struct spe_model *m, struct effect *e)
{
    const uint64_t lo = e->lo;
    const struct spe_totals before = m->spu->tot;

    model_settle(m, e, e->hi < m->clock.cycle ? e->hi : m->clock.cycle);
    audit_keep(&m->spu->audit, &before, &m->spu->tot, lo);
}

static void read_syndrome(struct spe_model *m, enum spe_reg reg, uint64_t data)
{
    const struct spe_regs *regs = &m->spu->regs;
    struct effect *e = read_window(m, reg, data);

    if (e == NULL) {
        return;
    }
    if ((data & SPE_PMBSR_S) == 0) {
        window_none_yet(m, e->target);
        return;
    }
    if (regs->v[reg] == data && !makes(&m->cfg, regs, e, data)) {
        return; /* the event is an abort after this value */
    }
    seen(m, e);
    e = read_window(m, reg, data);
    if (e != NULL && regs->v[reg] != data && makes(&m->cfg, regs, e, data)) {
        seen(m, e); /* this event has also taken effect */
    }
}

static bool points(const struct events *events, const struct effect *e, uint64_t va)
{
    return va == e->ptr || va == e->later_ptr ||
           (e->others && va >> 12 == e->ptr >> 12 && byteset_has(&events->others, va));
}

/* A fault that may have happened moves PMBPTR_EL1. A read may show that late (S8). */
static void read_pointer(struct spe_model *m, uint64_t data)
{
    const uint64_t ptr = m->spu->regs.v[SPE_PMBPTR], shown = model_shown(m);

    for (int i = m->spu->events.n - 1; i >= 0 && !model_stale(m, SPE_PMBPTR, ptr, data); i--) {
        struct effect *e = &m->spu->events.effect[i];
        const bool open = window_open(&m->clock, e) && e->has_ptr;
        if (open && data != ptr && points(&m->spu->events, e, data)) {
            seen(m, e);
            return;
        }
        if (open && data == ptr && !points(&m->spu->events, e, ptr) && e->lo <= shown) {
            window_not_by(m, i, shown);
        }
    }
}

/* Returns whether the counter `now` may read as `data`: it is equal, or holds an open draw that
 * explains `data`. */
static bool may_read(const struct spe_config *cfg, const struct spu *spu,
                     const struct snapshot *now, uint64_t data)
{
    struct spe_regs regs = spu->regs;

    regs.v[SPE_PMSICR] = now->sicr;
    return now->sicr == data ||
           (now->draw.open && (interval_reveal(cfg, &regs, data) >= 0 ||
                               (now->draw.spent && data == (now->sicr & ~SPE_PMSICR_ECOUNT))));
}

/* The counter reads as `data`. If only a snapshot may read so, an event stopped the counter there.
 */
static void read_counter(struct spe_model *m, uint64_t data)
{
    struct effect *e = model_window(&m->spu->events, &m->clock);
    const struct snapshot as_is = {.sicr = m->spu->regs.v[SPE_PMSICR],
                                   .draw = m->spu->counter.draw};
    bool now = may_read(&m->cfg, m->spu, &as_is, data);
    int i = m->spu->snaps.n - 1;

    while (i >= 0 && !may_read(&m->cfg, m->spu, &m->spu->snaps.at[i], data)) {
        i--;
    }
    /* The counter may be running, and a read need not show that yet (P24). */
    const bool old = model_stale_draw(m, data) || model_stale(m, SPE_PMSICR, as_is.sicr, data);
    if (m->spu->counter.load_due || (i >= 0 && now && e != NULL) || old) {
        return; /* the read tells nothing */
    }
    if (i >= 0 && !now) {
        uint64_t cycle = m->spu->snaps.at[i].cycle;
        if (e != NULL) {
            model_settle(m, e, cycle < e->hi ? cycle : e->hi);
        }
        window_restore(m, cycle);
    } else if (now && e != NULL && m->clock.cycle >= e->hi) {
        window_none_yet(m, 0);
    }
    if (now == (i >= 0)) { /* the read tells nothing about the members */
        count_since(&m->spu->acc.count[COUNT_POP], m->spu->snaps.at[0].pop);
    }
    m->spu->snaps.n = 0;
    m->spu->snaps.counter_stopped = false;
}

void model_window_read(struct spe_model *m, enum spe_reg reg, uint64_t data)
{
    if (pmbsr_index(reg) >= 0) {
        read_syndrome(m, reg, data);
    } else if (reg == SPE_PMBPTR) {
        read_pointer(m, data);
    } else if (reg == SPE_PMSICR && m->spu->snaps.n != 0) {
        read_counter(m, data);
    }
}

/* Returns the event of a record of a sample up to `order` that has taken effect, or NULL. */
static struct effect *waited_event(struct spu *spu, uint64_t order, bool faults, uint64_t now)
{
    for (int i = 0; i < spu->events.n; i++) {
        struct effect *e = &spu->events.effect[i];
        const bool other = e->unsure && spu->fl.orders > order;
        if (e->rank == RANK_RECORD && !e->late && !e->optional && !other && e->lo <= now &&
            e->order <= order && (e->cause == CAUSE_FAULT || !faults)) {
            return e;
        }
    }
    return NULL;
}

void model_window_passed(struct spe_model *m, uint64_t order, bool faults)
{
    /* The record of a later sample may have the same bytes (P26), or stand in its place (L1 to
     * L15; S2: `unsure`): then nobody knows the sample of an event. */
    const bool any = m->filters.any || m->cfg.record_order == spe_cfg_record_order_any;
    struct effect *e;

    while (window_blind(&m->opt) && (!any || m->spu->fl.orders == order) &&
           (e = waited_event(m->spu, order, faults, m->clock.cycle)) != NULL) {
        seen(m, e);
    }
}
