/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include "ingest_run.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bucket.h"
#include "kept.h"
#include "night.h"

enum { FINDINGS = 20 }; /* most findings that are taken of a run */

static void copy_column(char *dst, size_t bytes, sqlite3_stmt *stmt, int column)
{
    (void)snprintf(dst, bytes, "%s", night_db_text(stmt, column));
}

/* Load the run if it is planned: a run that was taken in before stays as it is. */
static bool load(struct night_db *db, int64_t night, int64_t id, struct night_run *run)
{
    bool found = false;
    sqlite3_stmt *stmt =
        night_db_query(db,
                       "SELECT origin, config, test, seed, args, dir, twin FROM run"
                       " WHERE id = ? AND night = ? AND status = 'planned'",
                       "ii", id, night);

    while (night_db_row(db, stmt)) {
        found = true;
        run->id = id;
        run->night = night;
        copy_column(run->origin, sizeof(run->origin), stmt, 0);
        copy_column(run->config, sizeof(run->config), stmt, 1);
        copy_column(run->test, sizeof(run->test), stmt, 2);
        copy_column(run->seed, sizeof(run->seed), stmt, 3);
        copy_column(run->args, sizeof(run->args), stmt, 4);
        copy_column(run->dir, sizeof(run->dir), stmt, 5);
        run->twin = sqlite3_column_int64(stmt, 6);
    }
    return found;
}

/* The exit status in the engine's text; -1: it has none, for instance because a signal ended the
 * run. */
static int exit_of(const struct night_ended *ended)
{
    static const char *const names[] = {"status ", "no verdict (status "};
    int status = ended->passed ? 0 : -1;

    for (size_t i = 0; !ended->passed && i < sizeof(names) / sizeof(names[0]); i++) {
        const size_t n = strlen(names[i]);
        if (strncmp(ended->why, names[i], n) == 0 && isdigit((unsigned char)ended->why[n])) {
            status = (int)strtol(ended->why + n, NULL, 10);
        }
    }
    return status;
}

/* The kind of failure, from the engine's text. */
static const char *status_of(const struct night_ended *ended)
{
    static const struct {
        const char *begins, *status;
    } kinds[] = {
        {"no end after ", "cpu"}, {"out of memory", "memory"}, {"killed (out of memory", "memory"},
        {"stalled", "stalled"},   {"ended by ", "crashed"},    {"stopped by ", "lost"},
        {"no verdict", "crashed"}};
    const int status = exit_of(ended);

    if (status == NIGHT_EXIT_USAGE || status == NIGHT_EXIT_ENVIRONMENT) {
        return NIGHT_BROKEN_RUN;
    }
    for (size_t i = 0; !ended->passed && i < sizeof(kinds) / sizeof(kinds[0]); i++) {
        if (strncmp(ended->why, kinds[i].begins, strlen(kinds[i].begins)) == 0) {
            return kinds[i].status;
        }
    }
    return ended->passed ? "passed" : "failed";
}

/* The engine reports that the run has passed, but that is not so. */
static void doubt(struct night_run *run, const char *status, const char *why)
{
    run->ended.passed = false;
    run->status = status;
    (void)snprintf(run->ended.why, sizeof(run->ended.why), "%s", why);
}

/* A run passes only by its own verdict. */
static void check_verdict(struct night_run *run)
{
    if (run->ended.passed && !run->result.ended) {
        doubt(run, NIGHT_BROKEN_RUN, "it has passed and left no verdict");
    } else if (run->ended.passed && !run->result.passed) {
        doubt(run, "failed", "it has passed, and its verdict says that it has failed");
    }
}

/* Context of take_finding() for one run. */
struct findings {
    struct night_db *db;
    struct night_run *run;
    struct night_first first;
};

/* Add the check to the other checks of the run, each once. Without room it is left out. */
static void add_also(struct night_run *run, const char *check)
{
    const size_t used = strlen(run->also);

    if (!night_has_word(run->also, check) && used + strlen(check) + 2 < sizeof(run->also)) {
        (void)snprintf(run->also + used, sizeof(run->also) - used, "%s%s", used != 0 ? " " : "",
                       check);
    }
}

static void drop_also(struct night_run *run, const char *check)
{
    char words[sizeof(run->also)];
    char *rest = NULL;

    memcpy(words, run->also, sizeof(words));
    run->also[0] = '\0';
    for (char *at = strtok_r(words, " ", &rest); at != NULL; at = strtok_r(NULL, " ", &rest)) {
        if (strcmp(at, check) != 0) {
            add_also(run, at);
        }
    }
}

static void take_finding(void *user, const struct night_finding *f)
{
    struct findings *all = user;
    char stage[NIGHT_SHAPE];

    night_first_take(&all->first, f);
    add_also(all->run, f->check);
    if (!f->alone) {
        return;
    }
    night_shape(stage, f->text);
    night_db_run(
        all->db, "INSERT OR IGNORE INTO finding VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        "iiiiitttttttt", all->run->id, (int64_t)f->spu, f->number, f->seq, f->cycle, f->check,
        f->place, stage, f->text, f->expected, f->actual, f->section, f->choices);
}

/* Take the findings of the run. @return the bucket of their meaning. */
static int64_t take_failure(struct night_db *db, struct night_run *run)
{
    struct findings all = {.db = db, .run = run};

    if (night_findings_read(run->dir, FINDINGS, take_finding, &all) == 0) {
        const char *why = run->result.why[0] != '\0' ? run->result.why : run->ended.why;
        night_meaning_of_run(&all.first.meaning, run->status, why);
        all.first.spu = run->result.spu;
    }
    run->spu = all.first.spu;
    drop_also(run, all.first.meaning.check);
    return night_bucket(db, &all.first.meaning);
}

/* What a run did differently from the run that it repeats (stim, result, status, accounts); NULL:
 * nothing. If that run has the status `changed`, it has passed. The number of checks is compared
 * only for the same executable. */
static const char *difference(const struct night_run *run, sqlite3_stmt *twin)
{
    const struct night_result *r = &run->result;
    const char *status = night_db_text(twin, 2);
    const struct {
        const char *name;
        int64_t value;
    } accounts[] = {{"number of records", r->records},
                    {"number of mismatches", r->mismatches},
                    {"number of pending predictions", r->pending},
                    {"number of checks", r->checks}};
    const int compared = sqlite3_column_int64(twin, 7) != 0 ? 4 : 3;

    if (strcmp(night_db_text(twin, 0), r->stim) != 0) {
        return "stim";
    }
    if (strcmp(night_db_text(twin, 1), r->result) != 0) {
        return "result";
    }
    if (strcmp(strcmp(status, "changed") == 0 ? "passed" : status, run->status) != 0) {
        return "status";
    }
    for (int i = 0; i < compared; i++) {
        if (sqlite3_column_int64(twin, 3 + i) != accounts[i].value) {
            return accounts[i].name;
        }
    }
    return NULL;
}

/* Fail a sample that does not do the same as the run that it repeats. */
static void compare_sample(struct night_db *db, struct night_run *run)
{
    sqlite3_stmt *stmt = night_db_query(
        db,
        "SELECT r.stim, r.result, r.status, r.records, r.mismatches, r.pending,"
        " r.checks, " NIGHT_SAME_MODEL " FROM run s JOIN run r ON r.id = s.twin WHERE s.id = ?",
        "i", run->id);

    while (night_db_row(db, stmt)) {
        const char *what = difference(run, stmt);
        if (what != NULL) {
            run->ended.passed = false;
            run->status = "failed";
            (void)snprintf(run->ended.why, sizeof(run->ended.why),
                           NIGHT_OTHER_WHY "%s than run %lld", what, (long long)run->twin);
        }
    }
}

static void update_accounts(struct night_db *db, const struct night_run *run)
{
    const struct night_result *r = &run->result;

    night_db_run(db,
                 "UPDATE run SET cycles = ?, ops = ?, samples = ?, collisions = ?, filtered = ?,"
                 " records = ?, bytes = ?, lost = ?, audits = ?, checks = ?, mismatches = ?,"
                 " pending = ? WHERE id = ?",
                 "iiiiiiiiiiiii", r->cycles, r->ops, r->samples, r->collisions, r->filtered,
                 r->records, r->bytes, r->lost, r->audits, r->checks, r->mismatches, r->pending,
                 run->id);
}

/* Write the column `why`. For a run that did not end by itself it also tells the last cycle of the
 * log. */
static void say_why(char *said, size_t bytes, const struct night_run *run)
{
    const struct night_result *r = &run->result;
    const bool sample = strcmp(run->origin, "sample") == 0;
    const bool own = !sample && r->why[0] != '\0';
    const int64_t last = run->ended.passed || r->ended ? -1 : night_last_cycle(run->dir);
    char at[64] = "", spu[16] = "";

    if (last >= 0) {
        (void)snprintf(at, sizeof(at), "; its log ends in cycle %lld", (long long)last);
    }
    if (r->spu != 0) {
        (void)snprintf(spu, sizeof(spu), " [spu%d]", r->spu);
    }
    const char *why = run->ended.passed && !sample ? "" : own ? r->why : run->ended.why;
    (void)snprintf(said, bytes, "%s%s%s", why, at, spu);
}

/* Write the row. With the engine slurm nobody tells the node of a run: its host stays empty. */
static void update(struct night_db *db, const struct night_run *run, int64_t bucket)
{
    const struct night_result *r = &run->result;
    char said[sizeof(r->why) + 80];

    say_why(said, sizeof(said), run);
    night_db_run(
        db,
        "UPDATE run SET status = ?, exit = nullif(?, -1), why = ?, stim = ?, result = ?,"
        " off = ?, weights = ?, command = ?, cpu_ms = ?, wall_ms = ?, ended = ?,"
        " bucket = nullif(?, 0), dir = ?, bench = ?, unpredictable = ?, also = ?,"
        " host = iif(host = '', (SELECT iif(engine = 'slurm', '', host) FROM night WHERE id ="
        " night), host)"
        " WHERE id = ?",
        "tittttttiiiitttti", run->status, (int64_t)exit_of(&run->ended), said, r->stim, r->result,
        r->off, r->weights, r->command, run->ended.cpu_ms, run->ended.wall_ms, (int64_t)time(NULL),
        bucket, run->dir, r->bench, r->unpredictable, run->also, run->id);
    if (r->ended) {
        update_accounts(db, run);
    }
}

/* Give a command's run a model: only its bins name the configuration. */
static void name_model(struct night_db *db, const struct night_run *run, const char *config_hash)
{
    night_db_run(db,
                 "INSERT OR IGNORE INTO model (config, config_hash, executable, flavour)"
                 " VALUES (?, ?, '', 'foreign')",
                 "tt", run->config, config_hash);
    night_db_run(db,
                 "UPDATE run SET model = (SELECT id FROM model WHERE config = ? AND config_hash = ?"
                 " AND executable = '' AND flavour = 'foreign') WHERE id = ?",
                 "tti", run->config, config_hash, run->id);
}

/* Take the bins of a run that has passed. */
static void take_bins(struct night_db *db, struct night_bins *bins, struct night_run *run)
{
    char config_hash[24], why[NIGHT_BINS_WHY];

    if (!night_bins_take(bins, run->id, run->dir, config_hash, why)) {
        doubt(run, NIGHT_BROKEN_RUN, why);
    } else if (run->args[0] == '!' && config_hash[0] != '\0') {
        name_model(db, run, config_hash);
    }
}

/* Read the verdict. @return false: it does not say that a silent run has failed. */
static bool read_result(struct night_run *run)
{
    night_result_read(&run->result, run->dir);
    if (!run->ended.silent) {
        return true;
    }
    (void)snprintf(run->ended.why, sizeof(run->ended.why), "its log does not say why");
    return run->result.ended && !run->result.passed;
}

/* Judge the run by all that its directory says. @return the bucket if it did not pass, otherwise 0.
 */
static int64_t judge(struct night_db *db, struct night_bins *bins, struct night_run *run)
{
    run->status = status_of(&run->ended);
    check_verdict(run);
    if (strcmp(run->origin, "sample") == 0 && strcmp(run->status, NIGHT_BROKEN_RUN) != 0) {
        compare_sample(db, run);
    }
    if (run->ended.passed) {
        take_bins(db, bins, run);
    }
    return run->ended.passed ? 0 : take_failure(db, run);
}

bool night_ingest_run(struct night_db *db, struct night_bins *bins, const char *root, int64_t night,
                      const struct night_ended *ended, struct night_run *run)
{
    memset(run, 0, sizeof(*run));
    if (!load(db, night, ended->id, run)) {
        return false;
    }
    run->ended = *ended;
    if (!read_result(run)) {
        return false;
    }
    int64_t bucket = night_kept_settle(db, root, run, judge(db, bins, run));
    bool done = run->ended.passed && strcmp(run->status, "passed") == 0;
    char dir[NIGHT_PATH];
    memcpy(dir, run->dir, sizeof(dir));
    if (done) {
        run->dir[0] = '\0';
    }
    update(db, run, bucket);
    memcpy(run->dir, dir, sizeof(dir));
    return done;
}
