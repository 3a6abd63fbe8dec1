/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_JUDGE_REPORT_H
#define SPE_JUDGE_REPORT_H

#include <stddef.h>
#include <stdint.h>

#include "spe/bits.h"
#include "spe/edit.h"
#include "spe/model.h"
#include "spe/regs.h"

struct rec;
struct spe_model;

/* The ending of a noun after the number n. */
#define PLURAL(n) ((n) == 1 ? "" : "s")

/* Corrections: edits of transactions that would have avoided a finding (spe_edit_fn). */

/** Report a correction: finding number `finding` (0: none) would not occur if a field of the
 * current transaction had `value` in the bits of `mask`. */
void model_correct(struct spe_model *m, uint64_t finding, enum spe_edit_field field, uint64_t value,
                   uint64_t mask);

/** The same for a field of any transaction. */
void model_correct_at(struct spe_model *m, uint64_t finding, const struct spe_edit *edit);

/** There are more than `limit` of `what` at once, so the scoreboard cannot judge what follows: a
 * finding of misuse. */
void model_overflow(struct spe_model *m, const char *what, int limit);

/** SPE_TAP_* that a check needs. */
unsigned model_check_taps(int check);

/* Write a formatted text into a field of a finding. */
#define FMT(dst, ...) model_field(dst, sizeof(dst), __VA_ARGS__)

/** As model_text(), but the text must fit, unless it has numbers of the run that may make it
 * longer. */
SPE_PRINTF(3, 4) void model_field(char *dst, size_t bytes, const char *fmt, ...);

/** As snprintf(); a text that does not fit is cut. */
SPE_PRINTF(3, 4) void model_text(char *dst, size_t bytes, const char *fmt, ...);

/** A finding of `check` at the transaction being applied; texts are still empty. */
struct spe_finding model_finding(const struct spe_model *m, enum spe_check check,
                                 const char *section);

/** The same for the record of one operation: the finding names the member that was selected. */
struct spe_finding model_rec_finding(const struct spe_model *m, const struct rec *rec,
                                     enum spe_check check, const char *section);

/** Count, number and report. A finding of SPE_CHECK_CONTRACT is misuse. */
void model_emit(struct spe_model *m, struct spe_finding *f);

/** " S DL": the fields of a PMBSR_ELx in which two values differ; "" of other registers. */
void model_describe_bits(char *dst, size_t dst_bytes, enum spe_reg reg, uint64_t diff);

#endif
