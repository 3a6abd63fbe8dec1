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

#include "config_members.h"
#include "spe/status.h"

/* A configuration is some lines of text; a larger file is the wrong one. */
#define FILE_BYTES_MAX 65536

/* How the last file was read. */
struct reading {
    int status;
    char reason[80]; /* if not SPE_OK */
};

/* A file that cannot be read is the configuration's fault, unless the environment denied it. */
static void cannot_read(struct reading *r, int why)
{
    int status = spe_status_of_errno(why);

    r->status = status == SPE_ENOENT ? SPE_ECONFIG : status;
    snprintf(r->reason, sizeof r->reason, "%s", strerror(why));
}

/* The only control characters of a text are tab, newline and CR before a newline. Others would
 * spoil every message that quotes the text. */
static bool is_text(const char *text, size_t bytes, size_t at)
{
    const unsigned char c = (unsigned char)text[at];

    if (c == '\r') {
        return at + 1 == bytes || text[at + 1] == '\n';
    }
    return c == '\t' || c == '\n' || (c >= ' ' && c != 0x7F);
}

static void check_text(struct reading *r, const char *text, size_t bytes)
{
    int line = 1;

    r->status = SPE_ECONFIG;
    if (bytes > FILE_BYTES_MAX) {
        snprintf(r->reason, sizeof r->reason, "larger than 64 KiB");
        return;
    }
    if (bytes >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0) {
        snprintf(r->reason, sizeof r->reason, "it begins with a byte order mark: save it without");
        return;
    }
    for (size_t i = 0; i < bytes; i++) {
        if (!is_text(text, bytes, i)) {
            snprintf(r->reason, sizeof r->reason, "no text: a byte 0x%02x in line %d",
                     (unsigned char)text[i], line);
            return;
        }
        line += text[i] == '\n';
    }
    r->status = SPE_OK;
}

/* Reads a text file. Returns it (malloc'd), or NULL with *r filled. */
static char *read_text(const char *path, struct reading *r)
{
    FILE *file = fopen(path, "rb");
    char *text = file ? malloc(FILE_BYTES_MAX + 1) : NULL;
    size_t bytes = text ? fread(text, 1, FILE_BYTES_MAX + 1, file) : 0;

    if (!text || ferror(file)) {
        cannot_read(r, errno);
    } else {
        check_text(r, text, bytes);
    }
    if (file) {
        (void)fclose(file);
    }
    if (text && r->status == SPE_OK) {
        text[bytes] = '\0';
        return text;
    }
    free(text);
    return NULL;
}

/* `user` gets how the last file was read; if reading fails, that file is the one that ends the
 * parse. */
static char *include_file(void *user, const char *path)
{
    return read_text(path, user);
}

/* The verdict names the configuration, so two files must not have the same name. A pipe has no file
 * name to compare, and neither has the copy in the directory of a run (spe/session.h). */
static int check_name(const struct spe_config *cfg, const char *path, struct spe_config_error *err)
{
    const char *slash = strrchr(path, '/'), *base = slash ? slash + 1 : path;
    const size_t length = strlen(base);
    const size_t n = length > 4 && strcmp(base + length - 4, ".cfg") == 0 ? length - 4 : length;
    struct stat st;

    if (strcmp(base, "config.cfg") == 0 || (stat(path, &st) == 0 && !S_ISREG(st.st_mode))) {
        return SPE_OK;
    }
    if (strlen(cfg->name) == n && strncmp(cfg->name, base, n) == 0) {
        return SPE_OK;
    }
    snprintf(err->text, sizeof err->text, "name = '%s': needed: '%.*s', as the file", cfg->name,
             n < 128 ? (int)n : 128, base);
    return SPE_ECONFIG;
}

int spe_config_load(struct spe_config *cfg, const char *path, struct spe_config_error *err)
{
    struct reading last = {.status = SPE_OK};
    char *text = read_text(path, &last);
    int status;

    *err = (struct spe_config_error){.line = 0};
    snprintf(err->file, sizeof err->file, "%s", path[0] != '\0' ? path : "''");
    if (!text) {
        snprintf(err->text, sizeof err->text, "cannot be read as a configuration: %s", last.reason);
        return last.status;
    }
    spe_config_init(cfg);
    status = spe_config_parse(cfg, text, path, include_file, &last, err);
    free(text);
    if (status < 0 && last.status != SPE_OK) {
        const size_t used = strlen(err->text);
        snprintf(err->text + used, sizeof err->text - used, ": %s", last.reason);
        return last.status;
    }
    if (status == SPE_OK) {
        status = spe_config_check(cfg, err);
    }
    return status == SPE_OK ? check_name(cfg, path, err) : status;
}

struct search {
    struct stat other;
    bool met;
    struct reading last;
};

/* A pipe is not read here, because the bytes would be missing later. */
static char *search_file(void *user, const char *path)
{
    struct search *s = user;
    struct stat st;

    if (stat(path, &st) != 0 || !S_ISREG(st.st_mode)) {
        return NULL;
    }
    s->met = s->met || (st.st_dev == s->other.st_dev && st.st_ino == s->other.st_ino);
    return s->met ? NULL : read_text(path, &s->last);
}

int spe_config_reads(const char *path, const char *other)
{
    struct spe_config_error err;
    struct search s = {.met = false};
    struct spe_config cfg;
    char *text;

    if (stat(other, &s.other) != 0) {
        return 0;
    }
    text = search_file(&s, path);
    if (text) {
        spe_config_init(&cfg);
        (void)spe_config_parse(&cfg, text, path, search_file, &s, &err);
        free(text);
    }
    if (s.last.status < 0 && s.last.status != SPE_ECONFIG) { /* its included files are not known */
        return s.last.status;
    }
    return s.met;
}

int spe_config_error_format(const struct spe_config_error *err, char *dst, size_t dst_bytes)
{
    if (err->file[0] == '\0') {
        return snprintf(dst, dst_bytes, "%s", err->text);
    }
    if (err->line == 0) {
        return snprintf(dst, dst_bytes, "%s: %s", err->file, err->text);
    }
    return snprintf(dst, dst_bytes, "%s:%d: %s", err->file, err->line, err->text);
}
