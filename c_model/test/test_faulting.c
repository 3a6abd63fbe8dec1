/* SPDX-License-Identifier: Apache-2.0 */
#include "bare_model.h"
#include "bus/faulting.h"
#include "bus/xl.h"
#include "check.h"
#include "spe/regs.h"

/* Order-free: the bytes that pending faults may concern (B11, W3); the record of a fault. */

#define VA UINT64_C(0x10000)

static void fault_on_its_way(struct spe_model *m, bool optional)
{
    m->spu->events.effect[m->spu->events.n++] = (struct effect){.cause = CAUSE_FAULT,
                                                                .order = 1,
                                                                .has_ptr = true,
                                                                .ptr = VA,
                                                                .later_ptr = VA + 5,
                                                                .optional = optional,
                                                                .others = true};
}

/* A record of 8 bytes. */
static struct spe_model *create(void)
{
    struct spe_model *m = bare_model("", SPE_TAP_ALL);
    struct rec *rec = bare_queued(m, REC_STARTED, 1);

    m->opt.order_free = true;
    rec->va = rec->next = VA;
    m->spu->buf.asked.txn.va = VA;
    m->spu->events.others = (struct byteset){.base = VA, .bits = {0xFE}};
    return m;
}

/* Bytes that are written do not fault. If PMBPTR_EL1 lacks low bits (E9), an address stands for
 * several bytes. */
static const struct written_row {
    const char *name;
    uint64_t order; /* of the record */
    unsigned at, size;
    uint64_t bits;
    uint64_t left, later;
    bool others;
} rows[] = {
    {"the last four", 1, 4, 2, ~UINT64_C(0), 0x0E, VA + 1, true},
    {"the first four", 1, 0, 2, ~UINT64_C(0), 0xF0, VA + 5, true},
    {"all", 1, 0, 3, ~UINT64_C(0), 0, VA, false},
    {"of another record", 2, 4, 2, ~UINT64_C(0), 0xFE, VA + 5, true},
    {"addresses are even: byte 4", 1, 4, 0, ~UINT64_C(1), 0xFE, VA + 5, true},
    {"addresses are even: bytes 4 and 5", 1, 4, 1, ~UINT64_C(1), 0xEE, VA + 5, true},
};

static void bytes_are_written(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        const struct written_row *row = &rows[i];
        struct spe_model *m = create();
        struct buffer *buf = &m->spu->buf;
        struct rec *rec = queue_at(buf, 0);
        fault_on_its_way(m, true);
        rec->order = row->order;
        rec->got[0] = ((UINT64_C(1) << (1u << row->size)) - 1) << row->at;
        faulting_written(m->spu, rec, row->bits);
        CHECK(row->name, m->spu->events.others.bits[0], row->left);
        CHECK(row->name, m->spu->events.effect[0].later_ptr, row->later);
        CHECK(row->name, m->spu->events.effect[0].others, row->others);
        spe_model_destroy(m);
    }
}

/* After a certain fault, no other fault moves the pointer. The candidate bytes of the fault before
 * it stay, too. */
static void one_is_certain(void **state)
{
    struct spe_model *m = create();
    struct effect e = {.cause = CAUSE_FAULT};
    bool late;

    (void)state;
    m->spu->events.others.bits[0] = 0x22;
    fault_on_its_way(m, true);
    fault_on_its_way(m, false);
    CHECK("bytes are left", faulting_bytes(m, queue_at(&m->spu->buf, 0), &e, &late), true);
    CHECK("of the certain one", m->spu->events.effect[1].others, true);
    CHECK("of the one before it", m->spu->events.effect[0].others, true);
    CHECK("the set", m->spu->events.others.bits[0], 0x22);
    CHECK("the new one", e.others, false);
    spe_model_destroy(m);
}

/* A fault ends its record. Without the SYNC tap, a TLBI before the response may be unseen, so the
 * record stays until the event takes effect. After an S no event takes effect: the record may stay
 * unfinished (3.5), as may a record that began after another S. */
static void without_barriers(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 8; i++) {
        const bool barriers = (i & 1) != 0, stopped = (i & 2) != 0, unfinished = (i & 4) != 0;
        struct spe_model *m = bare_model("", barriers ? SPE_TAP_ALL : SPE_TAP_ALL & ~SPE_TAP_SYNC);
        struct rec *rec = bare_queued(m, REC_STARTED, 1);
        m->clock.cycle = 50;
        m->spu->regs.v[SPE_PMBSR] = stopped ? SPE_PMBSR_S : 0;
        m->spu->buf.asked = (struct xl_asked){.txn = {.va = VA}, .open = true, .rec = 1};
        rec->va = rec->next = VA;
        rec->optional = unfinished;
        buffer_xl_rsp(m, &(struct spe_txn_xl_rsp){.fault = 1, .fsc = 7});
        CHECK("an event", m->spu->events.n, 1);
        CHECK("it need not come", m->spu->events.effect[0].optional, !barriers);
        CHECK("ends", m->spu->events.effect[0].ends, barriers ? 0 : 1);
        CHECK("the record", rec->state, barriers ? REC_DOOMED : REC_STARTED);
        CHECK("it may stay unfinished", rec->optional, unfinished || (!barriers && stopped));
        spe_model_destroy(m);
    }
}

/* The SPU asks for the page again while an optional fault is pending. The pending fault keeps its
 * candidate bytes if every byte that may fault now could fault then. Otherwise only its usual byte
 * is left. The candidates of both are then those of now, and the usual byte if it was one of those
 * of before. */
static const struct before_row {
    const char *name;
    uint64_t base, bits, ptr; /* of the fault before; now bytes 1 to 7 at VA are left */
    bool others;
    uint64_t then; /* the candidates of both, from VA on */
} before[] = {
    {"the same bytes", VA, 0xFE, VA, true, 0xFE},
    {"one was written meanwhile", VA, 0x1FE, VA, true, 0xFE},
    {"the usual one, too", VA, 0x1FF, VA, true, 0xFF},
    {"one was none of them", VA, 0x7E, VA, false, 0xFE},
    {"of the other page", VA, 0x7E, VA + 0x1000, true, 0xFE},
    {"of another record", VA - 8, 0xFFFF, VA, false, 0xFE},
};

static void asked_again(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(before) / sizeof(before[0]); i++) {
        struct spe_model *m = create();
        struct effect e = {.cause = CAUSE_FAULT}, *first = &m->spu->events.effect[0];
        bool late;
        fault_on_its_way(m, true);
        first->ptr = before[i].ptr;
        m->spu->events.others = (struct byteset){.base = before[i].base, .bits = {before[i].bits}};
        CHECK(before[i].name, faulting_bytes(m, queue_at(&m->spu->buf, 0), &e, &late), true);
        CHECK(before[i].name, first->others, before[i].others);
        CHECK(before[i].name, first->optional, true);
        CHECK(before[i].name, e.others, true);
        CHECK(before[i].name, m->spu->events.others.base, VA);
        CHECK(before[i].name, m->spu->events.others.bits[0], before[i].then);
        spe_model_destroy(m);
    }
}

/* The event has taken effect, and software has not read PMBPTR_EL1 yet. Bytes of the record that
 * are written afterwards cannot be the byte at PMBPTR_EL1. */
static const struct behind_row {
    const char *name;
    enum rec_state state;
    uint64_t others, got; /* other candidates of PMBPTR_EL1; bytes that are written */
    uint64_t left, ptr;
    bool open;
} behind[] = {
    {"another one", REC_DOOMED, 0xFE, 0x06, 0xF8, VA + 5, true},
    {"this one", REC_DOOMED, 0xFE, 0x30, 0xCE, VA + 1, true},
    {"all but the first one", REC_DOOMED, 0xFE, 0xFE, 0, VA + 5, false},
    {"all but the usual one", REC_DOOMED, 0xF0, 0xF7, 0, VA + 3, false},
    {"all", REC_DOOMED, 0xFE, 0xFF, 0, VA + 5, false},
    {"of another record", REC_STARTED, 0xFE, 0x30, 0xFE, VA + 5, true},
};

static void bytes_are_written_behind_it(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(behind) / sizeof(behind[0]); i++) {
        const struct behind_row *row = &behind[i];
        struct spe_model *m = create();
        struct rec *rec = queue_at(&m->spu->buf, 0);
        rec->len = 8;
        rec->state = row->state;
        rec->got[0] = row->got;
        m->spu->pointer.open = true;
        m->spu->pointer.others = (struct byteset){.base = VA, .bits = {row->others}};
        m->spu->regs.v[SPE_PMBPTR] = VA + 5;
        faulting_written(m->spu, rec, ~UINT64_C(0));
        CHECK(row->name, m->spu->pointer.others.bits[0], row->left);
        CHECK(row->name, m->spu->regs.v[SPE_PMBPTR], row->ptr);
        CHECK(row->name, m->spu->pointer.open, row->open);
        spe_model_destroy(m);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bytes_are_written), cmocka_unit_test(bytes_are_written_behind_it),
        cmocka_unit_test(one_is_certain), cmocka_unit_test(asked_again),
        cmocka_unit_test(without_barriers)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
