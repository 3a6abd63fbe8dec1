/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_CONTRACT_H
#define SPE_CONTRACT_H

#include <stdbool.h>
#include <stdint.h>

#include "spe/bits.h"
#include "spe/txn.h"

struct spe_model;

/* What the files of the contract share: breaches are findings of the kind MISUSE. */

/** A breach; `where` is the field. @return false. */
SPE_PRINTF(3, 4)
bool contract_misuse(struct spe_model *m, const char *where, const char *fmt, ...);
/** Whether the field `where` is at most `most`; if not, a breach. */
bool contract_in_range(struct spe_model *m, const char *where, uint64_t value, uint64_t most);
/** Ranges of a transaction of the bus side. */
bool contract_bus(struct spe_model *m, const struct spe_txn *t);

/* What was told last: some of it may not be told again. */
struct contract_last {
    bool clk_said; /* since reset */
    struct spe_txn_clk clk;
    uint64_t out_next, sync_next; /* first cycle in which another one may come */
    uint8_t sync_kind;            /* in the cycle before sync_next */
    uint64_t beat_cycle;          /* of the last word of write data, */
    unsigned beat_word;           /* which it was, */
    uint8_t beat_wlast;           /* WLAST as it said */
    bool beat_open;               /* and whether its beat has more */
};

/** Calls that repeat what was told; those breaches do not keep the call from its effect. */
void contract_once(struct spe_model *m, const struct spe_txn *t);
/** Reset: what comes after it is told anew. */
void contract_once_reset(struct spe_model *m);

#endif
