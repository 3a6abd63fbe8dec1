/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_PORTS_STARVING_H
#define SPE_PORTS_STARVING_H

#include <stdbool.h>
#include <stdint.h>

struct spe_model;
struct spu;

/* Barriers that wait for nothing must be done within [psb_max] and [dsb_max] cycles. [dsb_max] = 0
 * sets no limit. */

/** Something may have happened while a barrier is open. Note when it waits for nothing any more,
 * and report it when it is late. */
void sync_watch(struct spe_model *m);
/** The open DSB waits for what has begun so far: it is requested now, or a TLBI comes (3.4.4). */
void sync_dsb_begin(struct spu *spu, uint64_t now);
/** A PSB CSYNC is done. If the open DSB has waited for it, it waits for what has begun so far. */
void sync_dsb_freed(struct spu *spu, uint64_t now);

#endif
