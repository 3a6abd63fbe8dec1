/* SPDX-License-Identifier: Apache-2.0
 *
 * What the subcommands share: numbers, one-line failures, the check that output has arrived.
 */
#define _POSIX_C_SOURCE 200809L
#include "cli.h"

#include <errno.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "spe/log.h"
#include "spe/status.h"

int spe_cli_fail(int status, const char *command, const char *format, ...)
{
    va_list args;

    fprintf(stderr, "spe %s: ", command);
    va_start(args, format);
    (void)vfprintf(stderr, format, args);
    va_end(args);
    fputc('\n', stderr);
    return status;
}

int spe_cli_fail_file(int status, const char *command, const char *path, const char *why)
{
    return spe_cli_fail(status, command, "%s: %s", path, why);
}

int spe_cli_no_memory(const char *command)
{
    return spe_cli_fail(SPE_EXIT_ENVIRONMENT, command, "%s", spe_status_text(SPE_ENOMEM));
}

int spe_cli_misuse(const char *command, const char *what, const char *which)
{
    return spe_cli_fail(SPE_EXIT_USAGE, command, "%s%s%s: see spe %s --help", what,
                        *which ? " " : "", which, command);
}

int spe_cli_finish(const char *command, int status)
{
    bool lost = ferror(stdout) != 0;
    int why = lost ? errno : 0;

    if (fflush(stdout) != 0) {
        lost = true;
        why = errno;
    }
    return lost ? spe_cli_lost(command, why) : status;
}

/* A reader that stops early (`| head`) is not worth a message: the program ends by SIGPIPE, as
 * other tools do. */
int spe_cli_lost(const char *command, int why)
{
    if (why == EPIPE) {
        (void)signal(SIGPIPE, SIG_DFL);
        (void)raise(SIGPIPE);
    }
    return spe_cli_fail(SPE_EXIT_ENVIRONMENT, command, "cannot write standard output%s%s",
                        why ? ": " : "", why ? strerror(why) : "");
}

int spe_cli_part(const char *command, const char *path, const struct spe_log_run *run, int status)
{
    if (!run->part || (status != SPE_EXIT_GOOD && status != SPE_EXIT_FOUND)) {
        return status;
    }
    return spe_cli_fail(SPE_EXIT_ENVIRONMENT, command, "%s: %s", path, run->why);
}

bool spe_cli_number(const char *text, uint64_t *value)
{
    char *end = NULL;

    if (*text < '0' || *text > '9') {
        return false;
    }
    errno = 0;
    *value = strtoull(text, &end, text[0] == '0' && (text[1] | 0x20) == 'x' ? 16 : 10);
    return errno == 0 && *end == '\0';
}

bool spe_cli_same_file(const char *out, const char *in)
{
    struct stat a, b;

    if (in == NULL || stat(out, &a) != 0 || !S_ISREG(a.st_mode)) {
        return false;
    }
    return (strcmp(in, "-") == 0 ? fstat(STDIN_FILENO, &b) : stat(in, &b)) == 0 &&
           a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}
