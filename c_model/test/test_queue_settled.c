/* SPDX-License-Identifier: Apache-2.0 */
#include "bare_model.h"
#include "check.h"
#include "queue/buffer.h"
#include "queue/denied.h"
#include "queue/discard.h"
#include "queue/sweep.h"
#include "queue/wait.h"
#include "spe/regs.h"
#include "state/queue.h"

/* Evidence about records that may or may not exist: what it settles, and what it leaves. All tests
 * run in cycle 50. */

enum { NOW = 50 };

/* SAMPLE_FILTRATE has counted all or none of the samples in doubt that it must have counted by now.
 * A record in doubt is kept or lost then, in the queue or on its way to it. A later one stays in
 * doubt (L1 to L15). */
static void the_count_settles(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 8; i++) {
        const bool kept = (i & 1) != 0, staged = (i & 2) != 0, late = (i & 4) != 0;
        struct spe_model *m = bare_counting("");
        struct count *c = &m->spu->acc.count[COUNT_FILTRATE];
        struct rec *told = bare_queued(m, REC_MAYBE, 1);
        struct rec *rec = staged ? bare_record(m, REC_QUEUED, 2) : bare_queued(m, REC_MAYBE, 2);
        told->maybe = told->may_write = true;
        rec->maybe = rec->may_write = !staged;
        if (staged) {
            inflight_stage(&m->spu->fl, rec_number(&m->spu->buf, rec));
        }
        m->filters.any = told->filter.doubt = rec->filter.doubt = true;
        rec->filter.cycle = late ? NOW : 0;
        c->n_recent = late;
        c->recent[0].cycle = NOW;
        c->recent[0].n = 1;
        c->maybe = 2;
        c->total = 2 + late;
        c->seen = kept ? 2 + late : 0;
        filter_fork_sweep(m);
        CHECK("told: state", told->state, kept ? REC_QUEUED : REC_FREE);
        CHECK("told: maybe", kept && (told->maybe || told->may_write), false);
        CHECK("told: doubt", kept && told->filter.doubt, false);
        CHECK("doubt", rec->state != REC_FREE && rec->filter.doubt, late);
        CHECK("state", rec->state,
              !late && !kept    ? REC_FREE
              : late && !staged ? REC_MAYBE
                                : REC_QUEUED);
        CHECK("staged", m->spu->fl.n_staged, staged && (kept || late));
        m->spu->fl.n_staged = 0;
        spe_model_destroy(m);
    }
}

/* The access not allowed event of cycle 45 has taken effect, for record 1 or for one that may be
 * written: that record was dropped (W12). */
static const struct taken_row {
    const char *name;
    enum rec_state state;
    uint64_t id;
    bool may_write;
    uint64_t off;
    bool lost;
} takens[] = {
    {"of the event", REC_MAYBE, 1, false, 40, true},
    {"another one", REC_MAYBE, 2, false, 40, false},
    {"its address has come", REC_STARTED, 1, false, 40, false},
    {"it is there", REC_QUEUED, 1, false, 40, false},
    {"may be written, disabled by then", REC_MAYBE, 2, true, 45, true},
    {"may be written, disabled later", REC_MAYBE, 1, true, 46, false},
    {"was to be written, and has begun", REC_STARTED, 2, true, 45, false},
};

static void the_event_was_for_it(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(takens) / sizeof(takens[0]); i++) {
        const struct taken_row *row = &takens[i];
        struct spe_model *m = bare_counting("");
        struct rec *rec = bare_queued(m, row->state, row->id);
        rec->may_write = row->may_write;
        rec->off_cycle = row->off;
        buffer_denied_taken(m, &(struct effect){.cycle = 45, .doubt = 1});
        CHECK(row->name, rec->state, row->lost ? REC_FREE : row->state);
        CHECK(row->name, m->spu->tot.lost, row->lost);
        spe_model_destroy(m);
    }
}

/* A disabled buffer drops records in cycle 50, and again in cycle 52: of these two events only one
 * takes effect. It is the first, unless this one is in doubt (W12). */
static const struct join_row {
    const char *name;
    bool certain[2];
    uint64_t order[2], doubt; /* doubt: of the first */
    uint64_t then, joined, joined_order;
    bool second; /* the event has the time of the second one */
} joins[] = {
    {"both are certain", {true, true}, {5, 3}, 0, 3, 0, 0, false},
    {"the first is certain", {true, false}, {5, 3}, 0, 5, 0, 0, false},
    {"the second is certain", {false, true}, {5, 7}, 0, 7, 0, 0, true},
    {"none is certain", {false, false}, {5, 3}, 0, 3, 0, 0, true},
    {"of a known record, or of the second", {false, true}, {5, 7}, 9, 5, 9, 7, true},
};

static void two_events_become_one(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(joins) / sizeof(joins[0]); i++) {
        const struct join_row *row = &joins[i];
        struct spe_model *m =
            bare_counting("disabled_record = event\nevent_min = 1\nevent_max = 9\n");
        for (int k = 0; k < 2; k++) {
            struct drops drops = {.lost = 0};
            if (row->certain[k]) {
                drops_lost(&drops, row->order[k]);
            } else {
                drops_may(&drops, row->order[k], k == 0 ? row->doubt : 0);
            }
            m->clock.cycle = NOW + 2 * (uint64_t)k;
            m->spu->schedule.due = UINT64_MAX;
            buffer_denied(m, &drops);
        }
        const struct effect *e = &m->spu->events.effect[0];
        CHECK(row->name, m->spu->events.n, 1);
        CHECK(row->name, e->order, row->then);
        CHECK(row->name, e->optional, !row->certain[0] && !row->certain[1]);
        CHECK(row->name, e->joined, row->joined);
        CHECK(row->name, e->joined_order, row->joined_order);
        CHECK(row->name, e->doubt, 0);
        CHECK(row->name, e->lo, NOW + 1);
        CHECK(row->name, e->hi, NOW + 9 + (row->second ? 2 : 0));
        CHECK(row->name, e->cycle, NOW + (row->second ? 2 : 0));
        CHECK(row->name, m->spu->schedule.due, row->second ? NOW + 11 : UINT64_MAX);
        spe_model_destroy(m);
    }
}

/* S2: the buffer is disabled. The record at the head may have been offered before, and is then not
 * dropped. If the filters may have rejected it, no event is certainly its own. */
static void one_meets_a_disabled_buffer(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 8; i++) {
        const bool doubt = (i & 1) != 0, blocked = (i & 2) != 0, mapped = (i & 4) != 0;
        struct spe_model *m = bare_counting("disabled_record = event\n");
        struct rec *rec = bare_queued(m, REC_QUEUED, 7);
        if (mapped) {
            bare_mapped(m);
        }
        rec->modes.since = 1;
        rec->enq_cycle = 40;
        rec->filter.doubt = doubt;
        m->spu->buf.blocked = blocked;
        m->spu->buf.blocked_high = m->spu->enabled.was_on = true;
        buffer_discard(m);
        CHECK("its state", rec->state, mapped && !blocked ? REC_MAYBE : REC_FREE);
        CHECK("an event", m->spu->events.n, 1);
        CHECK("may be", m->spu->events.effect[0].optional, mapped && !blocked);
        CHECK("its own", m->spu->events.effect[0].doubt, mapped && !blocked && !doubt ? 7 : 0);
        CHECK("blocked", m->spu->buf.blocked || m->spu->buf.blocked_high, false);
        CHECK("of this buffer", m->spu->enabled.was_on, false);
        spe_model_destroy(m);
    }
}

/* S2: the first sample that waits for room meets a disabled buffer. If all records in front may be
 * gone, the SPU had room for it, and may have offered it with the limit that was checked. */
static const struct waits_row {
    const char *name;
    bool front, there, mapped, doubt;
    bool may;
} waits[] = {
    {"all in front may be gone", true, false, true, false, true},
    {"one in front is there", true, true, true, false, false},
    {"the filters may have rejected it", true, false, true, true, true},
    {"no record is in front", false, false, true, false, false},
    {"its page is not translated", true, false, false, false, false},
};

static void one_that_waits_meets_a_disabled_buffer(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(waits) / sizeof(waits[0]); i++) {
        const struct waits_row *row = &waits[i];
        struct spe_model *m = bare_counting("disabled_record = event\n");
        struct tag *tag = &m->spu->fl.tag[0];
        struct rec *rec = bare_record(m, REC_QUEUED, 20);
        if (row->front) {
            (void)bare_dropped(m, 1);
        }
        if (row->there) {
            (void)bare_queued(m, REC_STARTED, 2);
        }
        if (row->mapped) {
            bare_mapped(m);
        }
        rec->modes.since = 1;
        rec->filter.doubt = row->doubt;
        rec->id = 30; /* ids follow the order of endings, not of selections */
        m->spu->buf.checked = 0x18000;
        *tag = (struct tag){.state = TAG_WAIT, .order = 20, .end_cycle = NOW - 2};
        tag->rec = rec_number(&m->spu->buf, rec);
        m->spu->fl.n_wait = 1;
        CHECK(row->name, inflight_admit_first(m), true);
        CHECK(row->name, rec->state, row->may ? REC_MAYBE : REC_FREE);
        CHECK(row->name, !row->may || (rec->limit == 0x18000 && rec->least == 0x18000), true);
        CHECK(row->name, m->spu->events.effect[0].order, 20);
        CHECK(row->name, m->spu->events.effect[0].optional, row->may);
        CHECK(row->name, m->spu->events.effect[0].doubt, row->may && !row->doubt ? 30 : 0);
        spe_model_destroy(m);
    }
}

/* A selection shows that the record at the head, which may be written at any time, is there. */
static void one_that_may_be_written_is_there(void **state)
{
    static const enum rec_state states[][2] = {
        {REC_MAYBE, REC_QUEUED}, {REC_QUEUED, REC_QUEUED}, {REC_STARTED, REC_STARTED}};

    (void)state;
    for (size_t i = 0; i < sizeof(states) / sizeof(states[0]); i++) {
        struct spe_model *m = bare_counting("");
        struct rec *head = bare_dropped(m, 1);
        (void)bare_dropped(m, 2);
        head->state = states[i][0];
        head->may_write = true;
        buffer_head_offered(m);
        CHECK("state", head->state, states[i][1]);
        CHECK("may be gone", head->maybe || head->one_of, false);
        CHECK("before", head->offer.by, 0);
        spe_model_destroy(m);
    }
}

/* Each sample that waits enters the queue as long as the queue has room (FI11). */
static void all_that_wait_have_room(void **state)
{
    (void)state;
    for (int room = 1; room <= 3; room++) {
        struct spe_model *m = bare_counting(room == 1   ? "record_queue = 1\n"
                                            : room == 2 ? "record_queue = 2\n"
                                                        : "record_queue = 3\n");
        struct inflight *fl = &m->spu->fl;
        m->spu->enabled.buffer = true;
        m->spu->regs.v[SPE_PMBLIMITR] = 0x20000 | SPE_PMBLIMITR_E;
        m->spu->regs.v[SPE_PMBPTR] = 0x10000;
        for (uint64_t k = 0; k < 3; k++) {
            fl->tag[k] = (struct tag){.state = TAG_WAIT, .order = 1 + k, .end_cycle = NOW - 5};
            fl->tag[k].rec = rec_number(&m->spu->buf, bare_record(m, REC_QUEUED, 1 + k));
            fl->wait[fl->n_wait++] = (int)k;
        }
        inflight_admit(m);
        CHECK("in the queue", m->spu->buf.n, room);
        CHECK("the others wait", fl->n_wait, 3 - room);
        fl->n_wait = 0;
        spe_model_destroy(m);
    }
}

/* The time of an offer in cycle 45 or before is over. What the filters alone may have rejected, and
 * what may be written at any time, stays. */
static const struct expire_row {
    const char *name;
    enum rec_state state;
    bool doubt, off, may_write;
    uint64_t off_cycle;
    bool lost;
} expires[] = {
    {"in that cycle", REC_MAYBE, false, false, false, 45, true},
    {"it met the disabled buffer later", REC_MAYBE, false, false, false, 46, false},
    {"it has begun", REC_STARTED, false, false, false, 45, false},
    {"it may be written at any time", REC_MAYBE, false, false, true, 45, false},
    {"of the filters", REC_MAYBE, true, false, false, 45, false},
    {"of the filters, and disabled", REC_MAYBE, true, true, false, 45, true},
};

static void the_time_is_over(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(expires) / sizeof(expires[0]); i++) {
        const struct expire_row *row = &expires[i];
        struct spe_model *m = bare_counting("");
        struct rec *rec = bare_dropped(m, 1);
        rec->state = row->state;
        rec->filter.doubt = row->doubt;
        rec->filter.off = row->off;
        rec->may_write = row->may_write;
        rec->off_cycle = row->off_cycle;
        buffer_expire(m, 45);
        CHECK(row->name, rec->state, row->lost ? REC_FREE : row->state);
        spe_model_destroy(m);
    }
}

/* A record comes into doubt once more: it has passed no later one. */
static void one_comes_into_doubt_again(void **state)
{
    struct spe_model *m = bare_counting("");
    struct rec *rec = bare_queued(m, REC_QUEUED, 1);

    (void)state;
    rec->passed = rec->room = true;
    CHECK("there is room", buffer_may_be(m, rec), true);
    CHECK("it has passed none", rec->passed, false);
    CHECK("it had room", rec->room, true);
    CHECK("since now", rec->off_cycle, NOW);
    spe_model_destroy(m);
}

/* 2.2.4: a free tag stays in flight if its record has no room: each record that was made before it,
 * and is certainly there, has a place. Records in doubt that were made later come behind it. */
struct one {
    uint64_t made;
    enum rec_state state;
    bool maybe, doubt, off, optional, excused;
};

static const struct hold_row {
    const char *name;
    struct one before, behind;
    bool waits, staged;
} holds[] = {
#define BEFORE .made = 10, .state = REC_QUEUED
#define BEHIND                                                                                     \
    {                                                                                              \
        .made = 30, .state = REC_MAYBE, .doubt = true                                              \
    }
    {"one is in front", {BEFORE}, BEHIND, true, true},
    {"it has begun", {.made = 10, .state = REC_STARTED}, BEHIND, true, true},
    {"it may be gone", {.made = 10, .state = REC_MAYBE}, BEHIND, false, false},
    {"it may have been gone", {BEFORE, .maybe = true}, BEHIND, false, false},
    {"it may be rejected", {BEFORE, .doubt = true}, BEHIND, false, false},
    {"it may be unfinished", {BEFORE, .optional = true}, BEHIND, false, false},
    {"an event may have lost it", {BEFORE, .excused = true}, BEHIND, false, false},
    {"it was made later", {.made = 21, .state = REC_QUEUED}, BEHIND, false, false},
    {"the later one is there", {BEFORE}, {.made = 30, .state = REC_QUEUED}, true, false},
    {"the later one may be gone", {BEFORE}, {.made = 30, .state = REC_MAYBE}, true, false},
    {"the later one was off",
     {BEFORE},
     {.made = 30, .state = REC_MAYBE, .doubt = true, .off = true},
     true,
     false},
    {"it is no later one", {BEFORE}, {.made = 15, .state = REC_MAYBE, .doubt = true}, true, false},
};

static struct rec *like(struct spe_model *m, const struct one *is, uint64_t order)
{
    struct rec *rec = bare_queued(m, is->state, order);

    rec->maybe = is->maybe;
    rec->optional = is->optional;
    rec->psb.excused = is->excused;
    rec->filter.doubt = is->doubt;
    rec->filter.off = is->off;
    rec->life.made_cycle = is->made;
    return rec;
}

static void a_tag_stays_in_flight(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(holds) / sizeof(holds[0]); i++) {
        const struct hold_row *row = &holds[i];
        struct spe_model *m = bare_counting("inflight = 1\nrecord_queue = 1\n");
        struct inflight *fl = &m->spu->fl;
        (void)like(m, &row->before, 4);
        struct rec *rec = bare_queued(m, REC_QUEUED, 5), *other = like(m, &row->behind, 6);
        rec->life.made_cycle = 20;
        fl->tag[0] = (struct tag){.state = TAG_FREE, .order = 5};
        inflight_hold(m->spu, &m->cfg);
        CHECK(row->name, fl->tag[0].state, row->waits ? TAG_WAIT : TAG_FREE);
        CHECK(row->name, fl->n_wait, row->waits);
        CHECK(row->name, fl->n_staged, row->staged);
        CHECK(row->name, !row->waits || fl->tag[0].end_cycle == 20, true);
        CHECK(row->name, other->state, row->staged ? REC_QUEUED : row->behind.state);
        fl->n_wait = fl->n_staged = 0;
        spe_model_destroy(m);
    }
}

/* A reset: what was under way is over, and pulses that are still to come belong to earlier records.
 */
static void a_reset_ends_all(void **state)
{
    struct spe_model *m = bare_counting("");
    struct buffer *buf = &m->spu->buf;
    struct stream *st = &m->spu->st;

    (void)state;
    (void)bare_queued(m, REC_STARTED, 1);
    bare_mapped(m);
    buf->n_bursts = buf->early.n = buf->xl_next = 1;
    buf->stale_used = buf->blocked = buf->blocked_high = buf->moved = buf->late_open = true;
    buf->tlbi_cycle = buf->dsb_cycle = buf->checked = buf->ids.now = buf->fault.cycle = 9;
    buf->head_number = 9;
    buf->head_limit = buf->on_cycle = buf->cut.tlbi = buf->old.rec = 9;
    buf->asked.open = buf->account.known = true;
    m->gone.n = 9;
    st->known = st->forked = st->old = st->mode_known = st->late = st->left = st->waits = true;
    st->cut_cycle = st->left_cycle = st->left_limit = st->before_cycle = st->before_limit = 9;
    m->spu->acc.count[COUNT_CTI].total = 5;
    m->spu->acc.count[COUNT_CTI].seen = 3;
    buffer_reset(m);
    CHECK("queue", buf->n + buf->n_bursts + buf->early.n + buf->xl_next, 0);
    CHECK("flags", buf->stale_used || buf->blocked || buf->blocked_high, false);
    CHECK("flags", buf->moved || buf->late_open || buf->asked.open || buf->account.known, false);
    CHECK("cycles", buf->tlbi_cycle | buf->dsb_cycle | buf->fault.cycle | buf->on_cycle, 0);
    CHECK("limits", buf->checked | buf->head_limit, 0);
    CHECK("numbers", buf->ids.now | buf->cut.tlbi | buf->old.rec | buf->head_number, 0);
    CHECK("translations", buf->xl[0].used || m->gone.n != 0, false);
    CHECK("stream", st->known || st->forked || st->old || st->late || st->left, false);
    CHECK("stream", st->mode_known || st->waits, false);
    CHECK("stream", st->cut_cycle | st->left_cycle | st->before_cycle, 0);
    CHECK("stream", st->left_limit | st->before_limit, 0);
    CHECK("pulses", st->no_cti, 2);
    spe_model_destroy(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_count_settles),
        cmocka_unit_test(the_event_was_for_it),
        cmocka_unit_test(two_events_become_one),
        cmocka_unit_test(one_meets_a_disabled_buffer),
        cmocka_unit_test(one_that_waits_meets_a_disabled_buffer),
        cmocka_unit_test(one_that_may_be_written_is_there),
        cmocka_unit_test(all_that_wait_have_room),
        cmocka_unit_test(the_time_is_over),
        cmocka_unit_test(one_comes_into_doubt_again),
        cmocka_unit_test(a_tag_stays_in_flight),
        cmocka_unit_test(a_reset_ends_all),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
