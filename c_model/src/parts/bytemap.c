/* SPDX-License-Identifier: Apache-2.0 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "parts/bytemap.h"

#define PAGE_BITS 12
#define NODE_BITS 6
#define NODE      64 /* children of a node, words of a leaf */

/* A node of height 0 is a leaf. */
struct bytemap_node {
    unsigned owners; /* maps and nodes that point to it */
    union {
        struct bytemap_node *child[NODE];
        uint64_t bits[NODE]; /* of 4 KB */
    };
};

/* Which child of a node of `height` holds `page`. */
static unsigned child_of(uint64_t page, int height)
{
    assert(height > 0);
    return (unsigned)(page >> (NODE_BITS * (height - 1))) & (NODE - 1);
}

static bool spans(const struct bytemap *map, uint64_t page)
{
    return map->root != NULL && page >> (NODE_BITS * map->height) == map->top;
}

static int count_leaves(const struct bytemap_node *node, int height)
{
    int leaves = height == 0;

    for (int i = 0; height > 0 && i < NODE; i++) {
        leaves += node->child[i] != NULL ? count_leaves(node->child[i], height - 1) : 0;
    }
    return leaves;
}

static void drop(struct bytemap_node *node, int height)
{
    if (--node->owners != 0) {
        return;
    }
    for (int i = 0; height > 0 && i < NODE; i++) {
        if (node->child[i] != NULL) {
            drop(node->child[i], height - 1);
        }
    }
    free(node);
}

/* Returns the node at *at for a change: a copy of it if others point to it, too; an empty one if
 * there is none. NULL: no memory, nothing has changed. */
static struct bytemap_node *own(struct bytemap_node **at, int height)
{
    struct bytemap_node *node = *at;

    if (node != NULL && node->owners == 1) {
        return node;
    }
    struct bytemap_node *mine = calloc(1, sizeof(*mine));
    if (mine == NULL) {
        return NULL;
    }
    if (node != NULL) {
        *mine = *node;
        node->owners--;
    }
    for (int i = 0; height > 0 && i < NODE; i++) {
        if (mine->child[i] != NULL) {
            mine->child[i]->owners++;
        }
    }
    mine->owners = 1;
    *at = mine;
    return mine;
}

/* Puts roots above the root until the tree spans `page`. */
static bool grow(struct bytemap *map, uint64_t page)
{
    if (map->root == NULL) {
        map->height = 0;
        map->top = page;
        return true;
    }
    while (!spans(map, page)) {
        struct bytemap_node *root = calloc(1, sizeof(*root));
        if (root == NULL) {
            return false;
        }
        root->owners = 1;
        root->child[map->top & (NODE - 1)] = map->root;
        map->root = root;
        map->top >>= NODE_BITS;
        map->height++;
    }
    return true;
}

/* Returns the leaf of `page` for a change, or NULL if the map does not have it, or shares it. */
static struct bytemap_node *find_leaf(struct bytemap *map, uint64_t page)
{
    struct bytemap_node **at = &map->root;

    if (!spans(map, page)) {
        return NULL;
    }
    for (int height = map->height; height > 0 && *at != NULL && (*at)->owners == 1; height--) {
        at = &(*at)->child[child_of(page, height)];
    }
    return *at != NULL && (*at)->owners == 1 ? *at : NULL;
}

static bool has_leaf(const struct bytemap *map, uint64_t page)
{
    const struct bytemap_node *node = spans(map, page) ? map->root : NULL;

    for (int height = map->height; height > 0 && node != NULL; height--) {
        node = node->child[child_of(page, height)];
    }
    return node != NULL;
}

/* Returns the leaf of `page` for a change, also if it is not there yet, or is shared. NULL: no
 * memory, or too many leaves. */
static struct bytemap_node *take_leaf(struct bytemap *map, uint64_t page)
{
    if ((map->used >= map->most && !has_leaf(map, page)) || !grow(map, page)) {
        return NULL;
    }
    struct bytemap_node **at = &map->root;
    for (int height = map->height; height > 0; height--) {
        struct bytemap_node *node = own(at, height);
        if (node == NULL) {
            return NULL;
        }
        at = &node->child[child_of(page, height)];
    }
    const bool is_new = *at == NULL;
    struct bytemap_node *leaf = own(at, 0);
    map->used += is_new && leaf != NULL;
    return leaf;
}

bool bytemap_mark(struct bytemap *map, uint64_t va)
{
    struct bytemap_node *leaf = find_leaf(map, va >> PAGE_BITS);
    if (leaf == NULL) {
        leaf = take_leaf(map, va >> PAGE_BITS);
    }
    if (leaf == NULL) {
        map->full = true;
        return false;
    }
    uint64_t bit = (uint64_t)1 << (va & 63);
    uint64_t *word = &leaf->bits[(va >> 6) & (NODE - 1)];
    bool before = (*word & bit) != 0;
    *word |= bit;
    return before;
}

unsigned bytemap_mark_word(struct bytemap *map, uint64_t va, unsigned strb)
{
    struct bytemap_node *leaf = find_leaf(map, va >> PAGE_BITS);
    unsigned before = 0;

    if (leaf == NULL || (va & 63) > 56) {
        for (int i = 0; i < 8; i++) {
            before |= (strb >> i & 1) != 0 && bytemap_mark(map, va + (uint64_t)i) ? 1u << i : 0;
        }
        return before;
    }
    uint64_t *word = &leaf->bits[(va >> 6) & (NODE - 1)];
    before = (unsigned)(*word >> (va & 63)) & strb;
    *word |= (uint64_t)strb << (va & 63);
    return before;
}

/* Forgets the children of *at, a node of `height`, after the child that holds `page`. @return where
 * that child is pointed to; NULL: no memory. */
static struct bytemap_node **keep_up_to(struct bytemap *map, struct bytemap_node **at, int height,
                                        uint64_t page)
{
    struct bytemap_node *node = own(at, height);
    const unsigned keep = child_of(page, height);

    for (unsigned i = keep + 1; node != NULL && i < NODE; i++) {
        if (node->child[i] != NULL) {
            map->used -= count_leaves(node->child[i], height - 1);
            drop(node->child[i], height - 1);
            node->child[i] = NULL;
        }
    }
    return node != NULL ? &node->child[keep] : NULL;
}

static void clear_spanned(struct bytemap *map, uint64_t va)
{
    struct bytemap_node **at = &map->root;

    for (int height = map->height; height > 0 && *at != NULL; height--) {
        at = keep_up_to(map, at, height, va >> PAGE_BITS);
        if (at == NULL) {
            map->full = true;
            return;
        }
    }
    if (*at == NULL) {
        return;
    }
    struct bytemap_node *leaf = own(at, 0);
    if (leaf == NULL) {
        map->full = true;
        return;
    }
    unsigned word = (va >> 6) & (NODE - 1);
    leaf->bits[word] &= ((uint64_t)1 << (va & 63)) - 1;
    memset(&leaf->bits[word + 1], 0, (NODE - 1 - word) * sizeof(leaf->bits[0]));
}

void bytemap_clear_from(struct bytemap *map, uint64_t va)
{
    if (map->root == NULL) {
        return;
    }
    const uint64_t top = va >> PAGE_BITS >> (NODE_BITS * map->height);
    if (map->top > top) {
        bytemap_clear(map);
    } else if (map->top == top) {
        clear_spanned(map, va);
    }
}

void bytemap_clear(struct bytemap *map)
{
    if (map->root != NULL) {
        drop(map->root, map->height);
    }
    map->root = NULL;
    map->used = 0;
}

void bytemap_free(struct bytemap *map)
{
    bytemap_clear(map);
    *map = (struct bytemap){0};
}

void bytemap_copy(struct bytemap *to, const struct bytemap *from)
{
    if (from->root != NULL) {
        from->root->owners++;
    }
    bytemap_clear(to);
    *to = *from;
}

static bool same_node(const struct bytemap_node *a, const struct bytemap_node *b, int height)
{
    if (a == b || a == NULL || b == NULL) {
        return a == b;
    }
    if (height == 0) {
        return memcmp(a->bits, b->bits, sizeof(a->bits)) == 0;
    }
    for (int i = 0; i < NODE; i++) {
        if (!same_node(a->child[i], b->child[i], height - 1)) {
            return false;
        }
    }
    return true;
}

bool bytemap_same(const struct bytemap *a, const struct bytemap *b)
{
    return a->used == b->used && a->full == b->full &&
           (a->root == b->root ||
            (a->height == b->height && a->top == b->top && same_node(a->root, b->root, a->height)));
}
