/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_JUDGE_JOURNAL_H
#define SPE_JUDGE_JOURNAL_H

#include <stdbool.h>
#include <stdint.h>

struct effect;
struct spe_model;

/*
 * The journal of a replay (spe/journal.h). Lasting state (registers, enables, tags, counts, forks)
 * is compared with the last entry of it: the function that has changed the state names the rule
 * afterwards. Single events are reported where they occur. Without a reader of the journal, all
 * functions do nothing.
 */

/** Begin the journal, if the options have a reader for it. @return false: no memory. */
bool journal_begin(struct spe_model *m);
void journal_end(struct spe_model *m);

/** Report what has changed since the last call, by `rule`; NULL: by the rules of each register. */
void journal_changes(struct spe_model *m, const char *rule);
/** The same for a direct write by transaction `seq`, which takes effect now. */
void journal_written(struct spe_model *m, uint32_t seq);
/** The cycle of the transaction that is applied now has begun. */
void journal_applies(struct spe_model *m);
/** The end of a transaction: report what has changed, by the rule of its kind. */
void journal_txn(struct spe_model *m);
/** After a mismatch the prediction follows the SPU. All entries from here on are marked as taken
 * over from the SPU. This ends with journal_followed(), or with the transaction. @{ */
void journal_follow(struct spe_model *m);
void journal_followed(struct spe_model *m);
/** @} */
/** Id of the rule by which an event sets registers. */
const char *journal_event_rule(const struct effect *e);

#endif
