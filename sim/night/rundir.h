/* SPDX-License-Identifier: Apache-2.0 */
#ifndef NIGHT_RUNDIR_H
#define NIGHT_RUNDIR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The accounts of a verdict, in the order of the columns of the table `run`. */
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

enum { NIGHT_SPUS = 16 }; /* most SPUs in one process */

/* What a run has left in its directory (spe/session.h). */
struct night_result {
    bool ended;  /* it has left a verdict */
    bool passed; /* the verdict is a pass */
    char why[1024];
    int spu; /* the SPU that `why` is about */
    char stim[24], result[24], off[128];
    char bench[24];          /* hash of what decides the bench's draws; empty: not told */
    char weights[80];        /* the hash in its command */
    char unpredictable[512]; /* choices of the open cases that it came into, comma separated */
    char command[4096];
#define X(name) int64_t name;
    NIGHT_ACCOUNTS(X)
#undef X
};

/** Read verdict, command, bench and unpredictable of `dir`; a missing file gives an empty text. */
void night_result_read(struct night_result *out, const char *dir);

/** The hash after --weights-hash in a command; empty if there is none. */
void night_weights_of(char dst[80], const char *command);

/* A line of findings.jsonl. */
struct night_finding {
    int spu;                             /* its SPU: 0 has DIR, n has DIR/spu<n> */
    bool first;                          /* the first one of its SPU */
    bool alone;                          /* it follows from no other finding */
    int64_t number, seq, cycle, follows; /* follows: -1 if this was not judged */
    char check[64], place[128], text[512], expected[160], actual[160], section[128], choices[512];
};

/** Call `use` for the findings of `dir`. For each SPU this ends after `most` findings that follow
 * from no other. @return number of those. */
int night_findings_read(const char *dir, int most,
                        void (*use)(void *user, const struct night_finding *finding), void *user);

/** The last cycle in the transaction log of the first SPU, also of a killed run; -1: the log is
 * empty or cannot be read. */
int64_t night_last_cycle(const char *dir);

#endif
