/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_WAVE_TOLD_H
#define SPE_WAVE_TOLD_H

#include <stdbool.h>
#include <stdint.h>

#include "spe/journal.h"

/* Comparisons of the scoreboard that fail: reads, members, bytes, levels, counts. They tolerate
 * what the configuration permits. */

#define TOLD_MAX     256 /* ranges of cycles that differ */
#define TOLD_FIRST   32  /* fields with a first difference */
#define TOLD_OUTPUTS 24
#define TOLD_EVENTS  64 /* the last events of an output */

struct told_first {
    uint64_t cycle; /* in which prediction and SPU begin to differ */
    const char *field;
    uint8_t unit;
    char text[400]; /* "SAMPLE_FILTRATE predicted 5, SPU 4 (in cycle 90)" */
};

struct told {
    struct {
        uint64_t from, to;
    } cycle[TOLD_MAX];
    unsigned n_cycles;
    struct told_first first[TOLD_FIRST];
    unsigned n_first;
    struct {
        uint64_t cycle, total;
    } event[TOLD_OUTPUTS][TOLD_EVENTS]; /* predicted totals of an output, by its number */
    unsigned n_events[TOLD_OUTPUTS];
    struct spe_journal_entry data; /* wrong bytes, unless of another record: a finding tells */
    bool has_data;
};

/** Take an entry of the journal, of any kind. */
void told_entry(struct told *told, const struct spe_journal_entry *entry);

/** There is a finding in `cycle`. */
void told_finding(struct told *told, uint64_t cycle);

/** Whether something differs in this cycle. */
bool told_differs(const struct told *told, uint64_t cycle);

/** The first difference before `cycle`; a difference that begins in `cycle`. NULL: none. @{ */
const struct told_first *told_before(const struct told *told, uint64_t cycle);
const struct told_first *told_in(const struct told *told, uint64_t cycle);
/** @} */

#endif
