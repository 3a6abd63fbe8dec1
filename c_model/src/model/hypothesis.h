/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_MODEL_HYPOTHESIS_H
#define SPE_MODEL_HYPOTHESIS_H

#include <stdbool.h>

#include "state/ledger.h"
#include "state/run.h"
#include "state/spu.h"

/* One SPU that may be the right one, and lists of them. */
struct hypothesis {
    struct spu spu;
    struct ledger ledger;
    unsigned rank; /* answers that are not the usual ones, since there was one: fewer are better */
    unsigned events; /* of these: an event takes effect now, and not later */
    int parent;      /* number of the one that it was before the step, */
    struct run run;  /* and what the step was */
    int budget;      /* of the monitors */
};

/* Earlier born first. */
struct hypothesis_list {
    struct hypothesis *at[MAX_RUNS];
    int n;
};

/** The first one, before anything. @return NULL: no memory. */
struct hypothesis *hypothesis_first(void);
/** One like `of` that has found nothing, out of those that are spare if there are any. @return
 * NULL: no memory. */
struct hypothesis *hypothesis_born(struct hypothesis_list *spare, const struct hypothesis *of);
/** The same, which has found what `of` has. */
struct hypothesis *hypothesis_copy(struct hypothesis_list *spare, const struct hypothesis *of);
/** It is spare now. */
void hypothesis_release(struct hypothesis_list *spare, struct hypothesis *h);
/** All of a list are; it is empty. */
void hypothesis_release_all(struct hypothesis_list *spare, struct hypothesis_list *list);
/** The end of all of a list. */
void hypothesis_free_all(struct hypothesis_list *list);

/** The last one of a list. */
void hypothesis_append(struct hypothesis_list *list, struct hypothesis *h);
/** Number of the one with the best rank, of these the earlier born. */
int hypothesis_best(const struct hypothesis_list *list);
/** Take out the n-th one. */
struct hypothesis *hypothesis_take(struct hypothesis_list *list, int n);
/** Take out the one with the worst rank, of these the later born. */
struct hypothesis *hypothesis_take_worst(struct hypothesis_list *list);
/** One of the list that is the same SPU, or NULL. */
struct hypothesis *hypothesis_like(const struct hypothesis_list *list, const struct spu *spu);

#endif
