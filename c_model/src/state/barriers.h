/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_STATE_BARRIERS_H
#define SPE_STATE_BARRIERS_H

#include <stdbool.h>
#include <stdint.h>

#pragma GCC diagnostic push
#pragma GCC diagnostic error "-Wpadded" /* hypotheses are compared byte by byte */
/* Until when the open DSB may wait (BR5). */
struct dsb_limit {
    uint64_t until; /* it waits for what began before this cycle */
    uint64_t idle;  /* first cycle in which it waits for none of that; 0: it waits */
};

/* Barriers (3.6). One PSB CSYNC and one DSB can be open at a time. Only ports/ writes here, except
 * that judge/ clears `dsb_passed` when it reports the DSB. */
struct barriers {
    bool psb_open, dsb_open, psb_seen, dsb_after_psb;
    bool psb_late, dsb_late, psb_ever, dsb_ever; /* the open one is found late; one was ever done */
    bool dsb_again[2]; /* [dsb_max] has passed: the DSB waits for what had begun by then */
    bool dsb_behind;   /* the open DSB is behind a PSB CSYNC that was not done (BR5) */
    bool dsb_over[2];  /* [dsb_max] has passed, and the DSB waits for nothing */
    uint8_t none[3];
    uint64_t psb_cycle;     /* of the last request of a PSB CSYNC, */
    uint64_t dsb_cycle;     /* of the last DSB, */
    uint64_t dsb_psb_cycle; /* and of the PSB CSYNC before that DSB */
    uint64_t psb_idle;      /* first cycle in which PSB CSYNC waits for nothing; 0: it waits */
    /* If the DSB waits for no more than has certainly begun; if it also waits for what may have. */
    struct dsb_limit dsb[2];
    uint64_t psb_order;  /* selections up to this one must be written */
    uint64_t dsb_order;  /* up to this one before the open DSB is done, if dsb_behind; */
    uint64_t dsb_passed; /* up to this one before a DSB that is done; 0: none */
    uint64_t cse_cycle, psb_cse, dsb_cse; /* of the last context synchronization event; of the last
                                             before the PSB CSYNC, before the DSB after it */
};
#pragma GCC diagnostic pop

#endif
