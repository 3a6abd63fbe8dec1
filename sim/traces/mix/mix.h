/* SPDX-License-Identifier: Apache-2.0 */
#ifndef MIX_H
#define MIX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/**
 * "mix": a freestanding AArch64 Linux program whose operations make the kept trace. Each part does
 * one kind of work that profilers meet, checks its own result and returns whether it was right.
 */

/* Next value of a fixed pseudo-random sequence (xorshift64*); `state` must not be 0. */
static inline uint64_t mix_random(uint64_t *state)
{
    *state ^= *state >> 12;
    *state ^= *state << 25;
    *state ^= *state >> 27;
    return *state * 0x2545F4914F6CDD1Du;
}

/* runtime.c */
long mix_syscall(long number, long a, long b, long c);
uint64_t mix_clock_ns(void);
void mix_print(const char *text);
void mix_print_number(uint64_t value);

/* The parts; each file names the operations that it is for. */
bool mix_sort(uint64_t *digest);
bool mix_hash(uint64_t *digest);
bool mix_matrix(uint64_t *digest);
bool mix_text(uint64_t *digest);
bool mix_list(uint64_t *digest);
bool mix_lz(uint64_t *digest);
bool mix_recurse(uint64_t *digest);
bool mix_atomics(uint64_t *digest);
bool mix_machine(uint64_t *digest);

#endif
