/* SPDX-License-Identifier: Apache-2.0 */
#include "parts/hashed.h"

#define WAYS       3 /* bits of one number */
#define PLACE_BITS 17

_Static_assert(sizeof(((struct hashed *)0)->bits) * 8 == 1 << PLACE_BITS, "a place");

/* Fibonacci hashing: numbers that follow each other lie far apart. Twice, as each way has other
 * bits of it. */
static unsigned place_of(uint64_t number, unsigned way)
{
    const uint64_t once = number * UINT64_C(0x9E3779B97F4A7C15);
    const uint64_t twice = (once ^ once >> 32) * UINT64_C(0x9E3779B97F4A7C15);

    return (unsigned)(twice >> (64 - PLACE_BITS * (way + 1))) & ((1u << PLACE_BITS) - 1);
}

void hashed_add(struct hashed *set, uint64_t number)
{
    for (unsigned way = 0; way < WAYS; way++) {
        const unsigned at = place_of(number, way);
        set->bits[at / 64] |= (uint64_t)1 << at % 64;
    }
}

void hashed_move(struct hashed *to, struct hashed *from)
{
    for (unsigned i = 0; i < sizeof(to->bits) / sizeof(to->bits[0]); i++) {
        to->bits[i] |= from->bits[i];
        from->bits[i] = 0;
    }
}

bool hashed_has(const struct hashed *set, uint64_t number)
{
    bool all = true;

    for (unsigned way = 0; way < WAYS; way++) {
        const unsigned at = place_of(number, way);
        all &= (set->bits[at / 64] >> at % 64 & 1) != 0;
    }
    return all;
}
