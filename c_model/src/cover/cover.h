/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_COVER_COVER_H
#define SPE_COVER_COVER_H

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

/* Functional coverage: what the scoreboard notes once a comparison has matched (spe/cover.h). */

/* Groups, in the order of the table of table.c. */
enum cover_group {
    COVER_ACCESS,
    COVER_PROFILED,
    COVER_COLLECT,
    COVER_PACKET,
    COVER_OPERATION,
    COVER_OTHER,
    COVER_SVE,
    COVER_SME,
    COVER_EXTENDED,
    COVER_BRANCH,
    COVER_EVENT_BIT,
    COVER_COUNTER,
    COVER_STATE,
    COVER_LEVEL,
    COVER_TAG,
    COVER_SOURCE,
    COVER_FILTER,
    COVER_TYPE,
    COVER_SELECT,
    COVER_PLACE,
    COVER_LIMIT,
    COVER_EVENT,
    COVER_FAULT,
    COVER_PERMISSION,
    COVER_FAULT_AT,
    COVER_SYNDROME,
    COVER_EXCEPTION,
    COVER_OUTPUT,
    COVER_SEQUENCE,
    COVER_BUS,
    COVER_REGION,
    COVER_INTERVAL,
    COVER_DEPTH,
    COVER_ORDER,
    COVER_BARRIER,
    COVER_GROUPS
};

#define COVER_AXES 4
#define COVER_BINS 4096 /* at least the bins of all groups together */

/* What the bytes of a predicted record do not show. */
struct cover_rec {
    uint8_t collected; /* bits: CONTEXTIDR_EL1, CONTEXTIDR_EL2, physical address */
    uint8_t timestamp; /* enum cover_time */
    uint8_t level;     /* Exception level of the operation */
    uint8_t regime;    /* of the buffer's owner in the context of the operation */
    bool reads;        /* the operation is a load, so a Data Source packet is possible */
    uint16_t tops;     /* bit n: a burst of the record had n in AWADDR[51:48], as translated */
};

struct cover {
    unsigned first[COVER_GROUPS];            /* number of the first bin */
    unsigned n[COVER_GROUPS][COVER_AXES];    /* values of an axis, 1 if it is not used */
    unsigned step[COVER_GROUPS][COVER_AXES]; /* from one value of an axis to the next, in bins */
    bool impossible;         /* a bin was met although the configuration cannot meet it */
    unsigned impossible_bin; /* the first such bin, and the cycle in which it was met */
    uint64_t impossible_cycle;
    uint64_t count[COVER_BINS];
};

/* Values of axes, as table.c names them. */
enum cover_time { TIME_NONE, TIME_VIRTUAL, TIME_PHYSICAL, TIME_OFFSET };
enum cover_kind {
    KIND_OTHER,
    KIND_SVE,
    KIND_SME,
    KIND_GENERAL,
    KIND_SIMD,
    KIND_UNSPECIFIED,
    KIND_TAG,
    KIND_NV2,
    KIND_EXTENDED,
    KIND_SVE_MEMORY,
    KIND_COPY,
    KIND_SET,
    KIND_GCS,
    KIND_BRANCH,
    KINDS
};
enum cover_event {
    EVENT_FULL,
    EVENT_DENIED,
    EVENT_SIZE,
    EVENT_ALIGNMENT,
    EVENT_ABORT1, /* stage 1 Data Abort of a translation */
    EVENT_ABORT2, /* stage 2 */
    EVENT_GPC,
    EVENT_EXTERNAL, /* External abort on a write */
    EVENT_IMPDEF,
    EVENT_WRONG, /* of [wrong_pointer] */
    EVENTS
};
enum cover_fault {
    FAULT_SIZE,
    FAULT_TRANSLATION,
    FAULT_ACCESS_FLAG,
    FAULT_PERMISSION,
    FAULT_WALK,
    FAULT_GPF_WALK,
    FAULT_GPF,
    FAULT_ALIGNMENT,
    FAULT_TLB,
    FAULT_ATOMIC,
    FAULT_PARITY,
    FAULT_UNSUPPORTED, /* SPEv1p0 alone */
    FAULT_SYNC,        /* External abort on a write; asynchronous also with [route_async] */
    FAULT_ASYNC,
    FAULT_OTHER, /* in no table */
    FAULTS
};
enum cover_packet {
    PACKET_END,
    PACKET_TIMESTAMP,
    PACKET_CTX1,
    PACKET_CTX2,
    PACKET_EVENTS,
    PACKET_OPERATION,
    PACKET_SOURCE,
    PACKET_PC,
    PACKET_TARGET,
    PACKET_PREVIOUS,
    PACKET_VA,
    PACKET_PA,
    PACKET_TOTAL,
    PACKET_ISSUE,
    PACKET_XLAT,
    PACKET_ALT,
    PACKET_PADDING,
    PACKETS
};
enum cover_sequence {
    SEQ_DISABLE_QUEUED,  /* the buffer was disabled with records queued */
    SEQ_DISABLE_WRITING, /* ... with a record being written */
    SEQ_DISABLE_FLIGHT,  /* ... with a sample in flight */
    SEQ_EVENT_QUEUED,    /* a management event with records still queued */
    SEQ_EVENT_FLIGHT,    /* a management event with a sample in flight */
    SEQ_EVENT_ABORT,     /* an External abort with S at 1 already */
    SEQ_S_WRITTEN,       /* S set by software */
    SEQ_S_CLEARED,       /* S cleared by software after an event */
    SEQ_OWNER_WALK,      /* the owning regime changed while a translation was asked for */
    SEQ_OWNER_WRITING,   /* ... while a record was being written */
    SEQ_TLBI_WALK,       /* a TLBI while a translation was asked for */
    SEQ_RESET_WRITING,   /* a reset with a record being written */
    SEQ_RESET_FLIGHT,    /* a reset with a sample in flight */
    SEQ_POINTER_WRITING, /* PMBPTR_EL1 written with a record being written */
    SEQ_WAIT_ROOM,       /* an ended sample waited for room in the queue */
    SEQ_SPLIT,           /* a record of two pages */
    SEQ_DISCARD,         /* a record discarded by discard mode */
    SEQ_IDS_CACHED,      /* another ASID or VMID while a translation may be cached */
    SEQUENCES
};

/** Number of the bin of group `g` with these values of its axes, unused ones 0. */
static inline unsigned cover_bin(const struct cover *cover, enum cover_group g, unsigned a,
                                 unsigned b, unsigned c, unsigned d)
{
    const unsigned *n = cover->n[g], *step = cover->step[g];

    assert(a < n[0] && b < n[1] && c < n[2] && d < n[3]);
    return cover->first[g] + a * step[0] + b * step[1] + c * step[2] + d * step[3];
}

#endif
