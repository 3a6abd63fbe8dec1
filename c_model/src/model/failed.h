/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_MODEL_FAILED_H
#define SPE_MODEL_FAILED_H

#include <stdbool.h>

#include "model/hypothesis.h"

/* The run that came nearest, of those that a step has ended. Where no other goes on, it is told. */
struct failed {
    struct hypothesis *of; /* as it was before the step; NULL: none has ended */
    unsigned rank, events;
    struct run run;
    struct answers answers;
};

/** One more, `ended`, has ended. `shown`: the step shows rather that the event of a window has
 * come, than that it has not. */
void failed_add(struct failed *failed, struct hypothesis *before, const struct hypothesis *ended,
                bool shown);
/** Number of the one that is told if all end in the step, and none asks. */
int failed_nearest(const struct hypothesis_list *now, bool shown);

#endif
