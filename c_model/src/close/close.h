/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_CLOSE_CLOSE_H
#define SPE_CLOSE_CLOSE_H

struct spe_model;
struct spe_txn_close;

/** SPE_TXN_CLOSE: last checks, pending, verdict. */
void model_close(struct spe_model *m);

#endif
