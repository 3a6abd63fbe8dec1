/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_PARTS_HASHED_H
#define SPE_PARTS_HASHED_H

#include <stdbool.h>
#include <stdint.h>

/* Numbers that were put in; of others it says so of one in some hundred. All 0: none. */
struct hashed {
    uint64_t bits[16];
};

void hashed_add(struct hashed *set, uint64_t number);
/** Whether it may be there. */
bool hashed_has(const struct hashed *set, uint64_t number);

#endif
