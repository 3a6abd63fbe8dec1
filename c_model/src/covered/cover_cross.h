/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_COVERED_COVER_CROSS_H
#define SPE_COVERED_COVER_CROSS_H

#include <stdbool.h>
#include <stdint.h>

#include "cover/cross.h"

struct rec;
struct spe_model;
struct spe_txn_sel;

/** A burst of the record had the address of the translation. */
void cover_burst(struct rec *rec, uint64_t address);

/** The response of burst `i` of the list came. */
void cover_response(struct spe_model *m, int i);

/** PMSICR_EL1 was read as predicted. */
void cover_interval_read(struct spe_model *m, uint64_t pmsicr);

/** A barrier is asked for, */
void cover_barrier_asked(struct spe_model *m, enum cover_barrier barrier);
/** and done. */
void cover_barrier_done(struct spe_model *m, enum cover_barrier barrier);

/** A selection under the right lane and tag: */
void cover_select(struct spe_model *m, const struct spe_txn_sel *t);
/** tags and records that it finds, */
void cover_depth(struct spe_model *m, bool collided);
/** and the interval; `seen`: 0 by a selection, 1 by a read. */
void cover_interval(struct spe_model *m, unsigned seen);
/** Selection mode by PMSIRR_EL1 and configuration: on the axes of COVER_SELECT, COVER_INTERVAL. */
unsigned cover_mode(const struct spe_model *m);
/** How the responses of the bus stand. */
enum cover_order cover_responses(const struct spe_model *m);
/** Where a record that was written as predicted is, and its buffer's limit. */
void cover_places(struct spe_model *m, const struct rec *rec);

#endif
