/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_CLI_WORDS_ENTRY_H
#define SPE_CLI_WORDS_ENTRY_H

#include <stdbool.h>

#include "spe/journal.h"
#include "words.h"

/** Say what was predicted: whether profiling and buffer are enabled; what the filters made of a
 * sample, its latencies and events, its record. @return false: nothing to say of this entry. */
bool words_say_entry(const struct spe_journal_entry *entry, struct words *w);

#endif
