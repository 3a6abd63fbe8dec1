/* SPDX-License-Identifier: Apache-2.0 */
#include "bare_model.h"
#include "check.h"
#include "doubt/fork.h"
#include "queue/buffer.h"
#include "queue/denied.h"
#include "queue/sweep.h"
#include "queue/wait.h"
#include "spe/regs.h"
#include "state/queue.h"

/* Samples that wait for a place, those in doubt that seem to have one, and the access not allowed
 * event of those that a disabled buffer drops. All tests run in cycle 50. */

enum { NOW = 50 };
#define EV  "disabled_record = event\n"
#define ANY "disabled_record = any\n"

static struct rec *made(struct spe_model *m, enum rec_state state, uint64_t order, uint64_t cycle)
{
    struct rec *rec = bare_queued(m, state, order);

    rec->id = 30 - order; /* ids follow the order of endings, not of selections */
    rec->life.made_cycle = cycle;
    rec->maybe = state == REC_MAYBE;
    return rec;
}

/* W12: the event has taken effect, so at least one of the records that may be written was dropped.
 * If there are several, each of them that was translated may be the one that was offered before. */
static void the_event_was_for_a_record(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 8; i++) {
        const bool two = (i & 1) != 0, mapped[2] = {(i & 2) != 0, (i & 4) != 0};
        struct spe_model *m = bare_counting(EV);
        struct effect *e = m->spu->events.effect;
        struct rec *rec[2] = {NULL, NULL};
        bare_mapped(m);
        e[0] = e[2] = (struct effect){.rank = RANK_DENIED};
        e[1] = (struct effect){.rank = RANK_IMPDEF, .order = 1};
        m->spu->events.n = 3;
        for (int k = 0; k < 1 + two; k++) {
            rec[k] = made(m, REC_MAYBE, 1 + (uint64_t)k, 30);
            rec[k]->may_write = true;
            rec[k]->va = rec[k]->next = 0x10000;
            rec[k]->off_cycle = 40;
            rec[k]->enq_cycle = 31;
            rec[k]->modes.since = mapped[k];
            rec[k]->fork = (uint8_t)fork_open(m, FORK_S2);
        }
        buffer_denied_taken(m, &(struct effect){.cycle = 45});
        CHECK("other events", m->spu->events.n == 1 && e[0].order == 1, true);
        uint64_t lost = 0;
        for (int k = 0; k < 1 + two; k++) {
            const bool stays = two && mapped[k];
            lost += !stays;
            CHECK("it", rec[k]->state, stays ? REC_MAYBE : REC_FREE);
            CHECK("at any time", stays && rec[k]->may_write, false);
            CHECK("a later one may be it", stays && !rec[k]->passed, false);
            CHECK("since now", !stays || rec[k]->off_cycle == NOW, true);
            CHECK("as before", rec[k]->enq_cycle, 31);
        }
        CHECK("by the event", m->facts.forks.settled[FORK_S2][2], lost);
        CHECK("checked", m->facts.checks.evals[SPE_CHECK_BUF_DENIED], 1 + two);
        spe_model_destroy(m);
    }
}

/* FQ3: a record finds the buffer disabled. With [disabled_record] = any it may be written, with the
 * limit of now; if it is the first one, its pointer, which is wrong, may be checked (W11). Without
 * room it is certainly dropped. */
static void a_record_finds_the_buffer_disabled(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 8; i++) {
        const bool any = (i & 1) != 0, full = (i & 2) != 0, behind = (i & 4) != 0;
        struct spe_model *m = bare_counting(any ? ANY : EV);
        const struct events *events = &m->spu->events;
        for (uint64_t k = 0; full && k < MAX_MAYBE; k++) {
            bare_record(m, REC_MAYBE, 10 + k)->fork = (uint8_t)fork_open(m, FORK_S2);
        }
        if (behind) {
            made(m, REC_MAYBE, 3, 30)->may_write = true;
        }
        struct rec *rec = bare_record(m, REC_QUEUED, 7);
        const bool stays = any && !full;
        rec->id = 2;
        rec->life.made_cycle = 44;
        m->spu->regs.v[SPE_PMBLIMITR] = m->spu->regs.v[SPE_PMBPTR] = 0x20000;
        m->spu->regs.v[SPE_PMBLIMITR] |= SPE_PMBLIMITR_E;
        m->spu->enabled.check_pointer = true;
        buffer_disabled_record(m, rec);
        CHECK("it", rec->state, stays ? REC_MAYBE : REC_FREE);
        CHECK("in the queue", m->spu->buf.n, behind + stays);
        CHECK("the last", !stays || queue_at(&m->spu->buf, behind) == rec, true);
        CHECK("since it was made", stays && rec->enq_cycle != 45, false);
        CHECK("limit", stays && (rec->limit != 0x20000 || rec->least != 0x20000), false);
        CHECK("it was off", stays && !rec->filter.off, false);
        CHECK("it was not rejected", rec->filter.rejected || rec->filter.doubt, false);
        CHECK("events", events->n, 1 + (stays && !behind));
        const struct effect *e = &events->effect[events->n - 1];
        CHECK("denied", e->rank, RANK_DENIED);
        CHECK("of it", e->order, 7);
        CHECK("may be", e->optional, any);
        CHECK("certainly dropped", e->dropped, any && full);
        spe_model_destroy(m);
    }
}

/* W12: what a disabled buffer drops in one cycle after the other; only one event takes effect.
 * `may` may be dropped, and is the record `id` if that is known: if it is written after all, the
 * event is for the others, the oldest of which is joined_order. */
static const struct join_row {
    const char *name, *keys;
    struct {
        uint64_t lost, may, id;
        int gone;
    } drops[3];
    uint64_t order, doubt, joined, joined_order;
    bool optional, dropped;
} joins[] = {
    {"certain", EV, {{.lost = 5}}, 5, 0, 0, 0, false, false},
    {"in doubt", EV, {{.may = 7, .id = 9}}, 7, 9, 0, 0, true, false},
    {"certain, an older one in doubt", EV, {{.lost = 5, .may = 3}}, 5, 0, 0, 0, false, false},
    {"... which is known", EV, {{.lost = 5, .may = 3, .id = 9}}, 3, 0, 9, 5, false, false},
    {"any: an older one in doubt", ANY, {{.lost = 5, .may = 3, .id = 9}}, 3, 0, 0, 0, true, false},
    {"both, then certain", EV, {{5, 7, 9, 0}, {.lost = 3}}, 3, 0, 9, 3, false, false},
    {"both, then in doubt", EV, {{5, 7, 9, 0}, {.may = 3}}, 5, 0, 9, 5, false, false},
    {"three in doubt", EV, {{0, 7, 9, 0}, {.may = 5}, {.may = 3}}, 3, 0, 9, 3, true, false},
    {"in doubt, certain at last",
     EV,
     {{0, 7, 9, 0}, {.may = 5}, {.lost = 3}},
     3,
     0,
     9,
     3,
     false,
     false},
    {"a later one at last", EV, {{0, 7, 9, 0}, {.may = 5}, {.lost = 8}}, 5, 0, 9, 5, false, false},
    {"any: the second is gone", ANY, {{.lost = 5}, {.lost = 6, .gone = 1}}, 5, 0, 0, 0, true, true},
    {"any: the first is gone", ANY, {{.lost = 5, .gone = 1}, {.lost = 6}}, 5, 0, 0, 0, true, true},
};

static void drop(struct spe_model *m, const struct join_row *row, int k)
{
    struct drops drops = {.gone = row->drops[k].gone};

    if (row->drops[k].lost != 0) {
        drops_lost(&drops, row->drops[k].lost);
    }
    if (row->drops[k].may != 0) {
        drops_may(&drops, row->drops[k].may, row->drops[k].id);
    }
    buffer_denied(m, &drops);
}

static void drops_record_after_record(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(joins) / sizeof(joins[0]); i++) {
        const struct join_row *row = &joins[i];
        struct spe_model *m = bare_counting(row->keys);
        for (int k = 0; k < 3; k++) {
            drop(m, row, k);
        }
        const struct effect *e = &m->spu->events.effect[0];
        CHECK(row->name, m->spu->events.n, 1);
        CHECK(row->name, e->order, row->order);
        CHECK(row->name, e->doubt, row->doubt);
        CHECK(row->name, e->joined, row->joined);
        CHECK(row->name, e->joined_order, row->joined_order);
        CHECK(row->name, e->optional, row->optional);
        CHECK(row->name, e->dropped, row->dropped);
        CHECK("others", e->others || e->overwritten, false);
        CHECK("access not allowed", e->ec, SPE_PMBSR_EC_OTHER);
        CHECK("access not allowed", e->mss, SPE_PMBSR_BSC_DENIED);
        CHECK("access not allowed", e->dl, DL_ONE);
        CHECK("access not allowed", e->cause, CAUSE_DENIED);
        CHECK("the next cycle", m->spu->schedule.busy, true);
        m->spu->regs.v[SPE_PMBSR] = SPE_PMBSR_S;
        m->spu->events.n = 0;
        drop(m, row, 0);
        CHECK("stopped", m->spu->events.n, 0);
        spe_model_destroy(m);
    }
}

/* The event that is on its way already: the certain event, or an event for the same register.
 * Nobody knows whether an event is left that a write of the register may have undone (B28). */
static void an_event_is_on_its_way(void **state)
{
    static const struct {
        const char *name;
        struct effect first;
        int n;
    } rows[] = {
        {"in doubt", {.rank = RANK_DENIED, .optional = true, .target = 1}, 1},
        {"of another register", {.rank = RANK_DENIED, .optional = true, .target = 2}, 2},
        {"certain", {.rank = RANK_DENIED, .target = 2}, 1},
        {"another event", {.rank = RANK_RECORD, .target = 1}, 2},
        {"undone", {.rank = RANK_DENIED, .overwritten = true, .optional = true, .target = 1}, 2},
        {"of a later sample",
         {.rank = RANK_DENIED, .optional = true, .dropped = true, .target = 1},
         1},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct spe_model *m = bare_counting(EV);
        struct effect *e = m->spu->events.effect;
        struct drops drops = {.lost = 0};
        e[0] = rows[i].first;
        e[0].order = e[1].order = 9;
        m->spu->events.n = 1;
        drops_lost(&drops, 5);
        buffer_denied(m, &drops);
        CHECK(rows[i].name, m->spu->events.n, rows[i].n);
        CHECK(rows[i].name, e[0].order, rows[i].n == 2 ? 9 : 5);
        spe_model_destroy(m);
    }
}

/* Two records of one cycle in doubt: nobody knows which of them is there. */
static void two_in_doubt(void **state)
{
    struct drops drops = {.lost = 0};

    (void)state;
    drops_may(&drops, 7, 9);
    CHECK("known", drops.doubt, 9);
    drops_may(&drops, 6, 8);
    CHECK("not known", drops.doubt, 0);
    CHECK("the older one", drops.may_order, 6);
    drops_may(&drops, 8, 7);
    CHECK("three", drops.doubt == 0 && drops.may_order == 6 && drops.may == 3, true);
}

/* RL3: a record goes behind one that waits and ended before it, or in its cycle, with an earlier
 * selection. */
static void a_record_goes_behind(void **state)
{
    static const struct {
        uint64_t made, order;
        bool behind;
    } rows[] = {{43, 9, false}, {44, 7, false}, {44, 9, true}, {45, 7, true}};

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct inflight fl = {.tag = {{.order = 8}, {.order = 8, .end_cycle = 44}, {.order = 8}},
                              .wait = {1, 2},
                              .n_wait = 1};
        const struct rec rec = {.order = rows[i].order, .life.made_cycle = rows[i].made};
        CHECK("behind", inflight_goes_behind(&fl, &rec), rows[i].behind);
        fl.n_wait = 0;
        CHECK("none waits", inflight_goes_behind(&fl, &rec), false);
    }
}

/* P19: a tag is free for selections of this cycle, or of the next one. */
static void a_tag_is_free(void **state)
{
    (void)state;
    for (int next = 0; next < 2; next++) {
        struct spe_model *m =
            bare_counting(next ? "collide_on_complete = 1\n" : "collide_on_complete = 0\n");
        struct tag tag = {.state = TAG_WAIT, .order = 3, .sel_cycle = 20, .end_cycle = 44};
        inflight_release(m, &tag);
        CHECK("free", tag.state, TAG_FREE);
        CHECK("ended", tag.end_cycle, NOW);
        CHECK("from", tag.free_cycle, NOW + next);
        CHECK("of", tag.order == 3 && tag.sel_cycle == 20, true);
        spe_model_destroy(m);
    }
}

/* A record is written, so it has a place. Another one that is certainly there takes a place, too:
 * in the queue, on its way to it, or waiting. If the two then fill the queue, an earlier record
 * that the filters may have rejected had no place. */
enum where { QUEUED, STAGED, WAITING };
static const struct place_row {
    const char *name;
    enum where where;
    const char *keys;
    enum rec_state state;
    uint64_t made, there;
    bool doubt, off, lost;
} places[] = {
#define TWO "record_queue = 2\n"
    {"no place is left", QUEUED, TWO, REC_MAYBE, 10, 5, true, false, true},
    {"it comes", STAGED, TWO, REC_MAYBE, 10, 5, true, false, true},
    {"it waits", WAITING, TWO, REC_MAYBE, 10, 5, true, false, true},
    {"made later", QUEUED, TWO, REC_MAYBE, 10, 21, true, false, false},
    {"it comes later", STAGED, TWO, REC_MAYBE, 10, 21, true, false, false},
    {"it waits since then", WAITING, TWO, REC_MAYBE, 10, 21, true, false, false},
    {"one is left", QUEUED, "record_queue = 3\n", REC_MAYBE, 10, 5, true, false, false},
    {"the other is queued", QUEUED, TWO, REC_QUEUED, 10, 5, true, false, false},
    {"the other was made later", QUEUED, TWO, REC_MAYBE, 21, 5, true, false, false},
    {"in its cycle", QUEUED, TWO, REC_MAYBE, 20, 5, true, false, false},
    {"it was off", QUEUED, TWO, REC_MAYBE, 10, 5, true, true, false},
    {"it was offered, or not", QUEUED, TWO, REC_MAYBE, 10, 5, false, false, false},
};

static void a_record_had_a_place(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(places) / sizeof(places[0]); i++) {
        const struct place_row *row = &places[i];
        struct spe_model *m = bare_counting(row->keys);
        struct inflight *fl = &m->spu->fl;
        struct rec *doubt = made(m, row->state, 9, row->made);
        const struct rec *rec = made(m, REC_STARTED, 4, 20);
        struct rec *there = made(m, REC_QUEUED, 2, row->there);
        doubt->filter.doubt = row->doubt;
        doubt->filter.off = row->off;
        if (row->where != QUEUED) {
            buffer_unqueue(&m->spu->buf, there);
        }
        if (row->where == STAGED) {
            inflight_stage(fl, rec_number(&m->spu->buf, there));
        } else if (row->where == WAITING) {
            fl->tag[2].rec = rec_number(&m->spu->buf, there);
            fl->wait[fl->n_wait++] = 2;
        }
        inflight_had_place(m, rec);
        CHECK(row->name, doubt->state, row->lost ? REC_FREE : row->state);
        CHECK("rejected", m->spu->tot.filtered, row->lost);
        CHECK("it", rec->state, REC_STARTED);
        fl->n_staged = fl->n_wait = 0;
        spe_model_destroy(m);
    }
}

/* RL3: tags stay in flight in the order of their endings, and records that ended later come behind
 * them in theirs, in front of those that are on their way to the queue already. */
static void tags_stay_in_flight(void **state)
{
    struct spe_model *m = bare_counting("inflight = 3\nrecord_queue = 1\n");
    struct buffer *buf = &m->spu->buf;
    struct inflight *fl = &m->spu->fl;
    struct rec *rec[3], *later[2], *staged = bare_record(m, REC_QUEUED, 20);

    (void)state;
    (void)made(m, REC_STARTED, 1, 5);
    for (uint64_t k = 0; k < 3; k++) {
        rec[k] = made(m, REC_QUEUED, 9 - k, 20 - (k == 2 ? 1 : 3 * k));
        fl->tag[k] = (struct tag){.state = TAG_FREE, .order = 9 - k};
    }
    for (uint64_t k = 0; k < 2; k++) {
        later[k] = made(m, REC_MAYBE, 12 - k, 30 + k);
        later[k]->may_write = later[k]->filter.doubt = true;
    }
    inflight_stage(fl, rec_number(buf, staged));
    staged->life.made_cycle = 49;
    inflight_hold(m->spu, &m->cfg);
    CHECK("three wait", fl->n_wait, 3);
    CHECK("in order", fl->wait[0] == 1 && fl->wait[1] == 2 && fl->wait[2] == 0, true);
    for (int k = 0; k < 3; k++) {
        CHECK("its record", rec_of(buf, fl->tag[k].rec) == rec[k], true);
        CHECK("waits", fl->tag[k].state, TAG_WAIT);
    }
    CHECK("one is queued", buf->n, 1);
    CHECK("three come", fl->n_staged, 3);
    CHECK("first", rec_of(buf, fl->staged[0]) == later[0], true);
    CHECK("then", rec_of(buf, fl->staged[1]) == later[1], true);
    CHECK("the last", rec_of(buf, fl->staged[2]) == staged, true);
    for (int k = 0; k < 2; k++) {
        CHECK("is to come", later[k]->state, REC_QUEUED);
        CHECK("not in doubt", later[k]->maybe || later[k]->may_write, false);
    }
    CHECK("before the third", inflight_staged_before(m->spu, &fl->tag[0]), 0);
    fl->tag[0].end_cycle = 31;
    CHECK("before that cycle", inflight_staged_before(m->spu, &fl->tag[0]), 1);
    fl->tag[0].end_cycle = NOW;
    CHECK("before this cycle", inflight_staged_before(m->spu, &fl->tag[0]), 3);
    fl->n_wait = fl->n_staged = 0;
    spe_model_destroy(m);
}

/* L3, P26: the head was written, or a later record with the same bytes. The filters may have
 * rejected both. Until SAMPLE_FILTRATE must have counted the head, its count may come as late as
 * that of the last such record. */
static const struct written_row {
    const char *name;
    uint64_t head, other, made;
    bool doubt, other_doubt, differs, counted, exchanged;
} writtens[] = {
    {"it may be the other", 49, 50, 44, true, true, false, false, true},
    {"the head is kept", 49, 50, 44, false, true, false, false, false},
    {"the other is kept", 49, 50, 44, true, false, false, false, false},
    {"the other came with it", 49, 49, 44, true, true, false, false, false},
    {"of other bytes", 49, 50, 44, true, true, true, false, false},
    {"made behind the offer", 49, 50, 45, true, true, false, false, false},
    {"it was not counted", 45, 50, 44, true, true, false, false, true},
    {"it may be counted", 45, 50, 44, true, true, false, true, false},
};

static void another_may_be_counted(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(writtens) / sizeof(writtens[0]); i++) {
        const struct written_row *row = &writtens[i];
        struct spe_model *m = bare_counting("");
        struct count *c = &m->spu->acc.count[COUNT_FILTRATE];
        struct rec *head = made(m, REC_STARTED, 2, 40), *other = made(m, REC_MAYBE, 3, row->made);
        head->maybe = true;
        head->filter = (struct rec_filter){.doubt = row->doubt, .cycle = row->head, .kind = 1};
        other->filter =
            (struct rec_filter){.doubt = row->other_doubt, .cycle = row->other, .kind = 2};
        head->offer = (struct rec_offer){.told = true, .cycle = 45};
        other->bytes[0] = row->differs;
        head->got[0] = 0xFF;
        c->total = 10;
        c->maybe = 2;
        c->seen = row->counted ? 9 : 8;
        filter_fork_written(m, head);
        CHECK(row->name, head->filter.cycle, row->exchanged ? row->other : row->head);
        CHECK(row->name, other->filter.cycle, row->exchanged ? row->head : row->other);
        CHECK(row->name, head->filter.kind, row->exchanged ? 2 : 1);
        CHECK(row->name, other->filter.kind, row->exchanged ? 1 : 2);
        spe_model_destroy(m);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_event_was_for_a_record),
        cmocka_unit_test(a_record_finds_the_buffer_disabled),
        cmocka_unit_test(drops_record_after_record),
        cmocka_unit_test(an_event_is_on_its_way),
        cmocka_unit_test(two_in_doubt),
        cmocka_unit_test(a_record_goes_behind),
        cmocka_unit_test(a_tag_is_free),
        cmocka_unit_test(a_record_had_a_place),
        cmocka_unit_test(tags_stay_in_flight),
        cmocka_unit_test(another_may_be_counted),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
