/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_TRACE_MODEL_H
#define SPE_TRACE_MODEL_H

#include <stddef.h>
#include <stdint.h>

/**
 * The predictor that writer and reader of a trace run in step: what it predicts right takes no
 * bytes. Instructions are numbered in the order of their first execution. Internal.
 */

#define SPE_TRACE_NO_INSN UINT32_MAX
#define SPE_ADDR_PREDICTORS                                                                        \
    3u /* 0 stride, 1 delta after the last two deltas, 2 address after address */

struct spe_trace_insn {
    uint64_t pc;
    uint64_t last;   /* its last address */
    uint64_t stride; /* delta seen twice in a row */
    uint64_t delta[2];
    uint32_t opcode;
    uint32_t succ[2]; /* last two different successors, latest first */
    uint32_t bytes;   /* shape of its last execution, as in spe_trace_op */
    uint8_t accesses;
    uint8_t flags;
    uint8_t score[SPE_ADDR_PREDICTORS];
};

struct spe_trace_model {
    struct spe_trace_insn *insn;
    uint32_t insns, room;
    uint32_t cur;   /* latest operation's instruction, or SPE_TRACE_NO_INSN */
    uint64_t path;  /* hash of the latest choices among several successors */
    uint64_t near;  /* latest address of any instruction */
    uint32_t *next; /* by path: successor + 1, 0 unknown */
    uint64_t *delta_after;
    uint64_t *addr_after;
};

/** @return 0 or -1 when memory is short; free in both cases. */
int spe_trace_model_init(struct spe_trace_model *m);
void spe_trace_model_free(struct spe_trace_model *m);

/** Forget everything. */
void spe_trace_model_reset(struct spe_trace_model *m);

/** Number a new instruction. @return its number, or SPE_TRACE_NO_INSN when memory is short. */
uint32_t spe_trace_model_add(struct spe_trace_model *m, uint64_t pc, uint32_t opcode);

/** The instruction expected next, and the second guess; either may be SPE_TRACE_NO_INSN. */
uint32_t spe_trace_model_next(const struct spe_trace_model *m);
uint32_t spe_trace_model_other(const struct spe_trace_model *m, uint32_t predicted);

/** Control went to `id`. */
void spe_trace_model_went(struct spe_trace_model *m, uint32_t id);

/** The address that predictor k expects for the current instruction; the predictor with the best
 * score. */
uint64_t spe_trace_model_addr(const struct spe_trace_model *m, unsigned k);
unsigned spe_trace_model_best(const struct spe_trace_model *m);

/** The current instruction accessed `addr`. */
void spe_trace_model_accessed(struct spe_trace_model *m, uint64_t addr);

#endif
