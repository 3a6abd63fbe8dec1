/* SPDX-License-Identifier: Apache-2.0 */
#define _DEFAULT_SOURCE
#include "store.h"

#include <dirent.h>
#include <errno.h>
#include <fts.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

#include "night.h"

static bool is_database(const char *path)
{
    const char *dot = strrchr(path, '.');
    struct stat is;

    return stat(path, &is) == 0 ? S_ISREG(is.st_mode) : dot != NULL && strcmp(dot, ".db") == 0;
}

int night_store_open(struct night_db **out, const char *root, enum night_db_mode mode)
{
    char path[NIGHT_PATH];

    if (is_database(root)) {
        return night_db_open(out, root, mode, &night_schema_now);
    }
    if (strlen(root) > NIGHT_ROOT) {
        return night_fail(NIGHT_EXIT_USAGE, "the name of the folder is too long: %s", root);
    }
    (void)snprintf(path, sizeof(path), "%s/night.db", root);
    return night_db_open(out, path, mode, &night_schema_now);
}

void night_store_path(char path[NIGHT_PATH], const char *root, int64_t night, const char *format,
                      ...)
{
    va_list args;
    int n = snprintf(path, NIGHT_PATH, "%s/runs/%lld", root, (long long)night);

    va_start(args, format);
    if (n < NIGHT_PATH) {
        (void)vsnprintf(path + n, (size_t)(NIGHT_PATH - n), format, args);
    }
    va_end(args);
}

/* The highest number among the names in the folder; 0: none. */
static int64_t last_of(const char *folder)
{
    DIR *dir = opendir(folder);
    int64_t last = 0, id = 0;

    for (const struct dirent *at; dir != NULL && (at = readdir(dir)) != NULL;) {
        if (night_number(at->d_name, &id) == 0 && id > last) {
            last = id;
        }
    }
    if (dir != NULL) {
        (void)closedir(dir);
    }
    return last;
}

int64_t night_store_last(const char *root)
{
    char path[NIGHT_PATH];

    (void)snprintf(path, sizeof(path), "%s/runs", root);
    const int64_t runs = last_of(path);
    (void)snprintf(path, sizeof(path), "%s/page", root);
    const int64_t pages = last_of(path);
    return runs > pages ? runs : pages;
}

int night_store_folder(const char *path)
{
    char part[NIGHT_PATH];

    (void)snprintf(part, sizeof(part), "%s/", path);
    for (char *slash = strchr(part + 1, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        if (mkdir(part, 0777) != 0 && errno != EEXIST) {
            return night_fail(NIGHT_EXIT_ENVIRONMENT, "cannot make %s: %s", part, strerror(errno));
        }
        *slash = '/';
    }
    return NIGHT_EXIT_GOOD;
}

enum walk { REMOVE, COUNT };

/* Visit every file of the tree; a folder comes after its contents. @return bytes on the disk. */
static int64_t walk(const char *path, enum walk what)
{
    char name[NIGHT_PATH];
    char *roots[] = {name, NULL};
    FTSENT *at;
    int64_t bytes = 0;

    (void)snprintf(name, sizeof(name), "%s", path);
    FTS *tree = fts_open(roots, FTS_PHYSICAL | FTS_NOCHDIR, NULL);
    while (tree != NULL && (at = fts_read(tree)) != NULL) {
        if (at->fts_info == FTS_D || at->fts_info == FTS_NS) {
            continue; /* a folder before its contents; a file that is gone */
        }
        bytes += at->fts_statp != NULL ? (int64_t)at->fts_statp->st_blocks * 512 : 0;
        if (what == REMOVE) {
            (void)remove(at->fts_accpath);
        }
    }
    if (tree != NULL) {
        (void)fts_close(tree);
    }
    return bytes;
}

void night_store_remove(const char *path)
{
    (void)walk(path, REMOVE);
}

int64_t night_store_bytes(const char *path)
{
    return walk(path, COUNT);
}

/* @return 0, or -1 with errno. */
static int copy_to(FILE *in, const char *to)
{
    char block[65536];
    size_t n;
    FILE *out = fopen(to, "w");
    int status = out != NULL ? 0 : -1;

    while (status == 0 && (n = fread(block, 1, sizeof(block), in)) > 0) {
        status = fwrite(block, 1, n, out) == n ? 0 : -1;
    }
    if (status == 0 && (ferror(in) || fflush(out) != 0 || fsync(fileno(out)) != 0)) {
        status = -1;
    }
    if (out != NULL && fclose(out) != 0) {
        status = -1;
    }
    return status;
}

int night_store_copy(const char *from, const char *to)
{
    char part[NIGHT_PATH + 8];
    FILE *in = fopen(from, "r");

    if (in == NULL) {
        return -1;
    }
    (void)snprintf(part, sizeof(part), "%s.part", to);
    const int status = copy_to(in, part) == 0 ? rename(part, to) : -1;
    const int fault = errno;
    (void)fclose(in);
    if (status != 0) {
        (void)remove(part);
        errno = fault;
    }
    return status;
}

bool night_store_begun(const char *path)
{
    DIR *dir = opendir(path);
    bool any = false;

    for (const struct dirent *at; dir != NULL && !any && (at = readdir(dir)) != NULL;) {
        any = strcmp(at->d_name, ".") != 0 && strcmp(at->d_name, "..") != 0;
    }
    if (dir != NULL) {
        (void)closedir(dir);
    }
    return any;
}

/* Whether the name is roundN: the folder of a round's chunks. */
static bool is_round(const char *name)
{
    return strncmp(name, "round", 5) == 0 && name[5] != '\0' &&
           name[5 + strspn(name + 5, "0123456789")] == '\0';
}

void night_store_rounds(const char *root, int64_t night,
                        void (*take)(void *user, const char *folder), void *user)
{
    char path[NIGHT_PATH];

    night_store_path(path, root, night, "%s", "");
    DIR *dir = opendir(path);
    for (const struct dirent *at; dir != NULL && (at = readdir(dir)) != NULL;) {
        if (is_round(at->d_name)) {
            night_store_path(path, root, night, "/%s", at->d_name);
            take(user, path);
        }
    }
    if (dir != NULL) {
        (void)closedir(dir);
    }
}
