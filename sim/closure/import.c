/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "import.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "night.h"
#include "rundir.h"
#include "spe/status.h"

/* The directories that hold a file of bins. */
struct found {
    char **dir;
    size_t n;
};

static int by_name(const void *left, const void *right)
{
    return strcmp(*(char *const *)left, *(char *const *)right);
}

static int keep_dir(struct found *found, const char *path)
{
    if (night_grow((void **)&found->dir, found->n, sizeof(*found->dir)) != 0) {
        return NIGHT_EXIT_ENVIRONMENT;
    }
    found->dir[found->n] = strdup(path);
    return found->dir[found->n++] != NULL ? NIGHT_EXIT_GOOD : NIGHT_EXIT_ENVIRONMENT;
}

static bool is_folder(const char *path)
{
    struct stat is;

    return lstat(path, &is) == 0 && S_ISDIR(is.st_mode);
}

/* Search `path` and everything below it, without following links. */
static int look_in(struct found *found, const char *path)
{
    char name[PATH_MAX];
    DIR *dir = opendir(path);
    int status = NIGHT_EXIT_GOOD;

    if (dir == NULL) {
        return night_fail(NIGHT_EXIT_USAGE, "cannot read %s: %s", path, strerror(errno));
    }
    (void)snprintf(name, sizeof(name), "%s/bins", path);
    if (access(name, F_OK) == 0) {
        status = keep_dir(found, path);
    }
    for (struct dirent *e = readdir(dir); e != NULL && status == NIGHT_EXIT_GOOD;
         e = readdir(dir)) {
        if (e->d_name[0] != '.' &&
            snprintf(name, sizeof(name), "%s/%s", path, e->d_name) < (int)sizeof(name) &&
            is_folder(name)) {
            status = look_in(found, name);
        }
    }
    (void)closedir(dir);
    return status;
}

/* Whether the word is an option that closure sets itself; each of these has a value. */
static bool is_known(const char *word, size_t n)
{
    static const char *const known[] = {"--config", "--test", "--seed", "--dir", "--weights-hash"};

    for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++) {
        if (n == strlen(known[i]) && strncmp(word, known[i], n) == 0) {
            return true;
        }
    }
    return false;
}

void closure_run_of(struct closure_run *run, const char *command)
{
    const char *at = strstr(command, "--");
    size_t used = 0;

    run->options[0] = '\0';
    while (at != NULL && *at != '\0') {
        const size_t n = strcspn(at, " ");
        const char *value = at + n + strspn(at + n, " ");
        if (is_known(at, n)) {
            if (strncmp(at, "--test", n) == 0) {
                (void)snprintf(run->test, sizeof(run->test), "%.*s", (int)strcspn(value, " "),
                               value);
            }
            value += strcspn(value, " ");
            value += strspn(value, " ");
        } else if (used + n + 2 < sizeof(run->options)) {
            used += (size_t)snprintf(run->options + used, sizeof(run->options) - used, "%s%.*s",
                                     used > 0 ? " " : "", (int)n, at);
        } else {
            run->foreign = true;
        }
        at = value;
    }
}

int closure_import_run(struct closure_corpus *corpus, struct closure_run *run,
                       const struct spe_cover_met *met, size_t n, const char *test)
{
    run->kind = CLOSURE_START;
    run->target = run->parent = CLOSURE_NONE;
    run->passed = run->given = true;
    run->weighted = !run->foreign && strcmp(run->test, test) == 0 && run->options[0] == '\0';
    if (run->weighted) {
        run->vector = malloc(sizeof(*run->vector));
        if (run->vector == NULL) {
            return night_fail(NIGHT_EXIT_ENVIRONMENT, "out of memory");
        }
        *run->vector = closure_usual(corpus->knobs);
    }
    return closure_corpus_add(corpus, run, met, n);
}

static int take_dir(const struct closure_play *play, struct closure_corpus *corpus,
                    const char *path, const char *test)
{
    char name[PATH_MAX];
    struct night_result result;
    struct spe_cover_run bins;
    struct spe_log_error err;

    (void)snprintf(name, sizeof(name), "%s/bins", path);
    if (spe_cover_read(play->reader, name, &bins, &err) != SPE_OK) {
        return night_fail(NIGHT_EXIT_USAGE, "%s: %s", name, err.text);
    }
    if (bins.config_hash != play->config_hash) {
        return NIGHT_EXIT_GOOD;
    }
    night_result_read(&result, path);
    struct closure_run run = {.seed = bins.run.seed, .cycles = result.cycles};
    (void)snprintf(run.test, sizeof(run.test), "%.63s", bins.run.test);
    run.foreign = strstr(result.command, " --test ") == NULL;
    closure_run_of(&run, result.command);
    return closure_import_run(corpus, &run, bins.met, bins.n_met, test);
}

int closure_import_folder(const struct closure_play *play, struct closure_corpus *corpus,
                          const char *folder, const char *test)
{
    struct found found = {.n = 0};
    int status = look_in(&found, folder);

    if (found.n > 0) {
        qsort(found.dir, found.n, sizeof(*found.dir), by_name);
    }
    for (size_t i = 0; i < found.n && status == NIGHT_EXIT_GOOD; i++) {
        status = take_dir(play, corpus, found.dir[i], test);
    }
    for (size_t i = 0; i < found.n; i++) {
        free(found.dir[i]);
    }
    free(found.dir);
    if (status == NIGHT_EXIT_GOOD && corpus->runs == 0) {
        return night_fail(NIGHT_EXIT_USAGE, "%s holds no run of %s", folder, play->config);
    }
    return status;
}
