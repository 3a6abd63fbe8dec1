/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_WAVE_VIEW_H
#define SPE_WAVE_VIEW_H

#include <stdbool.h>
#include <stdint.h>

#include "about.h"
#include "compare.h"
#include "config_members.h"
#include "map.h"
#include "probes.h"
#include "rows.h"
#include "same_run.h"
#include "txns.h"
#include "units.h"

/** All that is shown of a log and of the waves of its run. */
struct view {
    const char *log;
    bool salvage;
    struct spe_log_run run;
    struct rows rows;
    struct units units;
    struct txns txns;
    struct seen_list seen;
    struct told told;
    bool order_free; /* bytes are compared as a set */
    struct about about;
    uint64_t findings;
    struct spe_config cfg;

    struct trace *trace; /* NULL: only the prediction is shown */
    struct map map;
    struct probes probes;
    struct comparison comparison;
};

void view_init(struct view *view, const char *log, bool salvage);
void view_free(struct view *view);

/** Replay the log into the rows, whose window must be set. @return 0, or an exit status after one
 * line. */
int view_read(struct view *view);

/** Put the differences into the rows, and the first divergence into the marks. */
void view_mark_divergence(struct view *view);

/** The first divergence, not later than the cycle of the finding: a register of the SPU, or a
 * comparison of the scoreboard. *told: it is such a comparison. @return false: there is none. */
bool view_first(const struct view *view, uint64_t *cycle, char *text, size_t bytes, bool *told);

/** The first register that differs, if it differs only after the finding. @return false: none
 * differs, or one does before. */
bool view_later(const struct view *view, uint64_t *cycle, char *text, size_t bytes);

#endif
