/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_FOLLOWUP_RUN_H
#define SPE_FOLLOWUP_RUN_H

#include "followup.h"

/* One replay with edited transactions: its findings and their corrections. Prints nothing. */

/* Edits in the order of their transactions; those of one transaction in the order of their making.
 */
struct edits {
    struct spe_edit *v;
    size_t n, room;
};

/** Add one. @return 0 or SPE_ENOMEM. */
int edits_add(struct edits *edits, const struct spe_edit *edit);
void edits_free(struct edits *edits);

/* An edit of the correction of one finding. */
struct correction {
    uint64_t number; /* of the finding */
    struct spe_edit edit;
};

struct run {
    struct spe_finding *v; /* in the order in which they were made */
    size_t n, room;
    struct correction *correction;
    size_t n_corrections, correction_room;
    uint64_t total; /* number of all findings; `v` holds the first ones */
    uint64_t txns;  /* transactions applied */
    int status;
};

/** Replay the source with `edits`; keep the first `max` findings. @return 0, the status of the
 * source, or SPE_ENOMEM. The caller frees *run with run_free() in each case. */
int run_replay(struct run *run, const struct spe_log_header *header,
               const struct followup_source *source, const struct edits *edits, unsigned max);
void run_free(struct run *run);

#endif
