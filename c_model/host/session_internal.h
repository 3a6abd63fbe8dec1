/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_SESSION_INTERNAL_H
#define SPE_SESSION_INTERNAL_H

#include "config_members.h"
#include "session_dir.h"
#include "spe/cover_file.h"
#include "spe/log.h"
#include "spe/session.h"

struct spe_session {
    char name[64];
    struct spe_config cfg;
    struct spe_model *model;
    struct spe_log_writer *log;
    char *log_path;                /* NULL: no log */
    bool log_passes;               /* a log that goes when the run passes */
    struct session_dir *dir;       /* NULL: none */
    struct spe_cover_output *bins; /* NULL: no functional coverage is written */
    int log_why;                   /* errno of its first failure, 0: not known */
    struct spe_log_run run;        /* of the verdict, for the log */
    FILE *findings;
    uint32_t seq;         /* of the last transaction */
    bool asserted;        /* spe_session_assertion() was called, */
    uint64_t asserted_in; /* in this cycle */
    unsigned taps, max_findings;
    bool order_free;
    int status;
};

/** Write run, index and tail of the log, or write them anew; a failure is kept in the session's
 * status. */
void session_settle_log(struct spe_session *session);

/** Close the log that is settled; a failure is kept as above. */
void session_release_log(struct spe_session *session);

/** Behind the verdict: the findings of a session with a directory in short, those that follow from
 * others counted. Its log is finished. */
void session_summary(const struct spe_session *session);

#endif
