/* SPDX-License-Identifier: Apache-2.0 */
#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "bus/compare.h"
#include "bus/faulting.h"
#include "bytes/correct.h"
#include "judge/choices.h"
#include "judge/journal_events.h"
#include "judge/report.h"
#include "parts/strobes.h"
#include "queue/choice.h"
#include "queue/find.h"
#include "spe/packet.h"
#include "state/model.h"
#include "state/queue.h"

/* Bytes that arrive are compared with the predicted record (oracle a). Whole records are compared
 * with the story (oracle b). */

/* Names the packet of the predicted record that holds the byte. @return the kind of the packet if
 * the byte is in its payload; otherwise WHOLE, as the SPU may have another packet there. */
static int name_byte(const struct rec *rec, int offset, char *dst, size_t dst_bytes)
{
    struct spe_packet packet;
    const int at = buffer_packet_at(rec, offset, &packet);

    if (packet.kind == SPE_PACKET_PADDING) {
        (void)snprintf(dst, dst_bytes, "padding");
        return WHOLE;
    }
    int byte = offset - at - (int)packet.header_bytes;
    if (byte < 0) {
        (void)snprintf(dst, dst_bytes, "%s, header", spe_packet_title(&packet));
        return WHOLE;
    }
    (void)snprintf(dst, dst_bytes, "%s, payload byte %d", spe_packet_title(&packet), byte);
    return (int)packet.kind;
}

static void hex_bytes(char *dst, size_t dst_bytes, const uint8_t *bytes, int n)
{
    size_t used = 0;

    dst[0] = '\0';
    for (int i = 0; i < n && used + 3 < dst_bytes; i++) {
        used += (size_t)snprintf(dst + used, dst_bytes - used, i == 0 ? "%02x" : " %02x", bytes[i]);
    }
}

static void data_wrong(struct spe_model *m, struct rec *rec, int offset)
{
    struct spe_finding f = model_rec_finding(m, rec, SPE_CHECK_BUF_DATA, "DDI 0586A 2.3, 5.3");
    const struct rec *other = buffer_bytes_of(&m->spu->buf, rec);
    char name[64], swapped[64] = "";
    int n = 0;

    rec->told.bad = true;
    while (n < 8 && offset + n < rec->len && buffer_have(rec, offset + n)) {
        n++;
    }
    int packet = name_byte(rec, offset, name, sizeof(name));
    if (other != NULL) {
        FMT(swapped, "; these are the bytes of record %" PRIu64, other->id);
    }
    /* The bytes are those of another record, so no packet is wrong. As with padding, only the order
     * of the records remains as a reason. */
    model_choices(m, f.check, other != NULL ? SPE_PACKET_PADDING : packet, f.choices,
                  sizeof(f.choices));
    FMT(f.where, "record %" PRIu64 " +%d", rec->id, offset);
    hex_bytes(f.expected, sizeof(f.expected), rec->bytes + offset, n);
    hex_bytes(f.actual, sizeof(f.actual), rec->actual + offset, n);
    FMT(f.text,
        "record %" PRIu64 " at 0x%" PRIx64 " differs at byte %d (%s); sampled operation at PC"
        " 0x%" PRIx64 "%s",
        rec->id, rec->va, offset, name, rec->story.pc, swapped);
    model_emit(m, &f);
    rec->fix.finding = f.number;
    rec->fix.end = other != NULL ? rec->len : buffer_fix_end(rec, offset);
    buffer_correct(m, rec, f.number, offset, rec->fix.end, rec->bytes + offset);
}

/* Returns the first written byte that differs from the prediction. At least one differs. */
static int first_difference(const struct rec *rec)
{
    int i = 0;

    while (!buffer_have(rec, i) || rec->bytes[i] == rec->actual[i] || buffer_byte_free(rec, i)) {
        i++;
        assert(i < rec->len);
    }
    return i;
}

/* A finding of a byte that is written where it must not be. The caller adds the reason and emits
 * it. */
static struct spe_finding byte_finding(struct spe_model *m, enum spe_check check, uint64_t va)
{
    struct spe_finding f = model_finding(m, check, "DDI 0586A 3.5");

    FMT(f.where, "0x%" PRIx64, va);
    FMT(f.actual, "a write of 0x%" PRIx64, va);
    return f;
}

static void past_limit(struct spe_model *m, uint64_t va, uint64_t limit)
{
    struct spe_finding f = byte_finding(m, SPE_CHECK_BUF_LIMIT, va);

    FMT(f.expected, "below 0x%" PRIx64, limit);
    FMT(f.text, "a byte at or past the limit is written");
    model_emit(m, &f);
}

static void second_time(struct spe_model *m, const struct rec *rec, uint64_t va)
{
    struct spe_finding f = byte_finding(m, SPE_CHECK_BUF_TWICE, va);

    FMT(f.expected, "one write of 0x%" PRIx64, va);
    FMT(f.text,
        "a byte of the buffer is written a second time, with record %" PRIu64 " at 0x%" PRIx64,
        rec->id, rec->va);
    model_emit(m, &f);
}

static void outside_record(struct spe_model *m, const struct rec *rec, uint64_t va)
{
    struct spe_finding f = byte_finding(m, SPE_CHECK_BUF_ADDRESS, va);
    const uint64_t last = rec->va + (uint64_t)rec->len - 1;

    FMT(f.expected, "record %" PRIu64 " at 0x%" PRIx64 " to 0x%" PRIx64, rec->id, rec->va, last);
    FMT(f.text,
        "a byte outside the record is written: record %" PRIu64 " at 0x%" PRIx64
        " has %d bytes, the last one at 0x%" PRIx64,
        rec->id, rec->va, rec->len, last);
    model_emit(m, &f);
}

/* Returns strobes of the bytes that this record itself has written before. */
static unsigned its_own(const struct rec *rec, int64_t offset, unsigned strb)
{
    unsigned before = 0;

    for (int i = 0; i < 8; i++) {
        bool inside = offset + i >= 0 && offset + i < rec->len;
        before |= inside && buffer_have(rec, (int)offset + i) ? strb & 1u << i : 0;
    }
    return before;
}

/* Returns strobes of the bytes that were written before, by this record or by others. The map holds
 * the bytes of all records of the current buffer. But an event clears the map while a record is
 * still being written, so its own bytes are looked up too. Bytes of an aborted record are not
 * marked, as they are written again. */
static unsigned again(struct buffer *buf, const struct rec *rec, int64_t offset, unsigned strb)
{
    unsigned twice = its_own(rec, offset, strb);

    if (rec->state != REC_DOOMED && rec->buffer == buf->number) {
        twice |= bytemap_mark_word(&buf->map, rec->va + (uint64_t)offset, strb);
    }
    return twice;
}

static unsigned at_or_past(uint64_t va, uint64_t limit, unsigned strb)
{
    unsigned past = 0;

    for (int i = 0; i < 8; i++) {
        past |= va + (uint64_t)i >= limit ? strb & 1u << i : 0;
    }
    return past;
}

static unsigned outside_strobes(const struct rec *rec, int64_t offset, unsigned strb)
{
    unsigned inside = 0;

    for (int i = 0; i < 8; i++) {
        inside |= offset + i >= 0 && offset + i < rec->len ? 1u << i : 0;
    }
    return strb & ~inside;
}

/* Checks limit, place and repetition of the written bytes. @return strobes of the bytes of the
 * record that are written for the first time. */
static unsigned judge_place(struct spe_model *m, struct rec *rec, int64_t offset, unsigned strb)
{
    const uint64_t judged = rec->offer.judged; /* it may be written below that one, too (W17) */
    const uint64_t limit = rec->limit > judged ? rec->limit : judged;
    unsigned past = at_or_past(rec->va + (uint64_t)offset, limit, strb);
    unsigned twice = again(&m->spu->buf, rec, offset, strb),
             outside = outside_strobes(rec, offset, strb);
    unsigned inside = strb & ~outside;

    uint64_t at = rec->va + (uint64_t)offset;
    (void)model_eval(m, SPE_CHECK_BUF_LIMIT);
    if (past != 0) {
        past_limit(m, at + strobes_first(past), limit);
        outside &= ~past;
    }
    (void)model_eval(m, SPE_CHECK_BUF_TWICE);
    if (twice != 0) {
        second_time(m, rec, at + strobes_first(twice));
        outside &= ~twice;
    }
    if (outside != 0) {
        outside_record(m, rec, at + strobes_first(outside));
    }
    return inside & ~twice;
}

/* Takes a word with all strobes, which is the usual case. @return whether it differs from the
 * prediction. */
static bool take_whole(struct rec *rec, int offset, uint64_t data)
{
    for (int i = 0; i < 8; i++) {
        rec->actual[offset + i] = (uint8_t)(data >> (8 * i));
    }
    rec->got[offset / 64] |= (uint64_t)0xFF << (offset % 64);
    rec->got_bytes += 8;
    return memcmp(rec->actual + offset, rec->bytes + offset, 8) != 0;
}

static bool take_byte(struct rec *rec, int at, uint8_t byte)
{
    rec->actual[at] = byte;
    rec->got[at / 64] |= (uint64_t)1 << (at % 64);
    rec->got_bytes++;
    return byte != rec->bytes[at] && !buffer_byte_free(rec, at);
}

void buffer_compare(struct spe_model *m, struct rec *rec, int64_t distance,
                    const struct spe_txn_w *t, unsigned strb)
{
    const int offset = (int)distance;
    bool differs = false;

    if (distance < -SPE_RECORD_MAX || distance >= SPE_RECORD_MAX) {
        (void)judge_place(m, rec, distance, strb); /* after many bursts too many: in no record */
        return;
    }
    if (outside_strobes(rec, offset, strb) != 0) {
        struct rec *longer = buffer_another(m, rec, offset + (int)strobes_end(strb));
        rec = longer != NULL ? longer : rec;
    }
    strb = judge_place(m, rec, offset, strb);
    buffer_note_word(m, rec, offset, strb);
    journal_data(m, rec, offset, t->data, strb);
    const int first = offset + (int)strobes_first(strb), end = offset + (int)strobes_end(strb);
    if (strb == 0xFF && offset % 64 <= 56 && rec->ts_at < 0) {
        differs = take_whole(rec, offset, t->data);
        strb = 0;
    }
    for (int i = 0; i < 8; i++) {
        if ((strb & (1u << i)) != 0) {
            differs |= take_byte(rec, offset + i, (uint8_t)(t->data >> (8 * i)));
        }
    }
    if (!m->opt.order_free) {
        (void)model_eval(m, SPE_CHECK_BUF_DATA);
        if (differs && rec->fix.finding != 0) {
            buffer_correct(m, rec, rec->fix.finding, first, end < rec->fix.end ? end : rec->fix.end,
                           rec->bytes + first);
        } else if (differs && !rec->told.bad && buffer_another(m, rec, 0) == NULL) {
            data_wrong(m, rec, first_difference(rec));
        }
    } else {
        faulting_written(m->spu, rec, spe_reg_writable(&m->cfg, SPE_PMBPTR));
        buffer_packets(m, rec);
    }
}

static void report_hole(struct spe_model *m, const struct rec *rec)
{
    struct spe_finding f = model_rec_finding(m, rec, SPE_CHECK_BUF_DATA, "DDI 0586A 2.3, 3.5");
    int offset = buffer_next_offset(rec), n = 0;
    char name[64];

    while (offset + n < rec->len && !buffer_have(rec, offset + n)) {
        n++;
    }
    (void)name_byte(rec, offset, name, sizeof(name));
    FMT(f.where, "record %" PRIu64 " +%d", rec->id, offset);
    hex_bytes(f.expected, sizeof(f.expected), rec->bytes + offset, n);
    FMT(f.actual, "not written");
    FMT(f.text,
        "record %" PRIu64 " at 0x%" PRIx64 " is left with a hole of %d byte%s at byte %d (%s);"
        " sampled operation at PC 0x%" PRIx64,
        rec->id, rec->va, n, PLURAL(n), offset, name, rec->story.pc);
    model_emit(m, &f);
}

void buffer_hole(struct spe_model *m, struct rec *rec)
{
    if (!rec->told.misplaced) {
        report_hole(m, rec);
    }
    rec->told.bad = rec->told.misplaced = true;
    rec->got_bytes = rec->len; /* nothing more will come: it counts as written */
}
