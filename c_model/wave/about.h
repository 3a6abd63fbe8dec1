/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_WAVE_ABOUT_H
#define SPE_WAVE_ABOUT_H

#include <stdbool.h>
#include <stdint.h>

#include "explain_suspect.h"

/* What the view is about: the finding, the operation that it is of, whom to suspect. It is what
 * spe explain says. */

enum mark {
    MARK_SELECTION,
    MARK_COMPLETION,
    MARK_DIVERGENCE,
    MARK_FINDING,
    MARK_BARRIER, /* that the finding is about: where it was asked for, */
    MARK_BURST,   /* where its address came, */
    MARK_LOSS,    /* where a record was lost */
    MARKS
};

struct about {
    struct spe_log_run run; /* of the log */
    bool any;               /* there is a finding */
    uint64_t number, of;
    char name[128]; /* "buf.data record 5 +50" */
    bool marked[MARKS];
    uint64_t mark[MARKS]; /* cycles */
    enum mark look;       /* where to look, if no register says it; MARKS: not said */
    uint64_t from, to;    /* cycles to look at */
    struct suspect suspect[SUSPECTS];
    unsigned n_suspects;
    uint32_t reg; /* register that the finding is of, SPE_REGS: none */
    int tag;      /* of the operation, -1: not known */
};

/** Finding `n` of the log, from 1. @return 0, or an exit status after one line on stderr: also if
 * there is none of this number. */
int about_read(struct about *about, const char *log, bool salvage, uint64_t n);

/** Name of a mark: "selection". */
const char *about_mark(enum mark mark);

#endif
