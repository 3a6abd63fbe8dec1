/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_PARTS_AUDIT_H
#define SPE_PARTS_AUDIT_H

#include <stdbool.h>
#include <stdint.h>

#include "spe/model.h"

/*
 * Whether what was recorded since the last record and management event has been looked at: by
 * barriers that found all done, and by reads of the registers. Only audit.c writes here.
 */

/* The steps of an audit (what cannot be seen is read). */
enum { AUDIT_DRAINED = 1, AUDIT_PTR = 2, AUDIT_BSR = 4, AUDIT_WHOLE = 7 };

struct audit {
    unsigned steps;            /* AUDIT_* since the last record and event */
    uint64_t events;           /* how many of both there were then */
    uint64_t cycle;            /* of the first of the steps */
    uint64_t told[SPE_CHECKS]; /* by account: the difference told last, if it does not close */
};

/** Number of records and management events so far: what an audit has to show. */
uint64_t audit_events(const struct spe_totals *t);

/** A step of an audit, AUDIT_*, in `cycle`; 0: one that shows nothing. */
void audit_step(struct audit *a, const struct spe_totals *t, unsigned step, uint64_t cycle);

/** The last event, which is not counted in `before`, took effect in `cycle`. So steps of later
 * cycles belong to its audit, unless a record or another event came after them. */
void audit_keep(struct audit *a, const struct spe_totals *before, const struct spe_totals *t,
                uint64_t cycle);

/** AUDIT_* since the last record and event. */
unsigned audit_steps(const struct audit *a, const struct spe_totals *t);

/** Whether an account differs by another amount than when this was asked last. An account that
 * stays open by the same amount is told once, however many audits find it. `difference` 0: the
 * account closes. */
bool audit_news(struct audit *a, enum spe_check check, uint64_t difference);

#endif
