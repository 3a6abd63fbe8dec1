/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_CLI_EXPLAIN_STORY_H
#define SPE_CLI_EXPLAIN_STORY_H

#include "explain.h"

/** One step in the life of an operation; steps are in the order in which they came. */
struct story_step {
    const char *what;
    uint64_t cycle;
    uint32_t seq;
    uint64_t value;
    uint64_t at; /* for data: offset in the record */
};

/* Each eight bytes of a record make at most a burst, a beat and a response; 32 steps remain for the
 * operation itself. */
#define STORY_STEPS (3 * SPE_RECORD_MAX / 8 + 32)

struct story {
    uint32_t sample; /* 0: no sample */
    uint32_t record; /* 0: the sample has no record */
    uint64_t pc, op, position, tag, context, contextidr_el1, contextidr_el2, pmscr_el1, pmscr_el2;
    uint64_t context_since; /* cycle of the announcement */
    uint64_t cntpct, cntpct_end, events, total, issue, translation;
    bool ended;
    struct story_step step[STORY_STEPS];
    unsigned n;
};

/** The story of a sample, as far as the journal holds it. */
void story_read(const struct explain *e, uint32_t sample, struct story *story);

/** The step `what`, or NULL. */
const struct story_step *story_step(const struct story *story, const char *what);

/** "Non-secure EL1", TGE and E2H: describe the `state` of a spe_txn_ctx. */
void story_context(const struct spe_config *cfg, uint64_t state, char *dst, size_t bytes);

#endif
