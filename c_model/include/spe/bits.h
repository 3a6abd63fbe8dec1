/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_BITS_H
#define SPE_BITS_H

#include <stdint.h>

/** Bit `n` of a 64-bit register, n 0 .. 63. */
#define SPE_BIT(n) ((uint64_t)1 << (n))

/** Bits hi .. lo set, 0 <= lo <= hi <= 63. Example: SPE_MASK(10, 8) is 0x700. */
#define SPE_MASK(hi, lo) ((~(uint64_t)0 >> (63 - (hi))) & (~(uint64_t)0 << (lo)))

/** Field hi:lo of `value`, shifted down. */
#define SPE_FIELD(value, hi, lo) (((uint64_t)(value)&SPE_MASK(hi, lo)) >> (lo))

/** Marks a function that formats like printf(). `format_at` is the number of the format parameter,
 * `values_at` that of the first value, counted from 1. Compilers that support it check calls. */
#ifdef __GNUC__
#define SPE_PRINTF(format_at, values_at) __attribute__((format(printf, format_at, values_at)))
#else
#define SPE_PRINTF(format_at, values_at)
#endif

#endif
