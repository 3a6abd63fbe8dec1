/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_STATE_XL_IDS_H
#define SPE_STATE_XL_IDS_H

#include <stdint.h>

/* ASID and VMID of a translation (3.4.2). */
struct xl_ids {
    uint64_t told;       /* as a `sync` tells them, 0: not told */
    uint64_t left_cycle; /* cycle of the context synchronization event that gave the owning regime
                            others, 0: it still has these, as far as is known */
};

/* The ASID and VMID of the owning regime since the last such event, and those of the last request.
 */
struct buffer_ids {
    uint64_t now;
    struct xl_ids asked;
};

#endif
