/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include "progress.h"

#include <stdio.h>
#include <time.h>
#include <unistd.h>

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

void night_progress_begin(struct night_progress *p, struct night_db *db, int64_t night)
{
    *p = (struct night_progress){.db = db, .night = night, .terminal = isatty(STDERR_FILENO) == 1};
    p->begun_ms = p->shown_ms = now_ms();
    p->begun_cpu_ms = cpu_ms(p);
    p->budget_ms = night_db_value(db, 0, "SELECT budget_ms FROM night WHERE id = ?", "i", night);
}

/* What is left at the pace of this round: of the budget, or of the planned runs. */
static int64_t left_s(const struct night_progress *p, int64_t cpu, int64_t done, int64_t planned)
{
    int64_t passed = now_ms() - p->begun_ms, used = cpu - p->begun_cpu_ms;

    if (p->budget_ms > 0 && used > 0) {
        return p->budget_ms > cpu ? (p->budget_ms - cpu) * passed / used / 1000 : 0;
    }
    return done > 0 ? planned * passed / done / 1000 : 0;
}

static void print(const struct night_progress *p, char end)
{
    int64_t done = 0, failed = 0, planned = 0, cpu = cpu_ms(p);
    sqlite3_stmt *stmt =
        night_db_query(p->db,
                       "SELECT sum(status <> 'planned'), sum(status NOT IN ('planned', 'passed')),"
                       " sum(status = 'planned') FROM run WHERE night = ?",
                       "i", p->night);

    while (night_db_row(p->db, stmt)) {
        done = sqlite3_column_int64(stmt, 0);
        failed = sqlite3_column_int64(stmt, 1);
        planned = sqlite3_column_int64(stmt, 2);
    }
    int64_t left = left_s(p, cpu, done, planned);
    fprintf(stderr, "%snight %lld: %lld of %lld runs, %lld failed, %lld", p->terminal ? "\r" : "",
            (long long)p->night, (long long)done, (long long)(done + planned), (long long)failed,
            (long long)cpu / 1000);
    if (p->budget_ms > 0) {
        fprintf(stderr, " of %lld", (long long)p->budget_ms / 1000);
    }
    fprintf(stderr, " s of processor time, %lld:%02lld left%s%c", (long long)left / 60,
            (long long)left % 60, p->terminal ? "\033[K" : "", end);
    (void)fflush(stderr);
}

void night_progress_show(struct night_progress *p)
{
    if (now_ms() - p->shown_ms >= (p->terminal ? TERMINAL_MS : LOG_MS)) {
        p->shown_ms = now_ms();
        print(p, p->terminal ? '\r' : '\n');
    }
}

void night_progress_end(struct night_progress *p)
{
    print(p, '\n');
}
