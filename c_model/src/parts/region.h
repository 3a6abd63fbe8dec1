/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_PARTS_REGION_H
#define SPE_PARTS_REGION_H

#include <stdbool.h>
#include <stdint.h>

struct spe_config;

#define MAX_REGIONS 4 /* more are merged */

/* Pages that a buffer had; `left`: the last cycle in which it had them. */
struct region {
    uint64_t first, last; /* addresses >> 12 */
    uint64_t left;
};

/*
 * Pages that translations may be requested for (3.4). These are the pages of the buffer that
 * PMBPTR_EL1 and PMBLIMITR_EL1 describe while E is 1, from the pointer as software wrote it. And
 * those of earlier buffers for which a request may be on its way.
 */
struct regions {
    bool written;     /* PMBPTR_EL1 was written since reset */
    uint64_t pointer; /* as written last */
    bool on;          /* E is 1: `now` holds */
    struct region now, old[MAX_REGIONS];
    int n_old;
};

void regions_reset(struct regions *r);

/** PMBPTR_EL1 was written. */
void regions_pointer(struct regions *r, uint64_t pointer);

/** PMBPTR_EL1 or PMBLIMITR_EL1 has changed in `cycle`; `unknown`: bits of the limit that hold
 * anything since reset. */
void regions_change(struct regions *r, const struct spe_config *cfg, uint64_t limitr,
                    uint64_t unknown, uint64_t cycle);

/** Whether a request for the page of `va` may come. */
bool regions_hold(const struct regions *r, uint64_t va);

/** Forget the pages of buffers that were replaced before `cycle`: no request for them can be on its
 * way. A context synchronization event came after the change, and PSB CSYNC and DSB have waited for
 * each profiling operation before that (D17.9 INDWCG, IMLGHW). Or nothing of such a buffer was
 * left. */
void regions_forget(struct regions *r, uint64_t cycle);

#endif
