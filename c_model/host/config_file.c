/* SPDX-License-Identifier: Apache-2.0
 *
 * Configuration files.
 */
#include "spe/config_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

    if (!file)
        return NULL;
    errno = 0;
    text = malloc(FILE_BYTES_MAX + 1);
    bytes = text ? fread(text, 1, FILE_BYTES_MAX + 1, file) : 0;
    if (text && (ferror(file) || bytes > FILE_BYTES_MAX || !is_text(text, bytes))) {
        errno = errno ? errno : EFBIG;
        free(text);
        text = NULL;
    } else if (text) {
        text[bytes] = '\0';
    }
    fclose(file);
    return text;
}

static char *include_file(void *user, const char *path)
{
    (void)user;
    return read_text(path);
}

int spe_config_load(struct spe_config *cfg, const char *path, struct spe_config_error *err)
{
    char *text = read_text(path);
    int status;

    *err = (struct spe_config_error){.line = 0};
    snprintf(err->file, sizeof err->file, "%s", path);
    if (!text) {
        snprintf(err->text, sizeof err->text, "cannot be read as a configuration: %s",
                 errno == EFBIG ? "no text file, or larger than 64 KiB" : strerror(errno));
        return errno == ENOMEM ? SPE_ENOMEM : SPE_ECONFIG;
    }
    spe_config_init(cfg);
    status = spe_config_parse(cfg, text, path, include_file, NULL, err);
    free(text);
    return status < 0 ? status : spe_config_check(cfg, err);
}

int spe_config_error_format(const struct spe_config_error *err, char *dst, size_t dst_bytes)
{
    if (err->file[0] == '\0')
        return snprintf(dst, dst_bytes, "%s", err->text);
    if (err->line == 0)
        return snprintf(dst, dst_bytes, "%s: %s", err->file, err->text);
    return snprintf(dst, dst_bytes, "%s:%d: %s", err->file, err->line, err->text);
}
