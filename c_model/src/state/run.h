/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_STATE_RUN_H
#define SPE_STATE_RUN_H

#include <stdbool.h>
#include <stdint.h>

#include "state/forks.h"
#include "state/ledger.h"

/*
 * A step (the end of a cycle, its start, a transaction) is run once for each hypothesis, and once
 * more for each other sequence of answers to the questions that it asks (doubt/choose.h).
 */

#define MAX_RUNS  256 /* of one step */
#define MAX_ASKED 72  /* questions of one run: two for each of MAX_RECS records, and others */
#define MAX_LIVE  64  /* hypotheses behind a step */

struct question {
    enum fork_kind kind; /* FORK_KINDS: choose_when(), of which nothing is counted */
    uint8_t answers;     /* that are permitted: 0 to answers - 1 */
    uint8_t answer;
};

struct run {
    bool doubts;          /* others may be right: a finding is no finding, it ends this one; */
    bool ended;           /* which has happened, */
    int ended_by;         /* by this check */
    bool may_ask;         /* it can be run again */
    bool edits;           /* it corrects an earlier finding further, */
    bool tells;           /* which is told, as it is made again for that */
    const char *too_many; /* of these the scoreboard cannot hold more than */
    int limit;            /* so many, NULL: it can */
    uint64_t step;        /* which one it is */
    unsigned asked;       /* questions so far, */
    unsigned given;       /* of which so many have their answer from the run before */
    struct question question[MAX_ASKED];
};

#define MAX_OBITUARIES 16

/* What has ended a hypothesis in this step: findings that are told name what others expected. */
struct obituary {
    int check;
    char where[64], expected[96];
    struct answers answers; /* that it had given */
    enum fork_kind choice;  /* that it has answered in another way than the one that is told */
};

struct obituaries {
    struct obituary at[MAX_OBITUARIES]; /* no two of the same words */
    int n;                              /* one more is not named */
    uint64_t unsure; /* number of the last finding where others expected something else, too */
};

#endif
