/* SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>

#include "failure.h"
#include "page_files.h"
#include "print.h"
#include "section.h"
#include "trend.h"
#include "view.h"

/* Print a column: its name, and its value in the type that it has. */
static void print_column(FILE *out, sqlite3_stmt *row, int column)
{
    night_print_json(out, sqlite3_column_name(row, column));
    fputc(':', out);
    switch (sqlite3_column_type(row, column)) {
    case SQLITE_INTEGER:
        fprintf(out, "%" PRId64, (int64_t)sqlite3_column_int64(row, column));
        break;
    case SQLITE_FLOAT:
        fprintf(out, "%.3f", sqlite3_column_double(row, column));
        break;
    case SQLITE_NULL:
        fputs("null", out);
        break;
    default:
        night_print_json(out, night_db_text(row, column));
    }
}

static void print_row(FILE *out, sqlite3_stmt *row)
{
    fputc('{', out);
    for (int i = 0; i < sqlite3_column_count(row); i++) {
        fputs(i != 0 ? "," : "", out);
        print_column(out, row, i);
    }
    fputc('}', out);
}

static void print_rows(FILE *out, struct night_db *db, const char *sql)
{
    sqlite3_stmt *row = night_db_query(db, sql, "");
    const char *between = "";

    fputc('[', out);
    while (night_db_row(db, row)) {
        fprintf(out, "%s\n ", between);
        print_row(out, row);
        between = ",";
    }
    fputc(']', out);
}

static void print_text(FILE *out, const char *key, const char *text)
{
    fprintf(out, ",\"%s\":", key);
    night_print_json(out, text);
}

static void print_failure(FILE *out, const struct night_failure *f)
{
    struct night_commands c;

    night_failure_commands(&c, f);
    fprintf(out, "{\"bucket\":%" PRId64 ",\"runs\":%" PRId64 ",\"held\":%s", f->bucket, f->runs,
            f->held ? "true" : "false");
    const struct {
        const char *key, *text;
    } texts[] = {
        {"state", f->state},
        {"check", f->check},
        {"field", f->field},
        {"stage", f->stage},
        {"configs", f->configs},
        {"tests", f->tests},
        {"since", f->since_date},
        {"since_commit", f->since_commit},
        {"last_seen_before", f->seen_date},
        {"quarantine_reason", f->reason},
        {"quarantine_until", f->until},
        {"last_passed", f->good_date},
        {"last_passed_commit", f->good_commit},
        {"run", f->run},
        {"origin", f->origin},
        {"status", f->status},
        {"text", f->text},
        {"expected", f->expected},
        {"actual", f->actual},
        {"where", f->place},
        {"section", f->section},
        {"also", f->also},
        {"unpredictable", f->unpredictable},
        {"directory", f->dir},
        {"repeat", f->command},
        {"open", c.open},
        {"explain", c.explain},
        {"debug", c.debug},
        {"shrink", c.shrink},
        {"bisect", c.bisect},
    };
    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
        print_text(out, texts[i].key, texts[i].text);
    }
    fprintf(out,
            ",\"last_passed_same_run\":%s,\"cycles\":%" PRId64 ",\"cycle\":%" PRId64 ",\"spu\":%d}",
            f->same ? "true" : "false", f->cycles, f->cycle, f->spu);
}

static void print_failures(FILE *out, struct night_db *db)
{
    sqlite3_stmt *stmt = night_failures(db);
    struct night_failure f;
    const char *between = "";

    fputs(",\n\"failures\":[", out);
    while (night_failure_next(&f, db, stmt)) {
        fprintf(out, "%s\n ", between);
        print_failure(out, &f);
        between = ",";
    }
    fputc(']', out);
}

void night_page_json(FILE *out, struct night_db *db)
{
    struct night_headline headline;

    night_headline(&headline, db);
    fputs("{\"version\":2", out);
    print_text(out, "verdict", headline.text);
    fputs(",\n\"night\":", out);
    print_rows(out, db, "SELECT n.* FROM night n JOIN tonight USING (id)");
    print_failures(out, db);
    fputs(",\n\"trend\":", out);
    print_rows(out, db, night_section_trend.sql);
    for (const struct night_section *const *s = night_sections; *s != NULL; s++) {
        fprintf(out, ",\n\"%s\":", (*s)->key);
        print_rows(out, db, (*s)->sql);
    }
    fputs("}\n", out);
}
