/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_TEST_JUDGED_H
#define SPE_TEST_JUDGED_H

#include "followup.h"
#include "txnlog.h"

/** The transactions of a log with its edits (txnlog_text()), to be freed by judged_unload(). */
struct judged_txns;
struct judged_txns *judged_load(const char *name, const struct txnlog_edit *edits);
struct judged_txns *judged_load_text(const char *text);
void judged_unload(struct judged_txns *txns);

/** Judge them. @return as followup_judge(). */
int judged_try(struct followup *out, struct judged_txns *txns,
               const struct followup_limits *limits);

/** The findings of a log with its edits (txnlog_text()), judged by replay; to be freed. */
void judged_log(struct followup *out, const char *name, const struct txnlog_edit *edits,
                const struct followup_limits *limits);

/** The listed findings, each with the number of its follow-ups or why there are none:
 * "1 buf.data +1, 3 reg.read none". One that a correction has brought up: "4<1 buf.data +0". */
void judged_text(const struct followup *followup, char *dst, size_t bytes);

/** Whether the corrections of a log hold: that of a finding removes it, and no finding is lost, it
 * is listed or follows one; with all of them nothing is left but what none corrects, which says so.
 * There are findings just where the log `fails`. Else `why` has them as text. */
bool judged_corrects(const char *text, bool fails, char *why, size_t bytes);

#endif
