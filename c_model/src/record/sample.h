/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_RECORD_SAMPLE_H
#define SPE_RECORD_SAMPLE_H

#include <stdbool.h>
#include <stdint.h>

#include "arch/collect.h"
#include "arch/filter.h"
#include "record/life.h"
#include "spe/config.h"
#include "spe/enable.h"
#include "spe/regs.h"
#include "spe/txn.h"

/** Everything captured of one sampled operation. */
struct spe_sample {
    /* at selection: sample_select() */
    uint64_t pc;
    uint16_t op;   /* CLASS << 8 | payload byte */
    uint8_t flags; /* SPE_OP_* */
    unsigned el;
    enum spe_pas state; /* Security state */
    bool tbi0, tbi1;
    bool el2_profiled; /* profiling is enabled at EL2 */
    struct spe_collect collect;
    /* at the ending: sample_end() */
    int end;         /* enum spe_life_kind, SPE_LIFE_RETIRE or later */
    uint64_t events; /* complete: bits 0 and 1 set by the ending, unimplemented bits 0 */
    bool has_va, has_pa, has_target, has_source;
    enum spe_pas pa_pas, target_state;
    unsigned target_el;
    bool has_prev, has_alt;
    enum spe_pas prev_state;
    unsigned prev_el;
    bool ch;      /* Tag Checked */
    unsigned pat; /* Physical Address Tag */
    uint64_t va, pa, target, prev;
    uint32_t lat_alt; /* saturated */
    uint16_t source;
    struct spe_latencies lat;
};

/** Capture the selection `sel` of an operation that executes in `ctx`. */
void sample_select(struct spe_sample *sample, const struct spe_config *cfg,
                   const struct spe_regs *regs, const struct spe_ctx *ctx,
                   const struct spe_txn_sel *sel);

/**
 * Capture the ending. `end->kind` is SPE_LIFE_RETIRE or later.
 * @param lat     from life_latencies() or life_delivered().
 * @param cntpct  CNTPCT_EL0 in the cycle of the ending.
 */
void sample_end(struct spe_sample *sample, const struct spe_config *cfg,
                const struct spe_txn_life *end, struct spe_latencies lat, uint64_t cntpct);

/**
 * Whether there is a record at all (2.3.5): retired or ended with an exception, or
 * [misspec_record]. Otherwise the sample is "not captured": neither filtered nor counted by
 * SAMPLE_FILTRATE, but by SAMPLE_FEED_BR and the others (Arm ARM D14.3).
 */
bool sample_captured(const struct spe_config *cfg, const struct spe_sample *sample);

/** Whether the operation accesses memory: a load, store or atomic, or with [gcs] a branch that
 * reads or writes the Guarded Control Stack. */
bool sample_accesses(const struct spe_config *cfg, const struct spe_sample *sample);

/** Whether the record of the sample has a Data Source packet (5.3.5). */
bool sample_sourced(const struct spe_config *cfg, const struct spe_sample *sample);

/** What the filters see of the sample. */
struct spe_filtered sample_filtered(const struct spe_config *cfg, const struct spe_sample *sample);

#endif
