/* SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>
#include <string.h>

#include "bus/bursts.h"
#include "bus/compare.h"
#include "bus/done.h"
#include "bytes/shape.h"
#include "bytes/stream.h"
#include "covered/cover_cross.h"
#include "doubt/event_list.h"
#include "judge/journal_events.h"
#include "judge/report.h"
#include "parts/strobes.h"
#include "queue/buffer.h"
#include "spe/edit.h"
#include "state/model.h"
#include "state/queue.h"

/* The AXI write data and response channels (3.5.4). */

/* @return the bus address of byte 0 of the word. The beat may use the lanes from *low to below
 * *high. */
static uint64_t word_address(const struct spe_config *cfg, const struct burst *b, unsigned word,
                             uint64_t *low, uint64_t *high)
{
    uint64_t bytes = (uint64_t)1 << b->size;
    uint64_t aligned = (b->addr & ~(bytes - 1)) + bytes * b->beat;

    *low = b->beat == 0 ? b->addr : aligned;
    *high = aligned + bytes;
    return (aligned & ~((uint64_t)cfg->axi_bytes - 1)) + (uint64_t)word * 8;
}

static unsigned legal_lanes(uint64_t base, uint64_t low, uint64_t high)
{
    unsigned lanes = 0;

    for (unsigned i = 0; i < 8; i++) {
        lanes |= base + i >= low && base + i < high ? 1u << i : 0;
    }
    return lanes;
}

static void write_word(struct spe_model *m, struct burst *b, const struct spe_txn_w *t)
{
    uint64_t low, high, base = word_address(&m->cfg, b, t->word, &low, &high);
    unsigned strb = t->strb & legal_lanes(base, low, high);

    (void)model_eval(m, SPE_CHECK_BUS_PROTOCOL);
    if (strb != t->strb) {
        uint64_t finding = buffer_bad_bus(
            m, "WSTRB", "strobes 0x%02x at 0x%" PRIx64 " lie outside the beat", t->strb, base);
        const struct spe_edit edit = {m->spu->buf.w_seq, SPE_EDIT_W_STRB, strb, UINT64_MAX};
        model_correct_at(m, finding, &edit);
    }
    m->spu->buf.account.bytes += strobes_count(strb);
    m->spu->tot.bytes += strobes_count(strb);
    if (!b->mapped || strb == 0) {
        m->spu->buf.account.whole =
            b->mapped ? m->spu->buf.account.whole : m->spu->buf.account.bytes;
        return;
    }
    uint64_t va = b->va + (base - b->addr);
    if (!m->records) {
        stream_word(m, b, va, t, strb);
    } else if (b->rec != 0) {
        struct rec *rec = rec_of(&m->spu->buf, b->rec);
        buffer_compare(m, rec, (int64_t)(va - rec->va), t, strb);
    }
}

static void remove_burst(struct buffer *buf, int i)
{
    struct burst *b = &buf->burst[i];

    buf->n_bursts--;
    memmove(b, b + 1, (size_t)(buf->n_bursts - i) * sizeof(*b));
}

/* The record is done once all its data are accepted, or acknowledged, as [record_done] says. */
static void settle_record(struct spe_model *m, struct rec *rec, bool by_response)
{
    if (rec == NULL || rec->got_bytes < rec->len ||
        by_response != (m->cfg.record_done == spe_cfg_record_done_b)) {
        return;
    }
    if (buffer_data_to_come(&m->spu->buf, rec)) {
        return;
    }
    if (!by_response || rec->unacked == 0) {
        buffer_done(m, rec);
    }
}

/* Reports bytes that are missing after the last beat of the record's last burst. */
static void check_hole(struct spe_model *m, struct rec *rec)
{
    if (rec == NULL || rec->state != REC_STARTED || m->opt.order_free ||
        rec->got_bytes >= rec->len || rec->next < rec->va + (uint64_t)rec->len) {
        return;
    }
    if (buffer_data_to_come(&m->spu->buf, rec)) {
        return;
    }
    buffer_hole(m, rec);
}

static void end_beat(struct spe_model *m, struct burst *b, const struct spe_txn_w *t)
{
    bool last = b->beat == b->len;

    (void)model_eval(m, SPE_CHECK_BUS_PROTOCOL);
    if (last != (t->last != 0)) {
        uint64_t finding = buffer_bad_bus(m, "WLAST", "WLAST is %u in beat %u of %u", t->last,
                                          b->beat + 1u, b->len + 1u);
        const struct spe_edit edit = {m->spu->buf.w_seq, SPE_EDIT_W_LAST, last, UINT64_MAX};
        model_correct_at(m, finding, &edit);
    }
    b->beat++;
    if (!last && !t->last) {
        return;
    }
    struct rec *rec = rec_of(&m->spu->buf, b->rec);
    b->w_done = true;
    /* The place of the record in the queue may be free. */
    m->spu->schedule.busy |= rec != NULL && rec->state == REC_DOOMED;
    check_hole(m, rec);
    settle_record(m, rec, false);
}

/* Returns the index of the burst that the next beat belongs to, or -1. Beats come in the order of
 * the AWs. */
static int open_burst(const struct buffer *buf)
{
    int i = 0;

    while (i < buf->n_bursts && buf->burst[i].w_done) {
        i++;
    }
    return i < buf->n_bursts ? i : -1;
}

static void take_word(struct spe_model *m, int i, const struct spe_txn_w *t, uint32_t seq)
{
    m->spu->buf.w_seq = seq;
    fact(m, FACT_HASHED, HASH_BYTES, t->data);
    fact(m, FACT_HASHED, HASH_BYTES, t->strb);
    write_word(m, &m->spu->buf.burst[i], t);
    if (t->last_word) {
        end_beat(m, &m->spu->buf.burst[i], t);
    }
}

/* Data came before their AW: the record at the head of the queue has begun. */
static void start_head(struct spe_model *m)
{
    const struct rec *doomed = rec_of(&m->spu->buf, m->spu->buf.doomed);
    bool late = doomed != NULL && doomed->doom.late_aws > 0;

    if (m->spu->buf.n > 0 && !m->spu->buf.blocked && !late) {
        buffer_start(m, queue_at(&m->spu->buf, 0));
    }
}

static void hold(struct spe_model *m, const struct spe_txn_w *t)
{
    struct early *e = &m->spu->buf.early;

    (void)model_eval(m, SPE_CHECK_BUS_PROTOCOL);
    if (e->n == MAX_EARLY) {
        model_overflow(m, "words of write data before their address", MAX_EARLY);
        e->n = 0;
    }
    if (e->n == 0) {
        e->cycle = m->clock.cycle;
        start_head(m);
        if (buffer_waits(m) && m->spu->buf.n_bursts > 0) {
            buffer_bad_bus(m, "WVALID",
                           "data follow before the response of the burst before, although"
                           " External aborts are synchronous [abort_wait]");
        }
    }
    e->seq[e->n] = m->txn->seq;
    e->word[e->n++] = *t;
}

void buffer_early(struct spe_model *m)
{
    struct early *e = &m->spu->buf.early;
    int used = 0, i;

    while (used < e->n && (i = open_burst(&m->spu->buf)) >= 0) {
        take_word(m, i, &e->word[used], e->seq[used]);
        used++;
    }
    e->n -= used;
    memmove(&e->word[0], &e->word[used], (size_t)e->n * sizeof(e->word[0]));
    memmove(&e->seq[0], &e->seq[used], (size_t)e->n * sizeof(e->seq[0]));
}

void buffer_w(struct spe_model *m, const struct spe_txn_w *t)
{
    int i = open_burst(&m->spu->buf);

    if (i >= 0) {
        take_word(m, i, t, m->txn->seq);
    } else {
        hold(m, t);
    }
}

void buffer_close(struct spe_model *m)
{
    if (!m->records) {
        stream_cti(m);
    }
    (void)model_eval(m, SPE_CHECK_BUS_PROTOCOL);
    if (m->spu->buf.early.n > 0) {
        buffer_bad_bus(m, "WVALID", "write data of cycle %" PRIu64 " never got an address",
                       clock_real(&m->clock, m->spu->buf.early.cycle));
    }
}

/* W7: an External abort that is reported to the SPE (3.5.4). */
static void abort_event(struct spe_model *m, struct burst *b)
{
    bool sync = m->cfg.ext_abort == spe_cfg_ext_abort_sync;
    struct effect e = {.lo = m->clock.cycle + (uint64_t)m->cfg.event_min,
                       .hi = m->clock.cycle + (uint64_t)m->cfg.event_max,
                       .ec = SPE_PMBSR_EC_STAGE1, /* X7 */
                       .mss = sync ? SPE_PMBSR_FSC_SYNC_ABORT : SPE_PMBSR_FSC_ASYNC_ABORT,
                       .order = b->order,
                       .unsure = b->unsure,
                       .asynchronous = !sync,
                       .ea = true,
                       .dl = DL_ONE,
                       .cycle = m->clock.cycle,
                       .cause = CAUSE_ABORT};

    struct rec *rec = rec_of(&m->spu->buf, b->rec);

    if (sync && rec != NULL) {
        e.has_ptr = true;
        e.ptr = e.later_ptr = b->va;
        e.dl = b->va != rec->va ? DL_ONE : DL_KEEP;
    }
    if (rec != NULL && rec->state != REC_DOOMED) {
        buffer_doom(m, rec,
                    !buffer_waits(m) &&
                        (m->opt.order_free || rec->next < rec->va + (uint64_t)rec->len));
    }
    model_event(m, e);
}

static void respond(struct spe_model *m, int i, unsigned resp)
{
    struct burst *b = &m->spu->buf.burst[i];

    b->b_done = true;
    journal_response(m, b->order, resp);
    cover_response(m, i);
    m->spu->st.bus_cycle = m->clock.cycle;
    if (b->rec != 0) {
        rec_of(&m->spu->buf, b->rec)->unacked--;
    }
    if (resp >= 2 && m->cfg.ext_abort != spe_cfg_ext_abort_ignored) {
        stream_cut(&m->spu->st, m->clock.cycle);
        m->spu->st.ended = m->cfg.ext_abort == spe_cfg_ext_abort_sync;
    }
    if (resp >= 2 && m->records) {
        if (m->cfg.ext_abort == spe_cfg_ext_abort_serror) {
            count_add(&m->spu->acc.count[COUNT_SERROR], 1, m->clock.cycle);
        } else if (m->cfg.ext_abort != spe_cfg_ext_abort_ignored) {
            abort_event(m, b);
        }
    }
    settle_record(m, rec_of(&m->spu->buf, b->rec), true); /* an abort may have ended the record */
    remove_burst(&m->spu->buf, i);
    stream_response(m);
}

void buffer_b(struct spe_model *m, const struct spe_txn_b *t)
{
    (void)model_eval(m, SPE_CHECK_BUS_PROTOCOL);
    for (int i = 0; i < m->spu->buf.n_bursts; i++) {
        struct burst *b = &m->spu->buf.burst[i];
        if (b->id == t->id && b->w_done) {
            respond(m, i, t->resp);
            return;
        }
    }
    buffer_bad_bus(m, "BVALID", "response with id %u to no finished burst", t->id);
}
