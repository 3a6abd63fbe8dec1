/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_PARTS_BYTEMAP_H
#define SPE_PARTS_BYTEMAP_H

#include <stdbool.h>
#include <stdint.h>

/*
 * One bit per byte of the Profiling Buffer, by virtual address: whether it was written since the
 * pointer last moved by anything but writing. Sparse, 4 KB per leaf; leaves are kept for reuse.
 */
/* 4 GB of buffer. */
#define BYTEMAP_LEAVES (1 << 20)

struct bytemap_leaf {
    uint64_t page; /* address >> 12 */
    uint64_t bits[64];
};

struct bytemap {
    struct bytemap_leaf *leaf;
    int used, room;
    int last;  /* index of the leaf used last */
    int most;  /* of leaves, at most BYTEMAP_LEAVES */
    bool full; /* a byte was not marked */
    int *slot; /* 2 * room, by hash of the page: index of the leaf plus 1, or 0 */
};

/** Mark one byte. @return whether it was marked before. Without memory for a leaf, or with `most`
 * of them, nothing is marked and `full` is set for good. */
bool bytemap_mark(struct bytemap *map, uint64_t va);

/** The same of the bytes of a word, byte i at va + i. @return bits of those that were marked
 * before.
 */
unsigned bytemap_mark_word(struct bytemap *map, uint64_t va, unsigned strb);

/** Forget the bytes at and above `va`. */
void bytemap_clear_from(struct bytemap *map, uint64_t va);

/** Forget everything. */
void bytemap_clear(struct bytemap *map);

/** `to` marks what `from` does. @return false: no memory, `to` marks what it did. */
bool bytemap_copy(struct bytemap *to, const struct bytemap *from);

/** Whether both mark the same; of copies, to which the same was done in the same order. */
bool bytemap_same(const struct bytemap *a, const struct bytemap *b);

/** Release the memory. */
void bytemap_free(struct bytemap *map);

#endif
