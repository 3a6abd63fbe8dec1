/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_PARTS_BYTESET_H
#define SPE_PARTS_BYTESET_H

#include <stdbool.h>
#include <stdint.h>

#define BYTESET_BYTES 2048 /* of the longest record */

/* Bytes of a record, by their addresses. All 0: none. */
struct byteset {
    uint64_t base; /* address of the first byte that can be put in */
    uint64_t bits[BYTESET_BYTES / 64];
};

/** Put in the byte at `va`, if it is one of the BYTESET_BYTES from set->base on. */
void byteset_add(struct byteset *set, uint64_t va);
/** Whether the byte at `va` is there. */
bool byteset_has(const struct byteset *set, uint64_t va);
/** The first byte from `va` on, in *found. @return whether there is one. */
bool byteset_from(const struct byteset *set, uint64_t va, uint64_t *found);
/** The bytes of `set` in the page of `va`: a set that begins at the page, or at set->base if that
 * is higher. */
struct byteset byteset_page(const struct byteset *set, uint64_t va);
/** Whether each byte of `set` is in `other`, too. */
bool byteset_within(const struct byteset *set, const struct byteset *other);

#endif
