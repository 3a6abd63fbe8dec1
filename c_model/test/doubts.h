/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_TEST_DOUBTS_H
#define SPE_TEST_DOUBTS_H

#include "spe/journal.h"

/** A run whose clock stops, with several hypotheses: two questions, a byte that only the usual
 * answers have written, then what leaves one. There are steps that may ask, and such as are made
 * where the hypotheses stand; with a journal (NULL: none) the step of the best one is made twice.
 * @return the status of the model. */
int doubts(void (*on_journal)(void *, const struct spe_journal_entry *));
/** One question; then the usual answer of it goes on by unusual ones alone, so that the other one
 * is the best, though it is not the first. @return the status of the model. */
int doubts_overtaken(void (*on_journal)(void *, const struct spe_journal_entry *));

#endif
