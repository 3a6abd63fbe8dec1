/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_CLI_DECODE_CONFORM_H
#define SPE_CLI_DECODE_CONFORM_H

#include <stdint.h>

#include "spe/config.h"
#include "spe/decode.h"

/* Breaches of one record that are described; further ones are only counted. */
#define DECODE_BREACHES 16u

/** Breaches of one record: contents that no record of this implementation can have. */
struct decode_breaches {
    unsigned n; /* all breaches, also those that are not described */
    struct {
        uint64_t offset; /* of the packet, or of the record as a whole */
        char text[96];
    } line[DECODE_BREACHES];
};

/**
 * Hold a record against a configuration: events, operation types, addresses, counters and sizes of
 * features, versions and options that the configuration lacks (DDI 0586A 5.3, Arm ARM D18.2), and
 * the record's size and place (4.3.1, 4.3.11). What the decoder itself reports is not repeated.
 */
void decode_conform(const struct spe_config *cfg, const struct spe_decoded_record *record,
                    struct decode_breaches *out);

#endif
