/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE

#include "guard.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli.h"
#include "fstapi.h"

static const int crashes[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
enum { CRASHES = sizeof(crashes) / sizeof(crashes[0]) };

static bool crashed(int status)
{
    for (int i = 0; i < CRASHES; i++) {
        if (WIFSIGNALED(status) && WTERMSIG(status) == crashes[i]) {
            return true;
        }
    }
    return false;
}

/* The text that was written to the file; the caller frees it. NULL: it cannot be read. */
static char *text_of(int file)
{
    const off_t n = lseek(file, 0, SEEK_END);
    char *text = n < 0 ? NULL : calloc((size_t)n + 1, 1);

    if (text != NULL && pread(file, text, (size_t)n, 0) != n) {
        text[0] = '\0';
    }
    return text;
}

/* End this process in the way in which the other process has ended. */
static void end_as(int status, const char *path, char *said)
{
    if (crashed(status) && (said == NULL || strstr(said, "Assertion") == NULL)) {
        free(said);
        exit(spe_cli_fail(SPE_EXIT_USAGE, "wave", "%s: it is damaged", path));
    }
    fputs(said != NULL ? said : "", stderr);
    free(said);
    if (WIFSIGNALED(status)) {
        (void)signal(WTERMSIG(status), SIG_DFL);
        (void)raise(WTERMSIG(status));
    }
    exit(WIFEXITED(status) ? WEXITSTATUS(status) : SPE_EXIT_ENVIRONMENT);
}

void guard_begin(const char *path)
{
    (void)signal(SIGCHLD, SIG_DFL);
    const int said = memfd_create("spe-wave", MFD_CLOEXEC);
    const pid_t pid = said < 0 ? -1 : fork();
    int status = 0;

    if (pid < 0) {
        return; /* then this process reads the FST itself, without a guard */
    }
    if (pid > 0) {
        while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
        }
        end_as(status, path, text_of(said));
    }
    (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
    (void)dup2(said, STDERR_FILENO);
    for (int i = 0; i < CRASHES; i++) {
        (void)signal(crashes[i], SIG_DFL);
    }
}

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
