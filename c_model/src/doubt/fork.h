/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_DOUBT_FORK_H
#define SPE_DOUBT_FORK_H

#include "state/forks.h"

struct spe_model;

/** A new fork. @return its number, 1 to MAX_FORKS, or 0: there are too many, which is reported. */
int fork_open(struct spe_model *m, enum fork_kind kind);
/** The SPU took `branch`. Number 0 is ignored. */
void fork_settle(struct spe_model *m, int fork, int branch);
/** `branch` of `kind` was taken `n` times; -1 takes one back. */
void fork_taken(struct spe_model *m, enum fork_kind kind, int branch, int n);
/** Close the fork without counting a branch, because choose() asks instead. */
void fork_forget(struct forks *forks, int fork);
/** Close the fork: nothing can show any more which branch the SPU took. */
void fork_unseen(struct spe_model *m, int fork);
/** All live forks are gone: reset. */
void fork_reset(struct spe_model *m);

#endif
