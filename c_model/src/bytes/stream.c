/* SPDX-License-Identifier: Apache-2.0 */
#include <assert.h>
#include <inttypes.h>

#include "bytes/shape.h"
#include "bytes/stays.h"
#include "bytes/stream.h"
#include "bytes/stream_limit.h"
#include "bytes/stream_page.h"
#include "judge/report.h"
#include "parts/strobes.h"
#include "spe/packet.h"
#include "state/model.h"
#include "state/queue.h"

static void report_malformed(struct spe_model *m, const struct stream_problem *p)
{
    m->spu->st.bad = true;
    struct spe_finding f = model_finding(m, SPE_CHECK_STORY_FORMAT, "DDI 0586A 5.1, 5.2");
    FMT(f.where, "0x%" PRIx64, m->spu->st.start + p->offset);
    FMT(f.expected, "a well-formed stream");
    FMT(f.actual, "%s", spe_problem_name(p->what));
    FMT(f.text, "%s, header 0x%02x, byte %" PRIu64 " of the stream", spe_problem_text(p->what),
        p->header, p->offset);
    model_emit(m, &f);
}

static void problem(void *user, enum spe_problem what, uint64_t offset, uint8_t header)
{
    struct spe_model *m = user;
    const struct stream_problem p = {true, (int)what, offset, header};

    if (!spe_problem_is_error((int)what) || m->spu->st.bad || m->spu->st.split.one.met) {
        return; /* after a problem the boundaries of packets are unknown */
    }
    if (m->spu->st.split.open) {
        m->spu->st.split.one = p;
    } else {
        report_malformed(m, &p);
    }
}

static void problem_two(void *user, enum spe_problem what, uint64_t offset, uint8_t header)
{
    struct spe_model *m = user;

    (void)offset;
    (void)header;
    m->spu->st.split.two_failed |= spe_problem_is_error((int)what);
}

static void begin_reading(struct spe_model *m, struct spe_decoder *decoder,
                          spe_problem_fn on_problem)
{
    struct spe_decode_options options = {
        .record_limit = 1u << m->cfg.max_size, .on_problem = on_problem, .user = m};

    spe_decoder_init(decoder, &options);
}

void stream_begin(struct spe_model *m)
{
    begin_reading(m, &m->spu->st.decoder, problem);
    m->spu->st.bad = m->spu->st.cut = m->spu->st.torn = false;
    m->spu->st.inside = m->spu->st.optional = false;
    m->spu->st.split = (struct stream_split){0};
    m->spu->st.fed = 0;
    m->spu->st.start = m->spu->st.next;
}

void stream_cut(struct stream *st, uint64_t cycle)
{
    st->cut = st->torn = true;
    st->cut_cycle = st->cut_since = cycle;
}

void stream_stopped(struct spu *spu)
{
    spu->st.optional |= spu->st.inside;
    for (int i = 0; i < spu->buf.n_bursts; i++) {
        spu->st.optional |= !spu->buf.burst[i].w_done;
    }
}

/* Whether the record that has begun may stay unfinished. */
static bool may_be_left(const struct stream *st)
{
    return st->cut || (st->optional && st->inside);
}

/* Whether the burst was offered by the cycle after the cut. If the tap does not give the cycle of
 * the offer, only the first burst after the cut may be. */
static bool is_late(struct stream *st, const struct spe_txn_aw *t)
{
    const bool unknown = t->offered == SPE_OFFERED_UNKNOWN;
    const bool late = st->cut_cycle != 0 && (unknown || t->offered <= st->cut_cycle + 1);

    st->cut_cycle = unknown || !late ? 0 : st->cut_cycle;
    return late;
}

/* A record that was cut may end with the page before `va`. */
static void open_split(struct spe_model *m, uint64_t va)
{
    m->spu->st.bad |= m->spu->st.split.open; /* a second cut: too many readings */
    m->spu->st.split = (struct stream_split){.open = true, .start_two = va};
    begin_reading(m, &m->spu->st.split.two, problem_two);
    m->spu->st.torn = false;
}

/* Drops a reading that has failed. */
static void decide(struct spe_model *m)
{
    struct stream_split *s = &m->spu->st.split;

    if (!s->open || (!s->one.met && !s->two_failed)) {
        return;
    }
    s->open = false;
    if (s->two_failed) {
        if (s->one.met) {
            assert(!m->spu->st.bad); /* else split.one is not met, or reset */
            report_malformed(m, &s->one);
        }
        return;
    }
    m->spu->st.decoder = s->two;
    m->spu->st.decoder.options.on_problem = problem;
    m->spu->st.start = s->start_two;
    m->spu->st.inside = s->two.open;
    m->spu->tot.records += s->records_two - s->records_one;
    m->spu->tot.predicted += s->records_two - s->records_one;
    count_add(&m->spu->acc.count[COUNT_CTI], s->records_two - s->records_one, m->clock.cycle);
    s->one.met = false;
}

void stream_end(struct spe_model *m)
{
    const struct spe_decoded_record *record;

    if (m->spu->st.fed != 0 && !may_be_left(&m->spu->st)) {
        (void)model_eval(m, SPE_CHECK_STORY_FORMAT);
        (void)spe_decoder_end(&m->spu->st.decoder, &record);
    }
    stream_begin(m);
}

static void not_next(struct spe_model *m, uint64_t va)
{
    struct spe_finding f = model_finding(m, SPE_CHECK_BUF_ADDRESS, "DDI 0586A 3.5");

    FMT(f.where, "write stream");
    FMT(f.expected, "0x%" PRIx64, m->spu->st.next);
    FMT(f.actual, "0x%" PRIx64, va);
    FMT(f.text, "the stream goes on at 0x%" PRIx64 ", the next byte is written at 0x%" PRIx64,
        m->spu->st.next, va);
    model_emit(m, &f);
}

/* Continues at the other pointer: the record began before or after the write of PMBPTR_EL1. The
 * next record then begins at the pointer that was not used, or behind this record. */
static bool go_to_other(struct stream *st, struct pointer_account *account, uint64_t va)
{
    const uint64_t next = st->next;

    if (!st->forked || va != st->other) {
        return false;
    }
    st->next = st->other;
    st->other = next;
    st->old = !st->old;
    account->known = false; /* PMBPTR_EL1 moves from the old or the new value */
    return true;
}

/* Whether a new page has another reading than that the record which may have been cut goes on: a
 * new buffer begins just behind that record (PMBPTR_EL1 is not seen), or the next record does (the
 * event stops nothing, W7). */
static bool may_be_new(const struct stream *st, uint64_t va)
{
    return st->torn && st->inside && (va & 0xFFF) == 0;
}

bool stream_stands(struct spu *spu, uint64_t ptr)
{
    struct stream *st = &spu->st;

    if (!stays_at(&st->stays, ptr) || ptr == st->next) {
        return false;
    }
    st->next = ptr;
    bytemap_clear_from(&spu->buf.map, ptr); /* these bytes are written again */
    spu->buf.account.known = false;
    return true;
}

/* The next record begins with `bytes` at `va`, the value of PMBPTR_EL1, because S = 1 has discarded
 * the record that was being written (3.5). */
static bool begin_instead(struct spe_model *m, uint64_t va, unsigned bytes)
{
    struct stream *st = &m->spu->st;

    if (!st->optional || !st->inside || va != st->stays.first) {
        return false;
    }
    bytemap_clear_from(&m->spu->buf.map, va); /* these bytes are written again */
    m->spu->buf.account.bytes = m->spu->buf.account.whole + bytes;
    st->next = va;
    st->forked = false;
    stream_end(m);
    return true;
}

/* If PMBPTR_EL1 is not seen, a jump is a new buffer if the old stream ends with a whole record. */
static void jump(struct spe_model *m, uint64_t va, unsigned bytes)
{
    (void)model_eval(m, SPE_CHECK_BUF_ADDRESS);
    const bool next = m->spu->st.known && va == m->spu->st.next;
    if ((!m->spu->st.inside && stream_stands(m->spu, va)) || begin_instead(m, va, bytes)) {
        return;
    }
    if (next || go_to_other(&m->spu->st, &m->spu->buf.account, va)) {
        const bool untold = (m->opt.taps & SPE_TAP_REGS) == 0 || m->cfg.exc;
        if (untold && may_be_new(&m->spu->st, va)) {
            open_split(m, va);
        }
        return;
    }
    if (m->spu->st.known && (m->opt.taps & SPE_TAP_REGS) != 0 && !m->spu->st.cut &&
        !m->spu->st.late) {
        not_next(m, va); /* still the same buffer */
    } else {
        bytemap_clear_from(&m->spu->buf.map, va);
    }
    m->spu->st.next = va;
    m->spu->st.known = true;
    stream_end(m);
    m->spu->st.cut = m->spu->st.torn = m->spu->st.late;
}

/* Whether a record may be on its way: the buffer was enabled after the last DSB, or, without SYNC,
 * in the last MAYBE_CYCLES. */
static bool on_its_way(const struct spe_model *m)
{
    const uint64_t off = m->spu->nl.buffer_off_cycle;

    if (m->spu->enabled.buffer || m->spu->buf.n_bursts != 0 || m->spu->buf.early.n != 0) {
        return true;
    }
    return (m->opt.taps & SPE_TAP_SYNC) != 0
               ? m->spu->nl.ran_buffer && off >= m->spu->barriers.dsb_cycle
               : m->spu->nl.ran_buffer && m->clock.cycle < off + MAYBE_CYCLES;
}

void stream_pointer(struct spe_model *m, uint64_t ptr)
{
    if (m->spu->st.known && m->spu->st.next != ptr && on_its_way(m)) {
        m->spu->st.other = m->spu->st.next;
        m->spu->st.forked = true;
        m->spu->st.old_limit = m->spu->st.old ? m->spu->st.old_limit : m->spu->nl.limit;
    }
    m->spu->st.old = false;
    stays_forget(&m->spu->st.stays);
    m->spu->st.stays.first = ptr; /* PMBPTR_EL1 is there even if a record has begun */
    m->spu->st.known = true;
    m->spu->st.next = ptr;
    if (m->spu->st.cut && m->spu->buf.n_bursts == 0 && m->spu->buf.early.n == 0) {
        stream_begin(m); /* no byte of the record that was cut can follow */
    }
}

bool stream_began_in(const struct spe_model *m, uint64_t va, unsigned mode)
{
    const uint64_t left = 0x1000 - (m->spu->st.next & 0xFFF);

    if (m->spu->st.mode_known && mode == m->spu->st.mode &&
        (m->spu->st.inside || m->spu->buf.n_bursts != 0)) {
        return true; /* the record goes on */
    }
    for (int i = 0; i < MAX_XL; i++) { /* its first part may have been offered */
        const struct xl *x = &m->spu->buf.xl[i];
        if (x->used && x->owned && x->mode == mode && x->va_page + 1 == va >> 12 &&
            left < (uint64_t)1 << m->cfg.max_size) {
            return true;
        }
    }
    return false;
}

void stream_aw(struct spe_model *m, struct burst *b, const struct spe_txn_aw *t)
{
    const struct xl *x = stream_translation(m->spu, b, (m->opt.taps & SPE_TAP_REGS) != 0);

    m->spu->st.late = is_late(&m->spu->st, t);
    m->spu->st.ended = false; /* the next record, or the one that was cut, has one more burst */
    (void)model_eval(m, SPE_CHECK_BUF_ADDRESS);
    if (stream_forgotten(m->spu, &m->gone, b, x)) {
        model_overflow(m, "translations that may be used again", MAX_XL);
        return;
    }
    if (x != NULL) {
        b->va = x->va_page << 12 | (b->addr & 0xFFF);
        b->mapped = true;
        m->spu->st.mode = x->mode;
        m->spu->st.mode_known = true;
        buffer_attributes(m, t, x);
        return;
    }
    struct spe_finding f = model_finding(m, SPE_CHECK_BUF_ADDRESS, "DDI 0586A 3.4");
    FMT(f.where, "AWADDR");
    FMT(f.expected, "a translated page");
    FMT(f.actual, "0x%" PRIx64, b->addr);
    FMT(f.text, "no valid translation gave the page of 0x%" PRIx64, b->addr);
    model_emit(m, &f);
}

static void check_byte(struct spe_model *m, uint64_t va)
{
    const bool old = m->spu->st.old;
    const uint64_t limitr = m->spu->regs.v[SPE_PMBLIMITR];
    const uint64_t now = old ? m->spu->st.old_limit : limitr & SPE_PMBLIMITR_LIMIT;
    const uint64_t left = m->spu->st.left ? m->spu->st.left_limit : 0;
    const uint64_t limit = left > now ? left : now; /* either may be read (S1) */
    bool regs = (m->opt.taps & SPE_TAP_REGS) != 0 && (old || (limitr & SPE_PMBLIMITR_E) != 0);

    if (bytemap_mark(&m->spu->buf.map, va) && !m->facts.checks.off[SPE_CHECK_BUF_TWICE]) {
        struct spe_finding f = model_finding(m, SPE_CHECK_BUF_TWICE, "DDI 0586A 3.5");
        FMT(f.where, "0x%" PRIx64, va);
        FMT(f.expected, "one write");
        FMT(f.actual, "a second one");
        FMT(f.text, "a byte of the buffer is written a second time");
        model_emit(m, &f);
    }
    if (regs && va >= limit) {
        struct spe_finding f = model_finding(m, SPE_CHECK_BUF_LIMIT, "DDI 0586A 3.5");
        FMT(f.where, "0x%" PRIx64, va);
        FMT(f.expected, "below 0x%" PRIx64, limit);
        FMT(f.actual, "a write");
        FMT(f.text, "a byte at or past the limit is written");
        model_emit(m, &f);
    }
}

/* Decodes the bytes of one word in each reading. */
static void decode(struct spe_model *m, const uint8_t *bytes, unsigned n, bool padding)
{
    const struct spe_decoded_record *record;
    struct stream_split *s = &m->spu->st.split;

    if (!m->spu->st.bad) {
        (void)model_eval(m, SPE_CHECK_STORY_FORMAT);
    }
    (void)spe_decoder_feed(&m->spu->st.decoder, bytes, n);
    m->spu->st.inside |= !padding;
    m->spu->st.optional |= m->spu->st.inside && model_stopped(m);
    while (spe_decoder_next(&m->spu->st.decoder, &record) == 1) {
        m->spu->tot.records++;
        m->spu->tot.predicted++;
        s->records_one++;
        m->spu->st.no_cti +=
            m->spu->st.torn || m->spu->st.optional; /* an event may still lose the record */
        m->spu->st.inside = m->spu->st.optional = false;
        count_add(&m->spu->acc.count[COUNT_CTI], 1, m->clock.cycle);
    }
    if (!s->open) {
        return;
    }
    (void)spe_decoder_feed(&s->two, bytes, n);
    while (spe_decoder_next(&s->two, &record) == 1) {
        s->records_two++;
    }
    decide(m);
}

/* Whether the stream is between two records, as far as is known. Padding up to the alignment
 * belongs to the record before. */
static bool between(const struct stream *st, int align)
{
    return (!st->inside && !stream_pads(st, align)) || st->bad || st->cut;
}

/* The buffer is disabled, or that of another owner. */
static bool is_off(const struct spu *spu)
{
    const struct modes *modes = &spu->buf.modes;

    return !spu->enabled.buffer ||
           (spu->st.mode_known &&
            modes_owner(modes, spu->st.mode) != modes_owner(modes, spu->enabled.mode));
}

void stream_response(struct spe_model *m)
{
    const bool at_once = m->cfg.record_done == spe_cfg_record_done_w;
    const bool off = (m->opt.taps & SPE_TAP_REGS) != 0 && is_off(m->spu);

    stays_done(&m->spu->st.stays, &m->spu->buf, at_once, off);
}

void stream_word(struct spe_model *m, const struct burst *b, uint64_t va, const struct spe_txn_w *t,
                 unsigned strb)
{
    uint8_t bytes[8];
    unsigned first = strobes_first(strb), n = 0;
    bool padding = true;

    jump(m, va + first, strobes_count(strb));
    if (between(&m->spu->st, m->cfg.align)) {
        m->spu->st.stays.first = va + first;
        stream_limit_begin(&m->spu->st, b, m->cfg.align);
    }
    (void)model_eval(m, SPE_CHECK_BUF_TWICE);
    if ((m->opt.taps & SPE_TAP_REGS) != 0) {
        (void)model_eval(m, SPE_CHECK_BUF_LIMIT);
    }
    for (unsigned i = first; i < 8 && (strb >> i & 1) != 0; i++) {
        bytes[n++] = (uint8_t)(t->data >> (8 * i));
        padding &= bytes[n - 1] == 0;
        check_byte(m, va + i);
    }
    if (strb >> (first + n) != 0) {
        not_next(m, va + first + n + strobes_first(strb >> (first + n)));
    }
    decode(m, bytes, n, padding);
    m->spu->st.bus_cycle = m->clock.cycle;
    m->spu->st.fed += n;
    m->spu->st.next += n;
    if (between(&m->spu->st, m->cfg.align)) {
        m->spu->buf.account.whole = m->spu->buf.account.bytes;
        stays_written(&m->spu->st.stays, m->spu->st.next);
        stream_response(m);
    }
}

void stream_served(struct spu *spu)
{
    struct count *c = &spu->acc.count[COUNT_CTI];

    if (c->seen + spu->st.no_cti < c->total) {
        spu->st.no_cti = c->total - c->seen;
    }
}

void stream_cti(struct spe_model *m)
{
    struct count *c = &m->spu->acc.count[COUNT_CTI];
    uint64_t seen = c->seen + m->spu->st.no_cti;

    /* Without REGS a short pulse of S may stay unseen (EX4). */
    const bool unseen = (m->opt.taps & SPE_TAP_REGS) == 0 && m->cfg.irq_max > m->cfg.irq_min;

    if (unseen || m->spu->lv.irq || model_stopped(m) || m->spu->buf.n_bursts != 0 ||
        m->clock.cycle <= m->spu->st.bus_cycle + (uint64_t)m->cfg.cti_max ||
        !model_eval(m, SPE_CHECK_OUT_CTI)) {
        return;
    }
    if (seen >= c->total) {
        m->spu->st.no_cti = c->total - c->seen; /* fewer, if a pulse came after all */
        return;
    }
    struct spe_finding f = model_finding(m, SPE_CHECK_OUT_CTI, "DDI 0586A 2.7");
    FMT(f.where, "CTI trigger 2");
    FMT(f.expected, "%" PRIu64, c->total);
    FMT(f.actual, "%" PRIu64, seen);
    FMT(f.text, "%" PRIu64 " pulse%s for %" PRIu64 " record%s written", seen, PLURAL(seen),
        c->total, PLURAL(c->total));
    model_emit(m, &f);
    c->seen = c->total;
}
