/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_MODEL_SPU_VALUE_H
#define SPE_MODEL_SPU_VALUE_H

#include <stdbool.h>
#include <stdint.h>

#include "model/step.h"
#include "queue/choice.h"
#include "queue/pointer_check.h"
#include "state/spu.h"

/** Copy `from` to `to`. Both share the map of written bytes until one of them changes the map. */
void spu_copy(struct spu *to, const struct spu *from);
/** Clear what has no effect in cycle `now` or later, so that spu_same() need not compare it. */
void spu_normal(struct spu *spu, uint64_t now);
/** Whether both states predict the same from now on. The result may be false for states that do,
 * for example if padding between members differs. They then stay two hypotheses, which costs time
 * and changes no verdict. */
bool spu_same(const struct spu *a, const struct spu *b);
/** `to`, which is the same state, displays the numbers and names of `from`. */
void spu_show_as(struct spu *to, const struct spu *from);
/** `to`, which is the same state, replaces both: it is due when either is due, and has covered what
 * both have covered. */
void spu_join(struct spu *to, const struct spu *from);
/** Whether a step in cycle `now` may ask which of several permitted outcomes the SPU takes. */
static inline bool spu_may_ask(const struct spu *spu, enum step_kind kind, uint64_t now)
{
    const uint64_t pmscr = spu->unknown.bits[SPE_PMSCR_EL1] | spu->unknown.bits[SPE_PMSCR_EL2];

    return events_begun(&spu->events, now) || choice_may_be_asked(spu) ||
           (pmscr & SPE_PMSCR_EE) != 0 || spu->buf.modes.of[spu->enabled.mode].open != 0 ||
           (kind == STEP_START &&
            (spu->buf.late_open || (spu->pointer.due && spu->pointer.alt != FORK_KINDS) ||
             pointer_may_be_checked(spu)));
}
/** Release the memory that it holds. */
void spu_free(struct spu *spu);

#endif
