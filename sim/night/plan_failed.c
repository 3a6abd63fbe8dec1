/* SPDX-License-Identifier: Apache-2.0
 *
 * FAILED=1: plays the failed runs of the list's last night again, on today's build.
 */
#include <stdio.h>
#include <string.h>

#include "night.h"
#include "plan_kinds.h"

/* What happens to a failed run: it is played, or the reason why not. */
enum fate { PLAYED, SAMPLE, CODE, NOT_BUILT, GONE, TWICE, FATES };

/* The last ended night of this list before this one; 0: none. */
static int64_t night_before(struct night_plan *plan)
{
    return night_db_value(plan->db, 0,
                          "SELECT b.id FROM night n JOIN night b ON b.list = n.list"
                          " AND (b.begun, b.id) < (n.begun, n.id) AND b.status NOTNULL"
                          " WHERE n.id = ? ORDER BY b.begun DESC, b.id DESC LIMIT 1",
                          "i", plan->night);
}

static enum fate play(struct night_plan *plan, const struct night_list *list, sqlite3_stmt *run)
{
    const char *config = night_db_text(run, 0), *test = night_db_text(run, 1);
    const char *args = night_db_text(run, 3), *origin = night_db_text(run, 4);

    if (strcmp(origin, "sample") == 0) {
        return SAMPLE;
    }
    if (strcmp(origin, "code") == 0) {
        return CODE;
    }
    if (args[0] != '!' && night_models_find(&plan->models, config, "plain") == NULL) {
        return NOT_BUILT;
    }
    if (!night_plan_playable(plan, config, args)) {
        return GONE;
    }
    const struct night_want want = {.origin = "failed",
                                    .config = config,
                                    .test = test,
                                    .seed = night_db_text(run, 2),
                                    .args = args,
                                    .timeout =
                                        night_list_timeout(list, config, test, NIGHT_PLAN_TIMEOUT)};
    return night_plan_add(plan, &want) ? PLAYED : TWICE;
}

static void say(int64_t before, const int64_t n[FATES])
{
    static const char *const why[FATES] = {
        [SAMPLE] = "repeated another run",
        [CODE] = "of the coverage of the code",
        [NOT_BUILT] = "on a configuration that is not built",
        [GONE] = "of a test or option that there is no more",
        [TWICE] = "the same run as another",
    };
    int64_t left = 0;

    for (int i = PLAYED + 1; i < FATES; i++) {
        left += n[i];
    }
    fprintf(stderr, "night: of the failed runs of night %lld %lld are played, %lld left out",
            (long long)before, (long long)n[PLAYED], (long long)left);
    const char *mark = ": ";
    for (int i = PLAYED + 1; i < FATES; i++) {
        if (n[i] != 0) {
            fprintf(stderr, "%s%lld %s", mark, (long long)n[i], why[i]);
            mark = ", ";
        }
    }
    fputc('\n', stderr);
}

void night_plan_failed(struct night_plan *plan, const struct night_list *list)
{
    int64_t before = night_before(plan), n[FATES] = {0};

    if (before == 0) {
        fputs("night: no night of the list has ended: nothing is played again\n", stderr);
        return;
    }
    sqlite3_stmt *run = night_db_query(plan->db,
                                       "SELECT config, test, seed, args, origin FROM run"
                                       " WHERE night = ? AND " NIGHT_FAILED " ORDER BY id",
                                       "i", before);
    while (night_db_row(plan->db, run)) {
        n[play(plan, list, run)]++;
    }
    say(before, n);
}
