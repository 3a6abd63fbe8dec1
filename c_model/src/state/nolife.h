/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_STATE_NOLIFE_H
#define SPE_STATE_NOLIFE_H

#include <stdbool.h>
#include <stdint.h>

#include "spe/model.h"

/*
 * Sets of taps without LIFE: no record and no management event is predicted, so nobody knows from
 * one cycle to the next whether S is 1 (3.5). What S of 1 would explain is held until a read of the
 * PMBSR_ELx, or with OUT the levels, say what it was: S of 0 makes it a finding. Selections and
 * records that nobody saw are compared within bounds.
 */

#define MAX_HELD 4

struct nolife {
    struct {
        struct spe_finding finding;
        uint64_t cycle;
        unsigned zero; /* bit x - 1: PMBSR_ELx was read since, with S 0 */
    } held[MAX_HELD];
    int n_held;
    uint64_t buffer_off_cycle;      /* in which the buffer was disabled, */
    bool ran_buffer;                /* if it ever was enabled */
    uint64_t limit;                 /* of it, when it was enabled last */
    uint64_t stop_cycle, off_cycle; /* in which the levels told an event; profiling was disabled */
    bool ran;                       /* profiling was enabled since S was known last */
    bool counter_read;              /* PMSICR_EL1 was read meanwhile, and not as predicted */

    /* the counter */
    bool missed;                                /* a draw that it needs has not come */
    uint64_t member_cycle;                      /* of the last member */
    uint64_t slack;                             /* members that it may not have counted */
    bool loaded;                                /* it may have been 0 when profiling was enabled, */
    uint64_t load;                              /* and is this then */
    uint64_t rest;                              /* until it is 0, most, by an older interval */
    uint64_t last_event;                        /* position of its last selection or load */
    uint64_t members;                           /* that it may have counted while it was unknown, */
    uint64_t doubtful;                          /* of these, after an event */
    uint64_t select_lo, select_hi, select_less; /* selections that these come to; of those that were
                                                   predicted, which may not have been */

    uint64_t select_base; /* before the last reset, modulo 2^64 */

    /* a read of S, until PMBIRQ must agree */
    bool level_open, level, level_low;
    uint64_t level_cycle;

    /* account of records since the last audit: */
    uint64_t filtrate, records;           /* what it began with */
    bool lossy, drained, running, buffer; /* profiling, the buffer was enabled last */
};

#endif
