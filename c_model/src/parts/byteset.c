/* SPDX-License-Identifier: Apache-2.0 */
#include "parts/byteset.h"

void byteset_add(struct byteset *set, uint64_t va)
{
    const uint64_t i = va - set->base;

    if (i < BYTESET_BYTES) {
        set->bits[i / 64] |= (uint64_t)1 << i % 64;
    }
}

bool byteset_has(const struct byteset *set, uint64_t va)
{
    const uint64_t i = va - set->base;

    return i < BYTESET_BYTES && (set->bits[i / 64] >> i % 64 & 1) != 0;
}

bool byteset_from(const struct byteset *set, uint64_t va, uint64_t *found)
{
    for (uint64_t i = va > set->base ? va - set->base : 0; i < BYTESET_BYTES; i++) {
        if (byteset_has(set, set->base + i)) {
            *found = set->base + i;
            return true;
        }
    }
    return false;
}

struct byteset byteset_page(const struct byteset *set, uint64_t va)
{
    const uint64_t first = va & ~(uint64_t)0xFFF;
    struct byteset page = {.base = set->base > first ? set->base : first};

    for (uint64_t i = 0; i < BYTESET_BYTES; i++) {
        const uint64_t at = set->base + i;
        if (at >> 12 == va >> 12 && byteset_has(set, at)) {
            byteset_add(&page, at);
        }
    }
    return page;
}

bool byteset_within(const struct byteset *set, const struct byteset *other)
{
    for (uint64_t i = 0; i < BYTESET_BYTES; i++) {
        if (byteset_has(set, set->base + i) && !byteset_has(other, set->base + i)) {
            return false;
        }
    }
    return true;
}
