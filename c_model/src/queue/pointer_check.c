/* SPDX-License-Identifier: Apache-2.0 */
#include "queue/pointer_check.h"
#include "doubt/choose.h"
#include "doubt/event_list.h"
#include "state/model.h"

/* The check of PMBPTR_EL1 when the first record is to be written (3.4.1; dpi/timing.md W11). */

/* Whether the pointer breaks the rule: one largest record below the limit at least, and equal top
 * bytes (B1, B26). */
static bool too_high(const struct spe_config *cfg, uint64_t limit, uint64_t ptr)
{
    uint64_t size = (uint64_t)1 << cfg->max_size;

    return (ptr >> 56) != (limit >> 56) || limit < size || ptr > limit - size;
}

/* W14: whether the buffer is larger than PMBIDR_EL1.MaxBuffSize: mantissa [8:0], exponent [13:9]
 * (D24.7.1). */
static bool too_large(const struct spe_config *cfg, uint64_t limit, uint64_t ptr)
{
    uint64_t mantissa = (uint64_t)cfg->max_buff_size & 0x1FF;
    unsigned exponent = (unsigned)cfg->max_buff_size >> 9;
    uint64_t most = exponent == 0 ? mantissa << 12 : (mantissa | 0x200) << (exponent + 11);

    return cfg->max_buff_size != 0 && limit - ptr > most;
}

/* The rule that a pointer breaks. If it breaks both rules of 3.4.1, the Alignment fault is reported
 * (3.5.1). The size is looked at last (W14). */
enum broken { BROKEN_NONE, BROKEN_ALIGNMENT, BROKEN_ROOM, BROKEN_SIZE };
static enum broken broken_by(const struct spe_config *cfg, uint64_t limit, uint64_t ptr)
{
    if ((ptr & (((uint64_t)1 << cfg->align) - 1)) != 0) {
        return BROKEN_ALIGNMENT;
    }
    if (too_high(cfg, limit, ptr)) {
        return BROKEN_ROOM;
    }
    return too_large(cfg, limit, ptr) ? BROKEN_SIZE : BROKEN_NONE;
}

/* @return whether the pointer is wrong; *e says how. */
static bool is_wrong(const struct spe_model *m, struct effect *e)
{
    const uint64_t limit = m->spu->regs.v[SPE_PMBLIMITR] & SPE_PMBLIMITR_LIMIT;
    const enum broken broken = broken_by(&m->cfg, limit, m->spu->regs.v[SPE_PMBPTR]);
    bool any = m->cfg.wrong_pointer == spe_cfg_wrong_pointer_any;

    if (broken == BROKEN_ALIGNMENT && m->cfg.misaligned == spe_cfg_misaligned_alignment) {
        e->ec = SPE_PMBSR_EC_STAGE1; /* Table 6, B2 */
        e->mss = SPE_PMBSR_FSC_ALIGNMENT;
        e->dl = model_boundary_dl(m);
        e->cause = CAUSE_ALIGNMENT;
    } else if (broken == BROKEN_ALIGNMENT || broken == BROKEN_ROOM) {
        model_wrong_pointer(e, any ? spe_cfg_wrong_pointer_full : m->cfg.wrong_pointer);
        e->wrong = any;
        e->cause = e->full ? CAUSE_FULL_FIRST : CAUSE_POINTER;
    } else if (broken == BROKEN_SIZE) {
        e->mss = SPE_PMBSR_BSC_SIZE;
        e->cause = CAUSE_SIZE;
    }
    return broken != BROKEN_NONE;
}

/* The addresses of `set` that break the rule `broken`; if `these` is false, the other addresses. */
static struct byteset only(const struct spe_config *cfg, uint64_t limit, const struct byteset *set,
                           enum broken broken, bool these)
{
    struct byteset kept = {.base = set->base};

    for (uint64_t at = set->base; at - set->base < BYTESET_BYTES; at++) {
        if (byteset_has(set, at) && (broken_by(cfg, limit, at) == broken) == these) {
            byteset_add(&kept, at);
        }
    }
    return kept;
}

void buffer_pointer_judged(struct spe_model *m)
{
    const uint64_t limit = m->spu->regs.v[SPE_PMBLIMITR] & SPE_PMBLIMITR_LIMIT;
    uint64_t *ptr = &m->spu->regs.v[SPE_PMBPTR], at;
    struct pointer *p = &m->spu->pointer;

    while (p->open) {
        const enum broken broken = broken_by(&m->cfg, limit, *ptr);
        const struct byteset others = only(&m->cfg, limit, &p->others, broken, false);
        if (!byteset_from(&others, others.base, &at)) {
            return;
        }
        if (!choose_when(m)) {
            p->others = only(&m->cfg, limit, &p->others, broken, true);
            return;
        }
        p->others = others;
        *ptr = at;
    }
}

bool buffer_pointer_wrong(const struct spe_model *m)
{
    struct effect e = {0};

    return is_wrong(m, &e);
}

/* Without a first record the pointer was moved after enabling. The rule applies to enabling, so it
 * is UNPREDICTABLE whether the SPU checks the pointer again (B1). */
void buffer_check_pointer(struct spe_model *m, const struct rec *first)
{
    const bool moved = first == NULL;
    struct effect e = {.order = moved ? 0 : first->order,
                       .lo = m->clock.cycle,
                       .hi = m->clock.cycle + (uint64_t)m->cfg.b1_max,
                       .late = true,
                       .optional = moved};

    m->spu->enabled.check_pointer = m->spu->buf.moved = false;
    m->spu->buf.checked = m->spu->regs.v[SPE_PMBLIMITR] & SPE_PMBLIMITR_LIMIT;
    if (!is_wrong(m, &e)) {
        return;
    }
    m->spu->buf.blocked |= !moved;
    m->spu->buf.blocked_high |= !moved && e.mss != SPE_PMBSR_FSC_ALIGNMENT;
    model_event(m, e);
}

void buffer_check_undone(struct events *events)
{
    for (int i = 0; i < events->n; i++) {
        events->effect[i].optional |= events->effect[i].late;
    }
}

void buffer_check_mended(struct spe_model *m)
{
    if (!buffer_pointer_wrong(m)) {
        buffer_check_undone(&m->spu->events);
        m->spu->buf.blocked = m->spu->buf.blocked_high = false;
    }
}

void buffer_check_kept(struct spe_model *m)
{
    const struct rec *head = m->spu->buf.n > 0 ? queue_at(&m->spu->buf, 0) : NULL;

    if (head != NULL && head->state == REC_MAYBE && head->may_write &&
        m->spu->enabled.check_pointer) {
        buffer_check_pointer(m, NULL);
        m->spu->enabled.check_pointer = true; /* for a later record, if these were dropped */
    }
}

void buffer_check_again(struct spe_model *m)
{
    struct effect e = {.lo = m->clock.cycle + 1,
                       .hi = m->clock.cycle + 1 + (uint64_t)m->cfg.b1_max,
                       .late = true,
                       .optional = true};

    if (m->spu->buf.n > 0 && is_wrong(m, &e)) {
        model_event(m, e);
    }
}

static bool written(const struct writes *writes)
{
    for (int i = 0; i < writes->n; i++) {
        if (writes->at[i].reg == SPE_PMBPTR) {
            return true;
        }
    }
    return false;
}

bool pointer_may_be_checked(const struct spu *spu)
{
    const bool comes = spu->fl.n_staged != 0 || spu->fl.n_wait != 0;

    if (!comes) {
        return spu->buf.n != 0 &&
               (!spu->enabled.buffer || spu->enabled.check_pointer || written(&spu->writes));
    }
    /* A register write or a context may enable the buffer in the same step. */
    return spu->writes.n != 0 || !spu->enabled.buffer || spu->enabled.check_pointer ||
           spu->buf.moved || spu->buf.checked != (spu->regs.v[SPE_PMBLIMITR] & SPE_PMBLIMITR_LIMIT);
}
