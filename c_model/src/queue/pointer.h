/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_QUEUE_POINTER_H
#define SPE_QUEUE_POINTER_H

#include <stdint.h>

struct rec;
struct spe_model;
struct spu;

/** Software wrote `ptr` to PMBPTR_EL1, which was `old`: a new buffer begins. */
void buffer_new_pointer(struct spe_model *m, uint64_t old, uint64_t ptr);
/** The record is done in this cycle: the pointer moves in the next one (B5), and the buffer may be
 * full. */
void buffer_advance(struct spe_model *m, const struct rec *rec);
/** A read of PMBPTR_EL1 returns `data`, which is no old value: it tells which of the possible
 * values is right. */
void buffer_pointer_read(struct spu *spu, uint64_t data);

#endif
