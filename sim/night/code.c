/* SPDX-License-Identifier: Apache-2.0
 *
 * `night code`: what the counted runs of a night have met of the code (sim/coverage.md). If a point
 * was met although a waiver says that nothing can meet it, that is a failure.
 */
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "bucket.h"
#include "commands.h"
#include "cover.h"
#include "meaning.h"
#include "store.h"
#include "tsv.h"

struct code {
    struct night_db *db;
    const char *root;
    int64_t night;
};

/* Print the runs that left counts, in the form that sim/codecov.sh reads. */
static void print_runs(const struct code *c)
{
    char path[NIGHT_PATH];
    sqlite3_stmt *run = night_db_query(c->db,
                                       "SELECT r.config, m.flavour, r.id FROM run r"
                                       " JOIN model m ON m.id = r.model WHERE r.night = ?"
                                       " AND r.origin = 'sample' AND r.status = 'passed'"
                                       " AND m.flavour IN ('cov', 'tog') ORDER BY r.id",
                                       "i", c->night);

    while (night_db_row(c->db, run)) {
        const char *config = night_db_text(run, 0), *flavour = night_db_text(run, 1);
        night_cover_path(path, c->root, c->night, config, flavour, sqlite3_column_int64(run, 2));
        if (access(path, F_OK) == 0) {
            printf("%s %s %s\n", config, flavour, path);
        }
    }
}

/* Read a table with this number of columns. @return 0, or the status after one line. */
static int read_table(struct night_tsv *table, const char *path, int columns)
{
    int status = night_tsv_read(table, path);

    for (size_t i = 0; status == NIGHT_EXIT_GOOD && i < table->rows; i++) {
        const struct night_row *row = &table->row[i];
        if (row->columns != columns) {
            status = night_fail(NIGHT_EXIT_USAGE, "%s:%d: %d columns, %d are needed", path,
                                row->line, row->columns, columns);
            night_tsv_free(table);
        }
    }
    return status;
}

/* The number in a column; the project's own tools wrote it. */
static int64_t number(const char *text)
{
    int64_t value = 0;

    return night_number(text, &value) == 0 ? value : 0;
}

/* Replace the night's points by these. */
static void insert_points(const struct code *c, const struct night_tsv *points)
{
    night_db_run(c->db,
                 "DELETE FROM finding WHERE run IN"
                 " (SELECT id FROM run WHERE night = ? AND origin = 'code')",
                 "i", c->night);
    night_db_run(c->db, "DELETE FROM run WHERE night = ? AND origin = 'code'", "i", c->night);
    night_db_run(c->db, "DELETE FROM code_point WHERE night = ?", "i", c->night);
    for (size_t i = 0; i < points->rows; i++) {
        char *const *p = points->row[i].column; /* kind, file, line, name, hits, waiver */
        night_db_run(c->db,
                     "INSERT OR REPLACE INTO code_point VALUES (?, ?, ?, ?, ?, ?, nullif(?, ''))",
                     "ittitit", c->night, p[0], p[1], number(p[2]), p[3], number(p[4]), p[5]);
    }
}

/* Note which runs have met which waived point. */
static void insert_met(const struct code *c, const struct night_tsv *met)
{
    night_db_run(c->db, "CREATE TEMP TABLE met (kind, file, line, name, run)", "");
    for (size_t i = 0; met != NULL && i < met->rows; i++) {
        char *const *m = met->row[i].column;
        night_db_run(c->db, "INSERT INTO met VALUES (?, ?, ?, ?, ?)", "ttiti", m[0], m[1],
                     number(m[2]), m[3], number(m[4]));
    }
}

/* A failure: its place, its text, and the shortest run that shows it; 0: no such run is known. */
struct fault {
    char place[512], text[1024], name[640];
    int64_t run;
};

static int64_t bucket_of(struct night_db *db, const struct fault *f)
{
    struct night_meaning m;

    night_meaning_of_finding(&m, "code.waiver", f->place, f->text);
    return night_bucket(db, &m);
}

/* The command of the run, without the option that writes its counts. */
#define AGAIN                                                                                      \
    "ifnull(iif(instr(r.command, ' --covers '), substr(r.command, 1, instr(r.command,"             \
    " ' --covers ')) || substr(r.command, instr(r.command, ' --dir ') + 1), r.command), '')"

static void fail_for(const struct code *c, const struct fault *f)
{
    char stage[NIGHT_SHAPE];

    night_db_run(c->db,
                 "INSERT INTO run (night, name, origin, config, model, test, seed, args,"
                 " command, status, why, cycles, bucket, host, ended)"
                 " SELECT ?1, ifnull(r.config, '-') || '.' || ?2, 'code', ifnull(r.config, '-'),"
                 " r.model, 'code', ifnull(r.seed, ''), ifnull(r.args, ''), " AGAIN ", 'failed',"
                 " ?3, r.cycles, ?4, n.host, ?5 FROM night n LEFT JOIN run r ON r.id = ?6"
                 " WHERE n.id = ?1",
                 "ittiii", c->night, f->name, f->text, bucket_of(c->db, f), (int64_t)time(NULL),
                 f->run);
    int64_t id = night_db_last(c->db);
    night_shape(stage, f->text);
    night_db_run(c->db,
                 "INSERT INTO finding VALUES (?, 0, 1, 0, 0, 'code.waiver', ?, ?, ?, '0',"
                 " '', 'sim/coverage.md', '')",
                 "ittt", id, f->place, stage, f->text);
}

/* Make a failure of each waived point that was met, except cover properties: their waivers only say
 * that they need not be met. */
static int64_t fail_waived(const struct code *c)
{
    struct fault f;
    int64_t n = 0;
    sqlite3_stmt *point = night_db_query(
        c->db,
        "SELECT kind, file, line, name, hits, waiver, ifnull((SELECT m.run FROM temp.met m"
        " JOIN run r ON r.id = m.run WHERE (m.kind, m.file, m.line, m.name) ="
        " (p.kind, p.file, p.line, p.name) ORDER BY r.cycles, r.id LIMIT 1), 0)"
        " FROM code_point p WHERE night = ? AND waiver NOTNULL AND hits > 0 AND kind <> 'cover'"
        " ORDER BY file, line, name",
        "i", c->night);

    for (; night_db_row(c->db, point); n++) {
        const char *kind = night_db_text(point, 0), *file = night_db_text(point, 1);
        long long line = sqlite3_column_int64(point, 2);
        const char *name = night_db_text(point, 3);
        f.run = sqlite3_column_int64(point, 6);
        (void)snprintf(f.place, sizeof(f.place), "%s %s %s", file, kind, name);
        (void)snprintf(f.name, sizeof(f.name), "code.%s:%lld.%s.%s", file, line, kind, name);
        (void)snprintf(f.text, sizeof(f.text), "waived, and met %lld time%s: %s:%lld %s %s; %s",
                       (long long)sqlite3_column_int64(point, 4),
                       night_plural(sqlite3_column_int64(point, 4)), file, line, kind, name,
                       night_db_text(point, 5));
        fail_for(c, &f);
    }
    return n;
}

/* Take the two tables into the night. @return the status. */
static int take(const struct code *c, const char *points_path, const char *met_path)
{
    struct night_tsv points, met = {0};
    int64_t failed = 0;
    int status = read_table(&points, points_path, 6);

    if (status != NIGHT_EXIT_GOOD) {
        return status;
    }
    status = met_path != NULL ? read_table(&met, met_path, 5) : NIGHT_EXIT_GOOD;
    if (status == NIGHT_EXIT_GOOD) {
        night_db_begin(c->db);
        insert_points(c, &points);
        insert_met(c, &met);
        failed = fail_waived(c);
        night_db_commit(c->db);
    }
    if (status == NIGHT_EXIT_GOOD && !night_db_failed(c->db)) {
        printf("%zu point%s of the code, %lld of them waived and met\n", points.rows,
               night_plural((int64_t)points.rows), (long long)failed);
    }
    night_tsv_free(&points);
    night_tsv_free(&met);
    return status;
}

static int code(int argc, char **argv)
{
    struct code c = {0};
    const char *night = NULL, *points = NULL, *met = NULL;
    int runs = 0, status;
    const struct night_option options[] = {{"--night", &night, NULL},
                                           {"--points", &points, NULL},
                                           {"--met", &met, NULL},
                                           {"--runs", NULL, &runs},
                                           {0}};

    if (night_options(argc, argv, options, 1, 1) < 0) {
        return NIGHT_EXIT_USAGE;
    }
    if (night == NULL || night_number(night, &c.night) != 0 || (points == NULL) == (runs == 0)) {
        return night_fail(NIGHT_EXIT_USAGE, "code: --night N is needed, and --runs or --points");
    }
    c.root = argv[0];
    status = night_store_open(&c.db, c.root, runs ? NIGHT_DB_READ : NIGHT_DB_WRITE);
    if (status == NIGHT_EXIT_GOOD && runs) {
        print_runs(&c);
    } else if (status == NIGHT_EXIT_GOOD) {
        status = take(&c, points, met);
    }
    int closed = night_db_close(c.db);
    return night_finish(status != NIGHT_EXIT_GOOD ? status : closed);
}

const struct night_command night_command_code = {
    "code", "take in what the runs of a night have met of the code",
    "usage: night code ROOT --night N --runs\n"
    "       night code ROOT --night N --points FILE [--met FILE]\n"
    "  --runs    print the runs that were counted: CONFIG FLAVOUR FOLDER\n"
    "  --points  code_points.tsv of sim/codecov.sh: a row for each point; one that is waived\n"
    "            and was met becomes a failure\n"
    "  --met     which runs have met such points: kind, file, line, name, number of the run\n"
    "Status: 0; 2 bad usage or tables; 4 the database cannot be written.\n",
    code};
