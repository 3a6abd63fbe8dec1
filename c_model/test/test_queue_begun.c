/* SPDX-License-Identifier: Apache-2.0 */
#include "bare_model.h"
#include "check.h"
#include "cover/cover.h"
#include "doubt/fork.h"
#include "queue/buffer.h"
#include "queue/choice.h"
#include "queue/find.h"
#include "queue/ids.h"
#include "queue/place.h"
#include "spe/regs.h"
#include "state/queue.h"

/* A record enters the queue, begins, and is lost by its own fault: its limit, its place, and what
 * becomes of the doubts about it; and the translations with which it may begin. All tests run in
 * cycle 50. */

enum { NOW = 50 };

/* The step may ask questions. The answer to the first `yes` of them is yes. */
static void answer(struct spe_model *m, unsigned yes)
{
    m->run.may_ask = true;
    m->run.given = yes;
    for (unsigned i = 0; i < yes; i++) {
        m->run.question[i] = (struct question){.kind = FORK_KINDS, .answer = 1};
    }
}

static void map(struct spe_model *m, uint64_t cycle)
{
    m->spu->buf.xl[0] = (struct xl){
        .used = true, .owned = true, .va_page = 0x10, .pa_page = 0x80010, .cycle = cycle};
}

/* PMBLIMITR_EL1 had the first limit up to cycle 20, the second one up to cycle 30, and has the
 * third one since. A record has the limit of the cycle of its offer (W2, S1). If the tap does not
 * give this cycle, the record may have each limit from the time at which it could be offered. A
 * limit that is two largest records away decides nothing, unless the record met a disabled buffer
 * in cycle `off`: it was offered before, so its own limit is one of those before. */
#define LIMITS                                                                                     \
    {                                                                                              \
        0x30000, 0x20000, 0x11000                                                                  \
    }
static const struct limit_row {
    const char *name;
    uint64_t limit[3], ptr, offered; /* offered: 0: the tap does not say */
    uint64_t aw_next, by, off;
    bool maybe, may_write, others;
    unsigned yes, asked;
    uint64_t head, own;
} limit_rows[] = {
#define PTR 0x10000
    {"last of the first", LIMITS, PTR, 20, 5, 0, 0, false, false, false, 0, 0, 0x30000, 0x30000},
    {"first of the second", LIMITS, PTR, 21, 5, 0, 0, false, false, false, 0, 0, 0x20000, 0x20000},
    {"last of the second", LIMITS, PTR, 30, 5, 0, 0, false, false, false, 0, 0, 0x20000, 0x20000},
    {"first of the third", LIMITS, PTR, 31, 5, 0, 0, false, false, false, 0, 0, 0x11000, 0x11000},
    {"any, all far away", LIMITS, PTR, 0, 5, 0, 0, false, false, false, 0, 0, 0x30000, 0x30000},
    {"not the first", LIMITS, PTR, 0, 21, 0, 0, false, false, false, 0, 0, 0x20000, 0x20000},
    {"the last", LIMITS, PTR, 0, 31, 0, 0, false, false, false, 0, 0, 0x11000, 0x11000},
    {"near", LIMITS, 0x10FC0, 0, 21, 0, 0, false, false, false, 0, 1, 0x20000, 0x20000},
    {"near, it is", LIMITS, 0x10FC0, 0, 21, 0, 0, false, false, false, 1, 1, 0x11000, 0x11000},
    {"just far", LIMITS, 0x10F80, 0, 21, 0, 0, false, false, false, 1, 0, 0x20000, 0x20000},
    {"met, the first", LIMITS, PTR, 0, 5, 0, 31, true, false, false, 0, 1, 0x30000, 0x30000},
    {"met, the second", LIMITS, PTR, 0, 5, 0, 31, true, false, false, 1, 2, 0x20000, 0x20000},
    {"met, the third", LIMITS, PTR, 0, 5, 0, 31, true, false, false, 2, 2, 0x11000, 0x20000},
    {"met, others", LIMITS, PTR, 0, 5, 0, 31, true, false, true, 2, 2, 0x11000, 0x20000},
    {"met early", LIMITS, PTR, 0, 5, 0, 22, true, false, false, 2, 2, 0x11000, 0x20000},
    {"met earlier", LIMITS, PTR, 0, 5, 0, 21, true, false, false, 2, 2, 0x11000, 0x30000},
    {"met earlier, the second", LIMITS, PTR, 0, 5, 0, 21, true, false, false, 1, 2, 0x20000,
     0x30000},
    {"met later", LIMITS, PTR, 0, 5, 0, 32, true, false, false, 2, 0, 0x30000, 0x30000},
    {"a selection tells", LIMITS, PTR, 0, 5, 1, 31, false, false, false, 2, 2, 0x11000, 0x20000},
    {"it may be written", LIMITS, PTR, 0, 5, 0, 31, true, true, false, 2, 0, 0x30000, 0x30000},
    {"it met none", LIMITS, PTR, 0, 5, 0, 31, false, false, true, 2, 0, 0x30000, 0x30000},
#define RISING                                                                                     \
    {                                                                                              \
        0x11000, 0x20000, 0x30000                                                                  \
    }
    {"rising", RISING, PTR, 0, 5, 0, 31, true, false, false, 0, 1, 0x30000, 0x20000},
    {"rising, the first", RISING, PTR, 0, 5, 0, 31, true, false, false, 2, 2, 0x11000, 0x11000},
    {"rising, told", RISING, PTR, 20, 5, 0, 0, false, false, false, 0, 0, 0x11000, 0x11000},
    {"rising, told later", RISING, PTR, 21, 5, 0, 0, false, false, false, 0, 0, 0x20000, 0x20000},
    {"its page has no translation", LIMITS, 0x20000, 0, 5, 0, 0, false, false, false, 0, 0, 0x11000,
     0x11000},
};

static void a_limit_of_three(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(limit_rows) / sizeof(limit_rows[0]); i++) {
        const struct limit_row *row = &limit_rows[i];
        struct spe_model *m = bare_counting("max_size = 6\n");
        struct rec *rec = bare_queued(m, row->maybe ? REC_MAYBE : REC_QUEUED, 1);
        m->spu->st.before_cycle = 20;
        m->spu->st.before_limit = row->limit[0];
        m->spu->st.left_cycle = 30;
        m->spu->st.left_limit = row->limit[1];
        m->spu->regs.v[SPE_PMBLIMITR] = row->limit[2] | SPE_PMBLIMITR_E;
        m->spu->regs.v[SPE_PMBPTR] = rec->va = rec->next = row->ptr;
        m->spu->buf.offer_known = row->offered != 0;
        m->spu->buf.offered = row->offered;
        m->spu->buf.aw_next = row->aw_next;
        map(m, 10);
        rec->enq_cycle = 10;
        rec->modes.since = 1;
        rec->off_cycle = row->off;
        rec->offer.by = row->by;
        rec->maybe = row->maybe;
        rec->may_write = row->may_write;
        rec->one_of = rec->placed = rec->passed = row->others;
        rec->offer.judged = rec->offer.cycle = row->others;
        answer(m, row->yes);
        buffer_offered(m, rec);
        CHECK(row->name, m->spu->buf.head_limit, row->head);
        CHECK(row->name, rec->limit, row->own);
        CHECK(row->name, rec->least, row->own);
        CHECK(row->name, m->run.asked, row->asked);
        spe_model_destroy(m);
    }
}

/* P26: with records in the order of their operations, a record goes in front of those of later
 * operations that have not begun. A record that is, or may have been, offered stays in front. */
static const struct order_row {
    const char *name, *keys;
    enum rec_state state[3];
    bool may_write; /* those in REC_MAYBE */
    uint64_t order[3], is;
    int n, at;
} order_rows[] = {
#define POP "record_order = population\n"
#define ALL                                                                                        \
    {                                                                                              \
        REC_QUEUED, REC_QUEUED, REC_QUEUED                                                         \
    }
    {"the only one", POP, ALL, false, {0}, 3, 0, 0},
    {"the first", POP, ALL, false, {5, 6, 7}, 3, 3, 0},
    {"the second", POP, ALL, false, {2, 6, 7}, 3, 3, 1},
    {"the third", POP, ALL, false, {1, 2, 7}, 3, 3, 2},
    {"the last", POP, ALL, false, {1, 2, 3}, 4, 3, 3},
    {"one has begun", POP, {REC_STARTED, REC_QUEUED, REC_QUEUED}, false, {5, 6, 7}, 3, 3, 1},
    {"one may be offered", POP, {REC_QUEUED, REC_MAYBE, REC_QUEUED}, false, {5, 6, 7}, 3, 3, 2},
    {"one may be written", POP, {REC_QUEUED, REC_MAYBE, REC_QUEUED}, true, {5, 6, 7}, 3, 3, 0},
    {"in order of completion", "record_order = completion\n", ALL, false, {5, 6, 7}, 3, 3, 3},
    {"in any order", "record_order = any\n", ALL, false, {5, 6, 7}, 3, 3, 3},
};

static void a_record_goes_to_its_place(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(order_rows) / sizeof(order_rows[0]); i++) {
        const struct order_row *row = &order_rows[i];
        struct spe_model *m = bare_counting(row->keys);
        struct rec *before[3], *rec = bare_record(m, REC_QUEUED, row->is);
        for (int k = 0; k < row->n; k++) {
            before[k] = bare_queued(m, row->state[k], row->order[k]);
            before[k]->may_write = row->may_write;
        }
        m->spu->enabled.mode = 3;
        m->spu->buf.xl_next = 2;
        m->spu->buf.checked = 0x20000;
        m->spu->regs.v[SPE_PMBLIMITR] = 0x20000 | SPE_PMBLIMITR_E;
        buffer_enqueue(m, rec);
        CHECK(row->name, m->spu->buf.n, row->n + 1);
        for (int k = 0; k <= row->n; k++) {
            const struct rec *want = k == row->at ? rec : before[k < row->at ? k : k - 1];
            CHECK(row->name, queue_at(&m->spu->buf, k) == want, true);
        }
        CHECK("since now", rec->enq_cycle, NOW);
        CHECK("in this mode", rec->modes.since, 8);
        CHECK("below this limit", rec->limit, 0x20000);
        CHECK("and no other", rec->least, 0x20000);
        spe_model_destroy(m);
    }
}

/* W11: the pointer, which is wrong, is checked for the first record after enabling: at once, if no
 * record of the earlier buffer is in front of it; perhaps at once, if that one may be gone. For a
 * later record it may be checked if it, or the limit, was written since the last check (B1). If the
 * filters may have rejected the record, its event shows that they have kept it. */
enum front { NONE, BEGUN, OFFERED, FILTERED };
static const struct check_row {
    const char *name;
    enum front front;
    bool first, moved, limit, doubt, kept; /* limit: it was written since */
    bool event, optional, then, lost;      /* then: it is still to be checked for the first one */
} check_rows[] = {
    {"the first", NONE, true, false, false, false, false, true, false, false, false},
    {"one is being written", BEGUN, true, true, true, false, false, false, false, true, false},
    {"one may be offered", OFFERED, true, false, false, false, false, true, true, true, false},
    {"one may be rejected", FILTERED, true, false, false, false, false, true, false, false, false},
    {"a later one", NONE, false, false, false, false, false, false, false, false, false},
    {"a later one, offered", OFFERED, false, false, false, false, false, false, false, false,
     false},
    {"the pointer was written", BEGUN, false, true, false, false, false, true, true, false, false},
    {"the limit was written", BEGUN, false, false, true, false, false, true, true, false, false},
    {"it is kept", NONE, true, false, false, true, true, true, false, false, false},
    {"it is rejected", NONE, true, false, false, true, false, false, false, true, true},
    {"none is asked", NONE, false, false, false, true, false, false, false, false, false},
};

static void the_pointer_is_checked_for_a_record(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(check_rows) / sizeof(check_rows[0]); i++) {
        const struct check_row *row = &check_rows[i];
        struct spe_model *m = bare_counting("");
        struct rec *rec = bare_record(m, REC_QUEUED, 7);
        if (row->front != NONE) {
            bare_queued(m, row->front == BEGUN ? REC_STARTED : REC_MAYBE, 1)->filter.doubt =
                row->front == FILTERED;
        }
        m->spu->enabled.check_pointer = row->first;
        m->spu->buf.moved = row->moved;
        m->spu->buf.checked = row->limit ? 0x30000 : 0x20000;
        m->spu->regs.v[SPE_PMBLIMITR] = 0x20000 | SPE_PMBLIMITR_E;
        m->spu->regs.v[SPE_PMBPTR] = 0x20000;
        rec->filter.doubt = row->doubt;
        answer(m, row->kept);
        buffer_enqueue(m, rec);
        CHECK(row->name, m->spu->events.n, row->event);
        CHECK(row->name, m->spu->events.effect[0].optional, row->optional);
        CHECK(row->name, m->spu->events.effect[0].order, row->event && !row->optional ? 7 : 0);
        CHECK(row->name, m->spu->buf.blocked, row->event && !row->optional);
        CHECK(row->name, m->spu->enabled.check_pointer, row->then);
        CHECK(row->name, rec->state, row->lost ? REC_FREE : REC_QUEUED);
        CHECK(row->name, m->run.asked, row->doubt && row->first);
        spe_model_destroy(m);
    }
}

/* BR5: a DSB is done behind a PSB CSYNC that waits for selection 1. So its record was not to come
 * into the queue afterwards, unless an event may have lost it. */
static void a_record_is_behind_a_dsb(void **state)
{
    static const struct {
        const char *name;
        uint64_t order, passed;
        bool excused, told;
    } rows[] = {
        {"it was to be written", 1, 1, false, true},
        {"it is of a later sample", 2, 1, false, false},
        {"an event may have lost it", 1, 1, true, false},
        {"there was none", 1, 0, false, false},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct spe_model *m = bare_counting("");
        struct rec *rec = bare_record(m, REC_QUEUED, rows[i].order);
        m->spu->barriers.dsb_passed = rows[i].passed;
        m->spu->barriers.cse_cycle = m->spu->barriers.dsb_order = rows[i].passed == 0;
        rec->psb.excused = rows[i].excused;
        buffer_enqueue(m, rec);
        CHECK(rows[i].name, bare_findings, rows[i].told);
        CHECK(rows[i].name, !rows[i].told || bare_last.check == SPE_CHECK_SYNC_DSB, true);
        spe_model_destroy(m);
    }
}

/* S2, L3, W7: its own fault ends a record. If the record had begun, it was there, and kept: written
 * in part. Else the fault has ended it before, and it counts as not written. */
static void a_fault_ends_a_record(void **state)
{
    static const enum rec_state states[] = {REC_QUEUED, REC_MAYBE, REC_STARTED};

    (void)state;
    for (unsigned i = 0; i < 24; i++) {
        const enum rec_state is = states[i % 3];
        const bool late = i / 3 % 2 != 0, early = i / 6 % 2 != 0, owed = i / 12 != 0;
        struct spe_model *m = bare_counting("");
        struct buffer *buf = &m->spu->buf;
        struct rec *last = bare_record(m, REC_DOOMED, 1), *rec = bare_queued(m, is, 2);
        buf->doomed = rec_number(buf, last);
        buf->early.n = early;
        buf->account.known = true;
        rec->psb.owed = owed;
        rec->fork = (uint8_t)fork_open(m, FORK_S2);
        rec->filter = (struct rec_filter){.kind = FORK_L3, .doubt = true, .open = true};
        m->spu->acc.count[COUNT_FILTRATE].maybe = 1;
        buffer_doom(m, rec, late);
        CHECK("the last one is gone", last->state, REC_FREE);
        CHECK("it has ended", rec->state, REC_DOOMED);
        CHECK("it", rec_of(buf, buf->doomed) == rec, true);
        CHECK("it is queued no more", buf->n, 0);
        CHECK("S2", m->facts.forks.settled[FORK_S2][0], is == REC_STARTED);
        CHECK("S2", m->facts.forks.settled[FORK_S2][1], is != REC_STARTED);
        CHECK("L3", m->facts.forks.settled[FORK_L3][0], is == REC_STARTED);
        CHECK("L3", m->facts.forks.settled[FORK_L3][1], is != REC_STARTED);
        CHECK("no fork", rec->fork, 0);
        CHECK("no doubt", rec->filter.doubt || rec->filter.open, false);
        CHECK("late", rec->doom.late_aws, late);
        CHECK("now", rec->doom.cycle, NOW);
        CHECK("it is to be asked", buf->late_open, late && !early);
        CHECK("lost", m->spu->tot.lost, 1);
        CHECK("discarded", m->spu->tot.discarded, 1);
        CHECK("the pointer may stay", buf->account.known, false);
        CHECK("PSB CSYNC had to wait for it", bare_findings, owed);
        spe_model_destroy(m);
    }
}

/* Order-free: since a fault PMBPTR_EL1 may be 0x10000, 0x10100, 0x101F8 or 0x101FC. The first burst
 * of a record at one of these other places settles it. Data that came before its address have begun
 * the record: it moves to that place. A record that has a place of its own tells nothing. */
static const struct settle_row {
    const char *name;
    uint64_t addr;
    enum rec_state state;
    bool placed, closed, yes, asked;
    uint64_t ptr; /* then */
} settle_rows[] = {
    {"its data came first", 0x80010100, REC_STARTED, false, false, true, true, 0x10100},
    {"it is queued", 0x80010100, REC_QUEUED, false, false, true, true, 0x10100},
    {"the last place", 0x800101FC, REC_QUEUED, false, false, true, true, 0x101FC},
    {"in its first beat", 0x800101F9, REC_QUEUED, false, false, true, true, 0x101FC},
    {"in its second one", 0x800101F4, REC_QUEUED, false, false, true, false, 0x10000},
    {"behind all", 0x80010200, REC_QUEUED, false, false, true, false, 0x10000},
    {"it does not", 0x80010100, REC_STARTED, false, false, false, true, 0x10000},
    {"it is known", 0x80010100, REC_STARTED, false, true, true, false, 0x10000},
    {"it may be gone", 0x80010100, REC_MAYBE, false, false, true, false, 0x10000},
    {"it has a place", 0x80010100, REC_QUEUED, true, false, true, false, 0x10000},
    {"of another page", 0x80020100, REC_QUEUED, false, false, true, false, 0x10000},
};

static void a_burst_tells_the_pointer(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(settle_rows) / sizeof(settle_rows[0]); i++) {
        const struct settle_row *row = &settle_rows[i];
        struct spe_model *m = bare_counting("");
        struct rec *rec = bare_queued(m, row->state, 1);
        m->opt.order_free = true;
        map(m, 10);
        rec->modes.since = 1;
        rec->maybe = row->state == REC_MAYBE;
        rec->placed = row->placed;
        rec->va = rec->next = m->spu->regs.v[SPE_PMBPTR] = 0x10000;
        m->spu->pointer.open = !row->closed;
        m->spu->pointer.others.base = 0x10041;
        byteset_add(&m->spu->pointer.others, 0x10100);
        byteset_add(&m->spu->pointer.others, 0x101F8);
        byteset_add(&m->spu->pointer.others, 0x101FC);
        answer(m, row->yes);
        CHECK(row->name,
              buffer_choose(m, &(struct spe_txn_aw){.addr = row->addr, .size = 3}) == rec, true);
        CHECK(row->name, m->run.asked, row->asked);
        CHECK(row->name, m->spu->regs.v[SPE_PMBPTR], row->ptr);
        CHECK(row->name, buffer_first(m->spu, rec), row->ptr);
        CHECK(row->name, rec->next == rec->va && rec->placed == row->placed, true);
        spe_model_destroy(m);
    }
}

/* W3: a record has the mode of the cycle in which it is offered: one that was current since it came
 * into the queue. An open mode, the first one, may turn out to be that of the translation
 * ([reset_value] = unknown), not the other way round. */
static void a_mode_since_the_record_came(void **state)
{
    static const struct {
        const char *name;
        uint32_t since;
        unsigned mode, n;
        bool fits;
    } rows[] = {
        {"its mode", 4, 2, 3, true},        {"another one", 2, 2, 3, false},
        {"the open one", 1, 1, 3, true},    {"of another regime", 1, 2, 3, false},
        {"not yet open", 2, 0, 3, false},   {"no mode that was met", 8, 1, 3, false},
        {"one of several", 12, 1, 4, true},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct spe_model *m = bare_counting("");
        struct rec *rec = bare_queued(m, REC_QUEUED, 1);
        map(m, 10);
        m->spu->buf.xl[0].mode = (uint8_t)rows[i].mode;
        m->spu->buf.modes = (struct modes){
            .of = {{.open = MODE_OPEN_NVM}, {.nvm = 0}, {.regime = 1}}, .n = rows[i].n};
        m->spu->buf.modes.of[3] = (struct xl_mode){.open = MODE_OPEN_NVM};
        rec->modes.since = rows[i].since;
        CHECK(rows[i].name, buffer_translate(m->spu, rec, 0x10000) != NULL, rows[i].fits);
        spe_model_destroy(m);
    }
}

/* S12, BR6: a burst to 0x80010011 begins a record at PMBPTR_EL1, 0x20011, with a translation that
 * is forgotten: of the mode `mode`, asked for with the ASID and VMID `told`. If a TLBI has ended it
 * in cycle 35, the burst was offered by cycle 36. */
static const struct lost_row {
    const char *name;
    uint64_t addr, told, stale, offered, tlbi; /* offered: 0: the tap does not say */
    unsigned mode;
    bool none, held; /* no translation is forgotten; another one of its mode is there */
    bool it;
} losts[] = {
    {"it", 0x80010011, 0, 0, 40, 0, 0, false, false, true},
    {"there is none", 0x80010011, 0, 0, 40, 0, 0, true, false, false},
    {"not its byte", 0x80010018, 0, 0, 40, 0, 0, false, false, false},
    {"of other ids", 0x80010011, 7, 0, 40, 0, 0, false, false, true},
    {"in the second mode", 0x80010011, 0, 0, 40, 0, 1, false, false, true},
    {"it has another one", 0x80010011, 0, 0, 40, 0, 1, false, true, false},
    {"behind a TLBI", 0x80010011, 0, 35, 36, 35, 0, false, false, true},
    {"behind a TLBI, late", 0x80010011, 0, 35, 37, 35, 0, false, false, false},
    {"perhaps behind it", 0x80010011, 0, 35, 0, 35, 0, false, false, true},
    {"behind another one", 0x80010011, 0, 35, 0, 39, 0, false, false, false},
};

static void a_record_of_a_forgotten_page(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(losts) / sizeof(losts[0]); i++) {
        const struct lost_row *row = &losts[i];
        const struct spe_txn_aw t = {.addr = row->addr, .size = 3};
        const struct xl gone = {.va_page = 0x20,
                                .pa_page = 0x80010,
                                .cycle = 30,
                                .stale_cycle = row->stale,
                                .ids = {.told = row->told}};
        struct spe_model *m = bare_counting("");
        struct buffer *buf = &m->spu->buf;
        buf->modes = (struct modes){.of = {{0}, {.regime = 1}}, .n = 2};
        if (!row->none) {
            gone_add(&m->gone, &gone, &buf->modes.of[row->mode], true);
        }
        m->spu->regs.v[SPE_PMBPTR] = 0x20011;
        m->spu->regs.v[SPE_PMBLIMITR] = 0x30000 | SPE_PMBLIMITR_E;
        buf->xl[0] = (struct xl){.used = row->held, .va_page = 0x20, .mode = 1, .cycle = 30};
        buf->offer_known = row->offered != 0;
        buf->offered = row->offered;
        buf->aw_next = 40;
        buf->tlbi_cycle = row->tlbi;
        CHECK(row->name, buffer_forgotten_first(m->spu, &m->gone, &t), row->it);
        spe_model_destroy(m);
    }
}

/* 3.4.2: the regime gets another ASID or VMID. A translation that a TLBI has ended is not cached
 * any more. What lies behind the list of translations is none: read as one, it would be of other
 * ids. */
static void other_ids_than_those_cached(void **state)
{
    static const struct {
        const char *name;
        struct xl_ids ids;
        uint64_t stale;
        bool met;
    } rows[] = {
        {"others", {.told = 7}, 0, true},
        {"others, ended", {.told = 7}, 40, false},
        {"the same", {.told = 8}, 0, false},
        {"others before", {.told = 7, .left_cycle = 40}, 0, false},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct spe_model *m = bare_counting("");
        struct buffer *buf = &m->spu->buf;
        const unsigned bin = cover_bin(&m->facts.cover, COVER_SEQUENCE, SEQ_IDS_CACHED, 0, 0, 0);
        const struct modes modes = {.of = {{0}, {0}, {.nvm = 1}}, .n = 3};
        buf->asked.rec = 7;
        buf->modes = modes;
        buf->xl[1] = (struct xl){.used = true, .ids = rows[i].ids, .stale_cycle = rows[i].stale};
        buf->xl[2] = (struct xl){.used = true, .ids = {.told = 8}, .cycle = 9, .rec = 9};
        buffer_cse(m, 8);
        CHECK(rows[i].name, m->facts.cover.count[bin], rows[i].met);
        CHECK("a mode", memcmp(&buf->modes, &modes, sizeof(modes)), 0);
        spe_model_destroy(m);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_limit_of_three),
        cmocka_unit_test(a_record_goes_to_its_place),
        cmocka_unit_test(the_pointer_is_checked_for_a_record),
        cmocka_unit_test(a_record_is_behind_a_dsb),
        cmocka_unit_test(a_fault_ends_a_record),
        cmocka_unit_test(a_burst_tells_the_pointer),
        cmocka_unit_test(a_mode_since_the_record_came),
        cmocka_unit_test(a_record_of_a_forgotten_page),
        cmocka_unit_test(other_ids_than_those_cached),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
