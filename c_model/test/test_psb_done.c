/* SPDX-License-Identifier: Apache-2.0 */
#include "bare_model.h"
#include "check.h"
#include "ports/sync.h"
#include "queue/buffer.h"
#include "spe/regs.h"

/* PSB CSYNC is requested and done (3.6; dpi/timing.md, BR1 to BR4): for which samples it has to
 * wait, and what had to be over. */

#define NOW   60
#define LAST  5 /* PSB CSYNC waits for selections up to this one */
#define LATER (LAST + 1)
#define VA    UINT64_C(0x10000)
#define KEYS  "inflight = 3\nirq_max = 2\n"

static const struct spe_txn txn = {.kind = SPE_TXN_SYNC};

static void sync_txn(struct spe_model *m, enum spe_sync_kind kind, uint64_t data)
{
    sync_apply(m, &(struct spe_txn_sync){.kind = (uint8_t)kind, .data = data});
}

static uint64_t made(const struct spe_model *m, int check)
{
    uint64_t evaluated = 0, fired = 0;

    (void)spe_model_check_counts(m, check, &evaluated, &fired);
    return evaluated;
}

/* In cycle NOW a PSB CSYNC is open, and `orders` samples were selected so far. */
static struct spe_model *with_psb(const char *keys, unsigned taps, uint64_t orders)
{
    struct spe_model *m = bare_model(keys, taps);
    struct barriers *b = &m->spu->barriers;

    m->txn = &txn;
    m->clock.cycle = NOW;
    m->spu->fl.orders = orders;
    b->psb_open = true;
    b->psb_cycle = NOW - 8;
    b->psb_order = LAST;
    return m;
}

static void end(struct spe_model *m)
{
    for (int i = 0; i < MAX_TAGS; i++) {
        m->spu->fl.tag[i].state = TAG_FREE;
    }
    m->spu->buf.n_bursts = m->spu->buf.early.n = m->spu->fl.n_wait = m->spu->fl.n_staged = 0;
    spe_model_destroy(m);
}

/* S5: a sample that is selected in the cycle of the request is of no PSB CSYNC. */
static const struct request_row {
    const char *name;
    int tag;
    enum tag_state state;
    uint64_t order, cycle;
    uint64_t last; /* it waits for selections up to this one */
} requests[] = {
    {"no sample", 0, TAG_FREE, 0, 0, 9},
    {"one of an earlier cycle", 0, TAG_FLIGHT, 9, NOW - 1, 9},
    {"one of this cycle", 0, TAG_FLIGHT, 9, NOW, 8},
    {"under the last tag", 2, TAG_FLIGHT, 9, NOW, 8},
    {"it has ended", 1, TAG_WAIT, 9, NOW - 1, 9},
    {"none is there", 1, TAG_FREE, 9, NOW - 1, 9},
    {"an older one of this cycle", 1, TAG_FLIGHT, 8, NOW, 7},
};

static void up_to_which_sample(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(requests) / sizeof(requests[0]); i++) {
        const struct request_row *row = &requests[i];
        struct spe_model *m = bare_model(KEYS, SPE_TAP_ALL);
        struct barriers *b = &m->spu->barriers;
        m->clock.cycle = NOW;
        m->spu->fl.orders = 9;
        b->cse_cycle = 33;
        b->psb_idle = 44; /* of an earlier one, which was late */
        b->psb_late = true;
        m->spu->fl.tag[row->tag].state = row->state;
        m->spu->fl.tag[row->tag].order = row->order;
        m->spu->fl.tag[row->tag].sel_cycle = row->cycle;
        sync_txn(m, SPE_SYNC_PSB_REQ, 0);
        CHECK(row->name, b->psb_order, row->last);
        CHECK(row->name, b->psb_open, true);
        CHECK(row->name, b->psb_cycle, NOW);
        CHECK(row->name, b->psb_cse, 33);
        CHECK(row->name, b->psb_late || b->psb_idle != 0, false);
        end(m);
    }
}

enum what { NOTHING, EVENT, POINTER, FLIGHT, LAST_TAG, WAITS, WRITING, DOOMED };

/* What is left when PSB CSYNC is done, without a window of an event that is open. */
static const struct left_row {
    const char *name;
    enum what what;
    uint64_t order, orders; /* orders: samples so far */
    uint64_t lo, hi;        /* of the event */
    uint64_t cycle;         /* of its response */
    bool optional, asynchronous, unsure, stopped, maybe;
    const char *text; /* what is found; NULL: nothing */
} lefts[] = {
#define OUTCOME "PMBPTR_EL1 and PMBSR_EL1 do not hold the outcome yet"
#define SAMPLE  "a sample taken before it has no record yet"
#define BEING   "the record of an earlier sample is being written"
#define OFFER   "an address of a record that has ended was not accepted yet"
    {"nothing", NOTHING, 0, LATER, .text = NULL},
    {"3: an event in the next cycle", EVENT, LAST, LATER, NOW + 1, NOW + 1, .text = OUTCOME},
    {"later", EVENT, LAST, LATER, NOW + 2, NOW + 5, .text = OUTCOME},
    {"in the next cycle or later", EVENT, LAST, LATER, NOW + 1, NOW + 5, .text = OUTCOME},
    {"of a later sample", EVENT, LATER, LATER, NOW + 1, NOW + 1, .text = NULL},
    {"it may not come", EVENT, LAST, LATER, NOW + 1, NOW + 1, .optional = true},
    {"profiling is stopped: nothing changes", EVENT, LAST, LATER, NOW + 1, NOW + 1,
     .stopped = true},
    {"it may have come", EVENT, LAST, LATER, NOW, NOW + 1, .text = NULL},
    {"BR3: an abort of this cycle", EVENT, LAST, LATER, NOW + 1, NOW + 1, NOW,
     .asynchronous = true},
    {"of the cycle before", EVENT, LAST, LATER, NOW + 1, NOW + 1, NOW - 1, .asynchronous = true,
     .text = OUTCOME},
    {"no abort, decided in this cycle", EVENT, LAST, LATER, NOW + 1, NOW + 1, NOW, .text = OUTCOME},
    {"of this sample or a later one", EVENT, LAST, LATER, NOW + 1, NOW + 1, .unsure = true},
    {"there is no later one", EVENT, LAST, LAST, NOW + 1, NOW + 1, .unsure = true, .text = OUTCOME},
    {"3: PMBPTR_EL1 moves in the next cycle", POINTER, LAST, LATER, .text = OUTCOME},
    {"for a later sample", POINTER, LATER, LATER, .text = NULL},
    {"1: a life", FLIGHT, LAST, LATER, .text = SAMPLE},
    {"of a later sample", FLIGHT, LATER, LATER, .text = NULL},
    {"under the last tag", LAST_TAG, LAST, LATER, .text = SAMPLE},
    {"2: a sample that waits for room", WAITS, LAST, LATER, .text = SAMPLE},
    {"a later one that waits", WAITS, LATER, LATER, .text = NULL},
    {"2: a record is being written", WRITING, LAST, LATER, .text = BEING},
    {"a later one", WRITING, LATER, LATER, .text = NULL},
    {"another may be in its place", WRITING, LAST, LATER, .maybe = true, .text = BEING},
    {"4: an AW is on offer", DOOMED, LAST, LATER, .text = OFFER},
    {"of a later record", DOOMED, LATER, LATER, .text = NULL},
    {"of this or of a later one", DOOMED, LAST, LATER, .maybe = true},
    {"there is no later one", DOOMED, LAST, LAST, .maybe = true, .text = OFFER},
};

/* The event of the row behind an event of another cause. */
static void leave_events(struct events *events, const struct left_row *row)
{
    events->effect[0] = (struct effect){
        .lo = NOW + 3, .hi = NOW + 9, .target = 1, .order = LATER + 1, .cause = CAUSE_FULL};
    events->effect[1] = (struct effect){.lo = row->lo,
                                        .hi = row->hi,
                                        .target = 1,
                                        .ea = row->asynchronous,
                                        .cause = CAUSE_ABORT,
                                        .cycle = row->cycle,
                                        .order = row->order,
                                        .optional = row->optional,
                                        .asynchronous = row->asynchronous,
                                        .unsure = row->unsure};
    events->n = 2;
}

static void leave(struct spe_model *m, const struct left_row *row)
{
    struct inflight *fl = &m->spu->fl;
    struct tag *tag = &fl->tag[row->what == LAST_TAG ? 2 : 0];
    struct rec *rec = bare_record(m, REC_STARTED, row->order);

    rec->va = VA;
    rec->next = VA + 4;
    rec->maybe = row->maybe;
    rec->may.last = row->order;
    m->spu->regs.v[SPE_PMBSR] = row->stopped ? SPE_PMBSR_S : 0;
    if (row->what == EVENT) {
        leave_events(&m->spu->events, row);
    } else if (row->what == POINTER) {
        m->spu->pointer.due = true;
        m->spu->pointer.first = 1;
        m->spu->pointer.last = row->order;
    } else if (row->what == FLIGHT || row->what == LAST_TAG) {
        tag->state = TAG_FLIGHT;
        tag->order = row->order;
    } else if (row->what == WAITS) {
        tag->state = TAG_WAIT;
        tag->order = row->order;
        rec->state = REC_QUEUED;
        tag->rec = rec_number(&m->spu->buf, rec);
        fl->n_wait = 1;
    } else if (row->what == WRITING) {
        buffer_append(&m->spu->buf, rec);
        m->spu->buf.burst[0] = (struct burst){.rec = rec_number(&m->spu->buf, rec)};
        m->spu->buf.n_bursts = 1;
    } else if (row->what == DOOMED) {
        rec->state = REC_DOOMED;
        rec->doom.late_aws = 1;
        m->spu->buf.doomed = rec_number(&m->spu->buf, rec);
    }
}

static void what_psb_had_to_wait_for(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(lefts) / sizeof(lefts[0]); i++) {
        const struct left_row *row = &lefts[i];
        struct spe_model *m = with_psb(KEYS, SPE_TAP_ALL, row->orders);
        leave(m, row);
        m->spu->barriers.psb_idle = NOW - 1;
        sync_txn(m, SPE_SYNC_PSB_DONE, 0);
        CHECK(row->name, bare_findings, row->text != NULL);
        if (row->text != NULL) {
            CHECK(row->name, bare_last.check, SPE_CHECK_SYNC_PSB);
            assert_non_null(strstr(bare_last.text, row->text));
            assert_string_equal(bare_last.where, row->what == WRITING ? "record 5" : "");
        }
        CHECK(row->name, made(m, SPE_CHECK_SYNC_PSB), 1);
        CHECK(row->name, m->spu->barriers.psb_open || m->spu->barriers.psb_idle != 0, false);
        CHECK(row->name, m->spu->barriers.psb_seen && m->spu->barriers.psb_ever, true);
        end(m);
    }
}

/* 4: whether the ended record had offered an AW is open, or all of its AWs were accepted. */
static void an_aw_that_may_be_on_offer(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 4; i++) {
        const bool open = (i & 1) != 0, none = (i & 2) != 0;
        struct spe_model *m = with_psb(KEYS, SPE_TAP_ALL, LATER);
        leave(m, &(struct left_row){.what = DOOMED, .order = LAST});
        m->spu->buf.late_open = open;
        rec_of(&m->spu->buf, m->spu->buf.doomed)->doom.late_aws = none ? 0 : 2;
        sync_txn(m, SPE_SYNC_PSB_DONE, 0);
        CHECK("found", bare_findings, !open && !none);
        end(m);
    }
}

/* 2: a record that has not begun is too late, but reported later. A window that is open may have
 * lost it; what may be lost is not owed. */
static const struct owed_row {
    const char *name;
    enum rec_state state;
    uint64_t order;
    bool optional, window, owed;
} owes[] = {
    {"in the queue", REC_QUEUED, LAST, false, false, true},
    {"of a later sample", REC_QUEUED, LATER, false, false, false},
    {"part of it is written", REC_STARTED, LAST, false, false, true},
    {"the rest of it may be lost", REC_STARTED, LAST, true, false, false},
    {"the buffer was disabled", REC_MAYBE, LAST, false, false, false},
    {"an event may have lost it", REC_QUEUED, LAST, false, true, false},
};

static void what_is_owed(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(owes) / sizeof(owes[0]); i++) {
        const struct owed_row *row = &owes[i];
        struct spe_model *m = with_psb(KEYS, SPE_TAP_ALL, LATER);
        struct rec *rec = bare_queued(m, row->state, row->order);
        rec->va = VA;
        rec->next = VA + 4;
        rec->may.last = row->order;
        rec->optional = row->optional;
        m->spu->events.effect[0] = (struct effect){
            .lo = NOW, .hi = NOW + 3, .target = 1, .order = LATER, .cause = CAUSE_FULL};
        m->spu->events.n = row->window;
        sync_txn(m, SPE_SYNC_PSB_DONE, 0);
        CHECK(row->name, bare_findings, 0);
        CHECK(row->name, rec->state != REC_FREE && rec->psb.owed, row->owed);
        end(m);
    }
}

/* An event of the open window was to have emptied the queue: samples that wait for room may have
 * lost their records, and these must not be written any more. If the levels show at once whether
 * the event has come, it excuses nothing. */
static void an_event_may_have_emptied_the_queue(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 16; i++) {
        const bool lags = (i & 1) != 0, window = (i & 2) != 0, staged = (i & 4) != 0,
                   flight = (i & 8) != 0;
        struct spe_model *m =
            with_psb(lags ? KEYS : "inflight = 3\nirq_min = 0\nirq_max = 0\n", SPE_TAP_ALL, LATER);
        struct inflight *fl = &m->spu->fl;
        struct rec *rec[2];
        for (uint64_t k = 0; k < 2; k++) {
            rec[k] = bare_record(m, REC_QUEUED, LAST + k);
            rec[k]->id = 40 - k; /* ids follow the order of endings, not of selections */
            if (staged) {
                fl->staged[fl->n_staged++] = rec_number(&m->spu->buf, rec[k]);
            } else {
                fl->tag[k] = (struct tag){.state = TAG_WAIT, .order = LAST + k};
                fl->tag[k].rec = rec_number(&m->spu->buf, rec[k]);
                fl->wait[fl->n_wait++] = (int)k;
            }
        }
        if (flight) {
            fl->tag[2] = (struct tag){.state = TAG_FLIGHT, .order = LAST - 1};
        }
        m->spu->events.effect[0] = (struct effect){
            .lo = NOW, .hi = NOW + 3, .target = 1, .order = LATER, .cause = CAUSE_FULL};
        m->spu->events.n = window;
        sync_txn(m, SPE_SYNC_PSB_DONE, 0);
        const bool excused = lags && window && !flight;
        CHECK("found", bare_findings, !excused);
        CHECK("up to the last one", rec[0]->psb.excused, excused);
        CHECK("a later one", rec[1]->psb.excused, false);
        end(m);
    }
}

static void done_without_a_request(void **state)
{
    static const enum spe_sync_kind kinds[] = {SPE_SYNC_PSB_DONE, SPE_SYNC_DSB_DONE};
    static const char *const texts[] = {"PSB CSYNC is done without a request",
                                        "DSB is done without a request"};

    (void)state;
    for (size_t i = 0; i < 2; i++) {
        struct spe_model *m = bare_model("", SPE_TAP_ALL);
        m->txn = &txn;
        sync_txn(m, kinds[i], 0);
        CHECK("found", bare_findings, 1);
        CHECK("as", bare_last.check, SPE_CHECK_CONTRACT);
        assert_string_equal(bare_last.where, "sync.kind");
        assert_string_equal(bare_last.text, texts[i]);
        CHECK("none is done", m->spu->barriers.psb_seen || m->spu->barriers.dsb_ever, false);
        end(m);
    }
}

/* W15: an event of the system, unless profiling is stopped or Discard mode is on. */
static const struct system_row {
    const char *name;
    const char *keys;
    unsigned taps;
    uint64_t pmbsr, limitr;
    bool event;
} systems[] = {
    {"buffer mode", "event_min = 2\nevent_max = 7\n", SPE_TAP_ALL, 0, 0, true},
    {"stopped", "", SPE_TAP_ALL, SPE_PMBSR_S, 0, false},
    {"discard mode", "", SPE_TAP_ALL, 0, SPE_PMBLIMITR_FM_DISCARD | SPE_PMBLIMITR_E, false},
    {"no LIFE", "", SPE_TAP_ALL & ~SPE_TAP_LIFE, 0, 0, false},
};

static void an_event_of_the_system(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(systems) / sizeof(systems[0]); i++) {
        const struct system_row *row = &systems[i];
        struct spe_model *m = bare_model(row->keys, row->taps);
        const struct effect *e = &m->spu->events.effect[0];
        m->txn = &txn;
        m->clock.cycle = NOW;
        m->cfg.pmsver = 3;
        m->spu->regs.v[SPE_PMBSR] = row->pmbsr;
        m->spu->regs.v[SPE_PMBLIMITR] = row->limitr;
        sync_txn(m, SPE_SYNC_IMPDEF, 0xABCD1234ABCDull);
        CHECK(row->name, m->spu->events.n, row->event);
        CHECK(row->name, bare_findings, 0);
        if (row->event) {
            CHECK("lo", e->lo, NOW + 2);
            CHECK("hi", e->hi, NOW + 7);
            CHECK("EC", e->ec, 0x1F);
            CHECK("MSS", e->mss, 0xABCD);
            CHECK("MSS2", e->mss2, 0xABCD1234u);
            CHECK("DL, EA, PMBPTR_EL1", e->dl != DL_KEEP || e->ea || e->has_ptr, false);
            CHECK("behind all others of its cycle", e->rank, RANK_IMPDEF);
            CHECK("of no record", e->order, UINT64_MAX);
            CHECK("cause", e->cause, CAUSE_IMPDEF);
            CHECK("certain", e->optional, false);
        }
        end(m);
    }
}

/* A TLBI begins the time of a DSB anew (BR5). */
static void a_tlbi_meanwhile(void **state)
{
    (void)state;
    for (int open = 0; open < 2; open++) {
        struct spe_model *m = bare_model("", SPE_TAP_ALL);
        m->txn = &txn;
        m->clock.cycle = NOW;
        m->spu->barriers.dsb_open = open != 0;
        sync_txn(m, SPE_SYNC_TLBI, 0);
        CHECK("it waits for what began before", m->spu->barriers.dsb[0].until, open ? NOW + 2 : 0);
        end(m);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(up_to_which_sample),
                                       cmocka_unit_test(what_psb_had_to_wait_for),
                                       cmocka_unit_test(an_aw_that_may_be_on_offer),
                                       cmocka_unit_test(what_is_owed),
                                       cmocka_unit_test(an_event_may_have_emptied_the_queue),
                                       cmocka_unit_test(done_without_a_request),
                                       cmocka_unit_test(an_event_of_the_system),
                                       cmocka_unit_test(a_tlbi_meanwhile)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
