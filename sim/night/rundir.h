/* SPDX-License-Identifier: Apache-2.0 */
#ifndef NIGHT_RUNDIR_H
#define NIGHT_RUNDIR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The accounts of a verdict, in the order of the columns of `run`. */
#define NIGHT_ACCOUNTS(X)                                                                          \
    X(cycles)                                                                                      \
    X(ops)                                                                                         \
    X(samples)                                                                                     \
    X(collisions)                                                                                  \
    X(filtered)                                                                                    \
    X(records)                                                                                     \
    X(bytes)                                                                                       \
    X(lost)                                                                                        \
    X(audits)                                                                                      \
    X(checks)                                                                                      \
    X(mismatches)                                                                                  \
    X(pending)

enum { NIGHT_SPUS = 16 }; /* in one process, at most */

/* What a run has left in its directory (spe/session.h). */
struct night_result {
    bool ended;  /* its verdict is there */
    bool passed; /* ... and says so */
    char why[1024];
    int spu; /* the one that `why` is about */
    char stim[24], result[24], off[128];
    char bench[24];   /* hash of all that decides what the bench draws; empty: it does not say */
    char weights[80]; /* hash that its command names */
    char unpredictable[512]; /* choices, comma separated, of the open cases that it came into */
    char command[4096];
#define X(name) int64_t name;
    NIGHT_ACCOUNTS(X)
#undef X
};

/** Read verdict, command, bench and unpredictable of `dir`; what is not there stays empty. */
void night_result_read(struct night_result *out, const char *dir);

/** The hash behind --weights-hash in a command; empty if it names none. */
void night_weights_of(char dst[80], const char *command);

/* A line of findings.jsonl. */
struct night_finding {
    int spu;                             /* of the process: 0 has DIR, n DIR/spu<n> */
    bool first;                          /* of its SPU */
    bool alone;                          /* it follows from no other */
    int64_t number, seq, cycle, follows; /* follows: -1 nobody has judged */
    char check[64], place[128], text[512], expected[160], actual[160], section[128], choices[512];
};

/** Call `use` for the findings of `dir`, of each SPU until `most` have come that follow from no
 * other. @return how many of those. */
int night_findings_read(const char *dir, int most,
                        void (*use)(void *user, const struct night_finding *finding), void *user);

/** The last cycle that the transaction log of the first SPU knows, also of a run that was killed;
 * -1: it knows none, or cannot be read. */
int64_t night_last_cycle(const char *dir);

#endif
