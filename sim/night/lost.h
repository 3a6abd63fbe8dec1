/* SPDX-License-Identifier: Apache-2.0 */
#ifndef NIGHT_LOST_H
#define NIGHT_LOST_H

#include <stdint.h>

#include "db.h"

/* Runs that are lost because their chunk broke off. They have used time that nobody measured, so
 * each is charged the average of its test in this night. */

/** Lose all planned runs: no chunk goes on. @return number of lost runs. */
int64_t night_lose_rest(struct night_db *db, int64_t night);

/** Lose the planned runs of those chunks in `folder` that ended with a status other than 0 and 1;
 * planned runs of other chunks stay planned. @return number of lost runs. */
int64_t night_lose_broken(struct night_db *db, int64_t night, const char *folder);

#endif
