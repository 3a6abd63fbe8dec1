/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_QUEUE_PLACE_H
#define SPE_QUEUE_PLACE_H

#include <stdbool.h>
#include <stdint.h>

struct rec;
struct spe_config;
struct spe_model;
struct spu;

/* Where a record begins: at PMBPTR_EL1, or at a value that it had before (3.6.1). */

/** Address of byte 0 of a record: of a queued one, where it would begin now. */
uint64_t buffer_first(const struct spu *spu, const struct rec *rec);
/** The i-th address at which it may begin, buffer_first() being number 0. @return whether there is
 * one; else *va stays. */
bool buffer_place(const struct spu *spu, const struct rec *rec, int i, uint64_t *va);
/** Whether one of `bytes` bytes from `at` on lies in the page of `va`; at most one longest record.
 */
bool buffer_touches(uint64_t at, int bytes, uint64_t va);
/** Whether the record has a byte in the page of `va`, in one of the places where it may begin:
 * *first, best the one that is `va`. */
bool buffer_in_page(const struct spu *spu, const struct rec *rec, uint64_t va, uint64_t *first);
/** It begins at `va`, one of those: place and buffer of the record are set. */
void buffer_put(struct spu *spu, struct rec *rec, uint64_t va);
/** It belongs to the buffer that ends at `limit`: its limit is set. Where a disabled buffer may be
 * written it may belong to the buffer before as well (S2): the greater limit stays. */
void buffer_set_limit(const struct spe_config *cfg, struct rec *rec, uint64_t limit);
/** PMBPTR_EL1 was written: the record at the head may have begun at its old value. */
void buffer_keep_pointer(struct spe_model *m, uint64_t old);

#endif
