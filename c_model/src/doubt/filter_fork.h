/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_DOUBT_FILTER_FORK_H
#define SPE_DOUBT_FILTER_FORK_H

#include <stdbool.h>
#include <stdint.h>

#include "state/forks.h"

struct rec;
struct spe_config;
struct spe_filtered;
struct spe_model;

/** Begin, once the configuration is known. */
void filter_fork_begin(struct spe_model *m);
/** The configuration that compares the story of a written record. With it the filters keep the
 * record. */
const struct spe_config *filter_fork_story(const struct spe_model *m);
/** Whether the filters keep the sample. @return FORK_KINDS if only one answer is permitted, else
 * the choice that permits both; then *kept is true. */
enum fork_kind filter_fork_keep(const struct spe_model *m, const struct spe_filtered *seen,
                                bool *kept);
/** The filters need not have kept the sample of this record, by the choice `kind`. */
void filter_fork_begun(struct spe_model *m, struct rec *rec, enum fork_kind kind);
/** The filters have kept the record. `written`: it was written, or at least begun; else it ended
 * before that, for example by its own fault. */
void filter_fork_kept(struct spe_model *m, struct rec *rec, bool written);
/** The end of the record before its first byte is undone: the record may still be written. */
void filter_fork_reopen(struct spe_model *m, struct rec *rec);
/** A sample without a record, filtered in `cycle`, is counted as lost. SAMPLE_FILTRATE will show
 * whether it was lost or rejected. */
void filter_fork_gone(struct spe_model *m, enum fork_kind kind, uint64_t cycle, bool discarded);
/** The record was not written, or will not be. If no disabled buffer and no event may have lost it,
 * the filters have rejected it. */
void filter_fork_unwritten(struct rec *rec);
/** The record was not written: rejected, or lost. @return whether the filters rejected it, so that
 * it is no record. */
bool filter_fork_lost(struct spe_model *m, struct rec *rec);
/** A reset: nothing will show what became of samples without a record. */
void filter_fork_reset(struct spe_model *m);
/** Each sample selected up to `order` is written, or never will be. This also holds for a record
 * for which there was no room. */
void filter_fork_passed(struct filter_fork *f, uint64_t order);
/** Whether SAMPLE_FILTRATE must have counted by now a sample that was kept in `cycle`. */
bool filter_fork_told(const struct spe_model *m, uint64_t cycle);
/** SAMPLE_FILTRATE has counted the record: from now on it is like any other. */
void filter_fork_counted(struct spe_model *m, struct rec *rec);
/** Forget samples that were kept and must have been counted by now. */
void filter_fork_drop_sure(struct spe_model *m);
/** Of the samples that no longer have a record, `n_kept` were kept and lost, and `n_rejected` were
 * rejected. */
void filter_fork_settle_gone(struct spe_model *m, uint64_t n_kept, uint64_t n_rejected);

#endif
