/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_STATE_FILTER_NOTES_H
#define SPE_STATE_FILTER_NOTES_H

#include <stdbool.h>
#include <stdint.h>

#define NOTES 16

/* How the filters judged one sample; a finding about their counts names it. */
struct filter_note {
    uint64_t number;                     /* number among the samples kept, 1, 2 ...; 0: none */
    uint64_t pc, selected, ended, least; /* least: PMSLATFR_EL1.MINLAT of then */
    unsigned tag, latency;
    bool timed;    /* the latency filter is enabled */
    char term[80]; /* the filter that rejects the sample: "FL (latency)"; or those that it passes:
                      "FT, FL" */
};

/* Bytes of the texts below. */
#define NOTE_TEXT 256

struct filter_notes {
    struct filter_note kept[NOTES], rejected; /* the last ones */
};

#endif
