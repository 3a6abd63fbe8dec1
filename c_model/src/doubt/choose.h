/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_DOUBT_CHOOSE_H
#define SPE_DOUBT_CHOOSE_H

#include <stdbool.h>

#include "state/forks.h"

struct spe_model;

/**
 * Ask which of several permitted outcomes the SPU takes, where nothing has said it yet. The step is
 * run once for each. To be called only in a step for which spu_may_ask() is true.
 * @return the answer that this run goes on with: 0, the usual one, to `answers` - 1.
 */
unsigned choose(struct spe_model *m, enum fork_kind kind, unsigned answers);
/** Ask the same of an event that may take effect now, or not; nothing is counted. @return whether
 * it does in this run. */
bool choose_when(struct spe_model *m);

#endif
