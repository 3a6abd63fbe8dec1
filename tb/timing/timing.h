/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_TIMING_H
#define SPE_TIMING_H

#include "trace/trace.h"
#include <stdbool.h>
#include <stdint.h>

/**
 * Timing model: turns executed operations into the sample population of a PE with cycles,
 * latencies, events and addresses, as the SPU's ports want them (dpi/timing.md).
 *
 * Deterministic: same operations, options and random streams give the same stream. What a user-mode
 * trace cannot hold is added and marked SPE_TIMING_SYNTHETIC: wrong paths, micro-operations,
 * EL1/EL2 episodes.
 */
#ifdef __cplusplus
extern "C" {
#endif

/* Named random streams: `rnd` is called with rnd_ctx[stream], and never across streams. */
enum spe_timing_stream {
    SPE_TIMING_RND_SELECT = 0, /* outcomes of conditional selects and compares */
    SPE_TIMING_RND_WRONG,      /* wrong-path operations: length, outcomes */
    SPE_TIMING_RND_KERNEL,     /* EL1/EL2 episodes: interval, length, content */
    SPE_TIMING_RND_REMOTE,     /* which pages lie on another socket; drawn once, at create */
    SPE_TIMING_STREAMS
};

struct spe_timing_options {
    /* Source of operations: returns 1 and fills *op, 0 at the end, negative on failure (passed on).
     */
    int (*source)(void *ctx, struct spe_trace_op *op);
    void *source_ctx;
    uint64_t (*rnd)(void *ctx); /* 64 uniformly distributed bits */
    void *rnd_ctx[SPE_TIMING_STREAMS];

    unsigned width;      /* lanes of the population per cycle, 1 .. 8 */
    bool sample_retire;  /* the population is taken at retire (else at dispatch) */
    bool speculative;    /* wrong-path operations are in the stream; ignored when sample_retire */
    bool micro_ops;      /* operations are micro-operations (PMSIDR_EL1.ArchInst 0) */
    unsigned rob;        /* operations between dispatch and retire, 8 .. 512 */
    uint32_t tick_ops;   /* mean operations between timer ticks (episode at EL1); 0: none */
    uint32_t el2_one_in; /* one in so many episodes goes on to EL2; 0: none */
    uint32_t svc_ops;    /* mean length of a system-call episode after SVC; 0: none */
};

/** Fill with defaults (width 4, dispatch, speculative, instructions, rob 128, tick 50000, 1 in 4,
 * 400). */
void spe_timing_options_init(struct spe_timing_options *o);

/* Bits of spe_timing_op.flags. */
#define SPE_TIMING_VA     0x0001u /* va is valid */
#define SPE_TIMING_PA     0x0002u /* pa is valid */
#define SPE_TIMING_TARGET 0x0004u /* target and target_el are valid */
#define SPE_TIMING_SOURCE                                                                          \
    0x0008u /* source is valid: loads and atomics that return data (5.3.5)                         \
             */
#define SPE_TIMING_XLAT      0x0010u /* at_xlat_start and at_xlat_end are valid */
#define SPE_TIMING_SYNTHETIC 0x0100u /* not an operation of the trace */
#define SPE_TIMING_WRONG     0x0200u /* on a wrong path: ends in SPE_TIMING_SQUASH */
#define SPE_TIMING_UOP       0x0400u /* second or later micro-operation of its instruction */
#define SPE_TIMING_SVC       0x0800u /* system call: the next operation may be at EL1 */
#define SPE_TIMING_BARRIER   0x1000u /* ISB, DSB or DMB */
#define SPE_TIMING_TAKEN     0x2000u /* branch that was taken */

/* How the life ends; numbers as spe_pkg::end_e. */
enum spe_timing_end { SPE_TIMING_RETIRE = 0, SPE_TIMING_EXCEPTION = 1, SPE_TIMING_SQUASH = 2 };

/**
 * One member of the population. Members come in population order; cycles are relative.
 *
 * The `at_*` fields are cycles after the cycle in which the member stands on its lane; each is at
 * least 1. 1 <= at_issue <= at_complete <= at_end, at_issue <= at_xlat_start <= at_xlat_end <=
 * at_complete. Exception level changes only between cycles: all members of one cycle have the same
 * `el`.
 *
 * With sample_retire the lane is the one at retire: at_* other than at_end are 0, and the PE's own
 * counts lat_* (always valid, saturating nowhere) are what the SPU takes.
 */
struct spe_timing_op {
    uint64_t pc;
    uint64_t index;  /* of the trace operation, from 0; of the latest one for synthetic members */
    uint64_t events; /* as in DDI 0586A 5.3.7; bits 0 and 1 are left 0: the ending says them */
    uint64_t va;
    uint64_t pa;     /* 48 bits, Non-secure */
    uint64_t target; /* branch target; of a branch not taken pc + 4 */
    uint32_t opcode;
    uint32_t gap; /* cycles after the previous member's cycle; 0: same cycle, next lane */
    uint32_t at_issue, at_xlat_start, at_xlat_end, at_complete, at_end;
    uint32_t lat_issue, lat_xlat, lat_total; /* 5.3.4, exclusive rule */
    uint16_t flags;
    uint16_t source;  /* Arm common coding: 0 L1, 8 L2, 0xb system cache, 0xd remote, 0xe DRAM */
    uint8_t lane;     /* 0 .. width - 1, ascending within a cycle */
    uint8_t op_class; /* CLASS of the Operation Type packet (5.3.8); as spe_pkg::op_class_e */
    uint8_t subclass; /* its payload byte */
    uint8_t el;       /* Exception level it executes in */
    uint8_t target_el;
    uint8_t end_kind; /* enum spe_timing_end */
};

struct spe_timing;

/**
 * Create a model. `o` is copied; source and streams must live as long as the model. Memory: about 4
 * MiB.
 *
 * @return the model, or NULL when an option is out of range or memory is short.
 */
struct spe_timing *spe_timing_create(const struct spe_timing_options *o);

/** Next member. @return 1; 0 at the end of the source; the source's negative status. */
int spe_timing_next(struct spe_timing *t, struct spe_timing_op *out);

/** Free the model; NULL is accepted. The source is not closed. */
void spe_timing_destroy(struct spe_timing *t);

#ifdef __cplusplus
}
#endif
#endif
