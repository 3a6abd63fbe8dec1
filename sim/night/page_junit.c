/* SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>
#include <string.h>

#include "failure.h"
#include "page_files.h"
#include "print.h"
#include "view.h"

static void print_attribute(FILE *out, const char *name, const char *value)
{
    fprintf(out, " %s=\"", name);
    night_print_html(out, value);
    fputc('"', out);
}

/* Columns of the query below. */
enum { NAME, ORIGIN, CONFIG, TEST, STATUS, CPU_MS, FAILED, REASON, UNTIL, TYPE, MESSAGE, COMMAND };

static void print_skipped(FILE *out, const char *text, const char *until)
{
    char message[512];

    (void)snprintf(message, sizeof(message), "%s%s%s", text,
                   until[0] != '\0' ? "; counts again on " : "", until);
    fputs("<skipped", out);
    print_attribute(out, "message", message);
    fputs("/>", out);
}

static void print_wrong(FILE *out, const char *element, sqlite3_stmt *run)
{
    fprintf(out, "<%s", element);
    print_attribute(out, "type", night_db_text(run, TYPE));
    print_attribute(out, "message", night_db_text(run, MESSAGE));
    fputc('>', out);
    night_print_html(out, night_db_text(run, COMMAND));
    fprintf(out, "</%s>", element);
}

static void print_outcome(FILE *out, sqlite3_stmt *run)
{
    const char *status = night_db_text(run, STATUS);

    if (strcmp(status, "planned") == 0) {
        print_skipped(out, "not run", "");
    } else if (strcmp(status, "cut") == 0) {
        print_skipped(out, "cut off by the end of the budget", "");
    } else if (strcmp(status, "lost") == 0) {
        print_wrong(out, "error", run);
    } else if (sqlite3_column_type(run, REASON) != SQLITE_NULL) {
        print_skipped(out, night_db_text(run, REASON), night_db_text(run, UNTIL));
    } else if (sqlite3_column_int(run, FAILED) != 0) {
        print_wrong(out, strcmp(status, "environment") == 0 ? "error" : "failure", run);
    }
}

static void print_case(FILE *out, sqlite3_stmt *run)
{
    char group[256], name[512];

    (void)snprintf(group, sizeof(group), "%s.%s", night_db_text(run, CONFIG),
                   night_db_text(run, TEST));
    (void)snprintf(name, sizeof(name), "%s %s", night_db_text(run, NAME),
                   night_db_text(run, ORIGIN));
    fputs("    <testcase", out);
    print_attribute(out, "classname", group);
    print_attribute(out, "name", name);
    fprintf(out, " time=\"%.3f\">", (double)sqlite3_column_int64(run, CPU_MS) / 1000);
    print_outcome(out, run);
    fputs("</testcase>\n", out);
}

static void print_cases(FILE *out, struct night_db *db, const char *config)
{
    sqlite3_stmt *run =
        night_db_query(db,
                       "SELECT r.name, r.origin, r.config, r.test, r.status, ifnull(r.cpu_ms, 0),"
                       " e.run IS NOT NULL, e.reason, e.until, ifnull(b.\"check\", r.status),"
                       " ifnull(f.text, r.why), " NIGHT_REPEAT
                       " FROM tonight t JOIN place JOIN run r ON r.night = t.id"
                       " LEFT JOIN failure e ON e.run = r.id LEFT JOIN bucket b ON b.id = r.bucket"
                       " LEFT JOIN finding f ON f.run = r.id AND " NIGHT_FIRST_FINDING
                       " WHERE r.config = ? ORDER BY r.test, r.id",
                       "t", config);

    while (night_db_row(db, run)) {
        print_case(out, run);
    }
}

/* Print tests, failures, errors, skipped and time, from column `first` on. */
static void print_sums(FILE *out, sqlite3_stmt *sums, int first)
{
    static const char *const names[] = {"tests", "failures", "errors", "skipped"};

    for (int i = 0; i < 4; i++) {
        fprintf(out, " %s=\"%" PRId64 "\"", names[i],
                (int64_t)sqlite3_column_int64(sums, first + i));
    }
    fprintf(out, " time=\"%.3f\"", (double)sqlite3_column_int64(sums, first + 4) / 1000);
}

#define SUMS                                                                                       \
    " count(*), count(f.run) FILTER (WHERE f.reason IS NULL AND r.status <> 'environment'),"       \
    " count(*) FILTER (WHERE r.status = 'lost'"                                                    \
    "  OR (f.run IS NOT NULL AND f.reason IS NULL AND r.status = 'environment')),"                 \
    " sum(r.status IN ('planned', 'cut')) + count(f.reason), ifnull(sum(r.cpu_ms), 0)"             \
    " FROM tonight t JOIN run r ON r.night = t.id LEFT JOIN failure f ON f.run = r.id"

void night_page_junit(FILE *out, struct night_db *db)
{
    sqlite3_stmt *all = night_db_query(db, "SELECT" SUMS, "");

    fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"nightly\"", out);
    while (night_db_row(db, all)) {
        print_sums(out, all, 0);
    }
    fputs(">\n", out);
    sqlite3_stmt *suite = night_db_query(db, "SELECT r.config," SUMS " GROUP BY r.config", "");
    while (night_db_row(db, suite)) {
        fputs("  <testsuite", out);
        print_attribute(out, "name", night_db_text(suite, 0));
        print_sums(out, suite, 1);
        fputs(">\n", out);
        print_cases(out, db, night_db_text(suite, 0));
        fputs("  </testsuite>\n", out);
    }
    fputs("</testsuites>\n", out);
}
