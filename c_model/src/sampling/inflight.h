/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_SAMPLING_INFLIGHT_H
#define SPE_SAMPLING_INFLIGHT_H

#include <stdbool.h>

struct spe_model;
struct spe_txn_life;
struct spe_txn_sel;

/** A sample begins under the tag that the SPU gave. */
void inflight_select(struct spe_model *m, const struct spe_txn_sel *sel);

void inflight_life(struct spe_model *m, const struct spe_txn_life *t);

/** The endings of this cycle are all known: filter, queue, release. */
void inflight_flush(struct spe_model *m);

/** Start of a cycle: staged records enter the queue, waiting ones take what room there is. */
void inflight_start_cycle(struct spe_model *m, bool was_on);

/** All samples are lost. */
void inflight_reset(struct spe_model *m);

#endif
