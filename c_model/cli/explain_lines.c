/* SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "explain_print.h"
#include "spe/packet.h"

/* Sections of the text that are of a record or of an operation. */

#define SIDE 49 /* columns of each side of a record */

static void row_text(const struct record_row *row, bool actual, char *dst, size_t bytes)
{
    if (actual ? row->has_actual : row->has_expected) {
        record_packet_text(actual ? &row->actual : &row->expected, dst, bytes);
    } else {
        (void)snprintf(dst, bytes, "-");
    }
}

static void add_row(struct lines *lines, const struct record_row *row)
{
    char left[SIDE + 1], right[SIDE + 1];
    const unsigned at = (unsigned)(row->has_expected ? row->expected.offset : row->actual.offset);

    if (row->same) {
        char whole[2 * SIDE + 1];
        row_text(row, false, whole, sizeof(whole));
        lines_add(lines, "  %4u %s", at, whole);
        return;
    }
    row_text(row, false, left, sizeof(left));
    row_text(row, true, right, sizeof(right));
    lines_add(lines, "* %4u %-*s | %s", at, SIDE, left, right);
}

void lines_record(struct lines *lines, const struct explanation *x)
{
    const struct record_view *v = &x->record;

    if (v->number == 0) {
        return;
    }
    lines_add(lines,
              "record %" PRIu32 ": %u of %u bytes written at 0x%" PRIx64 " (PA 0x%" PRIx64
              "); expected | actual, %u packet%s differ%s",
              v->number, v->written, v->length, v->va, v->pa, v->n_different,
              v->n_different == 1 ? "" : "s", v->n_different == 1 ? "s" : "");
    for (unsigned i = 0; i < v->n_rows; i++) {
        add_row(lines, &v->row[i]);
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

static void add_life(struct lines *lines, const struct story *s)
{
    char text[2 * EXPLAIN_WIDTH] = ""; /* what a line has no room for, lines_add() cuts */
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

/* Steps of one kind: their number, first and last. */
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

/* What the operation is; behind a long name there is still what the numbers of its life are. */
static void add_title(struct lines *lines, const struct story *s)
{
    static const char legend[] = "; cycle (seq):";
    const char *name = spe_operation_name((unsigned)(s->op >> 8), (uint8_t)s->op);
    char title[EXPLAIN_WIDTH + 1];

    const int used = snprintf(title, sizeof(title),
                              "operation %" PRIu32 ": member %" PRIu64 ", tag %" PRIu64
                              ", PC 0x%" PRIx64 ", op 0x%" PRIx64 " ",
                              s->sample, s->position, s->tag, s->pc, s->op);
    const int room = EXPLAIN_WIDTH - used - (int)strlen(legend);
    lines_add(lines, "%s%.*s%s", title, room > 0 ? room : 0, name != NULL ? name : "-", legend);
}

void lines_story(struct lines *lines, const struct explanation *x)
{
    const struct story *s = &x->story;
    char context[64];

    if (s->sample == 0 || s->n == 0) {
        return;
    }
    story_context(&x->e->header.cfg, s->context, context, sizeof(context));
    add_title(lines, s);
    add_life(lines, s);
    add_bus(lines, s, "AW", "address");
    add_bus(lines, s, "W", "data");
    add_bus(lines, s, "B", "response");
    lines_add(lines,
              "  context %s since cycle %" PRIu64 ", CONTEXTIDR_EL1 0x%" PRIx64 " _EL2 0x%" PRIx64
              ", PMSCR_EL1 0x%" PRIx64 " _EL2 0x%" PRIx64,
              context, s->context_since, s->contextidr_el1, s->contextidr_el2, s->pmscr_el1,
              s->pmscr_el2);
    if (s->ended) {
        lines_add(lines,
                  "  total %" PRIu64 ", issue %" PRIu64 ", translation %" PRIu64
                  "; events 0x%" PRIx64 "; CNTPCT 0x%" PRIx64 ", 0x%" PRIx64 " at the end",
                  s->total, s->issue, s->translation, s->events, s->cntpct, s->cntpct_end);
    }
}
