/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_PARTS_BYTESET_H
#define SPE_PARTS_BYTESET_H

#include <stdbool.h>
#include <stdint.h>

/* Bytes of one page, by their addresses. All 0: none. */
struct byteset {
    uint64_t page; /* address >> 12 */
    uint64_t bits[4096 / 64];
};

/** Put in the byte at `va`, of the page of those that are there. */
void byteset_add(struct byteset *set, uint64_t va);
/** Whether the byte at `va` is there. */
bool byteset_has(const struct byteset *set, uint64_t va);
/** The first byte from `va` on, in *found. @return whether there is one. */
bool byteset_from(const struct byteset *set, uint64_t va, uint64_t *found);

#endif
