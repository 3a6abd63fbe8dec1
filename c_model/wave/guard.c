/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L

#include "guard.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli.h"
#include "fstapi.h"

static void nothing(void *user, uint64_t time, fstHandle handle, const unsigned char *value)
{
    (void)user;
    (void)time;
    (void)handle;
    (void)value;
}

bool guard_try(const char *path)
{
    int status = 0;
    const pid_t pid = fork();

    if (pid == 0) {
        const int quiet = open("/dev/null", O_WRONLY);
        (void)dup2(quiet, 1);
        (void)dup2(quiet, 2);
        void *reader = fstReaderOpen(path);
        if (reader == NULL) {
            _exit(1);
        }
        while (fstReaderIterateHier(reader) != NULL) {
        }
        fstReaderSetFacProcessMaskAll(reader);
        _exit(fstReaderIterBlocks(reader, nothing, NULL, NULL) == 1 ? 0 : 1);
    }
    return pid > 0 && waitpid(pid, &status, 0) == pid && status == 0;
}

static const int crashes[] = {SIGSEGV, SIGBUS, SIGFPE, SIGABRT};
enum { CRASHES = sizeof(crashes) / sizeof(crashes[0]) };

static struct sigaction before[CRASHES];
static volatile sig_atomic_t in_library;
static char line[4096];

static void on_crash(int number)
{
    if (!in_library) {
        (void)signal(number, SIG_DFL);
        (void)raise(number);
        return;
    }
    (void)!write(STDERR_FILENO, line, strlen(line));
    _exit(SPE_EXIT_USAGE);
}

void guard_begin(const char *path)
{
    struct sigaction action = {.sa_handler = on_crash};

    (void)snprintf(line, sizeof(line), "spe wave: %.3900s: it is damaged\n", path);
    (void)sigemptyset(&action.sa_mask);
    for (unsigned i = 0; i < CRASHES; i++) {
        (void)sigaction(crashes[i], &action, &before[i]);
    }
    in_library = 1;
}

void guard_end(void)
{
    in_library = 0;
    for (unsigned i = 0; i < CRASHES; i++) {
        (void)sigaction(crashes[i], &before[i], NULL);
    }
}

void guard_pause(void)
{
    in_library = 0;
}

void guard_resume(void)
{
    in_library = 1;
}
