/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_COVERED_COVER_CROSS_H
#define SPE_COVERED_COVER_CROSS_H

#include <stdbool.h>
#include <stdint.h>

#include "cover/cross.h"

struct rec;
struct spe_model;
struct spe_txn_sel;

/** A burst of the record had the translated address `address`. */
void cover_burst(struct rec *rec, uint64_t address);

/** The response of burst `i` of the model's list of bursts came. */
void cover_response(struct spe_model *m, int i);

/** PMSICR_EL1 was read as predicted, with the value `pmsicr`. */
void cover_interval_read(struct spe_model *m, uint64_t pmsicr);

/** A barrier was requested: keep what is pending. */
void cover_barrier_asked(struct spe_model *m, enum cover_barrier barrier);
/** A barrier was done as predicted: count what was pending at its request. */
void cover_barrier_done(struct spe_model *m, enum cover_barrier barrier);

/** A selection had the right lane and tag. This also calls the next two functions. */
void cover_select(struct spe_model *m, const struct spe_txn_sel *t);
/** Tags in use and records in the queue that a selection finds. */
void cover_depth(struct spe_model *m, bool collided);
/** INTERVAL was shown by a selection (`seen` 0) or by a read of PMSICR_EL1 (`seen` 1). */
void cover_interval(struct spe_model *m, unsigned seen);
/** Selection mode by PMSIRR_EL1 and configuration, as a value of its axis of COVER_SELECT and
 * COVER_INTERVAL. */
unsigned cover_mode(const struct spe_model *m);
/** Whether bursts wait for their responses, and whether a younger burst already has its response.
 */
enum cover_order cover_responses(const struct spe_model *m);
/** Count the address regions of a record that was written as predicted, and of the limit. */
void cover_places(struct spe_model *m, const struct rec *rec);

#endif
