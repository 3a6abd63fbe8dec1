/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_BUS_XL_H
#define SPE_BUS_XL_H

#include <stdbool.h>

struct effect;
struct spe_model;
struct spe_txn_xl_req;
struct spe_txn_xl_rsp;

void buffer_xl_req(struct spe_model *m, const struct spe_txn_xl_req *t);
void buffer_xl_rsp(struct spe_model *m, const struct spe_txn_xl_rsp *t);
void buffer_tlbi(struct spe_model *m);

/** A DSB is done: the translation obtained for a queued record must not be used for it any more. */
void buffer_translated(struct spe_model *m);

/** A DSB is done: translations that a TLBI ended are gone (3.4.4). */
void buffer_dsb(struct spe_model *m);
/** The owner or the mode has changed to m->spu->enabled.mode. */
void buffer_owner(struct spe_model *m);
/** A fault that need not be used has happened, and ends its record. */
void buffer_fault_happened(struct spe_model *m, const struct effect *e);
/** Nothing will tell whether it has; or it `came`, and its syndrome is overwritten. */
void buffer_fault_unseen(struct spe_model *m, const struct effect *e, bool came);

#endif
