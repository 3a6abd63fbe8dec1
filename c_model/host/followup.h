/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_FOLLOWUP_H
#define SPE_FOLLOWUP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "spe/log.h"
#include "spe/model.h"

/*
 * Which findings of a run follow from others. The first finding is corrected in the transactions
 * (struct spe_edit), which are then replayed: findings that vanish are its follow-ups. Then the
 * next remaining finding is corrected in addition, and so on. A finding that does not vanish with
 * the correction of an earlier one is listed.
 */

/* The transactions of the run; they can be read several times. */
struct followup_source {
    int (*rewind)(void *user);                    /* 0 or a status */
    int (*next)(void *user, struct spe_txn *txn); /* 1 with *txn filled, 0: no more, a status */
    void *user;
};

struct followup_limits {
    unsigned findings; /* number of findings that are judged, from the first of the run */
    uint64_t txns;     /* once the replays have applied so many transactions, no other begins */
};

/* What is known of a listed finding. */
enum followup_reason {
    FOLLOWUP_CORRECTED, /* corrected: its follow-ups are those that vanished */
    FOLLOWUP_NONE,      /* it has no correction */
    FOLLOWUP_STAYS,     /* it does not vanish with its correction, which is dropped */
    FOLLOWUP_RAISES,    /* its correction raises more findings than vanish, and is dropped */
    FOLLOWUP_LIMIT,     /* the limit was reached before its correction was tried */
};

struct followup_finding {
    struct spe_finding f; /* f.number counts on for findings that appear with a correction */
    uint64_t after;       /* number of the finding with whose correction it appeared, 0: none */
    uint64_t follows;     /* number of the listed finding that it follows, 0: it is listed */
    uint64_t followers;   /* number of its follow-ups, if it is listed */
    enum followup_reason reason; /* if it is listed */
    bool listed;
    bool gone; /* it has vanished with the corrections so far */
};

struct followup {
    struct followup_finding *v; /* those of the run, then those that appeared with corrections */
    size_t n, room;
    size_t n_run;        /* number of those of the run */
    uint64_t beyond;     /* findings of the run that are not in `v` */
    unsigned replays;    /* without the first, which gives the findings of the run */
    uint64_t txns;       /* transactions applied in these replays */
    bool limited;        /* the limit of transactions was reached */
    bool stopped;        /* an assertion has ended the run in cycle `stopped_in`, so totals and */
    uint64_t stopped_in; /* barriers may still be open at the end */
};

/** Judge the findings of the run. @return 0, the status of the source, or SPE_ENOMEM. The caller
 * frees *out with followup_free() in each case. */
int followup_judge(struct followup *out, const struct spe_log_header *header,
                   const struct followup_source *source, const struct followup_limits *limits);

/** The same for a log, with the limits of spe/replay.h. The log is read several times, each time
 * from its start. *err as from spe_log_next(). */
int followup_judge_log(struct followup *out, struct spe_log_reader *reader,
                       struct spe_log_error *err);

void followup_free(struct followup *followup);

/** Print the listed findings of session `name`, each with what is known of it, and the counts. */
void followup_print(FILE *out, const char *name, const struct followup *followup);

/** Print the counts only: "follow-ups: 71 of finding 1, 2 of finding 80", how many findings are
 * listed, and limits. `printed`: number of the run's findings that are printed already. If several
 * are not shown to follow from another, their number is printed, too. */
void followup_print_counts(FILE *out, const struct followup *followup, size_t printed);

/** Skip the first `told` listed findings of the run, and print at most `max` of the others, each on
 * a line "next: ...". @return how many were printed. */
size_t followup_print_next(FILE *out, const char *name, const struct followup *followup,
                           size_t told, size_t max);

#endif
