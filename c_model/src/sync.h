/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_SYNC_H
#define SPE_SYNC_H

#include <stdbool.h>
#include <stdint.h>

#include "spe/txn.h"

struct burst;
struct rec;
struct spe_model;

/* Barriers (3.6), of which one PSB CSYNC and one DSB are open at a time; only sync.c writes here.
 */
struct barriers {
    bool psb_open, dsb_open, psb_seen, dsb_after_psb;
    bool psb_late, psb_ever, dsb_ever; /* the open one is found late; one was ever done */
    uint64_t psb_cycle;                /* of the request of the last PSB CSYNC, */
    uint64_t dsb_cycle;                /* of the last DSB, */
    uint64_t dsb_psb_cycle;            /* and of the PSB CSYNC before that DSB */
    uint64_t psb_idle;  /* since when the open PSB CSYNC waits for nothing, 0: it does */
    uint64_t psb_order; /* selections before this one must be written */
    uint64_t cse_cycle, psb_cse, dsb_cse; /* of the last context synchronization event; of the last
                                             before the PSB CSYNC, before the DSB behind it */
};

/** Reset: no barrier is open. What was done before counts for the whole run. */
void barriers_reset(struct barriers *b);

/* sync.c */
/** A DSB that found all done is counted in `audits` of the totals. */
void sync_apply(struct spe_model *m, const struct spe_txn_sync *t);
/** Traffic on the bus while a PSB CSYNC is open: note when nothing is left that it waits for. */
void sync_watch(struct spe_model *m);
/** Records that PSB CSYNC and DSB have left unwritten. */
void sync_owed(struct spe_model *m);

/* sync_report.c */
/** No sample, record, burst or open window is left. */
bool sync_drained(const struct spe_model *m);
/** PSB CSYNC is done although `text`. */
void sync_psb_early(struct spe_model *m, const char *where, const char *text);
/** A record is `what` ("written", "lost") only after the PSB CSYNC that had to wait for it. */
void sync_late(struct spe_model *m, struct rec *rec, const char *what);
/** PSB CSYNC waits for nothing, and had to be done in `due`. */
void sync_psb_starved(struct spe_model *m, uint64_t due);
/** The end of the run: a barrier that is still open never completes. */
void sync_hang(struct spe_model *m);
/** DSB is done before `expected` of `where`, which is there since `cycle`. */
void sync_dsb_early(struct spe_model *m, const char *where, const char *expected, uint64_t cycle);
/** A burst was offered before the last DSB was done, and accepted only afterwards. */
void sync_dsb_offered(struct spe_model *m, const struct burst *b);
/** A translated record that a DSB did not wait for is written all the same. */
void sync_dsb_translated(struct spe_model *m, const struct rec *rec);

#endif
