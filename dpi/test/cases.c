/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include "cases.h"

#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "spe/model.h"
#include "spe_dpi.h"

enum { CASES_MAX = 128 };

char config_path[64];

void *open_default(void)
{
    return spe_dpi_open(SPE_DPI_VERSION, 0, "spu", config_path, "", SPE_TAP_ALL, 0);
}

void close_after_reset(void *h)
{
    spe_dpi_reset(h, 0, 0, 0);
    spe_dpi_close(h, 1, 5, 1, 0);
}

static void run_child(const struct run_case *c, FILE *out)
{
    dup2(fileno(out), STDOUT_FILENO);
    dup2(fileno(out), STDERR_FILENO);
    c->scenario();
    fflush(NULL);
    exit(spe_dpi_status()); /* not _exit(): exit() runs LeakSanitizer */
}

static void test_case(void **state)
{
    const struct run_case *c = *state;
    FILE *out = tmpfile();
    char text[8192];
    int status = 0;
    pid_t child;

    if (out == NULL) {
        fail_msg("no temporary file");
    }
    fflush(NULL);
    child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        run_child(c, out);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(fseek(out, 0, SEEK_SET), 0);
    text[fread(text, 1, sizeof(text) - 1, out)] = '\0';
    fclose(out);
    if (!WIFEXITED(status) || WEXITSTATUS(status) != c->status || !strstr(text, c->says)) {
        fail_msg("%s: status 0x%x, expected %d with '%s'; output:\n%s", c->name, (unsigned)status,
                 c->status, c->says, text);
    }
}

static int write_config(void)
{
    FILE *config = fopen(config_path, "w");

    return config == NULL || fputs("name = dpi\nothers = default\nend\n", config) < 0 ||
           fclose(config) != 0;
}

int run_cases(struct run_case *cases, size_t n)
{
    struct CMUnitTest tests[CASES_MAX];
    char folder[] = "/tmp/spe_test_dpi.XXXXXX", command[64];
    int failed;

    if (n > CASES_MAX || mkdtemp(folder) == NULL) {
        return 1;
    }
    snprintf(config_path, sizeof(config_path), "%s/dpi.cfg", folder);
    if (write_config() != 0) {
        return 1;
    }
    for (size_t i = 0; i < n; i++) {
        tests[i] = (struct CMUnitTest){cases[i].name, test_case, NULL, NULL, &cases[i]};
    }
    failed = _cmocka_run_group_tests("cases", tests, n, NULL, NULL);
    snprintf(command, sizeof(command), "rm -rf %s", folder);
    return failed + (system(command) != 0);
}
