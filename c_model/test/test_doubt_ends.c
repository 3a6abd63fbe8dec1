/* SPDX-License-Identifier: Apache-2.0 */
#include "bare_model.h"
#include "check.h"
#include "doubt/fork.h"
#include "ports/outputs.h"
#include "queue/choice.h"
#include "queue/denied.h"
#include "queue/discard.h"
#include "queue/find.h"
#include "queue/ids.h"
#include "queue/wait.h"
#include "sampling/select.h"
#include "spe/regs.h"
#include "spe/txn.h"

/*
 * How a doubt ends, or stays, when few taps are present (c_model/README.md, "What the scoreboard
 * cannot see at once"): single steps on a state that the test builds by hand.
 */

#define NOW 100

/* Queue another record that may be discarded; its buffer was disabled in cycle 40. */
static void may_be_discarded(struct spe_model *m, uint64_t order)
{
    struct rec *rec = bare_queued(m, REC_MAYBE, order);

    rec->maybe = true;
    rec->off_cycle = 40;
}

/* The next burst may belong to the oldest record that may have been discarded, however many records
 * are behind it. The model gives up no record because of their number, even if no barrier can tell.
 */
static void none_is_given_up(void **state)
{
    static const struct {
        const char *name;
        unsigned without;
        int records;
    } rows[] = {
        {"eight", SPE_TAP_SYNC, 8},
        {"a queue of eight and four tags", SPE_TAP_SYNC, 12},
        {"all that there is room for", SPE_TAP_SYNC, MAX_MAYBE},
        {"a barrier will tell", 0, MAX_MAYBE},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct spe_model *m = bare_model("", SPE_TAP_ALL & ~rows[i].without);
        m->clock.cycle = NOW;
        for (int k = 0; k < rows[i].records; k++) {
            may_be_discarded(m, 1 + (uint64_t)k);
        }
        buffer_discard(m);
        CHECK(rows[i].name, m->spu->buf.n, rows[i].records);
        CHECK(rows[i].name, m->spu->tot.lost, 0);
        CHECK(rows[i].name, queue_at(&m->spu->buf, 0)->id, 1);
        spe_model_destroy(m);
    }
}

/* A record in doubt beyond the room is reported once a cycle and stays as it is. Records that the
 * filters leave open do not take room, and an event beside them still has its fork. */
static void one_more_has_no_room(void **state)
{
    struct spe_model *m = bare_model("disabled_record = any\n", SPE_TAP_ALL);
    struct rec *filtered, *twin;

    (void)state;
    for (uint64_t i = 0; i < 4; i++) {
        filtered = bare_queued(m, REC_MAYBE, 1 + i);
        filtered->filter.doubt = true;
    }
    for (uint64_t i = 0; i < MAX_MAYBE; i++) {
        CHECK("room", buffer_doubt(m, bare_queued(m, REC_QUEUED, 10 + i)), true);
    }
    CHECK("an event", fork_open(m, FORK_S1) != 0, true);
    filtered = bare_queued(m, REC_QUEUED, 40);
    filtered->filter.doubt = true;
    CHECK("the filters", buffer_doubt(m, filtered), true);
    CHECK("nothing is said", bare_findings, 0);
    buffer_disabled_record(m, bare_record(m, REC_QUEUED, 41));
    CHECK("is said", bare_findings, 1);
    CHECK("it is lost", m->spu->tot.lost, 1);
    buffer_disabled_record(m, bare_record(m, REC_QUEUED, 43));
    CHECK("one more in its cycle", bare_findings, 1);
    CHECK("is lost, too", m->spu->tot.lost, 2);
    m->clock.cycle++;
    twin = bare_queued(m, REC_QUEUED, 42);
    CHECK("another", buffer_may_be(m, twin), false);
    CHECK("stays", twin->state, REC_QUEUED);
    CHECK("is said", bare_findings, 2);
    m->clock.cycle = 50;
    m->spu->buf.xl[0] = (struct xl){.used = true, .owned = true};
    twin->modes.since = 1;
    CHECK("two doubts", buffer_may_be_offered(m->spu, twin, m->clock.cycle, m->opt.order_free),
          true);
    buffer_discard(m);
    CHECK("discarded", m->spu->tot.lost, 3);
    CHECK("is said once", bare_findings, 3);
    spe_model_destroy(m);
}

/* With room for one more, the oldest record that meets a disabled buffer gets it. The loss of the
 * others is reported once. */
static void the_oldest_have_room(void **state)
{
    static const char *const keys[] = {"disabled_record = any\n", "record_order = any\n"};

    (void)state;
    for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++) {
        struct spe_model *m = bare_model(keys[i], SPE_TAP_ALL);
        m->clock.cycle = NOW;
        m->spu->buf.xl[0] = (struct xl){.used = true, .owned = true};
        for (uint64_t k = 1; k < MAX_MAYBE; k++) {
            may_be_discarded(m, k);
            queue_at(&m->spu->buf, (int)k - 1)->fork = (uint8_t)fork_open(m, FORK_S2);
        }
        for (uint64_t k = MAX_MAYBE; k < MAX_MAYBE + 3; k++) {
            bare_queued(m, REC_QUEUED, k)->modes.since = 1;
        }
        buffer_discard(m);
        CHECK(keys[i], bare_findings, 1);
        CHECK(keys[i], m->spu->buf.n, MAX_MAYBE);
        CHECK(keys[i], queue_at(&m->spu->buf, MAX_MAYBE - 1)->id, MAX_MAYBE);
        CHECK(keys[i], queue_at(&m->spu->buf, MAX_MAYBE - 1)->state, REC_MAYBE);
        CHECK(keys[i], m->spu->tot.lost, 2);
        spe_model_destroy(m);
    }
}

/* A sample that waits for room has none in a disabled buffer: its record is lost at the time at
 * which it would enter the queue. */
static void one_that_waits_is_lost(void **state)
{
    struct spe_model *m = bare_model("record_queue = 8\n", SPE_TAP_ALL & ~SPE_TAP_SYNC);
    struct tag *tag = &m->spu->fl.tag[0];

    (void)state;
    m->clock.cycle = NOW;
    for (uint64_t k = 1; k <= 7; k++) {
        may_be_discarded(m, k);
    }
    *tag = (struct tag){.state = TAG_WAIT, .order = 20, .end_cycle = NOW - 2};
    tag->rec = rec_number(&m->spu->buf, bare_record(m, REC_QUEUED, 20));
    m->spu->fl.n_wait = 1;
    inflight_admit(m);
    CHECK("none waits", m->spu->fl.n_wait, 0);
    CHECK("its record is gone", rec_of(&m->spu->buf, tag->rec)->state, REC_FREE);
    CHECK("its tag is free", tag->state, TAG_FREE);
    CHECK("it alone is lost", m->spu->tot.lost, 1);
    CHECK("the others are there", m->spu->buf.n, 7);
    spe_model_destroy(m);
}

/* With records in any order, the bytes written belong to the record behind the first one. This
 * record takes over the place that the first record seemed to have: at an old PMBPTR_EL1 (3.6.1),
 * in the buffer of the first record, or in the buffer of the head. */
static void another_stands_in_its_place(void **state)
{
    (void)state;
    for (int i = 0; i < 4; i++) {
        const bool placed = (i & 1) != 0, other_placed = (i & 2) != 0;
        struct spe_model *m = bare_model("record_order = any\n", SPE_TAP_ALL);
        struct rec *first = bare_queued(m, REC_STARTED, 1), *other = bare_queued(m, REC_QUEUED, 2);
        first->va = 0x10000;
        first->next = 0x10008;
        first->placed = placed;
        first->buffer = 6;
        first->offer = (struct rec_offer){.cycle = 33, .by = 40, .told = true};
        m->spu->buf.head_number = 7;
        m->spu->buf.old.rec = placed ? 1 : 2; /* PMBPTR_EL1 was written before it */
        other->placed = other_placed;
        CHECK("the other one", buffer_another(m, first, 0) == other, true);
        CHECK("it has a place", other->placed, placed || other_placed);
        CHECK("the first one has none", first->placed, false);
        CHECK("nor an old pointer", m->spu->buf.old.rec, placed ? 0 : 2);
        CHECK("there", other->va, 0x10000);
        CHECK("so far", other->next, 0x10008);
        CHECK("of that buffer", other->buffer, placed ? 6 : 7);
        CHECK("offered", other->offer.cycle, 33);
        CHECK("its own selection", other->offer.by, 0);
        CHECK("as the tap says", other->offer.told, true);
        CHECK("the first one was not", first->offer.cycle == 0 && !first->offer.told, true);
        CHECK("what was said of it stays", first->offer.by, 40);
        CHECK("begun", other->state, REC_STARTED);
        CHECK("not begun", first->state, REC_QUEUED);
        spe_model_destroy(m);
    }
}

/* A selection shows that the first record is not there. Data without an address that seemed to
 * belong to this record belong to the next record, if one is queued. */
static void data_are_of_the_one_behind(void **state)
{
    (void)state;
    for (int i = 0; i < 6; i++) {
        struct spe_model *m = bare_model("", SPE_TAP_ALL);
        const int behind = i / 2;
        const bool data = i % 2 != 0;
        m->clock.cycle = NOW;
        may_be_discarded(m, 1);
        struct rec *head = queue_at(&m->spu->buf, 0);
        head->state = data ? REC_STARTED : REC_MAYBE;
        head->got_bytes = data ? 8 : 0;
        for (int k = 0; k < behind; k++) {
            (void)bare_queued(m, REC_QUEUED, 2 + (uint64_t)k);
        }
        CHECK("it may be so", buffer_head_discarded(m), true);
        CHECK("it is lost", head->state, REC_FREE);
        CHECK("it is lost", m->spu->tot.lost, 1);
        CHECK("the others are there", m->spu->buf.n, behind);
        for (int k = 0; k < behind; k++) {
            CHECK("the first of them is begun", queue_at(&m->spu->buf, k)->state,
                  k == 0 && data ? REC_STARTED : REC_QUEUED);
        }
        spe_model_destroy(m);
    }
}

/* A tag is reused, and the filters may have rejected its last record. If the filters had kept this
 * record, the records in front would leave it no room and the tag would still be in flight. So the
 * filters have rejected the record (L3, P20). */
static const struct again_row {
    const char *name;
    bool doubt, off, begun, bytes, front_in_doubt, staged, window;
    int room;
    bool lost;
} agains[] = {
    {.name = "no room", .doubt = true, .room = 1, .lost = true},
    {.name = "it comes in the next cycle", .doubt = true, .staged = true, .room = 1, .lost = true},
    {.name = "room for both", .doubt = true, .room = 2},
    {.name = "the filters have kept it", .room = 1},
    {.name = "the buffer was disabled since", .doubt = true, .off = true, .room = 1},
    {.name = "it is being written", .doubt = true, .begun = true, .room = 1},
    {.name = "bytes of it are", .doubt = true, .bytes = true, .room = 1},
    {.name = "the one in front is in doubt, too", .doubt = true, .front_in_doubt = true, .room = 1},
    {.name = "an event may have lost it", .doubt = true, .window = true, .room = 1},
};

static void a_tag_is_given_again(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(agains) / sizeof(agains[0]); i++) {
        const struct again_row *row = &agains[i];
        struct spe_model *m = bare_model("", SPE_TAP_ALL);
        struct rec *front = bare_queued(m, REC_QUEUED, 1);
        struct rec *rec =
            row->staged ? bare_record(m, REC_QUEUED, 2) : bare_queued(m, REC_QUEUED, 2);
        m->cfg.record_queue = row->room;
        m->clock.cycle = NOW;
        front->filter.doubt = row->front_in_doubt;
        rec->life.made_cycle = 20;
        rec->filter.doubt = row->doubt;
        rec->filter.off = row->off;
        rec->state = row->begun ? REC_STARTED : REC_QUEUED;
        rec->got_bytes = row->bytes;
        m->spu->fl.staged[0] = rec_number(&m->spu->buf, rec);
        m->spu->fl.n_staged = row->staged;
        m->spu->fl.tag[0].order = 2;
        m->spu->events.effect[0] = (struct effect){.lo = 90, .hi = 110, .optional = true};
        m->spu->events.n = row->window;
        inflight_given_again(m, 0);
        CHECK(row->name, rec->state == REC_FREE, row->lost);
        CHECK(row->name, m->spu->fl.n_staged, row->staged && !row->lost);
        CHECK("the one in front stays", front->state, REC_QUEUED);
        m->spu->fl.n_staged = 0;
        spe_model_destroy(m);
    }
}

/* If all queued records may be gone, the first sample that waits is a candidate, from the cycle
 * after its ending. */
static void one_that_waits_is_a_candidate(void **state)
{
    static const struct {
        const char *name;
        int waiting;
        uint64_t end_cycle;
        bool maybe, candidate;
    } rows[] = {
        {"it waits", 1, NOW - 1, true, true},
        {"it has ended now", 1, NOW, true, false},
        {"none waits any more", 0, NOW - 1, true, false},
        {"the one in front is there", 1, NOW - 1, false, false},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct spe_model *m = bare_model("", SPE_TAP_ALL);
        struct tag *tag = &m->spu->fl.tag[0];
        m->clock.cycle = NOW;
        may_be_discarded(m, 1);
        queue_at(&m->spu->buf, 0)->maybe = rows[i].maybe;
        struct rec *rec = bare_record(m, REC_QUEUED, 2);
        tag->end_cycle = rows[i].end_cycle;
        tag->rec = rec_number(&m->spu->buf, rec);
        m->spu->fl.n_wait = rows[i].waiting;
        CHECK("the queued one", buffer_candidate(m, 0) == queue_at(&m->spu->buf, 0), true);
        CHECK(rows[i].name, buffer_candidate(m, 1) == rec, rows[i].candidate);
        CHECK("no more", buffer_candidate(m, 2) == NULL, true);
        m->spu->fl.n_wait = 0;
        spe_model_destroy(m);
    }
}

/* A staged record enters the queue before a sample that waits if the record ended first: in an
 * earlier cycle, or in the same cycle with an earlier selection. */
static void staged_before_one_that_waits(void **state)
{
    static const struct {
        const char *name;
        uint64_t made, order, end, tag_order;
        bool before;
    } rows[] = {
        {"an earlier cycle", 20, 7, 21, 5, true},
        {"a later one", 22, 3, 21, 5, false},
        {"the same one, selected before", 21, 3, 21, 5, true},
        {"selected later", 21, 7, 21, 5, false},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct spe_model *m = bare_model("", SPE_TAP_ALL);
        struct rec *rec = bare_record(m, REC_QUEUED, rows[i].order);
        const struct tag tag = {.end_cycle = rows[i].end, .order = rows[i].tag_order};
        rec->id = 10 - rows[i].order; /* ids follow the order of endings, not of selections */
        rec->life.made_cycle = rows[i].made;
        m->spu->fl.staged[0] = rec_number(&m->spu->buf, rec);
        m->spu->fl.n_staged = 1;
        CHECK(rows[i].name, inflight_staged_before(m->spu, &tag), rows[i].before);
        m->spu->fl.n_staged = 0;
        spe_model_destroy(m);
    }
}

/* The filters are open while a record exists that they may have rejected, wherever the record is.
 */
static void filters_are_open(void **state)
{
    static struct buffer buf;

    (void)state;
    CHECK("no record", filter_fork_open(&buf), false);
    for (int i = 0; i < MAX_RECS; i++) {
        buf.pool[i].state = REC_QUEUED;
        CHECK("records that were kept", filter_fork_open(&buf), false);
    }
    for (int i = 0; i < MAX_RECS; i++) {
        buf.pool[i].filter.doubt = true;
        CHECK("one is in doubt", filter_fork_open(&buf), true);
        buf.pool[i].state = REC_FREE;
        CHECK("it is gone", filter_fork_open(&buf), false);
    }
}

/* 3.4.2: a context synchronization event reports another ASID or VMID. The model notes this for
 * each translation that it keeps, whether or not the translation's owner is known. */
static void other_ids_are_noted(void **state)
{
    static const struct {
        const char *name;
        bool used, owned;
        uint64_t told, left_before, left;
    } rows[] = {
        {"of its owner", true, true, 7, 0, NOW},
        {"of another mode", true, false, 7, 0, NOW},
        {"given up", false, true, 7, 0, 0},
        {"the same ids", true, true, 8, 0, 0},
        {"they come back", true, true, 8, 60, 0},
        {"others before", true, true, 7, 60, 60},
        {"ids that nobody told", true, true, 0, 0, 0},
    };
    struct spe_model *m = bare_model("", SPE_TAP_ALL);

    (void)state;
    m->clock.cycle = NOW;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        m->spu->buf.xl[i] =
            (struct xl){.used = rows[i].used,
                        .owned = rows[i].owned,
                        .ids = {.told = rows[i].told, .left_cycle = rows[i].left_before}};
    }
    buffer_cse(m, 8);
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        CHECK(rows[i].name, m->spu->buf.xl[i].ids.left_cycle, rows[i].left);
    }
    spe_model_destroy(m);
}

/* Without the RND taps and with ERnd: a selection in the operation in which ECOUNT is drawn (3.1.2,
 * P13). If there was a draw before, or the member was predicted, the selection may belong to the
 * draw before or to this draw. The next selection belongs to this draw. */
static const struct draw_row {
    const char *name;
    bool rnd, before, awaited, spent;
    bool open, then_spent; /* after the selection */
} draw_rows[] = {
    {"the one before may have run out", true, true, false, false, true, true},
    {"it was predicted", true, false, true, false, true, true},
    {"both", true, true, true, false, true, true},
    {"there was none before", true, false, false, false, false, false},
    {"the one before is spent", true, true, false, true, false, true},
    {"it is spent, and this one was predicted", true, false, true, true, false, true},
    {"RND is 0: ECOUNT stands still (P14)", false, true, true, false, true, false},
};

static void one_of_two_draws(void **state)
{
    const struct spe_txn txn = {.kind = SPE_TXN_SEL, .cycle = NOW, .u.sel = {.tag = 0}};

    (void)state;
    for (size_t i = 0; i < sizeof(draw_rows) / sizeof(draw_rows[0]); i++) {
        const struct draw_row *row = &draw_rows[i];
        struct spe_model *m = bare_model("ernd = 1\n", SPE_TAP_ALL & ~SPE_TAP_RND);
        m->txn = &txn;
        m->clock.cycle = m->clock.txn_cycle = NOW;
        contexts_tell(&m->spu->contexts, &(struct spe_txn_ctx){.state = 0x10785});
        contexts_begin(&m->spu->contexts, 0);
        m->spu->regs.v[SPE_PMSIRR] = 0x100 | (row->rnd ? SPE_PMSIRR_RND : 0);
        m->spu->regs.v[SPE_PMSICR] = SPE_PMSICR_ECOUNT;
        m->spu->enabled.profiling = true;
        m->spu->selection.member.last = true;
        m->spu->selection.member.cycle = NOW;
        m->spu->selection.awaited.open = row->awaited;
        m->spu->counter.draw =
            (struct open_draw){.open = true, .before = row->before, .spent = row->spent};
        model_sel(m, &txn.u.sel);
        CHECK(row->name, m->spu->counter.draw.open, row->open);
        CHECK(row->name, m->spu->counter.draw.spent, row->then_spent);
        CHECK(row->name, bare_findings, 0);
        m->txn = NULL;
        spe_model_destroy(m);
    }
}

/* Without LIFE, the pending SPE Profiling exceptions reveal S of each PMBSR_ELx, and nothing of its
 * other fields. */
static void a_pending_exception_tells_s(void **state)
{
    static const char exc[] =
        "pmsver = 6\nevents = 0xBFF\nfne = 1\nfds = 1\next_abort = serror\nflag_updates = 1\n"
        "exc = 1\nel2 = 1\nel3 = 1\n";
    static const struct {
        const char *name;
        uint8_t levels;
        bool s[3]; /* of PMBSR_EL1, PMBSR_EL2, PMBSR_EL3 */
    } rows[] = {{"none", 0x00, {false, false, false}},
                {"to EL1", 0x02, {true, false, false}},
                {"to EL2", 0x04, {false, true, false}},
                {"to EL3", 0x08, {false, false, true}},
                {"to all", 0x0E, {true, true, true}}};
    static const enum spe_reg regs[] = {SPE_PMBSR, SPE_PMBSR_EL2, SPE_PMBSR_EL3};
    const uint64_t others = UINT64_C(0x94000007);

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct spe_txn txn = {.kind = SPE_TXN_OUT, .cycle = NOW, .u.out.levels = rows[i].levels};
        struct spe_model *m = bare_model(exc, SPE_TAP_ALL & ~SPE_TAP_LIFE);
        m->txn = &txn;
        m->clock.cycle = m->clock.txn_cycle = NOW;
        contexts_tell(&m->spu->contexts, &(struct spe_txn_ctx){.state = 0x310785});
        contexts_begin(&m->spu->contexts, 0);
        m->spu->regs.v[SPE_PMSCR_EL2] = SPE_PMSCR_EE;
        m->spu->lv.irq = rows[i].levels == 0; /* so that the levels change */
        for (int k = 0; k < 3; k++) {
            m->spu->regs.v[regs[k]] = others | (rows[i].s[k] ? 0 : SPE_PMBSR_S);
        }
        outputs_apply(m, &txn.u.out);
        for (int k = 0; k < 3; k++) {
            CHECK(rows[i].name, m->spu->regs.v[regs[k]], others | (rows[i].s[k] ? SPE_PMBSR_S : 0));
        }
        m->txn = NULL;
        spe_model_destroy(m);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(none_is_given_up),
        cmocka_unit_test(one_more_has_no_room),
        cmocka_unit_test(the_oldest_have_room),
        cmocka_unit_test(one_that_waits_is_lost),
        cmocka_unit_test(another_stands_in_its_place),
        cmocka_unit_test(data_are_of_the_one_behind),
        cmocka_unit_test(a_tag_is_given_again),
        cmocka_unit_test(one_that_waits_is_a_candidate),
        cmocka_unit_test(staged_before_one_that_waits),
        cmocka_unit_test(filters_are_open),
        cmocka_unit_test(other_ids_are_noted),
        cmocka_unit_test(one_of_two_draws),
        cmocka_unit_test(a_pending_exception_tells_s),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
