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
    uint64_t serial; /* no other session of this process has it; 0: never published */
    struct spe_config cfg;
    struct spe_model *model;
    struct spe_log_writer *log;
    char *log_path;                /* NULL: no log */
    bool log_passes;               /* the log is removed if the run passes */
    struct session_dir *dir;       /* NULL: none */
    struct spe_cover_output *bins; /* NULL: no functional coverage is written */
    int log_why;                   /* errno of the first failure of the log, 0: not known */
    struct spe_log_run run;        /* what the verdict says of the run, for the log */
    FILE *findings;
    int findings_why;     /* errno of the first finding that could not be printed, 0: none */
    uint32_t seq;         /* of the last transaction */
    bool asserted;        /* spe_session_assertion() was called */
    uint64_t asserted_in; /* the cycle of the failed assertion */
    unsigned taps, max_findings;
    bool order_free;
    int status;
};

/** Write run, index and tail of the log; if they are there already, replace them. A failure is kept
 * in the session's status. */
void session_settle_log(struct spe_session *session);

/** Close the settled log. A failure is kept in the session's status. */
void session_release_log(struct spe_session *session);

/** Print the summary of the findings after the verdict, for a session with a directory. Findings
 * that follow from others are only counted. The log of the session must be finished. */
void session_summary(const struct spe_session *session);

#endif
