/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_ARCH_INTERVAL_H
#define SPE_ARCH_INTERVAL_H

#include <stdbool.h>
#include <stdint.h>

#include "spe/config.h"
#include "spe/model.h"
#include "spe/regs.h"

/* clang-format off: it would join the lines of the example */
/**
 * The sample interval counter PMSICR_EL1 (DDI 0586A 3.1; dpi/timing.md, 4).
 *
 * The counter lives in regs->v[SPE_PMSICR]. A counting operation steps it; between two events (a
 * selection or a random draw) any number of operations is taken in one call.
 *
 *     left = n;                         // members of one SPE_TXN_POP, profiling enabled
 *     while (left > 0) {
 *         int step = min(left, interval_distance(cfg, regs));
 *         res = interval_advance(cfg, regs, step, next_draw, user);
 *         left -= step;
 *         if (res.selected)
 *             ...                        // the last of `step` operations is the chosen one
 *     }
 */
/* clang-format on */

/** Gives the next random draw, 0 .. 255. Called at most once per interval_load() or _advance().
 */
typedef uint8_t (*spe_draw_fn)(void *user);

/** Whether interval_load() would load the counter now, that is, whether PMSICR_EL1 is zero. */
bool interval_load_due(const struct spe_regs *regs);

/** Whether a load or reload of COUNT takes a random draw: RND 1 and ERnd 0. */
bool interval_load_draws(const struct spe_config *cfg, const struct spe_regs *regs);

/**
 * Profiling turned from disabled to enabled (3.1.1): load a counter that is zero, keep another
 * (choices P10, P11, P12). Uses up no operation.
 * @return true if a draw was taken from `draw`.
 */
bool interval_load(const struct spe_config *cfg, struct spe_regs *regs, spe_draw_fn draw,
                   void *user);

/**
 * @return counting operations up to and including the next one that is selected or needs a draw,
 *         1 .. SPE_BUDGET_MAX; a greater distance is given as SPE_BUDGET_MAX.
 */
int interval_distance(const struct spe_config *cfg, const struct spe_regs *regs);

/** Whether the operation at interval_distance() takes a draw. */
bool interval_draws(const struct spe_config *cfg, const struct spe_regs *regs);

struct spe_interval_result {
    bool selected; /* the last operation of the step is the chosen one */
    bool drew;     /* it took a draw */
};

/**
 * Step the counter by n counting operations, 1 <= n <= interval_distance(). Constant time.
 * An ECOUNT that reaches 0 selects; a zero event of the same operation then replaces it by the
 * draw.
 */
struct spe_interval_result interval_advance(const struct spe_config *cfg, struct spe_regs *regs,
                                            int n, spe_draw_fn draw, void *user);

/**
 * Draws that cannot be seen ([rnd_source] = inferred).
 *
 * Give 255 for every draw. The modelled counter then is the greatest possible one, and what
 * _advance() reports as selected is the last operation that may be chosen. While `open` (a draw was
 * taken and not yet recovered or overwritten by software) the SPU may choose any operation for
 * which the drawn counter stands at 0 .. 255 after it:
 *
 * interval_infer() is called after the step whose last operation the SPU chose. It sets the
 * drawn counter to 0 as it really is. @return the draw, 0 .. 255, or SPE_EBADMSG if the operation
 * cannot have been chosen (the counter is then unchanged). A selection that _advance() reported
 * needs the call, too: it returns 255.
 */
int interval_infer(const struct spe_config *cfg, struct spe_regs *regs, bool open);

/**
 * Software read `value` from PMSICR_EL1 while `open`: pins the counter to it.
 * @return the draw, 0 .. 255, or SPE_EBADMSG if no draw explains the value (the counter is then
 * unchanged).
 */
int interval_reveal(const struct spe_config *cfg, struct spe_regs *regs, uint64_t value);

#endif
