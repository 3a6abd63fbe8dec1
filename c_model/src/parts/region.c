/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "config_members.h"
#include "parts/region.h"
#include "spe/regs.h"

void regions_reset(struct regions *r)
{
    memset(r, 0, sizeof(*r));
}

void regions_pointer(struct regions *r, uint64_t pointer)
{
    r->written = true;
    r->pointer = pointer;
}

/* A pointer that breaks 3.4.1 may be found wrong only when a record is to be written. So its page,
 * and the pages that the record would reach, may be requested. */
static struct region pages(const struct regions *r, const struct spe_config *cfg, uint64_t limitr,
                           uint64_t unknown)
{
    const uint64_t limit = limitr & SPE_PMBLIMITR_LIMIT, longest = (uint64_t)1 << cfg->max_size;
    const uint64_t first = r->written ? r->pointer : 0;
    uint64_t last = limit - 1;

    if (first > limit || limit - first < longest) {
        last = first + longest - 1;
    }
    if (!r->written || (unknown & SPE_PMBLIMITR_LIMIT) != 0 || last < first) {
        last = UINT64_MAX;
    }
    return (struct region){.first = first >> 12, .last = last >> 12};
}

/* Keeps the pages of the buffer so far. If there is no room, the two oldest entries are merged. */
static void keep_region(struct regions *r, uint64_t cycle)
{
    struct region *old = r->old;

    if (r->n_old == MAX_REGIONS) {
        old[0].first = old[0].first < old[1].first ? old[0].first : old[1].first;
        old[0].last = old[0].last > old[1].last ? old[0].last : old[1].last;
        old[0].left = old[1].left;
        r->n_old--;
        memmove(&old[1], &old[2], sizeof(old[0]) * (size_t)(r->n_old - 1));
    }
    old[r->n_old] = r->now;
    old[r->n_old++].left = cycle;
}

/* Returns whether records of a disabled buffer are, or may be, written: at the place that the
 * registers have then. */
static bool writes_disabled(const struct spe_config *cfg)
{
    return cfg->disabled_record == spe_cfg_disabled_record_write ||
           cfg->disabled_record == spe_cfg_disabled_record_any;
}

void regions_change(struct regions *r, const struct spe_config *cfg, uint64_t limitr,
                    uint64_t unknown, uint64_t cycle)
{
    const struct region now = pages(r, cfg, limitr, unknown);

    if (r->on) {
        keep_region(r, cycle);
    }
    r->on = (limitr & SPE_PMBLIMITR_E) != 0; /* which is known after reset */
    r->now = now;
    if (!r->on && r->n_old != 0 && writes_disabled(cfg)) {
        keep_region(r, cycle);
    }
}

static bool holds(const struct region *region, uint64_t page)
{
    return page >= region->first && page <= region->last;
}

bool regions_hold(const struct regions *r, uint64_t va)
{
    bool found = r->on && holds(&r->now, va >> 12);

    for (int i = 0; i < r->n_old; i++) {
        found |= holds(&r->old[i], va >> 12);
    }
    return found;
}

void regions_forget(struct regions *r, uint64_t cycle)
{
    int kept = 0;

    for (int i = 0; i < r->n_old; i++) {
        if (r->old[i].left >= cycle) {
            r->old[kept++] = r->old[i];
        }
    }
    r->n_old = kept;
}
