/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_QUEUE_PLACE_H
#define SPE_QUEUE_PLACE_H

#include <stdbool.h>
#include <stdint.h>

struct rec;
struct spe_config;
struct spe_model;

/* Which record is written next, and where it begins. */

/** Address of byte 0 of a record, queued or begun. */
uint64_t buffer_first(const struct spe_model *m, const struct rec *rec);
/** The i-th address at which it may begin, buffer_first() being number 0. @return there is one. */
bool buffer_place(const struct spe_model *m, const struct rec *rec, int i, uint64_t *va);
/** It begins at `va`, one of those. */
void buffer_put(struct spe_model *m, struct rec *rec, uint64_t va);
/** It belongs to the buffer of `limit`; where a disabled buffer may be written, to that of before,
 * too (S2). */
void buffer_limit(const struct spe_config *cfg, struct rec *rec, uint64_t limit);
/** PMBPTR_EL1 was written: the record at the head may have begun at its old value. */
void buffer_keep_pointer(struct spe_model *m, uint64_t old);

#endif
