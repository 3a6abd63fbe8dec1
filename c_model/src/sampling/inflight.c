/* SPDX-License-Identifier: Apache-2.0 */
#include <assert.h>
#include <inttypes.h>
#include <string.h>

#include "arch/enable.h"
#include "arch/filter.h"
#include "contract/contract.h"
#include "covered/cover.h"
#include "covered/cover_record.h"
#include "doubt/filter_fork.h"
#include "doubt/filter_note.h"
#include "doubt/unknown.h"
#include "judge/journal_events.h"
#include "judge/report.h"
#include "queue/buffer.h"
#include "queue/denied.h"
#include "queue/discard.h"
#include "queue/sweep.h"
#include "queue/wait.h"
#include "record/encode.h"
#include "record/life.h"
#include "record/record.h"
#include "record/sample.h"
#include "sampling/inflight.h"
#include "state/model.h"
#include "state/queue.h"
#include "story/story.h"

static void story_select(struct spe_model *m, struct tag *tag, const struct spe_txn_sel *sel)
{
    const struct spe_txn_ctx *ctx = &m->spu->contexts.txn[sel->ctx];
    struct spe_story *s = &tag->story;

    memset(s, 0, sizeof(*s));
    s->pc = sel->pc;
    s->op = sel->op;
    s->flags = sel->flags;
    s->ctx_state = ctx->state;
    s->contextidr_el1 = ctx->contextidr_el1;
    s->contextidr_el2 = ctx->contextidr_el2;
    s->cntvoff = ctx->cntvoff;
    s->cntpoff = ctx->cntpoff;
    s->cntpct_select = m->spu->contexts.cntpct;
    s->pmscr_el1 = m->spu->regs.v[SPE_PMSCR_EL1];
    s->pmscr_el2 = m->spu->regs.v[SPE_PMSCR_EL2];
    story_stamp(s, SPE_LIFE_KINDS, clock_active(&m->clock));
}

void inflight_select(struct spe_model *m, const struct spe_txn_sel *sel)
{
    struct tag *tag = &m->spu->fl.tag[sel->tag];
    struct spe_ctx ctx = *contexts_of(&m->spu->contexts, sel->ctx);

    if (tag->state != TAG_FREE) {
        /* Only after a finding: the SPU has given a tag that was in use. */
        m->spu->acc.lost_samples++;
        if (tag->state == TAG_WAIT) {
            buffer_lose(m, rec_of(&m->spu->buf, tag->rec));
            m->spu->acc.lost_samples--;
            inflight_unwait(&m->spu->fl, sel->tag);
        }
    }
    *tag = (struct tag){.state = TAG_FLIGHT,
                        .order = ++m->spu->fl.orders,
                        .pos = m->spu->ops,
                        .regime = (uint8_t)spe_owning_regime(&m->cfg, &ctx),
                        .sel_cycle = m->clock.cycle};
    ctx.cntpct = m->spu->contexts.cntpct;
    if ((m->spu->unknown.bits[SPE_PMSCR_EL1] | m->spu->unknown.bits[SPE_PMSCR_EL2]) != 0) {
        model_unknown_collect(m, &ctx);
    }
    life_begin(&tag->life, clock_active(&m->clock));
    sample_select(&tag->sample, &m->cfg, &m->spu->regs, &ctx, sel);
    story_select(m, tag, sel);
    journal_sample(m, tag, sel->tag);
}

static void no_such_life(struct spe_model *m, const struct spe_txn_life *t)
{
    struct spe_finding f = model_finding(m, SPE_CHECK_CONTRACT, "dpi/README.md");

    FMT(f.where, "life.tag");
    FMT(f.text, "life event of tag %u, under which no operation is in flight", t->tag);
    model_emit(m, &f);
}

/* What is wrong with the life of an operation that retires, or NULL (LF4). */
static const char *life_wrong(const struct spe_life *life)
{
    if (!life->has_complete) {
        return life->has_issue ? "no complete" : "no issue, no complete";
    }
    if (!life->has_issue) {
        return "no issue";
    }
    return life->issue > life->complete ? "complete, then issue" : NULL;
}

/* LF4: report an operation that retires without issue and complete in order. A PE that samples at
 * retire gives counts instead (LF5). */
static void check_retired(struct spe_model *m, const struct spe_txn_life *t)
{
    const char *wrong = life_wrong(&m->spu->fl.tag[t->tag].life);

    if (t->kind != SPE_LIFE_RETIRE || m->cfg.sample_point == spe_cfg_sample_point_retire ||
        wrong == NULL) {
        return;
    }
    struct spe_finding f = model_finding(m, SPE_CHECK_CONTRACT, "dpi/README.md");
    FMT(f.where, "life.kind");
    FMT(f.expected, "issue, then complete, then retire");
    FMT(f.actual, "%s", wrong);
    FMT(f.text, "the operation of tag %u retires without having been issued and completed in order",
        t->tag);
    model_emit(m, &f);
}

/* The life of the tag ends. The sample is done with in the next cycle, in which a selection may
 * have had the tag already. */
static void life_ends(struct inflight *fl, unsigned tag, uint64_t now)
{
    const uint64_t order = fl->tag[tag].order;

    if (fl->end_cycle != now || order < fl->end_order) {
        fl->end_order = order;
    }
    fl->end_cycle = now;
    assert(fl->n_ended < MAX_TAGS); /* each tag ends once: checked before */
    fl->ended[fl->n_ended++] = (int)tag;
}

/* LF1: a pulse belongs to the operation selected under the tag in an earlier cycle. */
void inflight_life(struct spe_model *m, const struct spe_txn_life *t)
{
    struct tag *tag = &m->spu->fl.tag[t->tag];

    if (tag->state != TAG_FLIGHT || tag->sel_cycle == m->clock.cycle) {
        no_such_life(m, t);
        return;
    }
    for (int i = 0; i < m->spu->fl.n_ended; i++) {
        if (m->spu->fl.ended[i] == t->tag) {
            no_such_life(m, t);
            return;
        }
    }
    check_retired(m, t);
    life_event(&tag->life, t->kind, clock_active(&m->clock));
    story_stamp(&tag->story, t->kind, clock_active(&m->clock));
    journal_life(m, tag, t->kind);
    if (t->kind >= SPE_LIFE_RETIRE) {
        tag->story.end = *t;
        tag->story.cntpct_end = m->spu->contexts.cntpct;
        life_ends(&m->spu->fl, t->tag, m->clock.cycle);
        m->spu->schedule.busy = true;
    }
}

/* One more record is predicted. @return its number. */
static uint64_t predict(struct spu *spu)
{
    spu->tot.predicted++;
    return ++spu->fl.records;
}

/* What a record has from its sample. */
static void from_sample(struct rec *rec, const struct tag *tag)
{
    rec->order = rec->may.first = rec->may.last = tag->order;
    rec->pos = tag->pos;
    rec->life.sel_cycle = tag->sel_cycle;
    rec->story = tag->story;
    cover_note(rec, tag);
}

static struct rec *make_record(struct spe_model *m, struct tag *tag)
{
    struct spe_record record;
    struct rec *rec = buffer_new(&m->spu->buf, tag->order);
    const uint64_t id = predict(m->spu);
    const char *root;
    int ts_at;

    if (rec == NULL && filter_fork_forget(m)) {
        rec = buffer_new(&m->spu->buf, tag->order);
    }
    if (rec == NULL) {
        model_overflow(m, "records that are not settled", MAX_RECS);
        m->spu->tot.lost++;
        return NULL;
    }
    record_build(&m->cfg, &tag->sample, &record);
    root = record_root(&m->cfg, &record);
    if (root != NULL) {
        contract_misuse(m, root, "%s is Root, which no record can tell", root);
    }
    rec->len = layout_encode(&m->cfg, &m->layout, &record, rec->bytes, sizeof(rec->bytes), &ts_at);
    rec->ts_at = record.ts_unknown ? ts_at : -1;
    rec->id = id;
    rec->life.made_cycle = m->clock.cycle;
    rec->enq_cycle = m->clock.cycle;
    rec->modes.since = 1u << m->spu->enabled.mode;
    from_sample(rec, tag);
    if (rec->len <= 0) {
        /* spe_config_check() ensures that every record fits. */
        struct spe_finding f = model_finding(m, SPE_CHECK_CONTRACT, "DDI 0586A 4.3.11");
        FMT(f.where, "record %" PRIu64, rec->id);
        FMT(f.text, "the predicted record does not fit 2^%d bytes", m->cfg.max_size);
        model_emit(m, &f);
        buffer_lose(m, rec);
        return NULL;
    }
    journal_record(m, rec);
    return rec;
}

/* Note the filters in the story, for oracle (b). */
static void story_filters(struct spe_regs *regs, struct spe_story *story)
{
    story->has_filters = true;
    story->pmsfcr = regs->v[SPE_PMSFCR];
    story->pmsevfr = regs->v[SPE_PMSEVFR];
    story->pmsnevfr = regs->v[SPE_PMSNEVFR];
    story->pmslatfr = regs->v[SPE_PMSLATFR];
    story->pmsdsfr = regs->v[SPE_PMSDSFR];
}

/* PM4: SAMPLE_FEED_BR and the others count each operation that ends, captured or not. */
static void count_kinds(const struct spe_config *cfg, struct spu *spu, uint64_t now,
                        const struct spe_filtered *seen)
{
    const unsigned kinds = filter_feed(cfg, &spu->regs, seen);

    for (int i = 0; i < SPE_FEED_KINDS; i++) {
        if ((kinds >> i & 1) != 0) {
            count_add(&spu->acc.count[COUNT_FEED_KIND + i], 1, now);
        }
    }
}

/* A sample that the filters may have kept or rejected: its record is there, or its tag is free. */
static void fork_record(struct spe_model *m, int number, enum fork_kind kind)
{
    struct tag *tag = &m->spu->fl.tag[number];
    bool discard = arch_discard_mode(&m->cfg, &m->spu->regs);

    filter_fork_sweep(m);
    inflight_admit(m); /* SAMPLE_FILTRATE may have made room for a record that waits */
    count_maybe(&m->spu->acc.count[COUNT_FILTRATE]);
    struct rec *rec = discard ? NULL : make_record(m, tag);
    inflight_release(m, tag);
    if (rec == NULL) {
        if (discard) {
            (void)predict(m->spu);
            m->spu->tot.lost++;
        }
        filter_fork_gone(m, kind, m->clock.cycle, false);
        return;
    }
    filter_fork_begun(m, rec, kind);
    if (buffer_takes(m)) {
        inflight_stage(&m->spu->fl, rec_number(&m->spu->buf, rec));
    } else {
        buffer_disabled_record(m, rec);
    }
}

/* Whether each record that has a place in the queue is certainly there, or is being written. If one
 * may be absent, the SPU may have had room. */
static bool queue_certain(const struct spu *spu)
{
    bool certain = true;

    for (int i = 0; i < spu->buf.n; i++) {
        const struct rec *rec = queue_seen(&spu->buf, i);
        certain &= rec->state != REC_MAYBE && !rec->filter.doubt;
    }
    for (int i = 0; i < spu->fl.n_staged; i++) {
        certain &= !rec_seen(&spu->buf, spu->fl.staged[i])->filter.doubt;
    }
    return certain;
}

/* The record of a sample that passes goes to the queue, waits for room, or is lost. */
static void hand_to_queue(struct spe_model *m, int number)
{
    struct tag *tag = &m->spu->fl.tag[number];
    struct rec *rec = make_record(m, tag);

    if (rec == NULL || !buffer_takes(m)) {
        if (rec != NULL) {
            buffer_disabled_record(m, rec);
        }
        inflight_release(m, tag);
    } else if (buffer_occupied(&m->spu->buf) + m->spu->fl.n_staged < m->cfg.record_queue) {
        inflight_stage(&m->spu->fl, rec_number(&m->spu->buf, rec));
        inflight_release(m, tag);
    } else {
        tag->state = TAG_WAIT;
        rec->room = !queue_certain(m->spu);
        if (!rec->room) {
            cover_sequence(m, SEQ_WAIT_ROOM);
        }
        tag->end_cycle = m->clock.cycle;
        tag->rec = rec_number(&m->spu->buf, rec);
        assert(m->spu->fl.n_wait < MAX_TAGS);
        m->spu->fl.wait[m->spu->fl.n_wait++] = number;
    }
}

/* A sample that the filters keep: SAMPLE_FILTRATE counts it (FQ2, PM3). */
static void keep_sample(struct spe_model *m, int number)
{
    count_add(&m->spu->acc.count[COUNT_FILTRATE], 1, m->clock.cycle);
    if (arch_discard_mode(&m->cfg, &m->spu->regs)) {
        /* FI11: the record is counted, and then dropped (D24.7.2, N12). */
        (void)predict(m->spu);
        m->spu->tot.lost++;
        cover_sequence(m, SEQ_DISCARD);
        inflight_release(m, &m->spu->fl.tag[number]);
        return;
    }
    if (m->spu->enabled.buffer) {
        (void)model_known(m, SPE_PMBPTR, ~(uint64_t)0, "where a record is written");
    }
    hand_to_queue(m, number);
}

static void end_one(struct spe_model *m, int number)
{
    struct tag *tag = &m->spu->fl.tag[number];
    struct spe_latencies lat = m->cfg.sample_point == spe_cfg_sample_point_retire
                                   ? life_delivered(&m->cfg, &tag->story.end)
                                   : life_latencies(&m->cfg, &tag->life);

    if (m->cfg.feed_point == spe_cfg_feed_point_complete) {
        count_add(&m->spu->acc.count[COUNT_FEED], 1, m->clock.cycle);
    }
    sample_end(&tag->sample, &m->cfg, &tag->story.end, lat, tag->story.cntpct_end);
    story_filters(&m->spu->regs, &tag->story);
    journal_ended(m, tag);
    const struct spe_filtered seen = sample_filtered(&m->cfg, &tag->sample);
    const bool captured = sample_captured(&m->cfg, &tag->sample);
    model_unknown_filter(m, captured);
    count_kinds(&m->cfg, m->spu, m->clock.cycle, &seen);
    if (!captured) {
        m->spu->tot.not_captured++;
        inflight_release(m, tag);
        return;
    }
    bool kept;
    const enum fork_kind fork = filter_fork_keep(m, &seen, &kept);
    filter_note(m, tag, &seen, kept);
    journal_filter(m, tag, &seen, kept);
    if (fork != FORK_KINDS) {
        fork_record(m, number, fork);
        return;
    }
    cover_filter(m, arch_optype(&m->cfg, tag->sample.op, tag->sample.flags, tag->sample.end), kept);
    if (!kept) {
        m->spu->tot.filtered++;
        inflight_release(m, tag);
        return;
    }
    keep_sample(m, number);
}

/* RL2, RL3: which of the endings of this cycle get room in the queue. */
void inflight_flush(struct spe_model *m)
{
    /* Endings of one cycle: the oldest selection goes first (P26). */
    while (m->spu->fl.n_ended > 0) {
        int best = 0;
        for (int i = 1; i < m->spu->fl.n_ended; i++) {
            if (m->spu->fl.tag[m->spu->fl.ended[i]].order <
                m->spu->fl.tag[m->spu->fl.ended[best]].order) {
                best = i;
            }
        }
        int tag = m->spu->fl.ended[best];
        m->spu->fl.ended[best] = m->spu->fl.ended[--m->spu->fl.n_ended];
        end_one(m, tag);
    }
    m->spu->schedule.busy = true;
}

void inflight_start_cycle(struct spe_model *m, bool was_on)
{
    struct inflight *fl = &m->spu->fl;
    /* FQ3, or what a disabled buffer does not lose ([disabled_record] = write). */
    const bool comes = m->spu->enabled.buffer
                           ? was_on || (m->cfg.disabled_record == spe_cfg_disabled_record_write &&
                                        !m->spu->events.was_stopped)
                           : buffer_takes(m);

    do {
        int kept = 0;
        for (int i = 0; i < fl->n_staged; i++) {
            struct rec *rec = rec_of(&m->spu->buf, fl->staged[i]);
            if (inflight_goes_behind(fl, rec)) {
                fl->staged[kept++] = fl->staged[i];
            } else if (comes) {
                buffer_enqueue(m, rec);
                filter_fork_enqueued(m, rec);
            } else {
                buffer_disabled_record(m, rec);
            }
        }
        fl->n_staged = kept;
    } while (inflight_admit_first(m));
}

void inflight_reset(struct spe_model *m)
{
    for (int i = 0; i < m->cfg.inflight; i++) {
        struct tag *tag = &m->spu->fl.tag[i];
        m->spu->acc.lost_samples += tag->state == TAG_FLIGHT;
        if (tag->state == TAG_WAIT) {
            buffer_lose(m, rec_of(&m->spu->buf, tag->rec));
        }
        *tag = (struct tag){0};
    }
    for (int i = 0; i < m->spu->fl.n_staged; i++) {
        buffer_lose(m, rec_of(&m->spu->buf, m->spu->fl.staged[i]));
    }
    /* Operations that ended in this cycle came before the reset, and were handed on. */
    assert(m->spu->fl.n_ended == 0);
    m->spu->fl.n_wait = m->spu->fl.n_staged = 0;
    m->spu->fl.end_order = 0;
}
