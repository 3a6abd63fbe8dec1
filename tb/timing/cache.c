/* SPDX-License-Identifier: Apache-2.0 */
#include "timing/cache.h"
#include <stdlib.h>
#include <string.h>

int spe_cache_init(struct spe_cache *c, uint32_t sets, uint32_t ways)
{
    size_t n = (size_t)sets * ways;
    c->sets = sets;
    c->ways = ways;
    c->key = malloc(n * sizeof(*c->key));
    if (!c->key) {
        return -1;
    }
    memset(c->key, 0xff, n * sizeof(*c->key));
    return 0;
}

void spe_cache_free(struct spe_cache *c)
{
    free(c->key);
    c->key = NULL;
}

static uint64_t *set_of(const struct spe_cache *c, uint64_t key)
{
    return &c->key[(key & (c->sets - 1)) * c->ways];
}

bool spe_cache_access(struct spe_cache *c, uint64_t key)
{
    uint64_t *set = set_of(c, key);
    uint32_t way = 0;
    while (way < c->ways - 1 && set[way] != key) {
        way++;
    }
    bool hit = set[way] == key;
    for (; way > 0; way--) {
        set[way] = set[way - 1];
    }
    set[0] = key;
    return hit;
}

bool spe_cache_holds(const struct spe_cache *c, uint64_t key)
{
    const uint64_t *set = set_of(c, key);
    for (uint32_t way = 0; way < c->ways; way++) {
        if (set[way] == key) {
            return true;
        }
    }
    return false;
}
