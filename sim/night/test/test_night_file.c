/* SPDX-License-Identifier: Apache-2.0
 *
 * A file that could not be written is reported, at whatever moment the write fails.
 */
#include <errno.h>
#include <stdio.h>

#include "check.h"
#include "file.h"
#include "night.h"

static void test_close(void **state)
{
    static const struct {
        const char *name, *path, *mode;
        int bytes, flushed, status;
    } rows[] = {
        {"empty", "/dev/null", "w", 0, 0, NIGHT_EXIT_GOOD},
        {"written", "/dev/null", "w", 9, 0, NIGHT_EXIT_GOOD},
        {"not opened", "/none/x", "w", 0, 0, NIGHT_EXIT_ENVIRONMENT},
        {"full at the end", "/dev/full", "w", 9, 0, NIGHT_EXIT_ENVIRONMENT},
        {"full before", "/dev/full", "w", 9, 1, NIGHT_EXIT_ENVIRONMENT},
        {"not to be written", "/dev/null", "r", 9, 1, NIGHT_EXIT_ENVIRONMENT},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        FILE *out = fopen(rows[i].path, rows[i].mode);
        for (int n = 0; out != NULL && n < rows[i].bytes; n++) {
            (void)fputc('x', out);
        }
        if (out != NULL && rows[i].flushed) {
            (void)fflush(out);
        }
        CHECK(rows[i].name, night_file_close(out, rows[i].path), rows[i].status);
    }
    errno = ENOSPC;
    CHECK("cannot", night_file_cannot("x"), NIGHT_EXIT_ENVIRONMENT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_close),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
