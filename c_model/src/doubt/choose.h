/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_DOUBT_CHOOSE_H
#define SPE_DOUBT_CHOOSE_H

#include <stdbool.h>

#include "state/forks.h"

struct spe_model;

/**
 * Ask which of several permitted outcomes the SPU takes, if no observation has shown it yet. The
 * step is run once for each outcome. Call this only in a step for which spu_may_ask() is true.
 * @return the answer of this run: 0, the usual one, to `answers` - 1.
 */
unsigned choose(struct spe_model *m, enum fork_kind kind, unsigned answers);
/** Ask whether an event takes effect now, or another question of two answers; nothing is counted.
 * @return whether the answer of this run is yes. */
bool choose_when(struct spe_model *m);

#endif
