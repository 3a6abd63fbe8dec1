/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_QUEUE_WAIT_H
#define SPE_QUEUE_WAIT_H

#include <stdbool.h>
#include <stdint.h>

struct inflight;
struct rec;
struct spe_config;
struct spe_model;
struct spu;
struct tag;

/** The tag no longer waits. */
void inflight_unwait(struct inflight *fl, int tag);
/** The record enters the queue in the next cycle. */
void inflight_stage(struct inflight *fl, uint8_t rec);
/** It does not. */
void inflight_unstage(struct inflight *fl, uint8_t rec);
/** How many of these have ended before the sample of a tag that waits. */
int inflight_staged_before(const struct spu *spu, const struct tag *tag);
/** Whether one waits whose sample has ended before that of the record. */
bool inflight_goes_behind(const struct inflight *fl, const struct rec *rec);
/** Records that the filters have kept, as SAMPLE_FILTRATE says, without room in the queue: their
 * tags stay in flight, if no selection has got them (RL2). */
void inflight_hold(struct spu *spu, const struct spe_config *cfg);
/** A selection gets the tag. If its last sample had no room, the filters have rejected that. */
void inflight_given_again(struct spe_model *m, unsigned number);
/** The tag is free. */
void inflight_release(struct spe_model *m, struct tag *tag);

#endif
