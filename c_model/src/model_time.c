/* SPDX-License-Identifier: Apache-2.0 */
#include "model_internal.h"

void model_due(struct spe_model *m, uint64_t cycle)
{
    if (cycle < m->due_cycle) {
        m->due_cycle = cycle;
    }
}

uint64_t model_active_now(const struct spe_model *m)
{
    return m->active_base + (m->active ? m->cycle - m->active_since + 1 : 0);
}

void model_clk(struct spe_model *m, const struct spe_txn_clk *t)
{
    /* The new state holds from this cycle on. */
    if (m->active) {
        m->active_base += m->cycle - m->active_since;
    }
    m->active = t->active != 0;
    m->active_since = m->cycle;
}

static void end_cycle(struct spe_model *m)
{
    if (m->fl.n_ended != 0) {
        inflight_flush(m);
    }
    if (m->awaiting) {
        model_await_expired(m);
    }
    if (m->next >= 0) {
        model_switch_ctx(m);
    }
}

static void schedule(struct spe_model *m)
{
    m->due_cycle = UINT64_MAX;
    model_effects_schedule(m);
    if (!m->irq_checked) {
        model_due(m, m->s_cycle + (uint64_t)m->cfg.irq_max + 1);
    }
}

/* PMBPTR_EL1 goes to the byte after the record. */
static void move_pointer(struct spe_model *m)
{
    uint64_t old = m->regs.v[SPE_PMBPTR];

    m->ptr_due = false;
    m->regs.v[SPE_PMBPTR] = m->ptr_value;
    for (int i = 0; i < m->n_alts; i++) {
        m->alt[i].ptr = m->ptr_value;
    }
    if (m->ptr_keep_alt) {
        /* 3.5: while S is 1 the pointer is retained (B13). */
        model_alternative(m, "B13", old, m->regs.v[SPE_PMBSR]);
    }
    m->ptr_keep_alt = false;
}

/* Hardware updates of the last cycle come first: a direct write of the same cycle wins (B28). */
static void start_cycle(struct spe_model *m)
{
    bool was_on = m->buffer_on;

    m->busy = false;
    if (m->ptr_due) {
        move_pointer(m);
    }
    if (m->coll_due) {
        m->coll_due = false;
        m->regs.v[SPE_PMBSR] |= SPE_PMBSR_COLL;
        for (int i = 0; i < m->n_alts; i++) {
            m->alt[i].bsr |= SPE_PMBSR_COLL;
        }
    }
    model_effects_due(m);
    model_apply_writes(m);
    model_reenable(m, true);
    if (!m->buffer_on) {
        buffer_discard(m);
    }
    inflight_start_cycle(m, was_on);
    model_draws_check(m);
    outputs_deadline(m);
    schedule(m);
}

void model_advance(struct spe_model *m, uint64_t to)
{
    while (m->cycle < to) {
        if (m->busy) {
            end_cycle(m);
            m->cycle++;
            start_cycle(m);
        } else if (m->due_cycle <= to) {
            m->cycle = m->due_cycle > m->cycle ? m->due_cycle : m->cycle + 1;
            start_cycle(m);
        } else {
            m->cycle = to;
        }
    }
}
