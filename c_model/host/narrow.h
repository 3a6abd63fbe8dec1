/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_NARROW_H
#define SPE_NARROW_H

#include <stdbool.h>
#include <stdint.h>

#include "spe/txn.h"

#define NARROW_CYCLE 1024 /* transactions of one cycle; of more the first are judged alone */

/**
 * What a binding with fewer tap groups (its parameter `Taps`) sends, made from what one with more
 * has sent: dpi/README.md says which calls belong to which group, and what makes the monitor
 * repeat a context, report outputs or flush the members that it has gathered. Members come as early
 * as the log tells them: a smaller budget than that of the log splits them inside one cycle.
 *
 * `send` is given each transaction and returns the budget, as spe_session_submit() does.
 */
struct narrow {
    unsigned taps; /* SPE_TAP_* that are left */
    int (*send)(void *user, const struct spe_txn *txn);
    void *user;

    struct spe_txn held[NARROW_CYCLE]; /* of one cycle, as the log has them */
    int n;

    uint32_t seq, sum;
    uint64_t calls;
    int budget;
    uint32_t gathered; /* members that wait for the next call */
    uint8_t gathered_ctx, gathered_slot;
    bool ctx_known;
    struct spe_txn ctx;  /* the last one, with CNTPCT_EL0 of the log, */
    uint64_t cntpct;     /* and as it was sent */
    uint16_t levels;     /* of the last `out` */
    uint32_t unreported; /* SAMPLE_POP of reports that are not made */
};

/** Begin with the groups `taps`, which are some of those of the log. */
void narrow_begin(struct narrow *n, unsigned taps,
                  int (*send)(void *user, const struct spe_txn *txn), void *user);

/** The next transaction of the log. What belongs to one cycle is sent when the next one begins. */
void narrow_txn(struct narrow *n, const struct spe_txn *txn);

/** The log is over. */
void narrow_end(struct narrow *n);

#endif
