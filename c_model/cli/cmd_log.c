/* SPDX-License-Identifier: Apache-2.0 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "spe/log.h"
#include "spe/status.h"

struct request {
    const char *path, *pack;
    uint64_t from, to;
    int kind; /* -1: all */
};

static int usage(void)
{
    fprintf(stderr, "usage: spe log LOG [--from CYCLE] [--to CYCLE] [--kind KIND]\n"
                    "       spe log --pack TEXT LOG\n");
    return 2;
}

static int failed(const char *path, const struct spe_log_error *err)
{
    fprintf(stderr, "spe: %s: %s\n", path, err->text);
    return 2;
}

static int print(const struct request *r)
{
    struct spe_log_reader *reader;
    struct spe_log_error err;
    struct spe_txn txn;
    int status = spe_log_open(&reader, r->path, &err);

    if (status != SPE_OK) {
        return failed(r->path, &err);
    }
    spe_log_print_header(stdout, spe_log_header(reader), spe_log_run(reader));
    if (r->from != 0) {
        (void)spe_log_seek(reader, r->from);
    }
    while ((status = spe_log_next(reader, &txn, &err)) > 0 && txn.cycle <= r->to) {
        if (txn.cycle >= r->from && (r->kind < 0 || txn.kind == r->kind)) {
            spe_log_print_txn(stdout, &txn);
        }
    }
    spe_log_close(reader);
    return status < 0 ? failed(r->path, &err) : 0;
}

struct packing {
    const char *path;
    struct spe_log_writer *writer;
    struct spe_log_error err;
};

static int pack_header(void *user, const struct spe_log_header *header)
{
    struct packing *p = user;
    struct spe_config_error why;

    if (spe_config_check(&header->cfg, &why) != SPE_OK) {
        (void)snprintf(p->err.text, sizeof(p->err.text), "%.150s", why.text);
        return SPE_ECONFIG;
    }
    return spe_log_create(&p->writer, p->path, header, &p->err);
}

static int pack_txn(void *user, const struct spe_txn *txn)
{
    return spe_log_append(((struct packing *)user)->writer, txn);
}

static int pack(const struct request *r)
{
    struct packing p = {.path = r->path};
    struct spe_log_error err;
    struct spe_log_run run;
    FILE *in = fopen(r->pack, "r");

    if (in == NULL) {
        fprintf(stderr, "spe: %s: cannot be opened\n", r->pack);
        return 2;
    }
    int status = spe_log_parse(in, r->pack, pack_header, pack_txn, &p, &run, &err);
    (void)fclose(in);
    int finished = spe_log_finish(p.writer, &run);
    if (status == SPE_EBADMSG) {
        fprintf(stderr, "spe: %s\n", err.text);
        return 2;
    }
    if (status != SPE_OK) {
        return failed(r->path, &p.err);
    }
    if (finished != SPE_OK) {
        fprintf(stderr, "spe: %s: %s\n", r->path, spe_status_text(finished));
        return 4;
    }
    return 0;
}

static int number(const char *text, uint64_t *value)
{
    char *end;

    *value = strtoull(text, &end, 0);
    return end != text && *end == '\0' && *text != '-' ? 0 : -1;
}

static int find_kind(const char *text)
{
    int kind = SPE_TXN_KINDS - 1;

    while (kind >= 0 && strcmp(spe_txn_name(kind), text) != 0) {
        kind--;
    }
    return kind;
}

static int option(struct request *r, const char *name, const char *value)
{
    if (strcmp(name, "--from") == 0) {
        return number(value, &r->from);
    }
    if (strcmp(name, "--to") == 0) {
        return number(value, &r->to);
    }
    if (strcmp(name, "--pack") == 0) {
        r->pack = value;
        return 0;
    }
    if (strcmp(name, "--kind") == 0) {
        r->kind = find_kind(value);
        return r->kind < 0 ? -1 : 0;
    }
    return -1;
}

int spe_cmd_log(int argc, char **argv)
{
    struct request r = {.to = UINT64_MAX, .kind = -1};

    for (int i = 1; i < argc; i++) {
        if (argv[i][0] != '-' && r.path == NULL) {
            r.path = argv[i];
        } else if (i + 1 == argc || option(&r, argv[i], argv[i + 1]) != 0) {
            return usage();
        } else {
            i++;
        }
    }
    if (r.path == NULL) {
        return usage();
    }
    return r.pack != NULL ? pack(&r) : print(&r);
}
