/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "cli.h"
#include "log_request.h"
#include "part_file.h"
#include "spe/log.h"
#include "spe/status.h"

#define NAME "log"

/* `spe log --pack`: makes a log from its text. */

struct packing {
    struct part_file part;
    struct spe_log_writer *writer;
    struct spe_log_error err;
};

static int pack_header(void *user, const struct spe_log_header *header)
{
    struct packing *p = user;
    struct spe_config_error why;

    if (spe_config_check(header->cfg, &why) != SPE_OK) {
        (void)snprintf(p->err.text, sizeof(p->err.text), "%.150s", why.text);
        return SPE_ECONFIG;
    }
    const int fault = part_file_make(&p->part);
    if (fault != 0) {
        (void)snprintf(p->err.text, sizeof(p->err.text), "cannot be created: %s", strerror(fault));
        return SPE_EIO;
    }
    return spe_log_create(&p->writer, p->part.name, header, &p->err);
}

static int pack_txn(void *user, const struct spe_txn *txn)
{
    return spe_log_append(((struct packing *)user)->writer, txn);
}

/* Choose the name to write to first. @return 0, or the exit status after one line. */
static int choose_part(struct packing *p, const char *path, const char *text)
{
    if (!part_file_choose(&p->part, path)) {
        return spe_cli_fail_file(SPE_EXIT_USAGE, NAME, path, "the name is too long");
    }
    if (spe_cli_same_file(path, text)) {
        return spe_cli_fail_file(SPE_EXIT_USAGE, NAME, text,
                                 "the log would overwrite its own text");
    }
    return SPE_EXIT_GOOD;
}

/* Parse the text into the log. @return the exit status, after one line if it is not 0. */
static int parse_into(struct packing *p, FILE *in, const char *text)
{
    struct spe_log_error err;
    struct spe_log_run run;
    int status = spe_log_parse(in, text, pack_header, pack_txn, p, &run, &err);
    int finished = spe_log_finish(p->writer, &run), why = errno;

    if (status == SPE_OK && finished == SPE_OK) {
        const int fault = part_file_place(&p->part);
        return fault == 0
                   ? SPE_EXIT_GOOD
                   : spe_cli_fail_file(SPE_EXIT_ENVIRONMENT, NAME, p->part.path, strerror(fault));
    }
    part_file_drop(&p->part);
    if (p->err.text[0] != '\0') { /* the log was not even begun */
        return spe_cli_fail_file(spe_status_exit(status), NAME,
                                 status == SPE_ECONFIG ? text : p->part.path, p->err.text);
    }
    if (finished != SPE_OK) {
        return spe_cli_fail_file(spe_status_exit(finished), NAME, p->part.path,
                                 finished == SPE_EIO && why != 0 ? strerror(why)
                                                                 : spe_status_text(finished));
    }
    return spe_cli_fail(spe_status_exit(status), NAME, "%s", err.text);
}

int log_pack(const struct log_request *r)
{
    struct packing p = {.writer = NULL};
    FILE *in = fopen(r->pack, "r");

    if (in == NULL) {
        int why = errno;
        return spe_cli_fail_file(spe_status_exit(spe_status_of_errno(why)), NAME, r->pack,
                                 strerror(why));
    }
    int status = choose_part(&p, r->path, r->pack);
    status = status == SPE_EXIT_GOOD ? parse_into(&p, in, r->pack) : status;
    (void)fclose(in);
    return status;
}
