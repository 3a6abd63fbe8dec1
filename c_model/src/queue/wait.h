/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_QUEUE_WAIT_H
#define SPE_QUEUE_WAIT_H

#include <stdint.h>

struct inflight;
struct spe_model;
struct tag;

/** The tag no longer waits. */
void inflight_unwait(struct inflight *fl, int tag);
/** The record enters the queue in the next cycle. */
void inflight_stage(struct inflight *fl, uint8_t rec);
/** The tag is free. */
void inflight_release(struct spe_model *m, struct tag *tag);

#endif
