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
 * A TLBI and a reset end them; an AW that was offered by the cycle after a TLBI may still use what
 * that has ended (BR6), and is accepted much later, perhaps. Without a TLBI the set fills: of a
 * wrong address it then says more and more often that it may be right (hashed.h), some thousand
 * translations later. To empty it instead would make a finding of an SPU that is right, which is
 * worse.
 */
struct gone {
    struct hashed set, ended; /* valid ones; those that a TLBI has ended */
    uint64_t n;               /* how many were put into the first */
    bool untold;              /* nobody has told ASID and VMID of one */
    uint64_t ended_cycle; /* of the last TLBI that has ended one of the second, 0: it has none */
};

/** A TLBI has ended all that were put in. */
void gone_stale(struct gone *gone, uint64_t cycle);
/** No AW that is still to come was offered by the cycle after `ended_cycle`. */
void gone_settle(struct gone *gone);
/** One that was answered in `mode`; without `records` its pages are all that is asked for. */
void gone_add(struct gone *gone, const struct xl *x, const struct xl_mode *mode, bool records);
/** Whether there was one as `x`: its pages in `mode`, asked for with its ASID and VMID
 * (`ids.told`), or with ones that nobody has told; `any`: with whatever ones; `ended`: a TLBI may
 * have ended it. */
bool gone_has(const struct gone *gone, const struct xl *x, const struct xl_mode *mode, bool any,
              bool ended);
/** Without `records`: whether there was one to this page in memory. */
bool gone_page(const struct gone *gone, uint64_t pa_page, bool ended);
/** The same of a page of the buffer. */
bool gone_pages(const struct gone *gone, uint64_t va_page, uint64_t pa_page, bool ended);

#endif
