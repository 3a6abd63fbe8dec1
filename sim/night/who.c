/* SPDX-License-Identifier: Apache-2.0
 *
 * `night who`: tells when a bin was last met, and by which run.
 */
#include <stdio.h>

#include "bins.h"
#include "commands.h"
#include "store.h"

/* How often the run with this blob counts the point; 0: not at all. */
static uint64_t count_in(const unsigned char *bytes, size_t n, uint64_t point)
{
    uint64_t at = 0, step = 0, count = 0;

    while (n > 0 && at < point) {
        size_t a = night_varint_get(bytes, n, &step);
        size_t b = a != 0 ? night_varint_get(bytes + a, n - a, &count) : 0;
        if (b == 0) {
            return 0;
        }
        at += step;
        bytes += a + b;
        n -= a + b;
    }
    return at == point ? count : 0;
}

/* Print the last night that has met the point on the configuration, and the last of its runs that
 * did. */
static void print_config(struct night_db *db, const char *config, int64_t night, int64_t point)
{
    sqlite3_stmt *run =
        night_db_query(db,
                       "SELECT n.date, n.commit_id, r.name, r.origin, b.bins FROM run r"
                       " JOIN run_bins b ON b.run = r.id JOIN night n ON n.id = r.night"
                       " WHERE r.night = ? AND r.config = ? AND r.status = 'passed'"
                       " AND r.origin <> 'sample' ORDER BY r.id DESC",
                       "it", night, config);
    bool found = false;

    while (night_db_row(db, run)) {
        const uint64_t n = found ? 0
                                 : count_in(sqlite3_column_blob(run, 4),
                                            (size_t)sqlite3_column_bytes(run, 4), (uint64_t)point);
        if (n != 0) {
            found = true;
            printf("%s\tnight %lld of %s\t%s\t%s\t%s\t%llu\n", config, (long long)night,
                   night_db_text(run, 0), night_db_text(run, 1), night_db_text(run, 2),
                   night_db_text(run, 3), (unsigned long long)n);
        }
    }
}

static int who_met(struct night_db *db, const char *bin)
{
    int64_t point = night_db_value(db, 0, "SELECT id FROM point WHERE name = ?", "t", bin);
    sqlite3_stmt *config = night_db_query(
        db,
        "SELECT config, night FROM (SELECT config, night, row_number() OVER (PARTITION BY config"
        " ORDER BY begun DESC, night DESC) AS nth FROM (SELECT config, night FROM night_bins"
        " WHERE point = ?1 AND count > 0 UNION ALL SELECT config, night FROM night_counts"
        " WHERE point = ?1 AND count > 0) JOIN night ON night.id = night) WHERE nth = 1"
        " ORDER BY config",
        "i", point);
    bool any = false;

    while (night_db_row(db, config)) {
        any = true;
        print_config(db, night_db_text(config, 0), sqlite3_column_int64(config, 1), point);
    }
    if (any || night_db_failed(db)) {
        return NIGHT_EXIT_GOOD;
    }
    return night_fail(NIGHT_EXIT_FOUND, "no night has met the bin '%s'", bin);
}

static int who(int argc, char **argv)
{
    static const struct night_option options[] = {{0}};
    struct night_db *db = NULL;

    if (night_options(argc, argv, options, 2, 2) < 0) {
        return NIGHT_EXIT_USAGE;
    }
    int status = night_store_open(&db, argv[0], NIGHT_DB_READ);
    if (status == NIGHT_EXIT_GOOD) {
        status = who_met(db, argv[1]);
    }
    int closed = night_db_close(db);
    return night_finish(status != NIGHT_EXIT_GOOD ? status : closed);
}

const struct night_command night_command_who = {
    "who", "print which run of which night has met a bin last",
    "usage: night who DB BIN\n"
    "BIN: a name as the page has it (`event full.PMBSR_EL1`), or `check NAME`, `fork CHOICE "
    "BRANCH`:\n"
    "who has evaluated the check, or taken the branch. Prints a line for each configuration, with\n"
    "tabs between: the last night, its commit, the last of its runs that did, its origin, how "
    "often.\n"
    "Status: 0; 1 no night has met it; 2 bad usage.\n",
    who};
