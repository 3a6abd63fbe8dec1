/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_CLI_SUSPECT_LIST_H
#define SPE_CLI_SUSPECT_LIST_H

#include "explain_suspect.h"

/** Suspects in the order in which they were named; one that is there already stays where it is. */
struct suspect_list {
    const struct explain *e;
    const struct record_view *record;
    const struct oracles *oracles;
    struct suspect *suspect;
    unsigned n;
};

/** Name one more, and why. Behind SUSPECTS nothing is added. */
__attribute__((format(printf, 3, 4))) void
suspect_add(struct suspect_list *list, enum concern concern, const char *format, ...);

/** Of a record whose bytes differ. */
void suspect_record(struct suspect_list *list);

/** Of a burst where no record is predicted. */
void suspect_stray(struct suspect_list *list);

/** Of a level, a register or an event: what happened to S and its syndrome. */
void suspect_event(struct suspect_list *list);

/** The comparison of output levels before the finding that came last; NULL: none. */
const struct spe_journal_entry *levels_compared(const struct explain *e);

/** Whether the exceptions that are pending are right, and those that are taken are not. */
bool only_taken_differs(const struct explain *e);

/** Of a register that reads wrong. */
void suspect_register(struct suspect_list *list);

/** What gave the bits that differ the value that is expected. */
struct given {
    enum concern concern; /* whose rule it is; CONCERNS: of none */
    const struct spe_journal_entry *by;
    bool missed;      /* the SPU shows what was there before */
    bool written;     /* by software */
    bool event_since; /* a management event came later */
};

/** @return false: nothing has changed these bits as far as the journal goes, they were taken
 * over from the SPU, or nothing is of a register. */
bool given_read(const struct explain *e, struct given *given);

/** Of a count of what the filters keep. */
void suspect_filter(struct suspect_list *list);

/** Of everything else, by check. */
void suspect_check(struct suspect_list *list);

#endif
