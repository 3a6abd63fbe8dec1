/* SPDX-License-Identifier: Apache-2.0 */
#include "bare_model.h"
#include "bus/xl.h"
#include "bytes/stream.h"
#include "check.h"
#include "spe/regs.h"

/* Without LIFE: a byte that is not the expected next byte of the stream (3.5, 3.6.1), and a fault
 * that may have cut a record. */

#define NO_LIFE (SPE_TAP_ALL & ~SPE_TAP_LIFE)
#define BYTES   SPE_TAP_BYTES

/* The byte is at 0x20000; the expected next byte was at 0x10000. */
static const struct row {
    const char *name;
    unsigned taps;
    bool known, cut, late, forked;
    uint64_t va, other;
    bool found, then_cut, known_account;
    uint64_t then_other;
} rows[] = {
    {.name = "the next one", .taps = NO_LIFE, .known = true, .va = 0x10000, .known_account = true},
    {.name = "another one",
     .taps = NO_LIFE,
     .known = true,
     .va = 0x20000,
     .found = true,
     .known_account = true},
    {.name = "nobody knows the next one", .taps = NO_LIFE, .va = 0x20000, .known_account = true},
    {.name = "without registers a buffer begins",
     .taps = BYTES,
     .known = true,
     .va = 0x20000,
     .known_account = true},
    {.name = "a fault may have cut a record",
     .taps = NO_LIFE,
     .known = true,
     .cut = true,
     .va = 0x20000,
     .known_account = true},
    {.name = "the burst may be of that record",
     .taps = NO_LIFE,
     .known = true,
     .late = true,
     .va = 0x20000,
     .then_cut = true,
     .known_account = true},
    {.name = "both",
     .taps = NO_LIFE,
     .known = true,
     .cut = true,
     .late = true,
     .va = 0x20000,
     .then_cut = true,
     .known_account = true},
    {.name = "the pointer was written with a record on its way",
     .taps = NO_LIFE,
     .known = true,
     .forked = true,
     .va = 0x20000,
     .other = 0x20000,
     .then_other = 0x10000},
    {.name = "... to another place",
     .taps = NO_LIFE,
     .known = true,
     .forked = true,
     .va = 0x20000,
     .other = 0x30000,
     .found = true,
     .known_account = true,
     .then_other = 0x30000},
    {.name = "it was not",
     .taps = NO_LIFE,
     .known = true,
     .va = 0x20000,
     .other = 0x20000,
     .found = true,
     .known_account = true,
     .then_other = 0x20000},
};

static void a_byte_at_another_place(void **state)
{
    const struct spe_txn_w w = {.strb = 0xFF, .last_word = 1};

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct spe_model *m = bare_model("", rows[i].taps);
        struct stream *st = &m->spu->st;
        st->known = rows[i].known;
        st->next = 0x10000;
        st->cut = st->torn = rows[i].cut;
        st->late = rows[i].late;
        st->forked = rows[i].forked;
        st->other = rows[i].other;
        st->old_limit = 0x80000;
        m->spu->buf.account.known = true;
        stream_word(m, &(struct burst){.id = 0}, rows[i].va, &w, w.strb);
        CHECK(rows[i].name, bare_findings, rows[i].found);
        CHECK(rows[i].name, !rows[i].found || bare_last.check == SPE_CHECK_BUF_ADDRESS, true);
        CHECK(rows[i].name, st->next, rows[i].va + 8);
        CHECK(rows[i].name, st->cut, rows[i].then_cut);
        CHECK(rows[i].name, st->torn, rows[i].then_cut);
        CHECK(rows[i].name, st->other, rows[i].then_other);
        CHECK(rows[i].name, m->spu->buf.account.known, rows[i].known_account);
        CHECK("from here on it is known", st->known, true);
        spe_model_destroy(m);
    }
}

/* A record was cut after its first word, at the end of its page: either the record continues, or
 * the next record begins (3.5). The first reading that fails is discarded; then another cut can be
 * followed. While both readings are open, another cut makes three readings, and none is judged. */
static void one_of_two_readings(void **state)
{
    static const struct {
        const char *name;
        uint64_t data; /* in the first reading: the last 7 bytes of PC and a header */
        bool open;
        int found, then; /* then: after another cut, if the stream continues with invalid bytes */
    } words[] = {
        {"it goes on", 0x48a0000000004008, false, 0, 1},
        {"the next one begins", 0x08b0000299000598, false, 0, 1},
        {"neither", 0x08a0000000004008, false, 1, 1},
        {"either", 0x48b0000299000598, true, 0, 0},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
        struct spe_model *m = bare_model("", BYTES);
        struct stream *st = &m->spu->st;
        const struct burst b = {.id = 0};
        struct spe_txn_w w = {.strb = 0xFF, .last_word = 1, .data = 0x00b0000299000598};
        stream_word(m, &b, 0x10ff8, &w, w.strb);
        stream_cut(st, 1);
        w.data = words[i].data;
        stream_word(m, &b, 0x11000, &w, w.strb);
        CHECK(words[i].name, st->split.open, words[i].open);
        CHECK(words[i].name, bare_findings, words[i].found);
        stream_cut(st, 2);
        st->next = 0x12000; /* the bytes between are right */
        w.data = 0x0808080808080808;
        stream_word(m, &b, 0x12000, &w, w.strb);
        CHECK(words[i].name, bare_findings, words[i].then);
        spe_model_destroy(m);
    }
}

/* A fault that answers a request cuts a record, unless the request was accepted in the cycle of a
 * TLBI or before (dpi/timing.md 8). */
static void a_fault_cuts_a_record(void **state)
{
    static const struct {
        const char *name;
        uint64_t tlbi, asked;
        bool fault, cut;
    } requests[] = {
        {"no TLBI", 0, 5, true, true},       {"before it", 6, 5, true, false},
        {"in its cycle", 5, 5, true, false}, {"behind it", 4, 5, true, true},
        {"an address", 0, 5, false, false},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(requests) / sizeof(requests[0]); i++) {
        struct spe_model *m = bare_model("", BYTES);
        const struct spe_txn txn = {.kind = SPE_TXN_XL_RSP,
                                    .u.xl_rsp = {.id = 1, .fault = requests[i].fault}};
        m->txn = &txn;
        m->clock.cycle = 8;
        m->spu->buf.tlbi_cycle = requests[i].tlbi;
        m->spu->buf.asked.open = true;
        m->spu->buf.asked.txn.id = 1;
        m->spu->buf.asked.cycle = requests[i].asked;
        buffer_xl_rsp(m, &txn.u.xl_rsp);
        CHECK(requests[i].name, m->spu->st.cut, requests[i].cut);
        CHECK(requests[i].name, m->spu->st.cut_since, requests[i].cut ? 8 : 0);
        CHECK("answered", m->spu->buf.asked.open, false);
        spe_model_destroy(m);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_byte_at_another_place),
                                       cmocka_unit_test(one_of_two_readings),
                                       cmocka_unit_test(a_fault_cuts_a_record)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
