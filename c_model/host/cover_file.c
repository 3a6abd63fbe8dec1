/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include "spe/cover_file.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cut.h"
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

struct spe_cover_output {
    FILE *file;
    char *path;
    bool regular, written;
};

/* Whether there is nothing to lose in a regular file: it is empty, or of bins.
 * @return 0, or a status with *err filled. */
static int check_old(FILE *file, struct spe_log_error *err)
{
    char line[sizeof(MAGIC)] = "";
    bool any = fgets(line, sizeof(line), file) != NULL;

    if (ferror(file)) {
        return log_error(err, SPE_EIO, "cannot be read: %s", strerror(errno));
    }
    return any && strcmp(line, MAGIC) != 0
               ? log_error(err, SPE_EINVAL, "holds something else than bins, and is left alone")
               : SPE_OK;
}

static int cut(FILE *file)
{
    return fseek(file, 0, SEEK_SET) != 0 ? -1 : file_cut(fileno(file));
}

/* What is regular is locked first: two sessions would overwrite each other's bins. */
static int take(struct spe_cover_output *out, struct spe_log_error *err)
{
    struct stat is;
    bool other = stat(out->path, &is) == 0 && !S_ISREG(is.st_mode);
    int fd = open(out->path, (other ? O_WRONLY : O_RDWR | O_CREAT) | O_CLOEXEC, 0666);

    out->file = fd < 0 ? NULL : fdopen(fd, other ? "w" : "r+");
    if (out->file == NULL) {
        int why = errno;
        if (fd >= 0) {
            (void)close(fd);
        }
        return log_error(err, why == ENOMEM ? SPE_ENOMEM : SPE_EIO, "%s", strerror(why));
    }
    if (other) {
        return SPE_OK;
    }
    if (flock(fd, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
        return log_error(err, SPE_EINVAL, "another session writes there");
    }
    int status = check_old(out->file, err);
    if (status == SPE_OK && cut(out->file) != 0) {
        status = log_error(err, SPE_EIO, "%s", strerror(errno));
    }
    out->regular = status == SPE_OK;
    return status;
}

int spe_cover_create(struct spe_cover_output **out, const char *path, struct spe_log_error *err)
{
    struct spe_cover_output *o = calloc(1, sizeof(*o));

    if (o != NULL) {
        o->path = strdup(path);
    }
    int status =
        o == NULL || o->path == NULL ? log_error(err, SPE_ENOMEM, "out of memory") : take(o, err);
    if (status != SPE_OK) {
        spe_cover_close(o);
        return status;
    }
    *out = o;
    return SPE_OK;
}

int spe_cover_write(struct spe_cover_output *out, const struct spe_log_header *header,
                    const struct spe_log_run *run, const struct spe_model *model)
{
    out->written = true;
    clearerr(out->file);
    if (out->regular && cut(out->file) != 0) {
        return SPE_EIO;
    }
    fputs(MAGIC, out->file);
    log_header_print(out->file, header);
    log_run_print(out->file, run);
    if (run->has_status && run->status == 0) {
        print_bins(out->file, model);
    }
    fputs("end\n", out->file);
    return fflush(out->file) != 0 || ferror(out->file) ? SPE_EIO : SPE_OK;
}

const char *spe_cover_path(const struct spe_cover_output *out)
{
    return out->path;
}

void spe_cover_close(struct spe_cover_output *out)
{
    if (out == NULL) {
        return;
    }
    if (out->regular && !out->written) {
        (void)remove(out->path);
    }
    if (out->file != NULL) {
        (void)fclose(out->file);
    }
    free(out->path);
    free(out);
}

/* @return the bin of that name from `first` on, or the number of bins. */
static size_t find_bin(const char *wanted, size_t first)
{
    size_t bin = first;
    char name[96];

    while (bin < spe_cover_bins() &&
           (spe_cover_name(bin, name, sizeof(name)) <= 0 || strcmp(name, wanted) != 0)) {
        bin++;
    }
    return bin;
}

/* BIN COUNT. Bins come in their order: the search goes on where the last one was found. */
static int set_bin(struct spe_cover_run *out, char *line, size_t *next, struct spe_log_error *err)
{
    char *number = strrchr(line, ' ');
    uint64_t count;

    if (number == NULL || !log_number(number + 1, UINT64_MAX, &count)) {
        return log_error(err, SPE_EBADMSG, "'%.80s': needed: BIN COUNT, @ lines, or 'end'", line);
    }
    *number = '\0';
    const size_t bin = find_bin(line, *next);
    if (bin == spe_cover_bins()) {
        return log_error(err, SPE_EBADMSG, "'%.80s': %s", line,
                         find_bin(line, 0) == bin ? "no bin of this version"
                                                  : "stands twice, or out of order");
    }
    out->count[bin] = count;
    *next = bin + 1;
    return SPE_OK;
}

struct reading {
    struct log_seen seen;
    size_t next; /* bin that may come */
    bool ended;
    int number; /* of the line */
};

static int take_line(struct spe_cover_run *out, struct reading *r, char *line,
                     struct spe_log_error *err)
{
    if (r->ended) {
        return log_error(err, SPE_EBADMSG, "'%.80s': a line behind 'end'", line);
    }
    if (line[0] == '@') {
        enum log_lines where = strncmp(line, "@run ", 5) == 0 ? LOG_LINES_RUN : LOG_LINES_HEAD;
        return log_header_line(&out->header, &out->run, where, &r->seen, line, err);
    }
    if (strcmp(line, "end") == 0) {
        r->ended = true;
        return SPE_OK;
    }
    return set_bin(out, line, &r->next, err);
}

/* Behind the last line: is all there, and nothing that a run has not shown? */
static int complete(const struct spe_cover_run *out, const struct reading *r,
                    struct spe_log_error *err)
{
    if (!r->ended || !out->run.present) {
        return log_error(err, SPE_EBADMSG, "it has no end: needed: @run and a last line 'end'");
    }
    if (log_header_complete(LOG_LINES_HEAD, &r->seen, err) != SPE_OK) {
        return SPE_EBADMSG;
    }
    /* A default in its place would name another configuration. */
    const char *missing = log_missing_key(&r->seen);
    if (missing != NULL) {
        return log_error(err, SPE_EBADMSG, "the file is damaged: no line '@key %s'", missing);
    }
    if (r->next > 0 && (!out->run.has_status || out->run.status != 0)) {
        return log_error(err, SPE_EBADMSG, "bins of a run that did not pass");
    }
    return SPE_OK;
}

/* errno says why. */
static int unreadable(struct spe_log_error *err)
{
    return log_error(err, spe_status_of_errno(errno), "%s", strerror(errno));
}

static int take_lines(struct spe_cover_run *out, FILE *in, struct spe_log_error *err)
{
    struct reading r = {.ended = false};
    char line[512];

    bool any = fgets(line, sizeof(line), in) != NULL;
    if (ferror(in)) {
        return unreadable(err);
    }
    if (!any || strcmp(line, MAGIC) != 0) {
        return log_error(err, SPE_EBADMSG, "not a file of bins: needed: a first line 'spe-bins 1'");
    }
    for (r.number = 2; fgets(line, sizeof(line), in) != NULL; r.number++) {
        size_t n = strcspn(line, "\n");
        if (line[n] == '\0') {
            return log_error(err, SPE_EBADMSG, "line %d: '%.40s': it has no end: the file is cut",
                             r.number, line);
        }
        line[n] = '\0';
        struct spe_log_error why;
        int status = take_line(out, &r, line, &why);
        if (status != SPE_OK) {
            return log_error(err, status, "line %d: %.600s", r.number, why.text);
        }
    }
    if (ferror(in)) {
        return unreadable(err);
    }
    return complete(out, &r, err);
}

int spe_cover_read(struct spe_cover_run *out, const char *path, struct spe_log_error *err)
{
    FILE *in = fopen(path, "r");

    if (in == NULL) {
        return unreadable(err);
    }
    log_header_init(&out->header);
    memset(&out->run, 0, sizeof(out->run));
    memset(out->count, 0, spe_cover_bins() * sizeof(*out->count));
    int status = take_lines(out, in, err);
    (void)fclose(in);
    return status;
}
