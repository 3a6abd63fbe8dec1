/* SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>
#include <string.h>

#include "failure.h"
#include "night.h"
#include "page_html.h"
#include "print.h"

/* Open a line of a card: a word, and a place for what belongs to it. */
static void open_fact(FILE *out, const char *word)
{
    fprintf(out, "<dt>%s</dt><dd>", word);
}

static void close_fact(FILE *out)
{
    fputs("</dd>\n", out);
}

static void print_code(FILE *out, const char *text)
{
    fputs("<code>", out);
    night_print_html(out, text);
    fputs("</code>", out);
}

/* Print a night with its number: one day may have several nights. */
static void print_night(FILE *out, int64_t night, const char *date)
{
    fprintf(out, "night %" PRId64 " of ", night);
    night_print_html(out, date);
}

static void print_command(FILE *out, const char *word, const char *command)
{
    if (command[0] != '\0') {
        open_fact(out, word);
        fputs("<pre>", out);
        night_print_html(out, command);
        fputs("</pre>", out);
        close_fact(out);
    }
}

static void print_commit(FILE *out, const char *commit, bool dirty)
{
    fprintf(out, "<code title=\"");
    night_print_html(out, commit);
    fputs("\">", out);
    char head[13];
    (void)snprintf(head, sizeof(head), "%s", commit);
    night_print_html(out, head);
    fputs(dirty ? "</code> with changed files" : "</code>", out);
}

static void print_finding(FILE *out, const struct night_failure *f)
{
    char number[32];

    open_fact(out, f->section[0] != '\0' ? "First finding" : "Why");
    night_print_html(out, f->text);
    if (f->expected[0] != '\0' || f->actual[0] != '\0') {
        fputs("; <span class=\"quiet\">expected</span> ", out);
        print_code(out, f->expected);
        fputs(", <span class=\"quiet\">actual</span> ", out);
        print_code(out, f->actual);
    }
    if (f->cycle >= 0 && f->section[0] != '\0') { /* otherwise the reason tells it */
        fprintf(out, "<span class=\"quiet\">; cycle %s</span>",
                night_count(number, sizeof(number), f->cycle));
    }
    if (f->section[0] != '\0') {
        fputs("<span class=\"quiet\">; ", out);
        night_print_html(out, f->section);
        fputs("</span>", out);
    }
    close_fact(out);
}

static void print_smallest(FILE *out, const struct night_failure *f)
{
    char number[32];

    open_fact(out, "Smallest run");
    print_code(out, f->run);
    if (f->cycles >= 0) {
        fprintf(out, "<span class=\"quiet\">; %s cycle%s, ",
                night_count(number, sizeof(number), f->cycles), night_plural(f->cycles));
    } else {
        fputs("<span class=\"quiet\">; ", out);
    }
    night_print_html(out, f->origin);
    fputs("</span>", out);
    close_fact(out);
}

static void print_unpredictable(FILE *out, const struct night_failure *f)
{
    if (f->unpredictable[0] != '\0') {
        open_fact(out, "Left open");
        print_code(out, f->unpredictable);
        fputs("<span class=\"quiet\">; cases of the texts that it came into "
              "(c_model/choices.md)</span>",
              out);
        close_fact(out);
    }
}

static void print_also(FILE *out, const struct night_failure *f)
{
    if (f->also[0] != '\0') {
        open_fact(out, "Also in these runs");
        print_code(out, f->also);
        close_fact(out);
    }
}

static void print_good(FILE *out, const struct night_failure *f)
{
    open_fact(out, "Last passed");
    if (f->good_date[0] == '\0') {
        fputs("not known", out);
    } else {
        print_commit(out, f->good_commit, f->good_dirty);
        fputs("<span class=\"quiet\">; ", out);
        print_night(out, f->good, f->good_date);
        fputs(f->same ? ", the same run" : ", the same test with other seeds", out);
        fputs("</span>", out);
    }
    close_fact(out);
}

static void print_since(FILE *out, const struct night_failure *f)
{
    if (strcmp(f->state, "new") == 0 || strcmp(f->state, NIGHT_BROKEN_RUN) == 0) {
        if (f->seen_date[0] != '\0') {
            open_fact(out, "Failed before");
            fputs("last in ", out);
            print_night(out, f->seen, f->seen_date);
            close_fact(out);
        }
        return;
    }
    open_fact(out, strcmp(f->state, "gone") == 0 ? "Was there" : "Known since");
    print_night(out, f->since, f->since_date);
    fputs(" <span class=\"quiet\">at</span> ", out);
    print_commit(out, f->since_commit, f->since_dirty);
    if (strcmp(f->state, "gone") == 0 && f->seen_date[0] != '\0') {
        fputs(" <span class=\"quiet\">to</span> ", out);
        print_night(out, f->seen, f->seen_date);
    }
    close_fact(out);
}

static void print_title(FILE *out, const struct night_failure *f)
{
    char number[32];

    fprintf(out, "<h3><span class=\"tag %s\">%s</span> ",
            f->held                         ? "look"
            : strcmp(f->state, "new") == 0  ? "bad"
            : strcmp(f->state, "gone") == 0 ? "good"
                                            : "look",
            f->held ? "quarantined" : f->state);
    print_code(out, f->check);
    fputc(' ', out);
    night_print_html(out, f->field);
    fputs(" <span class=\"quiet\">", out);
    night_print_html(out, f->stage);
    fputs("</span>", out);
    if (f->runs != 0) {
        fprintf(out, "<span class=\"runs\">%s run%s</span>",
                night_count(number, sizeof(number), f->runs), night_plural(f->runs));
    }
    fputs("</h3>\n", out);
}

static void print_where(FILE *out, const struct night_failure *f)
{
    if (f->runs != 0) {
        open_fact(out, "Where");
        print_code(out, f->tests);
        fputs(" <span class=\"quiet\">on</span> ", out);
        print_code(out, f->configs);
        close_fact(out);
    }
    if (f->reason[0] != '\0') {
        open_fact(out, "Quarantine");
        night_print_html(out, f->reason);
        fputs("; <span class=\"quiet\">counts again on</span> ", out);
        night_print_html(out, f->until);
        close_fact(out);
    }
}

static void print_no_bisect(FILE *out, const struct night_failure *f)
{
    const char *why = night_failure_no_bisect(f);

    if (why[0] != '\0') {
        open_fact(out, "First bad commit");
        night_print_html(out, why);
        close_fact(out);
    }
}

/* Print the commands for a failure, ready to copy. */
static void print_commands(FILE *out, const struct night_failure *f)
{
    struct night_commands c;

    night_failure_commands(&c, f);
    print_command(out, "Open", c.open);
    print_command(out, "Explain", c.explain);
    print_command(out, "Waves", c.debug);
    print_command(out, "Fewest operations", c.shrink);
    print_command(out, "Repeat", f->command);
    print_command(out, "First bad commit", c.bisect);
    print_no_bisect(out, f);
}

static void print_card(FILE *out, const struct night_failure *f)
{
    fprintf(out, "<article id=\"b%" PRId64 "\">", f->bucket);
    print_title(out, f);
    fputs("<dl>\n", out);
    print_finding(out, f);
    print_also(out, f);
    print_where(out, f);
    print_since(out, f);
    if (strcmp(f->state, "gone") != 0) {
        print_good(out, f);
    }
    print_smallest(out, f);
    print_unpredictable(out, f);
    print_commands(out, f);
    fputs("</dl></article>\n", out);
}

void night_page_failures(FILE *out, struct night_db *db)
{
    struct night_failure f;
    sqlite3_stmt *stmt = night_failures(db);
    bool any = false;

    while (night_failure_next(&f, db, stmt)) {
        print_card(out, &f);
        any = true;
    }
    if (!any) {
        fputs("<p class=\"quiet\">None, and none gone.</p>\n", out);
    }
}
