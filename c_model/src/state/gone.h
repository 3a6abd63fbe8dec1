/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_STATE_GONE_H
#define SPE_STATE_GONE_H

#include <stdbool.h>
#include <stdint.h>

#include "parts/hashed.h"

struct xl;
struct xl_mode;

/*
 * Translations for which the buffer had no room any more (S12: an SPU may keep as many as it
 * likes). That they were there is all that is known of them: who uses one may be right, and the
 * scoreboard cannot follow. All hypotheses have the same: what the ports tell.
 *
 * A TLBI and a reset end them. Without these the set fills: of a wrong address it then says more
 * and more often that it may be right (hashed.h), some thousand translations later. To empty it
 * instead would make a finding of an SPU that is right, which is worse.
 */
struct gone {
    struct hashed set;
    uint64_t stale_cycle; /* of the TLBI that has ended all of them, 0: none */
};

/** A TLBI has ended all that were put in. */
void gone_stale(struct gone *gone, uint64_t cycle);
/** One that was answered in `mode`; without `records` its pages are all that is asked for. */
void gone_add(struct gone *gone, const struct xl *x, const struct xl_mode *mode, bool records);
/** Whether there was one as `x`: its pages in `mode`, asked for with its ASID and VMID
 * (`ids.told`), or with ones that nobody has told; `any`: with whatever ones. */
bool gone_has(const struct gone *gone, const struct xl *x, const struct xl_mode *mode, bool any);
/** Without `records`: whether there was one to this page in memory. */
bool gone_page(const struct gone *gone, uint64_t pa_page);
/** The same of a page of the buffer. */
bool gone_pages(const struct gone *gone, uint64_t va_page, uint64_t pa_page);

#endif
