/* SPDX-License-Identifier: Apache-2.0 */
#include <stdbool.h>
#include <stdio.h>
#include <time.h>

#include "bins.h"
#include "commands.h"
#include "ingest.h"
#include "kept.h"
#include "section.h"
#include "standing.h"
#include "store.h"
#include "testplan.h"
#include "view.h"

static int64_t count(struct night_db *db, int64_t night, const char *which)
{
    char sql[256];

    (void)snprintf(sql, sizeof(sql), "SELECT count(*) FROM run WHERE night = ? AND %s", which);
    return night_db_value(db, 0, sql, "i", night);
}

/* The exit status of the night. `played` is 0 if the rounds came to their end, 3 if the budget was
 * spent, otherwise they could not be played. A night that breaks its claims counts for nothing. If
 * the list was played to its end, a failure of the environment hides no new failure. */
static int status_of(struct night_db *db, int64_t night, int64_t played)
{
    bool broken = played != NIGHT_EXIT_GOOD && played != NIGHT_EXIT_SPENT;

    if (night_claims_failed(db) != 0 || (broken && count(db, night, NIGHT_MISSING) != 0)) {
        return NIGHT_EXIT_ENVIRONMENT;
    }
    if (night_new_failures(db) != 0) {
        return NIGHT_EXIT_FOUND;
    }
    if (broken) {
        return NIGHT_EXIT_ENVIRONMENT;
    }
    if (played == NIGHT_EXIT_SPENT || count(db, night, "status = 'planned'") != 0) {
        return NIGHT_EXIT_SPENT;
    }
    return count(db, night, "status IN ('" NIGHT_BROKEN_RUN "', 'lost')") != 0
               ? NIGHT_EXIT_ENVIRONMENT
               : NIGHT_EXIT_GOOD;
}

/* What became of the runs of a night. */
struct sums {
    int64_t passed, failed, news, left, fresh, lost, dropped, cpu_ms;
};

static void print_sums(int64_t night, const struct sums *s)
{
    printf("night %lld: %lld run%s passed, %lld failed (%lld new), %lld not run; %lld fresh "
           "seed%s; %lld s of processor time\n",
           (long long)night, (long long)s->passed, night_plural(s->passed), (long long)s->failed,
           (long long)s->news, (long long)s->left, (long long)s->fresh, night_plural(s->fresh),
           (long long)s->cpu_ms / 1000);
    if (s->lost != 0) {
        printf("%lld run%s lost: %s nothing\n", (long long)s->lost, night_plural(s->lost),
               s->lost == 1 ? "it shows" : "they show");
    }
    if (s->dropped != 0) {
        printf("%lld failure%s not kept: of a bucket the %d smallest are\n", (long long)s->dropped,
               night_plural(s->dropped), NIGHT_KEPT_EACH);
    }
}

/* Print the sums, unless the database has failed: all sums would be 0. @return whether a run was
 * lost, or that is not known. */
static bool say(struct night_db *db, int64_t night)
{
    const struct sums s = {
        .passed = count(db, night, "status = 'passed'"),
        .failed = night_db_value(db, 0, "SELECT count(*) FROM failure", ""),
        .news = night_new_failures(db),
        .left = count(db, night, "status IN ('planned', 'cut')"),
        .fresh = count(db, night, "status NOT IN ('planned', 'cut') AND origin = 'fresh'"),
        .lost = count(db, night, "status = 'lost'"),
        .dropped = night_db_value(
            db, 0, "SELECT count(*) FROM kept WHERE closed = ? AND state = 'dropped'", "i", night),
        .cpu_ms = night_db_value(db, 0, "SELECT cpu_ms FROM night WHERE id = ?", "i", night)};

    if (night_db_failed(db)) {
        return true;
    }
    print_sums(night, &s);
    return s.lost != 0;
}

/* Whether the night is whole: only such a night can show that a failure is gone. A night ended by a
 * signal is not whole, even if all of the list was played: its fresh seeds are missing. */
static int64_t is_whole(struct night_db *db, int64_t night, int64_t played)
{
    return night_db_value(db, 0, "SELECT stopped = '' FROM night WHERE id = ?", "i", night) != 0 &&
           (played == NIGHT_EXIT_GOOD || played == NIGHT_EXIT_SPENT) &&
           count(db, night, NIGHT_MISSING) == 0 &&
           count(db, night, "status = '" NIGHT_BROKEN_RUN "' AND " NIGHT_ASKED) == 0 &&
           night_db_value(db, 0, "SELECT list_hash <> '' FROM night WHERE id = ?", "i", night) != 0;
}

/* Compare the failures with those of the nights before. */
static int judge(struct night_db *db, const struct night_sources *sources, int64_t night,
                 int64_t played, int64_t *status)
{
    char id[24];

    (void)snprintf(id, sizeof(id), "%lld", (long long)night);
    int fault = night_view(db, id, sources);
    if (fault == NIGHT_EXIT_GOOD) {
        *status = status_of(db, night, played);
    }
    return fault;
}

static void remove_round(void *user, const char *folder)
{
    (void)user;
    night_store_remove(folder);
}

/* Note what rounds.sh has seen: a signal that stopped the night, and changes in the tree. */
static void note(struct night_db *db, int64_t night, const char *stopped, int changed)
{
    night_db_run(db, "UPDATE night SET stopped = ?, dirty = iif(?, 2, dirty) WHERE id = ?", "tii",
                 stopped != NULL ? stopped : "", (int64_t)changed, night);
}

static int end_night(struct night_db *db, const struct night_sources *sources, int64_t night,
                     int64_t played)
{
    const char *root = sources->root;
    int64_t status = 0;

    if (count(db, night, "status = 'planned'") != 0) {
        (void)night_ingest_rest(db, root, night);
    }
    night_db_begin(db);
    night_bins_sum(db, night); /* needed first: rules of the test plan name bins */
    night_db_run(db, "UPDATE night SET whole = ? WHERE id = ?", "ii", is_whole(db, night, played),
                 night);
    night_db_commit(db);
    int fault = judge(db, sources, night, played, &status);
    if (fault != NIGHT_EXIT_GOOD) {
        return fault;
    }
    night_db_begin(db);
    night_testplan_store(db, night);
    night_db_run(db, "UPDATE night SET ended = ?, status = ? WHERE id = ?", "iii",
                 (int64_t)time(NULL), status, night);
    night_db_commit(db);
    if (!say(db, night)) {
        night_store_rounds(root, night, remove_round, NULL); /* rests of lost runs stay */
    }
    return night_db_failed(db) ? NIGHT_EXIT_ENVIRONMENT : (int)status;
}

static int end(int argc, char **argv)
{
    const char *night = NULL, *status_text = NULL, *stopped = NULL, *build = NULL;
    int changed = 0;
    struct night_db *db = NULL;
    int64_t id = 0, played = 0;
    const struct night_option options[] = {
        {"--night", &night, NULL}, {"--status", &status_text, NULL}, {"--stopped", &stopped, NULL},
        {"--build", &build, NULL}, {"--changed", NULL, &changed},    {0}};

    if (night_options(argc, argv, options, 1, 1) < 0) {
        return NIGHT_EXIT_USAGE;
    }
    if (night == NULL || night_number(night, &id) != 0) {
        return night_fail(NIGHT_EXIT_USAGE, "end: --night N is needed");
    }
    if (status_text != NULL && night_number(status_text, &played) != 0) {
        return night_fail(NIGHT_EXIT_USAGE, "end: --status takes a number, not %s", status_text);
    }
    int status = night_store_open(&db, argv[0], NIGHT_DB_WRITE);
    if (status == NIGHT_EXIT_GOOD) {
        note(db, id, stopped, changed);
        const struct night_sources sources = {.tree = ".", .build = build, .root = argv[0]};
        status = end_night(db, &sources, id, played);
    }
    int closed = night_db_close(db);
    return night_finish(status != NIGHT_EXIT_GOOD ? status : closed);
}

const struct night_command night_command_end = {
    "end", "judge a night and end it",
    "usage: night end ROOT --night N [--status N] [--stopped SIGNAL] [--changed]\n"
    "                 [--build DIR]\n"
    "Run from the top of the tree, whose sim/quarantine.tsv counts.\n"
    "  --status  how the rounds ended: 3 the budget was spent, or stopped; any other number but 0\n"
    "            that they could not be played, which no run changes unless the list was\n"
    "  --stopped the signal that ended them: such a night is not whole\n"
    "  --changed the tree is no more that of the begin\n"
    "  --build   the output directory, with the results of make test; else build\n"
    "Status: that of the night: 0 nothing new, 1 a new failure, 3 not all of the list was played,\n"
    "4 the environment, or the night is not what it claims (night check); 2 bad usage.\n",
    end};
