/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L /* stat */
#include "spe/cover_file.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "log_header.h"
#include "spe/status.h"

#define MAGIC "spe-bins 1\n"

static void print_bins(FILE *out, const struct spe_model *model)
{
    size_t bins = spe_cover_bins();
    char name[96];

    for (size_t bin = 0; bin < bins; bin++) {
        uint64_t n = spe_model_cover(model, bin);
        if (n != 0 && spe_cover_name(bin, name, sizeof(name)) > 0) {
            fprintf(out, "%s %" PRIu64 "\n", name, n);
        }
    }
}

int spe_cover_remove(const char *path)
{
    char line[sizeof(MAGIC)] = "";
    struct stat is;

    if (stat(path, &is) != 0 || !S_ISREG(is.st_mode)) {
        return SPE_OK;
    }
    FILE *in = fopen(path, "r");
    if (in == NULL) {
        return errno == ENOMEM ? SPE_ENOMEM : SPE_EIO;
    }
    bool bins = fgets(line, sizeof(line), in) != NULL && strcmp(line, MAGIC) == 0;
    (void)fclose(in);
    return bins && remove(path) != 0 ? SPE_EIO : SPE_OK;
}

int spe_cover_write(const char *path, const struct spe_log_header *header,
                    const struct spe_log_run *run, const struct spe_model *model)
{
    FILE *out = fopen(path, "w");

    if (out == NULL) {
        return errno == ENOMEM ? SPE_ENOMEM : SPE_EIO;
    }
    fputs(MAGIC, out);
    log_header_print(out, header);
    log_run_print(out, run);
    if (run->has_status && run->status == 0) {
        print_bins(out, model);
    }
    fputs("end\n", out);
    int bad = ferror(out);
    return fclose(out) != 0 || bad ? SPE_EIO : SPE_OK;
}

/* Bins come in their order: the search goes on where the last one was found. */
static bool set_bin(struct spe_cover_run *out, char *line, size_t *next)
{
    char *number = strrchr(line, ' '), name[96];
    uint64_t count;

    if (number == NULL) {
        return false;
    }
    *number++ = '\0';
    if (!log_number(number, UINT64_MAX, &count)) {
        return false;
    }
    for (size_t bin = *next; bin < spe_cover_bins(); bin++) {
        if (spe_cover_name(bin, name, sizeof(name)) > 0 && strcmp(name, line) == 0) {
            out->count[bin] = count;
            *next = bin + 1;
            return true;
        }
    }
    return false;
}

struct reading {
    struct log_seen seen;
    size_t next; /* bin that may come */
    bool ended;
};

static int take_line(struct spe_cover_run *out, struct reading *r, char *line,
                     struct spe_log_error *err)
{
    if (r->ended) {
        return log_error(err, SPE_EBADMSG, "a line behind 'end'");
    }
    if (line[0] == '@') {
        enum log_lines where = strncmp(line, "@run ", 5) == 0 ? LOG_LINES_RUN : LOG_LINES_HEAD;
        return log_header_line(&out->header, &out->run, where, &r->seen, line, err);
    }
    if (strcmp(line, "end") == 0) {
        r->ended = true;
        return SPE_OK;
    }
    return set_bin(out, line, &r->next)
               ? SPE_OK
               : log_error(err, SPE_EBADMSG, "no bin of this version, or out of order: '%.80s'",
                           line);
}

/* @return whether there was a `@key` line of every key: a default in its place would name another
 * configuration. */
static bool all_keys(const struct log_seen *seen)
{
    const struct spe_config_key *keys;
    size_t n = spe_config_keys(&keys), came = 0;

    for (size_t i = 0; i < n; i++) {
        came += (seen->keys[i / 64] >> i % 64 & 1) != 0;
    }
    return came == n;
}

/* Behind the last line: is all there, and nothing that a run has not shown? */
static int complete(const struct spe_cover_run *out, const struct reading *r,
                    struct spe_log_error *err)
{
    if (!r->ended || !out->run.present) {
        return log_error(err, SPE_EBADMSG, "it has no end");
    }
    if (log_header_complete(LOG_LINES_HEAD, &r->seen, err) != SPE_OK || !all_keys(&r->seen)) {
        return log_error(err, SPE_EBADMSG, "damaged: a line of its header or a key is missing");
    }
    if (r->next > 0 && (!out->run.has_status || out->run.status != 0)) {
        return log_error(err, SPE_EBADMSG, "bins of a run that did not pass");
    }
    return SPE_OK;
}

static int take_lines(struct spe_cover_run *out, FILE *in, struct spe_log_error *err)
{
    struct reading r = {.ended = false};
    char line[512];

    if (fgets(line, sizeof(line), in) == NULL || strcmp(line, MAGIC) != 0) {
        return log_error(err, ferror(in) ? SPE_EIO : SPE_EBADMSG, "not a file of bins");
    }
    while (fgets(line, sizeof(line), in) != NULL) {
        size_t n = strcspn(line, "\n");
        if (line[n] == '\0') {
            return log_error(err, SPE_EBADMSG, "a line without an end");
        }
        line[n] = '\0';
        int status = take_line(out, &r, line, err);
        if (status != SPE_OK) {
            return status;
        }
    }
    if (ferror(in)) {
        return log_error(err, SPE_EIO, "cannot be read");
    }
    return complete(out, &r, err);
}

int spe_cover_read(struct spe_cover_run *out, const char *path, struct spe_log_error *err)
{
    FILE *in = fopen(path, "r");

    if (in == NULL) {
        return log_error(err, errno == ENOMEM ? SPE_ENOMEM : SPE_ENOENT, "%s", strerror(errno));
    }
    log_header_init(&out->header);
    memset(&out->run, 0, sizeof(out->run));
    memset(out->count, 0, spe_cover_bins() * sizeof(*out->count));
    int status = take_lines(out, in, err);
    (void)fclose(in);
    return status;
}
