/* SPDX-License-Identifier: Apache-2.0
 *
 * `night meaning` and `night good`: what sim/bisect.sh asks.
 */
#include <stdio.h>

#include "commands.h"
#include "meaning.h"
#include "night.h"
#include "rundir.h"
#include "store.h"
#include "view.h"

static int meaning(int argc, char **argv)
{
    static const struct night_option options[] = {{0}};
    struct night_meaning m;
    struct night_result result;

    if (night_options(argc, argv, options, 1, 1) < 0) {
        return NIGHT_EXIT_USAGE;
    }
    night_result_read(&result, argv[0]);
    if (result.passed) {
        return night_fail(NIGHT_EXIT_FOUND, "%s: the run has passed", argv[0]);
    }
    night_meaning_read(&m, &result, argv[0]);
    printf("%s\t%s\t%s\n", m.check, m.field, m.stage);
    return night_finish(NIGHT_EXIT_GOOD);
}

/* The night and the bucket of the run in a directory; 0: not known. */
struct place {
    int64_t night, bucket;
};

static struct place find_run(struct night_db *db, const char *dir)
{
    struct place place = {0, 0};
    sqlite3_stmt *run =
        night_db_query(db,
                       "SELECT night, ifnull(bucket, 0) FROM run WHERE dir <> ''"
                       " AND (dir = ?1 OR substr(?1, -length(dir) - 1) = '/' || dir)",
                       "t", dir);

    while (night_db_row(db, run)) {
        place = (struct place){sqlite3_column_int64(run, 0), sqlite3_column_int64(run, 1)};
    }
    return place;
}

static int print_good(struct night_db *db, const char *dir, const char *tree)
{
    const struct night_sources sources = {.tree = tree != NULL ? tree : "."};
    const struct place place = find_run(db, dir);
    char night[24];

    (void)snprintf(night, sizeof(night), "%lld", (long long)place.night);
    if (place.bucket == 0) {
        return night_db_failed(db) ? NIGHT_EXIT_ENVIRONMENT
                                   : night_fail(NIGHT_EXIT_FOUND, "%s: no run that failed", dir);
    }
    int status = night_view(db, night, &sources);
    if (status != NIGHT_EXIT_GOOD) {
        return status;
    }
    sqlite3_stmt *good = night_db_query(
        db,
        "SELECT n.commit_id FROM standing s JOIN night n ON n.id = s.good WHERE s.bucket = ?"
        " AND n.dirty = 0",
        "i", place.bucket);
    status = NIGHT_EXIT_FOUND;
    while (night_db_row(db, good)) {
        puts(night_db_text(good, 0));
        status = NIGHT_EXIT_GOOD;
    }
    return night_finish(status);
}

/* Print the commit of the run's night, whether that commit is all that was played, and the night's
 * number. */
static int print_night(struct night_db *db, const char *dir)
{
    sqlite3_stmt *night = night_db_query(db, "SELECT commit_id, dirty, id FROM night WHERE id = ?",
                                         "i", find_run(db, dir).night);
    int status = NIGHT_EXIT_FOUND;

    while (night_db_row(db, night)) {
        printf("%s %s %s\n", night_db_text(night, 0), night_db_text(night, 1),
               night_db_text(night, 2));
        status = NIGHT_EXIT_GOOD;
    }
    return night_finish(status);
}

static int good(int argc, char **argv)
{
    const char *tree = NULL;
    int of_night = 0;
    const struct night_option options[] = {
        {"--tree", &tree, NULL}, {"--night", NULL, &of_night}, {NULL, NULL, NULL}};
    struct night_db *db = NULL;

    if (night_options(argc, argv, options, 2, 2) < 0) {
        return NIGHT_EXIT_USAGE;
    }
    int status = night_store_open(&db, argv[0], NIGHT_DB_READ);
    if (status == NIGHT_EXIT_GOOD) {
        status = of_night ? print_night(db, argv[1]) : print_good(db, argv[1], tree);
    }
    int closed = night_db_close(db);
    return closed != NIGHT_EXIT_GOOD ? closed : status; /* nothing is known where it has failed */
}

const struct night_command night_command_meaning = {
    "meaning", "print the bucket of a run that failed: check, field, stage",
    "usage: night meaning DIR\n"
    "DIR: the directory of a run (spe/session.h). Prints one line, with tabs between.\n"
    "Status: 0; 1 the run has passed; 2 bad usage.\n",
    meaning};

const struct night_command night_command_good = {
    "good", "print the last commit in which the failure of a run was not there",
    "usage: night good DB DIR [--tree DIR | --night]\n"
    "DIR: the directory of a run of the database. --tree: the tree with sim/, else .\n"
    "A commit whose tree had changed files, or got some while the night went on, is none.\n"
    "  --night  instead the commit of its night, 0 if the tree was that of the commit to its end, "
    "and\n"
    "           the number of the night\n"
    "Status: 0; 1 none is known; 2 no database of nights; 4 it cannot be read to its end.\n",
    good};
