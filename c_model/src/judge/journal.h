/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_JUDGE_JOURNAL_H
#define SPE_JUDGE_JOURNAL_H

#include <stdbool.h>
#include <stdint.h>

struct effect;
struct spe_model;

/*
 * The journal of a replay (spe/journal.h). State that lasts (registers, enables, tags, counts,
 * forks) is compared with what was told last: whoever changes it says by which rule afterwards.
 * What happens once is told where it happens. All do nothing where nobody reads the journal.
 */

/** Begin the journal, if the options say that somebody reads it. @return false: no memory. */
bool journal_begin(struct spe_model *m);
void journal_end(struct spe_model *m);

/** Tell what has changed since the last call, by `rule`; NULL: by the rules of each register. */
void journal_changes(struct spe_model *m, const char *rule);
/** The same of a direct write by transaction `seq`, which takes effect now. */
void journal_written(struct spe_model *m, uint32_t seq);
/** Time has come to the cycle of the transaction that is applied now. */
void journal_applies(struct spe_model *m);
/** Tell what has changed at the end of a transaction, by what its kind may change. */
void journal_txn(struct spe_model *m);
/** After a mismatch the prediction follows the SPU. What is told from here on, and what has changed
 * at the end, is marked as taken over from the SPU. This ends with the transaction, or with
 * journal_followed() before. @{ */
void journal_follow(struct spe_model *m);
void journal_followed(struct spe_model *m);
/** @} */
/** Id of the rule by which an event sets registers. */
const char *journal_event_rule(const struct effect *e);

#endif
