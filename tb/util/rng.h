/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TB_UTIL_RNG_H
#define TB_UTIL_RNG_H

#include <stdbool.h>
#include <stdint.h>

/**
 * The one generator of all stimulus: xoshiro256** (Blackman and Vigna, 2018), one independent
 * stream per agent. A stream's state is filled by splitmix64 from the run's seed and the FNV-1a
 * hash of the stream's name, so that drawing more in one agent never moves another. Results depend
 * on nothing but seed, name and the number of earlier draws.
 *
 * A random session has its own streams for every part: tb_part_seed() makes the seed of a part, and
 * leaving one part out moves no other.
 *
 * Streams in use: "ops" (operations), "lanes" (which lanes are valid), "life" and "life later"
 * (latencies, payload and endings), "axi" (back-pressure and response delay), "xlat" (translation
 * latency), "test" (a sequence's own choices), "own" (the choices of a part of a random session),
 * "poison lanes" and "poison life" (payload of invalid lanes and events; never part of the stimulus
 * hash).
 */
#ifdef __cplusplus
extern "C" {
#endif

struct tb_rng {
    uint64_t s[4];
};

/** Start stream `name` (NUL-terminated, not retained) of the run with seed `seed`. */
void tb_rng_init(struct tb_rng *rng, uint64_t seed, const char *name);

/** Seed of part `part` of episode `episode` in the run with seed `seed`. */
uint64_t tb_part_seed(uint64_t seed, uint64_t episode, uint64_t part);

/** How many draws of 64 bits lead from the state `from` to the state `to`; -1: more than `most`, or
 * the states are of different streams. */
int64_t tb_rng_distance(const struct tb_rng *from, const struct tb_rng *to, uint64_t most);

/** Next 64 uniform bits. */
uint64_t tb_rng_u64(struct tb_rng *rng);

/** Uniform in 0 .. bound - 1; 0 if bound is 0. The bias is below bound / 2^64. */
uint64_t tb_rng_below(struct tb_rng *rng, uint64_t bound);

/** Uniform in lo .. hi, both included; lo if hi < lo. */
uint64_t tb_rng_range(struct tb_rng *rng, uint64_t lo, uint64_t hi);

/** true with probability percent / 100. */
bool tb_rng_percent(struct tb_rng *rng, unsigned percent);

/** A permutation of the numbers below 2^40, one for each `key`: it moves neighbours apart, in all
 * bits. */
uint64_t tb_scatter40(uint64_t x, uint64_t key);

/** One step of splitmix64: a well mixed 64-bit function of `x`, used where a value must depend on
 * an index only. */
uint64_t tb_mix64(uint64_t x);

#ifdef __cplusplus
}
#endif
#endif
