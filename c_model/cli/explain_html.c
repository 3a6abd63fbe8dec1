/* SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "explain_print.h"
#include "explain_svg.h"

/* The explanation as a page that needs no other file. */

static const char head[] =
    "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>spe explain</title>\n"
    "<style>\n"
    "body{font:14px/1.45 system-ui,sans-serif;margin:24px auto;max-width:1180px;color:#1b1f24}\n"
    "h1{font-size:20px}h2{font-size:16px;margin-top:26px;border-bottom:1px solid #d0d7de}\n"
    "table{border-collapse:collapse}td,th{padding:2px 10px 2px 0;text-align:left;"
    "vertical-align:top}\n"
    "code,pre,td.m{font:12px/1.45 ui-monospace,monospace}pre{overflow-x:auto}\n"
    "tr.bad td{background:#ffebe9}.first{font-weight:600}\n"
    "svg{display:block;overflow:visible}svg text{font:11px ui-monospace,monospace;fill:#1b1f24}\n"
    "text.hex{text-anchor:middle}text.title{font:9.5px system-ui,sans-serif;fill:#57606a}\n"
    "rect{stroke:#d0d7de;fill:#fff}rect.bad{fill:#ff8182;stroke:#cf222e}rect.none{fill:#f6f8fa}\n"
    "path{fill:none;stroke-width:2}path.good{stroke:#8c959f}path.wrong{stroke:#cf222e}\n"
    "path.axis{stroke:#57606a}path.lead{stroke:#d0d7de;stroke-width:1}path.mark{stroke:#cf222e}\n"
    "text.mark{fill:#cf222e}circle{fill:#0969da}\n"
    "</style></head><body>\n";

static void cell(const char *class, const char *text)
{
    printf("<td%s>", class);
    html_text(text);
    fputs("</td>", stdout);
}

static void print_head(const struct explanation *x)
{
    const struct spe_finding *f = explain_finding(x->e);

    fputs(head, stdout);
    printf("<h1>Finding %zu of %zu: ", x->e->target + 1, x->e->n_findings);
    html_text(spe_check_name(f->check));
    putchar(' ');
    html_text(f->where);
    printf("</h1>\n<p>Cycle %" PRIu64 ", transaction %" PRIu32 ", ", f->cycle, f->seq);
    html_text(f->section);
    fputs(". Log <code>", stdout);
    html_text(x->e->path);
    fputs("</code></p>\n<p>", stdout);
    html_text(f->text);
    fputs("</p>\n<table><tr><th>expected</th>", stdout);
    cell(" class=\"m\"", f->expected);
    fputs("</tr><tr><th>actual</th>", stdout);
    cell(" class=\"m\"", f->actual);
    fputs("</tr></table>\n", stdout);
}

static void print_suspects(const struct explanation *x)
{
    fputs("<h2>Whom to suspect</h2>\n<table>", stdout);
    for (unsigned i = 0; i < x->n_suspects; i++) {
        const enum concern c = x->suspect[i].concern;
        printf("<tr%s>", i == 0 ? " class=\"first\"" : "");
        cell("", concern_name(c));
        cell(" class=\"m\"", concern_rule(c));
        cell("", concern_title(c));
        cell("", x->suspect[i].why);
        puts("</tr>");
    }
    printf("</table>\n<p>Findings from here on, and %u before of the same, %u cycles: predicted "
           "%u, story %u, accounts %u,"
           " contract %u.</p>\n",
           x->oracles.before, EXPLAIN_AFTER, x->oracles.by[0], x->oracles.by[1], x->oracles.by[2],
           x->oracles.by[3]);
}

static void print_side(bool there, const struct spe_packet *packet)
{
    char text[160] = "-";

    if (there) {
        record_packet_text(packet, text, sizeof(text));
    }
    cell(" class=\"m\"", text);
}

static void print_record(const struct record_view *v)
{
    if (v->number == 0) {
        return;
    }
    printf("<h2>Record %" PRIu32 "</h2>\n<p>%u of %u bytes written at 0x%" PRIx64 ", PA 0x%" PRIx64
           "</p>\n",
           v->number, v->written, v->length, v->va, v->pa);
    svg_record(v);
    puts("<table><tr><th>byte</th><th>expected</th><th>actual</th></tr>");
    for (unsigned i = 0; i < v->n_rows; i++) {
        const struct record_row *row = &v->row[i];
        printf("<tr%s><td>%" PRIu64 "</td>", row->same ? "" : " class=\"bad\"",
               row->has_expected ? row->expected.offset : row->actual.offset);
        print_side(row->has_expected, &row->expected);
        print_side(row->has_actual, &row->actual);
        puts("</tr>");
    }
    puts("</table>");
}

static void print_lines(const char *title, const struct lines *lines)
{
    if (lines->n == 0) {
        return;
    }
    printf("<h2>%s</h2>\n<pre>", title);
    for (unsigned i = 0; i < lines->n; i++) {
        html_text(lines->text[i]);
        putchar('\n');
    }
    puts("</pre>");
}

static bool print_parts(const struct explanation *x)
{
    static const struct {
        const char *title;
        void (*add)(struct lines *lines, const struct explanation *x);
    } parts[] = {{"Records of the run", lines_run},
                 {"Register", lines_bits},
                 {"Filters", lines_filter},
                 {"Interval counter", lines_counter},
                 {"Management events", lines_events}};
    struct lines *lines = malloc(sizeof(*lines));

    if (lines == NULL) {
        return false;
    }
    for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++) {
        lines->n = 0;
        parts[i].add(lines, x);
        print_lines(parts[i].title, lines);
    }
    if (x->story.n != 0) {
        lines->n = 0;
        lines_story(lines, x);
        puts("<h2>Operation</h2>");
        svg_story(&x->story, explain_finding(x->e)->cycle);
        print_lines("Its story", lines);
    }
    free(lines);
    return true;
}

static bool print_txns(const struct explain *e)
{
    char text[512];
    bool good = true;

    fputs("<h2>Last transactions</h2>\n<pre>", stdout);
    for (size_t i = 0; i < e->n_txns; i++) {
        good &= explain_txn_text(&e->txn[i], text, sizeof(text));
        printf("%6" PRIu32 "  ", e->txn[i].seq);
        html_text(text);
        putchar('\n');
    }
    puts("</pre>");
    return good;
}

static void print_state(const struct explain *e)
{
    puts("<h2>Predicted state</h2>\n<table><tr><th>unit</th><th></th><th>field</th><th>value</th>"
         "<th>since cycle</th><th>seq</th><th>rule</th></tr>");
    for (int unit = 0; unit < SPE_UNITS; unit++) {
        for (size_t i = 0; i < e->state.n; i++) {
            const struct spe_journal_entry *s = &e->state.item[i].last;
            if (s->unit == unit) {
                printf("<tr><td>%s</td><td>%" PRIu32 "</td>", spe_unit_name(unit), s->number);
                cell("", s->field);
                printf("<td class=\"m\">0x%" PRIx64 "</td><td>%" PRIu64 "</td><td>%" PRIu32
                       "</td><td>%s</td></tr>\n",
                       s->now, s->cycle, s->seq, s->rule);
            }
        }
    }
    puts("</table>");
}

bool explain_print_html(const struct explanation *x)
{
    print_head(x);
    print_suspects(x);
    print_record(&x->record);
    const bool parts = print_parts(x), txns = print_txns(x->e);
    print_state(x->e);
    puts("</body></html>");
    return parts && txns;
}
