/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include "edge.h"
#include "grow.h"
#include "spe/status.h"

static int append(struct edge_log *log, size_t *room, const struct spe_txn *txn)
{
    struct spe_txn *grown = grow(log->txn, log->n, room, sizeof(*grown));

    if (grown == NULL) {
        return SPE_ENOMEM;
    }
    log->txn = grown;
    log->txn[log->n++] = *txn;
    return SPE_OK;
}

static int no_memory(struct spe_log_error *err)
{
    (void)snprintf(err->text, sizeof(err->text), "%s", spe_status_text(SPE_ENOMEM));
    return SPE_ENOMEM;
}

static int read_all(struct edge_log *log, struct spe_log_reader *reader, struct spe_log_error *err)
{
    struct spe_txn txn;
    size_t room = 0;
    int status;

    if (spe_config_create(&log->cfg) != SPE_OK) {
        return no_memory(err);
    }
    spe_config_copy(log->cfg, spe_log_header(reader)->cfg);
    log->header = *spe_log_header(reader);
    log->header.cfg = log->cfg;
    log->no_records = spe_log_run(reader)->allow_no_records;
    while ((status = spe_log_next(reader, &txn, err)) > 0) {
        if (append(log, &room, &txn) != SPE_OK) {
            return no_memory(err);
        }
    }
    return status;
}

int edge_load(struct edge_log *log, const char *path)
{
    struct spe_log_reader *reader;
    struct spe_log_error err;

    *log = (struct edge_log){.path = path};
    int status = spe_log_open(&reader, path, &err);
    if (status == SPE_OK) {
        status = read_all(log, reader, &err);
        spe_log_close(reader);
    }
    if (status != SPE_OK) {
        fprintf(stderr, "spe-edge: %s: %s\n", path, err.text);
        return spe_status_exit(status);
    }
    return 0;
}

void edge_free(struct edge_log *log)
{
    free(log->txn);
    spe_config_destroy(log->cfg);
}
