/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "page_html.h"
#include "print.h"

static bool is_number(enum night_cell cell)
{
    return cell == NIGHT_NUMBER || cell == NIGHT_TIME;
}

/* The CSS class of a state: good, bad, or to be looked at. */
static const char *class_of(const char *state)
{
    static const char *const bad[] = {"failed",  "crashed", "cpu",        "memory",
                                      "stalled", "lost",    "environment"};
    static const char *const doubtful[] = {"look", "changed", "counts again", "not met"};

    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        if (strcmp(state, bad[i]) == 0) {
            return "bad";
        }
    }
    for (size_t i = 0; i < sizeof(doubtful) / sizeof(doubtful[0]); i++) {
        if (strcmp(state, doubtful[i]) == 0) {
            return "look";
        }
    }
    return strcmp(state, "passed") == 0 ? "good" : "idle";
}

static void print_folded(FILE *out, const char *summary, const char *text)
{
    if (text[0] != '\0') {
        fprintf(out, "<details><summary>%s</summary><code>", summary);
        night_print_html(out, text);
        fputs("</code></details>", out);
    }
}

static void print_value(FILE *out, enum night_cell cell, sqlite3_stmt *row, int column)
{
    const char *text = night_db_text(row, column);
    char number[32];

    if (is_number(cell) && sqlite3_column_type(row, column) == SQLITE_INTEGER) {
        int64_t n = sqlite3_column_int64(row, column);
        fputs(cell == NIGHT_TIME ? night_duration(number, sizeof(number), n)
                                 : night_count(number, sizeof(number), n),
              out);
    } else if (cell == NIGHT_STATE) {
        fprintf(out, "<span class=\"tag %s\">", class_of(text));
        night_print_html(out, text);
        fputs("</span>", out);
    } else if (cell == NIGHT_COMMAND) {
        print_folded(out, "command", text);
    } else if (cell == NIGHT_NAMES) {
        print_folded(out, "names", text);
    } else if (cell == NIGHT_CODE && text[0] != '\0') {
        fputs("<code>", out);
        night_print_html(out, text);
        fputs("</code>", out);
    } else {
        night_print_html(out, text);
    }
}

/* The ARIA roles are needed because a narrow page shows rows as blocks: without the roles a screen
 * reader would not see a table any more. */
static void print_head(FILE *out, const struct night_section *s)
{
    fputs("<table role=\"table\"><caption>", out);
    night_print_html(out, s->title);
    fputs("</caption>\n<thead role=\"rowgroup\"><tr role=\"row\">", out);
    for (const struct night_column *c = s->columns; c->title != NULL; c++) {
        fprintf(out, "<th role=\"columnheader\" scope=\"col\"%s>",
                is_number(c->cell) ? " class=\"n\"" : "");
        night_print_html(out, c->title);
        fputs("</th>", out);
    }
    fputs("</tr></thead>\n<tbody role=\"rowgroup\">\n", out);
}

static void print_row(FILE *out, const struct night_section *s, sqlite3_stmt *row)
{
    fputs("<tr role=\"row\">", out);
    for (int i = 0; s->columns[i].title != NULL; i++) {
        const enum night_cell cell = s->columns[i].cell;
        fprintf(out, "<td role=\"cell\"%s data-l=\"", is_number(cell) ? " class=\"n\"" : "");
        night_print_html(out, s->columns[i].title);
        fputs("\">", out);
        print_value(out, cell, row, i);
        fputs("</td>", out);
    }
    fputs("</tr>\n", out);
}

/* Open a folded table with its title and number of rows. */
static void open_fold(FILE *out, struct night_db *db, const struct night_section *s)
{
    char number[32];
    size_t bytes = strlen(s->sql) + 32;
    char *sql = malloc(bytes);

    if (sql == NULL) {
        return;
    }
    (void)snprintf(sql, bytes, "SELECT count(*) FROM (%s)", s->sql);
    fputs("<details class=\"fold\"><summary>", out);
    night_print_html(out, s->title);
    fprintf(out, " <span class=\"quiet\">%s</span></summary>\n",
            night_count(number, sizeof(number), night_db_value(db, 0, sql, "")));
    free(sql);
}

static void print_left_out(FILE *out, int64_t rows, int most)
{
    char number[32];

    if (rows > most) {
        fprintf(out, "<p class=\"quiet\">%s more in <a href=\"night.json\">night.json</a>.</p>\n",
                night_count(number, sizeof(number), rows - most));
    }
}

void night_page_section(FILE *out, struct night_db *db, const struct night_section *s)
{
    sqlite3_stmt *row = night_db_query(db, s->sql, "");
    int64_t rows = 0;

    for (; night_db_row(db, row); rows++) {
        if (rows == 0) {
            if (s->fold) {
                open_fold(out, db, s);
            }
            print_head(out, s);
        }
        if (rows < s->most) {
            print_row(out, s, row);
        }
    }
    if (rows != 0) {
        fputs("</tbody></table>\n", out);
        print_left_out(out, rows, s->most);
        fputs(s->fold ? "</details>\n" : "", out);
    } else if (s->none != NULL) {
        fputs("<p class=\"quiet\">", out);
        night_print_html(out, s->none);
        fputs("</p>\n", out);
    }
}
