/* SPDX-License-Identifier: Apache-2.0
 *
 * Divides the runs of a round into chunks, which the engine plays (sim/chunks.sh).
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "file.h"
#include "night.h"
#include "planned.h"

enum {
    CHUNK_MS = 10000, /* longest expected duration of a chunk */
    CHUNK_ROWS = 64,
    CHUNKS_EACH = 6 /* chunks for each parallel job, at least, in a short round */
};

/* Runs may share a chunk if this order of them is 0. */
static int group_order(const struct night_job *a, const struct night_job *b)
{
    int order = strcmp(a->executable != NULL ? a->executable : "",
                       b->executable != NULL ? b->executable : "");

    return order != 0 ? order : (a->timeout > b->timeout) - (a->timeout < b->timeout);
}

/* Order by group; in a group, the longest run first. */
static int by_group(const void *left, const void *right)
{
    const struct night_job *a = left, *b = right;
    int group = group_order(a, b);

    if (group != 0) {
        return group;
    }
    if (a->cost_ms != b->cost_ms) {
        return a->cost_ms > b->cost_ms ? -1 : 1;
    }
    return a->id < b->id ? -1 : a->id > b->id;
}

/* Jobs first .. first + n - 1 of a plan. */
struct chunk {
    size_t first, n;
    int64_t cost_ms;
};

static int by_cost(const void *left, const void *right)
{
    const struct chunk *a = left, *b = right;

    if (a->cost_ms != b->cost_ms) {
        return a->cost_ms > b->cost_ms ? -1 : 1;
    }
    return a->first < b->first ? -1 : a->first > b->first;
}

/* The duration that a chunk may have, short enough that all parallel jobs stay busy to the end of
 * the round. */
static int64_t chunk_ms(const struct night_plan *plan, int64_t jobs)
{
    int64_t all = 0;

    for (size_t i = 0; i < plan->jobs; i++) {
        all += plan->job[i].cost_ms;
    }
    int64_t each = all / (jobs * CHUNKS_EACH) + 1;
    return each < CHUNK_MS ? each : CHUNK_MS;
}

/* Cut the sorted jobs into chunks. @return number of chunks. */
static size_t cut(const struct night_plan *plan, int64_t most_ms, struct chunk *chunk)
{
    size_t n = 0;

    for (size_t i = 0; i < plan->jobs; i++) {
        const struct night_job *job = &plan->job[i];
        bool fits = n > 0 && chunk[n - 1].n < CHUNK_ROWS &&
                    chunk[n - 1].cost_ms + job->cost_ms <= most_ms &&
                    group_order(&plan->job[i - 1], job) == 0;
        if (!fits) {
            chunk[n++] = (struct chunk){.first = i};
        }
        chunk[n - 1].n++;
        chunk[n - 1].cost_ms += job->cost_ms;
    }
    qsort(chunk, n, sizeof(*chunk), by_cost);
    return n;
}

static FILE *create(char path[NIGHT_PATH], const char *folder, size_t number, const char *end)
{
    (void)snprintf(path, NIGHT_PATH, "%s/c%05zu.%s", folder, number, end);
    return fopen(path, "w");
}

static int write_rows(const struct night_plan *plan, const struct chunk *chunk, const char *folder,
                      size_t number)
{
    char path[NIGHT_PATH];
    FILE *out = create(path, folder, number, "rows");

    for (size_t i = 0; out != NULL && i < chunk->n; i++) {
        const struct night_job *job = &plan->job[chunk->first + i];
        fprintf(out, "%s@%lld\t%s\t0\t-\t%s\n", job->name, (long long)job->id, job->dir, job->line);
    }
    return night_file_close(out, path);
}

/* The options of `spu_sim --batch` that limit a run. */
static void limits_of(char dst[96], const struct night_plan *plan, const struct night_job *job)
{
    int n = snprintf(dst, 96, "--cpu %lld", (long long)job->timeout);

    if (plan->mib != 0) {
        (void)snprintf(dst + n, 96 - (size_t)n, " --memory %lld", (long long)plan->mib);
    }
}

static int write_command(const struct night_plan *plan, const struct chunk *chunk,
                         const char *folder, size_t number, const char *build)
{
    const struct night_job *job = &plan->job[chunk->first];
    char path[NIGHT_PATH], limits[96];
    FILE *out = create(path, folder, number, "cmd");

    limits_of(limits, plan, job);
    if (out != NULL && job->executable != NULL) {
        fprintf(out,
                "%s --batch %s/c%05zu.rows --results %s/c%05zu.results %s --prune"
                " --resume --stop %s/stop\n",
                job->executable, folder, number, folder, number, limits, folder);
    } else if (out != NULL) {
        fprintf(out, "sim/night/play.sh %s %s/c%05zu.rows %s/c%05zu.results %lld %lld\n", build,
                folder, number, folder, number, (long long)job->timeout, (long long)plan->mib);
    }
    return night_file_close(out, path);
}

/* Make a new folder. An existing one holds the results of an earlier round and is refused. */
static int make_folder(const char *folder)
{
    if (night_store_begun(folder)) {
        return night_fail(NIGHT_EXIT_ENVIRONMENT, "%s: another round has left files in it", folder);
    }
    return night_store_folder(folder);
}

int night_plan_write(struct night_plan *plan, const char *folder, const char *build, int64_t jobs)
{
    struct chunk *chunk = malloc((plan->jobs + 1) * sizeof(*chunk));
    int status =
        chunk != NULL ? make_folder(folder) : night_fail(NIGHT_EXIT_ENVIRONMENT, "out of memory");

    if (status == NIGHT_EXIT_GOOD && plan->jobs != 0) {
        qsort(plan->job, plan->jobs, sizeof(*plan->job), by_group);
        size_t n = cut(plan, chunk_ms(plan, jobs), chunk);
        for (size_t i = 0; status == NIGHT_EXIT_GOOD && i < n; i++) {
            status = write_rows(plan, &chunk[i], folder, i);
            if (status == NIGHT_EXIT_GOOD) {
                status = write_command(plan, &chunk[i], folder, i, build);
            }
        }
    }
    free(chunk);
    return status;
}
