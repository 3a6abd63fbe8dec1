/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_WAVE_UNITS_H
#define SPE_WAVE_UNITS_H

#include "beats.h"
#include "rows.h"
#include "spe/journal.h"
#include "spe/txn.h"

/* Shows the journal as rows: the prediction, from the cycle on in which an SPU shows it. */

#define UNIT_WRITES 16

/** A value of PMSICR_EL1. Its prediction is exact only after all members so far were sent. */
struct counter_point {
    uint64_t cycle, value, known; /* at the start of that cycle */
};

struct units {
    struct rows *rows;
    struct beats beats;
    struct spe_txn txn;    /* the transaction that is being applied */
    struct spe_txn before; /* the transaction before it */
    bool any;
    struct {
        uint64_t cycle;
        uint32_t seq;
    } write[UNIT_WRITES]; /* the last direct writes */
    unsigned n_writes;
    uint32_t sample_of[ROW_TAGS]; /* number of the sample by tag, 0: none */
    uint64_t records, records_known;
    uint64_t counter, counter_known;
    struct counter_point *point;
    size_t n_points, point_room;
    uint64_t taken[SPE_UNITS]; /* the cycle after the last one in which a value was taken over */
    uint64_t resets;           /* number of resets that were released */
    uint64_t last_cycle;       /* cycle of the last transaction */
    bool failed;
};

void units_init(struct units *u, struct rows *rows);
void units_free(struct units *u);

/** Call before the first transaction: nothing is enabled, nothing is in flight. */
void units_begin(struct units *u, int inflight);

/** Call before a transaction is applied. */
void units_txn(struct units *u, const struct spe_txn *txn);

void units_entry(struct units *u, const struct spe_journal_entry *entry);

/** Call after the last transaction. */
void units_end(struct units *u);

#endif
