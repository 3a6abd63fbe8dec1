/* SPDX-License-Identifier: Apache-2.0 */
#include "save_files.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"

static void fail(struct save_files *files, const char *path, int why)
{
    if (files->why == 0) {
        files->failed = path;
        files->why = why != 0 ? why : EIO;
    }
}

static struct save_file *find(const struct save_files *files, const char *path)
{
    struct save_file *file = files->first;

    while (file != NULL && strcmp(file->path, path) != 0) {
        file = file->next;
    }
    return file;
}

/* @return the new file, or NULL with the reason noted in *files. */
static struct save_file *add_file(struct save_files *files, const char *path)
{
    struct save_file *file = calloc(1, sizeof(*file));

    if (file == NULL) {
        fail(files, "a file of names", ENOMEM);
        return NULL;
    }
    (void)snprintf(file->path, sizeof(file->path), "%s", path);
    file->next = files->first;
    files->first = file;
    const int why =
        part_file_choose(&file->part, file->path) ? part_file_make(&file->part) : ENAMETOOLONG;
    if (why != 0) {
        fail(files, file->path, why);
        return NULL;
    }
    return file;
}

FILE *save_files_open(struct save_files *files, const char *path)
{
    struct save_file *file = find(files, path);

    file = file != NULL ? file : add_file(files, path);
    if (file == NULL || files->why != 0) {
        return NULL;
    }
    FILE *out = fopen(file->part.name, "w");
    if (out == NULL) {
        fail(files, file->path, errno);
    }
    return out;
}

void save_files_close(struct save_files *files, const char *path, FILE *out)
{
    const struct save_file *file = find(files, path);
    const int bad = ferror(out), why = errno;

    if (fclose(out) != 0) {
        fail(files, file->path, errno);
    } else if (bad != 0) {
        fail(files, file->path, why);
    }
}

int save_files_place(struct save_files *files)
{
    for (struct save_file *file = files->first; file != NULL && files->why == 0;
         file = file->next) {
        const int why = part_file_place(&file->part);
        if (why != 0) {
            fail(files, file->path, why);
        }
    }
    return files->why == 0 ? SPE_EXIT_GOOD
                           : spe_cli_fail(SPE_EXIT_ENVIRONMENT, "wave", "%s: cannot be written: %s",
                                          files->failed, strerror(files->why));
}

void save_files_free(struct save_files *files)
{
    while (files->first != NULL) {
        struct save_file *file = files->first;
        files->first = file->next;
        part_file_drop(&file->part);
        free(file);
    }
}
