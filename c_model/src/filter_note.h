/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_FILTER_NOTE_H
#define SPE_FILTER_NOTE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "spe/filter.h"

struct spe_model;
struct tag;

#define NOTES 16

/* What the filters made of one sample: a finding about their counts names it. */
struct filter_note {
    uint64_t number;                     /* of those kept, 1, 2 ...; 0: none */
    uint64_t pc, selected, ended, least; /* least: PMSLATFR_EL1.MINLAT of then */
    unsigned tag, latency;
    bool timed;    /* the latency filter is enabled */
    char term[80]; /* the filter that rejects it, or those that it passes: "FL (latency)" */
};

/* Bytes of the texts below. */
#define NOTE_TEXT 256

struct filter_notes {
    struct filter_note kept[NOTES], rejected; /* the last ones */
};

/** Note the sample of `tag`, which ends in the current cycle. */
void filter_note(struct spe_model *m, const struct tag *tag, const struct spe_filtered *seen,
                 bool kept);

/** "; the filters reject ..." of the last rejected sample; empty if there is none. */
void filter_note_rejected(const struct spe_model *m, char *dst, size_t dst_bytes);

/** "; the filters keep ..." of the `number`th kept sample; empty if it is not known any more. */
void filter_note_kept(const struct spe_model *m, uint64_t number, char *dst, size_t dst_bytes);

#endif
