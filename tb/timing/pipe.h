/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_TIMING_PIPE_H
#define SPE_TIMING_PIPE_H

#include "a64/a64.h"
#include <stdbool.h>
#include <stdint.h>

/**
 * Times of an out-of-order core: dispatch in order, `width` a cycle, while the reorder buffer has
 * room; issue when the registers that the instruction word names are ready and a port is free;
 * retire in order.
 *
 * Dependencies are approximated from the usual places of register numbers in A64 words (bits 9:5,
 * 20:16, 4:0, 14:10); where a word has an immediate there, the dependency is false, and harmless.
 * One operation is placed by the calls dispatch, issue, finish, in this order.
 */

#define SPE_PIPE_ROB_MAX 512u
#define SPE_PIPE_REGS    65u /* 0 to 30 general, 31 none, 32 to 63 SIMD&FP, 64 NZCV */

enum spe_pipe_port { SPE_PORT_MEMORY = 0, SPE_PORT_DIVIDE, SPE_PORT_VECTOR, SPE_PORTS };

struct spe_pipe {
    unsigned width, rob;
    uint64_t cycle; /* of the latest dispatch */
    uint64_t fetch; /* nothing dispatches before this cycle */
    uint64_t retire_cycle;
    uint64_t ready[SPE_PIPE_REGS];
    uint64_t port[SPE_PORTS][2]; /* first free cycle; two of each */
    uint64_t memory_done;        /* every load and store so far is complete */
    uint64_t leave[SPE_PIPE_ROB_MAX];
    unsigned at;                  /* the oldest entry of leave[] */
    unsigned dispatched, retired; /* in the latest cycle of each */
};

/* Absolute cycles and lanes of one operation. */
struct spe_pipe_times {
    uint64_t dispatch, issue, complete, end;
    uint8_t lane, retire_lane;
};

/** @param width 1 to 8. @param rob 8 to SPE_PIPE_ROB_MAX. The first cycle is 1. */
void spe_pipe_init(struct spe_pipe *p, unsigned width, unsigned rob);

/** Cycle in which the next operation would dispatch; changes nothing. */
uint64_t spe_pipe_peek(const struct spe_pipe *p);

/** Dispatch one operation: fills t->dispatch and t->lane. */
void spe_pipe_dispatch(struct spe_pipe *p, struct spe_pipe_times *t);

/** Issue it: fills t->issue, at least one cycle after dispatch. */
void spe_pipe_issue(struct spe_pipe *p, uint32_t opcode, const struct spe_a64_op *op,
                    struct spe_pipe_times *t);

/** Cycles from issue to completion of an operation that is no load or store. */
unsigned spe_pipe_latency(const struct spe_a64_op *op);

/**
 * Complete and retire it: t->complete is given, t->end and t->retire_lane are filled; results
 * become ready. A barrier completes after every load and store before it.
 */
void spe_pipe_finish(struct spe_pipe *p, uint32_t opcode, const struct spe_a64_op *op,
                     struct spe_pipe_times *t);

/** The operation is on a wrong path: its results are ready at `complete`, it leaves at `squash`. */
void spe_pipe_squash(struct spe_pipe *p, uint32_t opcode, const struct spe_a64_op *op,
                     uint64_t complete, uint64_t squash);

/** Fetch is redirected: the next dispatch is not before `cycle`, and in a cycle of its own. */
void spe_pipe_redirect(struct spe_pipe *p, uint64_t cycle);

#endif
