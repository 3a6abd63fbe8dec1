/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_BYTES_STREAM_LIMIT_H
#define SPE_BYTES_STREAM_LIMIT_H

#include <stdbool.h>
#include <stdint.h>

struct burst;
struct spu;
struct stream;

/** Whether padding of the record before, up to 2^align, is still to be written. */
bool stream_pads(const struct stream *st, int align);

/** Without LIFE: PMBLIMITR_EL1, which had the value `before`, is written in `cycle`. A record on
 * its way, or at the head of the queue (W17), keeps its limit, also for its padding to 2^align. If
 * the register is written several times meanwhile, the record keeps the greatest of these limits.
 */
void stream_limit(struct spu *spu, uint64_t before, uint64_t cycle, int align);

/** The word that comes next, of burst `b`, is of a record that has not begun, or may not have:
 * whether the limit of before the last write counts for it. */
void stream_limit_begin(struct stream *st, const struct burst *b, int align);

/** Without LIFE: a DSB is done, and so is the PSB CSYNC before it, which was requested in
 * `psb_cycle`: a record that was at the head of the queue, or on its way, when PMBLIMITR_EL1 was
 * written before is written, or lost (BR1). So the limit of before that write counts no more. */
void stream_limit_passed(struct stream *st, uint64_t psb_cycle);

#endif
