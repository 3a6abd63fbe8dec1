/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include "log_cases.h"

#include <string.h>

#include "spe/log.h"
#include "spe/status.h"
#include "txnlog.h"

/* Write cases as logs: `make mutate-model` judges them (c_model/qualified.md). */

struct writing {
    const char *path;
    struct spe_log_writer *writer;
    struct spe_log_error err;
};

static int write_header(void *user, const struct spe_log_header *header)
{
    struct writing *w = user;

    return spe_log_create(&w->writer, w->path, header, &w->err);
}

static int write_txn(void *user, const struct spe_txn *txn)
{
    const struct writing *w = user;

    return spe_log_append(w->writer, txn);
}

/* Split "c_model/test/cases/bus.cases:12" into "bus" and 12 for the name of the log. */
static void name_log(const struct log_case *c, const char *folder, char *dst, size_t bytes)
{
    const char *slash = strrchr(c->place, '/'), *file = slash != NULL ? slash + 1 : c->place;

    (void)snprintf(dst, bytes, "%s/case.%.*s.%s.txnlog", folder, (int)strcspn(file, "."), file,
                   strrchr(c->place, ':') + 1);
}

bool log_case_write(const struct log_case *c, const char *folder, char *error, size_t bytes)
{
    char path[512];
    struct writing w = {.path = path};
    struct spe_log_error err = {.text = ""};
    struct spe_log_run run;
    FILE *in = fmemopen(c->text, strlen(c->text), "r");

    name_log(c, folder, path, sizeof(path));
    int status = in == NULL
                     ? SPE_ENOMEM
                     : spe_log_parse(in, TXNLOG_FILE, write_header, write_txn, &w, &run, &err);
    if (in != NULL) {
        (void)fclose(in);
    }
    const int written = spe_log_finish(w.writer, status == SPE_OK ? &run : NULL);
    status = status == SPE_OK ? written : status;
    if (status != SPE_OK) {
        (void)snprintf(error, bytes, "%s: %s: %s %s", path, spe_status_text(status), err.text,
                       w.err.text);
    }
    return status == SPE_OK;
}
