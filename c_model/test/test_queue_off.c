/* SPDX-License-Identifier: Apache-2.0 */
#include "bare_model.h"
#include "check.h"
#include "doubt/fork.h"
#include "queue/buffer.h"
#include "queue/discard.h"
#include "queue/wait.h"
#include "spe/regs.h"
#include "state/queue.h"

/* The buffer is off: records that meet it once more, and what settles which of them are there. All
 * tests run in cycle 50. */

enum { NOW = 50 };

/* A record that was made in cycle 30, in the mode of the buffer, and met the disabled buffer. */
static struct rec *dropped(struct spe_model *m, uint64_t order)
{
    struct rec *rec = bare_dropped(m, order);

    rec->modes.since = 1;
    rec->enq_cycle = 30;
    return rec;
}

/* A sample that ended in cycle 44 waits for room. */
static struct rec *waiting(struct spe_model *m, uint64_t order)
{
    struct inflight *fl = &m->spu->fl;
    struct tag *tag = &fl->tag[fl->n_wait];
    struct rec *rec = bare_record(m, REC_QUEUED, order);

    *tag = (struct tag){.state = TAG_WAIT, .order = order, .end_cycle = 44, .sel_cycle = NOW};
    tag->rec = rec_number(&m->spu->buf, rec);
    fl->wait[fl->n_wait] = fl->n_wait;
    fl->n_wait++;
    rec->life.made_cycle = 44;
    m->spu->enabled.buffer = true;
    return rec;
}

/* Nothing tells any more (no SYNC): what may be lost is lost, wherever it is in the queue. What is
 * being written is not. */
static void nothing_tells(void **state)
{
    static const struct {
        enum rec_state state;
        bool optional, writing, lost;
    } rows[] = {
        {REC_MAYBE, false, false, true},    {REC_QUEUED, false, false, false},
        {REC_STARTED, true, true, false},   {REC_QUEUED, true, false, true},
        {REC_STARTED, false, false, false}, {REC_STARTED, true, false, true},
    };
    enum { ROWS = sizeof(rows) / sizeof(rows[0]) };
    struct spe_model *m = bare_counting("");
    struct rec *rec[ROWS];

    (void)state;
    for (int i = 0; i < ROWS; i++) {
        rec[i] = bare_queued(m, rows[i].state, 1 + (uint64_t)i);
        rec[i]->optional = rows[i].optional;
        if (rows[i].writing) {
            m->spu->buf.burst[m->spu->buf.n_bursts++].rec = rec_number(&m->spu->buf, rec[i]);
        }
    }
    buffer_give_up(m);
    for (int i = 0; i < ROWS; i++) {
        CHECK("it", rec[i]->state, rows[i].lost ? REC_FREE : rows[i].state);
    }
    m->spu->buf.n_bursts = 0;
    spe_model_destroy(m);
}

/* S2, W12: a record in doubt meets a disabled buffer, which was on before if `on`. If only the
 * filters, or an event, may have lost it until now, it is dropped, unless it is the first one and
 * may have been offered; then a later one may have been offered if it was lost before. What may
 * have been offered to an earlier buffer meets none. */
enum met { STAYS, OFFERED, LOST, KEPT }; /* STAYS: as it is; KEPT: it may still be written */
static const struct again_row {
    const char *name, *keys;
    enum rec_state state;
    bool doubt, off, may_write, on, behind, mapped, blocked;
    enum met met;
} agains[] = {
#define EV  "disabled_record = event\n"
#define ANY "disabled_record = any\n"
    {"offered before", EV, REC_MAYBE, false, false, false, true, false, true, false, STAYS},
    {"it may be written", EV, REC_MAYBE, false, false, true, true, false, true, false, OFFERED},
    {"its page has no translation", EV, REC_MAYBE, false, false, true, true, false, false, false,
     LOST},
    {"not the first", EV, REC_MAYBE, false, false, true, true, true, true, false, LOST},
    {"of no other buffer", EV, REC_MAYBE, false, false, true, false, false, true, false, STAYS},
    {"rejected, or not", EV, REC_MAYBE, true, false, false, false, false, true, false, OFFERED},
    {"... its page has no translation", EV, REC_MAYBE, true, false, true, false, false, false,
     false, LOST},
    {"... and off before", EV, REC_MAYBE, true, true, false, true, false, true, false, STAYS},
    {"... and enabled again", EV, REC_MAYBE, true, true, true, true, false, true, false, OFFERED},
    {"any: it may be", ANY, REC_MAYBE, false, false, true, true, false, true, false, KEPT},
    {"any: blocked", ANY, REC_MAYBE, false, false, true, true, false, true, true, KEPT},
    {"any: rejected, or not", ANY, REC_MAYBE, true, false, true, false, false, true, false, KEPT},
    {"any: ..., blocked", ANY, REC_MAYBE, true, false, true, false, false, true, true, LOST},
    {"it has begun", EV, REC_STARTED, false, false, true, true, false, true, false, STAYS},
};

static void a_record_meets_the_buffer_again(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(agains) / sizeof(agains[0]); i++) {
        const struct again_row *row = &agains[i];
        struct spe_model *m = bare_counting(row->keys);
        if (row->behind) {
            (void)bare_queued(m, REC_STARTED, 6);
        }
        struct rec *rec = dropped(m, 7);
        const struct effect *e = &m->spu->events.effect[0];
        if (row->mapped) {
            bare_mapped(m);
        }
        rec->state = row->state;
        rec->id = 9;
        rec->filter.doubt = row->doubt;
        rec->filter.off = row->off;
        rec->may_write = row->may_write;
        m->spu->enabled.was_on = row->on;
        m->spu->buf.blocked = row->blocked;
        buffer_discard(m);
        const bool met = row->met != STAYS, offered = row->met == OFFERED;
        CHECK(row->name, rec->state, row->met == LOST ? REC_FREE : row->state);
        CHECK(row->name, m->spu->events.n, met);
        CHECK(row->name, e->order, met ? 7 : 0);
        CHECK(row->name, e->optional, met);
        CHECK(row->name, e->doubt, 0);
        CHECK(row->name, e->dropped, row->met == LOST && strcmp(row->keys, ANY) == 0);
        if (row->met != LOST) {
            CHECK(row->name, rec->may_write, !offered && row->may_write);
            CHECK(row->name, rec->off_cycle, offered ? NOW : 40);
            CHECK(row->name, rec->enq_cycle, 30);
            CHECK(row->name, rec->passed, offered && (!row->doubt || row->off));
            CHECK(row->name, rec->filter.off, met || row->off);
            CHECK(row->name, rec->filter.doubt, row->doubt);
            CHECK(row->name, rec->filter.rejected, false);
        }
        spe_model_destroy(m);
    }
}

/* S2: with [disabled_record] = write the queue stays. Else the first record behind those that may
 * be gone may have been offered. W11: the event of a pointer that was not checked yet need not
 * come. */
static void the_queue_meets_the_buffer(void **state)
{
    (void)state;
    for (int write = 0; write < 2; write++) {
        struct spe_model *m = bare_counting(write ? "disabled_record = write\n" : "");
        struct rec *rec[3] = {dropped(m, 1), dropped(m, 2), dropped(m, 3)};
        bare_mapped(m);
        for (int k = 1; k < 3; k++) {
            rec[k]->state = REC_QUEUED;
            rec[k]->maybe = false;
        }
        m->spu->enabled.was_on = m->spu->enabled.profiling = write;
        m->spu->events.effect[0] = (struct effect){.late = true, .lo = NOW, .hi = 60};
        m->spu->events.n = 1;
        buffer_discard(m);
        CHECK("may be gone", rec[0]->state, REC_MAYBE);
        CHECK("behind it", rec[1]->state, write ? REC_QUEUED : REC_MAYBE);
        CHECK("the last one", rec[2]->state, write ? REC_QUEUED : REC_FREE);
        CHECK("need not come", m->spu->events.effect[0].optional, !write);
        spe_model_destroy(m);
    }
}

/* PSB CSYNC of the selections up to 5 is done. A record that a burst still writes is not left. The
 * account of the pointer ends with a record that was written in part. The record that has ended has
 * no more bursts on their way, if it is of one of these selections. */
static const struct settle_row {
    const char *name;
    uint64_t order;
    enum rec_state state;
    bool optional, writing;
    int got_bytes;
    bool known, lost, then_known;
} settles[] = {
    {"no byte is written", 5, REC_STARTED, true, false, 0, true, true, true},
    {"written in part", 5, REC_STARTED, true, false, 4, true, true, false},
    {"no account", 5, REC_STARTED, true, false, 0, false, true, false},
    {"being written", 5, REC_STARTED, true, true, 4, true, false, true},
    {"queued", 5, REC_QUEUED, false, false, 0, true, false, true},
    {"of a later sample", 6, REC_STARTED, true, false, 4, true, false, true},
};

static void a_barrier_settles(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(settles) / sizeof(settles[0]); i++) {
        const struct settle_row *row = &settles[i];
        struct spe_model *m = bare_counting("record_queue = 2\n");
        struct rec *doomed = bare_record(m, REC_DOOMED, row->order);
        struct rec *rec = bare_queued(m, row->state, row->order);
        struct rec *next = waiting(m, 8);
        m->spu->buf.doomed = rec_number(&m->spu->buf, doomed);
        doomed->doom.late_aws = 1;
        rec->id = 11 - row->order;
        rec->optional = row->optional;
        rec->got_bytes = row->got_bytes;
        m->spu->buf.account.known = row->known;
        m->spu->filter_fork.forgotten = row->order;
        m->spu->buf.burst[0].rec = rec_number(&m->spu->buf, rec);
        m->spu->buf.n_bursts = row->writing;
        buffer_settle(m, 5);
        const bool passed = row->order <= 5;
        CHECK(row->name, rec->state, row->lost ? REC_FREE : row->state);
        CHECK(row->name, m->spu->buf.account.known, row->then_known);
        CHECK(row->name, doomed->doom.late_aws, !passed);
        CHECK(row->name, m->spu->filter_fork.forgotten, passed ? 0 : 6);
        CHECK("one has room", m->spu->fl.n_wait == 0, row->lost && passed);
        CHECK("it is queued", next->enq_cycle, row->lost && passed ? NOW : 0);
        m->spu->fl.n_wait = m->spu->buf.n_bursts = 0;
        spe_model_destroy(m);
    }
}

/* The first record was offered before the buffer was disabled. The second one was not, unless it
 * may have been that one instead: with records in any order, or if the first one may be gone for
 * another reason. */
static const struct only_row {
    const char *name, *keys;
    bool doubt, passed, may_write;
    enum rec_state behind;
    enum rec_state then;
    bool maybe;
} onlys[] = {
    {"in order", "", false, false, false, REC_MAYBE, REC_FREE, false},
    {"in any order", "record_order = any\n", false, false, false, REC_MAYBE, REC_MAYBE, true},
    {"of the operations", "record_order = population\n", false, false, false, REC_MAYBE, REC_FREE,
     false},
    {"it may be rejected", "", true, false, false, REC_MAYBE, REC_MAYBE, true},
    {"it may be lost", "", false, true, false, REC_MAYBE, REC_MAYBE, true},
    {"any: the other is there", "record_order = any\n", false, false, false, REC_QUEUED, REC_QUEUED,
     false},
    {"any: the other may be written", "record_order = any\n", false, false, true, REC_MAYBE,
     REC_MAYBE, false},
};

static void an_offer_before(void **state)
{
    (void)state;
    for (size_t i = 0; i < 2 * sizeof(onlys) / sizeof(onlys[0]); i++) {
        const struct only_row *row = &onlys[i / 2];
        const bool late = i % 2 != 0; /* the burst is of a record that has ended (RL2) */
        struct spe_model *m = bare_counting(row->keys);
        struct rec *rec = dropped(m, 1), *other = dropped(m, 2);
        struct rec *doomed = bare_record(m, REC_DOOMED, 3);
        bare_mapped(m);
        other->state = row->behind;
        other->maybe = row->behind == REC_MAYBE;
        other->may_write = row->may_write;
        rec->filter.doubt = row->doubt;
        rec->passed = row->passed;
        m->cfg.record_queue = 3;
        (void)waiting(m, 8);
        doomed->va = doomed->next = 0x10000;
        doomed->modes.since = 1;
        doomed->doom.late_aws = 1;
        doomed->doom.cycle = 39;
        m->spu->buf.doomed = late ? rec_number(&m->spu->buf, doomed) : 0;
        m->spu->buf.offer_known = true;
        m->spu->buf.offered = 39;
        buffer_resolve(m, &(struct spe_txn_aw){.addr = 0x80010000, .size = 3});
        CHECK(row->name, rec->state, late ? REC_FREE : REC_MAYBE);
        CHECK(row->name, late || rec->maybe == row->maybe, true);
        CHECK(row->name, late || rec->one_of == row->maybe, true);
        CHECK(row->name, late || rec->may_write, late);
        CHECK(row->name, late || other->state == row->then, true);
        CHECK("one has room", m->spu->fl.n_wait, !late);
        m->spu->fl.n_wait = 0;
        spe_model_destroy(m);
    }
}

/* Nobody tells when the address was offered: what met the disabled buffer 4096 cycles ago, or
 * before, was not, wherever it is in the queue. A record that waits has room then. */
static void a_long_time_after(void **state)
{
    static const struct {
        const char *name;
        uint64_t now, off;
        bool lost;
    } rows[] = {{"long ago", 4096, 0, true},
                {"less long", 4096, 1, false},
                {"at the beginning", 4095, 0, false},
                {"longer ago", 5000, 904, true}};

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct spe_model *m = bare_counting("record_queue = 1\n");
        struct rec *first = dropped(m, 1), *rec = dropped(m, 2);
        (void)waiting(m, 8);
        first->off_cycle = rows[i].off;
        rec->off_cycle = rows[i].off;
        m->clock.cycle = rows[i].now;
        m->clock.txn_cycle = 9999;
        buffer_resolve(m, &(struct spe_txn_aw){.addr = 0x80010000, .size = 3});
        CHECK(rows[i].name, first->state, rows[i].lost ? REC_FREE : REC_MAYBE);
        CHECK(rows[i].name, rec->state, rows[i].lost ? REC_FREE : REC_MAYBE);
        CHECK(rows[i].name, m->spu->fl.n_wait, !rows[i].lost);
        m->spu->fl.n_wait = 0;
        spe_model_destroy(m);
    }
}

/* RL2, FQ3, P19: a record that waits enters the queue now, or with those that end in this cycle.
 * Its record may have been offered since it ended if it had room. Its tag is free since then (P19).
 */
static void a_sample_that_waits_enters(void **state)
{
    (void)state;
    for (int i = 0; i < 8; i++) {
        const bool room = i % 2 != 0, now = i / 2 % 2 != 0, later = i / 4 != 0;
        struct spe_model *m =
            bare_counting(later ? "collide_on_complete = 1\n" : "collide_on_complete = 0\n");
        struct rec *rec = waiting(m, 8);
        struct tag *tag = &m->spu->fl.tag[0];
        rec->room = room;
        tag->end_cycle = now ? NOW : 44;
        m->clock.txn_cycle = 44;
        inflight_in_queue(m, bare_record(m, REC_QUEUED, 9));
        CHECK("another record", m->spu->fl.n_wait, 1);
        inflight_admit(m);
        CHECK("it waits no more", m->spu->fl.n_wait, 0);
        CHECK("it is queued", m->spu->buf.n, !now);
        CHECK("it is to come", m->spu->fl.n_staged, now);
        CHECK("that one", m->spu->fl.staged[0], now ? rec_number(&m->spu->buf, rec) : 0);
        CHECK("since", rec->enq_cycle, now ? 0 : room ? 45 : NOW);
        CHECK("its tag", tag->state, TAG_FREE);
        CHECK("since", tag->free_cycle, (now ? NOW : 44) + (uint64_t)later);
        m->spu->fl.n_staged = 0;
        spe_model_destroy(m);
    }
}

/* The second one that waits had no room before the first one. */
static void the_first_that_waits(void **state)
{
    struct spe_model *m = bare_counting("");
    struct rec *first = waiting(m, 8), *second = waiting(m, 9);

    (void)state;
    inflight_in_queue(m, second);
    CHECK("both wait", m->spu->fl.n_wait, 2);
    inflight_in_queue(m, first);
    CHECK("one waits", m->spu->fl.n_wait, 1);
    CHECK("the first is queued", queue_at(&m->spu->buf, 0) == first, true);
    m->spu->fl.n_wait = 0;
    spe_model_destroy(m);
}

/* 2.2.4: a record that enters in the next cycle, and ended before, takes a place, too. */
static void a_record_takes_the_last_place(void **state)
{
    (void)state;
    for (int places = 2; places <= 3; places++) {
        struct spe_model *m =
            bare_counting(places == 2 ? "record_queue = 2\n" : "record_queue = 3\n");
        struct rec *staged = bare_record(m, REC_QUEUED, 3);
        (void)bare_queued(m, REC_STARTED, 1);
        (void)waiting(m, 8);
        staged->life.made_cycle = 43;
        inflight_stage(&m->spu->fl, rec_number(&m->spu->buf, staged));
        CHECK("it has room", inflight_admit_first(m), places == 3);
        m->spu->fl.n_staged = m->spu->fl.n_wait = 0;
        spe_model_destroy(m);
    }
}

/* [disabled_record] = any: one that waits meets the disabled buffer, and may be written at any
 * time, even if all in front of it may be gone. */
static void a_record_that_waits_may_be_written(void **state)
{
    struct spe_model *m = bare_counting(ANY);
    struct rec *head = dropped(m, 1), *second = dropped(m, 2),
               *third = bare_queued(m, REC_QUEUED, 3);
    struct rec *rec = waiting(m, 8);

    (void)state;
    buffer_head_offered(m);
    CHECK("one of two", head->maybe && head->one_of, true);
    buffer_unqueue(&m->spu->buf, third);
    m->spu->enabled.buffer = false;
    bare_mapped(m);
    rec->modes.since = 1;
    second->state = REC_MAYBE;
    inflight_admit(m);
    CHECK("in doubt", rec->state, REC_MAYBE);
    CHECK("it may be written", rec->may_write, true);
    spe_model_destroy(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_tells),
        cmocka_unit_test(a_record_meets_the_buffer_again),
        cmocka_unit_test(the_queue_meets_the_buffer),
        cmocka_unit_test(a_barrier_settles),
        cmocka_unit_test(an_offer_before),
        cmocka_unit_test(a_long_time_after),
        cmocka_unit_test(a_sample_that_waits_enters),
        cmocka_unit_test(a_record_takes_the_last_place),
        cmocka_unit_test(a_record_that_waits_may_be_written),
        cmocka_unit_test(the_first_that_waits),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
