/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_DOUBT_STALE_H
#define SPE_DOUBT_STALE_H

#include <stdbool.h>
#include <stdint.h>

#include "spe/regs.h"

struct spe_model;
struct spu;
struct stale_values;

/* What a read may return besides the value of the register. */

/** Forget values that no read may return any more: those from `lag` ([read_lag_max]) cycles ago, or
 * older. */
void stale_expire(struct stale_values *stale, uint64_t lag, uint64_t now);
/** @return the last cycle whose changes, made at its start, each read of the current cycle shows
 * without any barrier. */
uint64_t model_shown(const struct spe_model *m);
/** Hardware changes `reg` now; `value` is what PMBPTR_EL1 was before, `order` that of the selection
 * of the last record that may have moved it. */
void model_stale_note(struct spe_model *m, enum spe_reg reg, uint64_t value, uint64_t order);
/** A PSB CSYNC is done: the records that it waits for have moved PMBPTR_EL1. */
void model_stale_passed(struct spu *spu);
/** A context synchronization event: a read of a later cycle shows PMBPTR_EL1 as those records have
 * left it (3.4.1). In the cycle in which the PSB CSYNC is done the event comes first. */
void model_stale_synchronized(struct stale_values *stale);
/** Software writes `reg`: only the written value can be read. */
void model_stale_written(struct stale_values *stale, enum spe_reg reg);
/** Whether `data` is a value that `reg`, now `value`, had within [read_lag_max]. */
bool model_stale(const struct spe_model *m, enum spe_reg reg, uint64_t value, uint64_t data);
/** Whether `data` may be the counter of up to [read_lag_max] cycles ago, while a draw is open. The
 * cycle is unknown, so the read does not show the draw. */
bool model_stale_draw(const struct spe_model *m, uint64_t data);

#endif
