/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_STATE_GONE_H
#define SPE_STATE_GONE_H

#include <stdbool.h>
#include <stdint.h>

#include "parts/hashed.h"

struct xl;
struct xl_mode;

/*
 * Translations for which the buffer had no room any more. An SPU may keep any number of
 * translations (S12). Of these translations only the existence is known. If an SPU uses one, the
 * SPU may be right, and the scoreboard cannot follow. All hypotheses share this set, because it
 * follows from the ports alone.
 *
 * A TLBI or a reset ends these translations. But an AW that was offered by the cycle after the TLBI
 * may still use an ended translation (BR6), and this AW may be accepted much later. Without a TLBI
 * the set fills up. After some thousand translations it then accepts more and more wrong addresses
 * (hashed.h). To empty the set would be worse: an SPU that is right would get a finding.
 */
struct gone {
    struct hashed set, ended; /* valid translations; translations that a TLBI has ended */
    uint64_t n;               /* number of translations in `set` */
    bool untold;              /* ASID and VMID of at least one are unknown */
    uint64_t ended_cycle;     /* of the last TLBI that ended one of `ended`; 0: `ended` is empty */
};

/** A TLBI ends all translations of the set. */
void gone_stale(struct gone *gone, uint64_t cycle);
/** No later AW was offered by the cycle after `ended_cycle`: drop the ended translations. */
void gone_settle(struct gone *gone);
/** Add a translation that was answered in `mode`. Without `records` only its pages are kept,
 * because gone_page() and gone_pages() ask for nothing else. */
void gone_add(struct gone *gone, const struct xl *x, const struct xl_mode *mode, bool records);
/** Whether the set may have a translation like `x`: with its pages, in `mode`, asked for with its
 * ASID and VMID (`ids.told`) or with unknown ones. `any`: with any ASID and VMID. `ended`: also
 * translations that a TLBI has ended. */
bool gone_has(const struct gone *gone, const struct xl *x, const struct xl_mode *mode, bool any,
              bool ended);
/** Without `records`: whether the set may have a translation to this page in memory. */
bool gone_page(const struct gone *gone, uint64_t pa_page, bool ended);
/** The same for a translation from this page of the buffer. */
bool gone_pages(const struct gone *gone, uint64_t va_page, uint64_t pa_page, bool ended);

#endif
