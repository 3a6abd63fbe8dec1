/* SPDX-License-Identifier: Apache-2.0 */
#include "queue/ids.h"
#include "covered/cover_event.h"
#include "state/model.h"

/* Translations and the ASID and VMID that they are for (3.4.2). A profiling operation reads
 * TTBRx_ELx and VTTBR_EL2. If it is of an operation sampled after a context synchronization event,
 * it sees what was written before that event (3.6, D17.9 INDWCG). An SPU may keep translations of
 * several ASIDs at a time. */

/* Note whether the regime has another ASID or VMID than `ids`. @return whether that is so since
 * this event. */
static bool note_others(const struct spe_model *m, struct xl_ids *ids)
{
    const bool others =
        ids->told != 0 && m->spu->buf.ids.now != 0 && ids->told != m->spu->buf.ids.now;
    const bool now = others && ids->left_cycle == 0;

    if (now) {
        ids->left_cycle = m->clock.cycle;
    } else if (!others) {
        ids->left_cycle = 0;
    }
    return now;
}

void buffer_cse(struct spe_model *m, uint64_t told)
{
    bool cached = false;

    m->spu->buf.ids.now = told;
    (void)note_others(m, &m->spu->buf.ids.asked);
    for (int i = 0; i < MAX_XL; i++) {
        struct xl *x = &m->spu->buf.xl[i];
        if (x->used) {
            cached |= note_others(m, &x->ids) && x->stale_cycle == 0;
        }
    }
    cover_ids(m, cached);
}

/* BR7: for an operation sampled before the context synchronization event, or in its cycle, the old
 * or the new ASID and VMID may hold, because software drains before it changes them (3.6.1). */
bool buffer_ids_fit(const struct rec *rec, const struct xl_ids *ids)
{
    return ids->left_cycle == 0 || rec->life.sel_cycle <= ids->left_cycle;
}
