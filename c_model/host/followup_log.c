/* SPDX-License-Identifier: Apache-2.0 */
#include "followup.h"
#include "spe/replay.h"
#include "spe/status.h"

struct log {
    struct spe_log_reader *reader;
    struct spe_log_error *err;
};

static int rewind_log(void *user)
{
    const struct log *log = user;

    return spe_log_seek(log->reader, 0);
}

static int next_of_log(void *user, struct spe_txn *txn)
{
    const struct log *log = user;

    return spe_log_next(log->reader, txn, log->err);
}

int followup_judge_log(struct followup *out, struct spe_log_reader *reader,
                       struct spe_log_error *err)
{
    struct log log = {reader, err};
    const struct followup_source source = {rewind_log, next_of_log, &log};
    const struct followup_limits limits = {SPE_PRIMARY_FINDINGS, SPE_PRIMARY_TXNS};

    err->text[0] = '\0';
    int status = followup_judge(out, spe_log_header(reader), &source, &limits);
    if (status == SPE_ENOMEM && err->text[0] == '\0') {
        (void)snprintf(err->text, sizeof(err->text), "out of memory");
    }
    return status;
}
