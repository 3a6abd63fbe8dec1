/* SPDX-License-Identifier: Apache-2.0
 *
 * `night failed`: would FAILED=1 play any run? It is asked before anything is built.
 */
#include <stdbool.h>
#include <stdio.h>

#include "commands.h"
#include "store.h"

/* Number of failed runs of the night that can be played again. Not counted: repeated runs, points
 * of the code, and runs on configurations that are not built. */
static int64_t count_runs(struct night_db *db, int64_t night, const char *configs)
{
    sqlite3_stmt *run = night_db_query(
        db,
        "SELECT DISTINCT config, test, seed, args FROM run WHERE night = ? AND " NIGHT_FAILED
        " AND origin NOT IN ('sample', 'code')",
        "i", night);
    int64_t n = 0;

    while (night_db_row(db, run)) {
        n += night_db_text(run, 3)[0] == '!' || night_has_word(configs, night_db_text(run, 0));
    }
    return n;
}

static int say(struct night_db *db, const char *root, const char *list, const char *configs)
{
    int64_t night = night_db_value(
        db, 0, "SELECT id FROM night WHERE list = ? AND status NOTNULL" NIGHT_LATEST, "t", list);

    if (night_db_failed(db)) {
        return NIGHT_EXIT_ENVIRONMENT;
    }
    if (night == 0) {
        return night_fail(NIGHT_EXIT_USAGE,
                          "no night of the list %s has ended in %s: there is nothing to repeat",
                          list, root);
    }
    int64_t runs = count_runs(db, night, configs);
    if (runs == 0) {
        night_say("night %lld of the list %s has no failed run that can be repeated: nothing is "
                  "built or played",
                  (long long)night, list);
    }
    printf("%lld\n", (long long)runs);
    return NIGHT_EXIT_GOOD;
}

static int failed(int argc, char **argv)
{
    const char *list = NULL, *configs = NULL;
    struct night_db *db = NULL;
    const struct night_option options[] = {
        {"--list-name", &list, NULL}, {"--configs", &configs, NULL}, {0}};

    if (night_options(argc, argv, options, 1, 1) < 0) {
        return NIGHT_EXIT_USAGE;
    }
    if (list == NULL || configs == NULL) {
        return night_fail(NIGHT_EXIT_USAGE, "failed: --list-name and --configs are needed");
    }
    int status = night_store_open(&db, argv[0], NIGHT_DB_WRITE);
    if (status == NIGHT_EXIT_GOOD) {
        status = say(db, argv[0], list, configs);
    }
    int closed = night_db_close(db);
    return night_finish(status != NIGHT_EXIT_GOOD ? status : closed);
}

const struct night_command night_command_failed = {
    "failed", "count the failed runs of the last night of a list that can be repeated",
    "usage: night failed ROOT --list-name NAME --configs 'CONFIG...'\n"
    "CONFIG: those that can be built. Prints the number; one line on stderr says where there is\n"
    "none. Status: 0; 2 no night of the list has ended, or bad usage; 4 the database cannot be "
    "read.\n",
    failed};
