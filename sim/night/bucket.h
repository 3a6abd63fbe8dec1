/* SPDX-License-Identifier: Apache-2.0 */
#ifndef NIGHT_BUCKET_H
#define NIGHT_BUCKET_H

#include "db.h"
#include "meaning.h"

/** The row of the table `bucket` with this meaning; it is added if it is new. */
int64_t night_bucket(struct night_db *db, const struct night_meaning *meaning);

#endif
