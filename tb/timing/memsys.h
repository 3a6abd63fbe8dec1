/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_TIMING_MEMSYS_H
#define SPE_TIMING_MEMSYS_H

#include "timing/cache.h"

/* clang-format off: it would join the lines of the table */
/**
 * Data side of the memory system: two levels of TLB, three of cache, memory of two sockets. Cycles:
 *
 *   level 1 TLB     64 entries, 4 ways     1      L1     32 KiB, 8 ways     3, after translation
 *   level 2 TLB   1024 entries, 4 ways     6      L2    256 KiB, 8 ways    12
 *   walk                                  24      LL      1 MiB, 16 ways   34
 *                                                 DRAM                    150, other socket 230
 *
 * Pages of 4 KiB, lines of 64 bytes. A line that is still being filled is a hit with the rest of
 * the wait: no refill event (DDI 0586A 5.3.7, E[3]).
 */
/* clang-format on */

/* Events of the Events packet, DDI 0586A 5.3.7. */
#define SPE_EVENT_L1D_ACCESS   (1u << 2)
#define SPE_EVENT_L1D_REFILL   (1u << 3)
#define SPE_EVENT_TLB_ACCESS   (1u << 4)
#define SPE_EVENT_TLB_WALK     (1u << 5)
#define SPE_EVENT_NOT_TAKEN    (1u << 6)
#define SPE_EVENT_MISPREDICTED (1u << 7)
#define SPE_EVENT_LL_ACCESS    (1u << 8)
#define SPE_EVENT_LL_MISS      (1u << 9)
#define SPE_EVENT_REMOTE       (1u << 10)

/* Data sources in the coding of Arm's own cores; PMSIDR_EL1.LDS. */
enum spe_source {
    SPE_SOURCE_L1 = 0x0,
    SPE_SOURCE_L2 = 0x8,
    SPE_SOURCE_LL = 0xB,
    SPE_SOURCE_REMOTE = 0xD,
    SPE_SOURCE_DRAM = 0xE
};

#define SPE_FILLS 32u

struct spe_memsys {
    struct spe_cache tlb[2], cache[3];
    uint64_t remote_key;
    struct {
        uint64_t line, ready;
    } fill[SPE_FILLS]; /* lines on their way, by line number */
};

struct spe_memsys_result {
    uint64_t pa;     /* of the first byte, 48 bits */
    uint32_t events; /* SPE_EVENT_* */
    uint32_t xlat;   /* cycles of the translation */
    uint32_t data;   /* cycles after the translation until the data is there */
    uint16_t source; /* enum spe_source: the largest of the lines touched */
};

/**
 * @param remote_key  random value that says which pages lie on the other socket: one in sixteen.
 * @return 0, or -1 when memory is short; free in both cases.
 */
int spe_memsys_init(struct spe_memsys *m, uint64_t remote_key);
void spe_memsys_free(struct spe_memsys *m);

/** Access `bytes` (at least 1) at `va` in cycle `now`; calls need not come in the order of `now`.
 */
void spe_memsys_access(struct spe_memsys *m, uint64_t now, uint64_t va, uint32_t bytes,
                       struct spe_memsys_result *out);

/** Physical address of `va`: a fixed permutation of the pages of the 48-bit space. */
uint64_t spe_memsys_pa(uint64_t va);

#endif
