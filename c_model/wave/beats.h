/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_WAVE_BEATS_H
#define SPE_WAVE_BEATS_H

#include <stdbool.h>
#include <stdint.h>

#include "rows.h"
#include "spe/journal.h"
#include "spe/record.h"

/* Expected and actual beats side by side: the part of a record that is written in a cycle, as bytes
 * and as packets. */

#define BEAT_RECORDS 16 /* most records that are being written at a time */

struct beat_record {
    uint32_t number; /* 0: none */
    uint32_t sample;
    uint8_t expected[SPE_RECORD_MAX], actual[SPE_RECORD_MAX];
    bool known[SPE_RECORD_MAX];
    unsigned length, end; /* predicted length; offset after the last byte that was written */
};

struct beats {
    struct rows *rows;
    struct beat_record record[BEAT_RECORDS];
    struct beat_record *of; /* record of the open beat, NULL: no beat is open */
    uint64_t cycle;
    unsigned from, to; /* bytes of the record in the open beat */
};

void beats_init(struct beats *b, struct rows *rows);

/** Take a journal entry of a record. @return that record. */
const struct beat_record *beats_entry(struct beats *b, const struct spe_journal_entry *entry);

/** Time moves on to `cycle`. */
void beats_time(struct beats *b, uint64_t cycle);

#endif
