/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_PARTS_BYTEMAP_H
#define SPE_PARTS_BYTEMAP_H

#include <stdbool.h>
#include <stdint.h>

/*
 * One bit per byte of the Profiling Buffer, by virtual address: whether it was written since the
 * pointer last moved by anything but writing. A tree whose leaves hold 4 KB each. A copy shares
 * all nodes, whatever the size of the buffer; a node is copied when one of its owners changes it.
 */
/* 4 GB of buffer. */
#define BYTEMAP_LEAVES (1 << 20)

struct bytemap_node;

struct bytemap {
    struct bytemap_node *root; /* NULL: nothing is marked */
    int height;                /* of the root above the leaves: it spans 64^height pages */
    uint64_t top;              /* upper bits that the numbers of these pages share, shifted down */
    int used;                  /* number of leaves */
    int most;                  /* greatest number of leaves, at most BYTEMAP_LEAVES */
    bool full;                 /* a byte was not marked, or not forgotten */
};

/** Mark one byte. @return whether it was marked before. Without memory for a leaf, or with `most`
 * of them, nothing is marked and `full` is set for good. */
bool bytemap_mark(struct bytemap *map, uint64_t va);

/** The same for the bytes of a word, byte i at va + i. @return bits of the bytes that were marked
 * before. */
unsigned bytemap_mark_word(struct bytemap *map, uint64_t va, unsigned strb);

/** Forget the bytes at and above `va`. Without memory some stay, and `full` is set. */
void bytemap_clear_from(struct bytemap *map, uint64_t va);

/** Forget everything. */
void bytemap_clear(struct bytemap *map);

/** `to`, an existing map, becomes a copy of `from`; this needs no memory. */
void bytemap_copy(struct bytemap *to, const struct bytemap *from);

/** Whether both mark the same bytes. This holds for copies to which the same was done in the same
 * order; for others it may say false. Nodes that both still share are not compared. */
bool bytemap_same(const struct bytemap *a, const struct bytemap *b);

/** Release the memory. */
void bytemap_free(struct bytemap *map);

#endif
