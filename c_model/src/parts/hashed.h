/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_PARTS_HASHED_H
#define SPE_PARTS_HASHED_H

#include <stdbool.h>
#include <stdint.h>

/* A set of numbers, as a Bloom filter: hashed_has() is always true for a number in the set, and may
 * be true for another number. That happens once in 1,000 if the set has 4,000 numbers, once in 200
 * if it has 8,000, once in 40 if it has 15,000, once in eight if it has 30,000. All 0: empty. */
struct hashed {
    uint64_t bits[2048];
};

void hashed_add(struct hashed *set, uint64_t number);
/** Move all numbers of `from` to `to`; `from` is then empty. */
void hashed_move(struct hashed *to, struct hashed *from);
/** Whether the number may be in the set. */
bool hashed_has(const struct hashed *set, uint64_t number);

#endif
