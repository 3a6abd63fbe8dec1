/* SPDX-License-Identifier: Apache-2.0 */
#include "spe/replay.h"

#include "spe/log.h"
#include "spe/session.h"
#include "spe/status.h"

/* A log that holds nothing but its close shows nothing, whatever its run said; but that of a run
 * which broke off by itself is no better. */
static int feed(struct spe_session *session, struct spe_log_reader *reader,
                struct spe_log_error *err)
{
    struct spe_txn txn;
    bool any = spe_log_run(reader)->exit_status != 0;
    int status;

    while ((status = spe_log_next(reader, &txn, err)) > 0) {
        any |= txn.kind != SPE_TXN_CLOSE;
        (void)spe_session_submit(session, &txn);
    }
    if (status == 0 && !any) {
        (void)snprintf(err->text, sizeof(err->text), "the log holds no transaction but a close");
        return SPE_EBADMSG;
    }
    return status;
}

static int apply(struct spe_log_reader *reader, const struct spe_replay_options *options,
                 struct spe_log_error *err)
{
    const struct spe_log_header *header = spe_log_header(reader);
    const struct spe_log_run *run = spe_log_run(reader);
    struct spe_session_options session_options = {.cfg = &header->cfg,
                                                  .bins_path = options->bins,
                                                  .findings = options->findings,
                                                  .max_findings = header->max_findings,
                                                  .taps = header->taps,
                                                  .order_free = header->order_free};
    struct spe_session *session;

    int status = spe_session_create(&session, header->name, &session_options);
    if (status != SPE_OK) {
        return spe_status_exit(status);
    }
    status = feed(session, reader, err);
    if (status < 0) {
        fprintf(stderr, "spe replay: %s: %s\n", options->path, err->text);
        spe_session_destroy(session);
        return spe_status_exit(status);
    }
    struct spe_run_info info = {.test = run->present ? run->test : "replay",
                                .seed = run->seed,
                                .stim_hash = run->stim_hash,
                                .failed = run->failed,
                                .allow_no_records = run->allow_no_records,
                                .no_sva = run->no_sva,
                                .exit_status = run->exit_status,
                                .why = run->present ? run->why : NULL};
    if (options->checks) {
        spe_checks_print(options->findings != NULL ? options->findings : stderr, session);
    }
    int exit_status = spe_verdict_print(options->out, &session, 1, &info);
    spe_session_destroy(session);
    return exit_status;
}

int spe_replay(const struct spe_replay_options *options)
{
    struct spe_log_reader *reader;
    struct spe_log_error err;

    int status = options->salvage ? spe_log_salvage(&reader, options->path, &err)
                                  : spe_log_open(&reader, options->path, &err);
    if (status != SPE_OK) {
        fprintf(stderr, "spe replay: %s: %s\n", options->path, err.text);
        return spe_status_exit(status);
    }
    status = apply(reader, options, &err);
    spe_log_close(reader);
    return status;
}
