/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_EVENTS_ENABLING_H
#define SPE_EVENTS_ENABLING_H

#include <stdbool.h>

struct spe_model;
struct spe_txn_ctx;

/** Recompute what depends on registers and context; at the start of a cycle, or late in it for its
 * start (buffer, translation and levels follow that), or between two lanes. */
void model_reenable(struct spe_model *m, bool start_of_cycle);
/** A context is told: the first one, or the current one again with other fields, holds at once;
 * another one is announced, for the end of the cycle or the members that name it. */
void model_ctx(struct spe_model *m, const struct spe_txn_ctx *t);
/** Make the announced context current. */
void model_switch_ctx(struct spe_model *m);

#endif
