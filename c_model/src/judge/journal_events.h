/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_JUDGE_JOURNAL_EVENTS_H
#define SPE_JUDGE_JOURNAL_EVENTS_H

#include <stdbool.h>
#include <stdint.h>

#include "arch/interval.h"
#include "spe/journal.h"
#include "spe/regs.h"

struct burst;
struct effect;
struct rec;
struct spe_filtered;
struct spe_model;
struct spe_txn_xl_rsp;
struct tag;

/** A read of `reg` gave `data`; the bits `open` could have any value. */
void journal_read(struct spe_model *m, enum spe_reg reg, uint64_t expected, uint64_t data,
                  uint64_t open);
/** The SPU drew `value`; PMSICR_EL1, with the value `before`, was loaded; PMSICR_EL1 has counted
 * `members`. */
void journal_draw(struct spe_model *m, uint8_t value);
void journal_counter(struct spe_model *m, const char *field, uint64_t before, const char *rule);
void journal_step(struct spe_model *m, uint64_t before, uint32_t members,
                  struct spe_interval_result res);
/** The SPU selects the last member; `good`: as predicted. The counter is as before. */
void journal_selected(struct spe_model *m, bool good);

/** A sample begins; has ended, with its collected data; had an event in its life; was judged by the
 * filters. */
void journal_sample(struct spe_model *m, const struct tag *tag, unsigned number);
void journal_ended(struct spe_model *m, const struct tag *tag);
void journal_life(struct spe_model *m, const struct tag *tag, int kind);
void journal_filter(struct spe_model *m, const struct tag *tag, const struct spe_filtered *seen,
                    bool kept);

/** A record is predicted; has a new state; begins a burst; gets data. */
void journal_record(struct spe_model *m, const struct rec *rec);
void journal_record_state(struct spe_model *m, const struct rec *rec, enum spe_record_state state,
                          const char *rule);
void journal_burst(struct spe_model *m, const struct rec *rec, const struct burst *b);
void journal_data(struct spe_model *m, const struct rec *rec, int offset, uint64_t data,
                  unsigned strb);

/** A translation was answered; a burst of the sample `order` got its response. */
void journal_translated(struct spe_model *m, uint64_t va, const struct spe_txn_xl_rsp *t);
void journal_response(struct spe_model *m, uint64_t order, unsigned resp);

/** An output has counted `seen` events so far; from `least` to `most` were predicted. */
void journal_count(struct spe_model *m, int which, uint64_t least, uint64_t most, uint64_t seen);
/** The levels of a cycle: in the bits `certain` they must equal `ones`; `shown` are the actual
 * levels. */
void journal_levels(struct spe_model *m, uint64_t cycle, unsigned ones, unsigned certain,
                    unsigned shown);

/** A fork was opened, or settled with the branch that was taken; -1: nothing shows which branch. */
void journal_fork(struct spe_model *m, int fork, const char *choice, bool open, int branch);
/** An event takes effect in one of the cycles lo .. hi. */
void journal_event(struct spe_model *m, const struct effect *e);

#endif
