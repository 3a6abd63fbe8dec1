/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_BUS_AW_H
#define SPE_BUS_AW_H

struct spe_model;
struct spe_txn_aw;

/** An AW was accepted: the burst gets its record and its place in the buffer; without LIFE its
 * place in the stream. Then it takes data that were accepted before the AW. */
void buffer_aw(struct spe_model *m, const struct spe_txn_aw *t);

#endif
