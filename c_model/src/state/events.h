/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_STATE_EVENTS_H
#define SPE_STATE_EVENTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "parts/byteset.h"
#include "spe/model.h"

struct outcome;
struct clock;
struct spe_config;
struct spe_model;
struct spe_regs;

#define MAX_EFFECTS 72 /* an External abort of each burst, and others */

/* What a management event does to PMBSR_ELx.DL. DL_ANY: keep it, clear it or set it (B10). */
enum dl { DL_KEEP, DL_ZERO, DL_ONE, DL_ANY };

/* Which of two events of one cycle is reported: the lower one (W12, W15). */
enum event_rank { RANK_RECORD, RANK_DENIED, RANK_IMPDEF };

/* The names of management events; `spe explain` knows what makes each of them. */
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
#pragma GCC diagnostic push
#pragma GCC diagnostic error "-Wpadded" /* hypotheses are compared byte by byte */
struct effect {
    uint64_t lo, hi;
    uint64_t ends;  /* id of the record that an optional fault ends when it takes effect; 0: none */
    uint64_t cycle; /* RANK_DENIED: in which records were discarded; a fault: of its answer; an
                     * abort: of its response */
    uint64_t doubt; /* RANK_DENIED: id of the only record in doubt, which may have been offered
                       before; 0: no such record */
    uint64_t order; /* of the selection of its record, or of the oldest of several: whoever waits
                       for that record waits for the event */
    /* RANK_DENIED, for several records: id of the record that may have been written; 0: none. If
     * that record is written, the event is for the others alone; joined_order is the order of the
     * oldest of these. */
    uint64_t joined, joined_order;
    uint64_t ptr;
    uint64_t later_ptr; /* also permitted, inside the record; equal to `ptr`: no other value */
    enum event_rank rank;
    unsigned target;       /* Exception level of its PMBSR_ELx, */
    unsigned fault_target; /* and the same for `wrong`, if it is a fault */
    uint32_t ec, mss, mss2;
    enum dl dl;
    enum cause cause;
    int fork;          /* number of the fork of an optional event */
    bool optional;     /* it may also never take effect (choice S1) */
    bool asynchronous; /* with S already 1 it still sets EA and DL (B13, B14) */
    bool full;         /* buffer full: SAMPLE_BUFFER_FULL */
    bool wrong;        /* of a wrong pointer: any event of [wrong_pointer] (B1) */
    bool late;         /* decided in the cycle before, inside its window */
    bool ea, has_ptr;
    bool late_aws;    /* an AW of the record of `ends` may be on its way */
    bool overwritten; /* it may have been before a write of the register, without a trace */
    bool dropped;     /* RANK_DENIED, for several records: one of them was certainly dropped */
    bool others;      /* order-free: all of events.others in the page of ptr are permitted, too */
    bool unsure;      /* it may be the event of the record of a later sample (S2) */
};
#pragma GCC diagnostic pop

/* Events on their way, and the traces of the last one. */
struct events {
    struct effect effect[MAX_EFFECTS];
    int n;
    struct byteset others; /* bytes, beside the usual one, that may be the faulting byte of the
                              last fault of each page; its `later_ptr` is one of them */
    unsigned el;           /* the PMBSR_ELx of the last event, */
    bool forked;           /* and the configuration leaves open what it sets (value `any`) */
    unsigned set;          /* bit n: an event or COLL has set PMBSR_ELn since it was written */
    bool was_stopped;      /* profiling was stopped in the cycle before */
    bool s_level;          /* profiling is stopped */
    uint64_t s_cycle;      /* first cycle of the present s_level */
    enum cause s_cause;    /* why profiling is stopped */
    bool irq_checked;      /* the checks that follow the last change of S are done */
};

/** Name of a cause ("buffer full"), or NULL of CAUSE_NONE. Static storage. */
const char *model_cause(enum cause cause);
/** What a wrong pointer's event of [wrong_pointer] = `kind` sets. */
void model_wrong_pointer(struct effect *e, int kind);
/** The Exception level whose PMBSR_ELx a syndrome goes to, decided in the current cycle. */
unsigned model_target(const struct spe_model *m, unsigned ec, unsigned fsc);
/** What a fault at the first byte of a record does to DL ([dl_boundary], B10). */
enum dl model_boundary_dl(const struct spe_model *m);
/** Whether profiling is stopped by the registers as they are (SPEProfilingStopped()). */
bool model_stopped(const struct spe_model *m);
/** Apply the event to the outcome *o. */
void model_effect_change(const struct spe_config *cfg, struct outcome *o, const struct effect *e);

/** The first open window of doubt, or NULL. */
struct effect *model_window(struct events *events, const struct clock *clock);
/** Whether the event of a window may have frozen PMBPTR_EL1, and no level shows it. */
bool model_window_retains(struct spe_model *m);
/** Whether the cycle of each member matters to an event on its way in `cycle`; `blind`: as
 * window_blind() says. @{ */
bool events_matter(const struct events *events, bool blind, uint64_t cycle);

static inline bool model_windows_count(const struct events *events, bool blind, uint64_t cycle)
{
    return events->n != 0 && events_matter(events, blind, cycle); /* hardly ever */
}
/** @} */
/** Whether the start of this cycle has found an event that may take effect in this cycle. */
bool events_now(const struct events *events, uint64_t cycle);
/** Whether an event on its way may have taken effect by `cycle`, or takes effect in it. */
bool events_begun(const struct events *events, uint64_t cycle);
/** Whether an event on its way may change a register. */
bool model_windows_change(const struct events *events, bool blind, uint64_t cycle,
                          const struct spe_regs *regs);
/** Whether no level shows events (sets without OUT). */
static inline bool window_blind(const struct spe_model_options *opt)
{
    return (opt->taps & SPE_TAP_OUT) == 0;
}
/** Whether the event may have taken effect, and nothing has shown it. */
bool window_open(const struct clock *clock, const struct effect *e);
/** The last to end of the windows that are open now and began by `cycle`, or NULL. */
struct effect *window_last(struct events *events, const struct clock *clock, uint64_t cycle);

#endif
