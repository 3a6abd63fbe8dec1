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
    if (gone->n != 0) {
        hashed_move(&gone->ended, &gone->set);
        gone->n = 0;
        gone->ended_cycle = cycle;
    }
}

void gone_settle(struct gone *gone)
{
    if (gone->ended_cycle != 0) {
        gone->ended = (struct hashed){{0}};
        gone->ended_cycle = 0;
    }
}

void gone_add(struct gone *gone, const struct xl *x, const struct xl_mode *mode, bool records)
{
    struct hashed *set = x->stale_cycle == 0 ? &gone->set : &gone->ended;

    if (x->stale_cycle != 0 && x->cycle > x->stale_cycle) {
        return; /* asked for before a TLBI, answered after it: no AW may use it (BR6) */
    }
    gone->n += x->stale_cycle == 0;
    gone->ended_cycle = x->stale_cycle > gone->ended_cycle ? x->stale_cycle : gone->ended_cycle;
    if (!records) {
        hashed_add(set, x->pa_page);
        hashed_add(set, pages_number(x->va_page, x->pa_page));
        return;
    }
    gone->untold |= x->ids.told == 0;
    hashed_add(set, gone_number(x, mode, x->ids.told));
    if (x->ids.told != 0) {
        hashed_add(set, gone_number(x, mode, TOLD_ANY));
    }
}

static bool has(const struct gone *gone, uint64_t number, bool ended)
{
    return hashed_has(&gone->set, number) || (ended && hashed_has(&gone->ended, number));
}

bool gone_has(const struct gone *gone, const struct xl *x, const struct xl_mode *mode, bool any,
              bool ended)
{
    const uint64_t told = any ? TOLD_ANY : x->ids.told;

    return (told != 0 && has(gone, gone_number(x, mode, told), ended)) ||
           (gone->untold && has(gone, gone_number(x, mode, 0), ended));
}

bool gone_page(const struct gone *gone, uint64_t pa_page, bool ended)
{
    return has(gone, pa_page, ended);
}

bool gone_pages(const struct gone *gone, uint64_t va_page, uint64_t pa_page, bool ended)
{
    return has(gone, pages_number(va_page, pa_page), ended);
}
