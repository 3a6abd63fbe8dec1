/* SPDX-License-Identifier: Apache-2.0 */
/* Pointer chasing over shuffled nodes and a binary tree: loads that depend on loads, few cache
 * hits. */
#include "mix.h"

#define NODES 5000u

struct node {
    struct node *next, *left, *right;
    uint64_t key;
    uint64_t pad[12]; /* two cache lines a node */
};

static struct node nodes[NODES];
static uint16_t order[NODES];

static void shuffle(uint64_t *state)
{
    for (uint32_t i = 0; i < NODES; i++) {
        order[i] = (uint16_t)i;
    }
    for (uint32_t i = NODES; --i;) {
        uint32_t j = (uint32_t)(mix_random(state) % (i + 1));
        uint16_t t = order[i];
        order[i] = order[j];
        order[j] = t;
    }
    for (uint32_t i = 0; i < NODES; i++) {
        struct node *n = &nodes[order[i]];
        *n = (struct node){.next = i + 1 < NODES ? &nodes[order[i + 1]] : NULL,
                           .key = mix_random(state) % 100000};
    }
}

static uint64_t walk(void)
{
    uint64_t sum = 0;
    for (struct node *n = &nodes[order[0]]; n; n = n->next) {
        __builtin_prefetch(n->next);
        sum += n->key;
    }
    return sum;
}

static uint32_t insert_all(struct node **root)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < NODES / 4; i++) {
        struct node *n = &nodes[i], **at = root;
        while (*at && (*at)->key != n->key) {
            at = n->key < (*at)->key ? &(*at)->left : &(*at)->right;
        }
        count += *at == NULL;
        if (!*at) {
            *at = n;
        }
    }
    return count;
}

/* In-order count; false in *sorted when the keys do not rise. */
static uint32_t in_order(const struct node *n, uint64_t *above, bool *sorted)
{
    if (!n) {
        return 0;
    }
    uint32_t count = in_order(n->left, above, sorted);
    *sorted &= n->key >= *above;
    *above = n->key;
    return count + 1 + in_order(n->right, above, sorted);
}

bool mix_list(uint64_t *digest)
{
    uint64_t state = *digest | 1, expected = 0, above = 0;
    struct node *root = NULL;
    bool sorted = true, good = true;
    shuffle(&state);
    for (uint32_t i = 0; i < NODES; i++) {
        expected += nodes[i].key;
    }
    for (int round = 0; round < 5; round++) {
        good &= walk() == expected;
    }
    uint32_t count = insert_all(&root);
    good &= in_order(root, &above, &sorted) == count;
    *digest = *digest * 31 + expected + count;
    return good && sorted;
}
