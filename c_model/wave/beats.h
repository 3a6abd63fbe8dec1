/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_WAVE_BEATS_H
#define SPE_WAVE_BEATS_H

#include <stdbool.h>
#include <stdint.h>

#include "rows.h"
#include "spe/journal.h"
#include "spe/record.h"

/* Expected beside actual beats: what of a record is written in a cycle, as bytes and as packets. */

#define BEAT_RECORDS 16 /* records that are on their way at a time, at most */

struct beat_record {
    uint32_t number; /* 0: none */
    uint32_t sample;
    uint8_t expected[SPE_RECORD_MAX], actual[SPE_RECORD_MAX];
    bool known[SPE_RECORD_MAX];
    unsigned length, end; /* predicted; behind the last byte that was written */
};

struct beats {
    struct rows *rows;
    struct beat_record record[BEAT_RECORDS];
    struct beat_record *of; /* of the open beat, NULL: none is open */
    uint64_t cycle;
    unsigned from, to; /* bytes of the record in it */
};

void beats_init(struct beats *b, struct rows *rows);

/** An entry of a record. @return that record. */
const struct beat_record *beats_entry(struct beats *b, const struct spe_journal_entry *entry);

/** Time goes on to `cycle`. */
void beats_time(struct beats *b, uint64_t cycle);

#endif
