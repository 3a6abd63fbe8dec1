/* SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>
#include <string.h>

#include "failure.h"
#include "night.h"
#include "page_files.h"
#include "print.h"
#include "section.h"
#include "view.h"

static void print_field(FILE *out, const char *word, const char *text)
{
    if (text[0] != '\0') {
        fprintf(out, "  %-13s ", word);
        night_print_line(out, text);
        fputc('\n', out);
    }
}

/* "COMMIT with changed files, night 3 of DATE"; empty if there is no such night. */
static void name_night(char *text, size_t bytes, const char *commit, bool dirty, int64_t night,
                       const char *date)
{
    text[0] = '\0';
    if (date[0] != '\0') {
        (void)snprintf(text, bytes, "%s%s, night %" PRId64 " of %s", commit,
                       dirty ? " with changed files" : "", night, date);
    }
}

/* Print the commands for a failure, ready to copy. */
static void print_commands(FILE *out, const struct night_failure *f)
{
    struct night_commands c;

    night_failure_commands(&c, f);
    print_field(out, "open", c.open);
    print_field(out, "explain", c.explain);
    print_field(out, "waves", c.debug);
    print_field(out, "fewest ops", c.shrink);
    print_field(out, "repeat", f->command);
    print_field(out, "first bad", c.bisect[0] != '\0' ? c.bisect : night_failure_no_bisect(f));
}

static void print_failure(FILE *out, const struct night_failure *f)
{
    char text[8192];

    fprintf(out, "\n%s  ", f->held ? "HELD" : f->state);
    night_print_line(out, f->check);
    fputs(": ", out);
    night_print_line(out, f->field);
    if (f->stage[0] != '\0') {
        fputs(": ", out);
        night_print_line(out, f->stage);
    }
    if (f->runs != 0) {
        fprintf(out, ", %" PRId64 " run%s", f->runs, night_plural(f->runs));
    }
    fputc('\n', out);
    print_field(out, f->section[0] != '\0' ? "first finding" : "why", f->text);
    print_field(out, "expected", f->expected);
    print_field(out, "actual", f->actual);
    print_field(out, "also in these runs:", f->also);
    if (strcmp(f->state, "new") != 0 && strcmp(f->state, NIGHT_BROKEN_RUN) != 0) {
        name_night(text, sizeof(text), f->since_commit, f->since_dirty, f->since, f->since_date);
        print_field(out, "since", text);
    }
    print_field(out, "quarantine", f->reason);
    print_field(out, "counts again", f->until);
    name_night(text, sizeof(text), f->good_commit, f->good_dirty, f->good, f->good_date);
    print_field(out, "last passed", text);
    print_field(out, "smallest run", f->run);
    (void)snprintf(text, sizeof(text), "%s (cases of the texts: c_model/choices.md)",
                   f->unpredictable);
    print_field(out, "left open", f->unpredictable[0] != '\0' ? text : "");
    print_commands(out, f);
}

/* Print the name of a column after its number; for the number 1, the first word loses its plural.
 */
static void print_name(FILE *out, const char *name, int64_t n)
{
    const size_t word = strcspn(name, " ");
    const bool drop = n == 1 && word != 0 && name[word - 1] == 's';

    fprintf(out, "%.*s%s", (int)(word - drop), name, name + word);
}

/* Print one line of numbers: the results of the query, each with its name. */
static void print_numbers(FILE *out, struct night_db *db, const char *sql)
{
    sqlite3_stmt *row = night_db_query(db, sql, "");
    char number[32];

    while (night_db_row(db, row)) {
        for (int i = 0; i < sqlite3_column_count(row); i++) {
            const int64_t n = sqlite3_column_int64(row, i);
            fprintf(out, "%s%s ", i != 0 ? ", " : "", night_count(number, sizeof(number), n));
            print_name(out, sqlite3_column_name(row, i), n);
        }
        fputc('\n', out);
    }
}

/* Print what the integrity section finds, except what is as it should be. */
static void print_integrity(FILE *out, struct night_db *db)
{
    sqlite3_stmt *row = night_db_query(db, night_section_integrity.sql, "");

    while (night_db_row(db, row)) {
        if (strcmp(night_db_text(row, 0), "passed") != 0) {
            fprintf(out, "%s: %s: %s\n", night_db_text(row, 0), night_db_text(row, 1),
                    night_db_text(row, 2));
        }
    }
}

/* Print which night this is: the text is sent by mail. */
static void print_head(FILE *out, struct night_db *db)
{
    sqlite3_stmt *row =
        night_db_query(db,
                       "SELECT n.id, n.date, n.list, n.host, n.commit_id, iif(n.dirty = 0, '', "
                       "iif(n.dirty = 1, ' with changes', ', changed meanwhile')),"
                       " iif(t.whole AND t.before = 0, ', the first whole night of this list', '')"
                       " FROM night n JOIN tonight t USING (id)",
                       "");

    while (night_db_row(db, row)) {
        fprintf(out, "night %s of %s, list ", night_db_text(row, 0), night_db_text(row, 1));
        night_print_line(out, night_db_text(row, 2));
        fprintf(out, ", %s, commit %.12s%s%s\n", night_db_text(row, 3), night_db_text(row, 4),
                night_db_text(row, 5), night_db_text(row, 6));
    }
}

static void print_code(FILE *out, struct night_db *db)
{
    print_numbers(out, db,
                  "SELECT sum(n.hits > 0) AS \"points of the RTL hit\","
                  " sum(n.waiver NOTNULL) AS waived,"
                  " sum(n.hits = 0 AND n.waiver IS NULL) AS open,"
                  " sum(n.hits = 0 AND n.waiver IS NULL AND ifnull(o.hits, 0) > 0) AS lost"
                  " FROM tonight t"
                  " JOIN code_point n ON n.night = t.id AND n.kind NOT LIKE 'c-%'"
                  " LEFT JOIN code_point o ON (o.night, o.kind, o.file, o.line, o.name)"
                  " = (t.counted_before, n.kind, n.file, n.line, n.name) GROUP BY t.id");
}

/* Compare bins with the last whole night, if there is one and this night is whole, too. */
static void print_bins(FILE *out, struct night_db *db)
{
    print_numbers(out, db,
                  night_db_value(db, 0, "SELECT before FROM tonight", "") == 0
                      ? "SELECT count(*) AS \"bins met on their configurations\" FROM tonight t"
                        " JOIN night_bins b ON b.night = t.id AND b.count > 0"
                      : "SELECT ifnull(sum(now), 0) AS \"bins met on their configurations\","
                        " ifnull(sum(now > was), 0) AS won,"
                        " (SELECT count(*) FROM bin_missed WHERE state = 'lost') AS lost,"
                        " (SELECT count(*) FROM bin_missed WHERE state = 'chance')"
                        "  AS \"not met by chance\" FROM"
                        " (SELECT max(b.night = t.id) AS now, max(b.night = t.before) AS was"
                        "  FROM tonight t JOIN night_bins b ON b.night IN (t.id, t.before)"
                        "  AND b.count > 0 GROUP BY b.config, b.point)");
}

/* If the night before had another budget: bins that are missing need not be lost. */
static void print_less(FILE *out, struct night_db *db)
{
    print_numbers(out, db,
                  "SELECT sum(b.runs) FILTER (WHERE b.night = t.id)"
                  "  AS \"runs passed, far fewer than in the night before\","
                  " sum(b.runs) FILTER (WHERE b.night <> t.id) AS \"runs then\""
                  " FROM tonight t JOIN bin_runs b WHERE t.before <> 0"
                  " HAVING 2 * ifnull(sum(b.runs) FILTER (WHERE b.night = t.id), 0)"
                  "  <= sum(b.runs) FILTER (WHERE b.night <> t.id)");
}

static void print_unpredictable(FILE *out, struct night_db *db)
{
    char sql[2048];

    (void)snprintf(sql, sizeof(sql),
                   "SELECT count(*) AS \"cases that the texts leave open\","
                   " (SELECT count(*) FROM run, tonight WHERE night = tonight.id"
                   "  AND unpredictable <> '' AND origin <> 'sample') AS \"runs came into them\""
                   " FROM (%s) HAVING count(*) <> 0",
                   night_section_unpredictable.sql);
    print_numbers(out, db, sql);
}

static void print_soak(FILE *out, struct night_db *db)
{
    print_numbers(out, db,
                  "SELECT sum(ops) AS \"operations of fresh seeds in all nights\", sum(records) AS"
                  " records FROM soak HAVING count(*) > 0");
}

/* Print the mutants of the RTL: each new survivor by name, or why none was played. */
static void print_mutants(FILE *out, struct night_db *db)
{
    sqlite3_stmt *row = night_db_query(db, night_section_survivors.sql, "");

    while (night_db_row(db, row)) {
        fprintf(out, "survivor %s %s ", night_db_text(row, 0), night_db_text(row, 2));
        night_print_line(out, night_db_text(row, 4));
        fprintf(out, ": %s\n", night_db_text(row, 5));
        print_field(out, "judge it", night_db_text(row, 6));
    }
    row = night_db_query(db, night_section_slice.sql, "");
    while (night_db_row(db, row)) {
        if (night_db_text(row, 5)[0] != '\0') {
            fprintf(out, "mutants: none was played: ");
            night_print_line(out, night_db_text(row, 5));
            fputc('\n', out);
        }
    }
    print_numbers(out, db,
                  "SELECT count(*) AS \"mutants played\", sum(state = 'killed') AS"
                  " \"killed by a check\", sum(state = 'survivor' AND since = t.id) AS"
                  " \"new survivors\", sum(state = 'open') AS \"not judged to the end\""
                  " FROM qualified JOIN tonight t ON t.id = night GROUP BY t.id");
}

static void print_plan(FILE *out, struct night_db *db)
{
    print_numbers(out, db,
                  "SELECT sum(status = 'passed') AS \"rows of the test plan passed\","
                  " sum(status = 'failed') AS failed, sum(status = 'not run') AS \"not run\""
                  " FROM plan");
}

void night_page_text(FILE *out, struct night_db *db)
{
    const bool is_judged = night_has_ended(db);
    struct night_headline headline;
    struct night_failure f;

    print_head(out, db);
    sqlite3_stmt *stmt = night_failures(db);
    while (night_failure_next(&f, db, stmt)) {
        print_failure(out, &f);
    }
    fputc('\n', out);
    print_numbers(out, db,
                  "SELECT count(*) AS runs, ifnull(sum(status = 'passed'), 0) AS passed,"
                  " ifnull(sum(" NIGHT_FAILED "), 0) AS failed,"
                  " ifnull(sum(status = 'lost'), 0) AS lost,"
                  " ifnull(sum(status IN ('planned', 'cut')), 0) AS \"not run\","
                  " ifnull(sum(records) FILTER (WHERE origin <> 'sample'), 0)"
                  " AS \"records compared\" FROM run r, tonight WHERE night = tonight.id"
                  " AND NOT " NIGHT_AGAIN("r"));
    if (is_judged) {
        print_less(out, db);
        print_bins(out, db);
    } else {
        fputs("bins and test plan: not judged, for the night has no end yet\n", out);
    }
    print_numbers(out, db,
                  "SELECT sum(n = 0) AS \"checks never evaluated\", sum(n <> 0) AS evaluated FROM"
                  " (SELECT sum(c.count) AS n FROM tonight t JOIN night_counts c ON c.night = t.id"
                  "  JOIN point p ON p.id = c.point WHERE p.name GLOB 'check *' GROUP BY c.point)"
                  " HAVING count(*) <> 0");
    print_unpredictable(out, db);
    print_code(out, db);
    if (is_judged) {
        print_plan(out, db);
        print_soak(out, db);
    }
    print_mutants(out, db);
    print_integrity(out, db);
    night_headline(&headline, db);
    fprintf(out, "%s\n", headline.text);
}
