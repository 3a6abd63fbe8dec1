/* SPDX-License-Identifier: Apache-2.0 */
/* Atomics: LSE with and without a returned value, exclusives, acquire and release, barriers. */
#include "mix.h"

#define ROUNDS 6000u

static uint64_t counters[64] __attribute__((aligned(64)));
static uint64_t pair[2] __attribute__((aligned(16)));
static uint32_t lock;

static uint64_t fetch_add(uint64_t *p, uint64_t v)
{
    uint64_t old;
    __asm__ volatile("ldaddal %2, %0, %1" : "=r"(old), "+Q"(*p) : "r"(v) : "memory");
    return old;
}

static void add(uint64_t *p, uint64_t v)
{
    __asm__ volatile("stadd %1, %0" : "+Q"(*p) : "r"(v) : "memory");
}

static uint64_t swap(uint64_t *p, uint64_t v)
{
    uint64_t old;
    __asm__ volatile("swpa %2, %0, %1" : "=r"(old), "+Q"(*p) : "r"(v) : "memory");
    return old;
}

static uint64_t compare_swap(uint64_t *p, uint64_t expected, uint64_t v)
{
    __asm__ volatile("casal %0, %2, %1" : "+r"(expected), "+Q"(*p) : "r"(v) : "memory");
    return expected;
}

static void add_exclusive(uint64_t *p, uint64_t v)
{
    uint64_t value;
    uint32_t failed;
    __asm__ volatile("1: ldaxr %0, %2\n\t"
                     "add %0, %0, %3\n\t"
                     "stlxr %w1, %0, %2\n\t"
                     "cbnz %w1, 1b"
                     : "=&r"(value), "=&r"(failed), "+Q"(*p)
                     : "r"(v)
                     : "memory");
}

static void pair_exclusive(void)
{
    uint64_t low, high;
    uint32_t failed;
    __asm__ volatile("1: ldxp %0, %1, %3\n\t"
                     "add %0, %0, #1\n\t"
                     "sub %1, %1, #1\n\t"
                     "stxp %w2, %0, %1, %3\n\t"
                     "cbnz %w2, 1b"
                     : "=&r"(low), "=&r"(high), "=&r"(failed), "+Q"(pair)
                     :
                     : "memory");
}

static void take_lock(void)
{
    uint32_t free;
    do {
        free = 0;
        __asm__ volatile("casa %w0, %w2, %1" : "+r"(free), "+Q"(lock) : "r"(1) : "memory");
    } while (free != 0);
}

static void release_lock(void)
{
    __asm__ volatile("stlr wzr, %0" : "=Q"(lock) : : "memory");
}

bool mix_atomics(uint64_t *digest)
{
    uint64_t expected = 0, total = 0, state = *digest | 1;
    for (uint32_t i = 0; i < ROUNDS; i++) {
        uint64_t *p = &counters[mix_random(&state) % 64];
        take_lock();
        fetch_add(p, 1);
        add(p, 2);
        add_exclusive(p, 3);
        release_lock();
        uint64_t old = swap(&counters[0], 0);
        while (compare_swap(&counters[0], 0, old) != 0) {
            ;
        }
        pair_exclusive();
        if (i % 64 == 0) {
            __asm__ volatile("dmb ish\n\tisb" : : : "memory");
        }
        expected += 6;
    }
    for (int i = 0; i < 64; i++) {
        total += counters[i];
    }
    *digest = *digest * 31 + total + pair[0];
    return total == expected && pair[0] == ROUNDS && pair[0] + pair[1] == 0;
}
