/* SPDX-License-Identifier: Apache-2.0 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "parts/bytemap.h"

#define FIRST_ROOM 16

static unsigned hash(uint64_t page, int room)
{
    return (unsigned)((page * UINT64_C(0x9E3779B97F4A7C15)) >> 32) & (2u * (unsigned)room - 1);
}

static unsigned next(unsigned at, int room)
{
    return (at + 1) & (2u * (unsigned)room - 1);
}

/* A page that is not there yet. */
static void put_slot(int *slot, int room, uint64_t page, int index)
{
    unsigned at = hash(page, room);

    while (slot[at] != 0) {
        at = next(at, room);
    }
    slot[at] = index + 1;
}

static struct bytemap_leaf *find_leaf(struct bytemap *map, uint64_t page)
{
    if (map->used == 0) {
        return NULL;
    }
    assert(map->last < map->used);
    if (map->leaf[map->last].page == page) {
        return &map->leaf[map->last];
    }
    for (unsigned at = hash(page, map->room); map->slot[at] != 0; at = next(at, map->room)) {
        int index = map->slot[at] - 1;
        if (map->leaf[index].page == page) {
            map->last = index;
            return &map->leaf[index];
        }
    }
    return NULL;
}

static bool grow(struct bytemap *map)
{
    int room = map->room == 0 ? FIRST_ROOM : map->room * 2;
    int *slot = calloc((size_t)room * 2, sizeof(*slot));

    if (slot == NULL) {
        return false;
    }
    for (int i = 0; i < map->used; i++) {
        put_slot(slot, room, map->leaf[i].page, i);
    }
    struct bytemap_leaf *leaf = realloc(map->leaf, (size_t)room * sizeof(*leaf));
    if (leaf == NULL) {
        free(slot);
        return false;
    }
    free(map->slot);
    map->leaf = leaf;
    map->slot = slot;
    map->room = room;
    return true;
}

static struct bytemap_leaf *add_leaf(struct bytemap *map, uint64_t page)
{
    if (map->used >= map->most || (map->used == map->room && !grow(map))) {
        return NULL;
    }
    struct bytemap_leaf *leaf = &map->leaf[map->used];
    *leaf = (struct bytemap_leaf){.page = page};
    put_slot(map->slot, map->room, page, map->used);
    map->last = map->used++;
    return leaf;
}

bool bytemap_mark(struct bytemap *map, uint64_t va)
{
    struct bytemap_leaf *leaf = find_leaf(map, va >> 12);
    if (leaf == NULL) {
        leaf = add_leaf(map, va >> 12);
    }
    if (leaf == NULL) {
        map->full = true;
        return false;
    }
    uint64_t bit = (uint64_t)1 << (va & 63);
    uint64_t *word = &leaf->bits[(va >> 6) & 63];
    bool before = (*word & bit) != 0;
    *word |= bit;
    return before;
}

unsigned bytemap_mark_word(struct bytemap *map, uint64_t va, unsigned strb)
{
    struct bytemap_leaf *leaf = find_leaf(map, va >> 12);
    unsigned before = 0;

    if (leaf == NULL || (va & 63) > 56) {
        for (int i = 0; i < 8; i++) {
            before |= (strb >> i & 1) != 0 && bytemap_mark(map, va + (uint64_t)i) ? 1u << i : 0;
        }
        return before;
    }
    uint64_t *word = &leaf->bits[(va >> 6) & 63];
    before = (unsigned)(*word >> (va & 63)) & strb;
    *word |= (uint64_t)strb << (va & 63);
    return before;
}

void bytemap_clear_from(struct bytemap *map, uint64_t va)
{
    for (int i = map->used - 1; i >= 0; i--) {
        struct bytemap_leaf *leaf = &map->leaf[i];
        if (leaf->page > va >> 12) {
            memset(leaf->bits, 0, sizeof(leaf->bits));
        } else if (leaf->page == va >> 12) {
            unsigned word = (va >> 6) & 63;
            leaf->bits[word] &= ((uint64_t)1 << (va & 63)) - 1;
            memset(&leaf->bits[word + 1], 0, (63 - word) * sizeof(leaf->bits[0]));
        }
    }
}

void bytemap_clear(struct bytemap *map)
{
    if (map->used != 0) {
        memset(map->slot, 0, (size_t)map->room * 2 * sizeof(*map->slot));
    }
    map->used = 0;
    map->last = 0;
}

void bytemap_free(struct bytemap *map)
{
    free(map->leaf);
    free(map->slot);
    *map = (struct bytemap){0};
}

static void copy_slots(struct bytemap *to, const struct bytemap *from)
{
    const size_t bytes = 2 * (size_t)to->room * sizeof(to->slot[0]);

    if (bytes != 0 && to->room == from->room) {
        memcpy(to->slot, from->slot, bytes);
    } else if (bytes != 0) {
        memset(to->slot, 0, bytes);
        for (int i = 0; i < from->used; i++) {
            put_slot(to->slot, to->room, from->leaf[i].page, i);
        }
    }
}

bool bytemap_copy(struct bytemap *to, const struct bytemap *from)
{
    while (to->room < from->room) {
        if (!grow(to)) {
            return false;
        }
    }
    if (from->used != 0) {
        memcpy(to->leaf, from->leaf, (size_t)from->used * sizeof(from->leaf[0]));
    }
    copy_slots(to, from);
    to->used = from->used;
    to->last = from->last;
    to->most = from->most;
    to->full = from->full;
    return true;
}

bool bytemap_same(const struct bytemap *a, const struct bytemap *b)
{
    const size_t bytes = (size_t)a->used * sizeof(a->leaf[0]);

    return a->used == b->used && a->full == b->full &&
           (bytes == 0 || memcmp(a->leaf, b->leaf, bytes) == 0); /* no leaf yet: NULL */
}
