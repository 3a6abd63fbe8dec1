/* SPDX-License-Identifier: Apache-2.0 */
#ifndef NIGHT_PROGRESS_H
#define NIGHT_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

#include "db.h"

/*
 * The line that says how far a night is: on a terminal it is written anew each second, elsewhere a
 * line comes each minute.
 *
 *   night 3: 8,214 of 9,000 runs, 12 failed in 2 buckets (1 new); 612 a minute; processor time
 *   14:05 min of 30:00 min; 8:02 min left
 *
 * New failures, as the page counts them, are said at the end of a round alone: they take as long as
 * a page does. Rate and time left are those of the round.
 */
struct night_progress {
    struct night_db *db;
    const char *root; /* the folder of the nights */
    int64_t night, budget_ms;
    bool terminal;
    int64_t begun_ms, shown_ms; /* of this round */
    int64_t begun_cpu_ms, begun_done;
};

void night_progress_begin(struct night_progress *p, struct night_db *db, const char *root,
                          int64_t night);
void night_progress_show(struct night_progress *p);

/** The last line of a round. */
void night_progress_end(struct night_progress *p);

#endif
