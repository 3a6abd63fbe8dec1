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
/** The record does not enter the queue. */
void inflight_unstage(struct inflight *fl, uint8_t rec);
/** How many staged records are of samples that ended before the sample of a tag that waits. */
int inflight_staged_before(const struct spu *spu, const struct tag *tag);
/** Whether a record waits whose sample ended before the sample of `rec`. */
bool inflight_goes_behind(const struct inflight *fl, const struct rec *rec);
/** SAMPLE_FILTRATE shows that the filters have kept records for which the queue has no room. Their
 * tags stay in flight, if no selection has got them (RL2). */
void inflight_hold(struct spu *spu, const struct spe_config *cfg);
/** The record is written next, so it has a place in the queue. If the others with a place leave one
 * more, none of the records that the filters may have rejected has been in front of it. */
void inflight_had_place(struct spe_model *m, const struct rec *rec);
/** A selection gets the tag. If the record of the tag's last sample had no room, the filters have
 * rejected that sample. */
void inflight_given_again(struct spe_model *m, unsigned number);
/** The tag is free. */
void inflight_release(struct spe_model *m, struct tag *tag);

#endif
