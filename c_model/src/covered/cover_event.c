/* SPDX-License-Identifier: Apache-2.0 */
#include "covered/cover_event.h"
#include "arch/pmbsr.h"
#include "covered/cover.h"
#include "covered/cover_cross.h"
#include "state/model.h"

/* Management events: what they say and where they hit. */

/* Fault status codes of Table D17-11 as classes and levels: the four levels of a class share the
 * upper bits, the levels -1 and -2 have codes of their own (ESR_ELx.DFSC). */
struct status_code {
    uint8_t mask, value;
    uint8_t fault; /* enum cover_fault */
    int8_t level;  /* of the code; LEVEL_BITS: bits [1:0] of the code are the level; NO_LEVEL */
};

enum { LEVEL_BITS = 16, NO_LEVEL = 17 };

static const struct status_code codes[] = {
    {0x3C, 0x00, FAULT_SIZE, LEVEL_BITS},
    {0x3F, 0x29, FAULT_SIZE, -1},
    {0x3F, 0x2C, FAULT_SIZE, -2},
    {0x3C, 0x04, FAULT_TRANSLATION, LEVEL_BITS},
    {0x3F, 0x2B, FAULT_TRANSLATION, -1},
    {0x3F, 0x2A, FAULT_TRANSLATION, -2},
    {0x3C, 0x08, FAULT_ACCESS_FLAG, LEVEL_BITS},
    {0x3C, 0x0C, FAULT_PERMISSION, LEVEL_BITS},
    {0x3C, 0x14, FAULT_WALK, LEVEL_BITS},
    {0x3F, 0x13, FAULT_WALK, -1},
    {0x3F, 0x12, FAULT_WALK, -2},
    {0x3C, 0x24, FAULT_GPF_WALK, LEVEL_BITS},
    {0x3F, 0x23, FAULT_GPF_WALK, -1},
    {0x3F, 0x22, FAULT_GPF_WALK, -2},
    {0x3F, 0x28, FAULT_GPF, NO_LEVEL},
    {0x3F, 0x21, FAULT_ALIGNMENT, NO_LEVEL},
    {0x3F, 0x30, FAULT_TLB, NO_LEVEL},
    {0x3F, 0x31, FAULT_ATOMIC, NO_LEVEL},
    {0x3F, 0x1B, FAULT_PARITY, -1},
    {0x3F, 0x35, FAULT_UNSUPPORTED, NO_LEVEL},
    {0x3F, 0x10, FAULT_SYNC, NO_LEVEL},
    {0x3F, 0x11, FAULT_ASYNC, NO_LEVEL},
    {0x00, 0x00, FAULT_OTHER, NO_LEVEL},
};

static void hit_fault(struct spe_model *m, unsigned stage, unsigned fsc)
{
    const struct status_code *code = codes;

    while ((fsc & code->mask) != code->value) {
        code++;
    }
    int level = code->level == LEVEL_BITS ? (int)(fsc & 3) : code->level;
    cover_hit(m, COVER_FAULT, code->fault, stage,
              code->level == NO_LEVEL ? 0u : (unsigned)(level + 3), 0);
}

/* What a Permission fault was due to: MSS2 bits 5 to 8 (D24.7.5). */
static void permission(struct spe_model *m, unsigned stage, uint64_t mss2)
{
    unsigned bits = (unsigned)(mss2 >> 5 & 15);

    if (bits == 0) {
        cover_hit(m, COVER_PERMISSION, 0, stage, 0, 0);
    }
    for (unsigned i = 0; i < 4; i++) {
        if ((bits >> i & 1) != 0) {
            cover_hit(m, COVER_PERMISSION, 1 + i, stage, 0, 0);
        }
    }
}

/* The kind of an event by EC and MSS (D24.7.5). */
static enum cover_event event_of(const struct spe_config *cfg, unsigned ec, unsigned mss)
{
    bool write_abort = mss == SPE_PMBSR_FSC_SYNC_ABORT || mss == SPE_PMBSR_FSC_ASYNC_ABORT;

    switch (ec) {
    case SPE_PMBSR_EC_GPC:
        return EVENT_GPC;
    case SPE_PMBSR_EC_IMPDEF:
        return EVENT_IMPDEF;
    case SPE_PMBSR_EC_STAGE1:
        if (mss == SPE_PMBSR_FSC_ALIGNMENT) {
            return EVENT_ALIGNMENT;
        }
        return write_abort && (cfg->ext_abort == spe_cfg_ext_abort_sync ||
                               cfg->ext_abort == spe_cfg_ext_abort_async)
                   ? EVENT_EXTERNAL
                   : EVENT_ABORT1;
    case SPE_PMBSR_EC_STAGE2:
        return EVENT_ABORT2;
    default:
        return mss == SPE_PMBSR_BSC_FULL   ? EVENT_FULL
               : mss == SPE_PMBSR_BSC_SIZE ? EVENT_SIZE
                                           : EVENT_DENIED;
    }
}

static unsigned position(const struct spe_regs *regs, const struct rec *rec)
{
    uint64_t ptr = regs->v[SPE_PMBPTR];

    if (ptr == rec->va) {
        return 0;
    }
    return (ptr & 0xFFF) == 0 ? 2 : 1;
}

void cover_event(struct spe_model *m, unsigned target, bool pointer)
{
    struct cover_taken *taken = &m->spu->seen.taken[target - 1];
    const struct rec *rec = rec_seen(&m->spu->buf, m->spu->buf.doomed);

    taken->event = true;
    taken->pointer = pointer;
    taken->in_record = rec != NULL && rec->doom.cycle + 1 >= m->clock.cycle;
    taken->place = taken->in_record ? (uint8_t)position(&m->spu->regs, rec) : 0;
}

void cover_event_abort(struct spe_model *m, unsigned target)
{
    m->spu->seen.taken[target - 1].abort = true;
}

static void event_kind(struct spe_model *m, unsigned bsr, uint64_t pmbsr)
{
    unsigned ec = (unsigned)((pmbsr & SPE_PMBSR_EC) >> SPE_PMBSR_EC_SHIFT);
    unsigned mss = (unsigned)(pmbsr & SPE_PMBSR_MSS);
    const struct cover_taken *taken = &m->spu->seen.taken[bsr];
    enum cover_event kind = event_of(&m->cfg, ec, mss);

    if (taken->pointer && kind != EVENT_ALIGNMENT && kind != EVENT_SIZE) {
        kind = EVENT_WRONG;
    } else if (!taken->pointer && kind == EVENT_ALIGNMENT) {
        kind = EVENT_ABORT1; /* the response of a translation reported it */
    }

    cover_hit(m, COVER_EVENT, kind, bsr, 0, 0);
    cover_hit(m, COVER_ORDER, kind, taken->order, 0, 0);
    cover_hit(m, COVER_SYNDROME, kind,
              ((pmbsr & SPE_PMBSR_DL) != 0 ? 1u : 0u) | ((pmbsr & SPE_PMBSR_EA) != 0 ? 2u : 0u) |
                  ((pmbsr & SPE_PMBSR_COLL) != 0 ? 4u : 0u),
              0, 0);
    if (kind == EVENT_ABORT1 || kind == EVENT_ABORT2 || kind == EVENT_ALIGNMENT ||
        kind == EVENT_EXTERNAL) {
        hit_fault(m, kind == EVENT_ABORT2, mss & 63);
        if ((mss & 0x3C) == 0x0C) {
            permission(m, kind == EVENT_ABORT2, (pmbsr & SPE_PMBSR_MSS2) >> SPE_PMBSR_MSS2_SHIFT);
        }
    }
    if (taken->in_record && (kind == EVENT_ABORT1 || kind == EVENT_ABORT2 || kind == EVENT_GPC ||
                             (kind == EVENT_EXTERNAL && mss == SPE_PMBSR_FSC_SYNC_ABORT))) {
        cover_hit(m, COVER_FAULT_AT, kind, taken->place, 0, 0);
    }
}

void cover_levels(struct spe_model *m, unsigned now, unsigned el)
{
    unsigned levels = now & ~m->spu->seen.levels[el];

    for (unsigned i = 0; i < 4; i++) {
        m->spu->seen.levels[i] &= now;
    }
    m->spu->seen.levels[el] = now;
    if ((levels & SPE_OUT_PMBIRQ) != 0) {
        cover_hit(m, COVER_EXCEPTION, 0, 0, el, 0);
    }
    for (unsigned i = 0; i < 3; i++) {
        if ((SPE_OUT_PENDING(levels) >> i & 1) != 0) {
            cover_hit(m, COVER_EXCEPTION, 1 + i, 0, el, 0);
        }
        if ((SPE_OUT_TAKE(levels) >> i & 1) != 0) {
            cover_hit(m, COVER_EXCEPTION, 1 + i, 1, el, 0);
        }
    }
}

static bool in_flight(const struct spe_config *cfg, const struct spu *spu)
{
    bool flight = false;

    for (int i = 0; i < cfg->inflight; i++) {
        flight |= spu->fl.tag[i].state == TAG_FLIGHT;
    }
    return flight;
}

static bool writing(const struct buffer *buf)
{
    return buf->n > 0 && queue_seen(buf, 0)->state == REC_STARTED;
}

static bool queued(const struct buffer *buf)
{
    return buf->n > 0 && queue_seen(buf, buf->n - 1)->state == REC_QUEUED;
}

static void sequence_if(struct spe_model *m, bool holds, enum cover_sequence sequence)
{
    if (holds) {
        cover_sequence(m, sequence);
    }
}

void cover_event_situation(struct spe_model *m, unsigned target)
{
    m->spu->seen.taken[target - 1].flight = in_flight(&m->cfg, m->spu);
    m->spu->seen.taken[target - 1].queued = queued(&m->spu->buf);
    m->spu->seen.taken[target - 1].order = (uint8_t)cover_responses(m);
}

static void event_read(struct spe_model *m, unsigned bsr, uint64_t pmbsr)
{
    struct cover_taken *taken = &m->spu->seen.taken[bsr];

    if (taken->event && (pmbsr & SPE_PMBSR_S) != 0) { /* with S 0 the event did not come */
        event_kind(m, bsr, pmbsr);
        sequence_if(m, taken->flight, SEQ_EVENT_FLIGHT);
        sequence_if(m, taken->queued, SEQ_EVENT_QUEUED);
    }
    sequence_if(m, taken->abort, SEQ_EVENT_ABORT);
    cover_event_over(m, bsr);
}

void cover_read(struct spe_model *m, int reg, uint64_t data)
{
    const int bsr = pmbsr_index((enum spe_reg)reg);

    if (bsr >= 0) {
        event_read(m, (unsigned)bsr, data);
    } else if (reg == SPE_PMSICR) {
        cover_interval_read(m, data);
    }
}

void cover_event_over(struct spe_model *m, unsigned bsr)
{
    m->spu->seen.taken[bsr] = (struct cover_taken){.event = false};
}

void cover_disabled(struct spe_model *m)
{
    sequence_if(m, queued(&m->spu->buf), SEQ_DISABLE_QUEUED);
    sequence_if(m, writing(&m->spu->buf), SEQ_DISABLE_WRITING);
    sequence_if(m, in_flight(&m->cfg, m->spu), SEQ_DISABLE_FLIGHT);
}

void cover_reset(struct spe_model *m)
{
    for (unsigned bsr = 0; bsr < 3; bsr++) {
        cover_event_over(m, bsr);
    }
    sequence_if(m, writing(&m->spu->buf), SEQ_RESET_WRITING);
    sequence_if(m, in_flight(&m->cfg, m->spu), SEQ_RESET_FLIGHT);
}

void cover_owner(struct spe_model *m)
{
    sequence_if(m, m->spu->buf.asked.open, SEQ_OWNER_WALK);
    sequence_if(m, writing(&m->spu->buf), SEQ_OWNER_WRITING);
}

void cover_tlbi(struct spe_model *m)
{
    sequence_if(m, m->spu->buf.asked.open, SEQ_TLBI_WALK);
}

void cover_ids(struct spe_model *m, bool cached)
{
    sequence_if(m, cached, SEQ_IDS_CACHED);
}

void cover_pointer(struct spe_model *m)
{
    sequence_if(m, writing(&m->spu->buf), SEQ_POINTER_WRITING);
}

static bool same_taken(const struct cover_taken *a, const struct cover_taken *b)
{
    return a->event == b->event && a->abort == b->abort && a->flight == b->flight &&
           a->queued == b->queued && a->pointer == b->pointer && a->in_record == b->in_record &&
           a->place == b->place && a->order == b->order;
}

void cover_join(struct cover_seen *seen, const struct cover_seen *other)
{
    for (int i = 0; i < 3; i++) {
        if (!same_taken(&seen->taken[i], &other->taken[i])) {
            seen->taken[i] = (struct cover_taken){.event = false};
        }
    }
    for (int i = 0; i < 4; i++) {
        seen->levels[i] |= other->levels[i];
    }
}
