/* SPDX-License-Identifier: Apache-2.0 */
#include "explain_record.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "spe/decode.h"

/* A record decoded twice, as predicted and as written, packet beside packet. */

static void put_bytes(uint8_t *bytes, bool *mark, const struct spe_journal_entry *entry)
{
    for (unsigned i = 0; i < 8 && entry->at + i < SPE_RECORD_MAX; i++) {
        if ((entry->mask >> 8 * i & 0xFF) != 0) {
            bytes[entry->at + i] = (uint8_t)(entry->now >> 8 * i);
            mark[entry->at + i] = true;
        }
    }
}

void record_take(struct record_view *view, const struct spe_journal_entry *entry)
{
    if (strcmp(entry->field, "length") == 0) {
        view->length = (unsigned)entry->now;
    } else if (strcmp(entry->field, "expected") == 0) {
        put_bytes(view->expected, view->known, entry);
    } else if (strcmp(entry->field, "data") == 0) {
        put_bytes(view->actual, view->have, entry);
    } else if (strcmp(entry->field, "va") == 0) {
        view->va = entry->now;
    } else if (strcmp(entry->field, "burst") == 0 && !view->placed) {
        view->placed = entry->kind != SPE_JOURNAL_TAKEN;
        view->pa = entry->now - (entry->old - view->va);
    }
}

unsigned record_packets(const uint8_t *bytes, unsigned length,
                        struct spe_packet packet[RECORD_PACKETS])
{
    unsigned n = 0, at = 0;

    while (at < length && n < RECORD_PACKETS) {
        const int used = spe_decode_packet(bytes + at, length - at, &packet[n]);
        if (used <= 0) {
            break;
        }
        packet[n].offset = at;
        at += (unsigned)used;
        if (packet[n].kind == SPE_PACKET_PADDING) {
            continue;
        }
        n++;
        if (packet[n - 1].kind == SPE_PACKET_END || packet[n - 1].kind == SPE_PACKET_TIMESTAMP) {
            break;
        }
    }
    return n;
}

bool record_same_kind(const struct spe_packet *a, const struct spe_packet *b)
{
    return a->kind == b->kind && (a->index == b->index || a->kind == SPE_PACKET_OPERATION);
}

/* Whether two packets are equal; bytes with an unknown prediction count as equal. */
static bool same_packet(const struct record_view *view, const struct spe_packet *a,
                        const struct spe_packet *b)
{
    const unsigned n = a->header_bytes + a->payload_bytes;

    if (a->offset != b->offset || n != (unsigned)(b->header_bytes + b->payload_bytes)) {
        return a->payload == b->payload && record_same_kind(a, b) &&
               a->payload_bytes == b->payload_bytes && a->index == b->index;
    }
    for (unsigned i = (unsigned)a->offset; i < a->offset + n; i++) {
        if (view->known[i] && view->expected[i] != view->actual[i]) {
            return false;
        }
    }
    return true;
}

/* Longest common subsequence of packets: its length from each pair of packets on. */
struct common {
    uint8_t n[RECORD_PACKETS + 1][RECORD_PACKETS + 1];
};

static void measure(const struct spe_packet *a, unsigned n_a, const struct spe_packet *b,
                    unsigned n_b, struct common *c)
{
    memset(c, 0, sizeof(*c));
    for (unsigned i = n_a; i > 0; i--) {
        for (unsigned j = n_b; j > 0; j--) {
            const uint8_t skip = c->n[i][j - 1] > c->n[i - 1][j] ? c->n[i][j - 1] : c->n[i - 1][j];
            const uint8_t both = (uint8_t)(c->n[i][j] + 1);
            c->n[i - 1][j - 1] =
                record_same_kind(&a[i - 1], &b[j - 1]) && both > skip ? both : skip;
        }
    }
}

static void append_row(struct record_view *view, const struct spe_packet *a,
                       const struct spe_packet *b)
{
    struct record_row *row = &view->row[view->n_rows++];

    *row = (struct record_row){.has_expected = a != NULL, .has_actual = b != NULL};
    row->expected = a != NULL ? *a : row->expected;
    row->actual = b != NULL ? *b : row->actual;
    row->same = a != NULL && b != NULL && same_packet(view, a, b);
    view->n_different += !row->same;
}

/* Whether only this header is wrong: the next packets are of the same kind and at the same place.
 */
static bool in_place(const struct spe_packet *a, unsigned left_a, const struct spe_packet *b,
                     unsigned left_b)
{
    return left_a > 1 && left_b > 1 && a->kind == b->kind && a->offset == b->offset &&
           record_same_kind(a + 1, b + 1) && a[1].offset == b[1].offset;
}

static void align(struct record_view *view, const struct spe_packet *a, unsigned n_a,
                  const struct spe_packet *b, unsigned n_b)
{
    struct common c;
    unsigned i = 0, j = 0;

    measure(a, n_a, b, n_b, &c);
    while ((i < n_a || j < n_b) && view->n_rows < EXPLAIN_ROWS) {
        const bool both = i < n_a && j < n_b;
        if (both && ((record_same_kind(&a[i], &b[j]) && c.n[i][j] == c.n[i + 1][j + 1] + 1) ||
                     in_place(&a[i], n_a - i, &b[j], n_b - j))) {
            append_row(view, &a[i++], &b[j++]);
        } else if (j == n_b || (i < n_a && c.n[i + 1][j] >= c.n[i][j + 1])) {
            append_row(view, &a[i++], NULL);
        } else {
            append_row(view, NULL, &b[j++]);
        }
    }
}

void record_rows(struct record_view *view)
{
    struct spe_packet expected[RECORD_PACKETS], actual[RECORD_PACKETS];
    unsigned end = 0; /* offset after the last byte that was written */

    if (view->length > SPE_RECORD_MAX) {
        return;
    }
    for (unsigned i = 0; i < view->length; i++) {
        view->skipped += view->written == 0 && !view->have[i];
        view->written += view->have[i];
        end = view->have[i] ? i + 1 : end;
    }
    for (unsigned i = view->length; i < SPE_RECORD_MAX; i++) {
        view->beyond += view->have[i];
    }
    const unsigned n = record_packets(view->expected, view->length, expected);
    align(view, expected, n, actual, record_packets(view->actual, end, actual));
}

/* Add the bytes beyond the record's end that the data word of the finding writes: the journal has
 * only bytes of the record. Pages are translated as a whole, so a byte has the same lane by its
 * virtual and its physical address. */
static void put_beyond(const struct explain *e, struct record_view *view)
{
    const struct spe_finding *f = explain_finding(e);
    const struct spe_txn *txn = e->n_txns != 0 ? &e->txn[e->n_txns - 1] : NULL;
    const uint64_t first = strtoull(f->where, NULL, 0);

    if (f->check != SPE_CHECK_BUF_ADDRESS || txn == NULL || txn->kind != SPE_TXN_W ||
        !view->placed || first < view->va + view->length) {
        return;
    }
    for (unsigned lane = first % 8; lane < 8; lane++) {
        const uint64_t at = first - view->va + (lane - first % 8);
        if ((txn->u.w.strb >> lane & 1) != 0 && at < SPE_RECORD_MAX) {
            view->actual[at] = (uint8_t)(txn->u.w.data >> 8 * lane);
            view->have[at] = true;
        }
    }
}

void record_view(const struct explain *e, uint32_t number, struct record_view *view)
{
    memset(view, 0, sizeof(*view));
    for (size_t i = 0; i < e->n_entries; i++) {
        if (e->entry[i].unit == SPE_UNIT_RECORD && e->entry[i].number == number) {
            record_take(view, &e->entry[i]);
        }
    }
    if (number == 0 || view->length == 0 || view->length > SPE_RECORD_MAX) {
        view->number = 0;
        return;
    }
    view->number = number;
    if (number == explain_record(e)) {
        put_beyond(e, view);
    }
    record_rows(view);
}

static size_t add_field(const struct spe_field *field, char *dst, size_t bytes)
{
    int n;

    if (field->text != NULL) {
        n = snprintf(dst, bytes, " %s=%s", field->name, field->text);
    } else if (field->bits > 16 || field->wide) {
        n = snprintf(dst, bytes, " %s=0x%" PRIx64, field->name, field->value);
    } else if (field->bits == 1 && field->value == 0) {
        return 0;
    } else {
        n = snprintf(dst, bytes, " %s=%" PRIu64, field->name, field->value);
    }
    return n > 0 && (size_t)n < bytes ? (size_t)n : bytes - 1;
}

void record_packet_text(const struct spe_packet *packet, char *dst, size_t bytes)
{
    struct spe_field field[SPE_PACKET_FIELDS];
    const int n = spe_packet_fields(packet, field);
    size_t used;

    (void)snprintf(dst, bytes, "%s%s", spe_packet_title(packet), n > 0 ? ":" : "");
    used = strlen(dst);
    for (int i = 0; i < n && used + 1 < bytes; i++) {
        used += add_field(&field[i], dst + used, bytes - used);
    }
    for (unsigned bit = 0; packet->kind == SPE_PACKET_EVENTS && bit < 64 && used + 1 < bytes;
         bit++) {
        if ((packet->payload >> bit & 1) != 0) {
            const int more = snprintf(dst + used, bytes - used, " %s", spe_event_name(bit));
            used += more > 0 ? (size_t)more : 0;
        }
    }
}
