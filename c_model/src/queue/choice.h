/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_QUEUE_CHOICE_H
#define SPE_QUEUE_CHOICE_H

#include <stdbool.h>

#include "state/spu.h"

struct spe_model;
struct spe_txn_aw;

/** Whether the next step may ask which of several records is there, where a record begins, or which
 * limit it has. The step may ask if one of these holds for a queued record, which may become the
 * head in this step:
 *
 * - the record may be written or not, and other records may be in its place, it may be written at
 *   any time, or it does not begin at PMBPTR_EL1;
 * - an event may have cut the record;
 * - the place where the record begins is open;
 * - a translation request is open, and another record may have begun in place of the head;
 * - PMBLIMITR_EL1 was written, and the record may have been offered before or after the write.
 *
 * The last point also holds for a record that its own fault has ended. If PMBPTR_EL1 is open, the
 * SPU may check it for a record that is queued, or enters the queue when another is done. If two
 * operations have ended while the buffer is disabled, both records may enter the queue. */
static inline bool choice_may_be_asked(const struct spu *spu)
{
    const struct old_pointers *old = &spu->buf.old;
    const bool asked = spu->buf.asked.open, others = spu->buf.n > 1 || spu->fl.n_wait > 0;
    const bool behind = others || spu->fl.n_staged > 0 || spu->fl.n_ended > 0;
    const uint64_t written = spu->buf.aw_next <= spu->st.left_cycle ? spu->st.left_cycle : 0;
    const struct rec *doomed = rec_seen(&spu->buf, spu->buf.doomed);
    const bool late = doomed != NULL && doomed->doom.late_aws > 0 && written != 0;
    const bool open =
        spu->pointer.open && (spu->buf.n > 0 || spu->fl.n_wait + spu->fl.n_staged > 0);

    for (int i = 0; i < spu->buf.n; i++) { /* hardly ever any */
        const struct rec *rec = queue_seen(&spu->buf, i);
        const bool elsewhere = rec->va != spu->regs.v[SPE_PMBPTR];
        const bool doubt = rec->maybe && (rec->may_write || elsewhere || behind);
        const bool was_head = old->n != 0 && rec->id == old->rec;
        const bool cut = rec->state == REC_STARTED && (rec->optional || (asked && others));
        const bool limits = written != 0 && rec->enq_cycle <= written;
        if (doubt || was_head || cut || limits || rec->placed) {
            return true;
        }
    }
    return late || open || (spu->fl.n_ended > 1 && !spu->enabled.buffer);
}

/** Settle that all records at the head that may have been discarded were discarded. @return false
 * if the bytes written in place of the head say otherwise. */
bool buffer_head_discarded(struct spe_model *m);
/** At least one of the records at the head that a disabled buffer may write, or not, is there:
 * settle which is the first. */
void buffer_one_there(struct spe_model *m);
/** The record that the burst belongs to, or NULL. */
struct rec *buffer_choose(struct spe_model *m, const struct spe_txn_aw *t);
/** All bytes of `rec` are written. @return the record that they belong to. It is `rec`, which may
 * not be there at all, or the first record that must be written, may be next and has these bytes.
 */
struct rec *buffer_written_for(struct spe_model *m, struct rec *rec);
/** Give what was written for `rec`, the head of the queue, to another record. It is the first
 * record behind the head that may be written next, has these bytes and is at least `bytes` long.
 * `rec` is then as if nothing of it had been written; it is lost if it need not be there. @return
 * the other record. NULL: there is none, and nothing changes. */
struct rec *buffer_another(struct spe_model *m, struct rec *rec, int bytes);
/** A translation of the page of `va` was requested while the head is being written. Any other
 * record that could continue in that page may take over what was written, or none may. @return the
 * record that takes over, or NULL. */
struct rec *buffer_instead(struct spe_model *m, uint64_t va);
/** The bytes that are being written belong to no sample up to `order`. If the head is the record of
 * such a sample and need not be there, the first later record that may be written next and has
 * these bytes takes over. */
void buffer_not_before(struct spe_model *m, uint64_t order);
/** Order-free: another record takes over what was written for `rec` if the written packets cannot
 * be those of `rec`. */
void buffer_packets(struct spe_model *m, struct rec *rec);

#endif
