/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_MODEL_SPU_VALUE_H
#define SPE_MODEL_SPU_VALUE_H

#include <stdbool.h>
#include <stdint.h>

#include "state/spu.h"

/** `to` becomes what `from` is. @return false: no memory; `to` is what it was. */
bool spu_copy(struct spu *to, const struct spu *from);
/** Forget what is too old to matter in cycle `now` or later. */
void spu_normal(struct spu *spu, uint64_t now);
/** Whether both would do the same from now on. */
bool spu_same(const struct spu *a, const struct spu *b);
/** `to`, which is the same, has the numbers of `from` for display. */
void spu_count_as(struct spu *to, const struct spu *from);
/** Whether the pointer may be checked against 3.4.1 in the next cycle: it is written while a record
 * waits, or a record comes into the queue for which it was not checked, or with another limit. */
static inline bool spu_checks_pointer(const struct spu *spu)
{
    if (spu->writes.n != 0 && spu->buf.n + spu->fl.n_staged != 0) {
        return true;
    }
    return spu->fl.n_staged != 0 &&
           (spu->enabled.check_pointer || spu->buf.moved ||
            spu->buf.checked != (spu->regs.v[SPE_PMBLIMITR] & SPE_PMBLIMITR_LIMIT));
}
/** Whether the next step may ask which of several permitted outcomes the SPU takes. */
static inline bool spu_may_ask(const struct spu *spu)
{
    return spu->events.n != 0 || spu->buf.late_open || spu_checks_pointer(spu) ||
           (spu->pointer.due && spu->pointer.alt != FORK_KINDS);
}
/** Release what it holds beside itself. */
void spu_free(struct spu *spu);

#endif
