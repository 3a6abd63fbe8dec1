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

/* What an audit consists of (what cannot be seen is read). */
enum { AUDIT_DRAINED = 1, AUDIT_PTR = 2, AUDIT_BSR = 4, AUDIT_WHOLE = 7 };

struct audit {
    unsigned steps;            /* AUDIT_* since the last record and event */
    uint64_t events;           /* how many there were then */
    uint64_t cycle;            /* of the first of the steps */
    uint64_t told[SPE_CHECKS]; /* of an account that does not close: the difference told last */
};

/** What an audit has to show: records and management events so far. */
uint64_t audit_events(const struct spe_totals *t);

/** A step of an audit, AUDIT_*, in `cycle`; 0: one that shows nothing. */
void audit_step(struct audit *a, const struct spe_totals *t, unsigned step, uint64_t cycle);

/** The last event, not counted in `before`, took effect in `cycle`, so steps of later cycles are of
 * its audit, unless a record or another event came behind them. */
void audit_keep(struct audit *a, const struct spe_totals *before, const struct spe_totals *t,
                uint64_t cycle);

/** AUDIT_* since the last record and event. */
unsigned audit_steps(const struct audit *a, const struct spe_totals *t);

/** Whether an account differs by another amount than it did when this was asked last: one that
 * stays open as it is is told once, however many audits find it. 0: it closes. */
bool audit_news(struct audit *a, enum spe_check check, uint64_t difference);

#endif
