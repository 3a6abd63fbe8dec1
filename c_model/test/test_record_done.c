/* SPDX-License-Identifier: Apache-2.0 */
#include "bare_model.h"
#include "bus/bursts.h"
#include "bus/done.h"
#include "check.h"
#include "queue/denied.h"
#include "queue/discard.h"
#include "spe/regs.h"
#include "state/queue.h"

/* A record is done, or its buffer is disabled: the effect on neighbours that may have been
 * discarded (S2). And words that do not belong to it. */

#define VA UINT64_C(0x10000)

/* After many bursts too many the next one lies far behind its record. Such a word is reported, and
 * is no byte of the record. */
static const struct far_row {
    const char *name;
    uint64_t distance;
    const char *where; /* NULL: the word is that of the record */
} far[] = {
    {"the record itself", 0, NULL},
    {"behind it", 8, "0x10008"},
    {"behind any record", SPE_RECORD_MAX, "0x10800"},
    {"at the end of 31 bits", 0x7FFFFFFF, "0x8000ffff"},
    {"past 32 bits", UINT64_C(1) << 32, "0x100010000"},
    {"before any record", ~(uint64_t)SPE_RECORD_MAX, "0xf7ff"},
};

static void a_word_far_from_its_record(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(far) / sizeof(far[0]); i++) {
        const struct far_row *row = &far[i];
        const struct spe_txn_w w = {.strb = 0xFF, .last_word = 1};
        const struct spe_txn txn = {.kind = SPE_TXN_W, .u.w = w};
        struct spe_model *m = bare_model("axi_bytes = 8\n", SPE_TAP_ALL);
        struct rec *rec = bare_queued(m, REC_STARTED, 1);
        rec->va = VA;
        rec->next = VA + 8;
        rec->limit = UINT64_C(1) << 33;
        m->spu->buf.burst[0] = (struct burst){.addr = 0x80000000,
                                              .va = VA + row->distance,
                                              .size = 3,
                                              .len = 1,
                                              .mapped = true,
                                              .rec = rec_number(&m->spu->buf, rec)};
        m->spu->buf.n_bursts = 1;
        m->txn = &txn;
        buffer_w(m, &w);
        CHECK(row->name, rec->got_bytes, row->where == NULL ? 8 : 0);
        CHECK(row->name, bare_findings != 0, row->where != NULL);
        if (row->where != NULL) {
            assert_string_equal(bare_last.where, row->where);
            CHECK(row->name, bare_last.check, SPE_CHECK_BUF_ADDRESS);
        }
        spe_model_destroy(m);
    }
}

/* A record of 8 bytes that is being written. The values of its bytes do not matter here. */
static struct rec *being_written(struct spe_model *m, uint64_t order)
{
    struct rec *rec = bare_queued(m, REC_STARTED, order);

    rec->va = VA;
    rec->next = VA + 8;
    rec->limit = 0x20000;
    rec->told.misplaced = true;
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

/* A record behind the done record that may have been discarded was discarded, unless it may still
 * be written: then it begins behind the done record. */
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

/* A record waits for room behind one that may be gone, and the buffer is disabled. If the waiting
 * record had room, it was offered before, or dropped; otherwise it is dropped. A dropped record may
 * have its event (RSXWCP, W12). */
static const struct waits_row {
    const char *name;
    const char *keys;
    bool translated, in_doubt; /* in_doubt: the filters may have rejected the record */
    int left, events;
    bool optional;
    uint64_t doubt; /* the record that says whether the event occurs */
} waits[] = {
    {"no event exists", "disabled_record = discard\n", true, false, 2, 0, false, 0},
    {"offered, or dropped", "disabled_record = event\n", true, false, 2, 1, true, 20},
    {"or rejected", "disabled_record = event\n", true, true, 2, 1, true, 0},
    {"not offered", "disabled_record = event\n", false, false, 1, 1, false, 0},
    {"not offered, or rejected", "disabled_record = event\n", false, true, 1, 1, true, 0},
};

static void one_that_waits(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(waits) / sizeof(waits[0]); i++) {
        const struct waits_row *row = &waits[i];
        struct spe_model *m = bare_model(row->keys, SPE_TAP_ALL);
        struct tag *tag = &m->spu->fl.tag[0];
        m->clock.cycle = 50;
        contexts_tell(&m->spu->contexts, &(struct spe_txn_ctx){.state = 0x10785});
        contexts_begin(&m->spu->contexts, 0);
        m->spu->buf.xl[0] = (struct xl){.used = row->translated, .owned = true};
        another(m, REC_MAYBE, false)->off_cycle = 40;
        struct rec *rec = bare_record(m, REC_QUEUED, 20);
        rec->modes.since = 1;
        rec->filter.doubt = row->in_doubt;
        *tag = (struct tag){.state = TAG_WAIT, .order = 20, .end_cycle = 48};
        tag->rec = rec_number(&m->spu->buf, rec);
        m->spu->fl.n_wait = 1;
        inflight_admit(m);
        const struct effect *e = &m->spu->events.effect[0];
        CHECK(row->name, m->spu->fl.n_wait, 0);
        CHECK(row->name, m->spu->buf.n, row->left);
        CHECK(row->name, m->spu->events.n, row->events);
        CHECK(row->name, e->rank, row->events == 0 ? 0 : RANK_DENIED);
        CHECK(row->name, e->optional, row->optional);
        CHECK(row->name, e->order, row->events == 0 ? 0 : 20);
        CHECK(row->name, e->doubt, row->doubt);
        spe_model_destroy(m);
    }
}

/* Access not allowed events of two cycles, of which one takes effect: the first is optional, and of
 * the selection 3; then a record of the selection 9 is dropped for certain, or may be. What waits
 * for the older record waits for the event, unless the first one is of no record that is known. */
static const struct join_row {
    const char *name;
    uint64_t doubt, joined, joined_order; /* of the first event */
    bool certain;                         /* the second one */
    uint64_t then_joined, then_joined_order, order;
} joins[] = {
    {"of one in doubt, then certain", 5, 0, 0, true, 5, 9, 3},
    {"of several, then certain", 0, 5, 7, true, 5, 7, 3},
    {"of several, the other ones later", 0, 5, 12, true, 5, 9, 3},
    {"of none alone, then certain", 0, 0, 0, true, 0, 0, 9},
    {"of one in doubt, and of another", 5, 0, 0, false, 5, 9, 3},
    {"of several, and of another", 0, 5, 7, false, 5, 7, 3},
    {"of none alone, and of another", 0, 0, 0, false, 0, 0, 3},
};

static void events_are_joined(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(joins) / sizeof(joins[0]); i++) {
        const struct join_row *row = &joins[i];
        struct spe_model *m = bare_model("disabled_record = event\n", SPE_TAP_ALL);
        struct effect *e = &m->spu->events.effect[0];
        struct drops drops = {.lost = 0};
        m->clock.cycle = 50;
        *e = (struct effect){.rank = RANK_DENIED,
                             .order = 3,
                             .optional = true,
                             .target = 1,
                             .hi = 49,
                             .doubt = row->doubt,
                             .joined = row->joined,
                             .joined_order = row->joined_order};
        m->spu->events.n = 1;
        if (row->certain) {
            drops_lost(&drops, 9);
        } else {
            drops_may(&drops, 9, 0);
        }
        buffer_denied(m, &drops);
        CHECK("one event", m->spu->events.n, 1);
        CHECK(row->name, e->optional, !row->certain);
        CHECK(row->name, e->hi, 51);
        CHECK(row->name, e->doubt, 0);
        CHECK(row->name, e->joined, row->then_joined);
        CHECK(row->name, e->joined_order, row->then_joined_order);
        CHECK(row->name, e->order, row->order);
        spe_model_destroy(m);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_word_far_from_its_record),
                                       cmocka_unit_test(others_may_have_been_discarded),
                                       cmocka_unit_test(one_that_waits),
                                       cmocka_unit_test(events_are_joined)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
