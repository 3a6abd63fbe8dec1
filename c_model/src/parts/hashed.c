/* SPDX-License-Identifier: Apache-2.0 */
#include "parts/hashed.h"

#define PLACES (64 * sizeof(((struct hashed *)0)->bits) / sizeof(uint64_t))

/* Fibonacci hashing: numbers that follow each other lie far apart. */
static unsigned place_of(uint64_t number)
{
    return (unsigned)(number * UINT64_C(0x9E3779B97F4A7C15) >> 32) % PLACES;
}

void hashed_add(struct hashed *set, uint64_t number)
{
    const unsigned at = place_of(number);

    set->bits[at / 64] |= (uint64_t)1 << at % 64;
}

bool hashed_has(const struct hashed *set, uint64_t number)
{
    const unsigned at = place_of(number);

    return (set->bits[at / 64] >> at % 64 & 1) != 0;
}
