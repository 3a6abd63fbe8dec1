/* SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "explain_print.h"
#include "spe/packet.h"

/* The sections of the text about a record or an operation. */

#define SIDE 49 /* columns of each side of a record */

static void row_text(const struct record_row *row, bool actual, char *dst, size_t bytes)
{
    if (actual ? row->has_actual : row->has_expected) {
        record_packet_text(actual ? &row->actual : &row->expected, dst, bytes);
    } else {
        (void)snprintf(dst, bytes, "-");
    }
}

/* Add both sides of a packet that differs, each on as many lines as it needs. */
static void add_sides(struct lines *lines, unsigned at, const char *left, const char *right)
{
    char head[16];

    (void)snprintf(head, sizeof(head), "* %4u", at);
    do {
        const size_t l = lines_cut(left, SIDE), r = lines_cut(right, SIDE);
        lines_add(lines, "%-6s %-*.*s | %.*s", head, SIDE, (int)l, left, (int)r, right);
        left += l + (left[l] == ' ');
        right += r + (right[r] == ' ');
        (void)snprintf(head, sizeof(head), "*");
    } while (*left != '\0' || *right != '\0');
}

static void add_packets(struct lines *lines, const struct record_row *row)
{
    char left[PACKET_TEXT], right[PACKET_TEXT];
    const unsigned at = (unsigned)(row->has_expected ? row->expected.offset : row->actual.offset);

    row_text(row, false, left, sizeof(left));
    if (row->same && row->actual.offset != at) {
        lines_add(lines, "  %4u %s, at byte %u", at, left, (unsigned)row->actual.offset);
        return;
    }
    if (row->same) {
        lines_add(lines, "  %4u %s", at, left);
        return;
    }
    row_text(row, true, right, sizeof(right));
    add_sides(lines, at, left, right);
}

void lines_record(struct lines *lines, const struct explanation *x)
{
    const struct record_view *v = &x->record;

    if (v->number == 0) {
        return;
    }
    char beyond[48] = "";

    if (v->beyond != 0) {
        (void)snprintf(beyond, sizeof(beyond), ", %u more behind its end,", v->beyond);
    }
    lines_add(lines,
              "record %" PRIu32 ": %u of %u bytes written%s at 0x%" PRIx64 " (PA 0x%" PRIx64
              "); expected | actual, %u packet%s differ%s",
              v->number, v->written, v->length, beyond, v->va, v->pa, v->n_different,
              v->n_different == 1 ? "" : "s", v->n_different == 1 ? "s" : "");
    if (v->written != 0 && v->skipped != 0) {
        lines_add(lines, "  the first %u are not written: what is there begins at 0x%" PRIx64,
                  v->skipped, v->va + v->skipped);
    }
    for (unsigned i = 0; i < v->n_rows; i++) {
        add_packets(lines, &v->row[i]);
    }
}

void lines_run(struct lines *lines, const struct explanation *x)
{
    for (unsigned i = 0; x->run.records != 0 && i < x->run.n; i++) {
        const struct run_packet *p = &x->run.packet[i];
        lines_add(lines, "%u %s record%s, %s: expected in %u, actual in %u, right in %u%s",
                  x->run.records, x->run.kind, x->run.records == 1 ? "" : "s", p->title,
                  p->expected, p->actual, p->right, p->common ? ": not this operation alone" : "");
    }
}

void lines_earlier(struct lines *lines, const struct explanation *x)
{
    for (unsigned i = 0; i < x->record.n_rows; i++) {
        const struct earlier *own = &x->earlier[i];
        const struct spe_packet *packet = &x->record.row[i].actual;
        if (own->sample == 0) {
            continue;
        }
        lines_add(lines, "%s: 0x%" PRIx64 " is %s of operation %" PRIu32 "%s",
                  spe_packet_title(packet), packet->payload,
                  own->added ? "the predicted value and that" : "the value", own->sample,
                  own->same_tag ? ", the last one before under the same tag" : "");
    }
}

/* Add the steps of the operation's life, without those on the bus. */
static void add_life(struct lines *lines, const struct story *s)
{
    char text[STORY_STEPS * 48] = "";
    size_t used = 0;

    for (unsigned i = 0; i < s->n; i++) {
        const struct story_step *step = &s->step[i];
        if (strcmp(step->what, "AW") == 0 || strcmp(step->what, "W") == 0 ||
            strcmp(step->what, "B") == 0) {
            continue;
        }
        used += (size_t)snprintf(text + used, sizeof(text) - used, "%s%s %" PRIu64 " (%" PRIu32 ")",
                                 used == 0 ? "" : ", ", step->what, step->cycle, step->seq);
        if (used >= 70) {
            lines_add(lines, "  %s", text);
            used = 0;
        }
    }
    if (used != 0) {
        lines_add(lines, "  %s", text);
    }
}

/* Add the steps of one kind on one line: their number, the first and the last. */
static void add_bus(struct lines *lines, const struct story *s, const char *what, const char *noun)
{
    const struct story_step *first = NULL, *last = NULL;
    unsigned n = 0;

    for (unsigned i = 0; i < s->n; i++) {
        if (strcmp(s->step[i].what, what) == 0) {
            first = first != NULL ? first : &s->step[i];
            last = &s->step[i];
            n++;
        }
    }
    if (n == 1) {
        lines_add(lines, "  %s: cycle %" PRIu64 " (%" PRIu32 "), %s 0x%" PRIx64, what, first->cycle,
                  first->seq, noun, first->value);
    } else if (n != 0) {
        lines_add(lines,
                  "  %s: %u, cycles %" PRIu64 " (%" PRIu32 ") to %" PRIu64 " (%" PRIu32
                  "), %s 0x%" PRIx64 " to 0x%" PRIx64,
                  what, n, first->cycle, first->seq, last->cycle, last->seq, noun, first->value,
                  last->value);
    }
}

/* Add what the operation is, and the numbers of its life. Bits 63:56 of the PC are left out: the
 * packet has level and state there (5.3.2). */
static void add_title(struct lines *lines, const struct story *s)
{
    const char *name = spe_operation_name((unsigned)(s->op >> 8), (uint8_t)s->op);

    lines_add(lines,
              "operation %" PRIu32 ": member %" PRIu64 ", tag %" PRIu64 ", PC 0x%" PRIx64
              "%s, op 0x%" PRIx64 " %s; cycle (seq):",
              s->sample, s->position, s->tag, s->pc,
              s->pc >> 56 != 0 ? " (bits 55:0 in a record)" : "", s->op, name != NULL ? name : "-");
}

static void add_context(struct lines *lines, const struct explanation *x)
{
    const struct story *s = &x->story;
    const struct spe_txn_ctx *ctx = explain_context_of(x->e, s->sample);
    char context[64], offsets[96] = "";

    story_context(x->e->header.cfg, s->context, context, sizeof(context));
    if (ctx != NULL) {
        (void)snprintf(offsets, sizeof(offsets), ", CNTVOFF 0x%" PRIx64 ", CNTPOFF 0x%" PRIx64,
                       ctx->cntvoff, ctx->cntpoff);
    }
    lines_add(lines,
              "  context %s since cycle %" PRIu64 ", CONTEXTIDR_EL1 0x%" PRIx64 " _EL2 0x%" PRIx64
              "%s, PMSCR_EL1 0x%" PRIx64 " _EL2 0x%" PRIx64,
              context, s->context_since, s->contextidr_el1, s->contextidr_el2, offsets,
              s->pmscr_el1, s->pmscr_el2);
}

void lines_story(struct lines *lines, const struct explanation *x)
{
    const struct story *s = &x->story;
    char events[BITS_NAMES];

    if (s->sample == 0 || s->n == 0) {
        return;
    }
    add_title(lines, s);
    add_life(lines, s);
    add_bus(lines, s, "AW", "address");
    add_bus(lines, s, "W", "data");
    add_bus(lines, s, "B", "response");
    add_context(lines, x);
    if (s->ended) {
        bits_names(s->events, spe_event_name, events, sizeof(events));
        lines_add(lines,
                  "  total %" PRIu64 ", issue %" PRIu64 ", translation %" PRIu64
                  "; events 0x%" PRIx64 "%s%s%s; CNTPCT 0x%" PRIx64 ", 0x%" PRIx64 " at the end",
                  s->total, s->issue, s->translation, s->events, events[0] != '\0' ? " (" : "",
                  events, events[0] != '\0' ? ")" : "", s->cntpct, s->cntpct_end);
    }
}
