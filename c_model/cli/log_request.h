/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_CLI_LOG_REQUEST_H
#define SPE_CLI_LOG_REQUEST_H

#include <stdbool.h>
#include <stdint.h>

#include "options.h"

/** How --op names an operation. */
enum log_by { LOG_BY_NONE, LOG_BY_PC, LOG_BY_MEMBER, LOG_BY_RECORD };

/** What the command line of `spe log` asks for. */
struct log_request {
    const char *path, *pack;
    uint64_t from, to;
    int kind; /* kind of transaction; -1: all */
    bool salvage, header, bytes, decode, sql;
    bool span; /* --from or --to is given */
    bool part; /* --from, --to or --kind is given */
    enum log_by by;
    uint64_t op;
    uint64_t around; /* number of a finding, 0: none */
    uint64_t before, after;
    bool lines; /* --lines is given */
    char inside[CLI_PATH_BYTES];
};

/** Read the arguments; contradictions are refused. @return 0, or the exit status after one line on
 * stderr. */
int log_request_take(struct log_request *r, int argc, char **argv);

/** If the span begins after the last transaction's cycle, say so on stderr: an empty answer would
 * look like a quiet SPU. */
void log_remark_end(const struct log_request *r, uint64_t last);

/** The ways to answer a request. @return the exit status, after one line on stderr if it is not 0.
 * @{ */
int log_plain(const struct log_request *r); /* transactions as text, or the bytes */
int log_view(const struct log_request *r);  /* --decode, --op, --around */
int log_sql(const struct log_request *r);
int log_pack(const struct log_request *r);
/** @} */

#endif
