/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_STATE_CONTRACT_H
#define SPE_STATE_CONTRACT_H

#include <stdbool.h>
#include <stdint.h>

#include "spe/txn.h"

/* The contract of dpi/README.md: order, numbers and ranges of the calls. */

/* The last calls, which some calls must not repeat. */
struct contract_last {
    bool clk_said; /* since reset */
    struct spe_txn_clk clk;
    uint64_t out_next, sync_next; /* first cycle in which another one may come */
    uint8_t sync_kind;            /* kind of the last one, in the cycle before sync_next */
    uint64_t beat_cycle;          /* of the last word of write data, */
    unsigned beat_word;           /* number of that word in its beat, */
    uint8_t beat_wlast;           /* WLAST of that word */
    bool beat_open;               /* and whether its beat has more */
    uint64_t rnd_next;            /* cycle after that of the last draw, */
    struct spe_txn_rnd rnd;       /* which was this one */
};

/* What the calls so far permit; only the files of the contract write here. */
struct contract {
    uint32_t seq_next;
    uint64_t calls;               /* number of calls, without `close`, */
    uint32_t sum;                 /* and sum of their kinds */
    uint64_t cycle;               /* monitor's, of the last transaction whose order was judged, */
    int rank;                     /* and its place in this cycle, also if a range is wrong */
    int ctx_last;                 /* id of the last context, -1: none */
    uint64_t resumed;             /* monitor's cycle in which the clock ran again; none at first */
    uint64_t ctx_cycle;           /* cycle in which that context replaced another; 0: none */
    uint64_t ctx_moved, accessed; /* last cycle with a change of the context; with an access */
    uint64_t pos_last;            /* of a System register access */
    uint64_t aw_next;             /* first cycle in which the next AW can be offered */
    bool in_reset, closed, written; /* written: a System register */
    bool clk_told;                  /* since reset */
    uint64_t reset_cycle;           /* monitor's cycle of the last `reset`, */
    uint64_t done_cycle;            /* and of the last barrier that is done */
    struct contract_last last;
};

#endif
