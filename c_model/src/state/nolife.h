/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_STATE_NOLIFE_H
#define SPE_STATE_NOLIFE_H

#include <stdbool.h>
#include <stdint.h>

#include "spe/model.h"

/*
 * Sets of taps without LIFE: no record and no management event is predicted. So S is unknown from
 * one cycle to the next (3.5). A difference that S = 1 would explain is held until a read of the
 * PMBSR_ELx, or with OUT a level, shows S. If S was 0, the difference becomes a finding. Selections
 * and records that no monitor has shown are compared within bounds.
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
    uint64_t limit;                 /* limit of the buffer when it was enabled last */
    uint64_t stop_cycle, off_cycle; /* in which the levels told an event; profiling was disabled */
    bool ran;                       /* profiling was enabled since S was known last */
    bool counter_read; /* PMSICR_EL1 was read since, and differed from the prediction */

    /* the counter */
    bool missed;           /* a draw that the counter needs has not come */
    uint64_t member_cycle; /* of the last member */
    uint64_t slack;        /* members that the counter may not have counted */
    bool loaded;           /* the counter may have been 0 when profiling was enabled, */
    uint64_t load;         /* and then has this value */
    uint64_t rest;         /* most members until the counter is 0, by an older interval */
    uint64_t last_event;   /* position of the last selection or load */
    uint64_t members;      /* members that the counter may have counted while it was unknown, */
    uint64_t doubtful;     /* of these, after an event */
    uint64_t select_lo, select_hi, select_less; /* selections by these members: fewest and most;
                                                   predicted selections that may not have been */

    uint64_t select_base; /* selections before the last reset, modulo 2^64 */

    /* S was read: PMBIRQ has to agree within [irq_max] cycles */
    bool level_open, level, level_low;
    uint64_t level_cycle;

    /* the account of records since the last audit: */
    uint64_t filtrate, records;           /* counts at its beginning */
    bool lossy, drained, running, buffer; /* last state of profiling, of the buffer */
};

#endif
