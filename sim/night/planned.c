/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include "planned.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cover.h"
#include "night.h"
#include "resume.h"
#include "rundir.h"

enum {
    NIGHTS = 3,                 /* number of nights before this one that are measured */
    ENOUGH = 3,                 /* with so many runs tonight, earlier nights do not count */
    LINES_BYTES = 128 * 1024,   /* most that a run of flavour cov leaves */
    TOGGLES_BYTES = 8192 * 1024 /* ... of flavour tog */
};

/* Runs of tonight tell costs best: they fail as runs of tonight do. If there are few of them,
 * passed runs of the last nights count, too (a failing run ends early or late). Only if there are
 * none, other runs of these nights count. */
void night_plan_measure(struct night_plan *plan)
{
    night_db_run(plan->db, "CREATE TEMP TABLE cost (config, test, ms, PRIMARY KEY (config, test))",
                 "");
    night_db_run(plan->db,
                 "INSERT INTO cost SELECT config, test,"
                 " ifnull(CASE WHEN sum(night = ?1) >= ?3 THEN avg(cpu_ms) FILTER (WHERE night ="
                 " ?1) ELSE avg(cpu_ms) FILTER (WHERE night = ?1 OR status = 'passed') END,"
                 " avg(cpu_ms)) FROM run WHERE cpu_ms NOTNULL"
                 " AND origin <> 'sample' AND night IN (SELECT b.id FROM night n JOIN night b"
                 "  ON (b.begun, b.id) <= (n.begun, n.id) WHERE n.id = ?1"
                 "  ORDER BY b.begun DESC, b.id DESC LIMIT ?2) GROUP BY config, test",
                 "iii", plan->night, (int64_t)NIGHTS + 1, (int64_t)ENOUGH);
}

int night_plan_open(struct night_plan *plan)
{
    char path[NIGHT_PATH];

    night_store_path(path, plan->root, plan->night, "/models.tsv");
    int status = night_models_read(&plan->models, path);
    if (status == NIGHT_EXIT_GOOD) {
        plan->models.tsv.path = NULL; /* belongs to this function */
        night_plan_measure(plan);
    }
    return status;
}

void night_plan_free(struct night_plan *plan)
{
    for (size_t i = 0; i < plan->jobs; i++) {
        free(plan->job[i].line);
    }
    free(plan->job);
    night_models_free(&plan->models);
}

int64_t night_plan_cost(struct night_plan *plan, const char *config, const char *test)
{
    int64_t ms =
        night_db_value(plan->db, NIGHT_PLAN_COST_MS,
                       "SELECT ms FROM cost WHERE config = ? AND test = ?", "tt", config, test);
    return ms > 0 ? ms : 1;
}

/* The executable for a sample's flavour; without a variant the plain one. */
static const struct night_model *model_of(struct night_plan *plan, const struct night_want *want)
{
    const struct night_model *m = NULL;

    if (want->variant != NULL) {
        m = night_models_find(&plan->models, want->config, want->variant);
    }
    return m != NULL ? m : night_models_find(&plan->models, want->config, "plain");
}

/* Only runs of the list are taken over: a kept failure is played until it is shown to be gone. */
static bool can_resume(const struct night_plan *plan, const struct night_want *want)
{
    return plan->resume &&
           (strcmp(want->origin, "fixed") == 0 || strcmp(want->origin, "command") == 0);
}

/* Insert the row of the run, unless there is one with its name and origin. @return its id, or 0. */
static int64_t insert(struct night_plan *plan, const struct night_want *want,
                      const struct night_job *job, int64_t model)
{
    char weights[80];

    night_weights_of(weights, want->args);
    int n = night_db_run(
        plan->db,
        "INSERT OR IGNORE INTO run (night, name, origin, config, model, test, seed, weights, args,"
        " inputs, dir, status, twin) VALUES (?, ?, ?, ?, nullif(?, 0), ?, ?, ?, ?, ?, ?,"
        " 'planned', nullif(?, 0))",
        "itttitttttti", plan->night, job->name, want->origin, want->config, model, want->test,
        want->seed, weights, want->args, night_resume_inputs(plan, want), job->dir, want->twin);
    return n > 0 ? night_db_last(plan->db) : 0;
}

static void name_job(struct night_plan *plan, const struct night_want *want, struct night_job *job)
{
    const char *variant = want->variant != NULL ? want->variant : "";
    const char *mark = want->variant != NULL ? "~" : "";
    bool plain = strcmp(want->origin, "fixed") == 0 || strcmp(want->origin, "fresh") == 0 ||
                 strcmp(want->origin, "command") == 0;

    (void)snprintf(job->name, sizeof(job->name), "%s.%s.%s%s%s", want->config, want->test,
                   want->seed, mark, variant);
    night_store_path(job->dir, plan->root, plan->night, "/%s/%s-%s%s%s%s%s", want->config,
                     want->test, want->seed, mark, variant, plain ? "" : ".",
                     plain ? "" : want->origin);
}

static char *text(const char *format, ...) __attribute__((format(printf, 1, 2)));

static char *text(const char *format, ...)
{
    va_list args;
    char *dst = NULL;

    va_start(args, format);
    int n = vsnprintf(NULL, 0, format, args);
    va_end(args);
    va_start(args, format);
    if (n >= 0 && (dst = malloc((size_t)n + 1)) != NULL) {
        (void)vsnprintf(dst, (size_t)n + 1, format, args);
    }
    va_end(args);
    return dst;
}

static bool is(const char *variant, const char *name)
{
    return variant != NULL && strcmp(variant, name) == 0;
}

/* Write the option with which the run stores its counts of code coverage. */
static void count_code(char *option, size_t bytes, struct night_plan *plan,
                       const struct night_want *want, const struct night_job *job)
{
    char dir[NIGHT_PATH];

    night_cover_path(dir, plan->root, plan->night, want->config, want->variant, job->id);
    plan->status = night_store_folder(dir);
    plan->bytes += is(want->variant, "tog") ? TOGGLES_BYTES : LINES_BYTES;
    (void)snprintf(option, bytes, " --covers %s/covers", dir);
}

/* Set the executable and the line of the chunk for the run. */
static void say(struct night_plan *plan, struct night_job *job, const struct night_want *want,
                const struct night_model *m)
{
    char more[NIGHT_PATH + 32] = "";

    if (want->counted) {
        count_code(more, sizeof(more), plan, want, job);
    } else if (is(want->variant, "keep")) {
        (void)snprintf(more, sizeof(more), " --keep");
    } else if (is(want->variant, "waves")) {
        (void)snprintf(more, sizeof(more), " --waves %s/waves.fst", job->dir);
    }
    job->executable = m != NULL ? m->executable : NULL;
    if (m == NULL) { /* a command */
        job->line = text("%s %s", want->seed, want->args + 1);
    } else if (is(want->variant, "process")) {
        job->executable = NULL;
        job->line = text("%s %s --config %s --seed %s --dir \"$SPE_DIR\" %s", want->seed,
                         m->executable, m->file, want->seed, want->args);
    } else {
        job->line = text("--config %s --seed %s %s%s", m->file, want->seed, want->args, more);
    }
}

bool night_plan_add(struct night_plan *plan, const struct night_want *want)
{
    struct night_job job = {.timeout = want->timeout};
    const struct night_model *m = want->args[0] == '!' ? NULL : model_of(plan, want);

    if (plan->status != NIGHT_EXIT_GOOD || (m == NULL && want->args[0] != '!')) {
        return false; /* its configuration is not built */
    }
    int64_t model = m != NULL ? night_model_row(plan->db, m) : 0;
    if (can_resume(plan, want) && night_resume(plan, want, model)) {
        return false;
    }
    name_job(plan, want, &job);
    job.id = insert(plan, want, &job, model);
    if (job.id == 0) {
        return false;
    }
    job.cost_ms = night_plan_cost(plan, want->config, want->test);
    say(plan, &job, want, m);
    if (plan->status != NIGHT_EXIT_GOOD || job.line == NULL ||
        night_grow((void **)&plan->job, plan->jobs, sizeof(*plan->job)) != NIGHT_EXIT_GOOD) {
        free(job.line);
        plan->status = NIGHT_EXIT_ENVIRONMENT;
        return false;
    }
    plan->job[plan->jobs++] = job;
    return true;
}
