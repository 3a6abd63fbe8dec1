/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_WAVE_ABOUT_H
#define SPE_WAVE_ABOUT_H

#include <stdbool.h>
#include <stdint.h>

#include "explain_suspect.h"

/* What the view is about: the finding, its operation, and the suspected units. It is the same as
 * `spe explain` says. */

enum mark {
    MARK_SELECTION,
    MARK_COMPLETION,
    MARK_DIVERGENCE,
    MARK_FINDING,
    MARK_BARRIER, /* request of the barrier that the finding is about */
    MARK_BURST,   /* address of the burst that the finding is about */
    MARK_LOSS,    /* loss of the record that the finding is about */
    MARKS
};

struct about {
    struct spe_log_run run; /* of the log */
    bool any;               /* there is a finding */
    uint64_t number, of;    /* finding `number` of `of` */
    char name[128];         /* "buf.data record 5 +50" */
    bool marked[MARKS];
    uint64_t mark[MARKS]; /* cycles */
    enum mark look;       /* where to look, if no register differs before; MARKS: not known */
    uint64_t from, to;    /* cycles to look at */
    struct suspect suspect[SUSPECTS];
    unsigned n_suspects;
    uint32_t reg; /* register that the finding is about, SPE_REGS: none */
    int tag;      /* of the operation, -1: not known */
};

/** Read what finding `n` of the log is about, n from 1. @return 0, or an exit status after one line
 * on stderr, also if there is no finding `n`. */
int about_read(struct about *about, const char *log, bool salvage, uint64_t n);

/** Name of a mark: "selection". */
const char *about_mark(enum mark mark);

#endif
