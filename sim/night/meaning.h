/* SPDX-License-Identifier: Apache-2.0 */
#ifndef NIGHT_MEANING_H
#define NIGHT_MEANING_H

#include "rundir.h"

enum { NIGHT_SHAPE = 128 };

/**
 * The meaning of a failure: two runs with the same one have, as far as their first findings tell,
 * failed for the same reason. No number of the run is in it: no cycle, address, record or value.
 */
struct night_meaning {
    char check[64];          /* of the first finding; of a run without one its status */
    char field[NIGHT_SHAPE]; /* what differs: packet, register, signal; of a run without a finding
                                all of why it failed, but a leading `cycle N: `; of one that met
                                a bin that cannot be met its name */
    char stage[NIGHT_SHAPE]; /* how it differs: the shape of the finding's text; "" without one,
                                but of such a bin what is said of it */
};

/**
 * The shape of a text: what two runs say of one fault is the same. Numbers become N (not those
 * within a name, as in PMBSR_EL1), `N bytes` becomes `N byte`, and the first clause is kept: up to
 * `:`, `;`, `,` or `(`.
 * "record 3 at 0x4010000080 differs at byte 22 (Events)" -> "record N at N differs at byte N".
 */
void night_shape(char dst[NIGHT_SHAPE], const char *text);

/** Of the first finding, from its "check", "where" and "text" (spe/session.h). The field of bytes
 * of a record is the name of their packet ("Events"), else the shape of `where`. */
void night_meaning_of_finding(struct night_meaning *meaning, const char *check, const char *where,
                              const char *text);

/* The first finding of a run: of those that came first on each of its SPUs, the earliest. */
struct night_first {
    bool any;
    int spu;
    int64_t cycle;
    struct night_meaning meaning;
};

/** Take the next finding of the run, as night_findings_read() brings them. */
void night_first_take(struct night_first *first, const struct night_finding *finding);

/** Of a run that has not passed and has left `dir`, `result` read from it: of its first finding, or
 * without one of what the verdict says. What has ended a run without a verdict nobody tells here.
 */
void night_meaning_read(struct night_meaning *meaning, const struct night_result *result,
                        const char *dir);

/** Of a run without a finding, from its status and what it says behind "why: ". */
void night_meaning_of_run(struct night_meaning *meaning, const char *status, const char *why);

#endif
