/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_QUEUE_PLACE_H
#define SPE_QUEUE_PLACE_H

#include <stdbool.h>
#include <stdint.h>

struct buffer;
struct rec;
struct spe_config;
struct spe_model;
struct spu;

/* Where a record begins: at PMBPTR_EL1, or at a value that it had before (3.6.1). */

/** Address of byte 0 of a record: of a queued one, where it would begin now. */
uint64_t buffer_first(const struct spu *spu, const struct rec *rec);
/** The i-th address at which the record may begin; number 0 is buffer_first(). @return whether
 * there is an i-th one; if not, *va is unchanged. */
bool buffer_place(const struct spu *spu, const struct rec *rec, int i, uint64_t *va);
/** Whether one of the `bytes` bytes from `at` on lies in the page of `va`; `bytes` is at most the
 * longest record. */
bool buffer_touches(uint64_t at, int bytes, uint64_t va);
/** Whether the record has a byte in the page of `va`, at one of the places where it may begin.
 * *first is that place; if `va` is such a place, *first is `va`. */
bool buffer_in_page(const struct spu *spu, const struct rec *rec, uint64_t va, uint64_t *first);
/** The record begins at `va`, one of these places: set its place and its buffer. */
void buffer_put(struct spu *spu, struct rec *rec, uint64_t va);
/** The record belongs to the buffer that ends at `limit`: set its limit. If a disabled buffer may
 * be written, and the buffer was disabled since the record was queued, the record may also belong
 * to the buffer before (S2): keep the greater limit. */
void buffer_set_limit(const struct spe_config *cfg, const struct buffer *buf, struct rec *rec,
                      uint64_t limit);
/** PMBPTR_EL1 was written: the record at the head may have begun at its old value. */
void buffer_keep_pointer(struct spe_model *m, uint64_t old);
/** PMBLIMITR_EL1 was written in `cycle`, and E stays 1: the record at the head may be written below
 * the old `limit`, too. `any`: the order of records is open (P26). */
void buffer_keep_limit(struct spu *spu, bool any, uint64_t limit, uint64_t cycle);

#endif
