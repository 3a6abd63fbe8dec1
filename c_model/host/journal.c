/* SPDX-License-Identifier: Apache-2.0 */
#include "spe/journal.h"

#include "spe/log.h"
#include "spe/model.h"
#include "spe/replay.h"
#include "spe/status.h"

static int feed_model(struct spe_log_reader *log, struct spe_model *model,
                      const struct spe_journal_reader *reader, struct spe_log_error *err)
{
    struct spe_txn txn;
    int status;

    while ((status = spe_log_next(log, &txn, err)) > 0) {
        if (reader->on_txn != NULL && !reader->on_txn(reader->user, &txn)) {
            return 0;
        }
        (void)spe_model_apply(model, &txn);
    }
    return status;
}

static int tell_log(struct spe_log_reader *log, const struct spe_journal_reader *reader,
                    struct spe_log_error *err)
{
    const struct spe_log_header *header = spe_log_header(log);
    const struct spe_model_options options = {
        .taps = header->taps,
        .order_free = header->order_free,
        .max_findings = reader->max_findings != 0 ? reader->max_findings : header->max_findings,
        .on_finding = reader->on_finding,
        .on_journal = reader->on_entry,
        .user = reader->user};
    struct spe_model *model;

    if (reader->on_header != NULL) {
        reader->on_header(reader->user, header, spe_log_run(log));
    }
    int status = spe_model_create(&model, header->cfg, &options);
    if (status != SPE_OK) {
        (void)snprintf(err->text, sizeof(err->text), "%s", spe_status_text(status));
        return status;
    }
    status = feed_model(log, model, reader, err);
    if (status == SPE_OK) {
        status = spe_model_status(model);
        (void)snprintf(err->text, sizeof(err->text), "%s", spe_status_text(status));
    }
    spe_model_destroy(model);
    return status;
}

int spe_replay_journal(const struct spe_journal_reader *reader, const char *command)
{
    struct spe_log_reader *log;
    struct spe_log_error err;

    int status = reader->salvage ? spe_log_salvage(&log, reader->path, &err)
                                 : spe_log_open(&log, reader->path, &err);
    if (status == SPE_OK) {
        status = tell_log(log, reader, &err);
        spe_log_close(log);
    }
    if (status < 0) {
        fprintf(stderr, "spe %s: %s: %s%s\n", command, reader->path, err.text,
                reader->salvage ? "" : spe_log_advice(reader->path, status));
        return spe_status_exit(status);
    }
    return 0;
}
