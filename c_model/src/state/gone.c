/* SPDX-License-Identifier: Apache-2.0 */
#include "state/gone.h"
#include "state/buffer.h"
#include "state/facts.h"

#define TOLD_ANY UINT64_MAX /* no ASID and VMID */

static uint64_t gone_number(const struct xl *x, const struct xl_mode *mode, uint64_t told)
{
    uint64_t hash = told;

    facts_hash(&hash, x->va_page);
    facts_hash(&hash, x->pa_page);
    facts_hash(&hash, (uint64_t)mode->regime << 24 | (uint64_t)mode->nvm << 16 |
                          (uint64_t)mode->attr << 8 | mode->sh);
    return hash;
}

static uint64_t pages_number(uint64_t va_page, uint64_t pa_page)
{
    const struct xl x = {.va_page = va_page, .pa_page = pa_page};
    const struct xl_mode mode = {.regime = 0};

    return gone_number(&x, &mode, TOLD_ANY);
}

void gone_stale(struct gone *gone, uint64_t cycle)
{
    if (gone->stale_cycle != 0 && gone->stale_cycle != cycle) {
        *gone = (struct gone){.stale_cycle = 0}; /* an AW may use those of the last one alone */
    }
    gone->stale_cycle = cycle;
}

void gone_add(struct gone *gone, const struct xl *x, const struct xl_mode *mode, bool records)
{
    if (x->stale_cycle != gone->stale_cycle) {
        if (x->stale_cycle != 0) {
            return; /* an earlier TLBI has ended it */
        }
        *gone = (struct gone){.stale_cycle = 0}; /* the TLBI is so long ago */
    }
    if (!records) {
        hashed_add(&gone->set, x->pa_page);
        hashed_add(&gone->set, pages_number(x->va_page, x->pa_page));
        return;
    }
    hashed_add(&gone->set, gone_number(x, mode, x->ids.told));
    if (x->ids.told != 0) {
        hashed_add(&gone->set, gone_number(x, mode, TOLD_ANY));
    }
}

bool gone_has(const struct gone *gone, const struct xl *x, const struct xl_mode *mode, bool any)
{
    return hashed_has(&gone->set, gone_number(x, mode, any ? TOLD_ANY : x->ids.told)) ||
           hashed_has(&gone->set, gone_number(x, mode, 0));
}

bool gone_page(const struct gone *gone, uint64_t pa_page)
{
    return hashed_has(&gone->set, pa_page);
}

bool gone_pages(const struct gone *gone, uint64_t va_page, uint64_t pa_page)
{
    return hashed_has(&gone->set, pages_number(va_page, pa_page));
}
