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

#include "cover_magic.h"
#include "cut.h"
#include "log_header.h"
#include "spe/status.h"

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

/* What the model has counted in addition to bins: how often each check was evaluated (if it is on,
 * and the configuration has what it is about), and how often branches of tolerated outcomes were
 * taken. */
static void print_counts(FILE *out, const struct spe_model *model)
{
    uint64_t evaluated, fired;
    struct spe_fork fork;

    for (int i = 0; i < SPE_CHECKS; i++) {
        if (!spe_model_check_off(model, i) && !spe_model_check_absent(model, i) &&
            spe_model_check_counts(model, i, &evaluated, &fired) == SPE_OK) {
            fprintf(out, "@count check %s %" PRIu64 "\n", spe_check_name(i), evaluated);
        }
    }
    for (int i = 0; spe_model_fork(model, i, &fork); i++) {
        if (fork.branch != NULL && fork.n != 0) {
            fprintf(out, "@count fork %s %s %" PRIu64 "\n", fork.choice, fork.branch, fork.n);
        }
    }
}

struct spe_cover_output {
    FILE *file;
    char *path;
    bool regular, written;
};

/* Whether a regular file may be overwritten: it is empty, or a file of bins.
 * @return 0, or a status with *err filled. */
static int check_old(FILE *file, struct spe_log_error *err)
{
    char line[sizeof(COVER_MAGIC)] = "";
    bool any = fgets(line, sizeof(line), file) != NULL;

    if (ferror(file)) {
        return log_error(err, SPE_EIO, "cannot be read: %s", strerror(errno));
    }
    return any && strcmp(line, COVER_MAGIC) != 0
               ? log_error(err, SPE_EINVAL, "holds something else than bins, and is left alone")
               : SPE_OK;
}

static int cut(FILE *file)
{
    return fseek(file, 0, SEEK_SET) != 0 ? -1 : file_cut(fileno(file));
}

/* A regular file is locked before it is emptied, or two sessions would overwrite each other's bins.
 */
static int open_locked(struct spe_cover_output *out, struct spe_log_error *err)
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
    int status = o == NULL || o->path == NULL ? log_error(err, SPE_ENOMEM, "out of memory")
                                              : open_locked(o, err);
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
    fputs(COVER_MAGIC, out->file);
    log_header_print(out->file, header);
    log_run_print(out->file, run);
    if (run->has_status && run->status == 0) {
        print_counts(out->file, model);
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
