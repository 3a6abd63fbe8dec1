/* SPDX-License-Identifier: Apache-2.0 */
#include "bare_model.h"
#include "bus/done.h"
#include "check.h"
#include "spe/regs.h"
#include "state/queue.h"

/* A record is done: what becomes of others that may have been discarded (S2). */

#define VA UINT64_C(0x10000)

/* A record of 8 bytes that is being written. What its bytes say is no matter here. */
static struct rec *being_written(struct spe_model *m, uint64_t order)
{
    struct rec *rec = bare_queued(m, REC_STARTED, order);

    rec->va = VA;
    rec->next = VA + 8;
    rec->limit = 0x20000;
    rec->misplaced = true;
    return rec;
}

static struct rec *another(struct spe_model *m, enum rec_state state, bool may_write)
{
    struct rec *rec = bare_queued(m, state, 7);

    rec->maybe = state == REC_MAYBE;
    rec->may_write = may_write;
    rec->va = rec->next = VA;
    return rec;
}

/* Behind it a record was discarded if it may have been, but for one that may still be written: it
 * begins there. */
static const struct row {
    const char *name;
    enum rec_state state;
    bool may_write, in_front, left;
    uint64_t va;
} rows[] = {
    {"it is there", REC_QUEUED, false, false, true, VA},
    {"it may have been offered before", REC_MAYBE, false, false, false, 0},
    {"it may still be written", REC_MAYBE, true, false, true, VA + 8},
    {"in front: it may have been offered before", REC_MAYBE, false, true, true, VA},
    {"in front: it may still be written", REC_MAYBE, true, true, true, VA},
};

static void others_may_have_been_discarded(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        const struct row *row = &rows[i];
        struct spe_model *m = bare_model("", SPE_TAP_ALL);
        struct rec *first = row->in_front ? NULL : being_written(m, 1);
        struct rec *other = another(m, row->state, row->may_write);
        m->spu->regs.v[SPE_PMBLIMITR] = 0x20000 | SPE_PMBLIMITR_E;
        buffer_done(m, first != NULL ? first : being_written(m, 8));
        CHECK(row->name, m->spu->tot.records, 1);
        CHECK(row->name, m->spu->tot.lost, !row->left);
        CHECK(row->name, m->spu->buf.n, row->left);
        CHECK(row->name, other->state, row->left ? row->state : REC_FREE);
        CHECK(row->name, !row->left || (other->va == row->va && other->next == row->va), true);
        CHECK(row->name, m->spu->pointer.value, VA + 8);
        spe_model_destroy(m);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(others_may_have_been_discarded)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
