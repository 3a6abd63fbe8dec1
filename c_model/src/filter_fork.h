/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_FILTER_FORK_H
#define SPE_FILTER_FORK_H

#include <stdbool.h>

#include "fork.h"
#include "spe/filter.h"

struct rec;
struct spe_model;

/* CONSTRAINED UNPREDICTABLE filters that the configuration leaves open (value `any`: L1 to L3,
 * L15): each sample is kept or rejected. */
struct filter_fork {
    bool any;
    struct spe_config kept, rejected; /* the configuration with either value in place of `any` */
};

/** Once the configuration is known. */
void filter_fork_begin(struct spe_model *m);
/** The configuration that tells the story of a record that was written. */
const struct spe_config *filter_fork_story(const struct spe_model *m);
/** Whether the filters keep the sample. @return FORK_KINDS if there is one answer, else the choice
 * that both are permitted by; *kept then is true. */
enum fork_kind filter_fork_keep(const struct spe_model *m, const struct spe_filtered *seen,
                                bool *kept);
/** A record that comes into the queue need not be there. */
void filter_fork_enqueued(struct spe_model *m, struct rec *rec);
/** It was written. */
void filter_fork_written(struct spe_model *m, struct rec *rec);
/** It was not: rejected, or lost. @return whether it was rejected, and is no record. */
bool filter_fork_lost(struct spe_model *m, struct rec *rec);
/** Settle by SAMPLE_FILTRATE those of which it must have told by now. */
void filter_fork_sweep(struct spe_model *m);
/** Whether there is a record of which nobody knows whether it is there. */
bool filter_fork_open(const struct spe_model *m);

#endif
