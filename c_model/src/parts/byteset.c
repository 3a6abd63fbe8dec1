/* SPDX-License-Identifier: Apache-2.0 */
#include "parts/byteset.h"

void byteset_add(struct byteset *set, uint64_t va)
{
    set->page = va >> 12;
    set->bits[va % 4096 / 64] |= (uint64_t)1 << va % 64;
}

bool byteset_has(const struct byteset *set, uint64_t va)
{
    return set->page == va >> 12 && (set->bits[va % 4096 / 64] >> va % 64 & 1) != 0;
}

bool byteset_from(const struct byteset *set, uint64_t va, uint64_t *found)
{
    for (; va >> 12 == set->page; va++) {
        if (byteset_has(set, va)) {
            *found = va;
            return true;
        }
    }
    return false;
}
