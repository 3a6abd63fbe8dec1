/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_RECORD_H
#define SPE_RECORD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "spe/collect.h"
#include "spe/config.h"
#include "spe/enable.h"
#include "spe/filter.h"
#include "spe/txn.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Bytes that hold any record of any configuration (PMSIDR_EL1.MaxSize 0b1011). */
#define SPE_RECORD_MAX 2048

/**
 * Life of a sampled operation in active cycles ([sample_point] = dispatch; dpi/timing.md, 2).
 * Times are counts of active cycles up to and including the cycle of the event, kept by the caller.
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
void spe_life_begin(struct spe_life *life, uint64_t active_now);

/**
 * One event, enum spe_life_kind. First issue, first xlat_start, last xlat_end and last complete
 * count; any ending is the end.
 */
void spe_life_event(struct spe_life *life, int kind, uint64_t active_now);

/**
 * Latencies of a life that ended. Missing complete: as at the ending; missing issue: as at the
 * complete; a translation without start or end: 0.
 */
struct spe_latencies spe_life_latencies(const struct spe_config *cfg, const struct spe_life *life);

/** A count of cycles as recorded: at most 2^[count_size] - 1 (5.3.4, D18.2.3). */
unsigned spe_latency_saturate(const struct spe_config *cfg, uint64_t count);

/** Counts that the PE delivers ([sample_point] = retire), saturated. */
struct spe_latencies spe_life_delivered(const struct spe_config *cfg,
                                        const struct spe_txn_life *end);

/** Everything captured of one sampled operation. */
struct spe_sample {
    /* at selection: spe_sample_select() */
    uint64_t pc;
    uint16_t op;   /* CLASS << 8 | payload byte */
    uint8_t flags; /* SPE_OP_* */
    unsigned el;
    enum spe_pas state; /* Security state */
    bool tbi0, tbi1;
    bool el2_profiled; /* profiling is enabled at EL2 */
    struct spe_collect collect;
    /* at the ending: spe_sample_end() */
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
void spe_sample_select(struct spe_sample *sample, const struct spe_config *cfg,
                       const struct spe_regs *regs, const struct spe_ctx *ctx,
                       const struct spe_txn_sel *sel);

/**
 * Capture the ending. `end->kind` is SPE_LIFE_RETIRE or later.
 * @param lat     from spe_life_latencies() or spe_life_delivered().
 * @param cntpct  CNTPCT_EL0 in the cycle of the ending.
 */
void spe_sample_end(struct spe_sample *sample, const struct spe_config *cfg,
                    const struct spe_txn_life *end, struct spe_latencies lat, uint64_t cntpct);

/** Events that a record can show (D18.2.6): those of [events] that do not read as zero in this
 * version, or without the feature that they need. */
uint64_t spe_sample_events(const struct spe_config *cfg);

/**
 * Whether there is a record at all (2.3.5): retired or ended with an exception, or
 * [misspec_record]. Otherwise the sample is "not captured": neither filtered nor counted by
 * SAMPLE_FILTRATE.
 */
bool spe_sample_captured(const struct spe_config *cfg, const struct spe_sample *sample);

/** Whether the operation accesses memory: a load, store or atomic, or with [gcs] a branch that
 * reads or writes the Guarded Control Stack. */
bool spe_sample_accesses(const struct spe_config *cfg, const struct spe_sample *sample);

/** Whether its record has a Data Source packet (5.3.5). */
bool spe_sample_sourced(const struct spe_config *cfg, const struct spe_sample *sample);

/** What the filters see of it. */
struct spe_filtered spe_sample_filtered(const struct spe_config *cfg,
                                        const struct spe_sample *sample);

/* One packet of a record: its value is the payload, little-endian in `bytes` bytes. */
struct spe_record_packet {
    bool present;
    uint64_t value;
};

/**
 * A record: which packets, and their payloads as chapter 5 defines them. Indexed by enum
 * spe_layout_kind; PAD is never present; of TS and END exactly one is. TYPE's value is CLASS << 8 |
 * payload byte.
 */
struct spe_record {
    struct spe_record_packet packet[SPE_LAYOUT_KINDS];
    bool ts_unknown; /* the Timestamp payload may have any value */
};

/**
 * Whether D18.2.7 defines the operation type for this configuration: a payload of a feature or
 * version that it lacks, or a reserved one, comes from no PE that it describes. Bits that a record
 * does not show without their feature (ASE, FP, CR, GCS) may be anything.
 *
 * @param op  CLASS << 8 | payload byte, as in spe_txn_sel.
 */
bool spe_op_permitted(const struct spe_config *cfg, uint16_t op);

/**
 * Build the record of a captured sample (2.3, 5.3, D18.2; choices R1 to R44 as in dpi/rules.md,
 * CT1 to RC10).
 */
void spe_record_build(const struct spe_config *cfg, const struct spe_sample *sample,
                      struct spe_record *record);

/**
 * Encode a record in the order of the key `layout`, padded with zero bytes to a multiple of
 * 2^align.
 *
 * Example: a record of End and Events (0x03, one byte) alone in layout "ev end" gives 42 03 01.
 *
 * @param dst  caller's buffer of dst_bytes bytes (SPE_RECORD_MAX always suffice); not retained.
 * @return bytes written, SPE_ENOSPC if the record does not fit (dst is then unchanged), or
 * SPE_ECONFIG if the layout is not one that spe_config_check() accepts.
 */
int spe_record_encode(const struct spe_config *cfg, const struct spe_record *record, uint8_t *dst,
                      size_t dst_bytes);

/** Where the Timestamp's payload begins in the encoding, or -1 if it has none. */
int spe_record_ts_offset(const struct spe_config *cfg, const struct spe_record *record);

#ifdef __cplusplus
}
#endif
#endif
