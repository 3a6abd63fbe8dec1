/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include <limits.h>
#include <stdio.h>

#include "rundir.h"
#include "spe/log.h"

int64_t night_last_cycle(const char *dir)
{
    struct spe_log_reader *log;
    struct spe_log_error err;
    struct spe_txn txn;
    char path[PATH_MAX];
    int64_t last = -1;

    (void)snprintf(path, sizeof(path), "%s/txnlog", dir);
    if (spe_log_salvage(&log, path, &err) != 0) {
        return -1;
    }
    (void)spe_log_seek(log, UINT64_MAX); /* to the last frame */
    while (spe_log_next(log, &txn, &err) > 0) {
        last = (int64_t)txn.cycle;
    }
    spe_log_close(log);
    return last;
}
