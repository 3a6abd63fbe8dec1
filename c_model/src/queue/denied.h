/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_QUEUE_DENIED_H
#define SPE_QUEUE_DENIED_H

#include <stdint.h>

struct effect;
struct rec;
struct spe_model;

/* Records that a disabled buffer drops in one cycle, and the order of the oldest of each kind. */
struct drops {
    int lost; /* dropped in this cycle, or [disabled_record] = any keeps them, */
    int gone; /* and of these dropped for certain */
    int may;  /* or not: an AW was offered before, the filters have rejected them, or they had been
               * dropped before */
    uint64_t lost_order, may_order; /* 0: none */
    uint64_t doubt; /* id of the only one of `may`, if it is dropped now unless an AW was offered
                     * before; else 0 */
};

/** One more that is dropped, or may be: `doubt` as above. @{ */
void drops_lost(struct drops *drops, uint64_t order);
void drops_may(struct drops *drops, uint64_t order, uint64_t doubt);
/** @} */
/** Access not allowed, as [disabled_record] says (W12). */
void buffer_denied(struct spe_model *m, const struct drops *drops);
/** That event was taken. */
void buffer_denied_taken(struct spe_model *m, const struct effect *e);
/** A record that finds the buffer disabled (section 6). */
void buffer_disabled_record(struct spe_model *m, struct rec *rec);

#endif
