/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_QUEUE_DENIED_H
#define SPE_QUEUE_DENIED_H

#include <stdint.h>

struct effect;
struct rec;
struct spe_model;

/** In this cycle `lost` records of a disabled buffer are dropped, and `may` more, unless an AW was
 * offered before, or the filters have rejected them: access not allowed, as [disabled_record] says
 * (W12). `which` is the only one of these, `order` that of the oldest of all. */
void buffer_denied(struct spe_model *m, int lost, int may, const struct rec *which, uint64_t order);
/** That event was taken. */
void buffer_denied_taken(struct spe_model *m, const struct effect *e);
/** A record that finds the buffer disabled (section 6). */
void buffer_disabled_record(struct spe_model *m, struct rec *rec);

#endif
