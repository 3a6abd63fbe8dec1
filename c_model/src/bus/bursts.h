/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_BUS_BURSTS_H
#define SPE_BUS_BURSTS_H

struct spe_model;
struct spe_txn_b;
struct spe_txn_w;

/** The end of the run: reports data that never got an address. */
void buffer_close(struct spe_model *m);

/** The burst that has just begun takes the data that were accepted before its address. */
void buffer_early(struct spe_model *m);
/** A word of a beat was accepted: it goes to the oldest burst that still waits for its last beat.
 * If there is no such burst, the word waits for its address (buffer_early()). */
void buffer_w(struct spe_model *m, const struct spe_txn_w *t);
/** A response was accepted: it ends the oldest burst of that id whose data are complete. An
 * External abort ends the record, or is an SError ([ext_abort]). */
void buffer_b(struct spe_model *m, const struct spe_txn_b *t);

#endif
