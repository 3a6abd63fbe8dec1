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
 * The sample interval counter PMSICR_EL1 (DDI 0586A 3.1; dpi/timing.md, LN3 to LN8).
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
 * Profiling turned from disabled to enabled (3.1.1): load the counter if it is zero, otherwise
 * keep it (choices P10, P11, P12). This uses up no operation.
 * @return true if a draw was taken from `draw`.
 */
bool interval_load(const struct spe_config *cfg, struct spe_regs *regs, spe_draw_fn draw,
                   void *user);

/**
 * @return the number of counting operations up to and including the next one that is selected or
 *         needs a draw, 1 .. SPE_BUDGET_MAX. A greater distance is returned as SPE_BUDGET_MAX.
 */
int interval_distance(const struct spe_config *cfg, const struct spe_regs *regs);

/** Whether the last of the operations that interval_distance() counts takes a draw. */
bool interval_draws(const struct spe_config *cfg, const struct spe_regs *regs);

struct spe_interval_result {
    bool selected; /* the last operation of the step is the chosen one */
    bool drew;     /* the step took a draw */
};

/**
 * Step the counter by n counting operations, 1 <= n <= interval_distance(). Constant time.
 * An operation that brings ECOUNT to 0 is selected. If COUNT reaches 0 with the same operation,
 * the draw then replaces ECOUNT.
 */
struct spe_interval_result interval_advance(const struct spe_config *cfg, struct spe_regs *regs,
                                            int n, spe_draw_fn draw, void *user);

/**
 * Draws that cannot be seen ([rnd_source] = inferred).
 *
 * The caller gives 255 for every draw. The modelled counter is then the greatest possible one, and
 * the operation that _advance() reports as selected is the last one that the SPU may choose. The
 * draw is `open` until it is recovered, or software overwrites the counter. While it is open, the
 * SPU may choose any operation that leaves the modelled drawn counter at 0 .. 255.
 *
 * Call interval_infer() after the step whose last operation the SPU chose. It sets the drawn
 * counter to 0, which is its true value. @return the draw, 0 .. 255, or SPE_EBADMSG if the SPU
 * cannot have chosen the operation (the counter is then unchanged). Call it also for a selection
 * that _advance() reported: it then returns 255.
 */
int interval_infer(const struct spe_config *cfg, struct spe_regs *regs, bool open);

/**
 * Software read `value` from PMSICR_EL1 while a draw was open: set the counter to that value.
 * @return the draw, 0 .. 255, or SPE_EBADMSG if no draw explains the value (the counter is then
 * unchanged).
 */
int interval_reveal(const struct spe_config *cfg, struct spe_regs *regs, uint64_t value);

#endif
