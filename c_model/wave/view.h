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

/** Everything that is shown of a log, and of the waves of its run. */
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

    struct trace *trace; /* NULL: the prediction alone */
    struct map map;
    struct probes probes;
    struct comparison comparison;
};

void view_init(struct view *view, const char *log, bool salvage);
void view_free(struct view *view);

/** Replay the log into the rows; their window is set. @return 0, or an exit status after one line.
 */
int view_read(struct view *view);

/** Put what differs into the rows, and the first divergence among the marks. */
void view_mark_divergence(struct view *view);

/** The first divergence, in the cycle of the finding at the latest: a register of the SPU, or what
 * the scoreboard has compared. *told: it is such a comparison.  false: none. */
bool view_first(const struct view *view, uint64_t *cycle, char *text, size_t bytes, bool *told);

/** The first register that differs, where that is behind the finding.  false: none, or before. */
bool view_later(const struct view *view, uint64_t *cycle, char *text, size_t bytes);

#endif
