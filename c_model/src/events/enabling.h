/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_EVENTS_ENABLING_H
#define SPE_EVENTS_ENABLING_H

#include <stdbool.h>

struct spe_model;
struct spe_txn_ctx;

/** Recompute what depends on registers and context. `start_of_cycle`: for the start of the cycle,
 * also if the call is made later in the cycle; buffer, translations and levels follow. Otherwise
 * for the place between two lanes. */
void model_reenable(struct spe_model *m, bool start_of_cycle);
/** The monitors send a context. The first context, or the current one with other fields, is current
 * at once. Any other context is announced: it becomes current at the end of the cycle, or with the
 * first member that names it. */
void model_ctx(struct spe_model *m, const struct spe_txn_ctx *t);
/** Make the announced context current. */
void model_switch_ctx(struct spe_model *m);

#endif
