/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_MODEL_INTERNAL_H
#define SPE_MODEL_INTERNAL_H

#include <inttypes.h>
#include <stdio.h>

#include "buffer.h"
#include "bytemap.h"
#include "clock.h"
#include "contexts.h"
#include "contract.h"
#include "facts.h"
#include "layout.h"
#include "model_correct.h"
#include "model_event.h"
#include "model_journal.h"
#include "model_known.h"
#include "model_outcome.h"
#include "model_report.h"
#include "model_window.h"
#include "nosync.h"
#include "outputs.h"
#include "spe/bits.h"
#include "spe/enable.h"
#include "spe/interval.h"
#include "spe/model.h"
#include "spe/record.h"
#include "spe/regs.h"
#include "spe/route.h"
#include "spu.h"

/*
 * State of one model. Time: between two transactions of different cycles model_advance() steps
 * through every cycle in which something is due; `regs` are the registers at the start of
 * `clock.cycle`.
 */

struct spe_model {
    struct spe_config cfg;
    struct layout layout; /* of `cfg` */
    struct spe_model_options opt;
    bool records; /* records are predicted (BYTES, REGS and LIFE); else the bytes are only a stream
                   */

    struct contract contract;
    struct clock clock;
    struct contexts contexts;
    uint64_t op_known[12]; /* bit n: operation type n is permitted (spe_op_permitted()) */
    uint64_t ops;          /* members counted by the monitor */
    bool infer;            /* draws are inferred from selections */

    struct spu spu;
    struct spe_totals tot;
    struct facts facts;
    const struct spe_txn *txn; /* being applied, for findings */
    struct journal *journal;   /* NULL: nobody reads it */
};

/** Count one evaluation. @return whether the check is on. */
static inline bool model_eval(struct spe_model *m, enum spe_check check)
{
    if (m->facts.checks.off[check]) {
        return false;
    }
    m->facts.checks.evals[check]++;
    return true;
}

/** More than `limit` of something at once: what follows cannot be judged. A finding of misuse. */
void model_overflow(struct spe_model *m, const char *what, int limit);

/** SPE_TAP_* that a check needs. */
unsigned model_check_taps(int check);

/** Mix one word into a running hash. */
void model_hash(uint64_t *hash, uint64_t word);

/* model_choices.c */
#define WHOLE (-1)
/** The keys that `check` rests on: "[P18 inflight=1] [P20 record_queue=2]". `packet`: only what can
 * change packets of that enum spe_packet_kind; WHOLE: all. */
void model_choices(const struct spe_model *m, int check, int packet, char *dst, size_t dst_bytes);

/* model_contract.c */
/** Whether a selection in this cycle names the member that was counted last. */
bool model_member(const struct spe_model *m, unsigned slot);
/** Order, numbers and ranges of a transaction. @return false if it must not be applied. */
bool model_contract(struct spe_model *m, const struct spe_txn *t);

/* model_time.c */
void model_advance(struct spe_model *m, uint64_t to);

/* model_regs.c */
/** An access of a System register. @return the register that it has read, whose value is known now;
 * SPE_REGS: none, or one that tells nothing. */
enum spe_reg model_sysreg(struct spe_model *m, const struct spe_txn_sysreg *t);
void model_apply_writes(struct spe_model *m);

/* model_enable.c */
/** Recompute what depends on registers and context; at the start of a cycle, or late in it for its
 * start (buffer, translation and levels follow that), or between two lanes. */
void model_reenable(struct spe_model *m, bool start_of_cycle);
void model_ctx(struct spe_model *m, const struct spe_txn_ctx *t);
/** Make the announced context current. */
void model_switch_ctx(struct spe_model *m);
/* model_reset.c, model_close.c */
void model_reset(struct spe_model *m, const struct spe_txn_reset *t);
/** SPE_TXN_CLOSE: last checks, pending, verdict. */
void model_close(struct spe_model *m, const struct spe_txn_close *t);

/* model_select.c */
void model_pop(struct spe_model *m, const struct spe_txn_pop *t);
void model_rnd(struct spe_model *m, const struct spe_txn_rnd *t);
void model_sel(struct spe_model *m, const struct spe_txn_sel *t);
/** Draws that nothing took, and loads that got none, at the start of a cycle. */
void model_draws_check(struct spe_model *m);
void model_await_expired(struct spe_model *m);
int model_budget(struct spe_model *m);
void model_uniform(struct spe_model *m);
void model_uniform_reset(struct spe_model *m);

/* model_draw.c */
/** The next draw, which spe_interval_advance() and spe_interval_load() ask for. */
uint8_t model_next_draw(void *model);
/** The counter is loaded; as one that was unknown, and was 0 therefore. @{ */
void model_load(struct spe_model *m);
void model_load_unknown(struct spe_model *m);
/** @} */
/** Profiling becomes enabled. */
void model_transition_on(struct spe_model *m);

#endif
