/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_CLI_WORDS_ENTRY_H
#define SPE_CLI_WORDS_ENTRY_H

#include <stdbool.h>

#include "spe/journal.h"
#include "words.h"

/** Describe a prediction: whether profiling and buffer are enabled; the filters' decision on a
 * sample, its latencies and events, its record. @return false: there are no words for this entry.
 */
bool words_say_entry(const struct spe_journal_entry *entry, struct words *w);

#endif
