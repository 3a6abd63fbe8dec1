/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_MODEL_SPU_VALUE_H
#define SPE_MODEL_SPU_VALUE_H

#include <stdbool.h>
#include <stdint.h>

#include "model/step.h"
#include "queue/choice.h"
#include "queue/pointer_check.h"
#include "state/spu.h"

/** Copy `from` to `to`; the map of written bytes is shared until one of them changes it. */
void spu_copy(struct spu *to, const struct spu *from);
/** Forget what is too old to matter in cycle `now` or later. */
void spu_normal(struct spu *spu, uint64_t now);
/** Whether both would predict the same from now on. It may be false for two that would, if padding
 * between members differs: they stay two hypotheses, which costs time and changes no verdict. */
bool spu_same(const struct spu *a, const struct spu *b);
/** `to`, which is the same, shows the numbers and names of `from`. */
void spu_show_as(struct spu *to, const struct spu *from);
/** `to`, which is the same, replaces both: it looks at what either has to look at, and covers what
 * both cover. */
void spu_join(struct spu *to, const struct spu *from);
/** Whether a step in cycle `now` may ask which of several permitted outcomes the SPU takes. */
static inline bool spu_may_ask(const struct spu *spu, enum step_kind kind, uint64_t now)
{
    return events_begun(&spu->events, now) || choice_may_be_asked(spu) ||
           (kind == STEP_START &&
            (spu->buf.late_open || (spu->pointer.due && spu->pointer.alt != FORK_KINDS) ||
             pointer_may_be_checked(spu)));
}
/** Release the memory that it holds. */
void spu_free(struct spu *spu);

#endif
