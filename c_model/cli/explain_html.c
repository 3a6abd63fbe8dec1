/* SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "explain_print.h"
#include "explain_repeat.h"
#include "explain_svg.h"

/* The explanation as an HTML page that needs no other file. */

static const char head[] =
    "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>spe explain</title>\n"
    "<style>\n"
    "body{font:14px/1.45 system-ui,sans-serif;margin:24px auto;padding:0 28px;max-width:1180px;"
    "color:#1b1f24}\n"
    "h1{font-size:20px}h2{font-size:16px;margin-top:26px;border-bottom:1px solid #d0d7de}\n"
    "table{border-collapse:collapse}td,th{padding:2px 10px 2px 0;text-align:left;"
    "vertical-align:top}\n"
    "code,pre,td.m{font:12px/1.45 "
    "ui-monospace,monospace}pre{overflow-x:auto}pre.wrap{white-space:pre-wrap}\n"
    "tr.bad td{background:#ffebe9}.first{font-weight:600}\n"
    "svg{display:block;max-width:100%;height:auto}svg text{font:11px "
    "ui-monospace,monospace;fill:#1b1f24}\n"
    "text.hex{text-anchor:middle}svg text.title{font:9.5px system-ui,sans-serif;fill:#57606a}\n"
    "rect{stroke:#d0d7de;fill:#fff}rect.bad{fill:#ff8182;stroke:#cf222e}rect.none{fill:#f6f8fa}\n"
    "path{fill:none;stroke-width:2}path.good{stroke:#8c959f}path.wrong{stroke:#cf222e}\n"
    "path.axis{stroke:#57606a}path.lead{stroke:#d0d7de;stroke-width:1}path.mark{stroke:#cf222e}\n"
    "svg.story text{paint-order:stroke;stroke:#fff;stroke-width:4px}"
    "svg text.before{text-anchor:end}\n"
    "svg text.mark{fill:#cf222e}circle{fill:#0969da}\n"
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
    char text[ORACLES_TEXT];

    fputs("<h2>Whom to suspect</h2>\n", stdout);
    if (x->n_suspects == 0) {
        fputs("<p>", stdout);
        html_text(suspect_none(x));
        fputs("</p>\n", stdout);
    }
    fputs("<table>", stdout);
    for (unsigned i = 0; i < x->n_suspects; i++) {
        const enum concern c = x->suspect[i].concern;
        printf("<tr%s>", i == 0 ? " class=\"first\"" : "");
        cell("", concern_name(c));
        cell(" class=\"m\"", concern_rule(c));
        cell("", concern_title(c));
        cell("", x->suspect[i].why);
        puts("</tr>");
    }
    oracles_text(x, text, sizeof(text));
    fputs("</table>\n<p>Oracles: ", stdout);
    html_text(text);
    puts(".</p>");
}

static void print_side(bool there, const struct spe_packet *packet)
{
    char text[PACKET_TEXT] = "-";

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
    printf("<h2>Record %" PRIu32 "</h2>\n<p>%u of %u bytes written", v->number, v->written,
           v->length);
    if (v->beyond != 0) {
        printf(", <b>%u more behind its end,</b>", v->beyond);
    }
    printf(" at 0x%" PRIx64 ", PA 0x%" PRIx64 "</p>\n", v->va, v->pa);
    if (v->written != 0 && v->skipped != 0) {
        printf("<p>The first %u are not written: what is there begins at 0x%" PRIx64 "</p>\n",
               v->skipped, v->va + v->skipped);
    }
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
    } parts[] = {{"Translations", lines_translations},
                 {"Records of the run", lines_run},
                 {"Values of earlier operations", lines_earlier},
                 {"Register", lines_bits},
                 {"Filters", lines_filter},
                 {"Interval counter", lines_counter},
                 {"Management events", lines_events},
                 {"Open forks", lines_forks}};
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

static bool print_txns(const struct explanation *x)
{
    struct lines *lines = calloc(1, sizeof(*lines));
    const bool good = lines != NULL && lines_txns(lines, x->e, EXPLAIN_TXNS);

    if (lines != NULL) {
        print_lines("Last transactions", lines);
    }
    free(lines);
    return good;
}

/* Print the commands, each in full. */
static bool print_repeat(const struct explanation *x)
{
    struct repeat repeat;
    const bool good = repeat_read(x->e, &repeat);

    if (good) {
        fputs("<h2>See it again</h2>\n<table><tr><td>state</td>", stdout);
        cell(" class=\"m\"", repeat.state);
        printf("</tr>\n<tr><td>%s</td>", repeat.runs ? "run" : "replay");
        cell(" class=\"m\"", repeat.again);
        puts("</tr></table>");
    }
    repeat_free(&repeat);
    return good;
}

static void print_state(const struct explain *e)
{
    puts("<h2>Predicted state</h2>\n<details><summary>all of it, at the "
         "finding</summary><table><tr><th>unit</th><th></th><th>field</th><th>value</th>"
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
    puts("</table></details>");
}

/* Print the lines of the file beside the log, which somebody else wrote. */
static void print_beside(FILE *beside)
{
    char line[1024];

    if (beside == NULL) {
        return;
    }
    puts("<h2>Beside the waves</h2>\n<pre class=\"wrap\">");
    while (fgets(line, sizeof(line), beside) != NULL) {
        html_text(line);
    }
    puts("</pre>");
}

bool explain_print_html(const struct explanation *x)
{
    print_head(x);
    print_beside(x->beside);
    print_suspects(x);
    print_record(&x->record);
    const bool parts = print_parts(x), txns = print_txns(x), again = print_repeat(x);
    print_state(x->e);
    puts("</body></html>");
    return parts && txns && again;
}
