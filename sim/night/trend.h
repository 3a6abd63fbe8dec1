/* SPDX-License-Identifier: Apache-2.0 */
#ifndef NIGHT_TREND_H
#define NIGHT_TREND_H

#include <stdint.h>

#include "db.h"
#include "section.h"

enum { NIGHT_TREND_NIGHTS = 30 };

/** The numbers of one night. */
struct night_sum {
    char date[16];
    int64_t runs, failed, buckets, bins, runs_per_hour;
};

/** Make the temporary table `trend`: the last nights up to this one (view.h), the oldest first. */
void night_trend_make(struct night_db *db);

/** Read the table `trend` as numbers. @return number of nights. */
int night_trend(struct night_sum sums[NIGHT_TREND_NIGHTS], struct night_db *db);

/** The table `trend` as a section of the page. */
extern const struct night_section night_section_trend;

#endif
