/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_CLI_JOURNAL_STATE_H
#define SPE_CLI_JOURNAL_STATE_H

#include <stddef.h>
#include <stdint.h>

#include "spe/journal.h"

/* What was changed last of one number of the predicted state. */
struct state_item {
    struct spe_journal_entry last;
};

/**
 * The predicted state, folded from the journal: the last change of everything that is still there.
 * Of samples whose tag is free again, records that are written or lost, and forks that are settled
 * nothing is left.
 */
struct journal_state {
    struct state_item *item; /* in the order in which they came */
    size_t n, room;
    int failed; /* no memory: what is here is not whole */
};

/** Take an entry. What was only compared or decided leaves no trace. */
void journal_state_take(struct journal_state *state, const struct spe_journal_entry *entry);

/** The last change of a number, or NULL. */
const struct spe_journal_entry *journal_state_find(const struct journal_state *state, int unit,
                                                   uint32_t number, const char *field);

void journal_state_free(struct journal_state *state);

#endif
