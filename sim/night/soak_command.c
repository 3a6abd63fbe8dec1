/* SPDX-License-Identifier: Apache-2.0
 *
 * `night soak`: prints how far the soak is, and the rows that are missing in sim/soak.tsv.
 */
#include <inttypes.h>
#include <stdio.h>

#include "commands.h"
#include "print.h"
#include "section.h"
#include "soak.h"
#include "store.h"

static void print_table(struct night_db *db)
{
    sqlite3_stmt *row = night_db_query(db, night_section_soak.sql, "");
    char number[3][32];

    printf("%-14s %9s %16s %12s %7s %7s %6s\n", "configuration", "runs", "operations", "records",
           "of ops", "of recs", "failed");
    while (night_db_row(db, row)) {
        for (int i = 0; i < 3; i++) {
            (void)night_count(number[i], sizeof(number[i]), sqlite3_column_int64(row, i + 1));
        }
        printf("%-14s %9s %16s %12s %7s %7s %6" PRId64 "\n", night_db_text(row, 0), number[0],
               number[1], number[2], night_db_text(row, 4), night_db_text(row, 5),
               (int64_t)sqlite3_column_int64(row, 6));
    }
}

/* Print both goals, and the share of each that every configuration has. */
static void print_goal(struct night_db *db)
{
    const int64_t ops = night_db_value(db, 0, "SELECT sum(ops) FROM soak", "");
    const int64_t records = night_db_value(db, 0, "SELECT sum(records) FROM soak", "");
    const int64_t nights = night_db_value(db, 0, "SELECT count(DISTINCT uuid) FROM soak", "");
    const int64_t thin =
        night_db_value(db, 0,
                       "SELECT count(*) FROM (SELECT 1 FROM soak GROUP BY config"
                       " HAVING sum(ops) * 100 < ?1 * ?2 OR sum(records) * 100 < ?3 * ?2)",
                       "iii", ops, (int64_t)NIGHT_SOAK_SHARE, records);
    char of_ops[32], of_records[32];

    printf("%" PRId64 " night%s: %.1f %% of %s operations, %.1f %% of %s records; ", nights,
           night_plural(nights), 100.0 * (double)ops / (double)NIGHT_SOAK_OPS,
           night_count(of_ops, sizeof(of_ops), NIGHT_SOAK_OPS),
           100.0 * (double)records / (double)NIGHT_SOAK_RECORDS,
           night_count(of_records, sizeof(of_records), NIGHT_SOAK_RECORDS));
    if (thin == 0) {
        printf("each configuration has at least %d %% of both\n", NIGHT_SOAK_SHARE);
    } else {
        printf("%" PRId64 " configuration%s below %d %% of either\n", thin,
               thin == 1 ? " is" : "s are", NIGHT_SOAK_SHARE);
    }
}

static void print_rows(struct night_db *db)
{
    sqlite3_stmt *row = night_db_query(db,
                                       "SELECT uuid, date, commit_id, config, runs, ops, records,"
                                       " failed FROM soak WHERE NOT known ORDER BY date, uuid,"
                                       " config",
                                       "");

    while (night_db_row(db, row)) {
        for (int i = 0; i < 8; i++) {
            printf("%s%c", night_db_text(row, i), i < 7 ? '\t' : '\n');
        }
    }
}

static int soak(int argc, char **argv)
{
    const char *ledger = NULL;
    int rows = 0;
    const struct night_option options[] = {
        {"--ledger", &ledger, NULL}, {"--rows", NULL, &rows}, {NULL, NULL, NULL}};
    struct night_db *db = NULL;

    if (night_options(argc, argv, options, 1, 1) < 0) {
        return NIGHT_EXIT_USAGE;
    }
    int status = night_store_open(&db, argv[0], NIGHT_DB_READ);
    if (status == NIGHT_EXIT_GOOD) {
        status = night_soak_load(db, ledger != NULL ? ledger : "sim/soak.tsv");
    }
    if (status == NIGHT_EXIT_GOOD && rows != 0) {
        print_rows(db);
    } else if (status == NIGHT_EXIT_GOOD) {
        print_table(db);
        print_goal(db);
    }
    int closed = night_db_close(db);
    return night_finish(status != NIGHT_EXIT_GOOD ? status : closed);
}

const struct night_command night_command_soak = {
    "soak", "say what fresh seeds of all nights have played, and what is left of the soak",
    "usage: night soak [--ledger FILE] [--rows] DB\n"
    "--ledger  nights that stand in no database any more (sim/soak.tsv)\n"
    "--rows    print the rows of the nights that it does not name yet, to be written into it\n"
    "Counted are fresh seeds that have passed, of nights that have ended, on the tree of their\n"
    "commit; of nights with one seed (DRAW) the first.\n"
    "Status: 0, however far it is; 2 bad usage or a ledger that cannot be read.\n",
    soak};
