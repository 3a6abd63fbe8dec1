/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_TEST_DOUBTS_H
#define SPE_TEST_DOUBTS_H

#include "spe/journal.h"

/** A run whose clock stops, with several hypotheses: two questions, a byte that only the hypothesis
 * of the usual answers writes, then a step that leaves one hypothesis. Some steps can ask, others
 * work on the hypotheses in place. With a journal (NULL: none) the step of the best hypothesis runs
 * twice. @return the status of the model. */
int doubts(void (*on_journal)(void *, const struct spe_journal_entry *));
/** One question. Then only unusual answers continue the usual answer to it, so that the other
 * hypothesis is the best, though not the first. @return the status of the model. */
int doubts_overtaken(void (*on_journal)(void *, const struct spe_journal_entry *));

#endif
