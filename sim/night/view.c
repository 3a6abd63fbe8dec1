/* SPDX-License-Identifier: Apache-2.0 */
#define _XOPEN_SOURCE 700
#include "view.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mutants.h"
#include "night.h"
#include "quarantine.h"
#include "section.h"
#include "soak.h"
#include "standing.h"
#include "testplan.h"

static int64_t find_night(struct night_db *db, const char *which)
{
    int64_t id;

    if (strcmp(which, "last") == 0) {
        return night_db_value(db, 0, "SELECT id FROM night" NIGHT_LATEST, "");
    }
    if (night_number(which, &id) == 0) {
        return night_db_value(db, 0, "SELECT id FROM night WHERE id = ?", "i", id);
    }
    return night_db_value(db, 0, "SELECT id FROM night WHERE uuid = ?", "t", which);
}

/* Tune SQLite for reading: a page reads most rows of a night, some several times. */
static void prepare_to_read(struct night_db *db)
{
    night_db_run(db, "PRAGMA temp_store = MEMORY", "");
    night_db_run(db, "PRAGMA cache_size = -65536", "");
    night_db_run(db, "PRAGMA mmap_size = 1073741824", "");
}

static void make_tonight(struct night_db *db, int64_t night)
{
    night_db_run(
        db,
        "CREATE TEMP TABLE calendar AS SELECT b.id,"
        " row_number() OVER (ORDER BY b.begun, b.id) AS nth,"
        " ifnull(b.whole, 0) AS whole,"
        " EXISTS (SELECT 1 FROM code_point p WHERE p.night = b.id) AS counted FROM night b, night n"
        " WHERE n.id = ? AND b.list = n.list AND (b.begun, b.id) <= (n.begun, n.id)",
        "i", night);
    night_db_run(db,
                 "CREATE TEMP TABLE tonight AS SELECT c.id, c.nth, c.whole,"
                 " ifnull((SELECT b.id FROM calendar b WHERE c.whole AND b.whole AND b.nth < c.nth"
                 " ORDER BY b.nth DESC LIMIT 1), 0) AS before,"
                 " ifnull((SELECT b.id FROM calendar b WHERE c.whole AND b.whole AND b.counted"
                 " AND b.nth < c.nth ORDER BY b.nth DESC LIMIT 1), 0) AS counted_before, c.counted"
                 " FROM calendar c WHERE c.id = ?",
                 "i", night);
}

/* Make the table of stimuli that came of two (test, seed) pairs: one of the seeds was not used. Two
 * commands may play the same stimulus with other taps, so commands are compared only within one
 * name. */
static void make_twice(struct night_db *db)
{
    night_db_run(db,
                 "CREATE TEMP TABLE twice AS SELECT config, stim,"
                 " count(DISTINCT test || '.' || seed) AS runs,"
                 " group_concat(DISTINCT test || '.' || seed) AS names FROM run, tonight"
                 " WHERE night = tonight.id AND stim <> '' AND origin <> 'sample'"
                 " GROUP BY config, stim, iif(origin = 'command', test, '') HAVING runs > 1",
                 "");
}

/* Make the table of failures. A repeat that fails as its run did is no failure of its own. If
 * several rows of the quarantine hold a run back, the one that ends last is used. */
static void make_failures(struct night_db *db)
{
    night_db_run(db, "CREATE TEMP TABLE failure (run INTEGER PRIMARY KEY, bucket, reason, until)",
                 "");
    night_db_run(
        db,
        "INSERT INTO failure SELECT r.id, r.bucket, q.reason, max(q.until) FROM tonight"
        " JOIN run r ON r.night = tonight.id LEFT JOIN bucket b ON b.id = r.bucket"
        " LEFT JOIN quarantine q ON q.holds AND q.\"check\" IN ('*', b.\"check\")"
        " AND q.field IN ('*', b.field) AND q.stage IN ('*', b.stage) AND r.config GLOB q.config"
        " WHERE r." NIGHT_FAILED " AND NOT " NIGHT_AGAIN("r") " GROUP BY r.id",
        "");
}

static void make_place(struct night_db *db, const struct night_sources *sources)
{
    char *tree = realpath(sources->tree, NULL);

    night_db_run(db,
                 "CREATE TEMP TABLE place AS SELECT ifnull(?1, 'build') AS build, ?2 AS tree,"
                 " ifnull(?3, ifnull(?1, 'build') || '/nightly') AS root",
                 "ttt", sources->build, tree != NULL ? tree : sources->tree, sources->root);
    free(tree);
}

static int load_soak(struct night_db *db, const char *tree)
{
    char path[PATH_MAX];

    (void)snprintf(path, sizeof(path), "%s/sim/soak.tsv", tree);
    return night_soak_load(db, path);
}

int night_view(struct night_db *db, const char *which, const struct night_sources *sources)
{
    int64_t night = find_night(db, which);

    if (night_db_failed(db)) {
        return NIGHT_EXIT_ENVIRONMENT;
    }
    if (night == 0) {
        return night_fail(NIGHT_EXIT_USAGE, "no night '%s' in the database", which);
    }
    prepare_to_read(db);
    make_tonight(db, night);
    make_twice(db);
    make_place(db, sources);
    int status = night_quarantine_load(db, sources->tree, sources->quarantine);
    if (status == NIGHT_EXIT_GOOD) {
        make_failures(db);
        night_standing(db);
        status = night_testplan_load(db, sources->tree,
                                     sources->build != NULL ? sources->build : "build");
    }
    if (status == NIGHT_EXIT_GOOD) {
        status = load_soak(db, sources->tree);
    }
    if (status == NIGHT_EXIT_GOOD) {
        status = night_mutants_load(db, sources->tree);
    }
    return status == NIGHT_EXIT_GOOD && night_db_failed(db) ? NIGHT_EXIT_ENVIRONMENT : status;
}

/* How many buckets and runs with one state count. */
struct tally {
    int64_t buckets, runs;
};

static struct tally tally(struct night_db *db, const char *state)
{
    return (struct tally){
        night_db_value(db, 0, "SELECT count(*) FROM standing WHERE state = ? AND " NIGHT_COUNTS,
                       "t", state),
        night_db_value(db, 0, "SELECT sum(runs) FROM standing WHERE state = ? AND " NIGHT_COUNTS,
                       "t", state)};
}

/* Add what ended the night: the signal (`stopped`), or what the environment lacked (`why`), if
 * known. */
static void add_reason(struct night_headline *h, struct night_db *db, const char *column,
                       const char *before)
{
    char sql[64];

    (void)snprintf(sql, sizeof(sql), "SELECT %s FROM night JOIN tonight USING (id)", column);
    sqlite3_stmt *row = night_db_query(db, sql, "");
    size_t used = strlen(h->text);
    while (night_db_row(db, row)) {
        if (night_db_text(row, 0)[0] != '\0') {
            (void)snprintf(h->text + used, sizeof(h->text) - used, "%s%s", before,
                           night_db_text(row, 0));
        }
    }
}

static bool was_stopped(struct night_db *db)
{
    return night_db_value(db, 0, "SELECT stopped <> '' FROM night JOIN tonight USING (id)", "") !=
           0;
}

/* Tell how to go on after a night was stopped or its budget ended. */
static void add_resume(struct night_headline *h)
{
    size_t used = strlen(h->text);

    (void)snprintf(h->text + used, sizeof(h->text) - used, "; RESUME=1 plays what is left");
}

/* Whether the night did not play what it should have: then its failures are incomplete. */
static bool is_broken(struct night_headline *h, struct night_db *db)
{
    const char *text = NULL;
    const bool stopped = was_stopped(db);
    bool resume = false, environment = false;

    switch (night_db_value(db, -1, "SELECT status FROM night, tonight USING (id)", "")) {
    case -1:
        text = "This night has not ended: it goes on, or was killed";
        break;
    case NIGHT_EXIT_SPENT:
        text = stopped ? "The night was stopped" : "The night was ended before its time";
        resume = true;
        break;
    case NIGHT_EXIT_ENVIRONMENT:
        text = stopped ? "The night was stopped" : "The environment failed";
        resume = stopped;
        environment = true;
        break;
    default:
        return false;
    }
    h->mood = NIGHT_BROKEN;
    (void)snprintf(h->text, sizeof(h->text), "%s", text);
    if (resume || environment) {
        add_reason(h, db, "stopped", " by ");
    }
    if (stopped && environment) {
        size_t used = strlen(h->text);
        (void)snprintf(h->text + used, sizeof(h->text) - used, "; the environment failed, too");
    }
    if (environment) {
        add_reason(h, db, "why", ": ");
    }
    if (resume) {
        add_resume(h);
    }
    return true;
}

/* Add the number of failures that are gone. */
static void add_gone(struct night_headline *h, struct night_db *db)
{
    int64_t n = night_db_value(db, 0, "SELECT count(*) FROM standing WHERE state = 'gone'", "");
    size_t used = strlen(h->text);

    if (n != 0) {
        (void)snprintf(h->text + used, sizeof(h->text) - used, "; %lld gone", (long long)n);
    }
}

/* Add the number of failed runs in quarantine. */
static void add_held(struct night_headline *h, struct night_db *db)
{
    int64_t n = night_db_value(db, 0, "SELECT count(*) FROM failure WHERE reason NOT NULL", "");
    size_t used = strlen(h->text);

    if (n != 0) {
        (void)snprintf(h->text + used, sizeof(h->text) - used, "; %lld failed run%s in quarantine",
                       (long long)n, night_plural(n));
    }
}

static void add(struct night_headline *h, int64_t n, const char *what, const char *text)
{
    size_t used = strlen(h->text);

    if (n != 0) {
        (void)snprintf(h->text + used, sizeof(h->text) - used, "; %lld %s%s %s", (long long)n, what,
                       night_plural(n), text);
    }
}

/* Add the number of runs that show nothing. */
static void add_missing(struct night_headline *h, struct night_db *db)
{
    static const struct {
        const char *which, *text;
    } rows[] = {{"status = 'planned' AND " NIGHT_MISSING, "of the list or kept not begun"},
                {"status = 'lost'", "lost"},
                {"status = '" NIGHT_BROKEN_RUN "'", "that the environment broke"}};
    char sql[256];

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        (void)snprintf(sql, sizeof(sql),
                       "SELECT count(*) FROM run, tonight WHERE night = tonight.id AND %s",
                       rows[i].which);
        add(h, night_db_value(db, 0, sql, ""), "run", rows[i].text);
    }
    if (h->mood == NIGHT_BROKEN) {
        add(h, night_claims_failed(db), "claim", "not held");
    }
}

static int64_t count_failed(struct night_db *db)
{
    return night_db_value(db, 0, "SELECT count(*) FROM failure", "");
}

static void say_standing(struct night_headline *h, struct night_db *db)
{
    struct tally new = tally(db, "new"), known = tally(db, "known");
    int64_t runs =
        night_db_value(db, 0, "SELECT count(*) FROM run, tonight WHERE night = tonight.id", "");

    if (is_broken(h, db)) {
        size_t used = strlen(h->text);
        (void)snprintf(h->text + used, sizeof(h->text) - used, "; new failures so far: %d",
                       (int)new.buckets);
    } else if (new.buckets != 0) {
        h->mood = NIGHT_NEW;
        (void)snprintf(h->text, sizeof(h->text), "%d new failure%s in %d run%s", (int)new.buckets,
                       night_plural(new.buckets), (int)new.runs, night_plural(new.runs));
    } else if (known.buckets != 0) {
        h->mood = NIGHT_KNOWN;
        (void)snprintf(h->text, sizeof(h->text), "Nothing new; %d known failure%s",
                       (int)known.buckets, night_plural(known.buckets));
    } else {
        h->mood = runs != 0 ? NIGHT_CLEAN : NIGHT_BROKEN;
        (void)snprintf(h->text, sizeof(h->text), "%s",
                       runs == 0               ? "No run was played"
                       : count_failed(db) != 0 ? "No run failed that counts"
                                               : "No run has failed");
    }
    if (h->mood != NIGHT_BROKEN && was_stopped(db)) { /* the failures come first */
        add_reason(h, db, "stopped", "; stopped by ");
        add_resume(h);
    }
    add_gone(h, db);
    add_held(h, db);
}

bool night_has_ended(struct night_db *db)
{
    return night_db_value(db, 0, "SELECT ended NOTNULL FROM night JOIN tonight USING (id)", "") !=
           0;
}

void night_headline(struct night_headline *h, struct night_db *db)
{
    say_standing(h, db);
    add_missing(h, db);
}
