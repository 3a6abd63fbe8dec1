/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_STATE_XL_IDS_H
#define SPE_STATE_XL_IDS_H

#include <stdint.h>

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

#endif
