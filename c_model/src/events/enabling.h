/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_EVENTS_ENABLING_H
#define SPE_EVENTS_ENABLING_H

#include <stdbool.h>

struct spe_model;
struct spe_txn_ctx;

/** Recompute what depends on registers and context. `start_of_cycle`: for the start of the cycle,
 * which buffer, translations and levels follow; also if it is told late in the cycle. Otherwise
 * between two lanes. */
void model_reenable(struct spe_model *m, bool start_of_cycle);
/** A context is told. The first one, or the current one with other fields, holds at once. Another
 * one is announced: it holds from the end of the cycle, or from the first member that names it. */
void model_ctx(struct spe_model *m, const struct spe_txn_ctx *t);
/** Make the announced context current. */
void model_switch_ctx(struct spe_model *m);

#endif
