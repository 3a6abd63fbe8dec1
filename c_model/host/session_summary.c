/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include <string.h>
#include <sys/stat.h>

#include "followup.h"
#include "log_header.h"
#include "session_internal.h"
#include "spe/status.h"

/* Whether the log can be read again. To open a pipe for that would wait for ever. */
static bool is_file(const char *path)
{
    struct stat st;

    return stat(path, &st) != 0 || S_ISREG(st.st_mode); /* the reader says why it has no file */
}

/* Replay the log of the session. @return 0, or a status with *err filled. The caller frees *out. */
static int replay_own_log(struct followup *out, const struct spe_session *s,
                          struct spe_log_error *err)
{
    struct spe_log_reader *reader;

    *out = (struct followup){.n = 0};
    if (!is_file(s->log_path)) {
        return log_error(err, SPE_EINVAL, "only a regular file can be read again");
    }
    int status = spe_log_open(&reader, s->log_path, err);
    if (status == SPE_OK) {
        status = followup_judge_log(out, reader, err);
        spe_log_close(reader);
    }
    return status;
}

void session_summary(const struct spe_session *s)
{
    struct followup followup = {.n = 0};
    struct spe_log_error err;
    struct spe_totals totals;
    bool several = session_dir_findings(s->dir) > 1, judged = false;

    spe_model_totals(s->model, &totals);
    if (several && s->status == SPE_OK) {
        judged = replay_own_log(&followup, s, &err) == SPE_OK;
    }
    followup.stopped = s->asserted;
    followup.stopped_in = s->asserted_in;
    int why = judged ? session_dir_judged(s->dir, &followup) : 0;
    session_dir_summary(s->dir, s->name, totals.mismatches + totals.misuses + s->asserted,
                        judged ? &followup : NULL, s->findings);
    if (several && !judged && s->status == SPE_OK) {
        fprintf(s->findings, "follow-ups were not looked for: %s: %s\n", s->log_path, err.text);
    }
    if (why != 0) {
        fprintf(s->findings, "findings.jsonl does not say who follows whom: %s\n", strerror(why));
    }
    followup_free(&followup);
}
