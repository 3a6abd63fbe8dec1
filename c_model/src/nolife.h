/* SPDX-License-Identifier: Apache-2.0 */
#ifndef NOLIFE_H
#define NOLIFE_H

#include <stdbool.h>
#include <stdint.h>

#include "spe/model.h"
#include "spe/regs.h"

/*
 * Sets of taps without LIFE: no record and no management event is predicted, so nobody knows from
 * one cycle to the next whether S is 1 (3.5). What S of 1 would explain is held until a read of the
 * PMBSR_ELx, or with OUT the levels, say what it was: S of 0 makes it a finding. Selections and
 * records that nobody saw are compared within bounds.
 */

struct spe_model;

#define MAX_HELD 4

struct nolife {
    struct {
        struct spe_finding finding;
        uint64_t cycle;
        unsigned zero; /* bit x - 1: PMBSR_ELx was read since, with S 0 */
    } held[MAX_HELD];
    int n_held;
    uint64_t buffer_off_cycle;      /* in which the buffer was disabled, */
    bool ran_buffer;                /* if it ever was enabled */
    uint64_t stop_cycle, off_cycle; /* in which the levels told an event; profiling was disabled */
    bool ran;                       /* profiling was enabled since S was known last */
    bool counter_read;              /* PMSICR_EL1 was read meanwhile, and not as predicted */

    /* the counter */
    bool missed;                                /* a draw that it needs has not come */
    uint64_t member_cycle;                      /* of the last member */
    uint64_t slack;                             /* members that it may not have counted */
    bool loaded;                                /* it may have been 0 when profiling was enabled, */
    uint64_t load;                              /* and is this then */
    uint64_t rest;                              /* until it is 0, most, by an older interval */
    uint64_t last_event;                        /* position of its last selection or load */
    uint64_t members;                           /* that it may have counted while it was unknown, */
    uint64_t doubtful;                          /* of these, after an event */
    uint64_t select_lo, select_hi, select_less; /* selections that these come to; of those that were
                                                   predicted, which may not have been */

    uint64_t select_base; /* before the last reset, modulo 2^64 */

    /* a read of S, until PMBIRQ must agree */
    bool level_open, level, level_low;
    uint64_t level_cycle;

    /* account of records since the last audit: */
    uint64_t filtrate, records;           /* what it began with */
    bool lossy, drained, running, buffer; /* profiling, the buffer was enabled last */
};

/** A difference that a management event would explain. */
void nolife_hold(struct spe_model *m, const struct spe_finding *f);
/** A difference that an event explains which is predicted or not: reported, or held. */
void nolife_explained(struct spe_model *m, struct spe_finding *f);
/** PMBSR_ELx was read, and what it says is known. */
void nolife_read(struct spe_model *m, unsigned el, uint64_t data);
/** `reg` is written: what S was, or where the counter stood, does not matter any more. */
void nolife_written(struct spe_model *m, enum spe_reg reg);
/** The levels say that profiling is stopped. */
void nolife_stopped(struct spe_model *m);
/** PMBIRQ is driven. */
void nolife_irq(struct spe_model *m, bool level);
/** Judge what the levels must have told by now. */
void nolife_deadline(struct spe_model *m);
/** Whether something is left for nolife_deadline(); *due: when. */
bool nolife_due(const struct spe_model *m, uint64_t *due);
void nolife_reset(struct spe_model *m);
/** Profiling and buffer are enabled or not, as far as is known. */
void nolife_enabled(struct spe_model *m, bool profiling, bool buffer);

/** Whether PMBPTR_EL1 may be `ptr` after it was written with a record on its way (3.6.1). */
bool nolife_pointer(const struct spe_model *m, uint64_t ptr);
/** PMSICR_EL1 reads `data`. @return whether that is permitted beside `expected`. */
bool nolife_counter(struct spe_model *m, uint64_t expected, uint64_t data);
/** Profiling becomes enabled: a draw of 0, or one that has run out, may have left a counter of 0,
 * which is loaded then (3.1.1). */
void nolife_transition(struct spe_model *m);
/** Members are about to be counted. */
void nolife_members(struct spe_model *m);
/** `members` of them, none of which but the last can be selected or drawn for: where ECOUNT runs
 * out with it, whatever was drawn, and COUNT, too, it is selected once (P13). */
void nolife_step(struct spe_model *m, uint32_t members);
/** Selections that SAMPLE_FEED or SAMPLE_COLLISION need not have counted yet, most. */
void nolife_selected(struct spe_model *m, uint64_t most);
/** Members were counted by a counter of which nobody knows where it stands. */
void nolife_unknown(struct spe_model *m, uint32_t members);
/** Members were counted; `event`: there was a selection or a draw. @return whether the counter is
 * known, else the `left` ones are counted where it is not. */
bool nolife_counted(struct spe_model *m, bool event, uint32_t left);
/** The counter will be known again, or counts in another way: sum up the members. */
void nolife_sum_up(struct spe_model *m);
/** Fewest and most selections so far. */
void nolife_selections(const struct spe_model *m, uint64_t *lo, uint64_t *hi);
/** SAMPLE_FILTRATE, `filtrate` so far, against records written. */
void nolife_account(struct spe_model *m, uint64_t filtrate);

#endif
