/* SPDX-License-Identifier: Apache-2.0 */
#include "bare_model.h"
#include "check.h"
#include "queue/buffer.h"
#include "queue/find.h"
#include "queue/ids.h"
#include "queue/place.h"
#include "queue/pointer.h"
#include "queue/pointer_check.h"
#include "spe/regs.h"
#include "state/queue.h"

/* Whether, where and below which limit a record may have been offered: each input of these queries
 * alone decides. */

static void map(struct spe_model *m, uint64_t va_page, uint64_t pa_page)
{
    m->spu->buf.xl[0] = (struct xl){
        .used = true, .owned = true, .va_page = va_page, .pa_page = pa_page, .cycle = 30};
}

/* A record of 16 bytes is in the queue since cycle 40, and one page is translated. In any order an
 * SPU may offer any byte first, in order only the first byte (W2, S1). */
static const struct offer_row {
    const char *name;
    bool order_free;
    uint64_t va, page;
    bool may;
} offers[] = {
    {"page of the first byte", false, 0x10FF8, 0x10, true},
    {"page of the last byte", false, 0x10FF8, 0x11, false},
    {"any order: page of the first byte", true, 0x10FF8, 0x10, true},
    {"any order: page of the last byte", true, 0x10FF1, 0x11, true},
    {"any order: page behind the last byte", true, 0x10FF0, 0x11, false},
    {"any order: page in front", true, 0x10FF0, 0x0F, false},
};

static void a_byte_of_it_may_be_offered(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(offers) / sizeof(offers[0]); i++) {
        const struct offer_row *row = &offers[i];
        struct spe_model *m = bare_model("", SPE_TAP_ALL);
        struct rec *rec = bare_queued(m, REC_QUEUED, 1);
        m->spu->regs.v[SPE_PMBPTR] = row->va;
        map(m, row->page, 0x80010);
        rec->modes.since = 1;
        rec->len = 16;
        rec->enq_cycle = 40;
        CHECK(row->name, buffer_may_be_offered(m->spu, rec, 41, row->order_free), row->may);
        CHECK("not yet", buffer_may_be_offered(m->spu, rec, 40, row->order_free), false);
        CHECK(row->name, buffer_offers_by(m->spu, rec, row->order_free, 40), row->may);
        CHECK("not yet", buffer_offers_by(m->spu, rec, row->order_free, 39), false);
        m->spu->buf.aw_next = 41;
        CHECK("behind another one", buffer_offers_by(m->spu, rec, row->order_free, 40), false);
        m->spu->buf.blocked = true;
        CHECK("blocked", buffer_may_be_offered(m->spu, rec, 41, row->order_free), false);
        spe_model_destroy(m);
    }
}

/* S13, BR7: the ASID and VMID changed in cycle 30. An operation sampled by then may be written with
 * a translation of the old ones. */
static void old_ids_fit_old_samples(void **state)
{
    static const struct {
        const char *name;
        uint64_t left, sel;
        bool fits;
    } rows[] = {
        {"before", 30, 29, true},
        {"in that cycle", 30, 30, true},
        {"later", 30, 31, false},
        {"they have not changed", 0, 31, true},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        const struct rec rec = {.life.sel_cycle = rows[i].sel};
        CHECK(rows[i].name, buffer_ids_fit(&rec, &(struct xl_ids){.left_cycle = rows[i].left}),
              rows[i].fits);
    }
}

/* PMBLIMITR_EL1 had the limit 0x20000 up to cycle 30, and 0x30000 up to cycle 20. It is written in
 * cycle 50 or 30. A limit counts as long as addresses may have been offered with it (S1, W2). */
#define E SPE_PMBLIMITR_E
static const struct written_row {
    const char *name;
    uint64_t before, now, cycle;
    uint64_t left_cycle, left_limit, before_cycle, before_limit; /* then */
} writtens[] = {
    {"another limit", 0x11000 | E, 0x12000 | E, 50, 50, 0x11000, 30, 0x20000},
    {"it is disabled", 0x11000 | E, 0x11000, 50, 50, 0x11000, 30, 0x20000},
    {"the same limit is left again", 0x20000 | E, 0x12000 | E, 50, 50, 0x20000, 20, 0x30000},
    {"it was disabled", 0x11000, 0x12000 | E, 50, 30, 0x20000, 20, 0x30000},
    {"the limit is unchanged", 0x11000 | E, 0x11002 | E, 50, 30, 0x20000, 20, 0x30000},
    {"a second write of that cycle", 0x11000 | E, 0x12000 | E, 30, 30, 0x20000, 20, 0x30000},
};

static void a_limit_is_left_behind(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(writtens) / sizeof(writtens[0]); i++) {
        const struct written_row *row = &writtens[i];
        struct stream st = {
            .left_cycle = 30, .left_limit = 0x20000, .before_cycle = 20, .before_limit = 0x30000};
        buffer_limit_written(&st, row->before, row->now, row->cycle);
        CHECK(row->name, st.left_cycle, row->left_cycle);
        CHECK(row->name, st.left_limit, row->left_limit);
        CHECK(row->name, st.before_cycle, row->before_cycle);
        CHECK(row->name, st.before_limit, row->before_limit);
    }
}

/* A record has the limits from 0x12000 to 0x18000. If it may be written in a disabled buffer, and
 * was queued by the cycle in which the buffer was enabled, one more limit widens the range (S1).
 * Else the new limit replaces both. */
static const struct range_row {
    const char *name, *keys;
    bool may_write;
    uint64_t queued, limit, most, least;
} ranges[] = {
    {"higher", "", true, 40, 0x20000, 0x20000, 0x12000},
    {"lower", "", true, 40, 0x11000, 0x18000, 0x11000},
    {"between", "", true, 40, 0x14000, 0x18000, 0x12000},
    {"queued later", "", true, 41, 0x14000, 0x14000, 0x14000},
    {"it may not be written", "disabled_record = event\n", false, 40, 0x14000, 0x14000, 0x14000},
    {"all are written", "disabled_record = write\n", false, 40, 0x14000, 0x18000, 0x12000},
};

static void one_more_limit(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(ranges) / sizeof(ranges[0]); i++) {
        const struct range_row *row = &ranges[i];
        struct spe_model *m = bare_model(row->keys, SPE_TAP_ALL);
        struct rec *rec = bare_queued(m, REC_MAYBE, 1);
        rec->may_write = row->may_write;
        rec->enq_cycle = row->queued;
        rec->limit = 0x18000;
        rec->least = 0x12000;
        m->spu->buf.on_cycle = 40;
        buffer_set_limit(&m->cfg, &m->spu->buf, rec, row->limit);
        CHECK(row->name, rec->limit, row->most);
        CHECK(row->name, rec->least, row->least);
        spe_model_destroy(m);
    }
}

/* W17: PMBLIMITR_EL1 is written in cycle 50. The first sample that waits for room may have been
 * judged by the old limit if it had ended before, and if all records in front may be gone. */
static void a_limit_may_have_judged_one_that_waits(void **state)
{
    static const struct {
        const char *name;
        uint64_t made;
        bool gone;
        uint64_t judged;
    } rows[] = {
        {"it ended before", 49, true, 0x20000},
        {"it ended in that cycle", 50, true, 0},
        {"the one in front is there", 49, false, 0},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct spe_model *m = bare_model("", SPE_TAP_ALL);
        struct rec *rec = bare_record(m, REC_QUEUED, 2);
        bare_queued(m, REC_QUEUED, 1)->optional = rows[i].gone;
        rec->life.made_cycle = rows[i].made;
        m->spu->fl.tag[0].rec = rec_number(&m->spu->buf, rec);
        m->spu->fl.n_wait = 1;
        buffer_keep_limit(m->spu, false, 0x20000, 50);
        CHECK(rows[i].name, rec->offer.judged, rows[i].judged);
        m->spu->fl.n_wait = 0;
        spe_model_destroy(m);
    }
}

/* W17: the second record may have been judged by the old limit if the first one may be gone, or,
 * with records in any order, has not begun. */
static const struct behind_row {
    const char *name;
    struct rec_filter filter;
    enum rec_state state;
    bool maybe, optional, any, judged;
} behinds[] = {
    {"it is there", {0}, REC_QUEUED, false, false, false, false},
    {"it may be written or not", {0}, REC_MAYBE, false, false, false, true},
    {"another may be in its place", {0}, REC_STARTED, true, false, false, true},
    {"it may be unfinished", {0}, REC_STARTED, false, true, false, true},
    {"it may be rejected", {.doubt = true}, REC_QUEUED, false, false, false, true},
    {"any order: it is there", {0}, REC_QUEUED, false, false, true, true},
    {"any order: it has begun", {0}, REC_STARTED, false, false, true, false},
};

static void a_limit_may_have_judged_the_second(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(behinds) / sizeof(behinds[0]); i++) {
        const struct behind_row *row = &behinds[i];
        struct spe_model *m = bare_model("", SPE_TAP_ALL);
        struct rec *rec = bare_queued(m, row->state, 1), *second = bare_queued(m, REC_QUEUED, 2);
        rec->filter = row->filter;
        rec->maybe = row->maybe;
        rec->optional = row->optional;
        second->enq_cycle = 40;
        buffer_keep_limit(m->spu, row->any, 0x20000, 50);
        CHECK(row->name, second->offer.judged, row->judged ? 0x20000 : 0);
        spe_model_destroy(m);
    }
}

/* W17: a record of an earlier buffer has one place, and stays in its buffer. */
static void a_record_of_an_earlier_buffer(void **state)
{
    struct spe_model *m = bare_model("", SPE_TAP_ALL);
    struct rec *rec = bare_queued(m, REC_QUEUED, 1);
    uint64_t va;

    (void)state;
    m->spu->regs.v[SPE_PMBPTR] = 0x20000;
    m->spu->buf.number = 9;
    m->spu->buf.old = (struct old_pointers){.rec = 1, .n = 1, .ptr = {0x30000}};
    rec->placed = true;
    rec->va = rec->next = 0x10000;
    rec->buffer = 5;
    CHECK("its place", buffer_place(m->spu, rec, 0, &va) && va == 0x10000, true);
    CHECK("no other", buffer_place(m->spu, rec, 1, &va), false);
    buffer_put(m->spu, rec, 0x10000);
    CHECK("there", rec->buffer, 5);
    buffer_put(m->spu, rec, 0x30000);
    CHECK("at an older place", rec->buffer, 8);
    buffer_put(m->spu, rec, 0x20000);
    CHECK("at the pointer", rec->buffer, 9);
    CHECK("at the pointer", rec->placed, false);
    spe_model_destroy(m);
}

/* W6: the buffer is full if fewer than 2^MaxSize bytes are left behind the record. */
static void a_buffer_is_full(void **state)
{
    static const struct {
        const char *name;
        uint64_t limit;
        bool full;
    } rows[] = {
        {"one largest record has room", 0x10000 + 8 + 64, false},
        {"one byte less", 0x10000 + 8 + 63, true},
        {"none is left", 0x10000 + 8, true},
        {"the record is behind the limit", 0x10000, true},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct spe_model *m = bare_counting("max_size = 6\n");
        struct rec *rec = bare_queued(m, REC_STARTED, 1);
        m->spu->regs.v[SPE_PMBLIMITR] = 0x20000 | E;
        m->spu->enabled.buffer = true;
        rec->va = 0x10000;
        rec->limit = rec->least = rows[i].limit;
        buffer_advance(m, rec);
        CHECK(rows[i].name, m->spu->events.n, rows[i].full);
        CHECK("the pointer moves", m->spu->pointer.value, 0x10008);
        spe_model_destroy(m);
    }
}

/* W11, W14, 3.4.1: a pointer must be aligned, leave room for one largest record, and leave no more
 * than MaxBuffSize below the limit, which is 0x800000. */
#define SIZE SPE_PMBSR_BSC_SIZE
static const struct wrong_row {
    const char *keys;
    uint64_t ptr;
    uint32_t mss; /* 0: the pointer is right, or nothing is said of it */
    bool wrong;
} wrongs[] = {
    {"pmsver = 2\nevents = 0xBFF\nmax_buff_size = 2\n", 0x7FE000, 0, false},
    {"pmsver = 2\nevents = 0xBFF\nmax_buff_size = 2\n", 0x7FDFC0, SIZE, true},
    {"pmsver = 2\nevents = 0xBFF\nmax_buff_size = 1025\n", 0x3FE000, 0, false},
    {"pmsver = 2\nevents = 0xBFF\nmax_buff_size = 1025\n", 0x3FDFC0, SIZE, true},
    {"pmsver = 2\nevents = 0xBFF\nmax_buff_size = 0\n", 0x000000, 0, false},
    {"align = 4\nmisaligned = alignment\n", 0x7FE010, 0, false},
    {"align = 4\nmisaligned = alignment\n", 0x7FE008, SPE_PMBSR_FSC_ALIGNMENT, true},
    {"max_size = 6\n", 0x7FFFC0, 0, false},
    {"max_size = 6\n", 0x7FFFC1, 0, true},
};

static void a_pointer_breaks_a_rule(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(wrongs) / sizeof(wrongs[0]); i++) {
        const struct wrong_row *row = &wrongs[i];
        struct spe_model *m = bare_counting(row->keys);
        const struct effect *e = &m->spu->events.effect[0];
        m->spu->regs.v[SPE_PMBLIMITR] = 0x800000 | E;
        m->spu->regs.v[SPE_PMBPTR] = row->ptr;
        CHECK(row->keys, buffer_pointer_wrong(m), row->wrong);
        buffer_check_pointer(m, bare_queued(m, REC_QUEUED, 1));
        CHECK(row->keys, m->spu->events.n, row->wrong);
        CHECK(row->keys, row->mss == 0 || e->mss == row->mss, true);
        CHECK(row->keys, m->spu->buf.blocked, row->wrong);
        CHECK(row->keys, m->spu->buf.blocked_high, row->wrong && e->mss != SPE_PMBSR_FSC_ALIGNMENT);
        spe_model_destroy(m);
    }
}

/* Software has mended a wrong pointer: nothing blocks the records any more. */
static void a_pointer_is_mended(void **state)
{
    struct spe_model *m = bare_counting("");

    (void)state;
    m->spu->regs.v[SPE_PMBLIMITR] = 0x20000 | E;
    for (int wrong = 1; wrong >= 0; wrong--) {
        m->spu->regs.v[SPE_PMBPTR] = wrong ? 0x20000 : 0x10000;
        m->spu->buf.blocked = m->spu->buf.blocked_high = true;
        buffer_check_mended(m);
        CHECK("blocked", m->spu->buf.blocked && m->spu->buf.blocked_high, wrong);
        CHECK("blocked in part", m->spu->buf.blocked || m->spu->buf.blocked_high, wrong);
    }
    spe_model_destroy(m);
}

/* W17: a request for a page names the first byte that is written there. If the record may begin at
 * several places in the page, that byte tells which. */
static void a_request_names_the_place(void **state)
{
    static const struct {
        const char *name;
        uint64_t va, first; /* first: 0: none */
    } rows[] = {
        {"the pointer", 0x10000, 0x10000},
        {"the old pointer", 0x10100, 0x10100},
        {"neither", 0x10200, 0x10000},
        {"of another page", 0x20000, 0},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct spe_model *m = bare_model("", SPE_TAP_ALL);
        const struct rec *rec = bare_queued(m, REC_QUEUED, 1);
        uint64_t first = 0;
        m->spu->regs.v[SPE_PMBPTR] = 0x10000;
        m->spu->buf.old = (struct old_pointers){.rec = 1, .n = 1, .ptr = {0x10100}};
        CHECK(rows[i].name, buffer_in_page(m->spu, rec, rows[i].va, &first), rows[i].first != 0);
        CHECK(rows[i].name, first, rows[i].first);
        spe_model_destroy(m);
    }
}

/* W11: the limit that the pointer was checked with is noted. A step may check the pointer again if
 * one of these has changed since. */
static const struct check_row {
    const char *name;
    bool comes, queued, off, first, moved;
    uint64_t checked;
    bool may;
} checks[] = {
    {"no record", false, false, true, true, true, 0, false},
    {"one comes", true, false, false, false, false, 0x20000, false},
    {"one comes, the buffer is disabled", true, false, true, false, false, 0x20000, true},
    {"one comes, the first", true, false, false, true, false, 0x20000, true},
    {"one comes, the pointer was moved", true, false, false, false, true, 0x20000, true},
    {"one comes, with another limit", true, false, false, false, false, 0x30000, true},
    {"one is there", false, true, false, false, false, 0x20000, false},
    {"one is there, the buffer is disabled", false, true, true, false, false, 0x20000, true},
    {"one is there, the first", false, true, false, true, false, 0x20000, true},
    {"one is there, with another limit", false, true, false, false, false, 0x30000, false},
};

static void a_pointer_may_be_checked(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(checks) / sizeof(checks[0]); i++) {
        for (int waits = 0; waits < 2; waits++) {
            const struct check_row *row = &checks[i];
            struct spe_model *m = bare_model("", SPE_TAP_ALL);
            if (row->queued) {
                (void)bare_queued(m, REC_QUEUED, 1);
            }
            *(waits ? &m->spu->fl.n_wait : &m->spu->fl.n_staged) = row->comes;
            m->spu->regs.v[SPE_PMBLIMITR] = 0x20000 | E;
            m->spu->regs.v[SPE_PMBPTR] = 0x10000;
            m->spu->enabled.buffer = !row->off;
            m->spu->enabled.check_pointer = row->first;
            m->spu->buf.moved = row->moved;
            m->spu->buf.checked = row->checked;
            CHECK(row->name, pointer_may_be_checked(m->spu), row->may);
            m->spu->fl.n_wait = m->spu->fl.n_staged = 0;
            spe_model_destroy(m);
        }
    }
}

static void the_checked_limit_is_noted(void **state)
{
    struct spe_model *m = bare_model("", SPE_TAP_ALL);

    (void)state;
    m->spu->regs.v[SPE_PMBLIMITR] = 0x20000 | E;
    m->spu->regs.v[SPE_PMBPTR] = 0x10000;
    m->spu->enabled.check_pointer = m->spu->buf.moved = true;
    buffer_check_pointer(m, bare_queued(m, REC_QUEUED, 1));
    CHECK("the limit", m->spu->buf.checked, 0x20000);
    CHECK("the first record was checked", m->spu->enabled.check_pointer, false);
    CHECK("the new pointer was checked", m->spu->buf.moved, false);
    CHECK("no event", m->spu->events.n, 0);
    spe_model_destroy(m);
}

/* W2, BR5: a burst was offered in cycle 40 or later. A DSB that was requested after the buffer was
 * disabled, and is done, has waited for all bursts offered before. */
static void a_barrier_has_waited_for_it(void **state)
{
    static const struct {
        const char *name;
        uint64_t left, requested, done;
        bool forgotten;
    } rows[] = {
        {"no DSB", 39, 0, 0, true},
        {"it is not done", 39, 45, 44, true},
        {"it is done", 39, 45, 46, false},
        {"done at once", 39, 45, 45, false},
        {"requested before", 45, 45, 46, true},
    };
    const struct xl gone = {.va_page = 0x10, .pa_page = 0x80010};
    const struct spe_txn_aw t = {.addr = 0x80010000, .size = 3};

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct spe_model *m = bare_model("", SPE_TAP_ALL);
        gone_add(&m->gone, &gone, &m->spu->buf.modes.of[0], true);
        m->spu->buf.modes.n = 1;
        m->spu->regs.v[SPE_PMBPTR] = 0x10000;
        m->spu->buf.offered = m->spu->buf.aw_next = 40;
        m->spu->st.left_cycle = rows[i].left;
        m->spu->barriers.dsb_cycle = rows[i].requested;
        m->spu->buf.dsb_cycle = rows[i].done;
        CHECK(rows[i].name, buffer_forgotten_first(m->spu, &m->gone, &t), rows[i].forgotten);
        spe_model_destroy(m);
    }
}

/* A translation that the scoreboard holds explains the burst, so none that was forgotten is needed.
 */
static void a_translation_that_is_held(void **state)
{
    static const struct {
        const char *name;
        uint64_t held;
        bool order_free, forgotten;
    } rows[] = {
        {"of another page", 0x20, false, true},
        {"of this page", 0x10, false, false},
        {"any order: of another page", 0x20, true, true},
        {"any order: of this page", 0x10, true, false},
    };
    const struct xl gone = {.va_page = 0x10, .pa_page = 0x80010};
    const struct spe_txn_aw t = {.addr = 0x80010000, .size = 3};

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct spe_model *m = bare_model("", SPE_TAP_ALL);
        struct rec *rec = bare_queued(m, REC_STARTED, 1);
        gone_add(&m->gone, &gone, &m->spu->buf.modes.of[0], true);
        m->spu->buf.modes.n = 1;
        rec->modes.since = 1;
        rec->va = rec->next = 0x10000;
        map(m, rows[i].held, 0x80030);
        CHECK(rows[i].name, buffer_forgotten(m->spu, &m->gone, rec, &t, rows[i].order_free),
              rows[i].forgotten);
        spe_model_destroy(m);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_byte_of_it_may_be_offered),
        cmocka_unit_test(old_ids_fit_old_samples),
        cmocka_unit_test(a_limit_is_left_behind),
        cmocka_unit_test(one_more_limit),
        cmocka_unit_test(a_limit_may_have_judged_one_that_waits),
        cmocka_unit_test(a_limit_may_have_judged_the_second),
        cmocka_unit_test(a_record_of_an_earlier_buffer),
        cmocka_unit_test(a_buffer_is_full),
        cmocka_unit_test(a_pointer_breaks_a_rule),
        cmocka_unit_test(a_pointer_is_mended),
        cmocka_unit_test(a_request_names_the_place),
        cmocka_unit_test(a_pointer_may_be_checked),
        cmocka_unit_test(the_checked_limit_is_noted),
        cmocka_unit_test(a_barrier_has_waited_for_it),
        cmocka_unit_test(a_translation_that_is_held),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
