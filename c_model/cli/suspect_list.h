/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_CLI_SUSPECT_LIST_H
#define SPE_CLI_SUSPECT_LIST_H

#include "explain_suspect.h"

/** Suspects in the order in which they were named; naming one again changes nothing. */
struct suspect_list {
    const struct explain *e;
    const struct record_view *record;
    const struct oracles *oracles;
    struct suspect *suspect;
    unsigned n;
};

/** Name a suspect, and why. A suspect beyond SUSPECTS is dropped. */
__attribute__((format(printf, 3, 4))) void
suspect_add(struct suspect_list *list, enum concern concern, const char *format, ...);

/** Name suspects for a record whose bytes differ. */
void suspect_record(struct suspect_list *list);

/** Name suspects for a burst where no record is predicted. */
void suspect_stray(struct suspect_list *list);

/** Name suspects for a level, a register or an event: what happened to S and its syndrome. */
void suspect_event(struct suspect_list *list);

/** The last comparison of output levels before the finding; NULL: none. */
const struct spe_journal_entry *levels_compared(const struct explain *e);

/** Whether the pending exceptions are right and the taken ones are not. */
bool only_taken_differs(const struct explain *e);

/** Name suspects for a register that reads wrong. */
void suspect_register(struct suspect_list *list);

/** What gave the bits that differ their expected value. */
struct given {
    enum concern concern; /* part of the SPU that the rule is about; CONCERNS: none */
    const struct spe_journal_entry *by;
    bool missed;      /* the SPU shows the value before that change */
    bool written;     /* the change is a write by software */
    bool event_since; /* a management event came later */
};

/** @return false: the journal has no change of these bits, they were taken over from the SPU, or
 * the finding is about no register. */
bool given_read(const struct explain *e, struct given *given);

/** Name suspects for a wrong count of the filters. */
void suspect_filter(struct suspect_list *list);

/** Name suspects for everything else, by check. */
void suspect_check(struct suspect_list *list);

#endif
