/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_QUEUE_SWEEP_H
#define SPE_QUEUE_SWEEP_H

#include <stdbool.h>

struct rec;
struct spe_model;

/** A record that comes into the queue need not be there. */
void filter_fork_enqueued(struct spe_model *m, struct rec *rec);
/** Settle by SAMPLE_FILTRATE those of which it must have told by now. */
void filter_fork_sweep(struct spe_model *m);
/** There are too many of which nothing tells, without OUT and barriers: the oldest that waits,
 * which has had the most time to be written, was rejected. @return false: there is none. */
bool filter_fork_forget(struct spe_model *m);

#endif
