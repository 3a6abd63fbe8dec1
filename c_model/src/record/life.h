/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_RECORD_LIFE_H
#define SPE_RECORD_LIFE_H

#include <stdbool.h>
#include <stdint.h>

#include "spe/config.h"
#include "spe/txn.h"

/**
 * Life of a sampled operation in active cycles ([sample_point] = dispatch; dpi/timing.md, LF2 to
 * LF4). Times are counts of active cycles up to and including the cycle of the event, kept by the
 * caller.
 */
struct spe_life {
    uint64_t selected, issue, xlat_start, xlat_end, complete, ended;
    bool has_issue, has_xlat_start, has_xlat_end, has_complete, has_ended;
};

/* Latencies as recorded: saturated (5.3.4). */
struct spe_latencies {
    unsigned total, issue, xlat;
};

/** Begin a life at selection. */
void life_begin(struct spe_life *life, uint64_t active_now);

/**
 * One event, enum spe_life_kind. First issue, first xlat_start, last xlat_end and last complete
 * count; any ending is the end.
 */
void life_event(struct spe_life *life, int kind, uint64_t active_now);

/**
 * Latencies of a life that ended. Missing complete: as at the ending; missing issue: as at the
 * complete; a translation without start or end: 0.
 */
struct spe_latencies life_latencies(const struct spe_config *cfg, const struct spe_life *life);

/** A count of cycles as recorded: at most 2^[count_size] - 1 (5.3.4, D18.2.3). */
unsigned latency_saturate(const struct spe_config *cfg, uint64_t count);

/** Counts that the PE delivers ([sample_point] = retire), saturated. */
struct spe_latencies life_delivered(const struct spe_config *cfg, const struct spe_txn_life *end);

#endif
