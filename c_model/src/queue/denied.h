/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_QUEUE_DENIED_H
#define SPE_QUEUE_DENIED_H

#include <stdint.h>

struct effect;
struct rec;
struct spe_model;

/* Records that a disabled buffer drops in one cycle, and the order of the oldest of each kind. */
struct drops {
    int lost; /* dropped in this cycle; [disabled_record] = any may keep them */
    int gone; /* those of `lost` that are certainly dropped */
    int may;  /* perhaps dropped; else an AW was offered before, the filters have rejected them, or
               * they had been dropped before */
    uint64_t lost_order, may_order; /* 0: none */
    uint64_t doubt; /* id of the only record of `may`, if it is dropped now unless an AW was offered
                     * before; else 0 */
};

/** Count one more record that is dropped, or that may be; `doubt` as above. @{ */
void drops_lost(struct drops *drops, uint64_t order);
void drops_may(struct drops *drops, uint64_t order, uint64_t doubt);
/** @} */
/** Predict the access not allowed event of these drops, as [disabled_record] says (W12). */
void buffer_denied(struct spe_model *m, const struct drops *drops);
/** The access not allowed event was taken: settle the records that may have caused it. */
void buffer_denied_taken(struct spe_model *m, const struct effect *e);
/** FQ3: a record is to enter the queue while the buffer is disabled. It is dropped, or may still be
 * written. */
void buffer_disabled_record(struct spe_model *m, struct rec *rec);

#endif
