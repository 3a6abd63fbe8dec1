/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_DOUBT_OUTCOME_H
#define SPE_DOUBT_OUTCOME_H

#include <stdbool.h>

#include "state/forks.h"
#include "state/outcome.h"

struct effect;
struct spe_config;
struct spe_model;
struct spe_regs;

/** PMBPTR_EL1 and the PMBSR_ELx as they are. */
struct outcome model_outcome(const struct spe_regs *regs);
/** Whether both are the same. */
bool model_same_outcome(const struct outcome *a, const struct outcome *b);
/** Whether the event changes anything: behind another one only an asynchronous abort does, which
 * sets EA and DL whatever S is (3.5.4, B13). */
bool model_event_changes(const struct spe_config *cfg, const struct spe_regs *regs,
                         const struct effect *e);
/** Take over a permitted outcome. */
void model_become(struct spe_regs *regs, const struct outcome *is);

#endif
