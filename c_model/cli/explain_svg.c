/* SPDX-License-Identifier: Apache-2.0 */
#include "explain_svg.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* Pictures of the page: the bytes of a record, the life of an operation. Units are pixels. */

#define PER_ROW   32u
#define BOX       28u
#define LEFT      84u
#define ROW_HIGH  104u
#define MARK_HIGH 18u
#define LINE_WIDE 900u

void html_text(const char *text)
{
    for (; *text != '\0'; text++) {
        switch (*text) {
        case '<':
            fputs("&lt;", stdout);
            break;
        case '>':
            fputs("&gt;", stdout);
            break;
        case '&':
            fputs("&amp;", stdout);
            break;
        case '"':
            fputs("&quot;", stdout);
            break;
        default:
            putchar(*text);
        }
    }
}

static unsigned x_of(unsigned at)
{
    return LEFT + at % PER_ROW * BOX;
}

static unsigned y_of(unsigned at)
{
    return at / PER_ROW * ROW_HIGH + 22;
}

static void one_byte(const struct record_view *v, unsigned at, bool actual)
{
    const bool beyond = at >= v->length;
    const bool there = actual ? v->have[at] : v->known[at] && !beyond;
    const bool bad =
        actual && there && (beyond || (v->known[at] && v->expected[at] != v->actual[at]));
    const unsigned x = x_of(at), y = y_of(at) + (actual ? BOX : 0);

    printf("<rect class=\"%s\" x=\"%u\" y=\"%u\" width=\"%u\" height=\"%u\"/>",
           bad     ? "bad"
           : there ? "byte"
                   : "none",
           x, y, BOX, BOX);
    if (there) {
        printf("<text class=\"hex\" x=\"%u\" y=\"%u\">%02x</text>\n", x + BOX / 2, y + 19,
               actual ? v->actual[at] : v->expected[at]);
    } else {
        printf("<text class=\"hex\" x=\"%u\" y=\"%u\">%s</text>\n", x + BOX / 2, y + 19,
               actual || beyond ? "" : "?");
    }
}

/* A name that fits into the width of two bytes. */
static const char *short_name(const struct spe_packet *packet)
{
    static const char *const address[] = {"PC", "target", "VA", "PA", "previous target"};
    static const char *const counter[] = {"total", "issue", "translat.", "alternate"};
    static const char *const context[] = {"CONTEXTIDR_EL1", "CONTEXTIDR_EL2"};

    switch (packet->kind) {
    case SPE_PACKET_ADDRESS:
        return packet->index < 5 ? address[packet->index] : "address";
    case SPE_PACKET_COUNTER:
        return packet->index < 4 ? counter[packet->index] : "counter";
    case SPE_PACKET_CONTEXT:
        return packet->index < 2 ? context[packet->index] : "context";
    case SPE_PACKET_OPERATION:
        return "operation";
    case SPE_PACKET_EVENTS:
        return "events";
    case SPE_PACKET_DATA_SOURCE:
        return "source";
    case SPE_PACKET_TIMESTAMP:
        return "timestamp";
    case SPE_PACKET_END:
        return "end";
    default:
        return "?";
    }
}

/* Outline a packet from its first to its last byte and write its name, on each row that it touches.
 */
static void one_packet(const struct spe_packet *packet, bool same, bool actual)
{
    const unsigned first = (unsigned)packet->offset;
    const unsigned end = first + packet->header_bytes + packet->payload_bytes;

    for (unsigned at = first; at < end;) {
        const unsigned row_end = (at / PER_ROW + 1) * PER_ROW;
        const unsigned stop = end < row_end ? end : row_end;
        const unsigned y = y_of(at) + (actual ? 2 * BOX + 4 : 0) - (actual ? 0 : 4);
        printf("<path class=\"%s\" d=\"M%u %uH%u\"/>", same ? "good" : "wrong", x_of(at) + 2, y,
               x_of(at) + (stop - at) * BOX - 2);
        printf("<text class=\"title\" x=\"%u\" y=\"%u\"><title>", x_of(at) + 2,
               actual ? y + 12 : y - 4);
        html_text(spe_packet_title(packet));
        fputs(at == first ? "</title>" : "</title>... ", stdout);
        /* The end of a packet on the next row may be a single byte: no name fits. */
        html_text(at == first || stop - at > 2 ? short_name(packet) : "");
        puts("</text>");
        at = stop;
    }
}

/* Number of bytes that are drawn: those of the record, and those written after its end. */
static unsigned bytes_of(const struct record_view *v)
{
    unsigned n = v->length;

    for (unsigned at = n; at < SPE_RECORD_MAX && v->beyond != 0; at++) {
        n = v->have[at] ? at + 1 : n;
    }
    return n;
}

static void open_picture(const char *class, unsigned wide, unsigned high)
{
    printf("<svg class=\"%s\" viewBox=\"0 0 %u %u\" width=\"%u\">\n", class, wide, high, wide);
}

void svg_record(const struct record_view *v)
{
    const unsigned bytes = bytes_of(v), rows = (bytes + PER_ROW - 1) / PER_ROW;

    open_picture("record", LEFT + PER_ROW * BOX + 8, rows * ROW_HIGH + 8);
    for (unsigned row = 0; row < rows; row++) {
        const unsigned y = y_of(row * PER_ROW);
        printf("<text x=\"0\" y=\"%u\">%u expected</text><text x=\"0\" y=\"%u\">actual</text>\n",
               y + 19, row * PER_ROW, y + BOX + 19);
    }
    for (unsigned at = 0; at < bytes; at++) {
        one_byte(v, at, false);
        one_byte(v, at, true);
    }
    for (unsigned i = 0; i < v->n_rows; i++) {
        if (v->row[i].has_expected) {
            one_packet(&v->row[i].expected, v->row[i].same, false);
        }
        if (v->row[i].has_actual) {
            one_packet(&v->row[i].actual, v->row[i].same, true);
        }
    }
    puts("</svg>");
}

/* Where a cycle lies on the line of cycles. */
static unsigned place_on_line(uint64_t cycle, uint64_t first, uint64_t last)
{
    return LEFT + (unsigned)((cycle - first) * LINE_WIDE / (last > first ? last - first : 1));
}

/* Draw the red line of the finding below everything else. */
static void mark_finding(uint64_t finding, unsigned x, unsigned line)
{
    printf("<path class=\"mark\" d=\"M%u %uV0\"/><text class=\"mark%s\" x=\"%u\" y=\"%u\">"
           "finding %" PRIu64 "</text>\n",
           x, line + 16, x > LEFT + LINE_WIDE / 2 ? " before" : "", x, line + 32, finding);
}

/* Write what happened beside the line to its place; near the right margin, to the left of the line.
 */
static void mark_step(const struct story_step *step, unsigned x, unsigned y, unsigned line)
{
    const bool right = x > LEFT + LINE_WIDE * 4 / 5;

    printf("<path class=\"lead\" d=\"M%u %uV%u\"/><text%s x=\"%u\" y=\"%u\">", x, line, y,
           right ? " class=\"before\"" : "", right ? x - 4 : x + 4, y + 4);
    html_text(step->what);
    printf(" %" PRIu64 " (%" PRIu32 ")</text>\n", step->cycle, step->seq);
}

void svg_story(const struct story *s, uint64_t finding)
{
    if (s->n == 0) {
        return;
    }
    uint64_t first = s->step[0].cycle, last = finding > first ? finding : first;
    unsigned shown = 0, n = 0;

    for (unsigned i = 0; i < s->n; i++) {
        last = s->step[i].cycle > last ? s->step[i].cycle : last;
        shown += strcmp(s->step[i].what, "W") != 0;
    }
    const unsigned line = shown * MARK_HIGH + 20;
    open_picture("story", LEFT + LINE_WIDE + 24, line + 40);
    if (finding >= first) {
        mark_finding(finding, place_on_line(finding, first, last), line);
    }
    printf("<path class=\"axis\" d=\"M%u %uH%u\"/>\n", LEFT, line, LEFT + LINE_WIDE);
    for (unsigned i = 0; i < s->n; i++) {
        const struct story_step *step = &s->step[i];
        const unsigned x = place_on_line(step->cycle, first, last);
        printf("<circle cx=\"%u\" cy=\"%u\" r=\"3\"/>", x, line);
        if (strcmp(step->what, "W") != 0) {
            mark_step(step, x, ++n * MARK_HIGH, line);
        }
    }
    puts("</svg>");
}
