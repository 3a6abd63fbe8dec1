/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_MODEL_H
#define SPE_MODEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "spe/config.h"
#include "spe/edit.h"
#include "spe/journal.h"
#include "spe/txn.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Predictor and scoreboard of one SPU. Fed with transactions, it predicts what the SPU must do,
 * compares it with what the transactions say the SPU did, and reports every difference as a
 * finding. No I/O, no globals; two models never share anything. The calls of one model are for one
 * thread at a time.
 */
struct spe_model;

/* What kind of statement a finding is. */
enum spe_finding_kind {
    SPE_FINDING_MISMATCH, /* the SPU did something else than predicted */
    SPE_FINDING_MISUSE,   /* the calling side broke the contract (exit status 4) */
    SPE_FINDING_ASSERTION /* an assertion of the design failed: spe_session_assertion() */
};

/**
 * Checks. Each has a name in findings and reports, and a title. Its oracle is p (predicted bytes
 * and state), s (story told by the decoded bytes), a (accounts) or c (contract). It is made only
 * with the taps `taps` (SPE_TAP_*), and in full only with those of `whole`, too. The list is in
 * checks.def.
 */
#define SPE_CHECK(id, name, oracle, taps, whole, title) SPE_CHECK_##id,
enum spe_check {
#include "spe/checks.def"
    SPE_CHECKS
};
#undef SPE_CHECK

/** Name of a check ("sel.position"), or NULL if out of range. Static storage. */
const char *spe_check_name(int check);

/**
 * One difference. Texts are NUL-terminated and fit a line; `where` names the field or address,
 * `section` the specification. Valid only during the callback.
 */
struct spe_finding {
    enum spe_finding_kind kind;
    int check;       /* enum spe_check */
    uint64_t number; /* counts the reported findings: 1, 2 ... */
    uint64_t cycle;
    uint32_t seq;
    uint64_t pos; /* members of the population so far; for a record: the sampled member */
    char where[64];
    char expected[96];
    char actual[96];
    char text[320];      /* one sentence */
    char choices[384];   /* keys that decide, and choices that no key opens:
                            "[P18 inflight=1] [read as P6 P9]", or "" */
    const char *section; /* "DDI 0586A 3.1.2"; from SPEv1p1 on "Arm ARM D17.3.4" */
};

typedef void (*spe_finding_fn)(void *user, const struct spe_finding *finding);

/**
 * Called for one edit of the correction of finding `number`. The call comes after the finding, and
 * may come as late as the transaction that it edits. A finding has edits if it compared what the
 * SPU said with one definite value (c_model/README.md, "Follow-ups"), otherwise none. *edit is
 * valid only during the call.
 */
typedef void (*spe_edit_fn)(void *user, uint64_t number, const struct spe_edit *edit);

/* What a monitor can see. Level A = BYTES; B adds REGS and LIFE; C adds POP (and RND, OUT where
 * wired). */
#define SPE_TAP_BYTES 0x01u /* aw, w, b, xl_req, xl_rsp */
#define SPE_TAP_REGS  0x02u /* sysreg, ctx */
#define SPE_TAP_LIFE  0x04u /* sel, life */
#define SPE_TAP_POP   0x08u /* pop */
#define SPE_TAP_RND   0x10u /* rnd */
#define SPE_TAP_OUT   0x20u /* out */
#define SPE_TAP_SYNC  0x40u /* sync */
#define SPE_TAP_ALL   0x7fu

/** The group of taps (SPE_TAP_*) that a kind of transaction belongs to; 0 for clk, reset and close,
 * which every binding sends, and for a kind out of range. */
unsigned spe_txn_tap(int kind);

struct spe_model_options {
    unsigned taps;             /* SPE_TAP_* */
    bool order_free;           /* compare the packets of a record as a set, not byte by byte; the
                                * bursts of a record may come in any order */
    unsigned max_findings;     /* most findings that on_finding gets; all are counted. 0 = 100 */
    spe_finding_fn on_finding; /* NULL: only counted */
    spe_edit_fn on_edit;       /* for the reported findings; NULL: not wanted */
    spe_journal_fn on_journal; /* for a replay; NULL: not wanted, and costs nothing */
    void *user;                /* first argument of the callbacks */
};

/**
 * Create a model of `cfg` (checked with spe_config_check(), copied). `options` is copied.
 * @return 0 and *out, the caller's until spe_model_destroy(); or SPE_ECONFIG, SPE_ENOMEM, or
 * SPE_EINVAL (taps that make no sense together: LIFE and POP need REGS, RND needs POP, LIFE with
 * [impdef_event] needs SYNC).
 */
int spe_model_create(struct spe_model **out, const struct spe_config *cfg,
                     const struct spe_model_options *options);

/** Free everything; NULL is accepted. */
void spe_model_destroy(struct spe_model *model);

#define SPE_BUDGET_MAX 65536

/**
 * Apply one transaction. Never fails: a transaction that breaks the contract becomes a MISUSE
 * finding, and the model carries on with the next one.
 * @return the number of population members (1 .. SPE_BUDGET_MAX) that the monitor may count up
 *         before it must send the next SPE_TXN_POP: the distance to the next predicted selection.
 */
int spe_model_apply(struct spe_model *model, const struct spe_txn *txn);

/**
 * Whether the scoreboard could keep all that it needs. After a failure the checks go on, but may
 * miss bytes that are written twice, so the run does not pass.
 * @return 0 or SPE_ENOMEM: no memory, or more pages of the buffer written than it can follow.
 */
int spe_model_status(const struct spe_model *model);

/** Totals so far. After SPE_TXN_CLOSE they are final and the verdict stands. */
struct spe_totals {
    bool closed;
    bool pass; /* closed, no failure, no mismatch, no misuse, nothing pending, records compared +
                  accounted losses == predicted */
    uint64_t cycles, ops, selections, samples, collisions;
    uint64_t filtered, not_captured; /* samples removed by filters; squashed and not recorded */
    uint64_t records;                /* predicted records whose bytes were all compared */
    uint64_t predicted;              /* records that passed the filters */
    uint64_t bytes;                  /* written bytes compared */
    uint64_t lost;      /* predicted records lost to a management event, disabled buffer or reset */
    uint64_t discarded; /* those of `lost` that were lost to a management event */
    uint64_t pending;   /* predictions that are still open */
    uint64_t mismatches, misuses;
    uint64_t checks; /* evaluations of all checks together */
    uint64_t audits; /* PSB + DSB sequences after which all accounts were compared */
    bool audited;    /* since the last record and management event PSB and DSB have completed and
                        PMBPTR_EL1 and PMBSR_EL1 were read, or the taps for it are missing */
    uint64_t faults, aborts, fulls, resets;
    uint64_t others; /* other management events: access not allowed, buffer size, IMPLEMENTATION
                        DEFINED */
    uint64_t
        result_hash; /* over registers, bytes and events as the SPU produced them, without time */
};

/** Copy the totals as they are now to *totals, which is the caller's. */
void spe_model_totals(const struct spe_model *model, struct spe_totals *totals);

/** How often one branch of a tolerated outcome was taken. `branch` is NULL in a row that the choice
 * does not use; "unseen": nothing showed which one; "open": not settled yet. Static storage. */
struct spe_fork {
    const char *choice, *branch;
    uint64_t n;
};

/** Fill *fork with row `i` of the forks, from 0 up. @return false past the last row. */
bool spe_model_fork(const struct spe_model *model, int i, struct spe_fork *fork);

/**
 * How often a check would have fired if the texts permitted only the usual answer to a choice. A
 * hypothesis with another answer survived instead. If the two differ in several choices, the first
 * one is named. Static storage.
 */
struct spe_rescue {
    const char *choice, *check;
    uint64_t n;
};

/** Fill *rescue with row `i` of the rescues, from 0 up. @return false past the last row. */
bool spe_model_rescue(const struct spe_model *model, int i, struct spe_rescue *rescue);

/**
 * How many hypotheses the model follows at a time. It has several where the texts permit several
 * outcomes and nothing has shown yet which one the SPU took. A step is the end of a cycle, the
 * start of a cycle, or a transaction.
 */
struct spe_hypotheses {
    uint64_t steps; /* number of steps */
    uint64_t sum;   /* of the numbers of hypotheses after each step: sum / steps is the mean */
    unsigned most;  /* hypotheses after any step */
    uint64_t lost;  /* certain facts that were not counted, as there was no room for them */
};

/** Copy the counts as they are now to *counts, which is the caller's. */
void spe_model_hypotheses(const struct spe_model *model, struct spe_hypotheses *counts);

/**
 * What a run lacks although it is no mismatch, as text in the caller's `dst`: why a prediction is
 * not settled, why no record was compared, what the last audit lacks. Empty if nothing is known to
 * be missing. 192 bytes suffice. @{
 */
void spe_model_pending(const struct spe_model *model, char *dst, size_t dst_bytes);
void spe_model_recordless(const struct spe_model *model, char *dst, size_t dst_bytes);
void spe_model_unaudited(const struct spe_model *model, char *dst, size_t dst_bytes);
/** @} */

/** How often check `check` (enum spe_check) was evaluated, and how often it fired. @return 0, or
 * SPE_EINVAL if there is no such check. */
int spe_model_check_counts(const struct spe_model *model, int check, uint64_t *evaluated,
                           uint64_t *fired);

/** Whether check `check` (enum spe_check) is off because a tap is missing; true if there is no such
 * check. */
bool spe_model_check_off(const struct spe_model *model, int check);

/** Whether the configuration lacks what a check is about: it is not made, and nothing is missed. */
bool spe_model_check_absent(const struct spe_model *model, int check);

/** Whether a check is made in part because a tap is missing: less often, or it permits more. */
bool spe_model_check_part(const struct spe_model *model, int check);

#ifdef __cplusplus
}
#endif
#endif
