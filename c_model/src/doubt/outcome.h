/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_DOUBT_OUTCOME_H
#define SPE_DOUBT_OUTCOME_H

#include <stdbool.h>

#include "state/forks.h"
#include "state/outcome.h"

struct spe_model;
struct spe_regs;

/** PMBPTR_EL1 and the PMBSR_ELx as they are. */
struct outcome model_outcome(const struct spe_regs *regs);
/** Whether both are the same. */
bool model_same_outcome(const struct outcome *a, const struct outcome *b);
/** Take over a permitted outcome. */
void model_become(struct spe_regs *regs, const struct outcome *is);
/** `is` is permitted, too: `branch` of `fork`, 0: of none. */
void model_alternative(struct spe_model *m, int fork, int branch, const struct outcome *is);
/** A fork of two branches: what the registers hold, and `is`. */
void model_either(struct spe_model *m, enum fork_kind kind, const struct outcome *is);
/** Take over the i-th alternative; what was taken for true becomes it. */
void model_swap(struct spe_model *m, int i);
/** Alternatives were taken away: `observed` by what the SPU showed, else nothing can show it. */
void model_alternatives_left(struct spe_model *m, bool observed);

#endif
