/* SPDX-License-Identifier: Apache-2.0 */
#include <stdarg.h>
#include <string.h>

#include "buffer.h"
#include "model_internal.h"

/* The AXI write channels: bursts, their place in the buffer, responses (3.5.4). */

__attribute__((format(printf, 3, 4))) static void bad_bus(struct spe_model *m, const char *where,
                                                          const char *fmt, ...)
{
    struct spe_finding f = model_finding(m, SPE_CHECK_BUS_PROTOCOL, "AMBA AXI4; rtl/README.md");
    va_list ap;

    va_start(ap, fmt);
    (void)vsnprintf(f.text, sizeof(f.text), fmt, ap);
    va_end(ap);
    FMT(f.where, "%s", where);
    model_emit(m, &f);
}

int buffer_open_bursts(const struct spe_model *m, const struct rec *rec)
{
    int n = 0;

    for (int i = 0; i < m->buf.n_bursts; i++) {
        n += m->buf.burst[i].rec == rec;
    }
    return n;
}

/* AWCACHE by memory attribute (rtl/README.md, "Ports"). */
static unsigned cache_of(unsigned attr)
{
    if (attr == 0x00) {
        return 0x0;
    }
    return (attr & 0xF0u) == 0 ? 0x1 : attr == 0x44 ? 0x3 : 0xF;
}

static void check_shape(struct spe_model *m, const struct spe_txn_aw *t)
{
    uint64_t bytes = (uint64_t)1 << t->size;
    uint64_t last = (t->addr & ~(bytes - 1)) + bytes * ((uint64_t)t->len + 1) - 1;

    if (!model_eval(m, SPE_CHECK_BUS_PROTOCOL)) {
        return;
    }
    if (bytes > (uint64_t)m->cfg.axi_bytes) {
        bad_bus(m, "AWSIZE", "beats of %" PRIu64 " bytes on a bus of %d bytes", bytes,
                m->cfg.axi_bytes);
    } else if (t->addr >> 12 != last >> 12) {
        bad_bus(m, "AWLEN", "the burst from 0x%" PRIx64 " to 0x%" PRIx64 " crosses a 4 KB boundary",
                t->addr, last);
    } else if (m->cfg.ext_abort == spe_cfg_ext_abort_sync && m->buf.n_bursts > 1 && m->records) {
        bad_bus(m, "AWVALID",
                "a burst follows before the response of the one before, although"
                " External aborts are synchronous");
    }
}

static void check_attributes(struct spe_model *m, const struct spe_txn_aw *t, const struct xl *x)
{
    if (!model_eval(m, SPE_CHECK_BUS_PROTOCOL)) {
        return;
    }
    if (t->ns != x->ns) {
        bad_bus(m, "AWPROT[1]", "the burst is %s, the translation gave %s",
                t->ns ? "Non-secure" : "Secure", x->ns ? "Non-secure" : "Secure");
    } else if (t->cache != cache_of(x->attr)) {
        bad_bus(m, "AWCACHE", "0x%x for memory attribute 0x%02x, expected 0x%x", t->cache, x->attr,
                cache_of(x->attr));
    }
}

/* Map the burst to the buffer: the virtual address in the record of which `addr` is the
 * translation. */
static bool map_burst(struct spe_model *m, struct burst *b, uint64_t va, int len, uint64_t since)
{
    for (int i = 0; i < 2; i++) {
        uint64_t page = (i == 0 ? va : va + (uint64_t)len - 1) & ~(uint64_t)0xFFF;
        struct xl *x = buffer_translate(m, page, since);
        if (x == NULL || x->pa_page != b->addr >> 12) {
            continue;
        }
        uint64_t first = page | (b->addr & 0xFFF);
        uint64_t bytes = (uint64_t)1 << b->size;
        uint64_t end = (first & ~(bytes - 1)) + bytes * ((uint64_t)b->len + 1);
        if (end > va && first < va + (uint64_t)len) {
            m->buf.stale_used |= x->stale_cycle != 0;
            b->va = first;
            b->mapped = true;
            check_attributes(m, &m->txn->u.aw, x);
            return true;
        }
    }
    return false;
}

static struct rec *expecting(struct spe_model *m)
{
    struct rec *head = m->buf.n > 0 ? m->buf.queue[0] : NULL;

    if (head == NULL && m->buf.doomed != NULL && m->buf.doomed->late_aws > 0) {
        m->buf.doomed->late_aws--;
        return m->buf.doomed;
    }
    return m->buf.blocked ? NULL : head;
}

/* Which rule a burst breaks that belongs to no record. */
static enum spe_check stray_check(const struct spe_model *m)
{
    if (m->buf.blocked_high) {
        return SPE_CHECK_BUF_LIMIT;
    }
    bool disabled = !m->buffer_on || m->buf.blocked;
    return disabled && !m->off[SPE_CHECK_BUF_DISABLED] ? SPE_CHECK_BUF_DISABLED
                                                       : SPE_CHECK_BUF_DATA;
}

static void stray(struct spe_model *m, const struct spe_txn_aw *t)
{
    enum spe_check check = stray_check(m);
    struct spe_finding f = model_finding(m, check, "DDI 0586A 2.5, 3.4.1, 3.5, 4.3.2");

    FMT(f.where, "0x%" PRIx64, t->addr);
    FMT(f.expected, "no write");
    FMT(f.actual, "a burst");
    FMT(f.text, "a burst to 0x%" PRIx64 " begins although %s", t->addr,
        m->buf.blocked                    ? "PMBPTR_EL1 breaks the rules of 3.4.1"
        : check == SPE_CHECK_BUF_DISABLED ? "the Profiling Buffer is disabled and no record was"
                                            " begun before"
                                          : "no record is predicted");
    (void)model_eval(m, check);
    model_emit(m, &f);
}

static void wrong_address(struct spe_model *m, const struct spe_txn_aw *t, uint64_t va)
{
    struct spe_finding f = model_finding(m, SPE_CHECK_BUF_ADDRESS, "DDI 0586A 3.4, 3.5");
    struct xl *x = buffer_translate(m, va, 0);

    FMT(f.where, "AWADDR");
    if (x != NULL) {
        FMT(f.expected, "0x%" PRIx64, x->pa_page << 12 | (va & 0xFFF));
    } else {
        FMT(f.expected, "a translation of 0x%" PRIx64 " first", va);
    }
    FMT(f.actual, "0x%" PRIx64, t->addr);
    FMT(f.text,
        "the burst to 0x%" PRIx64 " is no translation of the next byte 0x%" PRIx64 " of the record",
        t->addr, va);
    model_emit(m, &f);
}

static struct burst *new_burst(struct spe_model *m, const struct spe_txn_aw *t)
{
    if (m->buf.n_bursts == MAX_BURSTS) {
        bad_bus(m, "AWVALID", "more than %d bursts without a response", MAX_BURSTS);
        return NULL;
    }
    struct burst *b = &m->buf.burst[m->buf.n_bursts++];
    *b = (struct burst){
        .addr = t->addr, .cycle = m->cycle, .id = t->id, .len = t->len, .size = t->size};
    return b;
}

/* [record_order] = population: the records of earlier operations come first (P26). */
static void check_order(struct spe_model *m, const struct rec *rec)
{
    if (m->cfg.record_order != spe_cfg_record_order_population ||
        inflight_older(m, rec->order - 1) == 0) {
        return;
    }
    struct spe_finding f = model_finding(m, SPE_CHECK_BUF_DATA, "DDI 0586A 2.2.4");
    FMT(f.where, "record %" PRIu64, rec->id);
    FMT(f.expected, "the record of an earlier operation first");
    FMT(f.actual, "a burst of this one");
    FMT(f.text,
        "record %" PRIu64 " of the operation at PC 0x%" PRIx64
        " is written while an operation selected before it is in flight",
        rec->id, rec->story.pc);
    model_emit(m, &f);
}

static void begin(struct spe_model *m, struct burst *b, struct rec *rec)
{
    if (rec->state == REC_QUEUED || rec->state == REC_MAYBE) {
        rec->state = REC_STARTED;
        rec->va = m->regs.v[SPE_PMBPTR];
        check_order(m, rec);
        rec->optional |= (m->regs.v[SPE_PMBSR] & SPE_PMBSR_S) != 0;
    }
    (void)model_eval(m, SPE_CHECK_BUF_ADDRESS);
    if (map_burst(m, b, rec->va, rec->len, rec->enq_cycle)) {
        b->rec = rec;
        rec->unacked++;
    } else {
        wrong_address(m, &m->txn->u.aw, rec->va + (uint64_t)buffer_next_offset(rec));
    }
}

void buffer_aw(struct spe_model *m, const struct spe_txn_aw *t)
{
    struct burst *b = new_burst(m, t);

    check_shape(m, t);
    model_hash(&m->hash_bytes, t->addr);
    if (b == NULL) {
        return;
    }
    if (!m->records) {
        stream_aw(m, b);
        return;
    }
    struct rec *rec = expecting(m);
    if (rec == NULL) {
        stray(m, t);
        return;
    }
    (void)model_eval(m, SPE_CHECK_BUF_DISABLED);
    begin(m, b, rec);
}

/* Address on the bus of byte 0 of a word, and the lanes that the beat may use. */
static uint64_t word_address(const struct spe_model *m, const struct burst *b, unsigned word,
                             uint64_t *low, uint64_t *high)
{
    uint64_t bytes = (uint64_t)1 << b->size;
    uint64_t aligned = (b->addr & ~(bytes - 1)) + bytes * b->beat;

    *low = b->beat == 0 ? b->addr : aligned;
    *high = aligned + bytes;
    return (aligned & ~((uint64_t)m->cfg.axi_bytes - 1)) + (uint64_t)word * 8;
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
    uint64_t low, high, base = word_address(m, b, t->word, &low, &high);
    unsigned strb = t->strb & legal_lanes(base, low, high);

    if (model_eval(m, SPE_CHECK_BUS_PROTOCOL) && strb != t->strb) {
        bad_bus(m, "WSTRB", "strobes 0x%02x at 0x%" PRIx64 " lie outside the beat", t->strb, base);
    }
    m->buf.bytes += (unsigned)__builtin_popcount(strb);
    m->tot.bytes += (unsigned)__builtin_popcount(strb);
    if (!b->mapped || strb == 0) {
        return;
    }
    uint64_t va = b->va + (base - b->addr);
    if (!m->records) {
        stream_word(m, va, t, strb);
    } else if (b->rec != NULL) {
        buffer_compare(m, b->rec, (int)(int64_t)(va - b->rec->va), t, strb);
    }
}

static void finish_burst(struct spe_model *m, int i)
{
    struct burst *b = &m->buf.burst[i];

    if (b->w_done && b->b_done) {
        m->buf.n_bursts--;
        memmove(b, b + 1, (size_t)(m->buf.n_bursts - i) * sizeof(*b));
    }
}

/* Whether all data of the record was accepted (or acknowledged). */
static void settle_record(struct spe_model *m, struct rec *rec, bool by_response)
{
    if (rec == NULL || rec->got_bytes < rec->len ||
        by_response != (m->cfg.record_done == spe_cfg_record_done_b)) {
        return;
    }
    for (int i = 0; i < m->buf.n_bursts; i++) {
        if (m->buf.burst[i].rec == rec && !m->buf.burst[i].w_done) {
            return;
        }
    }
    if (!by_response || rec->unacked == 0) {
        buffer_done(m, rec);
    }
}

static void end_beat(struct spe_model *m, struct burst *b, int i, const struct spe_txn_w *t)
{
    bool last = b->beat == b->len;

    if (model_eval(m, SPE_CHECK_BUS_PROTOCOL) && last != (t->last != 0)) {
        bad_bus(m, "WLAST", "WLAST is %u in beat %u of %u", t->last, b->beat + 1, b->len + 1u);
    }
    b->beat++;
    if (!last && !t->last) {
        return;
    }
    struct rec *rec = b->rec;
    b->w_done = true;
    settle_record(m, rec, false);
    finish_burst(m, i);
}

void buffer_w(struct spe_model *m, const struct spe_txn_w *t)
{
    int i = 0;

    while (i < m->buf.n_bursts && m->buf.burst[i].w_done) {
        i++;
    }
    if (i == m->buf.n_bursts) {
        (void)model_eval(m, SPE_CHECK_BUS_PROTOCOL);
        bad_bus(m, "WVALID", "write data without a burst");
        return;
    }
    model_hash(&m->hash_bytes, t->data);
    model_hash(&m->hash_bytes, t->strb);
    write_word(m, &m->buf.burst[i], t);
    if (t->last_word) {
        end_beat(m, &m->buf.burst[i], i, t);
    }
}

/* An External abort that is reported to the SPE (3.5.4). */
static void abort_event(struct spe_model *m, struct burst *b)
{
    bool sync = m->cfg.ext_abort == spe_cfg_ext_abort_sync;
    struct effect e = {.lo = m->cycle + (uint64_t)m->cfg.event_min,
                       .hi = m->cycle + (uint64_t)m->cfg.event_max,
                       .ec = SPE_PMBSR_EC_STAGE1, /* X7 */
                       .mss = sync ? SPE_PMBSR_FSC_SYNC_ABORT : SPE_PMBSR_FSC_ASYNC_ABORT,
                       .asynchronous = !sync,
                       .ea = true,
                       .dl = true,
                       .what = "External abort"};

    if (sync && b->rec != NULL) {
        e.has_ptr = true;
        e.ptr = b->va;
        e.dl = b->va != b->rec->va;
    }
    if (b->rec != NULL && b->rec->state != REC_DOOMED) {
        buffer_doom(m, b->rec);
    }
    model_event(m, e);
}

static void respond(struct spe_model *m, int i, unsigned resp)
{
    struct burst *b = &m->buf.burst[i];

    b->b_done = true;
    if (b->rec != NULL) {
        b->rec->unacked--;
    }
    m->st.cut |= resp >= 2;
    if (resp >= 2 && m->records) {
        if (m->cfg.ext_abort == spe_cfg_ext_abort_serror) {
            m->buf.serrors++;
            m->buf.serror_cycle = m->cycle;
        } else {
            abort_event(m, b);
        }
    }
    if (b->rec != NULL && b->rec->state == REC_STARTED) {
        settle_record(m, b->rec, true);
    }
    finish_burst(m, i);
}

void buffer_b(struct spe_model *m, const struct spe_txn_b *t)
{
    (void)model_eval(m, SPE_CHECK_BUS_PROTOCOL);
    for (int i = 0; i < m->buf.n_bursts; i++) {
        struct burst *b = &m->buf.burst[i];
        if (b->id == t->id && !b->b_done && b->w_done) {
            respond(m, i, t->resp);
            return;
        }
    }
    bad_bus(m, "BVALID", "response with id %u to no finished burst", t->id);
}
