/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_JOURNAL_H
#define SPE_JOURNAL_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * The journal: each change and comparison of the predictor, step by step. Only a replay asks for it
 * (spe_replay_journal()); a simulation does not make it. A program that explains or draws the
 * prediction reads the journal, and no member of the model.
 */

/* clang-format off: it would join the lines of the table */
/**
 * SPE_UNIT(id, name, number): the units of entries, and what `number` counts in each. In front of a
 * colon is the name of the field.
 *
 *   register   a System register as stored; field is its name
 *   interval   next: next member of the population at which the counter selects or draws, 0: none
 *              or more than 65,535 away; load: PMSICR_EL1 before and after; reload: INTERVAL;
 *              draw: the value; selection: the member that is to be selected; member: the one that
 *              the SPU selects, and the one before which it may not, mask 0: none is due
 *   enable     profiling, buffer: enabled; stopped: S of the owner; regime; context: id + 1
 *   sample     tag, position (member), pc, operation, flags, context, and all other data of the
 *              selection; issue ... complete: active cycles; end: enum spe_life_kind; latencies,
 *              events; state: enum spe_sample_state
 *   filter     one entry for each term (FE, FNE, FT: type and masks << 8, FL, FDS), then keep
 *   queue      records: number of those queued or being written, mask 0: some may be dropped; PSB,
 *              DSB: a barrier is open
 *   record     selection (number of its sample), length, expected and data (eight bytes, `at` is
 *              their offset, the first byte is the lowest), va, burst (old: VA, now: PA), state:
 *              enum spe_record_state
 *   buffer     translation (old: VA, now: PA), fault (old: VA, now: FSC), response (BRESP)
 *   output     SAMPLE_POP and the other counts, `at` is how many fewer than `old` the SPU may have
 *              counted; levels: SPE_OUT_*
 *   doubt      a fork by its id, 1: open, `at` is the branch that settles it + 1; with number 0 a
 *              management event by its name, which comes in one of the cycles old to now
 */
#define SPE_UNIT_LIST(SPE_UNIT)                                                                    \
    SPE_UNIT(REGISTER, "register", "enum spe_reg")                                                 \
    SPE_UNIT(INTERVAL, "interval", "0")                                                            \
    SPE_UNIT(ENABLE, "enable", "0")                                                                \
    SPE_UNIT(SAMPLE, "sample", "samples taken, from 1")                                            \
    SPE_UNIT(FILTER, "filter", "of the sample")                                                    \
    SPE_UNIT(QUEUE, "queue", "0")                                                                  \
    SPE_UNIT(RECORD, "record", "records predicted, from 1")                                        \
    SPE_UNIT(BUFFER, "buffer", "of the sample, 0: of none")                                        \
    SPE_UNIT(OUTPUT, "output", "of the output, from 0")                                            \
    SPE_UNIT(DOUBT, "doubt", "of the fork, from 1; 0: of none")
/* clang-format on */

#define SPE_UNIT_ENUM(id, name, number) SPE_UNIT_##id,
enum spe_unit { SPE_UNIT_LIST(SPE_UNIT_ENUM) SPE_UNITS };
#undef SPE_UNIT_ENUM

/** Name of a unit ("register"), or NULL if out of range. Static storage. */
const char *spe_unit_name(int unit);

enum spe_journal_kind {
    SPE_JOURNAL_CHANGE,  /* predicted state: `old` became `now`; bits outside `mask` may be anything
                          */
    SPE_JOURNAL_COMPARE, /* `old` was predicted, the SPU gave `now`; only `mask` was compared */
    SPE_JOURNAL_TERM,    /* of a decision: `old` was asked for, `now` was there; mask 1: it holds */
    SPE_JOURNAL_TAKEN    /* as CHANGE, after a mismatch: `old` was predicted and compared in this
                            cycle, the prediction takes over `now` from the SPU; the rule is
                            SPE_JOURNAL_SPU */
};

/** `rule` of an entry of kind SPE_JOURNAL_TAKEN. */
#define SPE_JOURNAL_SPU "taken over from the SPU"

/* Values of `state` of a sample. */
enum spe_sample_state {
    SPE_SAMPLE_FREE,
    SPE_SAMPLE_FLIGHT, /* selected, not ended */
    SPE_SAMPLE_WAIT    /* ended, its record waits for room in the queue */
};

/* Values of `state` of a record. */
enum spe_record_state {
    SPE_RECORD_NONE,
    SPE_RECORD_MADE,
    SPE_RECORD_QUEUED,
    SPE_RECORD_STARTED, /* its first burst or data was seen */
    SPE_RECORD_WRITTEN,
    SPE_RECORD_LOST /* to a management event, a disabled buffer, a reset */
};

/**
 * One entry. Entries come in the order in which the predictor made them. Cycles never step back,
 * except where a doubt is settled later. Texts have static storage.
 *
 * Example: COLL is set in cycle 92, after transaction 40: {92, 40, SPE_JOURNAL_CHANGE,
 * SPE_UNIT_REGISTER, SPE_PMBSR, 0, "PMBSR_EL1", 0, 0x10000, ~0, "S3.1.4"}.
 */
struct spe_journal_entry {
    uint64_t cycle;  /* of the monitor's clock, as in transactions and findings */
    uint32_t seq;    /* of the transaction that causes the entry, as a direct write; of the last one
                        before, if time causes the entry */
    uint8_t kind;    /* enum spe_journal_kind */
    uint8_t unit;    /* enum spe_unit */
    uint32_t number; /* which one of the unit: SPE_UNIT_LIST */
    uint32_t at;     /* offset inside the field, mostly 0 */
    const char *field;
    uint64_t old, now;
    uint64_t mask;
    const char *rule; /* id of sim/rules.tsv, or SPE_JOURNAL_SPU */
};

/** Whether an entry changes the predicted state: SPE_JOURNAL_CHANGE or SPE_JOURNAL_TAKEN. */
bool spe_journal_is_state(const struct spe_journal_entry *entry);

/** Called for each entry. The entry is valid only during the call. */
typedef void (*spe_journal_fn)(void *user, const struct spe_journal_entry *entry);

#ifdef __cplusplus
}
#endif
#endif
