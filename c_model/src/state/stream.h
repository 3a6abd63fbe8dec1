/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_STATE_STREAM_H
#define SPE_STATE_STREAM_H

#include <stdbool.h>
#include <stdint.h>

#include "spe/decode.h"

/*
 * In a new page the record that was cut continues, or a new buffer begins. Only PMBPTR_EL1 would
 * tell which. So the bytes are decoded in both ways, and the reading that meets a malformed packet
 * is dropped.
 */
struct stream_split {
    bool open;              /* both readings are still possible */
    struct spe_decoder two; /* reading "a buffer begins"; struct stream has the other one */
    uint64_t start_two, records_one, records_two;
    struct stream_problem {
        bool met;
        int what; /* enum spe_problem */
        uint64_t offset;
        uint8_t header;
    } one; /* the problem that has ended the first reading */
    bool two_failed;
};

#define MAX_STAYS 4

/* Where PMBPTR_EL1 may have stayed. It may stay when a record is done while no buffer, or that of
 * another owner, is enabled (B29). */
struct stays {
    uint64_t first; /* where the record begins that is being written */
    struct {
        uint64_t start, end;
    } open[MAX_STAYS]; /* records that are written and not done, oldest first */
    uint64_t at[MAX_STAYS];
    int n_open, n; /* number of entries of `open`, of `at` */
};

/*
 * The written bytes as one stream of records. Without the taps of level B nothing else is known of
 * the records: they are decoded, and must follow each other in the buffer.
 */
struct stream {
    struct spe_decoder decoder;
    bool known;     /* `next` is known */
    uint64_t next;  /* virtual address of the next byte, */
    uint64_t other; /* or this one, if PMBPTR_EL1 was written with a record on its way (3.6.1); */
    uint64_t old_limit; /* limit of the buffer before, */
    bool old;           /* if the stream is in that buffer */
    bool forked;        /* the next byte is at `next` or at `other` */
    bool left; /* the record that is being written began before PMBLIMITR_EL1 was written, */
    uint64_t left_cycle, left_limit; /* in that cycle, and had this value. Used with LIFE, too: */
    uint64_t before_cycle, before_limit; /* with LIFE also the same for the write before */
    bool waits; /* a record that has not begun may have been the head in that cycle (W17) */
    struct stays stays;
    bool inside;   /* a record has begun and not ended */
    unsigned mode; /* of the translation of the last burst */
    bool mode_known;
    uint64_t start, fed;
    uint64_t bus_cycle; /* of the last word or response */
    uint64_t no_cti;    /* CTI pulses that a reset cut off or an event may have stopped */
    bool cut;           /* a fault, abort or reset may have cut a record */
    uint64_t cut_since; /* cycle of the last such cut */
    uint64_t cut_cycle; /* cycle of the cut; 0: no later burst can belong to that record */
    bool bad;           /* a malformed packet was reported since the stream began */
    bool late;          /* the last burst may be of the record that was cut */
    bool torn;          /* as `cut`, until a new page begins inside a record */
    bool ended;         /* its own abort has ended the record; none of its bursts follows */
    bool optional;      /* S was 1 since the record began: it may stay unfinished (3.5) */
    struct stream_split split;
};

#endif
