/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include "lost.h"

#include <dirent.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ingest.h"
#include "planned.h"

#define LOSE                                                                                       \
    "UPDATE run SET status = 'lost', why = 'its chunk did not come to its end'"                    \
    " WHERE night = ? AND status = 'planned'"

/* Charge processor time to runs that were just lost: they have none yet. */
static void charge(struct night_db *db, int64_t night)
{
    night_db_run(db,
                 "UPDATE run SET cpu_ms = max(1, o.ms) FROM (SELECT config, test,"
                 "  cast(avg(cpu_ms) AS INTEGER) AS ms FROM run WHERE night = ?1"
                 "  AND cpu_ms NOTNULL GROUP BY config, test) o WHERE run.night = ?1"
                 " AND run.status = 'lost' AND run.cpu_ms IS NULL AND o.config = run.config"
                 " AND o.test = run.test",
                 "i", night);
    night_db_run(db,
                 "UPDATE run SET cpu_ms = ? WHERE night = ? AND status = 'lost'"
                 " AND cpu_ms IS NULL",
                 "ii", (int64_t)NIGHT_PLAN_COST_MS, night);
    night_db_run(db,
                 "UPDATE night SET cpu_ms = (SELECT ifnull(sum(cpu_ms), 0) FROM run"
                 " WHERE night = ?1) WHERE id = ?1",
                 "i", night);
}

int64_t night_lose_rest(struct night_db *db, int64_t night)
{
    night_db_begin(db);
    int64_t n = night_db_run(db, LOSE, "i", night);
    charge(db, night);
    night_db_commit(db);
    return n;
}

/* Whether a chunk broke off: NAME.status holds the exit status of chunk NAME. */
static bool has_broken(const char *path)
{
    char text[16] = "";
    FILE *in = fopen(path, "r");

    if (in != NULL) {
        (void)fgets(text, sizeof(text), in);
        (void)fclose(in);
    }
    return strcmp(text, "0\n") != 0 && strcmp(text, "1\n") != 0;
}

/* Lose the planned runs of a chunk; its rows begin with NAME@ID. */
static int64_t lose_chunk(struct night_db *db, int64_t night, const char *path)
{
    char *line = NULL;
    size_t room = 0;
    int64_t n = 0;
    FILE *in = fopen(path, "r");

    while (in != NULL && getline(&line, &room, in) > 0) {
        line[strcspn(line, "\t\n")] = '\0';
        n += night_db_run(db, LOSE " AND id = ?", "ii", night, night_ingest_row(line));
    }
    free(line);
    if (in != NULL) {
        (void)fclose(in);
    }
    return n;
}

int64_t night_lose_broken(struct night_db *db, int64_t night, const char *folder)
{
    static const char end[] = ".status";
    char path[2 * NIGHT_PATH];
    int64_t n = 0;
    DIR *dir = opendir(folder);

    night_db_begin(db);
    for (const struct dirent *at; dir != NULL && (at = readdir(dir)) != NULL;) {
        const char *dot = strrchr(at->d_name, '.');
        (void)snprintf(path, sizeof(path), "%s/%s", folder, at->d_name);
        if (dot != NULL && strcmp(dot, end) == 0 && has_broken(path)) {
            (void)snprintf(path, sizeof(path), "%s/%.*s.rows", folder, (int)(dot - at->d_name),
                           at->d_name);
            n += lose_chunk(db, night, path);
        }
    }
    charge(db, night);
    night_db_commit(db);
    if (dir != NULL) {
        (void)closedir(dir);
    }
    return n;
}
