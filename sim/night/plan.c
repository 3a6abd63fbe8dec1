/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "commands.h"
#include "list.h"
#include "plan_kinds.h"
#include "resume.h"

struct arguments {
    const char *root, *night, *chunks, *sim, *build, *kind, *jobs, *seeds, *memory, *inputs,
        *commands;
    int resume;
};

static int read_list(struct night_list *list, const struct night_plan *plan,
                     const struct arguments *a, char path[NIGHT_PATH])
{
    int64_t last = -1;

    night_store_path(path, plan->root, plan->night, "/list.tsv");
    if (a->seeds != NULL && night_number(a->seeds, &last) != 0) {
        return night_fail(NIGHT_EXIT_USAGE, "plan: --seeds takes a number, not %s", a->seeds);
    }
    char *configs = night_models_configs(&plan->models);
    if (configs == NULL) {
        return night_fail(NIGHT_EXIT_ENVIRONMENT, "out of memory");
    }
    int status = night_list_read(list, path, a->sim, configs, last);
    free(configs);
    return status;
}

static int plan_list(struct night_plan *plan, const struct arguments *a)
{
    struct night_list list;
    char path[NIGHT_PATH];
    int status = read_list(&list, plan, a, path);

    if (status != NIGHT_EXIT_GOOD) {
        return status;
    }
    night_plan_weigh(plan);
    night_db_begin(plan->db);
    if (strcmp(a->kind, "fixed") == 0) {
        night_plan_fixed(plan, &list);
        night_plan_kept(plan, &list);
        if (plan->status == NIGHT_EXIT_GOOD && plan->jobs == 0 && plan->before == 0 &&
            !night_db_failed(plan->db)) {
            plan->status =
                night_fail(NIGHT_EXIT_USAGE, "%s names no run that is to be played", path);
        }
    } else if (strcmp(a->kind, "fresh") == 0) {
        night_plan_fresh(plan, &list);
    } else if (strcmp(a->kind, "failed") == 0) {
        night_plan_failed(plan, &list);
    } else if (strcmp(a->kind, "cover") == 0) {
        night_plan_cover(plan, &list, a->sim);
    } else {
        night_plan_samples(plan, &list);
    }
    if (plan->status == NIGHT_EXIT_GOOD) {
        plan->status = night_plan_room(plan, &list);
    }
    if (plan->status != NIGHT_EXIT_GOOD) {
        night_db_run(plan->db, "ROLLBACK", "");
        night_db_run(plan->db, "UPDATE night SET why = ?1 WHERE id = ?2 AND ?1 <> ''", "ti",
                     plan->why, plan->night);
    } else {
        night_db_commit(plan->db);
        plan->status = night_db_failed(plan->db) ? NIGHT_EXIT_ENVIRONMENT : NIGHT_EXIT_GOOD;
    }
    night_list_free(&list);
    return plan->status;
}

static bool is_kind(const char *kind)
{
    static const char *const kinds[] = {"fixed", "fresh", "failed", "cover", "sample"};

    for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
        if (strcmp(kinds[i], kind) == 0) {
            return true;
        }
    }
    return false;
}

static int plan_round(struct night_plan *plan, const struct arguments *a)
{
    int64_t jobs = 0;

    if (night_number(a->night, &plan->night) != 0 || !is_kind(a->kind) ||
        night_number(a->jobs, &jobs) != 0 || jobs == 0) {
        return night_fail(NIGHT_EXIT_USAGE, "plan: --night, --kind or --jobs is wrong");
    }
    if (a->memory != NULL && night_number(a->memory, &plan->mib) != 0) {
        return night_fail(NIGHT_EXIT_USAGE, "plan: --memory takes a number, not %s", a->memory);
    }
    int status = night_plan_open(plan);
    if (status != NIGHT_EXIT_GOOD) {
        return status;
    }
    status = night_resume_open(plan, a->inputs, a->commands);
    if (status == NIGHT_EXIT_GOOD && strcmp(a->kind, "fixed") == 0) {
        night_plan_ask(plan);
    }
    if (status == NIGHT_EXIT_GOOD) {
        status = plan_list(plan, a);
    }
    if (status == NIGHT_EXIT_GOOD) {
        status = night_plan_write(plan, a->chunks, a->build, jobs);
    }
    printf("%zu %lld\n", plan->jobs, (long long)plan->before);
    return status;
}

static int plan(int argc, char **argv)
{
    struct arguments a = {0};
    struct night_plan p = {0};
    const struct night_option options[] = {
        {"--night", &a.night, NULL},   {"--chunks", &a.chunks, NULL},
        {"--sim", &a.sim, NULL},       {"--build", &a.build, NULL},
        {"--kind", &a.kind, NULL},     {"--jobs", &a.jobs, NULL},
        {"--seeds", &a.seeds, NULL},   {"--memory", &a.memory, NULL},
        {"--inputs", &a.inputs, NULL}, {"--commands", &a.commands, NULL},
        {"--resume", NULL, &a.resume}, {0}};

    if (night_options(argc, argv, options, 1, 1) < 0) {
        return NIGHT_EXIT_USAGE;
    }
    if (!a.night || !a.chunks || !a.sim || !a.build || !a.kind || !a.jobs) {
        return night_fail(NIGHT_EXIT_USAGE, "plan: an option is missing: see night plan --help");
    }
    p.root = argv[0];
    p.resume = a.resume != 0;
    int status = night_store_open(&p.db, p.root, NIGHT_DB_WRITE);
    if (status == NIGHT_EXIT_GOOD) {
        status = plan_round(&p, &a);
    }
    night_plan_free(&p);
    int closed = night_db_close(p.db);
    return night_finish(status != NIGHT_EXIT_GOOD ? status : closed);
}

const struct night_command night_command_plan = {
    "plan", "plan runs of a night and write them as chunks",
    "usage: night plan ROOT --night N --kind fixed|fresh|failed|cover|sample --chunks\n"
    "                  FOLDER --sim FOLDER --build FOLDER --jobs N [--seeds N] [--memory MIB]\n"
    "                  [--inputs HASH] [--commands FILE] [--resume]\n"
    "  fixed    the list of the night, and the kept failures\n"
    "  fresh    fresh seeds, as many as about half of the rest of the budget pays for\n"
    "  failed   what failed in the last night of the list that ended; stderr says what is left "
    "out\n"
    "  cover    runs of the list that have passed, on the executables that count the code\n"
    "  sample   some runs of the night once more, in other ways\n"
    "  --seeds  last seed of the tests that the list names\n"
    "  --memory that each process of a run may take; 0, or none: as much as there is\n"
    "  --resume runs that have passed before with the same content are taken over: executable,\n"
    "           configuration, options, HASH of the files that options name, FILE: hashes of\n"
    "           those that commands name\n"
    "Prints how many runs are planned and how many have passed before. Status: 0; 2 bad usage or\n"
    "list; 4 no room on the disk, or it cannot be written.\n",
    plan};
