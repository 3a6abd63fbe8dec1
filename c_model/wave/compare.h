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

/* The waves of a run beside its log: is it the same run, and where do a predicted register and that
 * of the SPU begin to differ? */

/** The first cycle in which a register of the SPU has none of the values predicted for it within
 * the tolerance. */
struct divergence {
    bool any;
    uint64_t cycle, predicted, actual, bits;
    const struct probe *probe;
};

struct comparison {
    uint64_t tolerance;                  /* cycles */
    bool same_run;                       /* log and waves are known to be of one */
    struct divergence first[ROW_PROBES]; /* by probe */
    const struct divergence *earliest;   /* NULL: none */
    uint64_t from;                       /* the first cycle that was compared */
    uint64_t cycles;                     /* that were compared */
    unsigned registers;                  /* that were compared */
    size_t checked;                      /* transactions that the waves show, too */
    bool strange;                        /* none: the waves may be of another run */
};

/** First and last cycle of the waves. @return 0, or an exit status after one line. */
int compare_range(struct trace *trace, const struct probes *probes, uint64_t *from, uint64_t *to);

/** Compare, and put what the SPU holds into the rows of `probes`; `rows` is sorted.
 * @return 0, or an exit status after one line: 2 if the waves are those of another run. */
int compare_run(struct comparison *c, struct trace *trace, struct probes *probes,
                const struct units *units, const struct seen_list *seen, const struct told *told,
                struct rows *rows);

#endif
