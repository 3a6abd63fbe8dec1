/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_DOUBT_CHOOSE_H
#define SPE_DOUBT_CHOOSE_H

#include <stdbool.h>

#include "state/forks.h"

struct spe_model;

/**
 * Where the texts permit several outcomes and nothing has said yet which one the SPU takes: the
 * step is run once for each. Only in a step of which spu_may_ask() says so.
 * @return which one this run goes on with: 0, the usual one, to `answers` - 1.
 */
unsigned choose(struct spe_model *m, enum fork_kind kind, unsigned answers);
/** The same of an event that may take effect now, or not: nothing is counted. */
bool choose_when(struct spe_model *m);

#endif
