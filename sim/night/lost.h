/* SPDX-License-Identifier: Apache-2.0 */
#ifndef NIGHT_LOST_H
#define NIGHT_LOST_H

#include <stdint.h>

#include "db.h"

/* Runs that are lost with their chunk, which has broken off. They are charged: they have taken time
 * that nobody has measured, what their test has taken in this night. */

/** All that are planned: no chunk of theirs goes on. @return how many. */
int64_t night_lose_rest(struct night_db *db, int64_t night);

/** Those of the chunks of `folder` that have ended with another status than 0 and 1; of the others
 * what is planned stays so. @return how many. */
int64_t night_lose_broken(struct night_db *db, int64_t night, const char *folder);

#endif
