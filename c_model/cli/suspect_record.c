/* SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>
#include <string.h>

#include "spe/txn.h"
#include "suspect_list.h"

/* Suspects for wrong bytes of a record: which packet differs, and in which part. */

#define ADDRESS_PC 0u
#define ADDRESS_PA 3u
#define STATE_BITS (UINT64_C(0xFF) << 56)
#define NEAR       4096u /* counts of the system counter within which two times are near */

/* The first row of each kind of difference. */
struct differs {
    const struct record_row *changed, *missing, *extra;
    unsigned n_changed, n_other; /* n_other: missing or extra */
};

static struct differs differences_of(const struct record_view *view)
{
    struct differs d = {0};

    for (unsigned i = 0; i < view->n_rows; i++) {
        const struct record_row *row = &view->row[i];
        if (row->same) {
            continue;
        }
        if (row->has_expected && row->has_actual) {
            d.changed = d.changed != NULL ? d.changed : row;
            d.n_changed++;
        } else if (row->has_expected) {
            d.missing = d.missing != NULL ? d.missing : row;
            d.n_other++;
        } else {
            d.extra = d.extra != NULL ? d.extra : row;
            d.n_other++;
        }
    }
    return d;
}

/* Whether the record is right as far as it goes, but has no last packet. */
static bool has_no_end(const struct record_view *view)
{
    for (unsigned i = 0; i < view->n_rows; i++) {
        const struct record_row *row = &view->row[i];
        if (row->has_actual && (!row->same || row->actual.kind == SPE_PACKET_END ||
                                row->actual.kind == SPE_PACKET_TIMESTAMP)) {
            return false;
        }
    }
    return true;
}

static bool part_is_missing(const struct record_view *view)
{
    return view->written < view->length;
}

/* A packet is in the record and should not be (`extra`), or is missing. */
static void of_presence(struct suspect_list *list, const struct spe_packet *packet, bool extra)
{
    const char *title = spe_packet_title(packet);
    const char *how = extra ? "should not be there" : "is left out";
    const bool controlled = packet->kind == SPE_PACKET_CONTEXT ||
                            packet->kind == SPE_PACKET_TIMESTAMP ||
                            packet->kind == SPE_PACKET_END ||
                            (packet->kind == SPE_PACKET_ADDRESS && packet->index == ADDRESS_PA);

    suspect_add(list, controlled ? CONCERN_COLLECT : CONCERN_RECORD, "%s %s", title, how);
    suspect_add(list, controlled ? CONCERN_RECORD : CONCERN_COLLECT, "%s %s", title, how);
}

/* The top byte of an instruction address in this context: NS, EL, NSE. */
static uint64_t state_bits(uint64_t state)
{
    return (uint64_t)SPE_CTX_NS(state) << 63 | (uint64_t)SPE_CTX_EL(state) << 61 |
           (uint64_t)SPE_CTX_NSE(state) << 60;
}

/* Whether level and state of a PC are those of an announced context. */
static bool of_other_context(const struct explain *e, uint64_t payload)
{
    for (size_t i = 0; i < EXPLAIN_CONTEXTS; i++) {
        const struct spe_txn_ctx *c = explain_context(e, i);
        if (c != NULL && (payload & STATE_BITS) == state_bits(c->state)) {
            return true;
        }
    }
    return false;
}

static void of_pc(struct suspect_list *list, const struct record_row *row)
{
    const uint64_t diff = row->expected.payload ^ row->actual.payload;

    if ((diff & ~STATE_BITS) != 0) {
        suspect_add(list, CONCERN_CAPTURE, "the PC is that of another operation");
        suspect_add(list, CONCERN_SELECTION, "another operation was chosen");
    } else if (of_other_context(list->e, row->actual.payload)) {
        suspect_add(list, CONCERN_CAPTURE,
                    "level and state of the PC are those of another context");
        suspect_add(list, CONCERN_FORMAT, "bits of the payload are wrong");
    } else {
        suspect_add(list, CONCERN_FORMAT, "level and state of the PC are of no context that was");
        suspect_add(list, CONCERN_COLLECT, "what was kept of the context is wrong");
    }
}

/* An announced context whose CONTEXTIDR_EL1 (index 1: CONTEXTIDR_EL2) has this value. NULL: none.
 */
static const struct spe_txn_ctx *of_contextidr(const struct explain *e, unsigned index,
                                               uint64_t value)
{
    for (size_t i = 0; i < EXPLAIN_CONTEXTS; i++) {
        const struct spe_txn_ctx *c = explain_context(e, i);
        if (c != NULL && (index == 0 ? c->contextidr_el1 : c->contextidr_el2) == value) {
            return c;
        }
    }
    return NULL;
}

static void of_context(struct suspect_list *list, const struct record_row *row)
{
    const char *title = spe_packet_title(&row->expected);
    const struct spe_txn_ctx *other =
        of_contextidr(list->e, row->expected.index, row->actual.payload);

    suspect_add(list, CONCERN_CAPTURE, "%s is that of %s", title,
                other != NULL ? "another context" : "no context that was");
    suspect_add(list, CONCERN_COLLECT, "the context was not to be collected, or is another one");
}

/* Whether the difference is an offset of a context: it was left out, or taken from another context.
 */
static bool is_offset(const struct explain *e, uint64_t diff)
{
    for (size_t i = 0; i < EXPLAIN_CONTEXTS; i++) {
        const struct spe_txn_ctx *c = explain_context(e, i);
        if (c != NULL && (diff == c->cntvoff || diff == -c->cntvoff || diff == c->cntpoff ||
                          diff == -c->cntpoff)) {
            return true;
        }
    }
    return false;
}

static void of_timestamp(struct suspect_list *list, const struct record_row *row)
{
    const uint64_t diff = row->actual.payload - row->expected.payload;
    const bool later = diff < NEAR;

    if (!is_offset(list->e, diff) && (later || -diff < NEAR)) {
        suspect_add(list, CONCERN_CAPTURE, "the timestamp is %" PRIu64 " %s: that of another cycle",
                    later ? diff : -diff, later ? "more" : "less");
        suspect_add(list, CONCERN_COLLECT, "the timestamp is of another counter");
    } else {
        suspect_add(list, CONCERN_COLLECT, "the timestamp is of another counter%s",
                    is_offset(list->e, diff) ? ": an offset of a context lies between" : "");
        suspect_add(list, CONCERN_CAPTURE, "the timestamp is of another cycle");
    }
}

static const struct {
    enum spe_packet_kind kind;
    enum concern first, second;
} rule[] = {
    {SPE_PACKET_ADDRESS, CONCERN_RECORD, CONCERN_CAPTURE},
    {SPE_PACKET_COUNTER, CONCERN_LATENCY, CONCERN_CAPTURE},
    {SPE_PACKET_DATA_SOURCE, CONCERN_FORMAT, CONCERN_RECORD},
    {SPE_PACKET_EVENTS, CONCERN_RECORD, CONCERN_FORMAT},
    {SPE_PACKET_OPERATION, CONCERN_RECORD, CONCERN_CAPTURE},
};

/* What each part of an SPU can have done to a payload. */
static const char *const payload_why[CONCERNS] = {
    [CONCERN_RECORD] = "the value is made wrong",
    [CONCERN_CAPTURE] = "what the value is made of was kept wrong",
    [CONCERN_LATENCY] = "the cycles are counted wrong",
    [CONCERN_FORMAT] = "the bits stand elsewhere",
};

/* Whether the payload has the right bytes in another order, or with zeros between them. */
static bool moved(const struct record_row *row)
{
    unsigned n[256] = {0};
    bool same = true;

    for (unsigned i = 0; i < 8; i++) {
        n[row->expected.payload >> 8 * i & 0xFF]++;
        n[row->actual.payload >> 8 * i & 0xFF]--;
    }
    for (unsigned i = 1; i < 256; i++) {
        same &= n[i] == 0;
    }
    return same && (row->expected.payload >> 8) != 0;
}

static void of_payload(struct suspect_list *list, const struct record_row *row)
{
    if (row->expected.kind != SPE_PACKET_OPERATION &&
        (row->expected.index != row->actual.index ||
         row->expected.payload_bytes != row->actual.payload_bytes)) {
        suspect_add(list, CONCERN_FORMAT, "another header in the place of %s",
                    spe_packet_title(&row->expected));
        suspect_add(list, CONCERN_RECORD, "another packet is there");
        return;
    }
    if (row->expected.kind == SPE_PACKET_CONTEXT) {
        of_context(list, row);
        return;
    }
    if (row->expected.kind == SPE_PACKET_TIMESTAMP) {
        of_timestamp(list, row);
        return;
    }
    if (row->expected.kind == SPE_PACKET_ADDRESS && row->expected.index == ADDRESS_PC) {
        of_pc(list, row);
        return;
    }
    if (row->expected.kind == SPE_PACKET_ADDRESS &&
        ((row->expected.payload ^ row->actual.payload) & ~STATE_BITS) == 0) {
        suspect_add(list, CONCERN_RECORD, "the top byte of %s is wrong",
                    spe_packet_title(&row->expected));
        suspect_add(list, CONCERN_FORMAT, "the fields of the top byte stand elsewhere");
        return;
    }
    if (moved(row)) {
        suspect_add(list, CONCERN_FORMAT, "the bytes of %s stand elsewhere",
                    spe_packet_title(&row->expected));
    }
    for (size_t i = 0; i < sizeof(rule) / sizeof(rule[0]); i++) {
        if (rule[i].kind == row->expected.kind) {
            const char *title = spe_packet_title(&row->expected);
            suspect_add(list, rule[i].first, "%s: %s", title, payload_why[rule[i].first]);
            suspect_add(list, rule[i].second, "%s: %s", title, payload_why[rule[i].second]);
        }
    }
}

static bool unreadable(const struct record_view *view)
{
    unsigned same = 0;

    for (unsigned i = 0; i < view->n_rows; i++) {
        same += view->row[i].has_expected && view->row[i].has_actual;
        if (view->row[i].has_actual && view->row[i].actual.kind == SPE_PACKET_UNKNOWN) {
            return true;
        }
    }
    return same == 0;
}

/* Whether packets of more than one kind differ whose presence the controls of the level decide. */
static bool by_controls(const struct record_view *view)
{
    bool pa = false, time = false, context = false;

    for (unsigned i = 0; i < view->n_rows; i++) {
        const struct record_row *row = &view->row[i];
        const struct spe_packet *p = row->has_expected ? &row->expected : &row->actual;
        const bool presence = !row->has_expected || !row->has_actual;
        pa |= presence && p->kind == SPE_PACKET_ADDRESS && p->index == ADDRESS_PA;
        time |= !row->same && p->kind == SPE_PACKET_TIMESTAMP;
        context |= presence && p->kind == SPE_PACKET_CONTEXT;
    }
    return pa + time + context > 1;
}

void suspect_record(struct suspect_list *list)
{
    const struct record_view *view = list->record;
    const struct spe_finding *f = explain_finding(list->e);
    const struct differs d = differences_of(view);

    if (strstr(f->text, "these are the bytes of") != NULL) {
        suspect_add(list, CONCERN_QUEUE, "the bytes are those of another record");
        if (list->oracles->fired[SPE_CHECK_BUF_MISSING]) {
            suspect_add(list, CONCERN_ENABLE,
                        "the buffer was taken for disabled: a record is missing");
        }
        suspect_add(list, CONCERN_CAPTURE, "the record is that of another tag");
    } else if (strstr(f->actual, "not written") != NULL || (d.n_other == 0 && d.changed == NULL)) {
        suspect_add(list, CONCERN_FORMAT, "the packets are right, padding or length is not");
        suspect_add(list, CONCERN_WRITE, "bytes of the record go somewhere else");
    } else if (has_no_end(view)) {
        suspect_add(list, CONCERN_FORMAT, "the bytes end inside the record");
        suspect_add(list, CONCERN_WRITE, "the bytes of the end are not taken");
    } else if (unreadable(view)) {
        suspect_add(list, CONCERN_FORMAT, "the bytes are no packets");
        suspect_add(list, CONCERN_WRITE, "the bytes are of something else");
    } else if (by_controls(view)) {
        suspect_add(list, CONCERN_COLLECT, "packets that controls decide, and more than one");
        suspect_add(list, CONCERN_ENABLE, "the controls are those of another level");
    } else if (d.n_changed >= 3 && d.n_other == 0) {
        suspect_add(list, CONCERN_CAPTURE, "%u packets differ: another operation's", d.n_changed);
        suspect_add(list, CONCERN_QUEUE, "another record is written");
    } else if (d.extra != NULL &&
               (d.changed == NULL || d.extra->actual.offset < d.changed->expected.offset)) {
        of_presence(list, &d.extra->actual, true);
    } else if (d.missing != NULL && !part_is_missing(view) &&
               (d.changed == NULL || d.missing->expected.offset < d.changed->expected.offset)) {
        of_presence(list, &d.missing->expected, false);
    } else if (d.changed != NULL) {
        of_payload(list, d.changed);
    } else {
        of_presence(list, d.missing != NULL ? &d.missing->expected : &d.extra->actual,
                    d.missing == NULL);
    }
}

void suspect_stray(struct suspect_list *list)
{
    const struct spe_journal_entry *last =
        explain_before(list->e, NULL, SPE_UNIT_RECORD, UINT32_MAX, "state");

    if (last != NULL && last->now == SPE_RECORD_LOST) {
        suspect_add(list, CONCERN_WRITE,
                    "record %" PRIu32 ", lost in cycle %" PRIu64 ", is written", last->number,
                    last->cycle);
        suspect_add(list, CONCERN_QUEUE, "the record comes out of the queue all the same");
    }
    suspect_add(list, CONCERN_FILTER, "a record that should not be there");
    suspect_add(list, CONCERN_QUEUE, "a record is there twice");
}
