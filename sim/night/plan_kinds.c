/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include "plan_kinds.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/statvfs.h>

#include "night.h"

enum {
    SAMPLE_OF = 100,       /* one of so many runs is repeated */
    SAMPLES = 8,           /* at least so many repeats */
    SAMPLE_MS = 5000,      /* longest run that is repeated */
    RUN_BYTES = 64 * 1024, /* disk space for a run, if nothing was measured */
    REST = 20,             /* a smaller part of the budget is not worth another round */
    SPARE_BYTES = 64 * 1024 * 1024
};

int64_t night_plan_timeout(const struct night_list *list, const char *config, const char *test,
                           const char *variant)
{
    static const struct {
        const char *flavour;
        int64_t times;
    } slower[] = {{"cov", 2}, {"tog", 50}, {"waves", 100}};
    int64_t seconds = night_list_timeout(list, config, test, NIGHT_PLAN_TIMEOUT);

    for (size_t i = 0; i < sizeof(slower) / sizeof(slower[0]); i++) {
        if (strcmp(variant, slower[i].flavour) == 0) {
            return seconds * slower[i].times;
        }
    }
    return seconds;
}

static const char *origin_of(const struct night_item *item)
{
    return item->args[0] == '!' ? "command" : "fixed";
}

void night_plan_fixed(struct night_plan *plan, const struct night_list *list)
{
    for (size_t i = 0; i < list->items; i++) {
        const struct night_item *item = &list->item[i];
        for (int64_t s = item->first; s <= item->last; s++) {
            char seed[24];
            (void)snprintf(seed, sizeof(seed), "%" PRId64, s);
            (void)night_plan_add(plan, &(struct night_want){.origin = origin_of(item),
                                                            .config = item->config,
                                                            .test = item->test,
                                                            .seed = seed,
                                                            .args = item->args,
                                                            .timeout = item->timeout});
        }
    }
}

static uint64_t mix(uint64_t x)
{
    x = (x ^ (x >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ (x >> 27)) * UINT64_C(0x94d049bb133111eb);
    return x ^ (x >> 31);
}

static uint64_t hash(uint64_t h, const char *text)
{
    for (; *text != '\0'; text++) {
        h = (h ^ (unsigned char)*text) * UINT64_C(0x100000001b3);
    }
    return mix(h);
}

/* The fresh seed `index` of the night: it depends only on the seed of the night, the item and the
 * index. It has at most twelve digits; for a command nine, as its numbers may have 32 bits. */
static void fresh_seed(char dst[24], const char *night, const struct night_item *item,
                       uint64_t index)
{
    uint64_t most = item->args[0] == '!' ? UINT64_C(1000000000) : UINT64_C(1000000000000);
    uint64_t h = hash(hash(hash(UINT64_C(0xcbf29ce484222325), night), item->config), item->test);

    (void)snprintf(dst, 24, "%" PRIu64, mix(h + index) % most);
}

static int64_t weights(const struct night_list *list)
{
    int64_t sum = 0;

    for (size_t i = 0; i < list->items; i++) {
        sum += list->item[i].weight;
    }
    return sum;
}

/* The item at place `at` when all weights lie in a row. */
static const struct night_item *item_at(const struct night_list *list, int64_t at)
{
    size_t i = 0;

    while (i + 1 < list->items && at >= list->item[i].weight) {
        at -= list->item[i++].weight;
    }
    return &list->item[i];
}

/* Number of fresh runs that `ms` of processor time pay for. */
static int64_t affords(struct night_plan *plan, const struct night_list *list, int64_t ms)
{
    int64_t sum = weights(list), cost = 0;

    for (size_t i = 0; i < list->items; i++) {
        const struct night_item *item = &list->item[i];
        if (item->weight != 0) {
            cost += item->weight * night_plan_cost(plan, item->config, item->test);
        }
    }
    return cost == 0 || ms <= 0 ? 0 : ms * sum / cost;
}

/* Choose the item of the `index`th fresh run by the golden ratio, so that any runs in a row are
 * spread as the weights say. */
static void deal(struct night_plan *plan, const struct night_list *list, const char *night,
                 uint64_t index)
{
    uint64_t place = index * UINT64_C(0x9e3779b97f4a7c15);
    int64_t at = (int64_t)((place >> 32) * (uint64_t)weights(list) >> 32);
    const struct night_item *item = item_at(list, at);
    char seed[24];

    fresh_seed(seed, night, item, index);
    (void)night_plan_add(plan, &(struct night_want){.origin = "fresh",
                                                    .config = item->config,
                                                    .test = item->test,
                                                    .seed = seed,
                                                    .args = item->args,
                                                    .timeout = item->timeout});
}

static void seed_of_night(char dst[128], struct night_plan *plan)
{
    sqlite3_stmt *stmt =
        night_db_query(plan->db, "SELECT seed FROM night WHERE id = ?", "i", plan->night);

    dst[0] = '\0';
    while (night_db_row(plan->db, stmt)) {
        (void)snprintf(dst, 128, "%s", night_db_text(stmt, 0));
    }
}

static int64_t budget_left(struct night_plan *plan)
{
    return night_db_value(plan->db, 0, "SELECT budget_ms - cpu_ms FROM night WHERE id = ?", "i",
                          plan->night);
}

/* Number of fresh runs in the next round. After each round the costs are known better, so a round
 * takes half of what is left. A small rest is played at once; what then remains is not used. */
static int64_t fresh_runs(struct night_plan *plan, const struct night_list *list, int64_t before)
{
    const int64_t left = budget_left(plan), n = affords(plan, list, left);
    const int64_t budget =
        night_db_value(plan->db, 0, "SELECT budget_ms FROM night WHERE id = ?", "i", plan->night);

    if (left <= budget / 10 && before != 0 && left < budget / REST) {
        return 0;
    }
    const int64_t runs = left > budget / 10 ? (n + 1) / 2 : n;
    return runs < NIGHT_PLAN_ROUND ? runs : NIGHT_PLAN_ROUND;
}

void night_plan_fresh(struct night_plan *plan, const struct night_list *list)
{
    const int64_t first =
        night_db_value(plan->db, 0, "SELECT count(*) FROM run WHERE night = ? AND origin = 'fresh'",
                       "i", plan->night);
    const int64_t n = fresh_runs(plan, list, first);
    char night[128];

    seed_of_night(night, plan);
    for (int64_t i = 0; i < n && plan->status == NIGHT_EXIT_GOOD; i++) {
        deal(plan, list, night, (uint64_t)(first + i));
    }
}

/* How the run is repeated: these variants in turn; without an executable for one, one of the first
 * two. */
static const char *variant_of(struct night_plan *plan, const char *config, int64_t turn)
{
    static const char *const variants[] = {"process", "keep", "waves", "cov"};
    const char *variant = variants[turn % 4];

    if (turn % 4 >= 2 && night_models_find(&plan->models, config, variant) == NULL) {
        return variants[turn % 2];
    }
    return variant;
}

/* Repeat the cheapest passed run of the configuration on this executable, unless a sample uses it
 * already. A run that was taken over (RESUME=1) has no time, so its cost is unknown. */
static void sample_flavour(struct night_plan *plan, const struct night_list *list,
                           const struct night_model *m)
{
    if (night_db_value(plan->db, 0,
                       "SELECT count(*) FROM run r JOIN model m ON m.id = r.model WHERE night = ?"
                       " AND origin = 'sample' AND m.config = ? AND flavour = ?",
                       "itt", plan->night, m->config, m->flavour) != 0) {
        return;
    }
    sqlite3_stmt *run = night_db_query(plan->db,
                                       "SELECT test, seed, args, id FROM run WHERE night = ?"
                                       " AND config = ? AND status = 'passed' AND stim <> ''"
                                       " AND origin <> 'sample' AND args NOT LIKE '!%'"
                                       " ORDER BY cpu_ms IS NULL, cpu_ms, id LIMIT 1",
                                       "it", plan->night, m->config);
    while (night_db_row(plan->db, run)) {
        const char *test = night_db_text(run, 0);
        (void)night_plan_add(plan, &(struct night_want){.origin = "sample",
                                                        .config = m->config,
                                                        .test = test,
                                                        .seed = night_db_text(run, 1),
                                                        .args = night_db_text(run, 2),
                                                        .variant = m->flavour,
                                                        .timeout = night_plan_timeout(
                                                            list, m->config, test, m->flavour),
                                                        .twin = sqlite3_column_int64(run, 3)});
    }
}

/* Let each executable of another flavour play at least one run. */
static void sample_flavours(struct night_plan *plan, const struct night_list *list)
{
    for (size_t i = 0; i < plan->models.models; i++) {
        if (strcmp(plan->models.model[i].flavour, "plain") != 0) {
            sample_flavour(plan, list, &plan->models.model[i]);
        }
    }
}

/* A run that the environment broke is not repeated: the sample would pass, and differ for that. */
void night_plan_samples(struct night_plan *plan, const struct night_list *list)
{
    static const char *const runs =
        " FROM run WHERE night = ? AND stim <> '' AND origin <> 'sample' AND args NOT LIKE '!%'"
        " AND status NOT IN (" NIGHT_NOTHING ", '" NIGHT_BROKEN_RUN "') AND cpu_ms <= ?";
    char sql[512];

    (void)snprintf(sql, sizeof(sql), "SELECT count(*)%s", runs);
    int64_t n = night_db_value(plan->db, 0, sql, "ii", plan->night, (int64_t)SAMPLE_MS);
    int64_t step = n / SAMPLES < SAMPLE_OF ? n / SAMPLES : SAMPLE_OF;
    (void)snprintf(sql, sizeof(sql), "SELECT config, test, seed, args, id%s ORDER BY id", runs);
    sqlite3_stmt *stmt = night_db_query(plan->db, sql, "ii", plan->night, (int64_t)SAMPLE_MS);
    for (int64_t i = 0, turn = 0; night_db_row(plan->db, stmt); i++) {
        if (i % (step > 0 ? step : 1) != 0) {
            continue;
        }
        const char *config = night_db_text(stmt, 0), *test = night_db_text(stmt, 1);
        const char *variant = variant_of(plan, config, turn++);
        (void)night_plan_add(
            plan, &(struct night_want){.origin = "sample",
                                       .config = config,
                                       .test = test,
                                       .seed = night_db_text(stmt, 2),
                                       .args = night_db_text(stmt, 3),
                                       .variant = variant,
                                       .timeout = night_plan_timeout(list, config, test, variant),
                                       .twin = sqlite3_column_int64(stmt, 4)});
    }
    sample_flavours(plan, list);
}

/* From the average over all runs that are still on the disk. */
void night_plan_weigh(struct night_plan *plan)
{
    int64_t runs =
        night_db_value(plan->db, 0, "SELECT count(*) FROM run WHERE status <> 'planned'", "");
    plan->weight = runs < 100 ? RUN_BYTES : night_store_bytes(plan->root) / runs + 1;
}

int night_plan_room(struct night_plan *plan, const struct night_list *list)
{
    struct statvfs disk;
    int64_t runs = (int64_t)plan->jobs + affords(plan, list, budget_left(plan));
    int64_t need = runs * plan->weight + plan->bytes + SPARE_BYTES;

    if (statvfs(plan->root, &disk) != 0) {
        return NIGHT_EXIT_GOOD;
    }
    int64_t room = (int64_t)disk.f_bavail * (int64_t)disk.f_frsize;
    if (room >= need) {
        return NIGHT_EXIT_GOOD;
    }
    (void)snprintf(plan->why, sizeof(plan->why), "%lld run%s about %lld MiB, %lld MiB are free",
                   (long long)runs, runs == 1 ? " needs" : "s need", (long long)(need >> 20),
                   (long long)(room >> 20));
    return night_fail(NIGHT_EXIT_ENVIRONMENT, "%s: %s", plan->root, plan->why);
}
