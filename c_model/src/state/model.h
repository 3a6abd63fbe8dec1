/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_STATE_MODEL_H
#define SPE_STATE_MODEL_H

#include <stdbool.h>
#include <stdint.h>

#include "config/layout.h"
#include "config_members.h"
#include "parts/clock.h"
#include "spe/model.h"
#include "state/contract.h"
#include "state/facts.h"
#include "state/gone.h"
#include "state/run.h"
#include "state/spu.h"

struct hypotheses;
struct spe_txn;

/*
 * State of one model. Time: between two transactions of different cycles model_advance() steps
 * through every cycle in which something is due; `regs` are the registers at the start of
 * `clock.cycle`.
 */

struct spe_model {
    struct spe_config cfg;
    struct layout layout;       /* of `cfg` */
    struct filter_keys filters; /* of `cfg` */
    struct spe_model_options opt;
    bool records; /* records are predicted (BYTES, REGS and LIFE); else the bytes are only a stream
                   */

    struct contract contract;
    struct clock clock;
    struct gone gone;      /* translations for which there was no room; an SPU may still use them */
    uint64_t op_known[12]; /* bit n: operation type n is permitted (spe_op_permitted()) */
    bool infer;            /* draws are inferred from selections */

    struct spu *spu; /* the hypothesis that steps now; between steps the best one */
    struct facts facts;
    struct run run;
    struct ledger *ledger;         /* of this run */
    struct obituaries *obituaries; /* of this step */
    bool no_memory;                /* no memory for a hypothesis: the run shows nothing */
    bool map_full; /* no memory for a byte of the map, in a hypothesis that is gone: the same */
    struct hypotheses *set;
    const struct spe_txn *txn; /* being applied, for findings */
    struct {
        const char *what;
        uint64_t cycle;
    } limit;                 /* limit of the scoreboard that was reported last, and when */
    struct journal *journal; /* NULL: nobody reads it */
};

/** A fact was found out `n` times (of a hash: the word `n`). It is counted; in a run that may be
 * wrong it is written into the ledger. */
static inline void fact(struct spe_model *m, enum fact what, unsigned which, uint64_t n)
{
    if (m->run.doubts) {
        ledger_add(m->ledger, what, which, n);
    } else if (what == FACT_HASHED) { /* by far the most */
        facts_hash(&m->facts.hash[which], n);
    } else {
        facts_count(&m->facts, what, which, n);
    }
}

/** Count one evaluation. @return whether the check is on. */
static inline bool model_eval(struct spe_model *m, enum spe_check check)
{
    if (m->facts.checks.off[check]) {
        return false;
    }
    if (m->run.doubts) {
        ledger_add(m->ledger, FACT_CHECKED, check, 1);
    } else {
        m->facts.checks.evals[check]++;
    }
    return true;
}

#endif
