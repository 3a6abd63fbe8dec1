/* SPDX-License-Identifier: Apache-2.0 */
#ifndef NIGHT_PROGRESS_H
#define NIGHT_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

#include "db.h"

/*
 * The line that shows the progress of a night. On a terminal it is rewritten each second, otherwise
 * a line is printed each minute.
 *
 *   night 3: 8,214 of 9,000 runs, 12 failed in 2 buckets (1 new); 612 a minute; processor time
 *   14:05 min of 30:00 min; 8:02 min left
 *
 * New failures, counted as on the page, are shown only at the end of a round: counting takes as
 * long as a page. Rate and time left are those of the round.
 */
struct night_progress {
    struct night_db *db;
    const char *root; /* folder of the nights */
    int64_t night, budget_ms;
    bool terminal;
    int64_t begun_ms, shown_ms; /* in this round */
    int64_t begun_cpu_ms, begun_done;
};

void night_progress_begin(struct night_progress *p, struct night_db *db, const char *root,
                          int64_t night);
void night_progress_show(struct night_progress *p);

/** Print the last line of a round. */
void night_progress_end(struct night_progress *p);

#endif
