/* SPDX-License-Identifier: Apache-2.0 */
#include "bare_model.h"
#include "check.h"
#include "queue/wait.h"
#include "sampling/inflight.h"
#include "state/queue.h"

/* A sample from its selection to its record: what the story (oracle (b)) holds of it, which endings
 * are the oldest, who gets room in the queue (RL2, RL3, FQ1), what is misuse. */

#define NS    (UINT64_C(1) << 2)
#define NSPB  (UINT64_C(3) << 7)
#define E2PB  (UINT64_C(3) << 9)
#define COUNT 0x7766554433221100

static const struct spe_txn_ctx guest = {.id = 3,
                                         .state = NS | NSPB | E2PB | 1,
                                         .contextidr_el1 = 0x11112222,
                                         .contextidr_el2 = 0x33334444,
                                         .cntvoff = 0x5555,
                                         .cntpoff = 0x6666,
                                         .cntpct = 0x7777};
static const struct spe_txn_ctx host = {.id = 5,
                                        .state = NS | NSPB | 2,
                                        .contextidr_el1 = 0x8888,
                                        .contextidr_el2 = 0x9999,
                                        .cntvoff = 0xAAAA,
                                        .cntpoff = 0xBBBB,
                                        .cntpct = 0xCCCC};
/* Of class 1, a load. */
static const struct spe_txn_sel load = {
    .ctx = 3, .slot = 1, .tag = 1, .flags = SPE_OP_SIMD, .pc = 0x123456789ABC, .op = 0x0104};

/* Cycle 50, 700 active cycles; the buffer is enabled. */
static struct spe_model *create(const char *keys)
{
    char lines[200];

    (void)snprintf(lines, sizeof(lines), "inflight = 4\n%s", keys);
    struct spe_model *m = bare_model(lines, SPE_TAP_ALL);
    memset(&m->spu->unknown, 0, sizeof(m->spu->unknown));
    m->clock.cycle = 50;
    m->clock.active_base = 700;
    m->clock.active = false;
    contexts_tell(&m->spu->contexts, &guest);
    contexts_tell(&m->spu->contexts, &host);
    contexts_count(&m->spu->contexts, COUNT);
    contexts_begin(&m->spu->contexts, host.id);
    m->spu->enabled.buffer = true;
    m->spu->ops = 4711;
    m->spu->fl.orders = 20;
    return m;
}

static void select_tag(struct spe_model *m, unsigned tag)
{
    struct spe_txn_sel sel = load;

    sel.tag = (uint8_t)tag;
    inflight_select(m, &sel);
}

/* The next cycle, also of active ones. */
static void step(struct spe_model *m)
{
    m->clock.cycle++;
    m->clock.active_base++;
}

static void live(struct spe_model *m, unsigned tag, enum spe_life_kind kind)
{
    inflight_life(m, &(struct spe_txn_life){.tag = (uint8_t)tag, .kind = (uint8_t)kind});
}

/* The operation is issued and completed, and retires. */
static void retire(struct spe_model *m, unsigned tag)
{
    live(m, tag, SPE_LIFE_ISSUE);
    live(m, tag, SPE_LIFE_COMPLETE);
    live(m, tag, SPE_LIFE_RETIRE);
}

/* SC1: the lane, its context, and the registers at the start of the cycle. */
static void a_selection(void **state)
{
    struct spe_model *m = create("");
    const struct tag *tag = &m->spu->fl.tag[1];
    const struct spe_story *s = &tag->story;

    (void)state;
    m->spu->regs.v[SPE_PMSCR_EL1] = 0x2B;
    m->spu->regs.v[SPE_PMSCR_EL2] = 0xD1;
    assert_int_equal(clock_active(&m->clock), 700);
    inflight_select(m, &load);
    CHECK("PC", s->pc, load.pc);
    CHECK("operation", s->op, load.op);
    CHECK("flags", s->flags, load.flags);
    CHECK("state", s->ctx_state, guest.state);
    CHECK("CONTEXTIDR_EL1", s->contextidr_el1, guest.contextidr_el1);
    CHECK("CONTEXTIDR_EL2", s->contextidr_el2, guest.contextidr_el2);
    CHECK("CNTVOFF_EL2", s->cntvoff, guest.cntvoff);
    CHECK("physical offset", s->cntpoff, guest.cntpoff);
    CHECK("count", s->cntpct_select, COUNT);
    CHECK("PMSCR_EL1", s->pmscr_el1, 0x2B);
    CHECK("PMSCR_EL2", s->pmscr_el2, 0xD1);
    CHECK("selected", s->selected.seen && s->selected.active == 700, true);
    CHECK("nothing else", s->issue.seen || s->complete.seen || s->ended.seen, false);
    CHECK("filters", s->has_filters, false);
    CHECK("in flight", tag->state, TAG_FLIGHT);
    CHECK("order", tag->order, 21);
    CHECK("member", tag->pos, 4711);
    CHECK("cycle", tag->sel_cycle, 50);
    CHECK("the owner is EL1", tag->regime, SPE_REGIME_NS_EL10);
    CHECK("life", tag->life.selected, 700);
    spe_model_destroy(m);
}

/* A tag that was in use is given again, which is reported elsewhere: its sample is lost, or its
 * record. */
static void a_tag_is_given_twice(void **state)
{
    static const struct {
        const char *name;
        enum tag_state state;
        uint64_t samples, records;
    } rows[] = {
        {"free", TAG_FREE, 0, 0}, {"in flight", TAG_FLIGHT, 1, 0}, {"waits", TAG_WAIT, 0, 1}};

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct spe_model *m = create("");
        struct inflight *fl = &m->spu->fl;
        fl->tag[1].state = rows[i].state;
        if (rows[i].state == TAG_WAIT) {
            fl->tag[1].rec = rec_number(&m->spu->buf, bare_record(m, REC_QUEUED, 7));
            fl->wait[fl->n_wait++] = 1;
        }
        inflight_select(m, &load);
        CHECK(rows[i].name, m->spu->acc.lost_samples, rows[i].samples);
        CHECK(rows[i].name, m->spu->tot.lost, rows[i].records);
        CHECK(rows[i].name, fl->n_wait, 0);
        CHECK(rows[i].name, fl->tag[1].state, TAG_FLIGHT);
        spe_model_destroy(m);
    }
}

/* LF1: a pulse belongs to the operation selected under the tag in an earlier cycle, up to its
 * ending. */
static void a_pulse_of_no_operation(void **state)
{
    struct spe_model *m = create("");

    (void)state;
    live(m, 2, SPE_LIFE_ISSUE);
    CHECK("the tag is free", bare_findings, 1);
    CHECK("contract", bare_last.check, SPE_CHECK_CONTRACT);
    assert_string_equal(bare_last.where, "life.tag");
    assert_string_equal(bare_last.text,
                        "life event of tag 2, under which no operation is in flight");
    select_tag(m, 1);
    live(m, 1, SPE_LIFE_ISSUE);
    CHECK("selected in this cycle", bare_findings, 2);
    CHECK("not stamped", m->spu->fl.tag[1].story.issue.seen, false);
    step(m);
    retire(m, 1);
    CHECK("in a later one", bare_findings, 2);
    live(m, 1, SPE_LIFE_SQUASH);
    CHECK("ended in this cycle", bare_findings, 3);
    CHECK("it ended once", m->spu->fl.n_ended, 1);
    CHECK("as it did", m->spu->fl.tag[1].story.end.kind, SPE_LIFE_RETIRE);
    spe_model_destroy(m);
}

/* LF4, LF5: the pulses of an operation before it ends: I issue, C complete. */
static const struct {
    const char *pulses;
    bool counts; /* [sample_point] = retire */
    enum spe_life_kind end;
    const char *actual; /* NULL: no finding */
} lives[] = {
    {"IC", false, SPE_LIFE_RETIRE, NULL},
    {"", false, SPE_LIFE_RETIRE, "no issue, no complete"},
    {"I", false, SPE_LIFE_RETIRE, "no complete"},
    {"C", false, SPE_LIFE_RETIRE, "no issue"},
    {"CI", false, SPE_LIFE_RETIRE, "complete, then issue"},
    {"CIC", false, SPE_LIFE_RETIRE, NULL},
    {"", false, SPE_LIFE_EXCEPTION, NULL},
    {"", false, SPE_LIFE_SQUASH, NULL},
    {"", true, SPE_LIFE_RETIRE, NULL},
};

static void an_operation_retires(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(lives) / sizeof(lives[0]); i++) {
        struct spe_model *m = create("");
        m->cfg.sample_point =
            lives[i].counts ? spe_cfg_sample_point_retire : spe_cfg_sample_point_dispatch;
        select_tag(m, 1);
        for (const char *p = lives[i].pulses; *p != '\0'; p++) {
            step(m);
            live(m, 1, *p == 'I' ? SPE_LIFE_ISSUE : SPE_LIFE_COMPLETE);
        }
        step(m);
        live(m, 1, lives[i].end);
        CHECK(lives[i].pulses, bare_findings, lives[i].actual != NULL);
        if (lives[i].actual != NULL) {
            CHECK(lives[i].pulses, bare_last.check, SPE_CHECK_CONTRACT);
            assert_string_equal(bare_last.where, "life.kind");
            assert_string_equal(bare_last.expected, "issue, then complete, then retire");
            assert_string_equal(bare_last.actual, lives[i].actual);
            assert_non_null(strstr(bare_last.text, "the operation of tag 1 retires"));
        }
        spe_model_destroy(m);
    }
}

/* The last cycle in which samples ended, and the oldest selection among these. */
static void the_oldest_ending(void **state)
{
    static const struct {
        const char *name;
        bool step;
        unsigned tag;
        uint64_t order;
    } rows[] = {{"the first", true, 2, 23},
                {"an older one", false, 1, 22},
                {"a younger one", false, 3, 22},
                {"the oldest, but later", true, 0, 21}};
    struct spe_model *m = create("");

    (void)state;
    for (unsigned i = 0; i < 4; i++) {
        select_tag(m, i);
    }
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        if (rows[i].step) {
            inflight_flush(m);
            step(m);
        }
        const int before = m->spu->fl.n_ended;
        m->spu->schedule.busy = false;
        retire(m, rows[i].tag);
        CHECK(rows[i].name, m->spu->fl.end_order, rows[i].order);
        CHECK(rows[i].name, m->spu->fl.end_cycle, m->clock.cycle);
        CHECK(rows[i].name, m->spu->fl.n_ended, before + 1);
        CHECK(rows[i].name, m->spu->fl.ended[before], rows[i].tag);
        CHECK(rows[i].name, m->spu->schedule.busy, true);
    }
    spe_model_destroy(m);
}

/* A younger sample that ends in a later cycle is the oldest of that cycle. */
static void a_younger_one_later(void **state)
{
    struct spe_model *m = create("");

    (void)state;
    select_tag(m, 0);
    select_tag(m, 1);
    step(m);
    retire(m, 0);
    CHECK("the older one", m->spu->fl.end_order, 21);
    inflight_flush(m);
    step(m);
    retire(m, 1);
    CHECK("the younger one", m->spu->fl.end_order, 22);
    CHECK("its cycle", m->spu->fl.end_cycle, 52);
    spe_model_destroy(m);
}

/* Of the sample, beside its story. */
static void check_record(const struct spe_model *m, const struct rec *rec)
{
    CHECK("order", rec->order, 21);
    CHECK("no other order", rec->may.first == 21 && rec->may.last == 21, true);
    CHECK("member", rec->pos, 4711);
    CHECK("selection", rec->life.sel_cycle, 50);
    CHECK("ending", rec->life.made_cycle, 52);
    CHECK("number", rec->id, m->spu->fl.records);
    CHECK("predicted", m->spu->tot.predicted, 1);
    CHECK("the tag is free", m->spu->fl.tag[1].state, TAG_FREE);
    CHECK("since", m->spu->fl.tag[1].end_cycle, 52);
}

/* FQ1, SC2: the ending, the count and the filters in its cycle; then the record has all that. */
static void a_record_has_the_story(void **state)
{
    struct spe_model *m = create("");
    struct spe_regs *regs = &m->spu->regs;

    (void)state;
    inflight_select(m, &load);
    step(m);
    live(m, 1, SPE_LIFE_ISSUE);
    live(m, 1, SPE_LIFE_COMPLETE);
    step(m);
    contexts_count(&m->spu->contexts, COUNT + 9);
    regs->v[SPE_PMSFCR] = UINT64_C(1) << 40;
    regs->v[SPE_PMSEVFR] = 0xE0;
    regs->v[SPE_PMSNEVFR] = 0x70;
    regs->v[SPE_PMSLATFR] = 0x123;
    regs->v[SPE_PMSDSFR] = 0x456;
    inflight_life(m, &(struct spe_txn_life){.tag = 1, .kind = SPE_LIFE_RETIRE, .events = 0x5A0});
    inflight_flush(m);
    CHECK("a record", m->spu->fl.n_staged, 1);
    const struct rec *rec = rec_seen(&m->spu->buf, m->spu->fl.staged[0]);
    const struct spe_story *s = &rec->story;
    CHECK("PC", s->pc, load.pc);
    CHECK("selected", s->selected.active, 700);
    CHECK("issued", s->issue.seen && s->issue.active == 701, true);
    CHECK("complete", s->complete.seen && s->complete.active == 701, true);
    CHECK("ended", s->ended.seen && s->ended.active == 702, true);
    CHECK("how", s->end.kind, SPE_LIFE_RETIRE);
    CHECK("events", s->end.events, 0x5A0);
    CHECK("count", s->cntpct_end, COUNT + 9);
    CHECK("count at the selection", s->cntpct_select, COUNT);
    CHECK("filters", s->has_filters, true);
    CHECK("PMSFCR_EL1", s->pmsfcr, UINT64_C(1) << 40);
    CHECK("PMSEVFR_EL1", s->pmsevfr, 0xE0);
    CHECK("PMSNEVFR_EL1", s->pmsnevfr, 0x70);
    CHECK("PMSLATFR_EL1", s->pmslatfr, 0x123);
    CHECK("PMSDSFR_EL1", s->pmsdsfr, 0x456);
    check_record(m, rec);
    spe_model_destroy(m);
}

/* RL2: records in the queue, and those that enter it, take room. If one of them may be absent, the
 * SPU may have had room. */
static const struct room {
    const char *name, *keys;
    int queued, staged;
    enum rec_state head; /* of the first record in the queue */
    bool doubt_queued, doubt_staged;
    bool waits, room;
} rooms[] = {
    {"empty", "record_queue = 1\n", 0, 0, REC_QUEUED, false, false, false, false},
    {"one is queued", "record_queue = 1\n", 1, 0, REC_QUEUED, false, false, true, false},
    {"one enters", "record_queue = 1\n", 0, 1, REC_QUEUED, false, false, true, false},
    {"one of each", "record_queue = 2\n", 1, 1, REC_STARTED, false, false, true, false},
    {"a place is left", "record_queue = 3\n", 1, 1, REC_QUEUED, false, false, false, false},
    {"it may be gone", "record_queue = 1\n", 1, 0, REC_MAYBE, false, false, true, true},
    {"it may be rejected", "record_queue = 2\n", 2, 0, REC_QUEUED, true, false, true, true},
    {"so may one that enters", "record_queue = 2\n", 0, 2, REC_QUEUED, false, true, true, true},
};

static void fill(struct spe_model *m, const struct room *row)
{
    for (int k = 0; k < row->queued; k++) {
        struct rec *rec = bare_queued(m, k == 0 ? row->head : REC_QUEUED, (uint64_t)k + 1);
        rec->filter.doubt = row->doubt_queued && k == 0;
    }
    for (int k = 0; k < row->staged; k++) {
        struct rec *rec = bare_record(m, REC_QUEUED, (uint64_t)k + 5);
        rec->filter.doubt = row->doubt_staged && k == 0;
        inflight_stage(&m->spu->fl, rec_number(&m->spu->buf, rec));
    }
}

static void room_in_the_queue(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(rooms) / sizeof(rooms[0]); i++) {
        const struct room *row = &rooms[i];
        struct spe_model *m = create(row->keys);
        const struct inflight *fl = &m->spu->fl;
        fill(m, row);
        select_tag(m, 2);
        step(m);
        retire(m, 2);
        inflight_flush(m);
        CHECK(row->name, fl->tag[2].state, row->waits ? TAG_WAIT : TAG_FREE);
        CHECK(row->name, fl->tag[2].end_cycle, 51);
        CHECK(row->name, fl->n_staged, row->staged + (row->waits ? 0 : 1));
        CHECK(row->name, fl->n_wait, row->waits);
        if (row->waits) {
            CHECK(row->name, fl->wait[0], 2);
            CHECK(row->name, rec_seen(&m->spu->buf, fl->tag[2].rec)->order, 21);
            CHECK(row->name, rec_seen(&m->spu->buf, fl->tag[2].rec)->room, row->room);
        } else {
            CHECK(row->name, rec_seen(&m->spu->buf, fl->staged[row->staged])->order, 21);
        }
        spe_model_destroy(m);
    }
}

/* RL3: of the samples that end together the oldest gets the room. */
static void the_oldest_goes_first(void **state)
{
    struct spe_model *m = create("record_queue = 1\n");

    (void)state;
    select_tag(m, 2);
    select_tag(m, 0);
    select_tag(m, 1);
    step(m);
    retire(m, 1);
    retire(m, 0);
    retire(m, 2);
    inflight_flush(m);
    CHECK("one enters", m->spu->fl.n_staged, 1);
    CHECK("the oldest", rec_seen(&m->spu->buf, m->spu->fl.staged[0])->order, 21);
    CHECK("the others wait", m->spu->fl.n_wait, 2);
    CHECK("the second", m->spu->fl.wait[0], 0);
    CHECK("the third", m->spu->fl.wait[1], 1);
    spe_model_destroy(m);
}

/* 4.2, [reset_value] = unknown: what the filters use must be known, if the sample has a record, or
 * if SAMPLE_FEED_OP and the others count it. */
static void filters_hold_anything(void **state)
{
    static const struct {
        const char *name, *text;
        bool feed; /* [pmu_feed] */
        enum spe_life_kind end;
    } rows[] = {
        {"a record", "the filter of a record depends on PMSFCR_EL1", false, SPE_LIFE_RETIRE},
        {"no record", NULL, false, SPE_LIFE_SQUASH},
        {"what is counted", "what SAMPLE_FEED_OP and others count depends on PMSFCR_EL1", true,
         SPE_LIFE_SQUASH},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct spe_model *m = create("");
        m->cfg.pmu_feed = rows[i].feed;
        m->spu->unknown.bits[SPE_PMSFCR] = SPE_PMSFCR_FE;
        select_tag(m, 1);
        step(m);
        live(m, 1, SPE_LIFE_ISSUE);
        live(m, 1, SPE_LIFE_COMPLETE);
        live(m, 1, rows[i].end);
        inflight_flush(m);
        CHECK(rows[i].name, bare_findings, rows[i].text != NULL);
        if (rows[i].text != NULL) {
            assert_string_equal(bare_last.where, "PMSFCR_EL1");
            assert_non_null(strstr(bare_last.text, rows[i].text));
        }
        spe_model_destroy(m);
    }
}

/* L3: a sample that the filters may have kept. A record that has waited since an earlier cycle goes
 * first into the room that there is. */
static void a_sample_in_doubt(void **state)
{
    struct spe_model *m = create("record_queue = 2\nfl_zero = any\n");
    struct inflight *fl = &m->spu->fl;

    (void)state;
    CHECK("open", m->filters.any, true);
    fl->tag[0].state = TAG_WAIT;
    fl->tag[0].order = 5;
    fl->tag[0].end_cycle = 49;
    struct rec *rec = bare_record(m, REC_QUEUED, 5);
    rec->life.made_cycle = 49;
    fl->tag[0].rec = rec_number(&m->spu->buf, rec);
    fl->wait[fl->n_wait++] = 0;
    m->spu->regs.v[SPE_PMSFCR] = SPE_PMSFCR_FL;
    select_tag(m, 1);
    step(m);
    retire(m, 1);
    inflight_flush(m);
    CHECK("none waits", fl->n_wait, 0);
    CHECK("the tag is free", fl->tag[0].state, TAG_FREE);
    CHECK("its record is queued", m->spu->buf.n == 1 && queue_at(&m->spu->buf, 0) == rec, true);
    CHECK("the other one enters", fl->n_staged, 1);
    CHECK("in doubt", rec_seen(&m->spu->buf, fl->staged[0])->filter.doubt, true);
    CHECK("its tag is free", fl->tag[1].state, TAG_FREE);
    CHECK("SAMPLE_FILTRATE may count it", m->spu->acc.count[COUNT_FILTRATE].maybe, 1);
    spe_model_destroy(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_selection),
        cmocka_unit_test(a_tag_is_given_twice),
        cmocka_unit_test(a_pulse_of_no_operation),
        cmocka_unit_test(an_operation_retires),
        cmocka_unit_test(the_oldest_ending),
        cmocka_unit_test(a_younger_one_later),
        cmocka_unit_test(a_record_has_the_story),
        cmocka_unit_test(room_in_the_queue),
        cmocka_unit_test(the_oldest_goes_first),
        cmocka_unit_test(filters_hold_anything),
        cmocka_unit_test(a_sample_in_doubt),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
