/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_CLI_EXPLAIN_RUN_H
#define SPE_CLI_EXPLAIN_RUN_H

#include "explain_record.h"

#define RUN_PACKETS 3 /* that are counted */

/** A packet that differs in the record of the finding, counted over the records of the run that
 * are of the same kind of operation and were written whole. */
struct run_packet {
    const struct record_row *row; /* of the record_view */
    const char *title;
    unsigned expected, actual; /* records that should have it, and that have it */
    unsigned right;            /* where both are the same */
    bool common;               /* of two at least none is right: not a matter of this operation */
};

/** Whether what differs is of one operation, or of all of its kind. */
struct run_count {
    const char *kind; /* "load", "branch"; NULL: nothing was counted */
    unsigned records;
    struct run_packet packet[RUN_PACKETS];
    unsigned n;
};

/** Count over the whole log; nothing if *view has no packet that differs. @return 0, or the exit
 * status after one line on stderr, which `command` begins. */
int run_count_read(const struct explain *e, const char *command, const struct record_view *view,
                   struct run_count *count);

/** The count of a row of that view; NULL: it was not counted. */
const struct run_packet *run_count_of(const struct run_count *count, const struct record_row *row);

#endif
