/* SPDX-License-Identifier: Apache-2.0 */
#include "bare_model.h"
#include "check.h"
#include "doubt/fork.h"
#include "queue/buffer.h"
#include "queue/choice.h"
#include "queue/discard.h"
#include "queue/find.h"
#include "queue/ids.h"
#include "queue/pointer_check.h"
#include "queue/sweep.h"
#include "spe/regs.h"
#include "state/queue.h"

/* What is left of a record when its bytes are given to another one, when its buffer is disabled,
 * and when a barrier or a count tells. All tests run in cycle 50. */

enum { NOW = 50 };

/* P26: half of the bytes of the record at the head are there, and belong to another record. That
 * one takes over all that was seen of them, and the bursts; nothing of it stays. */
static struct rec *half_written(struct spe_model *m)
{
    struct rec *head = bare_queued(m, REC_STARTED, 1);

    head->id = 11;
    head->va = 0x10000;
    head->next = 0x10004;
    head->got[0] = 0xF;
    head->got_bytes = 4;
    head->unacked = 2;
    head->optional = head->modes.known = true;
    head->modes.mode = 5;
    head->word.seq[3] = 77;
    head->word.lane[3] = 6;
    m->spu->buf.old.rec = 11;
    return head;
}

static void all_bytes_are_given(void **state)
{
    struct spe_model *m = bare_counting("record_order = any\n");
    struct rec *head = half_written(m), *other = bare_queued(m, REC_QUEUED, 5);
    struct burst *b = m->spu->buf.burst;

    (void)state;
    m->spu->buf.n_bursts = 3;
    other->maybe = true;
    other->may.first = 3;
    b[1] = (struct burst){.order = 9, .id = 1, .earlier = 1};
    b[0] = b[2] = b[3] = (struct burst){.order = 1, .rec = rec_number(&m->spu->buf, head)};
    CHECK("the other one", buffer_another(m, head, 0) == other, true);
    CHECK("its bytes", other->got[0] == 0xF && other->got_bytes == 4, true);
    CHECK("its responses", other->unacked, 2);
    CHECK("it may stay so", other->optional, true);
    CHECK("its mode", other->modes.known && other->modes.mode == 5, true);
    CHECK("the word of a byte", other->word.seq[3], 77);
    CHECK("the place in it", other->word.lane[3], 6);
    CHECK("its burst", b[2].rec, rec_number(&m->spu->buf, other));
    CHECK("of its selection", b[2].order, 5);
    CHECK("or of an earlier one", b[2].earlier, 2);
    CHECK("which need not be there", b[2].unsure, true);
    CHECK("and the first one", b[0].rec == b[2].rec && b[0].order == 5, true);
    CHECK("no burst of it", b[1].rec == 0 && b[1].order == 9, true);
    CHECK("no burst", b[3].order, 1);
    CHECK("the head", head->state, REC_QUEUED);
    CHECK("no byte", head->got[0] == 0 && head->got_bytes == 0, true);
    CHECK("no response", head->unacked, 0);
    CHECK("at its beginning", head->next, 0x10000);
    CHECK("in no mode", head->modes.known, false);
    CHECK("it is to be written", head->optional, false);
    CHECK("it was not the head", m->spu->buf.old.rec, 0);
    CHECK("it is as long", head->len, 8);
    spe_model_destroy(m);
}

/* The same for a sample that waits: it has room, and the limit with which its burst was offered. */
static void a_record_that_waits_gets_them(void **state)
{
    struct spe_model *m = bare_counting("record_order = any\n");
    struct rec *head = half_written(m), *other = bare_record(m, REC_QUEUED, 5);
    struct tag *tag = &m->spu->fl.tag[0];

    (void)state;
    head->maybe = true;
    other->life.made_cycle = 44;
    *tag = (struct tag){.state = TAG_WAIT, .order = 5, .end_cycle = 44};
    tag->rec = rec_number(&m->spu->buf, other);
    m->spu->fl.n_wait = 1;
    m->spu->enabled.buffer = true;
    m->spu->regs.v[SPE_PMBLIMITR] = 0x30000 | SPE_PMBLIMITR_E;
    m->spu->buf.checked = 0x30000;
    m->spu->buf.head_limit = 0x20000;
    CHECK("it", buffer_another(m, head, 0) == other, true);
    CHECK("it is written", queue_at(&m->spu->buf, 0) == other, true);
    CHECK("it has begun", other->state, REC_STARTED);
    CHECK("it waits no more", m->spu->fl.n_wait, 0);
    CHECK("it had room", other->enq_cycle, 45);
    CHECK("below that limit", other->limit, 0x20000);
    spe_model_destroy(m);
}

/* W2, W12: records meet their first disabled buffer, and there is room for `room` records in doubt.
 * What may have been offered stays; with [disabled_record] = any each record may stay. If
 * there are more than there is room for, a finding says so. The event is for the records that are
 * dropped, or joins the event that may come. */
struct met {
    enum rec_state state, then;
    bool doubt;
};
#define GONE                                                                                       \
    {                                                                                              \
        REC_QUEUED, REC_FREE, false                                                                \
    }
#define STAYS                                                                                      \
    {                                                                                              \
        REC_QUEUED, REC_MAYBE, false                                                               \
    }
#define EV  "disabled_record = event\n"
#define ANY "disabled_record = any\n"
static const struct met_row {
    const char *name, *keys;
    int room;
    bool mapped, blocked, high;
    struct met is[3];
    int told;
    bool optional, dropped;
    uint64_t order, joined, joined_order;
} mets[] = {
    {"none was offered", EV, 0, false, false, false, {GONE, GONE, GONE}, 0, false, false, 4, 0, 0},
    {"no room", EV, 0, true, false, false, {GONE, GONE, GONE}, 1, false, false, 4, 0, 0},
    {"the first may be", EV, 1, true, false, false, {STAYS, GONE, GONE}, 0, false, false, 4, 13, 4},
    {"in any order",
     EV "record_order = any\n",
     3,
     true,
     false,
     false,
     {STAYS, STAYS, STAYS},
     0,
     false,
     false,
     4,
     13,
     4},
    {"room for two",
     EV "record_order = any\n",
     2,
     true,
     false,
     false,
     {STAYS, STAYS, GONE},
     1,
     false,
     false,
     4,
     13,
     4},
    {"rejected, or not",
     EV,
     0,
     true,
     false,
     false,
     {{REC_QUEUED, REC_MAYBE, true}, GONE, GONE},
     0,
     false,
     false,
     4,
     0,
     0},
    {"one has begun",
     EV,
     0,
     true,
     false,
     false,
     {{REC_STARTED, REC_STARTED, false}, GONE, GONE},
     0,
     false,
     false,
     4,
     0,
     0},
    {"one has begun, any order",
     EV "record_order = any\n",
     3,
     true,
     false,
     false,
     {{REC_STARTED, REC_STARTED, false}, GONE, GONE},
     0,
     false,
     false,
     4,
     0,
     0},
    {"no room, and none needed",
     EV "record_order = any\n",
     0,
     true,
     false,
     false,
     {GONE, {REC_QUEUED, REC_MAYBE, true}, GONE},
     1,
     false,
     false,
     4,
     0,
     0},
    {"blocked", EV, 1, true, true, false, {GONE, GONE, GONE}, 0, false, false, 4, 0, 0},
    {"any may stay", ANY, 3, false, false, false, {STAYS, STAYS, STAYS}, 0, true, false, 4, 0, 0},
    {"any: room for one", ANY, 1, false, false, true, {STAYS, GONE, GONE}, 1, true, true, 4, 0, 0},
    {"any: blocked", ANY, 1, true, true, false, {GONE, GONE, GONE}, 0, true, true, 4, 0, 0},
    {"any: blocked, one was in doubt",
     ANY,
     1,
     true,
     true,
     false,
     {{REC_MAYBE, REC_FREE, true}, GONE, {REC_STARTED, REC_STARTED, false}},
     0,
     true,
     true,
     5,
     0,
     0},
};

static void fill(struct spe_model *m, int room)
{
    for (uint64_t i = 0; i + (uint64_t)room < MAX_MAYBE; i++) {
        bare_record(m, REC_MAYBE, 10 + i)->fork = (uint8_t)fork_open(m, FORK_S2);
    }
}

static void records_meet_a_disabled_buffer(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(mets) / sizeof(mets[0]); i++) {
        const struct met_row *row = &mets[i];
        struct spe_model *m = bare_counting(row->keys);
        struct rec *rec[3];
        fill(m, row->room);
        if (row->mapped) {
            bare_mapped(m);
        }
        m->spu->buf.blocked = row->blocked;
        m->spu->buf.blocked_high = row->high;
        for (int k = 0; k < 3; k++) {
            rec[k] = bare_queued(m, row->is[k].state, 6 - (uint64_t)k);
            rec[k]->id = 13 + (uint64_t)k;
            rec[k]->modes.since = 1;
            rec[k]->enq_cycle = 40;
            rec[k]->va = rec[k]->next = 0x10000;
            rec[k]->filter.doubt = row->is[k].doubt;
            rec[k]->maybe = row->is[k].state == REC_MAYBE;
        }
        buffer_discard(m);
        for (int k = 0; k < 3; k++) {
            CHECK(row->name, rec[k]->state, row->is[k].then);
        }
        const struct effect *e = &m->spu->events.effect[0];
        CHECK(row->name, bare_findings, row->told);
        CHECK(row->name, m->spu->events.n, 1);
        CHECK(row->name, e->optional, row->optional);
        CHECK(row->name, e->dropped, row->dropped);
        CHECK(row->name, e->order, row->order);
        CHECK(row->name, e->joined, row->joined);
        CHECK(row->name, e->joined_order, row->joined_order);
        spe_model_destroy(m);
    }
}

/* PSB CSYNC of the selections up to 5 is done although a record is unwritten: the event whose
 * window is open must have lost that record. Nothing follows if a doubt about it explains that. */
static const struct left_row {
    const char *name;
    uint64_t order;
    enum rec_state state;
    bool optional, staged, lost, event;
} lefts[] = {
    {"it is queued", 5, REC_QUEUED, false, false, true, true},
    {"of a later sample", 6, REC_QUEUED, false, false, false, false},
    {"it need not be finished", 5, REC_QUEUED, true, false, true, false},
    {"it may be gone", 5, REC_MAYBE, false, false, true, false},
    {"it has begun", 5, REC_STARTED, false, false, false, false},
    {"it is to come", 5, REC_QUEUED, false, true, false, true},
    {"a later one is to come", 6, REC_QUEUED, false, true, false, false},
};

static void psb_csync_leaves_a_record(void **state)
{
    (void)state;
    for (size_t i = 0; i < 2 * sizeof(lefts) / sizeof(lefts[0]); i++) {
        const struct left_row *row = &lefts[i / 2];
        struct spe_model *m = bare_counting("record_queue = 4\n");
        struct rec *rec = row->staged ? bare_record(m, row->state, row->order)
                                      : bare_queued(m, row->state, row->order);
        if (row->staged) {
            m->spu->fl.staged[m->spu->fl.n_staged++] = rec_number(&m->spu->buf, rec);
        }
        const struct rec *other = i % 2 != 0 ? bare_queued(m, REC_STARTED, 4) : NULL;
        rec->id = 3;
        rec->optional = row->optional;
        m->spu->enabled.buffer = true;
        m->spu->events.effect[0] = (struct effect){.lo = 45, .hi = 60, .optional = true};
        m->spu->events.n = 1;
        buffer_settle(m, 5);
        CHECK(row->name, rec->state, row->lost ? REC_FREE : row->state);
        CHECK("one that has begun", other == NULL || other->state == REC_STARTED, true);
        CHECK(row->name, m->spu->events.effect[0].optional, !row->event);
        CHECK(row->name, m->spu->events.effect[0].hi, row->event ? NOW : 60);
        m->spu->fl.n_staged = 0;
        spe_model_destroy(m);
    }
}

/* RL2: bursts of the record that has ended still come. A record that need not be there may be of
 * any later selection, so it is of one up to the last selection alone. */
static void a_record_that_has_ended(void **state)
{
    static const struct {
        const char *name;
        uint64_t order, orders, up_to;
        bool maybe, it;
    } rows[] = {
        {"up to it", 5, 9, 5, false, true},          {"up to a later one", 5, 9, 6, false, true},
        {"up to one before", 5, 9, 4, false, false}, {"perhaps later", 5, 9, 8, true, false},
        {"up to the last", 5, 9, 9, true, true},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct spe_model *m = bare_counting("");
        struct rec *rec = bare_record(m, REC_DOOMED, rows[i].order);
        CHECK("none", buffer_doomed_up_to(m->spu, rows[i].up_to) == NULL, true);
        m->spu->buf.doomed = rec_number(&m->spu->buf, rec);
        m->spu->fl.orders = rows[i].orders;
        rec->id = 20 - rec->order;
        rec->maybe = rows[i].maybe;
        CHECK(rows[i].name, buffer_doomed_up_to(m->spu, rows[i].up_to) == rec, rows[i].it);
        spe_model_destroy(m);
    }
}

/* W11: the event of a wrong pointer, up to [b1_max] cycles from now, for the first record; or
 * perhaps, if software has moved the pointer since (B1). It need not come any more if the buffer
 * is disabled before. */
static void a_wrong_pointer(void **state)
{
    (void)state;
    for (int i = 0; i < 4; i++) {
        const bool first = i % 2 == 0, before = i / 2 != 0;
        struct spe_model *m = bare_counting("b1_max = 7\n");
        struct rec *rec = bare_queued(m, REC_QUEUED, 4);
        const struct effect *e = &m->spu->events.effect[0];
        rec->id = 9;
        m->clock.txn_cycle = 60;
        m->spu->regs.v[SPE_PMBLIMITR] = m->spu->regs.v[SPE_PMBPTR] = 0x20000;
        m->spu->buf.blocked = m->spu->buf.blocked_high = before;
        buffer_check_pointer(m, first ? rec : NULL);
        CHECK("one event", m->spu->events.n, 1);
        CHECK("of", e->order, first ? 4 : 0);
        CHECK("from", e->lo, NOW);
        CHECK("to", e->hi, NOW + 7);
        CHECK("may be", e->optional, !first);
        CHECK("decided before", e->late, true);
        CHECK("blocked", m->spu->buf.blocked, first || before);
        CHECK("too high", m->spu->buf.blocked_high, first || before);
        m->spu->events.effect[1] = m->spu->events.effect[2] = (struct effect){.late = true};
        m->spu->events.effect[1].late = false;
        m->spu->events.effect[3] = (struct effect){.late = true};
        m->spu->events.n = 3;
        buffer_check_undone(&m->spu->events);
        CHECK("it may be", e[0].optional, true);
        CHECK("another event", e[1].optional, false);
        CHECK("the last one", e[2].optional, true);
        CHECK("no event", e[3].optional, false);
        spe_model_destroy(m);
    }
}

/* L3, 2.6: of the samples that SAMPLE_FILTRATE must have counted by now if they were kept, `recs`
 * have a record and `gone` have none. It has counted `seen` of `total` events, of which `maybe`
 * need not have happened, and `later` need not be counted yet. A record is kept or lost only if all
 * or none of these samples were counted; each other sample as far as the counts say. */
static const struct count_row {
    const char *name;
    int recs, gone, later_gone;
    uint64_t later, total, maybe, seen;
    enum rec_state then; /* of each record */
    int left;            /* samples without a record that are open */
    uint64_t kept, rejected;
} counts[] = {
    {"both were kept", 1, 1, 0, 0, 10, 2, 10, REC_QUEUED, 0, 1, 0},
    {"none was", 1, 1, 0, 0, 10, 2, 8, REC_FREE, 0, 0, 1},
    {"one of them was", 1, 1, 0, 0, 10, 2, 9, REC_MAYBE, 1, 0, 0},
    {"two records", 2, 0, 0, 0, 10, 2, 9, REC_MAYBE, 0, 0, 0},
    {"two records, both", 2, 0, 0, 0, 10, 2, 10, REC_QUEUED, 0, 0, 0},
    {"one without a record", 0, 2, 0, 0, 10, 2, 9, REC_FREE, 0, 1, 1},
    {"one of three", 1, 2, 0, 0, 10, 3, 8, REC_MAYBE, 1, 0, 1},
    {"two of three", 1, 2, 0, 0, 10, 3, 9, REC_MAYBE, 1, 1, 0},
    {"one is later: two, or one", 0, 2, 0, 1, 11, 2, 10, REC_FREE, 1, 1, 0},
    {"one is later: one, or none", 0, 2, 0, 1, 11, 2, 9, REC_FREE, 1, 0, 1},
    {"one is later: all", 1, 1, 0, 1, 11, 2, 11, REC_QUEUED, 0, 1, 0},
    {"one is later: none", 1, 1, 0, 1, 11, 2, 8, REC_FREE, 0, 0, 1},
    {"two are later: any number", 1, 1, 0, 2, 12, 2, 10, REC_MAYBE, 1, 0, 0},
    {"two are later: one, or none", 1, 1, 0, 2, 12, 2, 9, REC_MAYBE, 1, 0, 0},
    {"two are later: one, or two", 1, 1, 0, 2, 12, 2, 11, REC_MAYBE, 1, 0, 0},
    {"one more: all", 1, 1, 1, 0, 10, 3, 10, REC_QUEUED, 1, 1, 0},
    {"one more: one, or two", 1, 1, 1, 0, 10, 3, 9, REC_MAYBE, 2, 0, 0},
    {"one more: none, or one", 1, 1, 1, 0, 10, 3, 8, REC_MAYBE, 2, 0, 0},
    {"one more: none", 1, 1, 1, 0, 10, 3, 7, REC_FREE, 1, 0, 1},
};

static void samples_in_doubt(struct spe_model *m, const struct count_row *row)
{
    struct filter_fork *f = &m->spu->filter_fork;
    struct count *c = &m->spu->acc.count[COUNT_FILTRATE];

    for (int k = 0; k < row->gone + row->later_gone; k++) {
        f->gone[f->n_gone++] =
            (struct filter_gone){.kind = FORK_L3, .cycle = k < row->gone ? 0 : NOW};
    }
    m->spu->tot.lost = 9;
    if (row->later != 1) {
        c->recent[c->n_recent].cycle = 9;
        c->recent[c->n_recent++].n = 5;
    }
    for (uint64_t k = 0; k < row->later; k++) {
        c->recent[c->n_recent].cycle = NOW;
        c->recent[c->n_recent++].n = 1;
    }
    c->total = row->total;
    c->maybe = row->maybe;
    c->seen = row->seen;
}

/* Those that are kept and counted stay for a while, too (`sure`). */
static int still_open(const struct filter_fork *f)
{
    int n = 0;

    for (int i = 0; i < f->n_gone; i++) {
        n += !f->gone[i].sure;
    }
    return n;
}

static void samples_are_counted(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(counts) / sizeof(counts[0]); i++) {
        const struct count_row *row = &counts[i];
        struct spe_model *m = bare_counting("");
        struct rec *rec[2];
        m->filters.any = true;
        m->spu->buf.pool[MAX_RECS - 1].filter.doubt = true; /* a record that is free */
        (void)bare_queued(m, REC_STARTED, 1);               /* one that is in no doubt */
        for (int k = 0; k < row->recs; k++) {
            rec[k] = bare_queued(m, REC_MAYBE, MAX_RECS + (uint64_t)k);
            rec[k]->maybe = rec[k]->may_write = rec[k]->filter.doubt = true;
        }
        samples_in_doubt(m, row);
        filter_fork_sweep(m);
        for (int k = 0; k < row->recs; k++) {
            CHECK(row->name, rec[k]->state, row->then);
        }
        CHECK(row->name, still_open(&m->spu->filter_fork), row->left);
        CHECK(row->name, m->facts.forks.settled[FORK_L3][1], row->kept);
        CHECK(row->name, m->facts.forks.settled[FORK_L3][2], row->rejected);
        CHECK(row->name, m->spu->tot.lost, 9 - row->rejected);
        spe_model_destroy(m);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_bytes_are_given),
        cmocka_unit_test(a_record_that_waits_gets_them),
        cmocka_unit_test(records_meet_a_disabled_buffer),
        cmocka_unit_test(psb_csync_leaves_a_record),
        cmocka_unit_test(a_record_that_has_ended),
        cmocka_unit_test(a_wrong_pointer),
        cmocka_unit_test(samples_are_counted),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
