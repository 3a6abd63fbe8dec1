/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "model_internal.h"

/* Profiling Buffer management events (3.5): when they take effect and what they do to the
 * registers. */

struct pair {
    uint64_t ptr, bsr;
};

void model_event(struct spe_model *m, struct effect e)
{
    if (m->n_effects < MAX_EFFECTS) {
        m->effect[m->n_effects++] = e;
        model_due(m, e.lo);
        model_due(m, e.hi);
    } else {
        model_overflow(m, "management events on their way", MAX_EFFECTS);
    }
}

void model_effects_schedule(struct spe_model *m)
{
    for (int i = 0; i < m->n_effects; i++) {
        const struct effect *e = &m->effect[i];
        model_due(m, e->lo > m->cycle ? e->lo : e->hi > m->cycle ? e->hi : m->cycle + 1);
    }
}

void model_set_s(struct spe_model *m, bool level)
{
    if (m->s_cycle != m->cycle) { /* W10: a write and an event may both change it in one cycle */
        m->s_before = m->s_level;
    }
    m->s_level = level;
    m->s_cycle = m->cycle;
    m->irq_checked = false;
    model_due(m, m->cycle + (uint64_t)m->cfg.irq_max + 1);
    if (level) {
        buffer_event_elsewhere(m);
    }
}

/* 3.5: with S already 1 only an asynchronous abort leaves a trace for certain (B13, B14). */
static void change(struct pair *p, const struct effect *e)
{
    if ((p->bsr & SPE_PMBSR_S) != 0) {
        p->bsr |= e->asynchronous ? SPE_PMBSR_EA | SPE_PMBSR_DL : 0;
        return;
    }
    p->bsr &= ~(SPE_PMBSR_EC | SPE_PMBSR_MSS);
    p->bsr |= SPE_PMBSR_S | (uint64_t)e->ec << SPE_PMBSR_EC_SHIFT | e->mss;
    p->bsr |= (e->dl ? SPE_PMBSR_DL : 0) | (e->ea ? SPE_PMBSR_EA : 0);
    p->ptr = e->has_ptr ? e->ptr : p->ptr;
}

void model_alternative(struct spe_model *m, const char *choice, uint64_t ptr, uint64_t bsr)
{
    if (ptr == m->regs.v[SPE_PMBPTR] && bsr == m->regs.v[SPE_PMBSR]) {
        return;
    }
    if (m->n_alts == MAX_ALTS) {
        model_overflow(m, "permitted outcomes", MAX_ALTS);
        return;
    }
    m->alt[m->n_alts++] = (struct alternative){choice, ptr, bsr};
}

/* Fields that the event has set are known. */
static void told(struct spe_model *m, const struct effect *e, uint64_t before)
{
    uint64_t set = SPE_PMBSR_S | SPE_PMBSR_EC | SPE_PMBSR_MSS | (e->dl ? SPE_PMBSR_DL : 0) |
                   (e->ea ? SPE_PMBSR_EA : 0);

    if ((before & SPE_PMBSR_S) != 0) {
        set = e->asynchronous ? SPE_PMBSR_EA | SPE_PMBSR_DL : 0;
    } else if (e->has_ptr) {
        m->unknown[SPE_PMBPTR] = 0;
    }
    m->unknown[SPE_PMBSR] &= ~set;
}

static void take(struct spe_model *m, const struct effect *e)
{
    struct pair p = {m->regs.v[SPE_PMBPTR], m->regs.v[SPE_PMBSR]};
    uint64_t before = p.bsr;

    change(&p, e);
    m->regs.v[SPE_PMBPTR] = p.ptr;
    m->regs.v[SPE_PMBSR] = p.bsr;
    told(m, e, before);
    for (int i = 0; i < m->n_alts; i++) {
        struct pair other = {m->alt[i].ptr, m->alt[i].bsr};
        change(&other, e);
        m->alt[i].ptr = other.ptr;
        m->alt[i].bsr = other.bsr;
    }
    if ((before & SPE_PMBSR_S) != 0) {
        if (e->ea && !e->asynchronous) { /* what 3.5.4 says of EA and DL does not depend on S */
            model_alternative(m, "B14", p.ptr, p.bsr | SPE_PMBSR_EA | (e->dl ? SPE_PMBSR_DL : 0));
        }
        return;
    }
    m->tot.fulls += e->ec == SPE_PMBSR_EC_OTHER;
    m->tot.faults += e->ec != SPE_PMBSR_EC_OTHER && !e->ea;
    m->tot.aborts += e->ea;
    bytemap_clear_from(&m->buf.map, p.ptr);
    m->buf.base_known = false;
    model_set_s(m, true);
    m->s_what = e->what;
    if (e->has_ptr && e->later_ptr != e->ptr) {
        model_alternative(m, "B11", e->later_ptr, p.bsr | SPE_PMBSR_DL);
    }
}

/* Two events in one cycle, one of them asynchronous: their order is not fixed (3.5.1, B18). */
static struct pair other_order(struct spe_model *m, const struct effect *a, const struct effect *b)
{
    struct pair other = {m->regs.v[SPE_PMBPTR], m->regs.v[SPE_PMBSR]};

    change(&other, b);
    change(&other, a);
    return other;
}

static void remove_effect(struct spe_model *m, int i)
{
    m->n_effects--;
    memmove(&m->effect[i], &m->effect[i + 1], (size_t)(m->n_effects - i) * sizeof(m->effect[0]));
}

static int next_due(const struct spe_model *m)
{
    for (int i = 0; i < m->n_effects; i++) {
        if (!m->effect[i].optional && m->effect[i].hi <= m->cycle) {
            return i;
        }
    }
    return -1;
}

static void drop_optional(struct spe_model *m)
{
    for (int i = m->n_effects - 1; i >= 0; i--) {
        const struct effect *e = &m->effect[i];
        if (e->optional && m->cycle > e->hi + (uint64_t)m->cfg.irq_max) {
            remove_effect(m, i);
            m->n_snaps = 0;
        }
    }
}

/* S is 1. A PMBIRQ that lags may still say that it became 1 in an earlier cycle, `lo` at least. */
static void forget_snapshots(struct spe_model *m, uint64_t lo)
{
    m->snap_lo = lo;
    if (m->cfg.irq_max == 0) {
        m->n_snaps = 0;
    }
}

void model_effects_due(struct spe_model *m)
{
    drop_optional(m);
    int i = next_due(m);
    if (i < 0) {
        return;
    }
    struct effect first = m->effect[i];
    struct pair other = {0};
    remove_effect(m, i);
    i = next_due(m);
    bool fork = i >= 0 && m->effect[i].asynchronous != first.asynchronous &&
                (m->regs.v[SPE_PMBSR] & SPE_PMBSR_S) == 0;
    if (fork) {
        other = other_order(m, &first, &m->effect[i]);
    }
    take(m, &first);
    while ((i = next_due(m)) >= 0) {
        struct effect e = m->effect[i];
        remove_effect(m, i);
        take(m, &e);
    }
    if (fork) {
        model_alternative(m, "B18", other.ptr, other.bsr);
    }
    forget_snapshots(m, first.lo);
}

struct effect *model_window(struct spe_model *m)
{
    for (int i = 0; i < m->n_effects; i++) {
        struct effect *e = &m->effect[i];
        if (m->cycle >= e->lo && (e->optional || e->lo < e->hi)) {
            return e;
        }
    }
    return NULL;
}

void model_snapshot(struct spe_model *m)
{
    if (m->n_snaps > 0 && m->snap[m->n_snaps - 1].cycle == m->cycle) {
        return;
    }
    if (m->n_snaps == MAX_SNAPS) {
        model_overflow(m, "cycles in which an event may take effect", MAX_SNAPS);
        return;
    }
    m->snap[m->n_snaps++] = (struct snapshot){.cycle = m->cycle,
                                              .sicr = m->regs.v[SPE_PMSICR],
                                              .pop = m->acc.count[COUNT_POP].total,
                                              .draw_open = m->draw_open};
}

void model_snapshots_written(struct spe_model *m)
{
    for (int i = 0; i < m->n_snaps; i++) {
        m->snap[i].sicr = m->regs.v[SPE_PMSICR];
        m->snap[i].draw_open = false;
    }
}

/* From `cycle` on nothing was counted, loaded or drawn. */
static void restore(struct spe_model *m, uint64_t cycle)
{
    int i = 0;

    while (i < m->n_snaps && m->snap[i].cycle < cycle) {
        i++;
    }
    if (i < m->n_snaps) {
        m->regs.v[SPE_PMSICR] = m->snap[i].sicr;
        m->draw_open = m->snap[i].draw_open;
        accounts_take_back(m, COUNT_POP, m->snap[i].pop);
        m->n_snaps = i;
    }
}

void model_settle_back(struct spe_model *m, uint64_t cycle)
{
    if (m->n_snaps != 0 && cycle >= m->snap_lo && cycle < m->s_cycle) {
        restore(m, cycle);
        m->s_cycle = cycle;
    }
    m->n_snaps = 0;
}

bool model_window_over(struct spe_model *m, uint64_t cycle)
{
    struct effect *e = model_window(m);

    if (e != NULL && cycle >= e->lo) {
        model_settle(m, e, cycle < e->hi ? cycle : e->hi);
        return true;
    }
    if (m->s_level && m->n_snaps != 0 && cycle >= m->snap_lo && cycle < m->s_cycle) {
        restore(m, cycle);
        m->s_cycle = cycle;
        return true;
    }
    return false;
}

void model_window_not_yet(struct spe_model *m)
{
    struct effect *e = model_window(m);

    if (e == NULL) {
        return;
    }
    m->n_snaps = 0;
    if (e->optional && m->cycle >= e->hi) {
        remove_effect(m, (int)(e - m->effect));
        return;
    }
    e->lo = m->cycle + 1;
    model_due(m, e->hi);
}

void model_settle(struct spe_model *m, struct effect *e, uint64_t cycle)
{
    struct effect taken = *e;

    restore(m, cycle);
    m->awaiting = m->load_due = false;
    remove_effect(m, (int)(e - m->effect));
    take(m, &taken);
    m->s_cycle = cycle;
    forget_snapshots(m, taken.lo);
    model_reenable(m, true);
    if (!m->buffer_on) {
        buffer_discard(m);
    }
    m->busy = true;
}
