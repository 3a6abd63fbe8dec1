/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TB_UTIL_STIM_HASH_H
#define TB_UTIL_STIM_HASH_H

#include <stdint.h>

/**
 * Hash over everything that the bench drives (valid lanes, life events, context, register accesses,
 * barriers, bus and translation answers, resets), in order, with the cycle of each. Poison is left
 * out, as it must not matter. Equal hashes mean equal stimulus.
 */
struct tb_stim_hash {
    uint64_t value;
};

static inline void tb_stim_add(struct tb_stim_hash *hash, uint64_t word)
{
    uint64_t x = (hash->value ^ word) * 0x9fb21c651e98df25u;

    hash->value = x ^ (x >> 32);
}

#endif
