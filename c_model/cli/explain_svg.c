/* SPDX-License-Identifier: Apache-2.0 */
#include "explain_svg.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* Pictures of the page: a record's bytes, an operation's life. Units are pixels. */

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
    const bool there = actual ? v->have[at] : v->known[at];
    const bool bad = actual && there && v->known[at] && v->expected[at] != v->actual[at];
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
               actual ? "" : "?");
    }
}

/* A line from the first to the last byte of a packet, and its title; on each row that it is in. */
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
        if (at == first) {
            const char *title = spe_packet_title(packet);
            const unsigned room = (stop - at) * BOX / 5; /* a character is 5 wide */
            printf("<text class=\"title\" x=\"%u\" y=\"%u\">", x_of(at) + 2,
                   actual ? y + 12 : y - 4);
            char cut[64];
            (void)snprintf(cut, sizeof(cut), "%.*s", (int)(room < 60 ? room : 60),
                           strncmp(title, "Address: ", 9) == 0   ? title + 9
                           : strncmp(title, "Counter: ", 9) == 0 ? title + 9
                                                                 : title);
            html_text(cut);
            puts("</text>");
        }
        at = stop;
    }
}

void svg_record(const struct record_view *v)
{
    const unsigned rows = (v->length + PER_ROW - 1) / PER_ROW;

    printf("<svg class=\"record\" width=\"%u\" height=\"%u\">\n", LEFT + PER_ROW * BOX + 8,
           rows * ROW_HIGH + 8);
    for (unsigned row = 0; row < rows; row++) {
        const unsigned y = y_of(row * PER_ROW);
        printf("<text x=\"0\" y=\"%u\">%u expected</text><text x=\"0\" y=\"%u\">actual</text>\n",
               y + 19, row * PER_ROW, y + BOX + 19);
    }
    for (unsigned at = 0; at < v->length; at++) {
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

/* Where a cycle lies on the line. */
static unsigned place_of(uint64_t cycle, uint64_t first, uint64_t last)
{
    return LEFT + (unsigned)((cycle - first) * LINE_WIDE / (last > first ? last - first : 1));
}

void svg_story(const struct story *s, uint64_t finding)
{
    if (s->n == 0) {
        return;
    }
    uint64_t first = s->step[0].cycle, last = finding > first ? finding : first;
    unsigned shown = 0;

    for (unsigned i = 0; i < s->n; i++) {
        last = s->step[i].cycle > last ? s->step[i].cycle : last;
        shown += strcmp(s->step[i].what, "W") != 0;
    }
    const unsigned line = shown * MARK_HIGH + 20;
    printf("<svg class=\"story\" width=\"%u\" height=\"%u\">\n", LEFT + LINE_WIDE + 180, line + 40);
    printf("<path class=\"axis\" d=\"M%u %uH%u\"/>\n", LEFT, line, LEFT + LINE_WIDE);
    unsigned n = 0;
    for (unsigned i = 0; i < s->n; i++) {
        const struct story_step *step = &s->step[i];
        const unsigned x = place_of(step->cycle, first, last);
        printf("<circle cx=\"%u\" cy=\"%u\" r=\"3\"/>", x, line);
        if (strcmp(step->what, "W") == 0) {
            continue;
        }
        const unsigned y = ++n * MARK_HIGH;
        printf("<path class=\"lead\" d=\"M%u %uV%u\"/><text x=\"%u\" y=\"%u\">", x, line, y, x + 3,
               y + 4);
        html_text(step->what);
        printf(" %" PRIu64 " (%" PRIu32 ")</text>\n", step->cycle, step->seq);
    }
    if (finding >= first) {
        const unsigned x = place_of(finding, first, last);
        printf("<path class=\"mark\" d=\"M%u %uV0\"/><text class=\"mark\" x=\"%u\" y=\"%u\">"
               "finding %" PRIu64 "</text>\n",
               x, line + 16, x > LEFT + LINE_WIDE - 60 ? x - 60 : x, line + 32, finding);
    }
    puts("</svg>");
}
