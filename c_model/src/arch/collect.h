/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_ARCH_COLLECT_H
#define SPE_ARCH_COLLECT_H

#include <stdbool.h>
#include <stdint.h>

#include "spe/config.h"
#include "spe/enable.h"
#include "spe/regs.h"

/* TimeStamp of 3.3.1 and J1.1. OFFSET is the offset physical counter, with [ecv]. */
enum spe_timestamp {
    SPE_TIMESTAMP_NONE,
    SPE_TIMESTAMP_VIRTUAL,
    SPE_TIMESTAMP_PHYSICAL,
    SPE_TIMESTAMP_OFFSET
};

/**
 * Optional data of one sample (3.3; dpi/timing.md, SC1 and SC2). The selection fixes which of them
 * are collected, and their values.
 */
struct spe_collect {
    bool ctx1, ctx2; /* CONTEXTIDR_EL1, CONTEXTIDR_EL2 */
    bool pa;         /* data physical address */
    enum spe_timestamp ts;
    bool ts_unknown; /* the system counter is stopped: any value ([ts_stopped] = unknown) */
    uint32_t contextidr_el1, contextidr_el2;
    uint64_t ts_offset; /* subtracted from CNTPCT_EL0: CNTVOFF_EL2 or 0 */
    uint64_t ts_value;  /* the timestamp */
};

/* Functions of 3.3.1 in context `ctx` with the registers `regs`; no argument is NULL. */

/** CollectContextIDR1(): whether the record has a Context packet of CONTEXTIDR_EL1. */
bool collect_ctx1(const struct spe_config *cfg, const struct spe_regs *regs,
                  const struct spe_ctx *ctx);
/** CollectContextIDR2(): whether the record has a Context packet of CONTEXTIDR_EL2. */
bool collect_ctx2(const struct spe_config *cfg, const struct spe_regs *regs,
                  const struct spe_ctx *ctx);
/** CollectTimeStamp(): which counter the Timestamp packet has, if there is one. */
enum spe_timestamp collect_timestamp(const struct spe_config *cfg, const struct spe_regs *regs,
                                     const struct spe_ctx *ctx);
/** CollectPhysicalAddress(): whether the record has the physical address of the data. */
bool collect_pa(const struct spe_config *cfg, const struct spe_regs *regs,
                const struct spe_ctx *ctx);

/** Fill *out for a selection in context `ctx`: the results of the four functions above, and the
 * values. The timestamp is taken from ctx->cntpct. */
void collect_capture(struct spe_collect *out, const struct spe_config *cfg,
                     const struct spe_regs *regs, const struct spe_ctx *ctx);

/**
 * The life of the sample ended while CNTPCT_EL0 was `cntpct`. With [ts_point] = complete the
 * timestamp is taken now, with the offset of the selection. No effect with [ts_point] = sample.
 */
void collect_complete(struct spe_collect *collect, const struct spe_config *cfg, uint64_t cntpct);

#endif
