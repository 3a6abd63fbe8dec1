/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_CLI_DECODE_FILTER_H
#define SPE_CLI_DECODE_FILTER_H

#include <stdbool.h>
#include <stdint.h>

#include "decode_names.h"
#include "spe/decode.h"

/** From first to last, both included. */
struct decode_range {
    bool given;
    uint64_t first, last;
};

/** Which records are shown: those that meet every condition that is given. */
struct decode_filter {
    struct decode_range pc, va, latency, number;
    const char *events;  /* value of --event, looked up by decode_filter_events() */
    uint64_t set, clear; /* events that must be 1, and events that must be 0 */
    bool errors;         /* only records with an error, or a breach of the configuration */
};

/** "N", "N-M" or "N-" as decimal or 0x numbers. @return whether it is a range. */
bool decode_range_parse(struct decode_range *range, const char *text);

/**
 * Look up the names of filter->events: "retired,!tlb_walk".
 * @return true, or false with *unknown at the name that no event has.
 */
bool decode_filter_events(struct decode_filter *filter, const struct decode_names *names,
                          const char **unknown);

/** Whether any condition is given. */
bool decode_filter_given(const struct decode_filter *filter);

/** Whether a record is shown. @param wrong  the record has a breach of the configuration. */
bool decode_filter_shows(const struct decode_filter *filter,
                         const struct spe_decoded_record *record, uint64_t number, bool wrong);

#endif
