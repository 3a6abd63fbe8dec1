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
void buffer_w(struct spe_model *m, const struct spe_txn_w *t);
void buffer_b(struct spe_model *m, const struct spe_txn_b *t);

#endif
