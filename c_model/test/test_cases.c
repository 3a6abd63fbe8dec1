/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <glob.h>
#include <stdlib.h>

#include "check.h"
#include "log_cases.h"
#include "spe/model.h"

/* Every case of c_model/test/cases, or of the files that are named, is a test (c_model/README.md,
 * "Tests over logs"). `--logs FOLDER` writes the logs of the cases instead of judging them. */

static void holds(void **state)
{
    const struct log_case *c = *state;
    char error[2048];

    if (!log_case_holds(c, error, sizeof(error))) {
        print_error("%s\n", error);
        fail();
    }
}

/* Every check fires in some case, except the check that needs thousands of draws (test_draws.c). */
static void every_check_fires(void **state)
{
    const struct log_cases *cases = *state;

    for (int check = 0; check < SPE_CHECKS; check++) {
        bool found = check == SPE_CHECK_SEL_UNIFORM;
        for (size_t i = 0; i < cases->n; i++) {
            found |= strstr(cases->v[i].fires, spe_check_name(check)) != NULL;
        }
        CHECK(spe_check_name(check), found, true);
    }
}

static bool read_file(struct log_cases *cases, const char *path)
{
    FILE *in = fopen(path, "r");

    if (in == NULL) {
        (void)snprintf(cases->error, sizeof(cases->error), "%s: %s", path, strerror(errno));
        return false;
    }
    const bool good = log_cases_read(cases, in, path);
    (void)fclose(in);
    return good;
}

static int play(struct log_cases *cases, bool all)
{
    struct CMUnitTest *tests = calloc(cases->n + 1, sizeof(*tests));

    if (tests == NULL) {
        return 1;
    }
    for (size_t i = 0; i < cases->n; i++) {
        tests[i] = (struct CMUnitTest){
            .name = cases->v[i].name, .test_func = holds, .initial_state = &cases->v[i]};
    }
    tests[cases->n] = (struct CMUnitTest){
        .name = "every_check_fires", .test_func = every_check_fires, .initial_state = cases};
    const int failed = _cmocka_run_group_tests("cases", tests, cases->n + all, NULL, NULL);
    free(tests);
    return failed;
}

static int write_logs(const struct log_cases *cases, const char *folder)
{
    char error[2048];

    for (size_t i = 0; i < cases->n; i++) {
        if (!log_case_write(&cases->v[i], folder, error, sizeof(error))) {
            print_error("%s\n", error);
            return 1;
        }
    }
    return 0;
}

/* Take `--logs FOLDER` off the arguments. @return whether the remaining arguments are files. */
static bool take_options(int *argc, char ***argv, const char **folder)
{
    if (*argc > 2 && strcmp((*argv)[1], "--logs") == 0) {
        *folder = (*argv)[2];
        *argc -= 2;
        *argv += 2;
    }
    return *argc < 2 || (*argv)[1][0] != '-';
}

int main(int argc, char **argv)
{
    struct log_cases cases = {.v = NULL};
    glob_t found = {.gl_pathc = 0};
    const char *folder = NULL;
    bool good = true;
    int status = 1;

    if (!take_options(&argc, &argv, &folder)) {
        print_error("usage: test_cases [--logs FOLDER] [FILE.cases]...\n");
        return 2;
    }
    if (argc < 2 && glob("c_model/test/cases/*.cases", 0, NULL, &found) != 0) {
        print_error("c_model/test/cases holds no file; run from the top of the tree\n");
        return 1;
    }
    char **path = argc < 2 ? found.gl_pathv : argv + 1;
    for (size_t i = 0; good && path[i] != NULL; i++) {
        good = read_file(&cases, path[i]);
    }
    if (good) {
        status = folder != NULL ? write_logs(&cases, folder) : play(&cases, argc < 2);
    } else {
        print_error("%s\n", cases.error);
    }
    log_cases_free(&cases);
    globfree(&found);
    return status;
}
