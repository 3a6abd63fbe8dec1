/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_RECORD_RECORD_H
#define SPE_RECORD_RECORD_H

#include <stdbool.h>
#include <stdint.h>

#include "record/sample.h"
#include "spe/config.h"

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
 * Build the record of a captured sample (2.3, 5.3, D18.2; choices R1 to R44 as in dpi/rules.md,
 * CT1 to RC10).
 */
void record_build(const struct spe_config *cfg, const struct spe_sample *sample,
                  struct spe_record *record);

/**
 * Find an address in Root state. "There is no encoding for Root because records are not generated
 * at EL3" (D18.2.1): a PE that tells such an address for a packet of this record is wrong.
 * @return the field of the `life` that told the address; NULL if there is none.
 */
const char *record_root(const struct spe_config *cfg, const struct spe_record *record);

#endif
