/* SPDX-License-Identifier: Apache-2.0 */
#ifndef MODEL_REPORT_H
#define MODEL_REPORT_H

#include <stddef.h>
#include <stdint.h>

#include "rec.h"
#include "spe/bits.h"
#include "spe/model.h"
#include "spe/regs.h"

struct spe_model;

/* Write a formatted text into a field of a finding. */
#define FMT(dst, ...) model_text(dst, sizeof(dst), __VA_ARGS__)

/** As snprintf(); what does not fit is cut off. */
SPE_PRINTF(3, 4) void model_text(char *dst, size_t bytes, const char *fmt, ...);

/** A finding of `check` at the transaction being applied; texts are still empty. */
struct spe_finding model_finding(const struct spe_model *m, enum spe_check check,
                                 const char *section);

/** The same of what was recorded of one operation: its member is that of the selection. */
struct spe_finding model_rec_finding(const struct spe_model *m, const struct rec *rec,
                                     enum spe_check check, const char *section);

/** Count, number and report. A finding of SPE_CHECK_CONTRACT is misuse. */
void model_emit(struct spe_model *m, struct spe_finding *f);

/** " S DL": the fields of a PMBSR_ELx in which two values differ; "" of other registers. */
void model_describe_bits(char *dst, size_t dst_bytes, enum spe_reg reg, uint64_t diff);

#endif
