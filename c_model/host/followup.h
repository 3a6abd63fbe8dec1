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
 * (struct spe_edit) and they are replayed: findings that vanish are its follow-ups. Then the next
 * one that is left, on top of the corrections before, and so on. What does not vanish is listed.
 */

/* The transactions of the run, as often as they are wanted. */
struct followup_source {
    int (*rewind)(void *user);                    /* 0 or a status */
    int (*next)(void *user, struct spe_txn *txn); /* 1 with *txn filled, 0: no more, a status */
    void *user;
};

struct followup_limits {
    unsigned findings; /* the first so many of the run are judged */
    uint64_t txns;     /* no replay begins after replays have applied so many transactions */
};

/* What is known of a listed finding. */
enum followup_reason {
    FOLLOWUP_CORRECTED, /* corrected: its follow-ups are those that vanished */
    FOLLOWUP_NONE,      /* it has no correction */
    FOLLOWUP_STAYS,     /* it is there with its correction, too, which is dropped */
    FOLLOWUP_RAISES,    /* its correction raises more findings than vanish, and is dropped */
    FOLLOWUP_LIMIT,     /* the limit struck before its correction was tried */
};

struct followup_finding {
    struct spe_finding f; /* f.number counts on for those that a correction has brought up */
    uint64_t after;       /* number of the finding whose correction has brought it up, 0: none */
    uint64_t follows;     /* number of the listed finding that it follows, 0: it is listed */
    uint64_t followers;   /* of a listed one */
    enum followup_reason reason; /* of a listed one */
    bool listed;
    bool gone; /* not there with the corrections so far */
};

struct followup {
    struct followup_finding *v; /* those of the run, then those that corrections have brought up */
    size_t n, room;
    size_t n_run;     /* of the run */
    uint64_t beyond;  /* findings of the run that are not in `v` */
    unsigned replays; /* without the first, which gives the findings of the run */
    uint64_t txns;    /* applied in them */
    bool limited;     /* the limit struck */
    bool stopped; /* an assertion has ended the run in this cycle: totals and barriers that are */
    uint64_t stopped_in; /* open behind it are open because of that */
};

/** @return 0, or the status of the source or SPE_ENOMEM; *out is to be freed either way. */
int followup_judge(struct followup *out, const struct spe_log_header *header,
                   const struct followup_source *source, const struct followup_limits *limits);

/** The same of a log, with the limits of spe/replay.h. It is read from its start, several times;
 * *err as of spe_log_next(). */
int followup_judge_log(struct followup *out, struct spe_log_reader *reader,
                       struct spe_log_error *err);

void followup_free(struct followup *followup);

/** Print the listed findings of session `name`, each with what is known of it, and the counts. */
void followup_print(FILE *out, const char *name, const struct followup *followup);

/** The counts alone: "follow-ups: 71 of finding 1, 2 of finding 80", how many are listed, limits.
 * `printed`: of the run's findings those that the reader has seen; where several are not shown to
 * follow from another, it is said how many. */
void followup_print_counts(FILE *out, const struct followup *followup, size_t printed);

/** Of the listed findings of the run behind the first `told` the first `max`, each on a line
 * "next: ...". @return how many those are. */
size_t followup_print_next(FILE *out, const char *name, const struct followup *followup,
                           size_t told, size_t max);

#endif
