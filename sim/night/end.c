/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <time.h>

#include "bins.h"
#include "commands.h"
#include "ingest.h"
#include "store.h"
#include "view.h"

/* Buckets that were not there in the night before, and that no quarantine holds. */
static int64_t new_failures(struct night_db *db)
{
    return night_db_value(db, 0, "SELECT count(*) FROM standing WHERE state = 'new' AND NOT held",
                          "");
}

static int64_t count(struct night_db *db, int64_t night, const char *statuses)
{
    char sql[256];

    (void)snprintf(sql, sizeof(sql), "SELECT count(*) FROM run WHERE night = ? AND status %s",
                   statuses);
    return night_db_value(db, 0, sql, "i", night);
}

static int status_of(struct night_db *db, int64_t night, int64_t lost)
{
    int64_t not_run = count(db, night, "= 'planned'");

    if (new_failures(db) != 0) {
        return NIGHT_EXIT_FOUND;
    }
    if (not_run != 0) {
        return NIGHT_EXIT_SPENT;
    }
    return lost != 0 || count(db, night, "= 'environment'") != 0 ? NIGHT_EXIT_ENVIRONMENT
                                                                 : NIGHT_EXIT_GOOD;
}

static void say(struct night_db *db, int64_t night)
{
    printf("night %lld: %lld runs passed, %lld failed (%lld new), %lld not run; %lld fresh seeds; "
           "%lld s of processor time\n",
           (long long)night, (long long)count(db, night, "= 'passed'"),
           (long long)count(db, night, "NOT IN ('passed', 'planned')"), (long long)new_failures(db),
           (long long)count(db, night, "= 'planned'"),
           (long long)count(db, night, "<> 'planned' AND origin = 'fresh'"),
           (long long)night_db_value(db, 0, "SELECT cpu_ms FROM night WHERE id = ?", "i", night) /
               1000);
}

/* What failed, held against the nights before. */
static int judge(struct night_db *db, int64_t night, const char *forced, int64_t *status)
{
    const struct night_sources sources = {.tree = "."};
    int64_t lost = night_ingest_lost(db, night);
    char id[24];

    (void)snprintf(id, sizeof(id), "%lld", (long long)night);
    int fault = night_view(db, id, &sources);
    if (fault != NIGHT_EXIT_GOOD) {
        return fault;
    }
    *status = status_of(db, night, lost);
    if (forced != NULL && night_number(forced, status) != 0) {
        return night_fail(NIGHT_EXIT_USAGE, "end: --status takes a number, not %s", forced);
    }
    return NIGHT_EXIT_GOOD;
}

static int end_night(struct night_db *db, int64_t night, const char *forced)
{
    int64_t status = 0;
    int fault = judge(db, night, forced, &status);

    if (fault != NIGHT_EXIT_GOOD) {
        return fault;
    }
    night_db_begin(db);
    night_bins_sum(db, night);
    night_db_run(db, "UPDATE night SET ended = ?, status = ? WHERE id = ?", "iii",
                 (int64_t)time(NULL), status, night);
    night_db_commit(db);
    say(db, night);
    return night_db_failed(db) ? NIGHT_EXIT_ENVIRONMENT : (int)status;
}

static int end(int argc, char **argv)
{
    const char *night = NULL, *status_text = NULL;
    struct night_db *db = NULL;
    int64_t id = 0;
    const struct night_option options[] = {
        {"--night", &night, NULL}, {"--status", &status_text, NULL}, {0}};

    if (night_options(argc, argv, options, 1, 1) < 0) {
        return NIGHT_EXIT_USAGE;
    }
    if (night == NULL || night_number(night, &id) != 0) {
        return night_fail(NIGHT_EXIT_USAGE, "end: --night N is needed");
    }
    int status = night_store_open(&db, argv[0], NIGHT_DB_WRITE);
    if (status == NIGHT_EXIT_GOOD) {
        status = end_night(db, id, status_text);
    }
    int closed = night_db_close(db);
    return night_finish(status != NIGHT_EXIT_GOOD ? status : closed);
}

const struct night_command night_command_end = {
    "end", "judge a night and end it",
    "usage: night end ROOT --night N [--status N]\n"
    "Run from the top of the tree, whose sim/quarantine.tsv counts.\n"
    "  --status  what the night ends with, however its runs went: 4 it could not be played\n"
    "Status: that of the night: 0 nothing new, 1 a new failure, 3 not all of the list was played,\n"
    "4 the environment; 2 bad usage.\n",
    end};
