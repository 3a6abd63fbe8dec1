/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_STATE_RUN_H
#define SPE_STATE_RUN_H

#include <stdbool.h>
#include <stdint.h>

#include "state/forks.h"

/*
 * A step (the end of a cycle, its start, a transaction) is run once for each hypothesis, and once
 * more for each other sequence of answers to the questions that it asks (doubt/choose.h).
 */

#define MAX_ASKED 12

struct question {
    enum fork_kind kind;
    uint8_t answers; /* that are permitted: 0 to answers - 1 */
    uint8_t answer;
};

struct run {
    bool doubts;         /* others may be right: a finding is no finding, it ends this one; */
    bool ended;          /* which has happened */
    bool overfull;       /* it asked more than MAX_ASKED questions */
    bool may_ask;        /* it can be run again */
    uint64_t step;       /* which one it is, */
    unsigned hypothesis; /* and of which of them */
    unsigned asked;      /* questions so far, */
    unsigned given;      /* of which so many have their answer from the run before */
    struct question question[MAX_ASKED];
};

#define MAX_OBITUARIES 16

/* What has ended a hypothesis in this step: findings that are told name what others expected. */
struct obituary {
    int check;
    char where[64], expected[96];
    unsigned hypothesis;
    enum fork_kind choice; /* that it has answered in another way, FORK_KINDS: none that is open */
};

struct obituaries {
    struct obituary at[MAX_OBITUARIES];
    int n; /* one more is not named */
};

#endif
