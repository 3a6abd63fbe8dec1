/* SPDX-License-Identifier: Apache-2.0 */
/* Open-addressing hash table of 1.5 MiB, larger than the caches near the core: misses in cache and
 * TLB. */
#include "mix.h"

#define SLOTS 65536u
#define KEYS  9000u

struct slot {
    uint64_t key;
    uint64_t count;
    uint64_t last;
};

static struct slot table[SLOTS];

static struct slot *find(uint64_t key)
{
    uint32_t at = (uint32_t)((key * 0x9E3779B97F4A7C15u) >> 48);
    while (table[at].key != 0 && table[at].key != key) {
        at = (at + 1) % SLOTS;
    }
    return &table[at];
}

static uint32_t key_check(uint32_t crc, uint64_t key)
{
    __asm__("crc32cx %w0, %w0, %1" : "+r"(crc) : "r"(key));
    return crc;
}

bool mix_hash(uint64_t *digest)
{
    uint64_t state = *digest | 1;
    uint32_t crc = 0, inserted = 0;
    for (uint32_t i = 0; i < KEYS; i++) {
        uint64_t key = 1 + mix_random(&state) % 20000;
        struct slot *s = find(key);
        inserted += s->key == 0;
        s->key = key;
        s->count++;
        s->last = i;
        crc = key_check(crc, key);
    }
    uint64_t total = 0, used = 0;
    for (uint64_t key = 1; key <= 20000; key += 3) {
        const struct slot *s = find(key);
        total += s->count;
        used += s->key != 0;
    }
    for (uint64_t key = 2; key <= 20000; key += 3) {
        total += find(key)->count;
    }
    for (uint64_t key = 3; key <= 20000; key += 3) {
        total += find(key)->count;
    }
    *digest = *digest * 31 + crc + inserted + used;
    return total == KEYS && used <= inserted;
}
