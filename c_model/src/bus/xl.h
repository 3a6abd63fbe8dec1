/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_BUS_XL_H
#define SPE_BUS_XL_H

#include <stdbool.h>

struct effect;
struct spe_model;
struct spe_txn_xl_req;
struct spe_txn_xl_rsp;

/** A translation is requested. It must be in the right mode, for a page of a record that may be
 * next, and the only one outstanding (W3). */
void buffer_xl_req(struct spe_model *m, const struct spe_txn_xl_req *t);
/** A translation is answered. Bursts may use it, or the answer is a fault: an event that ends the
 * record (3.5.3). */
void buffer_xl_rsp(struct spe_model *m, const struct spe_txn_xl_rsp *t);
/** A TLBI: it ends all translations so far (3.4.4), and takes back a fault of this cycle. */
void buffer_tlbi(struct spe_model *m);

/** A DSB is done: translations that a TLBI ended are gone (3.4.4). */
void buffer_dsb(struct spe_model *m);
/** The owner or the mode has changed to m->spu->enabled.mode. */
void buffer_owner(struct spe_model *m);
/** A fault that the SPU may ignore (effect.optional) has taken effect, and ends its record. */
void buffer_fault_happened(struct spe_model *m, const struct effect *e);
/** No observation will show whether that fault has taken effect. `came`: it has, and its syndrome
 * is overwritten. */
void buffer_fault_unseen(struct spe_model *m, const struct effect *e, bool came);

#endif
