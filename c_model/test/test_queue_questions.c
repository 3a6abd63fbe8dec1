/* SPDX-License-Identifier: Apache-2.0 */
#include "bare_model.h"
#include "check.h"
#include "queue/buffer.h"
#include "queue/find.h"
#include "queue/place.h"
#include "sampling/inflight.h"
#include "spe/regs.h"
#include "state/queue.h"

/* Which record a burst, or bytes, may belong to: queries of the queue, which change nothing. */

/* Bytes 0 to `written` - 1 were written; the other record differs in one byte. */
struct bytes_row {
    const char *name;
    int written, len, differs, ts_at, bytes;
    bool could_be;
};

static const struct bytes_row bytes_rows[] = {
    {"the same", 16, 16, -1, -1, 0, true},
    {"another byte", 16, 16, 9, -1, 0, false},
    {"one that is not written yet", 8, 16, 9, -1, 0, true},
    {"in a Timestamp, which may have any value", 16, 16, 9, 8, 0, true},
    {"in front of a Timestamp", 16, 16, 7, 8, 0, false},
    {"a shorter one, which has all that was written", 12, 12, -1, -1, 0, true},
    {"a shorter one, which has not", 13, 12, -1, -1, 0, false},
    {"a shorter one, which has not what is being written", 12, 12, -1, -1, 13, false},
};

static void bytes_may_be_of_another_record(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(bytes_rows) / sizeof(bytes_rows[0]); i++) {
        const struct bytes_row *row = &bytes_rows[i];
        struct spe_model *m = bare_model("", SPE_TAP_ALL);
        struct rec *rec = bare_queued(m, REC_STARTED, 1), *other = bare_queued(m, REC_QUEUED, 2);
        rec->len = 16;
        rec->got[0] = ((uint64_t)1 << row->written) - 1;
        other->len = row->len;
        other->ts_at = row->ts_at;
        if (row->differs >= 0) {
            other->bytes[row->differs] = 1;
        }
        CHECK(row->name, buffer_could_be(m, rec, other, row->bytes), row->could_be);
        CHECK(row->name, buffer_bytes_of(&m->spu->buf, rec) == other,
              row->could_be || row->bytes > row->len);
        spe_model_destroy(m);
    }
}

/* In order-free mode, bytes without an End packet can only belong to a longer record. */
static const struct free_row {
    const char *name;
    uint64_t got;
    int bytes, len; /* of the other record */
    uint8_t first;  /* first byte; 1: an End packet */
    bool could_be;
} free_rows[] = {
    {"fewer than it has", 0x7FF, 11, 12, 0, true},
    {"as many as it has", 0xFFF, 12, 12, 0, false},
    {"more than it has", 0x1FFF, 13, 12, 0, false},
    {"inside it, those in front are to come", 0x800, 1, 12, 1, true},
    {"behind it, those in front are to come", 0x1000, 1, 12, 1, false},
};

static void packets_that_are_not_whole(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(free_rows) / sizeof(free_rows[0]); i++) {
        const struct free_row *row = &free_rows[i];
        struct spe_model *m = bare_model("", SPE_TAP_ALL);
        struct rec *rec = bare_queued(m, REC_STARTED, 1), *other = bare_queued(m, REC_QUEUED, 2);
        m->opt.order_free = true;
        rec->len = 16;
        rec->got[0] = row->got;
        rec->got_bytes = row->bytes;
        rec->actual[0] = row->first;
        other->len = row->len;
        CHECK(row->name, buffer_could_be(m, rec, other, 0), row->could_be);
        spe_model_destroy(m);
    }
}

/* If several records have these bytes, the lowest identifier wins, wherever the record is held. */
static void the_first_one_with_the_bytes(void **state)
{
    static const uint64_t ids[][3] = {{3, 4, 5}, {5, 3, 4}, {4, 5, 3}, {5, 4, 3}};

    (void)state;
    for (size_t i = 0; i < sizeof(ids) / sizeof(ids[0]); i++) {
        struct spe_model *m = bare_model("", SPE_TAP_ALL);
        const struct rec *rec = bare_queued(m, REC_STARTED, 1);
        for (uint64_t k = 0; k < 3; k++) {
            bare_queued(m, REC_QUEUED, 2 + k)->id = ids[i][k];
        }
        CHECK("id", buffer_bytes_of(&m->spu->buf, rec)->id, 3);
        spe_model_destroy(m);
    }
}

/* Three records: the first ones may be gone (S2), or one of those that may be gone certainly
 * exists. */
struct next_row {
    const char *name, *keys;
    bool maybe[3], one_of;
    unsigned next; /* bit n: record n may be written next */
};

static const struct next_row next_rows[] = {
    {"in their order", "record_order = completion\n", {false, false, false}, false, 1},
    {"in any order (P26)", "record_order = any\n", {false, false, false}, false, 7},
    {"S2: the first one may be gone", "", {true, false, false}, false, 3},
    {"S2: two may be gone", "", {true, true, false}, false, 7},
    {"S2: one of the two is there", "", {true, true, false}, true, 3},
    {"S2: this one is there", "", {true, false, false}, true, 1},
    {"S2, P26: any order", "record_order = any\n", {true, false, false}, false, 7},
    {"S2, P26: this one is there", "record_order = any\n", {true, false, false}, true, 1},
    {"S2, P26: one of the two is there", "record_order = any\n", {true, false, true}, true, 5},
};

static void records_that_may_be_next(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(next_rows) / sizeof(next_rows[0]); i++) {
        const struct next_row *row = &next_rows[i];
        struct spe_model *m = bare_model(row->keys, SPE_TAP_ALL);
        unsigned next = 0;
        for (int k = 0; k < 3; k++) {
            bare_queued(m, row->maybe[k] ? REC_MAYBE : REC_QUEUED, 1 + (uint64_t)k)->maybe =
                row->maybe[k];
        }
        queue_at(&m->spu->buf, 0)->one_of = row->one_of;
        for (int k = 0; k < 3; k++) {
            next |= buffer_candidate(m, k) == queue_at(&m->spu->buf, k) ? 1u << k : 0;
        }
        CHECK(row->name, next, row->next);
        spe_model_destroy(m);
    }
}

/* An address of a record that an abort has ended: it must be offered by the cycle after the abort,
 * and before the addresses of the next record (RL2). */
struct late_row {
    const char *name;
    int late_aws;
    uint64_t offered;
    bool head, begun; /* the next record exists, and has an address */
    bool late;
};

static const struct late_row late_rows[] = {
    {"no other record is there", 1, 51, false, false, true},
    {"offered too late", 1, 52, false, false, false},
    {"all of it has come", 0, 51, false, false, false},
    {"the next record has begun", 1, 51, true, true, false},
    {"the page is not translated", 1, 51, true, false, false},
};

static void addresses_behind_an_abort(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(late_rows) / sizeof(late_rows[0]); i++) {
        const struct late_row *row = &late_rows[i];
        struct spe_model *m = bare_model("", SPE_TAP_ALL);
        struct rec *doomed = bare_record(m, REC_DOOMED, 1);
        doomed->doom = (struct rec_doom){.late_aws = row->late_aws, .cycle = 50};
        m->spu->buf.doomed = rec_number(&m->spu->buf, doomed);
        m->spu->buf.offer_known = true;
        m->spu->buf.offered = row->offered;
        if (row->head) {
            bare_queued(m, row->begun ? REC_STARTED : REC_QUEUED, 2)->next = row->begun ? 8 : 0;
        }
        CHECK(row->name, buffer_late(m, &(struct spe_txn_aw){.addr = 0x80010000}) == doomed,
              row->late);
        spe_model_destroy(m);
    }
}

/* An earlier PMBPTR_EL1 is a possible start of the record until a byte of the record is written
 * (3.6.1). */
static void places_to_begin_at(void **state)
{
    struct spe_model *m = bare_model("", SPE_TAP_ALL);
    struct rec *rec = bare_queued(m, REC_QUEUED, 1);
    uint64_t va;

    (void)state;
    m->clock.cycle = 50;
    m->spu->enabled.buffer = true;
    m->spu->regs.v[SPE_PMBPTR] = 0x20000;
    m->spu->pointer.cycle = 50;
    buffer_keep_pointer(m, 0x11000);
    CHECK("the pointer has moved for the record before", m->spu->buf.old.n, 0);
    m->spu->pointer.cycle = 49;
    buffer_keep_pointer(m, 0x10000);
    CHECK("queued: now", buffer_place(m->spu, rec, 0, &va) && va == 0x20000, true);
    CHECK("queued: before", buffer_place(m->spu, rec, 1, &va) && va == 0x10000, true);
    CHECK("queued: no other", buffer_place(m->spu, rec, 2, &va), false);
    rec->state = REC_STARTED;
    rec->va = rec->next = 0x20000;
    CHECK("data without an address", buffer_place(m->spu, rec, 1, &va) && va == 0x10000, true);
    rec->got_bytes = 8;
    CHECK("bytes with an address", buffer_place(m->spu, rec, 1, &va), false);
    rec->got_bytes = 0;
    rec->next = 0x20008;
    CHECK("an address", buffer_place(m->spu, rec, 1, &va), false);
    spe_model_destroy(m);
}

/* PMBLIMITR_EL1 is written in cycle 50: the old limit may have judged the head, which came in cycle
 * 40, or in `enq`, unless an address of it was offered before. */
static const struct kept_row {
    const char *name;
    enum rec_state state;
    uint64_t next, enq, judged; /* judged: by an earlier limit */
    uint64_t then;
} kept_rows[] = {
    {"it is queued", REC_QUEUED, 0x10000, 40, 0, 0x20000},
    {"its data came first", REC_STARTED, 0x10000, 40, 0, 0x20000},
    {"an address was offered", REC_STARTED, 0x10008, 40, 0, 0},
    {"it came in that cycle", REC_QUEUED, 0x10000, 50, 0, 0x20000},
    {"it came later", REC_QUEUED, 0x10000, 51, 0, 0},
    {"by a lower one before", REC_QUEUED, 0x10000, 40, 0x18000, 0x20000},
    {"by a higher one before", REC_QUEUED, 0x10000, 40, 0x28000, 0x28000},
};

static void a_limit_may_have_judged(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(kept_rows) / sizeof(kept_rows[0]); i++) {
        const struct kept_row *row = &kept_rows[i];
        struct spe_model *m = bare_model("", SPE_TAP_ALL);
        struct rec *rec = bare_queued(m, row->state, 1);
        rec->va = 0x10000;
        rec->next = row->next;
        rec->enq_cycle = row->enq;
        rec->offer.judged = row->judged;
        buffer_keep_limit(m->spu, false, 0x20000, 50);
        CHECK(row->name, rec->offer.judged, row->then);
        spe_model_destroy(m);
    }
}

/* Samples that PSB CSYNC waits for: neither one that the filters may have rejected, nor a later
 * one. */
static void records_that_are_to_come(void **state)
{
    struct spe_model *m = bare_model("", SPE_TAP_ALL);
    struct inflight *fl = &m->spu->fl;

    (void)state;
    for (uint64_t order = 1; order <= 3; order++) {
        struct rec *rec = bare_record(m, REC_QUEUED, order);
        rec->filter.doubt = order == 2;
        fl->staged[fl->n_staged++] = rec_number(&m->spu->buf, rec);
    }
    CHECK("before the first", inflight_ended(fl, &m->spu->buf, 0), 0);
    CHECK("the first", inflight_ended(fl, &m->spu->buf, 1), 1);
    CHECK("the second is in doubt", inflight_ended(fl, &m->spu->buf, 2), 1);
    CHECK("the third", inflight_ended(fl, &m->spu->buf, 3), 2);
    spe_model_destroy(m);
}

/* PMBLIMITR_EL1 was written in cycle 30: 0x20000 before, 0x11000 since (W2, S1). */
static const struct limit_row {
    const char *name;
    uint64_t offered, aw_next, queued, answered, limit; /* offered: 0: the tap does not say */
} limits[] = {
    {"offered in the cycle of the write", 30, 20, 28, 30, 0x20000},
    {"in the next one", 31, 20, 28, 30, 0x11000},
    {"nobody knows when", 0, 30, 28, 30, 0x20000},
    {"... and another address came in that cycle", 0, 31, 28, 30, 0x11000},
    {"... and the record was not there", 0, 20, 31, 30, 0x11000},
    {"... and its page was not translated", 0, 20, 28, 31, 0x11000},
};

static void a_record_has_the_limit_of_its_offer(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(limits) / sizeof(limits[0]); i++) {
        const struct limit_row *row = &limits[i];
        struct spe_model *m = bare_counting("");
        struct rec *rec = bare_queued(m, REC_QUEUED, 1);
        m->spu->regs.v[SPE_PMBLIMITR] = 0x11000 | SPE_PMBLIMITR_E;
        m->spu->st.left_limit = 0x20000;
        m->spu->st.left_cycle = 30;
        m->spu->buf.offer_known = row->offered != 0;
        m->spu->buf.offered = row->offered;
        m->spu->buf.aw_next = row->aw_next;
        rec->enq_cycle = row->queued;
        rec->modes.since = 1;
        m->spu->buf.xl[0] = (struct xl){.used = true, .owned = true, .cycle = row->answered};
        buffer_start(m, rec);
        buffer_offered(m, rec);
        CHECK(row->name, rec->limit, row->limit);
        spe_model_destroy(m);
    }
}

/* The message says why the page at 0x10000 has no translation: the reason is that of the page's
 * last translation, in whatever slot the next translation would be (S12, S13). */
static void the_last_translation_says_why(void **state)
{
    static const struct {
        const char *text;
        struct xl last;
    } rows[] = {
        {"has a translation that a TLBI has ended", {.stale_cycle = 9}},
        {"was translated only after the address was offered", {.cycle = 21}},
        {"was translated for another ASID or VMID than those since the last context synchronization"
         " event [S13]",
         {.ids.left_cycle = 9}},
        {"was translated for another owner or in another mode", {.cycle = 20}},
        {"was translated for another owner or in another mode", {.cycle = 21, .at_once = true}},
    };
    enum { ROWS = sizeof(rows) / sizeof(rows[0]) };

    (void)state;
    for (int i = 0; i < ROWS * ROWS * MAX_XL; i++) {
        struct spe_model *m = bare_model("", SPE_TAP_ALL);
        struct buffer *buf = &m->spu->buf;
        const int last = i % ROWS, next = i / ROWS / ROWS;
        struct xl *of[] = {&buf->xl[(next + MAX_XL - 3) % MAX_XL],
                           &buf->xl[(next + MAX_XL - 1) % MAX_XL]};
        buf->xl_next = next;
        buf->offer_known = true;
        buf->offered = 20;
        assert_string_equal(buffer_untranslated(buf, 0x10000), "has no translation");
        *of[0] = rows[i / ROWS % ROWS].last;
        *of[1] = rows[last].last;
        of[0]->used = of[1]->used = true;
        of[0]->va_page = of[1]->va_page = 0x10;
        assert_string_equal(buffer_untranslated(buf, 0x10ff8), rows[last].text);
        assert_string_equal(buffer_untranslated(buf, 0x11000), "has no translation");
        spe_model_destroy(m);
    }
}

/* The number of the selection, not the member of the population, determines a record's slot. The
 * slot is therefore the same in every hypothesis, and two hypotheses that reach the same records
 * merge. */
static void a_record_has_its_place(void **state)
{
    (void)state;
    for (uint64_t order = 1; order <= 2 * MAX_RECS; order++) {
        struct spe_model *m = bare_model("", SPE_TAP_ALL);
        struct inflight *fl = &m->spu->fl;
        fl->tag[0] = (struct tag){.state = TAG_FLIGHT, .order = order, .pos = 3 * order + 1};
        fl->tag[0].sample.end = fl->tag[0].story.end.kind = SPE_LIFE_RETIRE;
        fl->n_ended = 1;
        m->spu->enabled.buffer = true;
        inflight_flush(m);
        CHECK("it comes into the queue", fl->n_staged, 1);
        CHECK("its place", fl->staged[0], 1 + order % MAX_RECS);
        spe_model_destroy(m);
    }
}

/* A burst behind a record of 8 bytes at 0x10FF0, in page 0x80010 or 0x80020 of the bus: the least
 * number of bytes of a longer record in its place. In order, the burst begins with the next
 * byte. */
static const struct reach_row {
    const char *name;
    bool order_free;
    uint64_t next, addr;
    int bytes;
} reaches[] = {
    {"the byte behind it", false, 0x10FF8, 0x80010FF8, 9},
    {"one behind that", false, 0x10FFC, 0x80010FFC, 13},
    {"of the second page", false, 0x11000, 0x80020000, 17},
    {"... as the first one goes on", false, 0x11000, 0x80011000, 0},
    {"inside it", false, 0x10FF4, 0x80010FF4, 0},
    {"not the next byte", false, 0x10FF8, 0x80010FE8, 0},
    {"the last byte of the longest one", false, 0x117EF, 0x800207EF, 2048},
    {"behind the longest one", false, 0x117F0, 0x800207F0, 0},
    {"any order: the byte behind it", true, 0x10FF0, 0x80010FF8, 9},
    {"any order: a later one", true, 0x10FF0, 0x80010FFF, 16},
    {"any order: of the second page", true, 0x10FF0, 0x80020000, 17},
    {"any order: inside it", true, 0x10FF0, 0x80010FF7, 0},
    {"any order: the last byte of the longest one", true, 0x10FF0, 0x800207EF, 2048},
    {"any order: behind the longest one", true, 0x10FF0, 0x800207F0, 0},
    {"any order: another page", true, 0x10FF0, 0x80030FF8, 0},
};

static void a_burst_behind_its_end(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(reaches) / sizeof(reaches[0]); i++) {
        const struct spe_txn_aw t = {.addr = reaches[i].addr, .size = 3};
        struct spe_model *m = bare_model("", SPE_TAP_ALL);
        struct rec *rec = bare_queued(m, REC_STARTED, 1);
        for (unsigned k = 0; k < 2; k++) {
            m->spu->buf.xl[k] = (struct xl){
                .used = true, .owned = true, .va_page = 0x10 + k, .pa_page = 0x80010 + 0x10 * k};
        }
        rec->modes.since = 1;
        rec->va = 0x10FF0;
        rec->next = reaches[i].next;
        CHECK(reaches[i].name, buffer_reach(m->spu, rec, &t, reaches[i].order_free),
              reaches[i].bytes);
        spe_model_destroy(m);
    }
}

/* A burst to a memory page whose translation was known and forgotten belongs to a record that was
 * taken for lost. It does not if the page of PMBPTR_EL1 had another translation when the burst was
 * offered, or if the buffer was disabled then. The burst was offered in cycle 40, or in 40 or
 * later. */
static const struct held_row {
    const char *name;
    bool known; /* the cycle of the offer is known */
    struct xl x;
    bool off;        /* the buffer is disabled */
    uint64_t off_in; /* the last cycle in which the buffer was enabled */
    bool forgotten;
} helds[] = {
    {"none is there", true, {.used = false}, false, 0, true},
    {"one", true, {.used = true, .va_page = 0x10, .cycle = 30}, false, 0, false},
    {"of another page", true, {.used = true, .va_page = 0x11, .cycle = 30}, false, 0, true},
    {"in another mode", true, {.used = true, .va_page = 0x10, .mode = 1}, false, 0, true},
    {"TLBI", true, {.used = true, .va_page = 0x10, .stale_cycle = 35}, false, 0, true},
    {"ASID", true, {.used = true, .va_page = 0x10, .ids = {.left_cycle = 35}}, false, 0, true},
    {"as it was offered", true, {.used = true, .va_page = 0x10, .cycle = 40}, false, 0, false},
    {"behind that", true, {.used = true, .va_page = 0x10, .cycle = 41}, false, 0, true},
    {"before it can be", false, {.used = true, .va_page = 0x10, .cycle = 39}, false, 0, false},
    {"when it may be", false, {.used = true, .va_page = 0x10, .cycle = 41}, false, 0, true},
    {"disabled later", true, {.used = false}, true, 40, true},
    {"disabled before", true, {.used = false}, true, 39, false},
    {"disabled, perhaps before", false, {.used = false}, true, 39, true},
};

static struct spe_model *with_forgotten_page(void)
{
    const struct xl gone = {.va_page = 0x10, .pa_page = 0x80010};
    struct spe_model *m = bare_model("", SPE_TAP_ALL);

    gone_add(&m->gone, &gone, &m->spu->buf.modes.of[0], true);
    m->spu->buf.modes.n = 1;
    m->spu->regs.v[SPE_PMBPTR] = 0x10000;
    m->spu->buf.offered = m->spu->buf.aw_next = 40;
    return m;
}

static void one_that_was_taken_for_lost(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(helds) / sizeof(helds[0]); i++) {
        const struct held_row *row = &helds[i];
        const struct spe_txn_aw t = {.addr = 0x80010000, .size = 3};
        struct spe_model *m = with_forgotten_page();
        m->spu->regs.v[SPE_PMBLIMITR] = 0x20000 | (row->off ? 0 : SPE_PMBLIMITR_E);
        m->spu->st.left_cycle = row->off_in;
        m->spu->buf.offer_known = row->known;
        m->spu->buf.xl[0] = row->x;
        CHECK(row->name, buffer_forgotten_first(m->spu, &m->gone, &t), row->forgotten);
        spe_model_destroy(m);
    }
}

/* What lies behind the list of translations is none of them. The last request and the modes are
 * there: read as a translation, these ones would be one of page 0x10 in mode 0. */
static void the_list_of_translations_ends(void **state)
{
    const struct spe_txn_aw t = {.addr = 0x80010000, .size = 3};
    struct spe_model *m = with_forgotten_page();

    (void)state;
    m->spu->buf.xl[0] = (struct xl){.used = true, .va_page = 0x10, .mode = 1, .cycle = 30};
    m->spu->buf.asked.txn.id = 0x10;
    m->spu->buf.modes =
        (struct modes){.of = {{0}, {.open = MODE_OPEN_NVM}, {.nvm = 1}}, .n = 3, .next = 3};
    assert_true(buffer_forgotten_first(m->spu, &m->gone, &t));
    spe_model_destroy(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_record_has_the_limit_of_its_offer),
        cmocka_unit_test(bytes_may_be_of_another_record),
        cmocka_unit_test(packets_that_are_not_whole),
        cmocka_unit_test(the_first_one_with_the_bytes),
        cmocka_unit_test(records_that_may_be_next),
        cmocka_unit_test(addresses_behind_an_abort),
        cmocka_unit_test(places_to_begin_at),
        cmocka_unit_test(a_limit_may_have_judged),
        cmocka_unit_test(records_that_are_to_come),
        cmocka_unit_test(the_last_translation_says_why),
        cmocka_unit_test(a_record_has_its_place),
        cmocka_unit_test(a_burst_behind_its_end),
        cmocka_unit_test(one_that_was_taken_for_lost),
        cmocka_unit_test(the_list_of_translations_ends),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
