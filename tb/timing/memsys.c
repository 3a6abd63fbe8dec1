/* SPDX-License-Identifier: Apache-2.0 */
#include "timing/memsys.h"
#include <string.h>

#define LINE_BITS 6u
#define PAGE_BITS 12u
#define PAGE_MASK ((1ull << 36) - 1) /* page numbers of a 48-bit address */
#define LINES_MAX 8u                 /* of one operation; DC ZVA and structures stay below */

enum { XLAT_TLB1 = 1, XLAT_TLB2 = 6, XLAT_WALK = 24 };
enum { DATA_L1 = 3, DATA_L2 = 12, DATA_LL = 34, DATA_DRAM = 150, DATA_REMOTE = 230 };

int spe_memsys_init(struct spe_memsys *m, uint64_t remote_key)
{
    memset(m, 0, sizeof(*m));
    m->remote_key = remote_key;
    int status = spe_cache_init(&m->tlb[0], 16, 4);
    status |= spe_cache_init(&m->tlb[1], 256, 4);
    status |= spe_cache_init(&m->cache[0], 64, 8);
    status |= spe_cache_init(&m->cache[1], 512, 8);
    status |= spe_cache_init(&m->cache[2], 1024, 16);
    for (unsigned i = 0; i < SPE_FILLS; i++) {
        m->fill[i].line = SPE_CACHE_NONE;
    }
    return status;
}

void spe_memsys_free(struct spe_memsys *m)
{
    for (unsigned i = 0; i < 2; i++) {
        spe_cache_free(&m->tlb[i]);
    }
    for (unsigned i = 0; i < 3; i++) {
        spe_cache_free(&m->cache[i]);
    }
}

uint64_t spe_memsys_pa(uint64_t va)
{
    /* Odd multiplier and xorshift are invertible modulo 2^36: no two pages share a frame. */
    uint64_t page = (va >> PAGE_BITS) & PAGE_MASK;
    page = (page * 0x9E3779B1u) & PAGE_MASK;
    page ^= page >> 17;
    return page << PAGE_BITS | (va & ((1u << PAGE_BITS) - 1));
}

static bool is_remote(const struct spe_memsys *m, uint64_t line)
{
    uint64_t page = line >> (PAGE_BITS - LINE_BITS);
    return ((page ^ m->remote_key) * 0x9E3779B97F4A7C15u) >> 60 == 0;
}

static void translate(struct spe_memsys *m, uint64_t va, struct spe_memsys_result *out)
{
    uint64_t page = va >> PAGE_BITS;
    uint32_t cycles = XLAT_TLB1;
    out->events |= SPE_EVENT_TLB_ACCESS;
    if (!spe_cache_access(&m->tlb[0], page)) {
        bool second = spe_cache_access(&m->tlb[1], page);
        cycles = second ? XLAT_TLB2 : XLAT_WALK;
        out->events |= second ? 0 : SPE_EVENT_TLB_WALK;
    }
    out->xlat = cycles > out->xlat ? cycles : out->xlat;
}

static void from(struct spe_memsys_result *out, uint16_t source)
{
    out->source = source > out->source ? source : out->source;
}

/* Miss in level 1: where the line comes from and how long that takes. */
static uint32_t refill(struct spe_memsys *m, uint64_t line, struct spe_memsys_result *out)
{
    out->events |= SPE_EVENT_L1D_REFILL;
    if (spe_cache_access(&m->cache[1], line)) {
        from(out, SPE_SOURCE_L2);
        return DATA_L2;
    }
    out->events |= SPE_EVENT_LL_ACCESS;
    if (spe_cache_access(&m->cache[2], line)) {
        from(out, SPE_SOURCE_LL);
        return DATA_LL;
    }
    out->events |= SPE_EVENT_LL_MISS;
    if (is_remote(m, line)) {
        out->events |= SPE_EVENT_REMOTE;
        from(out, SPE_SOURCE_REMOTE);
        return DATA_REMOTE;
    }
    from(out, SPE_SOURCE_DRAM);
    return DATA_DRAM;
}

static void touch(struct spe_memsys *m, uint64_t now, uint64_t line, struct spe_memsys_result *out)
{
    uint32_t cycles = DATA_L1;
    uint64_t slot = line % SPE_FILLS;
    out->events |= SPE_EVENT_L1D_ACCESS;
    if (!spe_cache_access(&m->cache[0], line)) {
        cycles = refill(m, line, out);
        m->fill[slot].line = line;
        m->fill[slot].ready = now + cycles;
    } else if (m->fill[slot].line == line && m->fill[slot].ready > now + cycles) {
        /* Operations are timed in program order, so `now` may lie before the miss that brings the
         * line. */
        uint64_t wait = m->fill[slot].ready - now;
        cycles = wait < DATA_REMOTE ? (uint32_t)wait : DATA_REMOTE;
    }
    out->data = cycles > out->data ? cycles : out->data;
}

void spe_memsys_access(struct spe_memsys *m, uint64_t now, uint64_t va, uint32_t bytes,
                       struct spe_memsys_result *out)
{
    *out = (struct spe_memsys_result){.pa = spe_memsys_pa(va)};
    uint64_t last = va + (bytes ? bytes - 1 : 0);
    translate(m, va, out);
    if (va >> PAGE_BITS != last >> PAGE_BITS) {
        translate(m, last, out);
    }
    uint64_t line = va >> LINE_BITS, lines = (last >> LINE_BITS) - line + 1;
    for (uint64_t i = 0; i < lines && i < LINES_MAX; i++) {
        touch(m, now + out->xlat, line + i, out);
    }
}
