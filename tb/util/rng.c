/* SPDX-License-Identifier: Apache-2.0 */
#include "rng.h"

#include <string.h>

#define GOLDEN 0x9e3779b97f4a7c15u

uint64_t tb_mix64(uint64_t x)
{
    x += GOLDEN;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

/* Each step is a permutation: exclusive or, odd product, exclusive or of upper bits. */
uint64_t tb_scatter40(uint64_t x, uint64_t key)
{
    const uint64_t mask = (UINT64_C(1) << 40) - 1;

    for (int i = 0; i < 3; i++) {
        x = ((x ^ key) * GOLDEN) & mask;
        x ^= x >> 20;
        key = tb_mix64(key);
    }
    return x;
}

static uint64_t fnv1a(const char *text)
{
    uint64_t h = 0xcbf29ce484222325u;

    for (; *text != '\0'; text++) {
        h = (h ^ (unsigned char)*text) * 0x100000001b3u;
    }
    return h;
}

static uint64_t rotl(uint64_t x, int k)
{
    return (x << k) | (x >> (64 - k));
}

void tb_rng_init(struct tb_rng *rng, uint64_t seed, const char *name)
{
    uint64_t x = tb_mix64(seed) ^ fnv1a(name);

    for (int i = 0; i < 4; i++) {
        rng->s[i] = tb_mix64(x);
        x += GOLDEN;
    }
}

uint64_t tb_part_seed(uint64_t seed, uint64_t episode, uint64_t part)
{
    return tb_mix64(tb_mix64(tb_mix64(seed) ^ episode) ^ part);
}

uint64_t tb_rng_u64(struct tb_rng *rng)
{
    uint64_t *s = rng->s;
    uint64_t result = rotl(s[1] * 5, 7) * 9;
    uint64_t t = s[1] << 17;

    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = rotl(s[3], 45);
    return result;
}

int64_t tb_rng_distance(const struct tb_rng *from, const struct tb_rng *to, uint64_t most)
{
    struct tb_rng now = *from;

    for (uint64_t n = 0; n <= most; n++) {
        if (memcmp(&now, to, sizeof now) == 0) {
            return (int64_t)n;
        }
        (void)tb_rng_u64(&now);
    }
    return -1;
}

/* High half of a 64 x 64 bit product, in C11 without 128-bit integers. */
static uint64_t mul_high(uint64_t a, uint64_t b)
{
    uint64_t a0 = a & 0xffffffffu, a1 = a >> 32, b0 = b & 0xffffffffu, b1 = b >> 32;
    uint64_t mid = a1 * b0 + ((a0 * b0) >> 32);

    return a1 * b1 + (mid >> 32) + ((a0 * b1 + (mid & 0xffffffffu)) >> 32);
}

uint64_t tb_rng_below(struct tb_rng *rng, uint64_t bound)
{
    return mul_high(tb_rng_u64(rng), bound);
}

uint64_t tb_rng_range(struct tb_rng *rng, uint64_t lo, uint64_t hi)
{
    if (hi < lo) {
        return lo;
    }
    return lo + (hi - lo == UINT64_MAX ? tb_rng_u64(rng) : tb_rng_below(rng, hi - lo + 1));
}

bool tb_rng_percent(struct tb_rng *rng, unsigned percent)
{
    return tb_rng_below(rng, 100) < percent;
}
