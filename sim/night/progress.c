/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include "progress.h"

#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "night.h"
#include "print.h"
#include "standing.h"
#include "store.h"
#include "view.h"

enum { TERMINAL_MS = 1000, LOG_MS = 60000 };

static int64_t now_ms(void)
{
    struct timespec t;

    (void)clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static int64_t cpu_ms(const struct night_progress *p)
{
    return night_db_value(p->db, 0, "SELECT cpu_ms FROM night WHERE id = ?", "i", p->night);
}

/* The counts that tell how far the night is. */
struct counts {
    int64_t done, failed, planned, buckets, cpu;
};

static struct counts count(const struct night_progress *p)
{
    struct counts c = {.cpu = cpu_ms(p)};
    sqlite3_stmt *stmt = night_db_query(
        p->db,
        "SELECT sum(status <> 'planned'), sum(" NIGHT_FAILED
        " AND NOT " NIGHT_AGAIN("r") "),"
                                     " sum(status = 'planned'), count(DISTINCT bucket) FROM run r"
                                     " WHERE night = ?1",
        "i", p->night);

    while (night_db_row(p->db, stmt)) {
        c.done = sqlite3_column_int64(stmt, 0);
        c.failed = sqlite3_column_int64(stmt, 1);
        c.planned = sqlite3_column_int64(stmt, 2);
        c.buckets = sqlite3_column_int64(stmt, 3);
    }
    return c;
}

void night_progress_begin(struct night_progress *p, struct night_db *db, const char *root,
                          int64_t night)
{
    *p = (struct night_progress){
        .db = db, .root = root, .night = night, .terminal = isatty(STDERR_FILENO) == 1};
    p->begun_ms = p->shown_ms = now_ms();
    p->begun_cpu_ms = cpu_ms(p);
    p->begun_done = count(p).done;
    p->budget_ms = night_db_value(db, 0, "SELECT budget_ms FROM night WHERE id = ?", "i", night);
}

/* Time left at the pace of this round, for the budget or for the planned runs; -1: not known. */
static int64_t left_ms(const struct night_progress *p, const struct counts *c)
{
    int64_t passed = now_ms() - p->begun_ms, used = c->cpu - p->begun_cpu_ms;
    int64_t done = c->done - p->begun_done;

    if (p->budget_ms > 0) {
        int64_t rest = p->budget_ms > c->cpu ? p->budget_ms - c->cpu : 0;
        return used > 0 ? rest * passed / used : -1;
    }
    return done > 0 ? c->planned * passed / done : -1;
}

static int64_t runs_per_minute(const struct night_progress *p, const struct counts *c)
{
    int64_t passed = now_ms() - p->begun_ms;

    return passed > 0 ? (c->done - p->begun_done) * 60000 / passed : 0;
}

/* New failures so far, as the page and the exit status count them; -1: not known. They are read
 * through another connection, because the temporary tables of a view belong to one night. */
static int64_t count_new(const struct night_progress *p)
{
    const struct night_sources sources = {.tree = "."};
    struct night_db *db = NULL;
    char night[24];
    int64_t n = -1;

    (void)snprintf(night, sizeof(night), "%lld", (long long)p->night);
    if (night_store_open(&db, p->root, NIGHT_DB_READ) == NIGHT_EXIT_GOOD &&
        night_view(db, night, &sources) == NIGHT_EXIT_GOOD) {
        n = night_new_failures(db);
    }
    (void)night_db_close(db);
    return n;
}

static void print_failures(const struct counts *c, int64_t news)
{
    char number[32];

    fprintf(stderr, "%s failed", night_count(number, sizeof(number), c->failed));
    if (c->buckets != 0) {
        fprintf(stderr, " in %lld bucket%s", (long long)c->buckets, night_plural(c->buckets));
    }
    if (news > 0) {
        fprintf(stderr, " (%lld new)", (long long)news);
    }
}

static void print(const struct night_progress *p, int64_t news, char end)
{
    const struct counts c = count(p);
    const int64_t left = left_ms(p, &c);
    char text[32];

    if (night_db_failed(p->db)) {
        return; /* not known */
    }
    fprintf(stderr, "%snight %lld: %s of ", p->terminal ? "\r" : "", (long long)p->night,
            night_count(text, sizeof(text), c.done));
    fprintf(stderr, "%s run%s, ", night_count(text, sizeof(text), c.done + c.planned),
            night_plural(c.done + c.planned));
    print_failures(&c, news);
    fprintf(stderr, "; %s a minute", night_count(text, sizeof(text), runs_per_minute(p, &c)));
    fprintf(stderr, "; processor time %s", night_duration(text, sizeof(text), c.cpu));
    if (p->budget_ms > 0) {
        fprintf(stderr, " of %s", night_duration(text, sizeof(text), p->budget_ms));
    }
    if (left >= 0) {
        fprintf(stderr, "; %s left", night_duration(text, sizeof(text), left));
    }
    fprintf(stderr, "%s%c", p->terminal ? "\033[K" : "", end);
    (void)fflush(stderr);
}

void night_progress_show(struct night_progress *p)
{
    if (now_ms() - p->shown_ms >= (p->terminal ? TERMINAL_MS : LOG_MS)) {
        p->shown_ms = now_ms();
        print(p, 0, p->terminal ? '\r' : '\n');
    }
}

void night_progress_end(struct night_progress *p)
{
    const bool any = !night_db_failed(p->db) && count(p).buckets != 0;

    print(p, any ? count_new(p) : 0, '\n');
}
