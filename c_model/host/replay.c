/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include "spe/replay.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "config_members.h"
#include "followup.h"
#include "narrow.h"
#include "spe/log.h"
#include "spe/session.h"
#include "spe/status.h"
#include "what_if.h"

/* Result of one pass over a log. */
struct outcome {
    bool judged; /* there is a verdict */
    uint64_t findings;
    int status;
};

static int submit(void *session, const struct spe_txn *txn)
{
    return spe_session_submit(session, txn);
}

/* Apply all transactions of the log. A log with nothing but its close shows nothing and is refused.
 * The log of a run that broke off is not refused, as its verdict fails in any case. */
static int feed_session(struct narrow *narrow, struct spe_session *session,
                        struct spe_log_reader *reader, struct spe_log_error *err)
{
    struct spe_txn txn;
    bool any = spe_log_run(reader)->exit_status != 0;
    int status;

    while ((status = spe_log_next(reader, &txn, err)) > 0) {
        any |= txn.kind != SPE_TXN_CLOSE;
        if (narrow != NULL) {
            narrow_txn(narrow, &txn);
        } else {
            (void)spe_session_submit(session, &txn);
        }
    }
    if (status == 0 && !any) {
        (void)snprintf(err->text, sizeof(err->text), "the log holds no transaction but a close");
        return SPE_EBADMSG;
    }
    return status;
}

/* Apply what a monitor with only some groups of the log would have sent. */
static int feed_narrow(struct spe_session *session, struct spe_log_reader *reader,
                       struct spe_log_error *err)
{
    struct narrow *narrow = malloc(sizeof(*narrow));

    if (narrow == NULL) {
        (void)snprintf(err->text, sizeof(err->text), "%s", spe_status_text(SPE_ENOMEM));
        return SPE_ENOMEM;
    }
    narrow_begin(narrow, spe_session_taps(session), submit, session);
    int status = feed_session(narrow, session, reader, err);
    narrow_end(narrow);
    free(narrow);
    return status;
}

static FILE *findings_of(const struct spe_replay_options *options)
{
    return options->findings != NULL ? options->findings : stderr;
}

static struct outcome judge_session(struct spe_session *session,
                                    const struct spe_replay_options *options,
                                    const struct spe_log_run *run)
{
    struct spe_totals totals;
    struct spe_run_info info = {.test = run->present ? run->test : "replay",
                                .seed = run->seed,
                                .stim_hash = run->stim_hash,
                                .bench_hash = run->bench_hash,
                                .failed = run->failed,
                                .allow_no_records = run->allow_no_records,
                                .no_sva = run->no_sva,
                                .exit_status = run->exit_status,
                                .why = run->present ? run->why : NULL};

    if (options->checks) {
        spe_checks_print(findings_of(options), session);
    }
    spe_model_totals(spe_session_model(session), &totals);
    return (struct outcome){.judged = true,
                            .findings = totals.mismatches + totals.misuses,
                            .status = spe_verdict_print(options->out, &session, 1, &info)};
}

static bool same_file(const char *a, const char *b)
{
    struct stat sa, sb;

    return stat(a, &sa) == 0 && stat(b, &sb) == 0 && sa.st_dev == sb.st_dev &&
           sa.st_ino == sb.st_ino;
}

/* Refuse options that do not fit together or the log. @return 0, or the exit status after one line
 * on stderr. */
static int refuse_taps(const struct spe_replay_options *options, unsigned taps)
{
    if ((options->taps & ~taps) != 0) {
        fprintf(stderr, "spe replay: %s: of the taps 0x%02x the log has 0x%02x only\n",
                options->path, options->taps, taps & options->taps);
        return spe_status_exit(SPE_EINVAL);
    }
    if (options->primary && (options->checks || options->n_set != 0 || options->taps != 0)) {
        fprintf(stderr, "spe replay: --primary takes no --checks, --set or --taps\n");
        return spe_status_exit(SPE_EINVAL);
    }
    if (options->n_set != 0 && options->bins != NULL) {
        fprintf(stderr, "spe replay: --set takes no --bins: no run was under these keys\n");
        return spe_status_exit(SPE_EINVAL);
    }
    if (options->log != NULL && same_file(options->log, options->path)) {
        fprintf(stderr, "spe replay: %s: the log would overwrite itself\n", options->path);
        return spe_status_exit(SPE_EINVAL);
    }
    return 0;
}

/* One pass over the log, under the configuration `cfg`. */
static struct outcome replay_under(struct spe_log_reader *reader, const struct spe_config *cfg,
                                   const struct spe_replay_options *options)
{
    const struct spe_log_header *header = spe_log_header(reader);
    struct spe_session_options session_options = {.cfg = cfg,
                                                  .log_path = options->log,
                                                  .bins_path = options->bins,
                                                  .findings = options->findings,
                                                  .max_findings = header->max_findings,
                                                  .taps = header->taps,
                                                  .order_free = header->order_free};
    struct spe_session *session;
    struct spe_log_error err;

    session_options.taps = options->taps != 0 ? options->taps : header->taps;
    int status = spe_session_create(&session, header->name, &session_options);
    if (status != SPE_OK) {
        return (struct outcome){.status = spe_status_exit(status)};
    }
    status = options->taps == 0 ? feed_session(NULL, session, reader, &err)
                                : feed_narrow(session, reader, &err);
    struct outcome outcome = {.status = spe_status_exit(status)};
    if (status < 0) {
        fprintf(stderr, "spe replay: %s: %s\n", options->path, err.text);
    } else {
        outcome = judge_session(session, options, spe_log_run(reader));
    }
    spe_session_destroy(session);
    return outcome;
}

/* A pass from the start of the log, under its configuration, that prints no finding, and no verdict
 * if options->out is NULL. */
static struct outcome apply_quietly(struct spe_log_reader *reader,
                                    const struct spe_replay_options *options)
{
    struct spe_replay_options quiet = *options;

    quiet.findings = fopen("/dev/null", "w");
    if (quiet.findings == NULL) {
        fprintf(stderr, "spe replay: /dev/null: %s\n", strerror(errno));
        return (struct outcome){.status = spe_status_exit(SPE_EIO)};
    }
    if (quiet.out == NULL) {
        quiet.out = quiet.findings;
    }
    (void)spe_log_seek(reader, 0);
    const struct outcome outcome = replay_under(reader, spe_log_header(reader)->cfg, &quiet);
    (void)fclose(quiet.findings);
    return outcome;
}

/* Print the findings that are not shown to follow from another, the numbers of follow-ups, then the
 * verdict. */
static int primary(struct spe_log_reader *reader, const struct spe_replay_options *options)
{
    struct spe_log_error err;
    struct followup followup;

    int status = followup_judge_log(&followup, reader, &err);
    if (status == SPE_OK) {
        followup_print(findings_of(options), spe_log_header(reader)->name, &followup);
    } else {
        fprintf(stderr, "spe replay: %s: %s\n", options->path, err.text);
    }
    followup_free(&followup);
    return status == SPE_OK ? apply_quietly(reader, options).status : spe_status_exit(status);
}

/* Print the verdict under other keys, and on the stream of the findings what these keys change. */
static int what_if(struct spe_log_reader *reader, const struct spe_replay_options *options)
{
    struct spe_config cfg = *spe_log_header(reader)->cfg;
    struct spe_log_error err;

    int status = what_if_set(&cfg, options->set, options->n_set, &err);
    if (status != SPE_OK) {
        fprintf(stderr, "spe replay: %s\n", err.text);
        return spe_status_exit(status);
    }
    const struct spe_replay_options as_logged = {.path = options->path, .taps = options->taps};
    const struct outcome logged = apply_quietly(reader, &as_logged);
    if (!logged.judged) {
        return logged.status;
    }
    (void)spe_log_seek(reader, 0);
    what_if_print(findings_of(options), spe_log_header(reader)->cfg, &cfg);
    const struct outcome now = replay_under(reader, &cfg, options);
    if (now.judged) {
        fprintf(findings_of(options),
                "spe replay: as logged %s with %" PRIu64
                " findings, with these keys %s with %" PRIu64 "\n",
                logged.status == 0 ? "PASS" : "FAIL", logged.findings,
                now.status == 0 ? "PASS" : "FAIL", now.findings);
    }
    return now.status;
}

int spe_replay(const struct spe_replay_options *options)
{
    struct spe_log_reader *reader;
    struct spe_log_error err;

    int status = options->salvage ? spe_log_salvage(&reader, options->path, &err)
                                  : spe_log_open(&reader, options->path, &err);
    if (status != SPE_OK) {
        fprintf(stderr, "spe replay: %s: %s%s\n", options->path, err.text,
                options->salvage ? "" : spe_log_advice(options->path, status));
        return spe_status_exit(status);
    }
    status = refuse_taps(options, spe_log_header(reader)->taps);
    if (status == 0) {
        status = options->primary ? primary(reader, options)
                 : options->n_set != 0
                     ? what_if(reader, options)
                     : replay_under(reader, spe_log_header(reader)->cfg, options).status;
    }
    spe_log_close(reader);
    return status;
}
