/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_ACCOUNTS_H
#define SPE_ACCOUNTS_H

#include <stdbool.h>
#include <stdint.h>

#include "filter_note.h"
#include "spe/model.h"

struct spe_model;

#define MAX_RECENT 72 /* more than the greatest delay of an output, 64 cycles, and the next one */

/* One kind of counted event: what the model expects and what the SPU has reported. */
struct count {
    uint64_t total;       /* events that happened */
    uint64_t maybe;       /* of total: events that need not have happened */
    uint64_t doubt_cycle; /* in which one was last counted with a tolerated outcome */
    uint64_t seen;        /* reported, brought back into range after a finding */
    uint64_t acct;        /* reported, with what a reset cut off made good */
    uint64_t raw;         /* reported */
    struct {
        uint64_t cycle, n;
    } recent[MAX_RECENT]; /* events that may not be reported yet, oldest first */
    int n_recent;
};

/* COUNT_FEED_KIND + enum spe_feed_kind: SAMPLE_FEED_BR and the others. */
enum {
    COUNT_POP,
    COUNT_FEED,
    COUNT_FILTRATE,
    COUNT_COLLISION,
    COUNT_CTI,
    COUNT_SERROR,
    COUNT_FULL,
    COUNT_FEED_KIND,
    COUNTS = COUNT_FEED_KIND + SPE_FEED_KINDS
};

struct accounts {
    struct count count[COUNTS];
    struct filter_notes notes;
    uint64_t lost_samples;     /* samples taken that never ended: reset, tag given twice */
    uint64_t told[SPE_CHECKS]; /* of an account that does not close: the difference told last */
};

/** Whether an account differs by another amount than it did when this was asked last: one that
 * stays open as it is is told once, however many audits find it. 0: it closes. */
bool accounts_news(struct spe_model *m, enum spe_check check, uint64_t difference);

/** `n` events of kind `which` happened in the current cycle. */
void accounts_add(struct spe_model *m, int which, uint64_t n);

/** One more that may or may not be counted. */
void accounts_maybe(struct spe_model *m, int which);

/** One event, `counted` or not, is in one of several tolerated outcomes of this cycle only. */
void accounts_doubt(struct spe_model *m, int which, bool counted);

/** Members that were counted when `least` were may not count: nobody knows. */
void accounts_members(struct spe_model *m, uint64_t least);
/** The members of the last cycles were not counted after all. */
void accounts_take_back(struct spe_model *m, int which, uint64_t total);

/** AUDIT_* since the last record and event. */
unsigned accounts_audit_steps(const struct spe_model *m);

/** Output counts and levels (rtl/README.md, "Cycle semantics", 9). */
void outputs_apply(struct spe_model *m, const struct spe_txn_out *t);

/** PMBIRQ must have followed the last change of S by now. */
void outputs_deadline(struct spe_model *m);

/** PMBIRQ is not what it must be. */
void outputs_irq_wrong(struct spe_model *m, const char *text);

/** A reset: what was due before it must have been reported. */
void outputs_reset(struct spe_model *m);

/** Whether the configuration has the event ([pmu_full], [pmu_feed]). */
bool outputs_counted(const struct spe_model *m, int which);

/** Its name ("SAMPLE_POP"). Static storage. */
const char *outputs_name(int which);

/** Cycles from an event of kind `which` to its report, most. */
int outputs_delay_max(const struct spe_model *m, int which);

/** Every count that is due must have been reported; `looked`: the monitors have seen this cycle. */
void outputs_counts_final(struct spe_model *m, bool looked);

/** A step of an audit, AUDIT_*. */
void accounts_audit_step(struct spe_model *m, unsigned step);
/** The last event took effect in `cycle`, so steps of later cycles are of its audit. */
void accounts_audit_keep(struct spe_model *m, uint64_t cycle);

/** Compare all accounts: everything that was selected is in one place. */
void accounts_audit(struct spe_model *m);

/** PMBPTR_EL1 was read as `ptr`. */
void accounts_pointer(struct spe_model *m, uint64_t ptr);

/** A reset cuts off what was not reported yet. */
void accounts_reset(struct spe_model *m);

/** SPE_TXN_CLOSE: last checks, pending, verdict. */
void accounts_close(struct spe_model *m, const struct spe_txn_close *t);

#endif
