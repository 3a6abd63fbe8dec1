/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_MODEL_KNOWN_H
#define SPE_MODEL_KNOWN_H

#include <stdbool.h>
#include <stdint.h>

#include "spe/regs.h"

struct spe_model;
struct stale_values;

/* What a read may return besides the register, and what nobody has told of it since reset. */

/* model_stale.c */
/** Hardware changes `reg`; PMBPTR_EL1 had `value`. */
void model_stale_note(struct spe_model *m, enum spe_reg reg, uint64_t value);
/** Software writes `reg`: only the written value can be read. */
void model_stale_written(struct stale_values *stale, enum spe_reg reg);
/** Whether `data` is a value that `reg`, now `value`, had within [read_lag_max]. */
bool model_stale(const struct spe_model *m, enum spe_reg reg, uint64_t value, uint64_t data);

/* model_unknown.c */
/** A reset: what is unknown from now on. */
void model_unknown_reset(struct spe_model *m);
/** Out of reset: PMBIRQ will tell S. */
void model_unknown_s(struct spe_model *m);
void model_learn_s(struct spe_model *m, bool level);
/** `what` needs `bits` of a register. Reports once for each register when they are unknown.
 * @return whether they are known. */
bool model_known(struct spe_model *m, enum spe_reg reg, uint64_t bits, const char *what);
/** An operation or a draw comes: the controls that enabling, collection at selection, or the filter
 * look at must be known. */
void model_unknown_enabling(struct spe_model *m);
void model_unknown_collect(struct spe_model *m, const struct spe_ctx *ctx);
void model_unknown_filter(struct spe_model *m);

#endif
