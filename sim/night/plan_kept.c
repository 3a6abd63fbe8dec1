/* SPDX-License-Identifier: Apache-2.0
 *
 * Kept failures in the round of the list. A failure whose test or option no longer exists in the
 * tree is not played: its run would end with status 2, and no night would be whole again.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>

#include "night.h"
#include "plan_kinds.h"

/* The test that the options name, or an empty text. */
static void test_of(char test[64], const char *args)
{
    const char *at = strstr(args, "--test ");

    (void)snprintf(test, 64, "%s", at != NULL ? at + strlen("--test ") : "");
    test[strcspn(test, " ")] = '\0';
}

/* Ask spu_sim with --list. It refuses unknown options with status 2, and prints the tests that
 * apply to the configuration, one per line. If an executable answers nothing, the run itself will
 * tell. */
static bool ask(const struct night_model *m, const char *args)
{
    char command[2 * NIGHT_PATH], test[64], line[512], name[64];
    bool any = false, found = false;

    test_of(test, args);
    (void)snprintf(command, sizeof(command),
                   "%s --config %s --seed 1 %s --list 2>/dev/null </dev/null", m->executable,
                   m->file, args);
    FILE *in = popen(command, "r");
    while (in != NULL && fgets(line, sizeof(line), in) != NULL) {
        any = true;
        found = found || (sscanf(line, "%63s", name) == 1 && strcmp(name, test) == 0);
    }
    int status = in != NULL ? pclose(in) : -1;
    if (WIFEXITED(status) && WEXITSTATUS(status) == NIGHT_EXIT_USAGE) {
        return false;
    }
    return status != 0 || !any || found || test[0] == '\0';
}

bool night_plan_playable(struct night_plan *plan, const char *config, const char *args)
{
    const struct night_model *m =
        args[0] == '!' ? NULL : night_models_find(&plan->models, config, "plain");

    if (m == NULL) { /* a command, or a configuration that is not built */
        return true;
    }
    night_db_run(plan->db, "CREATE TEMP TABLE IF NOT EXISTS asked (config, args, good)", "");
    int64_t good = night_db_value(
        plan->db, -1, "SELECT good FROM asked WHERE config = ? AND args = ?", "tt", config, args);
    if (good < 0) {
        good = ask(m, args);
        night_db_run(plan->db, "INSERT INTO asked VALUES (?, ?, ?)", "tti", config, args, good);
    }
    return good != 0;
}

#define OPEN "FROM kept WHERE state IN ('open', 'changed')"

void night_plan_ask(struct night_plan *plan)
{
    sqlite3_stmt *kept = night_db_query(plan->db, "SELECT id, config, test, seed, args " OPEN, "");

    while (night_db_row(plan->db, kept)) {
        const char *config = night_db_text(kept, 1), *args = night_db_text(kept, 4);
        if (!night_plan_playable(plan, config, args)) {
            fprintf(stderr,
                    "night: kept failure %lld, %s.%s.%s, is not played: there is no such test or "
                    "option any more (%s); night kept --close %lld ends it\n",
                    (long long)sqlite3_column_int64(kept, 0), config, night_db_text(kept, 2),
                    night_db_text(kept, 3), args, (long long)sqlite3_column_int64(kept, 0));
        }
    }
}

void night_plan_kept(struct night_plan *plan, const struct night_list *list)
{
    sqlite3_stmt *kept =
        night_db_query(plan->db, "SELECT DISTINCT config, test, seed, args " OPEN, "");

    while (night_db_row(plan->db, kept)) {
        const char *config = night_db_text(kept, 0), *test = night_db_text(kept, 1);
        const char *args = night_db_text(kept, 3);
        if (!night_plan_playable(plan, config, args)) {
            continue;
        }
        (void)night_plan_add(
            plan, &(struct night_want){
                      .origin = "kept",
                      .config = config,
                      .test = test,
                      .seed = night_db_text(kept, 2),
                      .args = args,
                      .timeout = night_list_timeout(list, config, test, NIGHT_PLAN_TIMEOUT)});
    }
}
