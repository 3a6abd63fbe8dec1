/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_BUS_FAULTING_H
#define SPE_BUS_FAULTING_H

#include <stdbool.h>
#include <stdint.h>

struct effect;
struct rec;
struct spe_model;
struct spu;

/** The record whose translation was asked for begins where the request says, if nobody has said it
 * before. */
void faulting_put(struct spe_model *m, struct rec *rec);
/** PMBPTR_EL1 and DL of a fault that answers the open request, of `rec` (B11), go to `e`. *late:
 * whether an AW of other bytes of the record may be on its way. @return false: AWs have come for
 * all bytes of the record in this page, so the request is for none of them. */
bool faulting_bytes(struct spe_model *m, const struct rec *rec, struct effect *e, bool *late);

/** Order-free: bytes of the record have come. They do not fault, so no fault of the record sets
 * PMBPTR_EL1 to one of them, unless it is the usual one, nor has its event. `bits`: those of
 * PMBPTR_EL1 that are writable. */
void faulting_written(struct spu *spu, const struct rec *rec, uint64_t bits);

#endif
