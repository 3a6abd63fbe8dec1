/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_COVERED_COVER_H
#define SPE_COVERED_COVER_H

#include <stdbool.h>
#include <stdint.h>

#include "cover/cover.h"

struct spe_model;
struct spe_txn_sysreg;

/** Count a bin once. */
void cover_hit(struct spe_model *m, enum cover_group g, unsigned a, unsigned b, unsigned c,
               unsigned d);

/* Each function below notes a fact, in general after the comparison that confirms it. */

/** An access had the predicted outcome. */
void cover_access(struct spe_model *m, const struct spe_txn_sysreg *t);

/** The filters have decided on a captured sample of `types` (SPE_OPTYPE_*). This is noted at once,
 * because the written bytes and SAMPLE_FILTRATE show it later. It is not noted if the configuration
 * leaves the decision open. */
void cover_filter(struct spe_model *m, unsigned types, bool kept);

/** `n` events of COUNT_* (parts/count.h) were reported in time. */
void cover_output(struct spe_model *m, int which, uint64_t n);

/** A situation of enum cover_sequence has occurred. */
void cover_sequence(struct spe_model *m, enum cover_sequence sequence);

#endif
