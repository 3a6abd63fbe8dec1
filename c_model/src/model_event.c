/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "model_internal.h"

/* Profiling Buffer management events (3.5): when they take effect and what they do to the
 * registers. */

bool model_stopped(const struct spe_model *m)
{
    if (m->cur0 < 0) {
        return (m->regs.v[SPE_PMBSR] & SPE_PMBSR_S) != 0;
    }
    return spe_stopped(&m->cfg, &m->regs, &m->ctx[m->cur0]);
}

unsigned model_target(const struct spe_model *m, unsigned ec, unsigned fsc)
{
    return m->cur0 < 0 ? 1 : spe_event_target(&m->cfg, &m->regs, &m->ctx[m->cur0], ec, fsc);
}

/* An event inside its window is decided in the cycle before it takes effect. */
void model_effects_decide(struct spe_model *m)
{
    for (int i = 0; m->cfg.exc && i < m->n_effects; i++) {
        struct effect *e = &m->effect[i];
        if (e->late) {
            e->target = model_target(m, e->ec, e->mss & SPE_PMBSR_FSC);
        }
    }
}

void model_event(struct spe_model *m, struct effect e)
{
    e.target = model_target(m, e.ec, e.mss & SPE_PMBSR_FSC);
    if (m->n_effects < MAX_EFFECTS) {
        e.fork = e.optional && e.rank == RANK_RECORD ? fork_open(m, FORK_S1) : 0;
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

static uint64_t with_dl(uint64_t bsr, enum dl dl)
{
    return dl == DL_ONE ? bsr | SPE_PMBSR_DL : dl == DL_ZERO ? bsr & ~SPE_PMBSR_DL : bsr;
}

/* 3.5: with S of its register already 1 only an asynchronous abort leaves a trace for certain (B13,
 * B14, W16). */
static void change(const struct spe_model *m, struct outcome *o, const struct effect *e)
{
    uint64_t *bsr = &o->bsr[e->target - 1];
    uint64_t syndrome =
        (uint64_t)e->ec << SPE_PMBSR_EC_SHIFT | e->mss | (uint64_t)e->mss2 << SPE_PMBSR_MSS2_SHIFT;

    if ((*bsr & SPE_PMBSR_S) != 0) {
        *bsr |= e->asynchronous ? SPE_PMBSR_EA | SPE_PMBSR_DL : 0;
        return;
    }
    syndrome &= spe_reg_writable(&m->cfg, SPE_PMBSR);
    *bsr &= ~(SPE_PMBSR_EC | SPE_PMBSR_MSS | SPE_PMBSR_MSS2);
    *bsr |= SPE_PMBSR_S | syndrome | (e->ea ? SPE_PMBSR_EA : 0);
    *bsr = with_dl(*bsr, e->dl);
    o->ptr = e->has_ptr ? e->ptr : o->ptr;
}

/* Fields that the event has set are known. */
static void told(struct spe_model *m, const struct effect *e, bool first)
{
    uint64_t set = SPE_PMBSR_S | SPE_PMBSR_EC | SPE_PMBSR_MSS | SPE_PMBSR_MSS2 |
                   (e->dl == DL_ONE || e->dl == DL_ZERO ? SPE_PMBSR_DL : 0) |
                   (e->ea ? SPE_PMBSR_EA : 0);

    if (!first) {
        set = e->asynchronous ? SPE_PMBSR_EA | SPE_PMBSR_DL : 0;
    } else if (e->has_ptr) {
        m->unknown[SPE_PMBPTR] = 0;
    }
    m->unknown[spe_pmbsr(e->target)] &= ~set;
}

enum dl model_boundary_dl(const struct spe_model *m)
{
    static const enum dl dl[] = {[spe_cfg_dl_boundary_unchanged] = DL_KEEP,
                                 [spe_cfg_dl_boundary_zero] = DL_ZERO,
                                 [spe_cfg_dl_boundary_one] = DL_ONE,
                                 [spe_cfg_dl_boundary_any] = DL_ANY};

    return dl[m->cfg.dl_boundary];
}

/* What else the event may have left; `before` it. */
static void add_alternatives(struct spe_model *m, const struct effect *e,
                             const struct outcome *before)
{
    struct outcome is = model_outcome(m);

    if (e->has_ptr && e->later_ptr != e->ptr) {
        struct outcome later = is;
        later.ptr = e->later_ptr;
        later.bsr[e->target - 1] |= SPE_PMBSR_DL;
        model_either(m, FORK_B11, &later);
    }
    if (e->dl == DL_ANY) {
        is.bsr[e->target - 1] ^= SPE_PMBSR_DL;
        model_either(m, FORK_B10, &is);
    }
    int fork = e->wrong ? fork_open(m, FORK_B1) : 0;
    for (int kind = 1; e->wrong && kind < spe_cfg_wrong_pointer_any; kind++) {
        struct effect other = *e;
        buffer_wrong_pointer(&other, kind);
        other.target = model_target(m, other.ec, other.mss);
        is = *before;
        change(m, &is, &other);
        model_alternative(m, fork, kind, &is);
    }
}

/* What 3.5.4 says of EA and DL does not depend on S. */
static void second(struct spe_model *m, const struct effect *e)
{
    struct outcome is = model_outcome(m);

    if (e->asynchronous) {
        cover_event_abort(m, e->target);
    }
    if (e->ea && !e->asynchronous) {
        is.bsr[e->target - 1] |= SPE_PMBSR_EA | (e->dl == DL_ONE ? SPE_PMBSR_DL : 0);
        model_either(m, FORK_B14, &is);
    }
}

static void count_event(struct spe_model *m, const struct effect *e)
{
    m->tot.aborts += e->ea;
    if (!e->ea && e->full) {
        m->tot.fulls++;
        accounts_add(m, COUNT_FULL, 1); /* SAMPLE_BUFFER_FULL, D17.8.2 */
    }
    m->tot.others += !e->ea && !e->full && e->ec != SPE_PMBSR_EC_STAGE1 &&
                     e->ec != SPE_PMBSR_EC_STAGE2 && e->ec != SPE_PMBSR_EC_GPC;
    m->tot.faults += !e->ea && (e->ec == SPE_PMBSR_EC_STAGE1 || e->ec == SPE_PMBSR_EC_STAGE2 ||
                                e->ec == SPE_PMBSR_EC_GPC);
}

static void take(struct spe_model *m, const struct effect *e)
{
    const struct outcome before = model_outcome(m);
    struct outcome is = before;
    bool first = (is.bsr[e->target - 1] & SPE_PMBSR_S) == 0, stopped = model_stopped(m);

    change(m, &is, e);
    model_become(m, &is);
    told(m, e, first);
    for (int i = 0; i < m->n_alts; i++) {
        change(m, &m->alt[i].is, e);
    }
    if (!first) {
        second(m, e);
        return;
    }
    count_event(m, e);
    cover_event_situation(m, e->target);
    bytemap_clear_from(&m->buf.map, is.ptr);
    m->buf.base_known = false;
    if (!stopped) {
        model_set_s(m, true);
    }
    m->s_what = e->what;
    m->event_el = e->target;
    m->event_forked =
        e->wrong || e->dl == DL_ANY ||
        (e->rank == RANK_DENIED && m->cfg.disabled_record == spe_cfg_disabled_record_any);
    m->event_set |= 1u << e->target;
    add_alternatives(m, e, &before);
    cover_event(m, e->target, e->late);
}

/* Two events in one cycle, one of them asynchronous: their order is not fixed (3.5.1, B18). */
static struct outcome other_order(struct spe_model *m, const struct effect *a,
                                  const struct effect *b)
{
    struct outcome other = model_outcome(m);

    change(m, &other, b);
    change(m, &other, a);
    return other;
}

static void remove_effect(struct spe_model *m, int i)
{
    fork_settle(m, m->effect[i].fork, 1);
    if (m->effect[i].optional && m->effect[i].rank == RANK_DENIED) {
        buffer_denied_over(m, &m->effect[i]);
    }
    m->n_effects--;
    memmove(&m->effect[i], &m->effect[i + 1], (size_t)(m->n_effects - i) * sizeof(m->effect[0]));
}

static int next_due(const struct spe_model *m)
{
    int found = -1;

    for (int i = 0; i < m->n_effects; i++) {
        const struct effect *e = &m->effect[i];
        if (!e->optional && e->hi <= m->cycle && (found < 0 || e->rank < m->effect[found].rank)) {
            found = i;
        }
    }
    return found;
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

/* An open window of a wrong pointer: @return its event, which may be the one of this cycle. */
static bool end_late(struct spe_model *m, struct effect *late)
{
    for (int i = 0; i < m->n_effects; i++) {
        if (m->effect[i].late && m->cycle >= m->effect[i].lo) {
            *late = m->effect[i];
            remove_effect(m, i);
            return true;
        }
    }
    return false;
}

static void take_one(struct spe_model *m, const struct effect *e)
{
    struct outcome other = model_outcome(m);
    struct effect late;

    if (e->late && model_stopped(m)) {
        return; /* the buffer was disabled before: the pointer was not checked */
    }
    bool either = e->rank == RANK_IMPDEF && end_late(m, &late);
    take(m, e);
    if (e->rank == RANK_DENIED) {
        buffer_denied_taken(m, e);
    }
    if (either) { /* found wrong in the same cycle, that is reported (W15) */
        change(m, &other, &late);
        model_either(m, FORK_W15, &other);
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
    struct outcome other = {0};
    remove_effect(m, i);
    i = next_due(m);
    bool fork = i >= 0 && m->effect[i].asynchronous != first.asynchronous && !model_stopped(m);
    if (fork) {
        other = other_order(m, &first, &m->effect[i]);
    }
    take_one(m, &first);
    while ((i = next_due(m)) >= 0) {
        struct effect e = m->effect[i];
        remove_effect(m, i);
        if (e.rank <= first.rank) { /* W12, W15: with another event, that one is reported */
            take_one(m, &e);
        }
    }
    if (fork) {
        model_either(m, FORK_B18, &other);
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

    fork_settle(m, e->fork, 0);
    e->optional = false;
    restore(m, cycle);
    m->awaiting = m->load_due = false;
    remove_effect(m, (int)(e - m->effect));
    take_one(m, &taken);
    m->s_cycle = cycle;
    levels_reopen(m);
    forget_snapshots(m, taken.lo);
    model_reenable(m, true);
    if (!m->buffer_on) {
        buffer_discard(m);
    }
    m->busy = true;
}
