/* SPDX-License-Identifier: Apache-2.0
 *
 * `night distrust`: runs of a night on an executable that is another one by now. Nobody knows which
 * of the two has played them: they show nothing, also not that a kept failure is gone.
 */
#include <stdio.h>

#include "bucket.h"
#include "commands.h"
#include "store.h"

#define WHY NIGHT_CHANGED_WHY

/* The runs: what follows binds the night and the hash of the executable. */
#define IS_RUN                                                                                     \
    "night = ?1 AND status NOT IN (" NIGHT_NOTHING ")"                                             \
    " AND model IN (SELECT id FROM model WHERE executable = ?2)"

static int64_t bucket(struct night_db *db)
{
    struct night_meaning m;

    night_meaning_of_run(&m, NIGHT_BROKEN_RUN, WHY);
    return night_bucket(db, &m);
}

static int64_t distrust_runs(struct night_db *db, int64_t night, const char *executable)
{
    night_db_begin(db);
    night_db_run(db,
                 "UPDATE kept SET state = 'open', closed = NULL WHERE closed = ?1 AND"
                 " state = 'gone' AND EXISTS (SELECT 1 FROM run r WHERE r.config = kept.config"
                 " AND r.test = kept.test AND r.seed = kept.seed AND r.args = kept.args"
                 " AND r.origin = 'kept' AND " IS_RUN ")",
                 "it", night, executable);
    int64_t n = night_db_run(db,
                             "UPDATE run SET status = '" NIGHT_BROKEN_RUN "', why = '" WHY
                             "', bucket = ?3 WHERE " IS_RUN,
                             "iti", night, executable, bucket(db));
    night_db_commit(db);
    return n;
}

static int distrust(int argc, char **argv)
{
    const char *night = NULL, *executable = NULL;
    int64_t id = 0, n = 0;
    struct night_db *db = NULL;
    const struct night_option options[] = {
        {"--night", &night, NULL}, {"--executable", &executable, NULL}, {0}};

    if (night_options(argc, argv, options, 1, 1) < 0) {
        return NIGHT_EXIT_USAGE;
    }
    if (night == NULL || executable == NULL || night_number(night, &id) != 0) {
        return night_fail(NIGHT_EXIT_USAGE, "distrust: --night N and --executable HASH are needed");
    }
    int status = night_store_open(&db, argv[0], NIGHT_DB_WRITE);
    if (status == NIGHT_EXIT_GOOD) {
        n = distrust_runs(db, id, executable);
    }
    int closed = night_db_close(db);
    if (status == NIGHT_EXIT_GOOD && closed == NIGHT_EXIT_GOOD) {
        printf("%lld run%s of nobody knows which executable\n", (long long)n,
               n == 1 ? " is" : "s are");
    }
    return night_finish(status != NIGHT_EXIT_GOOD ? status : closed);
}

const struct night_command night_command_distrust = {
    "distrust", "runs on an executable that has changed show nothing",
    "usage: night distrust ROOT --night N --executable SHA256\n"
    "SHA256: what the night began with (models.tsv). Its runs get the status environment; a kept\n"
    "failure that one of them has closed is open again.\n"
    "Status: 0; 2 bad usage; 4 the database cannot be written.\n",
    distrust};
