/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L

#include <errno.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli.h"
#include "log_request.h"
#include "spe/log.h"
#include "spe/status.h"

#define NAME "log"

/* A log of a text. */

static int failed(int status, const char *path, const char *why)
{
    return spe_cli_fail(status, NAME, "%s: %s", path, why);
}

struct packing {
    const char *path;
    char part[PATH_MAX]; /* written first, and renamed when it is whole; a device is written itself
                          */
    bool made;           /* part */
    struct spe_log_writer *writer;
    struct spe_log_error err;
};

/* A file of this process's own, with the mode that it would have by its final name. */
static int make_part(struct packing *p)
{
    mode_t mask = umask(0);
    int fd = mkstemp(p->part);
    int why = errno;

    (void)umask(mask);
    if (fd < 0) {
        (void)snprintf(p->err.text, sizeof(p->err.text), "cannot be created: %s", strerror(why));
        return SPE_EIO;
    }
    p->made = true;
    (void)fchmod(fd, 0666 & ~mask);
    (void)close(fd);
    return SPE_OK;
}

static int pack_header(void *user, const struct spe_log_header *header)
{
    struct packing *p = user;
    struct spe_config_error why;

    if (spe_config_check(&header->cfg, &why) != SPE_OK) {
        (void)snprintf(p->err.text, sizeof(p->err.text), "%.150s", why.text);
        return SPE_ECONFIG;
    }
    int status = strcmp(p->part, p->path) == 0 ? SPE_OK : make_part(p);
    return status == SPE_OK ? spe_log_create(&p->writer, p->part, header, &p->err) : status;
}

static int pack_txn(void *user, const struct spe_txn *txn)
{
    return spe_log_append(((struct packing *)user)->writer, txn);
}

static bool same_file(FILE *text, const char *path)
{
    struct stat a, b;

    return fstat(fileno(text), &a) == 0 && stat(path, &b) == 0 && a.st_dev == b.st_dev &&
           a.st_ino == b.st_ino;
}

/* Where the log is written until it is whole: what stands at its path outlives a failure.
 * @return 0, or the exit status after one line. */
static int choose_part(struct packing *p, FILE *in, const char *text)
{
    struct stat st;
    bool device = lstat(p->path, &st) == 0 && !S_ISREG(st.st_mode);
    int n = snprintf(p->part, sizeof(p->part), "%s%s", p->path, device ? "" : ".XXXXXX");

    if (n < 0 || (size_t)n >= sizeof(p->part)) {
        return failed(SPE_EXIT_USAGE, p->path, "the name is too long");
    }
    if (same_file(in, p->path)) {
        return failed(SPE_EXIT_USAGE, text, "the log would overwrite its own text");
    }
    return SPE_EXIT_GOOD;
}

/* The log is whole. @return the exit status, after one line if it is not 0. */
static int put_in_place(const struct packing *p)
{
    if (!p->made || rename(p->part, p->path) == 0) {
        return SPE_EXIT_GOOD;
    }
    int why = errno;
    (void)remove(p->part);
    return failed(SPE_EXIT_ENVIRONMENT, p->path, strerror(why));
}

/* @return the exit status, after one line if it is not 0. */
static int parse_into(struct packing *p, FILE *in, const char *text)
{
    struct spe_log_error err;
    struct spe_log_run run;
    int status = spe_log_parse(in, text, pack_header, pack_txn, p, &run, &err);
    int finished = spe_log_finish(p->writer, &run), why = errno;

    if (status == SPE_OK && finished == SPE_OK) {
        return put_in_place(p);
    }
    if (p->made) {
        (void)remove(p->part);
    }
    if (p->err.text[0] != '\0') { /* no log was begun */
        return failed(spe_status_exit(status), status == SPE_ECONFIG ? text : p->path, p->err.text);
    }
    if (finished != SPE_OK) {
        return failed(spe_status_exit(finished), p->path,
                      finished == SPE_EIO && why != 0 ? strerror(why) : spe_status_text(finished));
    }
    return spe_cli_fail(spe_status_exit(status), NAME, "%s", err.text);
}

int log_pack(const struct log_request *r)
{
    struct packing p = {.path = r->path};
    FILE *in = fopen(r->pack, "r");

    if (in == NULL) {
        int why = errno;
        return failed(spe_status_exit(spe_status_of_errno(why)), r->pack, strerror(why));
    }
    int status = choose_part(&p, in, r->pack);
    status = status == SPE_EXIT_GOOD ? parse_into(&p, in, r->pack) : status;
    (void)fclose(in);
    return status;
}
