/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_MODEL_TYPES_H
#define SPE_MODEL_TYPES_H

#include <stdbool.h>
#include <stdint.h>

#include "model_outcome.h"
#include "spe/model.h"
#include "spe/regs.h"

/* Parts of the state of a model, and how many of each it holds; one more is misuse. */

/* Ending of a noun of which there are n. */
#define PLURAL(n) ((n) == 1 ? "" : "s")

#define MAX_WRITES  8
#define MAX_EFFECTS 72 /* an External abort of each burst, and others */
#define MAX_STALE   64

struct pending_write {
    enum spe_reg reg;
    uint64_t value;
    uint64_t hidden; /* bits that it leaves (spe_reg_hidden()) */
    uint32_t seq;    /* of its transaction */
};

/* Direct writes of this cycle, in their order: they take effect in the next one. */
struct writes {
    struct pending_write at[MAX_WRITES];
    int n;
};

/* Bits of the registers that hold anything since reset (model_unknown.c). */
struct unknown {
    uint64_t bits[SPE_REGS];
    unsigned told; /* registers that were found needed */
};

/* What enabling, owner and mode of translation were last computed from, at the start of a cycle. */
struct enabling {
    bool known;
    int cur, cur0;
    uint64_t reg[7];
};

/* What registers and context enable; computed anew only where one of them has changed. */
struct enabled {
    bool profiling, buffer;
    bool check_pointer;         /* the next record is the first after enabling (3.4.1) */
    unsigned mode, mode_before; /* of translation, numbers of m->spu.buf.modes */
    uint64_t mode_cycle;        /* since when `mode` holds */
    struct enabling from;
};

/* When something is to be done next: what is not due is not looked at. */
struct schedule {
    bool busy;    /* something is due at the end of this cycle */
    uint64_t due; /* first cycle in which something later is due */
};

/** Something becomes due in `cycle`. */
static inline void schedule_at(struct schedule *s, uint64_t cycle)
{
    s->due = cycle < s->due ? cycle : s->due;
}

/* What a management event does to PMBSR_ELx.DL. DL_ANY: keep it, clear it or set it (B10). */
enum dl { DL_KEEP, DL_ZERO, DL_ONE, DL_ANY };

/* Which of two events of one cycle is reported: the lower one (W12, W15). */
enum event_rank { RANK_RECORD, RANK_DENIED, RANK_IMPDEF };

/* Management events by their names, of which `spe explain` knows the makers. */
#define EVENT_LIST(X)                                                                              \
    X(FULL, "buffer full")                                                                         \
    X(FULL_FIRST, "buffer full before the first record")                                           \
    X(POINTER, "PMBPTR_EL1 breaks 3.4.1")                                                          \
    X(ALIGNMENT, "Alignment fault of PMBPTR_EL1")                                                  \
    X(SIZE, "buffer larger than PMBIDR_EL1.MaxBuffSize")                                           \
    X(FAULT, "fault")                                                                              \
    X(ABORT, "External abort")                                                                     \
    X(DENIED, "access not allowed")                                                                \
    X(IMPDEF, "IMPLEMENTATION DEFINED event")

/* Why profiling stops: an event, or what else changes S. */
#define CAUSE_LIST(X)                                                                              \
    X(NONE, NULL)                                                                                  \
    EVENT_LIST(X)                                                                                  \
    X(CONTEXT, "by the context")                                                                   \
    X(SOFTWARE, "written by software")

enum cause {
#define CAUSE_ENUM(id, name) CAUSE_##id,
    CAUSE_LIST(CAUSE_ENUM)
#undef CAUSE_ENUM
        CAUSES
};

/* A management event that takes effect at the start of one cycle in lo .. hi. */
struct effect {
    uint64_t lo, hi;
    bool optional;     /* it may also not happen (choice S1) */
    bool asynchronous; /* with S already 1 it still sets EA and DL (B13, B14) */
    bool full;         /* buffer full: SAMPLE_BUFFER_FULL */
    bool wrong;        /* of a wrong pointer: any event of [wrong_pointer] (B1) */
    bool late;         /* decided in the cycle before, inside its window */
    enum event_rank rank;
    unsigned target; /* Exception level of its PMBSR_ELx */
    uint32_t ec, mss, mss2;
    enum dl dl;
    bool ea, has_ptr;
    int fork;       /* of an optional one */
    uint64_t ends;  /* id of the record that an optional fault ends when it happens, 0: none, */
    bool late_aws;  /* of which an AW may be on its way */
    uint64_t cycle; /* RANK_DENIED: in which records were discarded; a fault: of its answer */
    uint64_t doubt; /* RANK_DENIED: the record that may have been offered before, 0: not it alone */
    uint64_t ptr;
    uint64_t later_ptr; /* permitted too, inside the record, if it is not `ptr` */
    enum cause cause;
};

/* Events on their way, and what the last one has left. */
struct events {
    struct effect effect[MAX_EFFECTS];
    int n;
    unsigned el;        /* the PMBSR_ELx of the last event, */
    bool forked;        /* which the configuration leaves open (value `any`) */
    unsigned set;       /* bit n: an event or COLL has set PMBSR_ELn since it was written */
    bool s_level;       /* profiling is stopped, */
    uint64_t s_cycle;   /* or not, since this cycle, */
    enum cause s_cause; /* by this event */
    bool irq_checked;   /* what follows the last change of S has been done */
};

/* PMBPTR_EL1 is about to move. */
struct pointer {
    bool due;
    enum fork_kind alt;    /* by which the old value is permitted, too, or FORK_KINDS */
    uint64_t value, order; /* order: of the selection whose record moves it */
    uint64_t cycle;        /* in which it moved last */
};

/* A value that a read may still return for [read_lag_max] cycles (P21). */
struct stale {
    enum spe_reg reg;
    uint64_t cycle; /* in which the new value came */
    uint64_t value; /* PMBPTR_EL1: the old one */
};

struct stale_values {
    struct stale at[MAX_STALE]; /* oldest first */
    int n;
};

#endif
