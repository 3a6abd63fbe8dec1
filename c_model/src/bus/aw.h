/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_BUS_AW_H
#define SPE_BUS_AW_H

struct spe_model;
struct spe_txn_aw;

void buffer_aw(struct spe_model *m, const struct spe_txn_aw *t);

#endif
