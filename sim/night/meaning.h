/* SPDX-License-Identifier: Apache-2.0 */
#ifndef NIGHT_MEANING_H
#define NIGHT_MEANING_H

#include "rundir.h"

enum { NIGHT_SHAPE = 128 };

/**
 * The meaning of a failure. Two runs with the same meaning have failed for the same reason, as far
 * as their first findings tell. It holds no numbers of the run: no cycle, address, record or value.
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
 * The shape of a text: equal for two runs with the same fault. Numbers become N (except within a
 * name, as in PMBSR_EL1), `N bytes` becomes `N byte`, and only the first clause is kept: up to `:`,
 * `;`, `,` or `(`.
 * "record 3 at 0x4010000080 differs at byte 22 (Events)" -> "record N at N differs at byte N".
 */
void night_shape(char dst[NIGHT_SHAPE], const char *text);

/** The meaning of a first finding, from its "check", "where" and "text" (spe/session.h). If the
 * finding is about bytes of a record, the field is the name of their packet ("Events"), otherwise
 * the shape of `where`. */
void night_meaning_of_finding(struct night_meaning *meaning, const char *check, const char *where,
                              const char *text);

/* The first finding of a run: the earliest of the first findings of its SPUs. */
struct night_first {
    bool any;
    int spu;
    int64_t cycle;
    struct night_meaning meaning;
};

/** Take the next finding of the run, in the order of night_findings_read(). */
void night_first_take(struct night_first *first, const struct night_finding *finding);

/** The meaning of a run that has not passed: of its first finding in `dir`, or else of the
 * verdict's text in `result`. Why a run without a verdict ended is not known here. */
void night_meaning_read(struct night_meaning *meaning, const struct night_result *result,
                        const char *dir);

/** The meaning of a run without a finding, from its status and the text after "why: ". */
void night_meaning_of_run(struct night_meaning *meaning, const char *status, const char *why);

#endif
