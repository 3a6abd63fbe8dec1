/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_WAVE_COMPARE_H
#define SPE_WAVE_COMPARE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "probes.h"
#include "rows.h"
#include "same_run.h"
#include "told.h"
#include "trace.h"
#include "units.h"

/* Compares the waves of a run with its log: whether both are of the same run, and in which cycle a
 * register of the SPU begins to differ from its prediction. */

/** The first cycle in which a register of the SPU has none of the values predicted for it within
 * the tolerance. */
struct divergence {
    bool any;
    uint64_t cycle, predicted, actual, bits;
    const struct probe *probe;
};

struct comparison {
    uint64_t tolerance;                  /* cycles */
    bool same_run;                       /* log and waves are known to be of one run */
    struct divergence first[ROW_PROBES]; /* by probe */
    const struct divergence *earliest;   /* NULL: none */
    uint64_t from;                       /* the first cycle that was compared */
    uint64_t cycles;                     /* number of cycles that were compared */
    unsigned registers;                  /* number of registers that were compared */
    size_t checked;                      /* transactions that the waves show, too */
    bool strange;                        /* the waves show none: they may be of another run */
};

/** Find the first and the last cycle of the waves. @return 0, or an exit status after one line. */
int compare_range(struct trace *trace, const struct probes *probes, uint64_t *from, uint64_t *to);

/** Compare, and put the SPU's values into the rows of `probes`. `rows` must be sorted.
 * @return 0, or an exit status after one line on stderr: 2 if the waves are of another run. */
int compare_run(struct comparison *c, struct trace *trace, struct probes *probes,
                const struct units *units, const struct seen_list *seen, const struct told *told,
                struct rows *rows);

#endif
