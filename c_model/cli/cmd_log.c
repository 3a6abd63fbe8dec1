/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L

#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli.h"
#include "log_bytes.h"
#include "spe/log.h"
#include "spe/status.h"

#define NAME "log"

struct request {
    const char *path, *pack;
    uint64_t from, to;
    int kind; /* -1: all */
    bool salvage, header, bytes;
    bool part; /* one of --from, --to, --kind */
};

static int failed(int status, const char *path, const char *why)
{
    return spe_cli_fail(status, NAME, "%s: %s", path, why);
}

/* @return 0, or SPE_ENOMEM. */
static int put(const struct request *r, const struct spe_txn *txn, struct log_bytes *bytes)
{
    if (r->bytes) {
        return log_bytes_put(bytes, txn, stdout);
    }
    if (txn->cycle >= r->from && (r->kind < 0 || txn->kind == r->kind)) {
        spe_log_print_txn(stdout, txn);
    }
    return SPE_OK;
}

/* The transactions up to the last cycle asked for. @return as spe_log_next(), with *err filled. */
static int print_txns(const struct request *r, struct spe_log_reader *reader,
                      struct spe_log_error *err)
{
    struct log_bytes bytes = {.n = 0};
    struct spe_txn txn;
    int status = 0;

    while (!ferror(stdout) && (status = spe_log_next(reader, &txn, err)) > 0 &&
           txn.cycle <= r->to) {
        if (put(r, &txn, &bytes) != SPE_OK) {
            (void)snprintf(err->text, sizeof(err->text), "out of memory");
            status = SPE_ENOMEM;
            break;
        }
    }
    log_bytes_end(&bytes);
    return status;
}

static int print(const struct request *r)
{
    struct spe_log_reader *reader;
    struct spe_log_error err;
    int status =
        r->salvage ? spe_log_salvage(&reader, r->path, &err) : spe_log_open(&reader, r->path, &err);

    if (status == SPE_ETRUNC && !r->salvage) { /* as a run leaves it that is killed */
        return spe_cli_fail(spe_status_exit(status), NAME, "%s: %s; --salvage reads what is whole",
                            r->path, err.text);
    }
    if (status != SPE_OK) {
        return failed(spe_status_exit(status), r->path, err.text);
    }
    if (!r->bytes && (r->header || !r->part)) {
        spe_log_print_header(stdout, spe_log_header(reader), spe_log_run(reader));
    }
    if (r->from != 0) {
        (void)spe_log_seek(reader, r->from);
    }
    status = print_txns(r, reader, &err);
    int result = spe_cli_finish(NAME, SPE_EXIT_GOOD);
    if (status < 0) {
        result = failed(spe_status_exit(status), r->path, err.text);
    } else if (spe_log_run(reader)->part && result == SPE_EXIT_GOOD) {
        result = failed(SPE_EXIT_ENVIRONMENT, r->path, spe_log_run(reader)->why);
    }
    spe_log_close(reader);
    return result;
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

static int pack(const struct request *r)
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

static int take_kind(const char *text)
{
    for (int kind = 0; kind < SPE_TXN_KINDS; kind++) {
        if (strcmp(spe_txn_name(kind), text) == 0) {
            return kind;
        }
    }
    fprintf(stderr, "spe " NAME ": unknown kind '%s': allowed:", text);
    for (int kind = 0; kind < SPE_TXN_KINDS; kind++) {
        fprintf(stderr, " %s", spe_txn_name(kind));
    }
    fputc('\n', stderr);
    return -1;
}

static int take_cycle(const char *option, const char *text, uint64_t *cycle)
{
    if (spe_cli_number(text, cycle)) {
        return SPE_EXIT_GOOD;
    }
    return spe_cli_fail(SPE_EXIT_USAGE, NAME, "%s '%s': not a number from 0 to 2^64 - 1", option,
                        text);
}

/* An option and its value, which is NULL at the end of the arguments. */
static int take_option(struct request *r, const char *name, const char *value)
{
    static const char *const names[] = {"--from", "--to", "--kind", "--pack"};
    size_t i = 0;

    while (i < 4 && strcmp(names[i], name) != 0) {
        i++;
    }
    if (i == 4) {
        return spe_cli_misuse(NAME, "unknown option", name);
    }
    if (value == NULL) {
        return spe_cli_misuse(NAME, name, "needs a value");
    }
    r->part = r->part || i < 3;
    switch (i) {
    case 0:
        return take_cycle(name, value, &r->from);
    case 1:
        return take_cycle(name, value, &r->to);
    case 2:
        r->kind = take_kind(value);
        return r->kind < 0 ? SPE_EXIT_USAGE : SPE_EXIT_GOOD;
    default:
        r->pack = value;
        return SPE_EXIT_GOOD;
    }
}

static bool take_flag(struct request *r, const char *name)
{
    const struct {
        const char *name;
        bool *flag;
    } flags[] = {{"--salvage", &r->salvage}, {"--header", &r->header}, {"--bytes", &r->bytes}};

    for (size_t i = 0; i < sizeof(flags) / sizeof(flags[0]); i++) {
        if (strcmp(name, flags[i].name) == 0) {
            *flags[i].flag = true;
            return true;
        }
    }
    return false;
}

/* Options that contradict each other. @return the exit status. */
static int check_request(const struct request *r)
{
    if (r->path == NULL) {
        return spe_cli_misuse(NAME, "no log", "");
    }
    if (r->from > r->to) {
        return spe_cli_misuse(NAME, "--from", "is after --to");
    }
    if (r->pack != NULL && (r->salvage || r->header || r->part || r->bytes)) {
        return spe_cli_misuse(
            NAME, "--pack takes no --from, --to, --kind, --header, --bytes or --salvage", "");
    }
    if (r->bytes && (r->header || r->part)) {
        return spe_cli_misuse(NAME, "--bytes takes no --from, --to, --kind or --header", "");
    }
    return SPE_EXIT_GOOD;
}

static int run(int argc, char **argv)
{
    struct request r = {.to = UINT64_MAX, .kind = -1};

    for (int i = 1; i < argc; i++) {
        if (take_flag(&r, argv[i])) {
            continue;
        }
        if (argv[i][0] == '-') {
            int status = take_option(&r, argv[i], argv[i + 1]);
            if (status != SPE_EXIT_GOOD) {
                return status;
            }
            i++;
        } else if (r.path != NULL) {
            return spe_cli_misuse(NAME, "more than one log:", argv[i]);
        } else {
            r.path = argv[i];
        }
    }
    int status = check_request(&r);
    if (status != SPE_EXIT_GOOD) {
        return status;
    }
    assert(r.path != NULL);
    return r.pack == NULL ? print(&r) : pack(&r);
}

const struct spe_command spe_command_log = {
    NAME, "print a transaction log, or pack one from text",
    "usage: spe log [--from CYCLE] [--to CYCLE] [--kind KIND] [--header] [--salvage] LOG\n"
    "       spe log --bytes [--salvage] LOG\n"
    "       spe log --pack TEXT LOG\n"
    "  --from, --to  print the transactions of these cycles only\n"
    "  --kind        print the transactions of one kind only\n"
    "  --header      with one of these too, print the @ lines of the log: configuration and run\n"
    "  --bytes       write the bytes that the SPU wrote to the Profiling Buffer, as they are: "
    "those\n"
    "                with a strobe of each W, as `spu_sim --records` writes them\n"
    "  --salvage     print what is whole of a log whose run was killed: status 4, but for a log\n"
    "                that is whole. Each MiB of transactions, before compression, is kept.\n"
    "  --pack        write LOG from text as `spe log` prints it whole\n"
    "Status: 0 good, 2 bad usage or input that cannot be read, 4 output that cannot be written,\n"
    "memory or a read that fails, or a part of a log that was salvaged.\n",
    run};
