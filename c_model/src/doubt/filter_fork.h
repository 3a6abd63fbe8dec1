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

/** Once the configuration is known. */
void filter_fork_begin(struct spe_model *m);
/** The configuration that tells the story of a record that was written. */
const struct spe_config *filter_fork_story(const struct spe_model *m);
/** Whether the filters keep the sample. @return FORK_KINDS if there is one answer, else the choice
 * that both are permitted by; *kept then is true. */
enum fork_kind filter_fork_keep(const struct spe_model *m, const struct spe_filtered *seen,
                                bool *kept);
/** A record that the filters need not have kept. */
void filter_fork_begun(struct spe_model *m, struct rec *rec, enum fork_kind kind);
/** It was kept: written, or at least begun; or ended before that by its own fault. */
void filter_fork_kept(struct spe_model *m, struct rec *rec, bool written);
/** What ended a record that nothing was written of was undone: it may be written after all. */
void filter_fork_reopen(struct spe_model *m, struct rec *rec);
/** A sample that has no record, filtered in `cycle`, and is counted as lost: SAMPLE_FILTRATE will
 * say whether it was. */
void filter_fork_gone(struct spe_model *m, enum fork_kind kind, uint64_t cycle, bool discarded);
/** It was not written, or will not be: if no disabled buffer and no event may have lost it, the
 * filters have rejected it. */
void filter_fork_unwritten(struct rec *rec);
/** It was not written: rejected, or lost. @return whether it was rejected, and is no record. */
bool filter_fork_lost(struct spe_model *m, struct rec *rec);
/** Nothing tells of lost samples any more. */
void filter_fork_reset(struct spe_model *m);
/** Whatever was selected by `order` is written, or will not be: one that was given up for want of
 * room, too. */
void filter_fork_passed(struct filter_fork *f, uint64_t order);
/** Whether SAMPLE_FILTRATE must have told of a sample filtered in `cycle`. */
bool filter_fork_told(const struct spe_model *m, uint64_t cycle);
/** SAMPLE_FILTRATE has counted the record: from now on it is like any other. */
void filter_fork_counted(struct spe_model *m, struct rec *rec);
/** Samples that were kept, and must have been counted by now, are forgotten. */
void filter_fork_drop_sure(struct spe_model *m);
/** Of the samples that are no records any more `n_kept` were kept and lost, `n_rejected` rejected.
 */
void filter_fork_settle_gone(struct spe_model *m, uint64_t n_kept, uint64_t n_rejected);

#endif
