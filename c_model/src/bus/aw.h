/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_BUS_AW_H
#define SPE_BUS_AW_H

struct spe_model;
struct spe_txn_aw;

/** An address was accepted: the burst gets its record and its place in the buffer; without LIFE its
 * place in the stream. Data that were accepted before it follow at once. */
void buffer_aw(struct spe_model *m, const struct spe_txn_aw *t);

#endif
