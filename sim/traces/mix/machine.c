/* SPDX-License-Identifier: Apache-2.0 */
/* System calls, cache maintenance, non-temporal and structure accesses, long divides: what is rare
 * elsewhere. */
#include "mix.h"
#include <arm_neon.h>

#define BLOCK 65536u

static uint8_t block[BLOCK] __attribute__((aligned(4096)));
static uint64_t log_of[4096];

static size_t zero_block_bytes(void)
{
    uint64_t id;
    __asm__("mrs %0, dczid_el0" : "=r"(id));
    return (size_t)4 << (id & 15);
}

static void clear(void)
{
    size_t step = zero_block_bytes();
    for (size_t i = 0; i < BLOCK; i += step) {
        __asm__ volatile("dc zva, %0" : : "r"(block + i) : "memory");
    }
    __asm__ volatile("dsb ish" : : : "memory");
}

static uint64_t stream(void)
{
    uint64_t a, b, sum = 0;
    for (size_t i = 0; i < BLOCK; i += 16) {
        __asm__ volatile("stnp %0, %1, [%2]" : : "r"(i), "r"(~i), "r"(block + i) : "memory");
        __asm__ volatile("ldnp %0, %1, [%2]" : "=r"(a), "=r"(b) : "r"(block + i) : "memory");
        sum += a ^ b;
    }
    return sum;
}

static uint64_t planes(void)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < BLOCK / 8; i += 64) {
        uint8x16x4_t v = vld4q_u8(block + i);
        v.val[0] = vaddq_u8(v.val[0], v.val[3]);
        vst2q_u8(block + i, (uint8x16x2_t){{v.val[0], v.val[1]}});
        sum += vaddvq_u8(v.val[0]);
    }
    return sum;
}

static uint64_t gcd(uint64_t a, uint64_t b)
{
    while (b) {
        uint64_t r = a % b;
        a = b;
        b = r;
    }
    return a;
}

bool mix_machine(uint64_t *digest)
{
    bool good = true;
    uint64_t sum = 0, before = mix_clock_ns();
    clear();
    for (size_t i = 0; i < BLOCK; i += 512) {
        sum += block[i];
    }
    good &= sum == 0 && stream() == 0 - (uint64_t)(BLOCK / 16);
    for (uint64_t i = 0; i < 4096; i++) {
        log_of[i] = gcd(i * 720720, 1u << (i % 20));
    }
    for (int i = 0; i < 40; i++) {
        uint64_t now = mix_clock_ns();
        good &= now >= before;
        before = now;
    }
    *digest = *digest * 31 + log_of[97] + log_of[4000] + planes();
    return good;
}
