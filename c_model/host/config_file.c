/* SPDX-License-Identifier: Apache-2.0
 *
 * Configuration files.
 */
#define _POSIX_C_SOURCE 200809L
#include "spe/config_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "spe/status.h"

/* A configuration is some lines of text; anything larger is the wrong file. */
#define FILE_BYTES_MAX 65536

/* Text has no control characters but these; what has others would spoil every message about it. */
static bool is_text(const char *text, size_t bytes)
{
    for (size_t i = 0; i < bytes; i++)
        if (((unsigned char)text[i] < ' ' && !strchr("\t\n\r", text[i])) || text[i] == 0x7F ||
            text[i] == '\0')
            return false;
    return true;
}

/* Reads a text file. Returns it (malloc'd) or NULL with errno set. */
static char *read_text(const char *path)
{
    FILE *file = fopen(path, "rb");
    char *text;
    size_t bytes;
    int why = 0;

    if (!file)
        return NULL;
    text = malloc(FILE_BYTES_MAX + 1);
    bytes = text ? fread(text, 1, FILE_BYTES_MAX + 1, file) : 0;
    if (!text || ferror(file))
        why = errno;
    else if (bytes > FILE_BYTES_MAX || !is_text(text, bytes))
        why = EFBIG;
    else
        text[bytes] = '\0';
    (void)fclose(file);
    if (why == 0)
        return text;
    free(text);
    errno = why;
    return NULL;
}

/* A file that cannot be read is the configuration's fault, unless the environment denied it. */
static int status_of(int why)
{
    int status = spe_status_of_errno(why);

    return status == SPE_ENOENT ? SPE_ECONFIG : status;
}

static const char *reason(int why)
{
    return why == EFBIG ? "no text file, or larger than 64 KiB" : strerror(why);
}

/* `user`: errno of the last file, which is the one that ended the parse; 0: it was read. */
static char *include_file(void *user, const char *path)
{
    char *text = read_text(path);

    *(int *)user = text ? 0 : errno;
    return text;
}

int spe_config_load(struct spe_config *cfg, const char *path, struct spe_config_error *err)
{
    char *text = read_text(path);
    int why = errno, status, included = 0;

    *err = (struct spe_config_error){.line = 0};
    snprintf(err->file, sizeof err->file, "%s", path);
    if (!text) {
        snprintf(err->text, sizeof err->text, "cannot be read as a configuration: %s", reason(why));
        return status_of(why);
    }
    spe_config_init(cfg);
    status = spe_config_parse(cfg, text, path, include_file, &included, err);
    free(text);
    if (status < 0 && included != 0) {
        const size_t used = strlen(err->text);
        snprintf(err->text + used, sizeof err->text - used, ": %s", reason(included));
        return status_of(included);
    }
    if (status < 0)
        return status;
    return spe_config_check(cfg, err);
}

struct search {
    struct stat other;
    bool met;
    int status; /* of the last file */
};

/* A pipe is left alone: what is read from it here would be missing later. */
static char *search_file(void *user, const char *path)
{
    struct search *s = user;
    struct stat st;
    char *text;

    if (stat(path, &st) != 0 || !S_ISREG(st.st_mode))
        return NULL;
    s->met = s->met || (st.st_dev == s->other.st_dev && st.st_ino == s->other.st_ino);
    text = s->met ? NULL : read_text(path);
    s->status = s->met || text ? SPE_OK : status_of(errno);
    return text;
}

int spe_config_reads(const char *path, const char *other)
{
    struct spe_config_error err;
    struct search s = {.met = false};
    struct spe_config cfg;
    char *text;

    if (stat(other, &s.other) != 0)
        return 0;
    text = search_file(&s, path);
    if (text) {
        spe_config_init(&cfg);
        (void)spe_config_parse(&cfg, text, path, search_file, &s, &err);
        free(text);
    }
    if (s.status < 0 && s.status != SPE_ECONFIG) /* what it goes on to include is not known */
        return s.status;
    return s.met;
}

int spe_config_error_format(const struct spe_config_error *err, char *dst, size_t dst_bytes)
{
    if (err->file[0] == '\0')
        return snprintf(dst, dst_bytes, "%s", err->text);
    if (err->line == 0)
        return snprintf(dst, dst_bytes, "%s: %s", err->file, err->text);
    return snprintf(dst, dst_bytes, "%s:%d: %s", err->file, err->line, err->text);
}
