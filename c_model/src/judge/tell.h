/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_JUDGE_TELL_H
#define SPE_JUDGE_TELL_H

#include <stdint.h>

#include "spe/journal.h"

struct spe_model;

/** Report one entry. This adds the number of the transaction, and the cycle unless it is given. */
void journal_tell(struct spe_model *m, struct spe_journal_entry entry);

/** The member of the next selection or draw; 0: unknown, or too far ahead. */
uint64_t journal_next_member(const struct spe_model *m);

#endif
