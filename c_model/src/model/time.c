/* SPDX-License-Identifier: Apache-2.0 */
#include "model/time.h"
#include "arch/pmbsr.h"
#include "arch/route.h"
#include "doubt/choose.h"
#include "doubt/stale.h"
#include "events/enabling.h"
#include "events/event.h"
#include "events/level_history.h"
#include "events/nolife.h"
#include "events/window_write.h"
#include "judge/changed.h"
#include "model/hypotheses.h"
#include "ports/outputs.h"
#include "ports/starving.h"
#include "ports/sync.h"
#include "ports/sysreg.h"
#include "queue/buffer.h"
#include "queue/discard.h"
#include "queue/pointer_check.h"
#include "sampling/inflight.h"
#include "sampling/select.h"
#include "state/model.h"

static void end_cycle(struct spe_model *m, const void *nothing)
{
    (void)nothing;
    if (m->spu->fl.n_ended != 0) {
        inflight_flush(m);
    }
    if (m->spu->selection.awaited.open) {
        model_await_expired(m);
    }
    model_effects_decide(m);
    if (m->spu->contexts.next >= 0) {
        model_switch_ctx(m);
    }
}

static void schedule(struct spe_model *m)
{
    uint64_t due;

    m->spu->schedule.due = UINT64_MAX;
    model_effects_schedule(m);
    if (!m->spu->events.irq_checked) {
        schedule_at(&m->spu->schedule, m->spu->events.s_cycle + (uint64_t)m->cfg.irq_max + 1);
    }
    if (levels_due(&m->spu->lv, &due)) {
        schedule_at(&m->spu->schedule, due);
    }
    if (!m->records && nolife_due(m, &due)) {
        schedule_at(&m->spu->schedule, due);
    }
    sync_watch(m);
}

/* PMBPTR_EL1 goes to the byte after the record, or stays (B13, B29, 3.6.1). */
static void move_pointer(struct spe_model *m)
{
    const enum fork_kind stays = m->spu->pointer.alt;
    const uint64_t old = m->spu->regs.v[SPE_PMBPTR];

    m->spu->pointer.due = false;
    m->spu->pointer.alt = FORK_KINDS;
    m->spu->pointer.cycle = m->clock.cycle;
    if (stays != FORK_KINDS && old != m->spu->pointer.value && choose(m, stays, 2) == 1) {
        m->spu->buf.account.known = false;
        bytemap_clear_from(&m->spu->buf.map, old); /* these bytes are written again */
        return;
    }
    model_stale_note(m, SPE_PMBPTR, old, m->spu->pointer.last);
    m->spu->regs.v[SPE_PMBPTR] = m->spu->pointer.value;
}

/* LN10: COLL is set whatever S is (RT4). */
static void set_coll(struct spe_model *m, enum spe_reg reg)
{
    if ((m->spu->regs.v[reg] & SPE_PMBSR_COLL) == 0) {
        model_stale_note(m, reg, 0, 0);
    }
    m->spu->regs.v[reg] |= SPE_PMBSR_COLL;
    m->spu->unknown.bits[reg] &= ~SPE_PMBSR_COLL;
    m->spu->events.set |= 2u << pmbsr_index(reg);
}

static void enable(struct spe_model *m)
{
    model_reenable(m, true);
    if (!m->spu->enabled.buffer) {
        buffer_discard(m);
    }
}

/* The updates of the last cycle are applied in this order: the ordinary movement of PMBPTR_EL1;
 * what software wrote (B28); over that the other hardware updates (dpi/timing.md W10). */
static void start_cycle(struct spe_model *m, const void *nothing)
{
    bool was_on = m->spu->enabled.buffer;

    (void)nothing;
    if (m->spu->stale.n != 0) {
        stale_expire(&m->spu->stale, (uint64_t)m->cfg.read_lag_max, m->clock.cycle);
    }
    levels_judge(m, m->clock.cycle - 1);
    m->spu->schedule.busy = false;
    m->spu->events.was_stopped = m->spu->events.s_level;
    contexts_cycle(&m->spu->contexts);
    if (m->spu->pointer.due) {
        move_pointer(m);
        model_changed(m, "B5");
    }
    model_apply_writes(m);
    for (unsigned el = 1; m->spu->coll_due != 0; el++) {
        if ((m->spu->coll_due & 1u << el) != 0) {
            m->spu->coll_due &= ~(1u << el);
            set_coll(m, arch_pmbsr(el));
            model_changed(m, "S3.1.4");
        }
    }
    model_effects_due(m);
    buffer_doomed_offers(m);
    enable(m);
    inflight_start_cycle(m, was_on);
    buffer_check_head(m);
    if (!was_on && m->spu->enabled.buffer) {
        buffer_check_kept(m);
    }
    if (events_now(&m->spu->events, m->clock.cycle)) { /* a record has come into the queue */
        model_effects_due(m);
        enable(m);
    }
    model_draws_check(m);
    outputs_deadline(m);
    levels_note(m);
    schedule(m);
    model_changed(m, "S3.2.3");
}

void model_advance(struct spe_model *m, uint64_t to)
{
    while (m->clock.cycle < to) {
        const uint64_t next = m->clock.cycle + 1;
        uint64_t due;
        const bool busy = hypotheses_due(m, &due);
        if (busy) {
            hypotheses_step(m, STEP_OTHER, end_cycle, NULL);
            clock_step(&m->clock, next);
            hypotheses_step(m, STEP_START, start_cycle, NULL);
        } else if (due <= to) {
            clock_step(&m->clock, due > next ? due : next);
            hypotheses_step(m, STEP_START, start_cycle, NULL);
        } else {
            clock_step(&m->clock, to);
        }
    }
}
