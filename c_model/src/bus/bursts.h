/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_BUS_BURSTS_H
#define SPE_BUS_BURSTS_H

struct spe_model;
struct spe_txn_b;
struct spe_txn_w;

/** The end of the run: data without an address. */
void buffer_close(struct spe_model *m);

/** Data accepted before the address of the burst that has just begun. */
void buffer_early(struct spe_model *m);
/** A word of a beat was accepted: it goes to the oldest burst without its last beat; where there is
 * none it waits for its address (buffer_early()). */
void buffer_w(struct spe_model *m, const struct spe_txn_w *t);
/** A response was accepted: the oldest finished burst of that id ends. An External abort ends its
 * record, or is an SError ([ext_abort]). */
void buffer_b(struct spe_model *m, const struct spe_txn_b *t);

#endif
