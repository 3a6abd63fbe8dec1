/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_QUEUE_CHOICE_H
#define SPE_QUEUE_CHOICE_H

#include <stdbool.h>

#include "state/spu.h"

struct spe_model;
struct spe_txn_aw;

/** Whether a step may ask which of several records is there: any of the queue may come to its head
 * in the step, and two that have ended when the buffer was disabled may come into it. Order-free it
 * may ask where one of the queue begins, and whether one that an event may have cut goes on. While
 * a page is asked for another one may have begun in the place of the head. */
static inline bool choice_may_be_asked(const struct spu *spu)
{
    const struct old_pointers *old = &spu->buf.old;
    const bool asked = spu->buf.asked.open, others = spu->buf.n > 1 || spu->fl.n_wait > 0;

    for (int i = 0; i < spu->buf.n; i++) { /* hardly ever any */
        const struct rec *rec = queue_seen(&spu->buf, i);
        const bool elsewhere = rec->maybe && rec->va != spu->regs.v[SPE_PMBPTR];
        const bool was_head = old->n != 0 && rec->id == old->rec;
        const bool cut = rec->state == REC_STARTED && (rec->optional || (asked && others));
        if (rec->may_write || elsewhere || was_head || cut || rec->placed || spu->pointer.open) {
            return true;
        }
    }
    return spu->fl.n_ended > 1 && !spu->enabled.buffer;
}

/** None of the records at the head that may have been discarded is there. @return false if the
 * bytes that were written in its place say otherwise. */
bool buffer_head_discarded(struct spe_model *m);
/** One at least of those at the head that a disabled buffer may write, or not, is there. */
void buffer_one_there(struct spe_model *m);
/** The record that the burst belongs to, or NULL. */
struct rec *buffer_choose(struct spe_model *m, const struct spe_txn_aw *t);
/** All bytes of `rec` are there. @return the record that they are of: this one, which may not be
 * there at all, or the next one that must be written, which has the same bytes. */
struct rec *buffer_written_for(struct spe_model *m, struct rec *rec);
/** Another record takes over what was written of `rec`, the head of the queue: the first one behind
 * it that may stand there, has these bytes and is at least `bytes` long. `rec` is as if nothing had
 * been written of it, or lost where it need not be there. @return the other record; NULL: there is
 * none, and nothing changes. */
struct rec *buffer_another(struct spe_model *m, struct rec *rec, int bytes);
/** A page is asked for while the head is being written: so each other one may do that could go on
 * in the page of `va`, or none. @return the one that does, or NULL. */
struct rec *buffer_instead(struct spe_model *m, uint64_t va);
/** Order-free: so it does if the packets that were written of `rec` say that they are not its own.
 */
void buffer_packets(struct spe_model *m, struct rec *rec);

#endif
