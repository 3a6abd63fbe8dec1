/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_TIMING_CACHE_H
#define SPE_TIMING_CACHE_H

#include <stdbool.h>
#include <stdint.h>

/**
 * Set-associative cache of keys with least-recently-used replacement. A key is a line or page
 * number: the same unit serves as data cache and as TLB. It holds no data and no time.
 */
struct spe_cache {
    uint64_t *key; /* sets * ways, most recently used first within a set; SPE_CACHE_NONE: empty */
    uint32_t sets; /* power of two */
    uint32_t ways;
};

#define SPE_CACHE_NONE UINT64_MAX

/** Make an empty cache. `sets` is a power of two. @return 0, or -1 when memory is short. */
int spe_cache_init(struct spe_cache *c, uint32_t sets, uint32_t ways);

/** Free the keys; a zeroed structure is accepted. */
void spe_cache_free(struct spe_cache *c);

/** Look `key` up and make it the most recent of its set, in place of the least recent on a miss.
 * @return hit. */
bool spe_cache_access(struct spe_cache *c, uint64_t key);

/** @return whether `key` is in the cache; changes nothing. */
bool spe_cache_holds(const struct spe_cache *c, uint64_t key);

#endif
