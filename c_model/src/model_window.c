/* SPDX-License-Identifier: Apache-2.0 */
#include "model_window.h"

#include <string.h>

#include "buffer_place.h"
#include "model_internal.h"

/*
 * Windows of doubt: cycles in which an event may take effect, or may not at all (B1, S1). With OUT
 * the levels tell within [irq_max]. Without it no time tells: a window stays open until a register,
 * a selection, a draw, an address or a barrier says what became of its event.
 */

static bool blind(const struct spe_model *m)
{
    return (m->opt.taps & SPE_TAP_OUT) == 0;
}

/* It may have taken effect, and nothing has said so. */
static bool is_open(const struct spe_model *m, const struct effect *e)
{
    return m->cycle >= e->lo && (e->optional || e->lo < e->hi);
}

struct effect *model_window(struct spe_model *m)
{
    for (int i = 0; i < m->n_effects; i++) {
        if (is_open(m, &m->effect[i])) {
            return &m->effect[i];
        }
    }
    return NULL;
}

/* Members of later cycles than that of the last snapshot do not count in any outcome with an event.
 */
static bool snapshots_done(const struct spe_model *m)
{
    uint64_t last = m->n_snaps == 0 ? 0 : m->snap[m->n_snaps - 1].cycle;

    if (m->n_snaps == 0) {
        return false;
    }
    for (int i = 0; i < m->n_effects; i++) {
        if (is_open(m, &m->effect[i]) && m->effect[i].hi > last) {
            return false;
        }
    }
    return blind(m);
}

void model_snapshot(struct spe_model *m)
{
    if (snapshots_done(m) || (m->n_snaps > 0 && m->snap[m->n_snaps - 1].cycle == m->cycle)) {
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

/* The counter has not stopped before `cycle`. */
static void forget_before(struct spe_model *m, uint64_t cycle)
{
    int old = 0;

    while (old < m->n_snaps && m->snap[old].cycle < cycle) {
        old++;
    }
    m->n_snaps -= old;
    memmove(&m->snap[0], &m->snap[old], (size_t)m->n_snaps * sizeof(m->snap[0]));
}

void model_window_shown(struct spe_model *m, struct effect *e)
{
    const uint64_t late = (uint64_t)m->cfg.irq_max;

    if (!blind(m) && m->cycle > late && e->lo < m->cycle - late) {
        e->lo = m->cycle - late;
        forget_before(m, e->lo);
    }
}

/* The i-th event does not happen. */
static void close_window(struct spe_model *m, int i)
{
    model_effect_remove(m, i);
    if (!m->counter_stopped && model_window(m) == NULL) {
        m->n_snaps = 0;
    }
}

/* Its event has not taken effect by the end of `cycle`. */
static void not_by(struct spe_model *m, int i, uint64_t cycle)
{
    struct effect *e = &m->effect[i];

    forget_before(m, cycle + 1);
    if (e->optional && cycle >= e->hi) {
        close_window(m, i);
        return;
    }
    e->lo = cycle + 1;
    model_due(m, e->hi);
}

/* Of the windows of one PMBSR_ELx, 0: of all. */
static void none_yet(struct spe_model *m, unsigned target)
{
    for (int i = m->n_effects - 1; i >= 0; i--) {
        const struct effect *e = &m->effect[i];
        if (is_open(m, e) && (target == 0 || e->target == target)) {
            not_by(m, i, m->cycle);
        }
    }
}

void model_window_not_yet(struct spe_model *m)
{
    none_yet(m, 0);
}

void model_forget_counter(struct spe_model *m)
{
    if (!m->records) {
        nolife_forget_counter(m);
    }
    m->nl.slack = 0;
    m->nl.missed = false;
    m->n_snaps = 0;
    m->counter_stopped = false;
    m->regs.v[SPE_PMSICR] = 0;
    m->unknown[SPE_PMSICR] = SPE_PMSICR_COUNT | (m->cfg.ernd ? SPE_PMSICR_ECOUNT : 0);
    m->draw_open = m->load_due = false;
}

void model_counter_resumes(struct spe_model *m)
{
    if (m->counter_stopped && m->n_snaps != 0) {
        model_forget_counter(m);
    }
    m->counter_stopped = false;
}

void model_window_closed(struct spe_model *m, uint64_t lo, bool stopped_before)
{
    if (stopped_before && blind(m)) {
        return; /* the counter stood still already */
    }
    m->snap_lo = lo;
    if (blind(m)) {
        m->counter_stopped = true;
        forget_before(m, lo);
    } else if (m->cfg.irq_max == 0) {
        m->n_snaps = 0;
    }
}

void model_settle(struct spe_model *m, struct effect *e, uint64_t cycle)
{
    struct effect taken = *e;
    bool stopped = model_stopped(m);

    fork_settle(m, e->fork, 0);
    e->optional = false;
    restore(m, cycle);
    m->awaiting = m->load_due = false;
    model_effect_remove(m, (int)(e - m->effect));
    uint64_t lo = model_effect_take(m, &taken);
    m->s_cycle = cycle;
    levels_reopen(m);
    model_window_closed(m, lo, stopped);
    model_reenable(m, true);
    if (!m->buffer_on) {
        buffer_discard(m);
    }
    m->busy = true;
}

void model_window_late(struct spe_model *m, const struct effect *e)
{
    if (e->hi < m->cycle) {
        restore(m, e->hi);
    }
}

uint64_t model_window_others(struct spe_model *m, const struct effect *e,
                             const struct outcome *before)
{
    uint64_t lo = e->lo;

    for (int i = m->n_effects - 1; blind(m) && i >= 0; i--) {
        const struct effect w = m->effect[i];
        if (!is_open(m, &w)) {
            continue;
        }
        struct outcome is = *before;
        model_effect_change(m, &is, &w);
        model_effect_change(m, &is, e);
        fork_unseen(m, w.fork);
        m->effect[i].fork = 0;
        model_effect_remove(m, i);
        model_either(m, FORK_S1, &is);
        lo = w.lo < lo ? w.lo : lo;
    }
    return lo;
}

/* The window whose event made the register read as it does, or the first one. */
static struct effect *read_window(struct spe_model *m, enum spe_reg reg, uint64_t data)
{
    struct effect *found = NULL;

    for (int i = 0; i < m->n_effects; i++) {
        struct effect *e = &m->effect[i];
        struct outcome is = model_outcome(m);
        if (!is_open(m, e) || spe_pmbsr(e->target) != reg) {
            continue;
        }
        model_effect_change(m, &is, e);
        if (is.bsr[e->target - 1] == data) {
            return e;
        }
        found = found == NULL ? e : found;
    }
    return found;
}

/* Its event happened, as is seen in the current cycle; without OUT it may have been long ago. */
static void seen(struct spe_model *m, struct effect *e)
{
    const uint64_t lo = e->lo;

    model_settle(m, e, blind(m) && e->hi < m->cycle ? e->hi : m->cycle);
    if (blind(m)) {
        accounts_audit_keep(m, lo);
    }
}

static void read_syndrome(struct spe_model *m, enum spe_reg reg, uint64_t data)
{
    struct effect *e = read_window(m, reg, data);

    if (e == NULL) {
        return;
    }
    if ((data & SPE_PMBSR_S) != 0) {
        seen(m, e);
    } else {
        none_yet(m, e->target);
    }
}

/* A fault that may have happened moves the pointer. */
static void read_pointer(struct spe_model *m, uint64_t data)
{
    const uint64_t ptr = m->regs.v[SPE_PMBPTR];

    for (int i = m->n_effects - 1; i >= 0 && !model_stale(m, SPE_PMBPTR, ptr, data); i--) {
        struct effect *e = &m->effect[i];
        bool told = is_open(m, e) && e->has_ptr && e->ptr != ptr && e->later_ptr != ptr;
        if (told && (data == e->ptr || data == e->later_ptr)) {
            seen(m, e);
            return;
        }
        if (told && data == ptr) {
            not_by(m, i, m->cycle);
        }
    }
}

static bool may_read(const struct spe_model *m, uint64_t sicr, bool draw_open, uint64_t data)
{
    struct spe_regs regs = m->regs;

    regs.v[SPE_PMSICR] = sicr;
    return sicr == data || (draw_open && spe_interval_reveal(&m->cfg, &regs, data) >= 0);
}

/* The counter stands where the event stopped it. */
static void read_counter(struct spe_model *m, uint64_t data)
{
    struct effect *e = model_window(m);
    bool now = may_read(m, m->regs.v[SPE_PMSICR], m->draw_open, data);
    int i = m->n_snaps - 1;

    while (i >= 0 && !may_read(m, m->snap[i].sicr, m->snap[i].draw_open, data)) {
        i--;
    }
    if (m->load_due || (i >= 0 && now && e != NULL)) {
        return; /* it says nothing */
    }
    if (i >= 0 && !now) {
        uint64_t cycle = m->snap[i].cycle;
        if (e != NULL) {
            model_settle(m, e, cycle < e->hi ? cycle : e->hi);
        }
        restore(m, cycle);
    } else if (now && e != NULL && m->cycle >= e->hi) {
        none_yet(m, 0);
    }
    m->n_snaps = 0;
    m->counter_stopped = false;
}

void model_window_read(struct spe_model *m, enum spe_reg reg, uint64_t data)
{
    if (model_pmbsr_index(reg) >= 0) {
        read_syndrome(m, reg, data);
    } else if (reg == SPE_PMBPTR && blind(m)) {
        read_pointer(m, data);
    } else if (reg == SPE_PMSICR && blind(m) && m->n_snaps != 0) {
        read_counter(m, data);
    }
}

bool model_counter_open(const struct spe_model *m)
{
    return m->n_snaps != 0 && !blind(m);
}

void model_window_overwritten(struct spe_model *m, enum spe_reg reg)
{
    bool gone = false;

    for (int i = m->n_effects - 1; blind(m) && i >= 0; i--) {
        struct effect *e = &m->effect[i];
        if (spe_pmbsr(e->target) != reg || e->lo >= m->cycle || !is_open(m, e)) {
            continue;
        }
        gone = true;
        if (e->hi >= m->cycle) {
            e->lo = m->cycle; /* or not yet */
            e->optional = true;
        } else {
            fork_unseen(m, e->fork);
            e->fork = 0;
            if (e->ends != 0) {
                buffer_fault_unseen(m, e);
            }
            model_effect_remove(m, i);
        }
    }
    if (gone) {
        buffer_doubt_all(m);
        /* Or it was enabled again, which loads a counter of 0 (3.1.1). */
        if (m->n_snaps != 0 || (m->profiling && spe_interval_load_due(&m->regs))) {
            model_forget_counter(m);
        }
    }
}

void model_window_written(struct spe_model *m, const struct rec *rec)
{
    uint64_t since = m->buf.offer_known ? m->buf.offered : rec->enq_cycle;

    for (int i = m->n_effects - 1; blind(m) && i >= 0; i--) {
        struct effect *e = &m->effect[i];
        if (!is_open(m, e)) {
            continue;
        }
        if (e->optional && (e->late || (e->rank == RANK_DENIED && e->doubt == rec->id))) {
            close_window(m, i);
        } else if (e->lo <= since) {
            not_by(m, i, since);
        }
    }
}

/* It is taken at the start of the next cycle. */
static void happened(struct spe_model *m, struct effect *e)
{
    e->optional = false;
    fork_settle(m, e->fork, 0);
    e->fork = 0;
    m->busy = true;
}

bool model_window_lost(struct spe_model *m, const struct rec *rec)
{
    for (int i = 0; blind(m) && i < m->n_effects; i++) {
        struct effect *e = &m->effect[i];
        if (e->optional && (e->late || (e->rank == RANK_DENIED && e->doubt == rec->id))) {
            happened(m, e);
            return true;
        }
    }
    return false;
}

bool model_window_unwritten(struct spe_model *m)
{
    for (int i = 0; blind(m) && i < m->n_effects; i++) {
        struct effect *e = &m->effect[i];
        if (is_open(m, e)) {
            e->hi = e->hi < m->cycle ? e->hi : m->cycle;
            happened(m, e);
            return true;
        }
    }
    return false;
}

bool model_window_retains(struct spe_model *m)
{
    return blind(m) && model_window(m) != NULL;
}

bool model_windows_count(const struct spe_model *m)
{
    for (int i = 0; i < m->n_effects; i++) {
        const struct effect *e = &m->effect[i];
        if (!blind(m) || !e->optional || e->hi >= m->cycle) {
            return true;
        }
    }
    return false;
}

void model_windows_expire(struct spe_model *m)
{
    for (int i = m->n_effects - 1; !blind(m) && i >= 0; i--) {
        const struct effect *e = &m->effect[i];
        if (e->optional && m->cycle > e->hi + (uint64_t)m->cfg.irq_max) {
            model_effect_remove(m, i);
            m->n_snaps = 0;
        }
    }
}
