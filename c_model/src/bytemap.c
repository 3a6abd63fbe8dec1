/* SPDX-License-Identifier: Apache-2.0 */
#include "bytemap.h"

#include <stdlib.h>
#include <string.h>

static struct bytemap_leaf *find(struct bytemap *map, uint64_t page)
{
    if (map->last < map->used && map->leaf[map->last].page == page) {
        return &map->leaf[map->last];
    }
    for (int i = map->used - 1; i >= 0; i--) {
        if (map->leaf[i].page == page) {
            map->last = i;
            return &map->leaf[i];
        }
    }
    return NULL;
}

static struct bytemap_leaf *add(struct bytemap *map, uint64_t page)
{
    if (map->used >= map->most) {
        return NULL;
    }
    if (map->used == map->room) {
        int room = map->room == 0 ? 16 : map->room * 2;
        struct bytemap_leaf *leaf = realloc(map->leaf, (size_t)room * sizeof(*leaf));
        if (leaf == NULL) {
            return NULL;
        }
        map->leaf = leaf;
        map->room = room;
    }
    struct bytemap_leaf *leaf = &map->leaf[map->used];
    map->last = map->used++;
    *leaf = (struct bytemap_leaf){.page = page};
    return leaf;
}

bool bytemap_mark(struct bytemap *map, uint64_t va)
{
    struct bytemap_leaf *leaf = find(map, va >> 12);
    if (leaf == NULL) {
        leaf = add(map, va >> 12);
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
    map->used = 0;
    map->last = 0;
}

void bytemap_free(struct bytemap *map)
{
    free(map->leaf);
    *map = (struct bytemap){0};
}
