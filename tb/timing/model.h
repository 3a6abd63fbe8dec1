/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_TIMING_MODEL_H
#define SPE_TIMING_MODEL_H

#include "timing/branch.h"
#include "timing/code.h"
#include "timing/episode.h"
#include "timing/memsys.h"
#include "timing/pipe.h"
#include "timing/timing.h"
#include "timing/uop.h"

/**
 * The parts of the timing model and what passes between timing.c (order of operations), place.c
 * (one operation's times) and wrong.c (wrong paths). Internal.
 */

#define SPE_WRONG_MAX 64u /* instructions of one wrong path */
#define SPE_QUEUE                                                                                  \
    512u /* members made and not yet delivered; at least (SPE_WRONG_MAX + 1) * SPE_UOPS_MAX */

enum { SPE_REFETCH = 6, SPE_EXCEPTION = 8 }; /* cycles until the first operation after a redirect */

struct spe_timing {
    struct spe_timing_options o;
    struct spe_pipe pipe;
    struct spe_memsys memory;
    struct spe_branch branch;
    struct spe_code code;
    struct spe_episode episode;
    uint64_t ops;         /* operations taken from the source */
    uint64_t next_pc;     /* where the program goes on */
    uint64_t latest_addr; /* latest data address of any operation */
    uint64_t tick_left;   /* operations until the next timer tick */
    uint64_t emitted;     /* cycle of the latest member */
    struct spe_timing_op queue[SPE_QUEUE];
    unsigned head, queued;
};

/* One operation on its way through the model. */
struct spe_step {
    const struct spe_trace_op *op;
    struct spe_code_insn insn; /* decoded, with the address of its access */
    uint64_t events;           /* of branch and condition */
    uint64_t squash;           /* cycle in which its wrong path ends; 0: right path */
    uint64_t end;              /* receives the cycle of its retirement */
    uint64_t complete;         /* receives the cycle of its completion */
    uint16_t flags;            /* SPE_TIMING_SYNTHETIC, _WRONG */
    uint8_t el, target_el;
};

static inline uint64_t spe_draw(struct spe_timing *t, enum spe_timing_stream stream)
{
    return t->o.rnd(t->o.rnd_ctx[stream]);
}

/** Place all micro-operations of a step and queue them as members of the population. */
void spe_place(struct spe_timing *t, struct spe_step *s);

/** Queue the operations that were fetched at `pc` until the branch that completes in `resolve`
 * corrected it. */
void spe_wrong_path(struct spe_timing *t, uint64_t pc, uint64_t resolve, uint8_t el);

#endif
