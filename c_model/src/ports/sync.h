/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_PORTS_SYNC_H
#define SPE_PORTS_SYNC_H

struct barriers;
struct spe_model;
struct spe_txn_sync;

/** Reset: no barrier is open. What was done before counts for the whole run. */
void barriers_reset(struct barriers *b);

/** A DSB that found all done is counted in `audits` of the totals. */
void sync_apply(struct spe_model *m, const struct spe_txn_sync *t);
/** Records that PSB CSYNC and DSB have left unwritten. */
void sync_owed(struct spe_model *m);

#endif
