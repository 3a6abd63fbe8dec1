/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_CLI_JOURNAL_STATE_H
#define SPE_CLI_JOURNAL_STATE_H

#include <stddef.h>
#include <stdint.h>

#include "spe/journal.h"

/* One number of the predicted state: its last change. */
struct state_item {
    struct spe_journal_entry last;
};

/**
 * The predicted state, collected from the journal: the last change of each number that still
 * exists. Samples whose tag is free again, records that are written or lost, and forks that are
 * settled are removed.
 */
struct journal_state {
    struct state_item *item; /* in the order of their first change */
    size_t n, room;
    int failed; /* no memory: the state is incomplete */
};

/** Take an entry of the journal. Entries that only compare or decide change nothing. */
void journal_state_take(struct journal_state *state, const struct spe_journal_entry *entry);

/** The last change of a number, or NULL. */
const struct spe_journal_entry *journal_state_find(const struct journal_state *state, int unit,
                                                   uint32_t number, const char *field);

void journal_state_free(struct journal_state *state);

#endif
