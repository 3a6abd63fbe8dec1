/* SPDX-License-Identifier: Apache-2.0
 *
 * With COV=1: plays runs of the list again on executables that count which code is met. These runs
 * are samples, too: counting must change neither stimulus nor result.
 */
#include <fnmatch.h>
#include <stdio.h>
#include <string.h>

#include "cover.h"
#include "night.h"
#include "plan_kinds.h"
#include "tsv.h"

void night_cover_path(char path[NIGHT_PATH], const char *root, int64_t night, const char *config,
                      const char *flavour, int64_t id)
{
    night_store_path(path, root, night, "/cover/%s.%s/%lld", config, flavour, (long long)id);
}

/* Whether a row for toggles in sim/codecov/runs.tsv names the run. */
static bool names(const struct night_row *row, const char *config, const char *test, int64_t seed)
{
    int64_t first = 0, last = 0;

    return row->columns >= 4 && strcmp(row->column[3], "tog") == 0 &&
           fnmatch(row->column[0], test, 0) == 0 && fnmatch(row->column[1], config, 0) == 0 &&
           night_range(row->column[2], &first, &last) == 0 && first <= seed && seed <= last;
}

/* Whether the toggles of this run are counted. Toggles need another executable, and a run of their
 * own. */
static bool has_toggles(const struct night_tsv *table, sqlite3_stmt *run)
{
    int64_t seed = 0;

    if (night_number(night_db_text(run, 2), &seed) != 0) {
        return false;
    }
    for (size_t i = 0; i < table->rows; i++) {
        if (names(&table->row[i], night_db_text(run, 0), night_db_text(run, 1), seed)) {
            return true;
        }
    }
    return false;
}

static void add(struct night_plan *plan, const struct night_list *list, sqlite3_stmt *run,
                const char *flavour)
{
    const char *config = night_db_text(run, 0), *test = night_db_text(run, 1);

    if (night_models_find(&plan->models, config, flavour) == NULL) {
        return; /* no executable of that flavour */
    }
    (void)night_plan_add(
        plan, &(struct night_want){.origin = "sample",
                                   .config = config,
                                   .test = test,
                                   .seed = night_db_text(run, 2),
                                   .args = night_db_text(run, 3),
                                   .variant = flavour,
                                   .counted = true,
                                   .timeout = night_plan_timeout(list, config, test, flavour),
                                   .twin = sqlite3_column_int64(run, 4)});
}

void night_plan_cover(struct night_plan *plan, const struct night_list *list, const char *sim)
{
    char path[NIGHT_PATH];
    struct night_tsv table;

    (void)snprintf(path, sizeof(path), "%s/codecov/runs.tsv", sim);
    plan->status = night_tsv_read(&table, path);
    if (plan->status != NIGHT_EXIT_GOOD) {
        return;
    }
    sqlite3_stmt *run = night_db_query(plan->db,
                                       "SELECT config, test, seed, args, id FROM run"
                                       " WHERE night = ? AND origin IN ('fixed', 'before')"
                                       " AND status = 'passed' AND args NOT LIKE '!%'"
                                       " ORDER BY id",
                                       "i", plan->night);
    while (night_db_row(plan->db, run)) {
        add(plan, list, run, "cov");
        if (has_toggles(&table, run)) {
            add(plan, list, run, "tog");
        }
    }
    night_tsv_free(&table);
}
