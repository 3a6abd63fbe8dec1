/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L

#include "run.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* Exit statuses of the launcher. */
enum { NO_PROGRAM = 126, NOT_THERE = 127, SIGNALLED = 128 };

/* Cut the next word of a shell command at *at, unquoted in place (as spe/session.h quotes: plain,
 * or in single quotes, with '\'' for a single quote). NULL: no further word. */
static char *next_word(char **at)
{
    char *from = *at + strspn(*at, " \n"), *to = from, *const word = from;
    bool quoted = false;

    if (*from == '\0') {
        return NULL;
    }
    for (; *from != '\0' && (quoted || (*from != ' ' && *from != '\n')); from++) {
        if (*from == '\'') {
            quoted = !quoted;
        } else if (!quoted && *from == '\\' && from[1] != '\0') {
            *to++ = *++from;
        } else {
            *to++ = *from;
        }
    }
    *at = *from == '\0' ? from : from + 1;
    *to = '\0';
    return word;
}

/* Whether the word is an option that says where a run writes. @return number of words to leave out.
 */
static unsigned left_out(const char *word)
{
    static const char *const with_value[] = {"--dir",   "--log",     "--bins",       "--covers",
                                             "--waves", "--records", "--waves-from", "--waves-to"};

    for (size_t i = 0; i < sizeof(with_value) / sizeof(*with_value); i++) {
        if (strcmp(word, with_value[i]) == 0) {
            return 2;
        }
    }
    return strcmp(word, "--keep") == 0 || strcmp(word, "--print-streams") == 0 ||
           strcmp(word, "--print-steps") == 0;
}

static const char unread[] = "what its command plays cannot be read";

static bool read_text(struct shrink_command *command, const char *dir)
{
    char path[4096];

    (void)snprintf(path, sizeof(path), "%s/command", dir);
    FILE *file = fopen(path, "r");
    if (!file) {
        return false;
    }
    const size_t n = fread(command->text, 1, sizeof(command->text) - 1, file);
    (void)fclose(file);
    command->text[n] = '\0';
    return n > 0 && n < sizeof(command->text) - 1;
}

const char *shrink_command_read(struct shrink_command *command, const char *dir)
{
    unsigned skip = 0;

    *command = (struct shrink_command){.words = 0};
    if (!read_text(command, dir)) {
        return "no directory of a run: it holds no command";
    }
    char *at = command->text, *word = next_word(&at);
    if (word && strcmp(word, "cd") == 0) {
        word = next_word(&at);
        (void)snprintf(command->folder, sizeof(command->folder), "%s", word ? word : "");
        word = next_word(&at); /* && */
        word = word ? next_word(&at) : NULL;
    }
    for (; word && command->words < SHRINK_WORDS - 8; word = next_word(&at)) {
        if (skip == 0) {
            skip = left_out(word);
        }
        if (skip > 0) {
            skip--;
            continue;
        }
        if (strcmp(word, "--settings") == 0) {
            command->settings_at = command->words;
        } else if (shrink_part_knows(word)) {
            const char *value = next_word(&at);
            if (!value || !shrink_part_take(&command->part, NULL, word, value)) {
                return unread;
            }
            continue;
        }
        command->word[command->words++] = word;
    }
    if (word) {
        return "its command is too long";
    }
    const char *slash = command->words > 0 ? strrchr(command->word[0], '/') : NULL;
    return slash && strcmp(slash, "/spu_sim") == 0 ? NULL : "no run of spu_sim";
}

const char *shrink_command_settings(struct shrink_command *command)
{
    const size_t at = command->settings_at;

    if (at == 0) {
        return NULL;
    }
    if (at + 1 == command->words || !shrink_part_take(&command->part, &command->settings,
                                                      command->word[at], command->word[at + 1])) {
        return unread;
    }
    command->words -= 2;
    memmove(&command->word[at], &command->word[at + 2],
            (command->words - at) * sizeof(command->word[0]));
    command->settings_at = 0;
    return NULL;
}

/* Append what is played, and where the run writes, to the words of the command. */
static void add_part(char **argv, size_t n, const struct shrink_command *command,
                     const struct shrink_part *part, const char *out)
{
    static struct shrink_option more[SHRINK_OPTIONS];
    static char dir[] = "--dir", to[4096];

    if (!shrink_part_options(more, part, &command->settings)) {
        _exit(2); /* no room for so many numbers */
    }
    for (size_t i = 0; i < SHRINK_OPTIONS; i++) {
        if (more[i].given) {
            argv[n++] = more[i].name;
            argv[n++] = more[i].value;
        }
    }
    (void)snprintf(to, sizeof(to), "%s", out);
    argv[n++] = dir;
    argv[n++] = to;
    argv[n] = NULL;
}

/* Enter the run's folder. If it is gone, for instance with its clone, the run is played here. */
static bool enter(const char *folder)
{
    return folder[0] == '\0' || chdir(folder) == 0 || errno == ENOENT || errno == ENOTDIR;
}

/* In the child process: start the run; on failure end with 127. */
static void play(const struct shrink_command *command, const struct shrink_part *part,
                 const char *out, unsigned seconds)
{
    static char budget[] = "--budget", stall[] = "--stall", idle[] = SHRINK_STALL;
    char launch[PATH_MAX], limit[16], path[4096 + 8];
    char *argv[5 + SHRINK_WORDS + 2 * SHRINK_OPTIONS + 3] = {launch, budget, limit, stall, idle};
    size_t n = 5;

    (void)snprintf(launch, sizeof(launch), "%s", command->launch);
    (void)snprintf(limit, sizeof(limit), "%u", seconds);
    memcpy(argv + n, command->word, command->words * sizeof(argv[0]));
    add_part(argv, n + command->words, command, part, out);
    (void)snprintf(path, sizeof(path), "%s.out", out);
    const int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    if (fd >= 0 && dup2(fd, STDOUT_FILENO) >= 0 && dup2(fd, STDERR_FILENO) >= 0 &&
        enter(command->folder)) {
        execv(launch, argv);
    }
    _exit(NOT_THERE);
}

/* For a run without verdict and finding: whether a limit ended it, or it was not played at all.
 * That is no failure of the SPU. */
static bool shows_nothing(int status)
{
    return status == 2 || status == 4 || status == SHRINK_LIMIT || status == SIGNALLED + SIGXCPU ||
           status == SIGNALLED + SIGKILL;
}

static void take_first(void *user, const struct night_finding *finding)
{
    night_first_take(user, finding);
}

static void look(const char *out, int status, struct shrink_shown *shown)
{
    night_result_read(&shown->result, out);
    shown->failed = !shown->result.passed;
    if (shown->failed) {
        night_meaning_read(&shown->meaning, &shown->result, out);
        struct night_first first = {.any = false};
        (void)night_findings_read(out, 1, take_first, &first);
        shown->cycle = first.any ? first.cycle : 0;
    }
    if (strcmp(shown->meaning.check, "crashed") == 0 && shows_nothing(status)) {
        shown->failed = false;
    }
}

static void forget(const char *out)
{
    static const char *const left[] = {"verdict", "findings.jsonl", "findings.txt", "command"};
    char path[4096 + 32];

    for (size_t i = 0; i < sizeof(left) / sizeof(*left); i++) {
        (void)snprintf(path, sizeof(path), "%s/%s", out, left[i]);
        (void)unlink(path);
    }
}

int shrink_run(const struct shrink_command *command, const struct shrink_part *part,
               const char *out, unsigned seconds, struct shrink_shown *shown)
{
    int status = 0;

    memset(shown, 0, sizeof(*shown));
    forget(out);
    const pid_t child = fork();
    if (child < 0) {
        return errno;
    }
    if (child == 0) {
        play(command, part, out, seconds);
    }
    while (waitpid(child, &status, 0) < 0) {
        if (errno != EINTR) {
            return errno;
        }
    }
    status = WIFEXITED(status) ? WEXITSTATUS(status) : SIGNALLED + WTERMSIG(status);
    shown->status = status;
    if (status == NOT_THERE || status == NO_PROGRAM) {
        return status == NOT_THERE ? ENOENT : ENOEXEC;
    }
    /* Status 2: spu_sim refused the part; that is no failure of the SPU. */
    if (status != 2) {
        look(out, status, shown);
    }
    return 0;
}

bool shrink_same(const struct night_meaning *a, const struct night_meaning *b)
{
    return strcmp(a->check, b->check) == 0 && strcmp(a->field, b->field) == 0;
}
