/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_MODEL_FAILED_H
#define SPE_MODEL_FAILED_H

#include <stdbool.h>

#include "model/hypothesis.h"

/* The run that came nearest, of those that a step has ended. Where no other goes on, it is told. */
struct failed {
    bool any;              /* there is one */
    struct hypothesis *of; /* as it was before the step; NULL: that is gone, others go on */
    unsigned rank, events;
    struct run run;
    struct answers answers;
};

/** It is `ended`. */
void failed_is(struct failed *failed, struct hypothesis *before, const struct hypothesis *ended);
/** One more, `ended`, has ended. `shown`: the step shows rather that the event of a window has
 * come, than that it has not. */
void failed_add(struct failed *failed, struct hypothesis *before, const struct hypothesis *ended,
                bool shown);
/** Number of the one that is told if all end in the step, and none asks. */
int failed_nearest(const struct hypothesis_list *now, bool shown);
/** The choice but for which the one that has ended would be the best one, and not `best`.
 * FORK_KINDS: none. */
enum fork_kind failed_choice(const struct failed *failed, const struct hypothesis *best);

#endif
