/* SPDX-License-Identifier: Apache-2.0 */
#ifndef BUFFER_IDS_H
#define BUFFER_IDS_H

#include <stdbool.h>
#include <stdint.h>

struct rec;
struct spe_model;

/* ASID and VMID of a translation (3.4.2). */
struct xl_ids {
    uint64_t told;       /* as a `sync` tells them, 0: not told */
    uint64_t left_cycle; /* of the context synchronization event since which the owning regime has
                          * others, 0: it has these, as far as is known */
};

/* Those of the owning regime since the last such event, and of the last request. */
struct buffer_ids {
    uint64_t now;
    struct xl_ids asked;
};

/** A context synchronization event: from here on the owning regime has these. */
void buffer_cse(struct spe_model *m, uint64_t told);

/** Whether the record may be written with a translation of these. */
bool buffer_ids_fit(const struct rec *rec, const struct xl_ids *ids);

#endif
