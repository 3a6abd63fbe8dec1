/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_NARROW_H
#define SPE_NARROW_H

#include <stdbool.h>
#include <stdint.h>

#include "spe/txn.h"

#define NARROW_CYCLE 1024 /* transactions of one cycle that are seen together */

/**
 * Makes, from the transactions of a binding with more tap groups (its parameter `Taps`), those that
 * a binding with fewer groups would send. dpi/README.md says which calls belong to which group, and
 * when the monitor repeats a context, reports outputs or flushes the members that it has gathered.
 * Members come as early as in the log: a budget smaller than that of the log splits them inside one
 * cycle.
 *
 * `send` is given each transaction and returns the budget, as spe_session_submit() does.
 */
struct narrow {
    unsigned taps; /* SPE_TAP_* that remain */
    int (*send)(void *user, const struct spe_txn *txn);
    void *user;

    struct spe_txn held[NARROW_CYCLE]; /* transactions of one cycle, as the log has them */
    int n;

    uint32_t seq, sum;
    uint64_t calls;
    int budget;
    uint32_t gathered; /* members that wait for the next call */
    uint8_t gathered_ctx, gathered_slot;
    bool ctx_known;
    struct spe_txn ctx;  /* the last context, with CNTPCT_EL0 of the log */
    uint64_t cntpct;     /* CNTPCT_EL0 that was sent last */
    uint16_t levels;     /* of the last `out` */
    uint32_t unreported; /* SAMPLE_POP of reports that were kept back */
};

/** Begin with the groups `taps`, a subset of those of the log. */
void narrow_begin(struct narrow *n, unsigned taps,
                  int (*send)(void *user, const struct spe_txn *txn), void *user);

/** Take the next transaction of the log. Those of one cycle are sent when the next cycle begins. */
void narrow_txn(struct narrow *n, const struct spe_txn *txn);

/** The log is over: send the transactions of the last cycle. */
void narrow_end(struct narrow *n);

#endif
