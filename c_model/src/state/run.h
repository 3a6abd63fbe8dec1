/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_STATE_RUN_H
#define SPE_STATE_RUN_H

#include <stdbool.h>
#include <stdint.h>

#include "state/forks.h"
#include "state/ledger.h"

/*
 * A step (the end of a cycle, its start, a transaction) is run once for each hypothesis. It is run
 * again for each other sequence of answers to the questions that it asks (doubt/choose.h).
 */

#define MAX_RUNS  256 /* of one step */
#define MAX_ASKED 72  /* questions of one run: two for each of MAX_RECS records, and others */
#define MAX_LIVE  64  /* hypotheses after a step */

struct question {
    enum fork_kind kind; /* FORK_KINDS: choose_when(), which counts nothing */
    uint8_t answers;     /* number of answers that are permitted: 0 to answers - 1 */
    uint8_t answer;
};

struct run {
    bool doubts;  /* other hypotheses may be right: a finding is not reported, but ends this run */
    bool ended;   /* a finding has ended this run, */
    int ended_by; /* a finding of this check */
    bool may_ask; /* it may ask questions: the step can be run again */
    bool edits;   /* it adds a correction to an earlier finding, */
    bool tells;   /* and reports it: the step is made again for that */
    const char *too_many; /* what the scoreboard holds too many of, NULL: nothing */
    int limit;            /* how many of these it can hold */
    uint64_t step;        /* number of the step */
    unsigned asked;       /* questions so far, */
    unsigned given;       /* how many of these have their answer from the run before */
    struct question question[MAX_ASKED];
};

#define MAX_OBITUARIES 16

/* The finding that has refuted a hypothesis in this step. If a finding is reported, it names what
 * the other hypotheses expected. */
struct obituary {
    int check;
    char where[64], expected[96];
    struct answers answers; /* answers that the hypothesis had given */
    enum fork_kind choice;  /* the choice in which it differs from the hypothesis whose finding is
                               reported */
};

struct obituaries {
    struct obituary at[MAX_OBITUARIES]; /* no two of the same words */
    int n;                              /* more than MAX_OBITUARIES are not named */
    uint64_t unsure; /* number of the last finding where others expected something else, too */
};

#endif
