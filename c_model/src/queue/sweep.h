/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_QUEUE_SWEEP_H
#define SPE_QUEUE_SWEEP_H

#include <stdbool.h>

struct rec;
struct spe_model;

/** A record enters the queue: if the filters may have rejected it, it need not be there. */
void filter_fork_enqueued(struct spe_model *m, struct rec *rec);
/** `rec`, the head of the queue, was written. Another record that the filters may have rejected may
 * have been written in its place, if that has the same bytes and SAMPLE_FILTRATE has certainly not
 * counted `rec` by now: the count may then come as late as for the last such record. */
void filter_fork_written(struct spe_model *m, struct rec *rec);
/** Settle the samples in doubt that SAMPLE_FILTRATE must have counted by now if they were kept. */
void filter_fork_sweep(struct spe_model *m);
/** Make room: without OUT and barriers nothing settles samples in doubt, and there are too many.
 * The oldest record that waits counts as rejected, because it had the most time to be written.
 * @return false: no record waits. */
bool filter_fork_forget(struct spe_model *m);

#endif
