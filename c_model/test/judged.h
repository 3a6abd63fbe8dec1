/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_TEST_JUDGED_H
#define SPE_TEST_JUDGED_H

#include "followup.h"
#include "txnlog.h"

/** The transactions of a log with its edits (txnlog_text()). The caller frees them with
 * judged_unload(). */
struct judged_txns;
struct judged_txns *judged_load(const char *name, const struct txnlog_edit *edits);
struct judged_txns *judged_load_text(const char *text);
void judged_unload(struct judged_txns *txns);

/** Judge the transactions. @return as followup_judge(). */
int judged_try(struct followup *out, struct judged_txns *txns,
               const struct followup_limits *limits);

/** The findings of a log with its edits (txnlog_text()), judged by replay. The caller frees
 * them. */
void judged_log(struct followup *out, const char *name, const struct txnlog_edit *edits,
                const struct followup_limits *limits);

/** The listed findings, each with the number of its follow-ups or the reason for having none:
 * "1 buf.data +1, 3 reg.read none". A finding that appears only after a correction:
 * "4<1 buf.data +0". */
void judged_text(const struct followup *followup, char *dst, size_t bytes);

/** Whether the corrections of a log hold. The correction of a finding removes it. Every finding is
 * listed or follows a listed one. With all corrections, only findings remain that are marked as not
 * correctable. There are findings exactly if the log `fails`. If anything does not hold, `why` is
 * the text of the findings. */
bool judged_corrects(const char *text, bool fails, char *why, size_t bytes);

#endif
