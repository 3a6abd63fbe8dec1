/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_MODEL_FAILED_H
#define SPE_MODEL_FAILED_H

#include <stdbool.h>

#include "model/hypothesis.h"

/* A step runs each hypothesis, once for each permitted outcome. Of the runs that this step has
 * refuted, struct failed is the nearest one: the run with the fewest unusual answers. If no run
 * survives, the finding of this run is reported. */
struct failed {
    bool any;              /* at least one run was refuted */
    struct hypothesis *of; /* the hypothesis before the step; NULL: not kept, as others survive */
    unsigned rank, events; /* as in struct hypothesis */
    struct run run;
    struct answers answers;
};

/** `ended` is the nearest run. `before`: the hypothesis before the step. */
void failed_is(struct failed *failed, struct hypothesis *before, const struct hypothesis *ended);
/** The run `ended` was refuted, too: keep the nearer run. `shown`: the step rather shows that the
 * event of a window has taken effect than that it has not. */
void failed_add(struct failed *failed, struct hypothesis *before, const struct hypothesis *ended,
                bool shown);
/** Number of the hypothesis whose finding is reported if a step that asks nothing refutes all. */
int failed_nearest(const struct hypothesis_list *now, bool shown);
/** The choice without which a finding would have been reported: the first one that `best` has
 * answered in another way than the refuted run, if the refuted run had fewer unusual answers.
 * FORK_KINDS: there is no such choice. */
enum fork_kind failed_choice(const struct failed *failed, const struct hypothesis *best);

#endif
