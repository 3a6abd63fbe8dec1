/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_MODEL_HYPOTHESIS_H
#define SPE_MODEL_HYPOTHESIS_H

#include <stdbool.h>

#include "state/ledger.h"
#include "state/run.h"
#include "state/spu.h"

/* A hypothesis: one SPU that may be the right one. And lists of hypotheses. */
struct hypothesis {
    struct spu spu;
    struct ledger ledger;
    unsigned rank;   /* unusual answers, since there was only one hypothesis: fewer are better */
    unsigned events; /* of these: an event takes effect now, and not later */
    int parent;      /* number of the hypothesis before the step that it comes from, */
    struct run run;  /* and its run of the step */
    int budget;      /* of the monitors */
};

/* The oldest first. */
struct hypothesis_list {
    struct hypothesis *at[MAX_RUNS];
    int n;
};

/** The first hypothesis, in which nothing has happened. @return NULL: no memory. */
struct hypothesis *hypothesis_first(void);
/** A copy of `of` with an empty ledger; a spare one is used, if there is any. @return NULL: no
 * memory. */
struct hypothesis *hypothesis_born(struct hypothesis_list *spare, const struct hypothesis *of);
/** The same, with the ledger of `of`. */
struct hypothesis *hypothesis_copy(struct hypothesis_list *spare, const struct hypothesis *of);
/** Make `h` a spare one. */
void hypothesis_release(struct hypothesis_list *spare, struct hypothesis *h);
/** Make all of a list spare ones; the list is then empty. */
void hypothesis_release_all(struct hypothesis_list *spare, struct hypothesis_list *list);
/** Free all of a list. */
void hypothesis_free_all(struct hypothesis_list *list);

/** Put `h` at the end of a list. */
void hypothesis_append(struct hypothesis_list *list, struct hypothesis *h);
/** Number of the hypothesis with the best rank; of several the oldest. */
int hypothesis_best(const struct hypothesis_list *list);
/** Take the n-th hypothesis out of the list. */
struct hypothesis *hypothesis_take(struct hypothesis_list *list, int n);
/** Take out the hypothesis with the worst rank; of several the youngest. */
struct hypothesis *hypothesis_take_worst(struct hypothesis_list *list);
/** The hypothesis of the list that is the same SPU, or NULL. */
struct hypothesis *hypothesis_like(const struct hypothesis_list *list, const struct spu *spu);

#endif
