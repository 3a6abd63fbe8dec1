/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "cli.h"

/* `spe wave` starts a separate program, installed beside this one, because only that one needs the
 * FST library. */
static int wave(int argc, char **argv)
{
    static const char name[] = "spe-wave";
    char path[4096];

    (void)argc;
    const ssize_t n = readlink("/proc/self/exe", path, sizeof(path) - sizeof(name));
    if (n <= 0) {
        return spe_cli_fail(SPE_EXIT_ENVIRONMENT, argv[0], "cannot tell where %s is: %s", name,
                            strerror(errno));
    }
    path[n] = '\0';
    char *last = strrchr(path, '/');
    memcpy(last != NULL ? last + 1 : path, name, sizeof(name));
    (void)execv(path, argv);
    return spe_cli_fail(SPE_EXIT_ENVIRONMENT, argv[0], "%s: %s%s", path, strerror(errno),
                        errno == ENOENT
                            ? "; make install puts it beside spe, make build/bin/spe-wave"
                              " builds it in the source tree"
                            : "");
}

const struct spe_command spe_command_wave = {
    "wave", "write what the scoreboard thinks as waves, beside those of the run", NULL, wave};
