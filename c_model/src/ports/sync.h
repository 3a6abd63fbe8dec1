/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_PORTS_SYNC_H
#define SPE_PORTS_SYNC_H

struct barriers;
struct spe_model;
struct spe_txn_sync;

/** Reset: no barrier is open. Barriers that were done before still count for the run. */
void barriers_reset(struct barriers *b);

/** A barrier or another event of SYNC. A DSB that found all done is counted in `audits` of the
 * totals. */
void sync_apply(struct spe_model *m, const struct spe_txn_sync *t);

#endif
