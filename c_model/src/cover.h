/* SPDX-License-Identifier: Apache-2.0 */
#ifndef COVER_H
#define COVER_H

#include <stdbool.h>
#include <stdint.h>

#include "spe/txn.h"

/* Functional coverage: what the scoreboard notes once a comparison has matched (spe/cover.h). */

struct spe_decoder;
struct spe_model;
struct rec;
struct tag;

/* Groups, in the order of the table of cover_table.c. */
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
#define COVER_BINS 4096 /* at least those of all groups together */

/* Of a predicted record: what its bytes do not say. */
struct cover_rec {
    uint8_t collected; /* bits: CONTEXTIDR_EL1, CONTEXTIDR_EL2, physical address */
    uint8_t timestamp; /* enum cover_time */
    uint8_t level;     /* of the operation */
    uint8_t regime;    /* that owned the buffer at its selection */
    bool reads;        /* it is a load: a Data Source could be there */
    uint16_t tops;     /* bit n: a burst of it had n in AWADDR[51:48], as translated */
};

struct cover {
    unsigned first[COVER_GROUPS];            /* number of the first bin */
    unsigned n[COVER_GROUPS][COVER_AXES];    /* values of an axis, 1 if it is not used */
    unsigned step[COVER_GROUPS][COVER_AXES]; /* from one value of an axis to the next, in bins */
    bool impossible;         /* a bin was met that the configuration cannot meet: the first one, */
    unsigned impossible_bin; /* and in which cycle */
    uint64_t impossible_cycle;
    uint64_t count[COVER_BINS];
};

/** Number the groups; counts are left alone. */
void cover_init(struct cover *cover);

/** Number of the bin of group `g` with these values of its axes, unused ones 0. */
unsigned cover_bin(const struct cover *cover, enum cover_group g, unsigned a, unsigned b,
                   unsigned c, unsigned d);

/** Count a bin once. */
void cover_hit(struct spe_model *m, enum cover_group g, unsigned a, unsigned b, unsigned c,
               unsigned d);

/* Values of axes, as cover_table.c names them. */
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
    SEQ_DISABLE_WRITING, /* with a record being written */
    SEQ_DISABLE_FLIGHT,  /* with a sample in flight */
    SEQ_EVENT_QUEUED,    /* a management event with records queued behind */
    SEQ_EVENT_FLIGHT,    /* with a sample in flight */
    SEQ_EVENT_ABORT,     /* an External abort with S at 1 already */
    SEQ_S_WRITTEN,       /* S set by software */
    SEQ_S_CLEARED,       /* S cleared by software after an event */
    SEQ_OWNER_WALK,      /* the owning regime changed while a translation was asked for */
    SEQ_OWNER_WRITING,   /* while a record was being written */
    SEQ_TLBI_WALK,       /* a TLBI while a translation was asked for */
    SEQ_RESET_WRITING,   /* a reset with a record being written */
    SEQ_RESET_FLIGHT,    /* with a sample in flight */
    SEQ_POINTER_WRITING, /* PMBPTR_EL1 written with a record being written */
    SEQ_WAIT_ROOM,       /* an ended sample waited for room in the queue */
    SEQ_SPLIT,           /* a record of two pages */
    SEQ_DISCARD,         /* a record discarded by discard mode */
    SEQ_IDS_CACHED,      /* another ASID or VMID while a translation may be cached */
    SEQUENCES
};

/* What is noted, in general after the comparison that it rests on. */

/** An access had the predicted outcome. */
void cover_access(struct spe_model *m, const struct spe_txn_sysreg *t);

/** The filters have decided on a captured sample of `types` (SPE_OPTYPE_*): noted at once, as bytes
 * and SAMPLE_FILTRATE show it later; not where the configuration leaves the decision open. */
void cover_filter(struct spe_model *m, unsigned types, bool kept);

/** A management event took effect in PMBSR_EL`target`: before it changes what is on its way, */
void cover_event_situation(struct spe_model *m, unsigned target);
/** and afterwards; `pointer`: the check of the pointer found it. Nothing is counted before a read
 * shows it. */
void cover_event(struct spe_model *m, unsigned target, bool pointer);
/** An External abort with S at 1. */
void cover_event_abort(struct spe_model *m, unsigned target);
/** Register `reg` (enum spe_reg) was read as predicted, all of it: `data`. */
void cover_read(struct spe_model *m, int reg, uint64_t data);
/** It was written: what no read has shown is not covered. */
void cover_event_over(struct spe_model *m, unsigned bsr);

/** Output levels SPE_OUT_* `now`, at Exception level `el` were compared and as predicted. One that
 * stays counts once at each level. */
void cover_levels(struct spe_model *m, unsigned now, unsigned el);

/** `n` events of COUNT_* (count.h) were reported in time. */
void cover_output(struct spe_model *m, int which, uint64_t n);

/* Situations by what is on its way: samples in flight, records queued or being written. */
/** Software disabled the buffer, */
void cover_disabled(struct spe_model *m);
/** wrote PMBPTR_EL1, */
void cover_pointer(struct spe_model *m);
/** or invalidated translations, or changed ASID or VMID, with translations `cached` or not. */
void cover_tlbi(struct spe_model *m);
void cover_ids(struct spe_model *m, bool cached);
/** The owning regime changed. */
void cover_owner(struct spe_model *m);
void cover_reset(struct spe_model *m);

/** All bytes of a record were as predicted: *decoder has them as packets. */
void cover_record(struct spe_model *m, const struct rec *rec, const struct spe_decoder *decoder);

/** What of a sample is not in its record. */
void cover_note(struct rec *rec, const struct tag *tag);

/** A situation of the list above. */
void cover_sequence(struct spe_model *m, enum cover_sequence sequence);

#endif
