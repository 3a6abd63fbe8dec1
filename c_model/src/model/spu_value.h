/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_MODEL_SPU_VALUE_H
#define SPE_MODEL_SPU_VALUE_H

#include <stdbool.h>
#include <stdint.h>

#include "state/spu.h"

/** What a step is: the start of a cycle, in which events take effect and registers change; or its
 * end, or a transaction. */
enum step_kind { STEP_START, STEP_OTHER };

/** `to` becomes what `from` is. @return false: no memory; `to` is what it was. */
bool spu_copy(struct spu *to, const struct spu *from);
/** Forget what is too old to matter in cycle `now` or later. */
void spu_normal(struct spu *spu, uint64_t now);
/** Whether both would do the same from now on. */
bool spu_same(const struct spu *a, const struct spu *b);
/** `to`, which is the same, has the numbers of `from` for display. */
void spu_count_as(struct spu *to, const struct spu *from);
/** Whether the pointer may be checked against 3.4.1 at the start of the next cycle: it is written
 * while a record waits, or a record comes into the queue for which it was not checked, or with
 * another limit. */
bool spu_checks_pointer(const struct spu *spu);
/** Whether a step in cycle `now` may ask which of several permitted outcomes the SPU takes. */
static inline bool spu_may_ask(const struct spu *spu, enum step_kind kind, uint64_t now)
{
    const bool comes = spu->fl.n_staged != 0 || spu->fl.n_wait != 0;

    if (spu->events.n != 0 && events_begun(&spu->events, now)) {
        return true;
    }
    if (kind == STEP_OTHER) { /* one that waits may get room */
        return comes && spu_checks_pointer(spu);
    }
    return spu->buf.late_open || (spu->pointer.due && spu->pointer.alt != FORK_KINDS) ||
           ((comes || spu->writes.n != 0) && spu_checks_pointer(spu));
}
/** Release what it holds beside itself. */
void spu_free(struct spu *spu);

#endif
