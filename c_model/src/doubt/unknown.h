/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_DOUBT_UNKNOWN_H
#define SPE_DOUBT_UNKNOWN_H

#include <stdbool.h>
#include <stdint.h>

#include "spe/regs.h"

struct spe_ctx;
struct spe_model;

/** A reset: what is unknown from now on. */
void model_unknown_reset(struct spe_model *m);
/** Reset is released: PMBIRQ will show S, which model_learn_s() takes over. */
void model_unknown_s(struct spe_model *m);
void model_learn_s(struct spe_model *m, bool level);
/** `what` needs `bits` of a register. Reports once for each register when they are unknown.
 * @return whether they are known. */
bool model_known(struct spe_model *m, enum spe_reg reg, uint64_t bits, const char *what);
/** An operation or a draw occurs: the controls for enabling, for collection at selection, or for
 * the filter must be known. `captured`: the sample has a record if the filters keep it; else
 * SAMPLE_FEED_BR and the others count it all the same. */
void model_unknown_enabling(struct spe_model *m);
void model_unknown_collect(struct spe_model *m, const struct spe_ctx *ctx);
void model_unknown_filter(struct spe_model *m, bool captured);

#endif
