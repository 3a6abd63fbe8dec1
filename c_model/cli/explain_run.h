/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_CLI_EXPLAIN_RUN_H
#define SPE_CLI_EXPLAIN_RUN_H

#include "explain_record.h"

#define RUN_PACKETS 3 /* packets that are counted */

/** A packet that differs in the finding's record, counted over all records of the run that are of
 * the same kind of operation and were written completely. */
struct run_packet {
    const struct record_row *row; /* row of the record_view */
    const char *title;
    unsigned expected, actual; /* records that should have it; that have it */
    unsigned right;            /* records where both are the same */
    bool common;               /* at least two records, none right */
};

/** Tells whether only one operation has the difference, or all operations of its kind. */
struct run_count {
    const char *kind; /* "load", "branch"; NULL: nothing was counted */
    unsigned records;
    struct run_packet packet[RUN_PACKETS];
    unsigned n;
};

/** Count over the whole log; count nothing if no packet of *view differs. @return 0, or the exit
 * status after one line on stderr, which begins with `command`. */
int run_count_read(const struct explain *e, const char *command, const struct record_view *view,
                   struct run_count *count);

/** The count of a row of that view; NULL: the row was not counted. */
const struct run_packet *run_count_of(const struct run_count *count, const struct record_row *row);

#endif
