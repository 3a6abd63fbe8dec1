/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_BUS_FAULTING_H
#define SPE_BUS_FAULTING_H

#include <stdbool.h>
#include <stdint.h>

struct effect;
struct rec;
struct spe_model;
struct spu;

/** Set the place of the record that a translation was requested for: it begins at the place that
 * fits the request, unless its place was known before. */
void faulting_put(struct spe_model *m, struct rec *rec);
/** Sets PMBPTR_EL1 and DL in `e` for a fault that answers the open request, made for `rec` (B11).
 * *late: whether an AW of other bytes of the record may be on its way. @return false: AWs were
 * accepted for all bytes of the record in this page, so the request is for none of them. */
bool faulting_bytes(struct spe_model *m, const struct rec *rec, struct effect *e, bool *late);

/** Order-free: bytes of the record were written, so these bytes do not fault. Remove them from the
 * values that a fault of the record sets PMBPTR_EL1 to, or has set it to; the usual byte stays.
 * `bits`: the writable bits of PMBPTR_EL1. */
void faulting_written(struct spu *spu, const struct rec *rec, uint64_t bits);

#endif
