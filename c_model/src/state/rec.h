/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_STATE_REC_H
#define SPE_STATE_REC_H

#include <stdbool.h>
#include <stdint.h>

#include "cover/cover.h"
#include "spe/record.h"
#include "state/forks.h"
#include "story/story.h"

enum rec_state {
    REC_FREE,
    REC_QUEUED,  /* none of its bursts or data was seen */
    REC_MAYBE,   /* the buffer was disabled; its AW may have been offered before */
    REC_STARTED, /* its first AW or W was seen */
    REC_DOOMED   /* its own fault ended it; bursts that it had offered still come */
};

/* Modes of translation (W3). */
struct rec_modes {
    uint32_t since; /* bit n: mode n was the current one since the record was queued */
    uint8_t mode;   /* mode of its first AW, */
    bool known;     /* if there was one */
};

/* When its first AW was offered. */
struct rec_offer {
    uint64_t cycle;  /* or accepted, if the tap does not say */
    uint64_t by;     /* a selection shows: before this cycle; 0: none does */
    bool told;       /* the tap says; false: it does not, or there is none */
    uint64_t judged; /* greatest limit that was left behind while the record may have been the head
                        (W17); 0: none */
};

/* REC_DOOMED. */
struct rec_doom {
    int late_aws;   /* number of bursts that may still come, */
    uint64_t cycle; /* offered by the cycle after this one */
};

/* Filters that the configuration leaves open (L1 to L15). */
struct rec_filter {
    uint64_t cycle;      /* of the choice that may have rejected the record */
    enum fork_kind kind; /* which choice */
    bool doubt;          /* the filters may have rejected the record, */
    bool open;           /* or have kept it, and it is not settled whether it is written */
    bool rejected;       /* SAMPLE_FILTRATE says that the filters have rejected it */
    bool off;            /* the buffer was disabled since, or an event may have lost it */
};

/* A finding that later bytes of the record correct, too. */
struct rec_fix {
    uint64_t finding; /* its number, 0: none */
    int end;          /* bytes below this offset */
};

/* Lowest and greatest order that the record may have instead of its own: bytes that were written
 * for records of these orders may be of this record (P26). */
struct rec_orders {
    uint64_t first, last;
};

/* The cycles in which the operation of the record was selected, and ended. */
struct rec_life {
    uint64_t sel_cycle, made_cycle;
};

/* What was reported of the record. */
struct rec_told {
    bool bad;       /* a difference */
    bool misplaced; /* its bytes are not where they should be */
};

/* PSB CSYNC was done without the record. */
struct rec_psb {
    bool owed;    /* nothing excuses that */
    bool excused; /* an event that has lost the record excuses that */
};

/* Where corrections are wanted: of each byte, the word that wrote the byte, and its place in the
 * word. */
struct rec_words {
    uint32_t seq[SPE_RECORD_MAX];
    uint8_t lane[SPE_RECORD_MAX];
};

/* One predicted record from its filter to its last byte. */
struct rec {
    enum rec_state state;
    uint32_t buffer;       /* number of its buffer */
    uint64_t id;           /* counts predicted records, rejected ones too */
    uint64_t order, pos;   /* of the selection, or a later order (settle_passed()); its member of
                              the population */
    struct rec_orders may; /* orders that it may have instead */
    struct rec_life life;
    uint64_t enq_cycle, off_cycle; /* off_cycle: of REC_MAYBE, when it found the buffer disabled */
    struct rec_offer offer;        /* of its first AW */
    uint64_t limit, least; /* limit of its buffer: the greatest and the lowest possible one */
    uint64_t va;           /* of byte 0, not valid in REC_QUEUED */
    uint64_t next;         /* where its next burst begins; valid as `va` is */
    int len;
    int ts_at;     /* offset of a Timestamp payload of UNKNOWN value, or -1 */
    int got_bytes; /* bytes written */
    int unacked;   /* bursts without B */
    struct rec_modes modes;
    struct rec_doom doom;
    uint8_t fork;   /* whether it is written (S2), 0: no fork */
    bool maybe;     /* was REC_MAYBE: another record may be written in its place; */
    bool one_of;    /* with one_of only a record that may also have been discarded */
    bool may_write; /* of REC_MAYBE: may be written at any time from now on, by [disabled_record] =
                       any, filters, or an event that may have lost it (queue/maybe.h) */
    bool passed;    /* of REC_MAYBE: perhaps lost before off_cycle, and a later one offered */
    bool room;      /* waits behind records in doubt: the SPU may have had room at once */
    bool silent;    /* no event was reported for it, so it must not have been discarded */
    struct rec_told told;
    struct rec_psb psb;
    bool optional; /* S was set by another event meanwhile: it may stay unfinished (3.5) */
    bool placed;   /* va is an old PMBPTR_EL1, valid in REC_QUEUED too */
    struct rec_filter filter;
    struct rec_fix fix;
    struct cover_rec cover;
    struct spe_story story;
    uint8_t bytes[SPE_RECORD_MAX];
    uint8_t actual[SPE_RECORD_MAX];
    uint64_t got[SPE_RECORD_MAX / 64];
    struct rec_words word;
};

/** Whether the byte was written. */
static inline bool buffer_have(const struct rec *rec, int offset)
{
    return (rec->got[offset / 64] >> (offset % 64) & 1) != 0;
}
/** Whether the byte may have any value. */
static inline bool buffer_byte_free(const struct rec *rec, int offset)
{
    return rec->ts_at >= 0 && offset >= rec->ts_at && offset < rec->ts_at + 8;
}

#endif
