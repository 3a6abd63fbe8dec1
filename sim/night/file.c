/* SPDX-License-Identifier: Apache-2.0 */
#include "file.h"

#include <errno.h>
#include <stdbool.h>
#include <string.h>

#include "night.h"

int night_file_cannot(const char *path)
{
    return night_fail(NIGHT_EXIT_ENVIRONMENT, "cannot write %s: %s", path, strerror(errno));
}

int night_file_close(FILE *out, const char *path)
{
    bool bad = out == NULL || ferror(out) != 0;

    if (out != NULL && fclose(out) != 0) {
        bad = true;
    }
    return bad ? night_file_cannot(path) : NIGHT_EXIT_GOOD;
}
