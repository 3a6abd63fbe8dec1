/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_MODEL_FAILED_H
#define SPE_MODEL_FAILED_H

#include <stdbool.h>

#include "model/hypothesis.h"

/* Of the runs that a step has ended, the one that came nearest. Its finding is told if no other run
 * goes on. */
struct failed {
    bool any;              /* there is one */
    struct hypothesis *of; /* the hypothesis before the step; NULL: it is gone, as others go on */
    unsigned rank, events;
    struct run run;
    struct answers answers;
};

/** The nearest run is `ended`. */
void failed_is(struct failed *failed, struct hypothesis *before, const struct hypothesis *ended);
/** Another run, `ended`, has ended. `shown`: the step rather shows that the event of a window has
 * come than that it has not. */
void failed_add(struct failed *failed, struct hypothesis *before, const struct hypothesis *ended,
                bool shown);
/** Number of the hypothesis whose finding is told if all end in a step that asks nothing. */
int failed_nearest(const struct hypothesis_list *now, bool shown);
/** The choice that keeps `best` the best one: without it the run that has ended would be better.
 * FORK_KINDS: none. */
enum fork_kind failed_choice(const struct failed *failed, const struct hypothesis *best);

#endif
