/* SPDX-License-Identifier: Apache-2.0 */
#include "bare_model.h"
#include "check.h"
#include "queue/buffer.h"
#include "queue/choice.h"
#include "queue/find.h"
#include "spe/regs.h"
#include "state/queue.h"

/* Bytes and addresses that may be those of another record. */

/* P26: with records in any order the first sample that waits is a candidate as soon as the record
 * at the head may be gone. */
static void one_that_waits_in_any_order(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 8; i++) {
        const bool any = (i & 1) != 0, first = (i & 2) != 0, second = (i & 4) != 0;
        struct spe_model *m =
            bare_counting(any ? "record_order = any\n" : "record_order = completion\n");
        struct rec *rec = bare_record(m, REC_QUEUED, 3);
        bare_queued(m, REC_QUEUED, 1)->maybe = first;
        bare_queued(m, REC_QUEUED, 2)->maybe = second;
        m->spu->fl.tag[0].rec = rec_number(&m->spu->buf, rec);
        m->spu->fl.n_wait = 1;
        CHECK("the one that waits", buffer_candidate(m, 2) == rec, first && (any || second));
        m->spu->fl.n_wait = 0;
        spe_model_destroy(m);
    }
}

/* RL2: an address of a record that has ended comes before the addresses of the next one. A record
 * that is queued has no place yet. */
static void an_address_behind_its_end(void **state)
{
    static const struct {
        const char *name;
        enum rec_state state;
        uint64_t next;
        bool late;
    } rows[] = {
        {"the next one is queued", REC_QUEUED, 0x20008, true},
        {"it has data only", REC_STARTED, 0x20000, true},
        {"it has an address", REC_STARTED, 0x20008, false},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct spe_model *m = bare_counting("");
        struct rec *doomed = bare_record(m, REC_DOOMED, 1);
        struct rec *next = bare_queued(m, rows[i].state, 2);
        m->spu->buf.xl[0] =
            (struct xl){.used = true, .owned = true, .va_page = 0x10, .pa_page = 0x80010};
        doomed->doom.late_aws = 1;
        doomed->modes.since = 1;
        doomed->va = doomed->next = 0x10000;
        m->spu->buf.doomed = rec_number(&m->spu->buf, doomed);
        next->va = 0x20000;
        next->next = rows[i].next;
        CHECK(rows[i].name,
              buffer_late(m, &(struct spe_txn_aw){.addr = 0x80010000, .size = 3}) == doomed,
              rows[i].late);
        m->spu->buf.late_open = true;
        buffer_doomed_gone(&m->spu->buf);
        CHECK("none is late any more", doomed->doom.late_aws, 0);
        CHECK("nothing is to be asked", m->spu->buf.late_open, false);
        spe_model_destroy(m);
    }
}

/* The bytes belong to no sample up to an order. The head gives them to the next record if it need
 * not be there, and is of one of these samples. */
static const struct before_row {
    const char *name;
    uint64_t head, other, order;
    bool maybe, cut, given;
} befores[] = {
    {"they are of a later sample", 2, 3, 2, true, false, true},
    {"the head is of a later one", 2, 3, 1, true, false, false},
    {"both are of earlier ones", 2, 3, 3, true, false, false},
    {"the head is there", 2, 3, 2, false, false, false},
    {"an event has cut the head", 2, 3, 2, true, true, false},
};

static void bytes_of_a_later_sample(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(befores) / sizeof(befores[0]); i++) {
        const struct before_row *row = &befores[i];
        struct spe_model *m = bare_counting("");
        struct rec *head = bare_queued(m, REC_STARTED, row->head);
        struct rec *other = bare_queued(m, REC_QUEUED, row->other);
        head->maybe = row->maybe;
        head->optional = row->cut;
        head->ts_at = other->ts_at = 4;
        memcpy(head->actual, "abcdefgh", 8);
        memcpy(other->bytes, "abcd", 4);
        head->got[0] = 0xFF;
        head->got_bytes = 8;
        head->next = 8;
        m->spu->buf.number = 3;
        buffer_not_before(m, row->order);
        CHECK(row->name, other->state, row->given ? REC_STARTED : REC_QUEUED);
        CHECK(row->name, head->state, row->given ? REC_FREE : REC_STARTED);
        CHECK(row->name, memcmp(other->actual, "abcdefgh", 8) == 0, row->given);
        spe_model_destroy(m);
    }
}

/* S2: none of the records at the head was offered. The bytes are of the first record behind them
 * that is certainly there and has these bytes. */
static void the_first_that_is_there(void **state)
{
    struct spe_model *m = bare_counting("");
    struct rec *head = bare_queued(m, REC_STARTED, 1), *second = bare_queued(m, REC_MAYBE, 2);
    struct rec *third = bare_queued(m, REC_QUEUED, 3), *fourth = bare_queued(m, REC_QUEUED, 4);

    (void)state;
    head->maybe = second->maybe = true;
    head->next = 8;
    head->got[0] = 0xFF;
    head->got_bytes = 8;
    CHECK("is there", buffer_head_discarded(m), true);
    CHECK("the head", head->state, REC_FREE);
    CHECK("the second", second->state, REC_FREE);
    CHECK("the third", third->state, REC_STARTED);
    CHECK("its bytes", third->got_bytes, 8);
    CHECK("the fourth", fourth->state, REC_QUEUED);
    spe_model_destroy(m);
}

/* P26: bytes that were written for a record may be those of another one with the same bytes, unless
 * that record was made after the first address was offered. */
static const struct same_row {
    const char *name, *keys;
    bool told;
    uint64_t made;
    int differs; /* byte of the other record, -1: none */
    bool may;
} sames[] = {
    {"the same bytes", "record_order = any\n", true, 29, -1, true},
    {"other bytes", "record_order = any\n", true, 29, 0, false},
    {"another byte behind", "record_order = any\n", true, 29, 7, false},
    {"made when it was offered", "record_order = any\n", true, 30, -1, false},
    {"nobody knows when", "record_order = any\n", false, 30, -1, true},
    {"in their order", "record_order = completion\n", true, 29, -1, false},
};

static void bytes_of_another_record(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(sames) / sizeof(sames[0]); i++) {
        const struct same_row *row = &sames[i];
        struct spe_model *m = bare_counting(row->keys);
        struct rec *rec = bare_queued(m, REC_STARTED, 5), *other = bare_queued(m, REC_QUEUED, 7);
        rec->offer.told = row->told;
        rec->offer.cycle = 30;
        rec->got[0] = 0xFF;
        rec->may = (struct rec_orders){.first = 3, .last = 9};
        other->may = (struct rec_orders){.first = 7, .last = 7};
        other->life.made_cycle = row->made;
        rec->ts_at = 4;
        if (row->differs >= 0) {
            other->bytes[row->differs] = 1;
        }
        CHECK(row->name, buffer_last_order(m, rec), 9);
        rec->may.last = 5;
        CHECK(row->name, buffer_last_order(m, rec), row->may ? 7 : 5);
        rec->may.last = 9;
        buffer_exchanged(m, rec);
        CHECK(row->name, other->may.first, row->may ? 3 : 7);
        CHECK(row->name, other->may.last, row->may ? 9 : 7);
        other->may = (struct rec_orders){.first = 7, .last = 7};
        buffer_unqueue(&m->spu->buf, rec); /* the other one is the head */
        buffer_exchanged(m, rec);
        CHECK(row->name, other->may.last, row->may ? 9 : 7);
        spe_model_destroy(m);
    }
}

/* What lies behind the bytes of the longest record is none of them. */
static void the_bytes_of_a_record_end(void **state)
{
    struct spe_model *m = bare_counting("");
    struct rec *rec = bare_queued(m, REC_STARTED, 1), *other = bare_queued(m, REC_QUEUED, 2);

    (void)state;
    rec->len = other->len = SPE_RECORD_MAX;
    rec->word.seq[0] = rec->word.seq[1] = UINT32_MAX;
    CHECK("it", buffer_could_be(m, rec, other, SPE_RECORD_MAX), true);
    spe_model_destroy(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_that_waits_in_any_order), cmocka_unit_test(an_address_behind_its_end),
        cmocka_unit_test(bytes_of_a_later_sample),     cmocka_unit_test(the_first_that_is_there),
        cmocka_unit_test(bytes_of_another_record),     cmocka_unit_test(the_bytes_of_a_record_end),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
