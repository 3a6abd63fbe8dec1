/* SPDX-License-Identifier: Apache-2.0 */
#include "page_html.h"

#include "night.h"
#include "print.h"
#include "view.h"

static const char *const mood_class[] = {
    [NIGHT_CLEAN] = "good", [NIGHT_KNOWN] = "look", [NIGHT_NEW] = "bad", [NIGHT_BROKEN] = "bad"};

static void print_tile(FILE *out, const char *word, const char *value)
{
    fprintf(out, "<div><dt>%s</dt><dd>%s</dd></div>\n", word, value);
}

static void print_count(FILE *out, struct night_db *db, const char *word, const char *sql)
{
    char number[32];

    print_tile(out, word, night_count(number, sizeof(number), night_db_value(db, 0, sql, "")));
}

static void print_tiles(FILE *out, struct night_db *db)
{
    char number[32];

    fputs("<dl class=\"tiles\">\n", out);
    print_count(out, db, "New failures",
                "SELECT count(*) FROM standing WHERE state = 'new' AND NOT held");
    print_count(out, db, "Known failures",
                "SELECT count(*) FROM standing WHERE state = 'known' AND NOT held");
    print_count(out, db, "Gone", "SELECT count(*) FROM standing WHERE state = 'gone'");
    print_count(out, db, "Broken by the environment",
                "SELECT count(*) FROM standing WHERE state = '" NIGHT_BROKEN_RUN "' AND NOT held");
    print_count(out, db, "In quarantine", "SELECT count(*) FROM standing WHERE held");
    print_count(out, db, "Runs",
                "SELECT count(*) FROM run JOIN tonight ON night = tonight.id"
                " WHERE status NOT IN ('planned', 'cut') AND NOT " NIGHT_AGAIN("run"));
    print_count(out, db, "Failed runs", "SELECT count(*) FROM failure");
    print_count(out, db, "Records compared",
                "SELECT sum(records) FROM run JOIN tonight ON night = tonight.id"
                " WHERE origin <> 'sample'");
    print_tile(out, "Processor time",
               night_duration(number, sizeof(number),
                              night_db_value(db, 0,
                                             "SELECT max(n.cpu_ms, ifnull((SELECT sum(cpu_ms) FROM"
                                             " run WHERE night = n.id), 0)) FROM night n JOIN"
                                             " tonight USING (id)",
                                             "")));
    fputs("</dl>\n", out);
}

/* Print in one line what was played, where and when. */
static void print_night(FILE *out, struct night_db *db)
{
    static const char *const changes[] = {"", " with changed files", ", changed meanwhile"};
    char begun[32], ended[32] = "no end";
    sqlite3_stmt *n = night_db_query(db,
                                     "SELECT n.date, n.id, n.commit_id, n.dirty, n.host, n.engine,"
                                     " n.jobs, n.seed, n.begun, n.ended, n.list FROM night n"
                                     " JOIN tonight USING (id)",
                                     "");

    while (night_db_row(db, n)) {
        if (sqlite3_column_type(n, 9) != SQLITE_NULL) {
            (void)night_time(ended, sizeof(ended), sqlite3_column_int64(n, 9));
        }
        fprintf(out, "<p class=\"quiet\">%s to %s; commit <code>",
                night_time(begun, sizeof(begun), sqlite3_column_int64(n, 8)), ended);
        night_print_html(out, night_db_text(n, 2));
        fprintf(out, "</code>%s; ", changes[sqlite3_column_int(n, 3) % 3]);
        night_print_html(out, night_db_text(n, 4));
        fputs(", ", out);
        night_print_html(out, night_db_text(n, 5));
        fprintf(out, " with %d job%s; list <code>", sqlite3_column_int(n, 6),
                night_plural(sqlite3_column_int(n, 6)));
        night_print_html(out, night_db_text(n, 10));
        fputs("</code>, fresh seeds from <code>", out);
        night_print_html(out, night_db_text(n, 7));
        fputs("</code></p>\n", out);
    }
}

static void print_date(FILE *out, struct night_db *db)
{
    sqlite3_stmt *n = night_db_query(db, "SELECT id, date FROM night JOIN tonight USING (id)", "");

    while (night_db_row(db, n)) {
        fprintf(out, "night %lld of ", (long long)sqlite3_column_int64(n, 0));
        night_print_html(out, night_db_text(n, 1));
    }
}

static void print_head(FILE *out, struct night_db *db, const struct night_headline *headline)
{
    fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
          "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>",
          out);
    night_print_html(out, headline->text);
    fputs(" - ", out);
    print_date(out, db);
    fputs("</title>\n", out);
    night_page_style(out);
    fputs("</head>\n<body>\n<header>\n<p class=\"quiet\">SPE co-simulation, ", out);
    print_date(out, db);
    fprintf(out, "</p>\n<div class=\"verdict %s\"><h1>", mood_class[headline->mood]);
    night_print_html(out, headline->text);
    fputs("</h1>\n", out);
    print_night(out, db);
    fputs("</div>\n", out);
}

/* Print links to the groups. */
static void print_nav(FILE *out)
{
    fputs("<nav aria-label=\"Parts of this page\"><a href=\"#failures\">Failures</a>"
          "<a href=\"#trend\">Trend</a>",
          out);
    for (const struct night_section *const *s = night_sections; *s != NULL; s++) {
        if ((*s)->group != NULL) {
            fprintf(out, "<a href=\"#%s\">%s</a>", (*s)->key, (*s)->group);
        }
    }
    fputs("</nav>\n</header>\n<main>\n", out);
}

void night_page_html(FILE *out, struct night_db *db)
{
    struct night_headline headline;

    night_headline(&headline, db);
    print_head(out, db, &headline);
    print_tiles(out, db);
    if (!night_has_ended(db)) {
        fputs("<p>The night has no end yet: bins and test plan are not judged.</p>\n", out);
    }
    print_nav(out);
    fputs("<section id=\"failures\"><h2>Failures by meaning</h2>\n", out);
    night_page_failures(out, db);
    fputs("</section>\n<section id=\"trend\"><h2>Trend</h2>\n", out);
    night_page_trend(out, db);
    for (const struct night_section *const *s = night_sections; *s != NULL; s++) {
        if ((*s)->group != NULL) {
            fprintf(out, "</section>\n<section id=\"%s\"><h2>%s</h2>\n", (*s)->key, (*s)->group);
        }
        night_page_section(out, db, *s);
    }
    fputs("</section>\n</main>\n</body>\n</html>\n", out);
}
