/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_PARTS_HASHED_H
#define SPE_PARTS_HASHED_H

#include <stdbool.h>
#include <stdint.h>

/* Numbers that were put in. Of another one it says so wrongly once in a thousand if 4,000 were,
 * once in 200 if 8,000 were, once in 40 if 15,000 were, once in eight if 30,000 were. All 0: none.
 */
struct hashed {
    uint64_t bits[2048];
};

void hashed_add(struct hashed *set, uint64_t number);
/** All of `from`, which is empty then. */
void hashed_move(struct hashed *to, struct hashed *from);
/** Whether it may be there. */
bool hashed_has(const struct hashed *set, uint64_t number);

#endif
