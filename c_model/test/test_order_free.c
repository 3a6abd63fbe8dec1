/* SPDX-License-Identifier: Apache-2.0 */
#include "bare_model.h"
#include "bytes/correct.h"
#include "bytes/order_free.h"
#include "check.h"
#include "spe/decode.h"
#include "spe/edit.h"

/* Packets in any order (5.3): whether written bytes may be those of a record, what differs, and the
 * correction of a difference. */

#define PC     "b00010000000000000" /* an Address packet with PC 0x1000, */
#define PC2    "b00020000000000000" /* and with 0x2000 */
#define TOTAL  "980500"             /* Counter packets: total latency 5, */
#define TOTAL6 "980600"
#define ISSUE  "990500"
#define END    "01"
#define TIME   "710100000000000000"
#define TIME2  "710200000000000000"

static int put(uint8_t *to, const char *hex)
{
    int n = 0;

    for (; hex[2 * n] != '\0'; n++) {
        unsigned byte = 0;
        assert_int_equal(sscanf(hex + 2 * n, "%2x", &byte), 1);
        to[n] = (uint8_t)byte;
    }
    return n;
}

static void predict(struct rec *rec, const char *hex)
{
    memset(rec, 0, sizeof(*rec));
    rec->len = put(rec->bytes, hex);
    rec->ts_at = -1;
}

/* Write bytes of a record from an offset on. */
static void write_at(struct rec *rec, int at, const char *hex)
{
    const int n = put(rec->actual + at, hex);

    for (int i = at; i < at + n; i++) {
        rec->got[i / 64] |= UINT64_C(1) << (i % 64);
    }
    rec->got_bytes += n;
}

static const struct could {
    const char *name, *other; /* the packets of the other record */
    const char *head;         /* and of the record for which the bytes were written */
    const char *written;
    int at;      /* the offset of its first byte */
    int unknown; /* offset of a Timestamp of UNKNOWN value in the other record, 0: none */
    bool may;
} rows[] = {
    {"its bytes", PC TOTAL END, PC TOTAL END, PC TOTAL END, .may = true},
    {"its packets in another order", PC TOTAL END, PC TOTAL END, TOTAL PC END, .may = true},
    {"a packet has another value", PC TOTAL END, PC TOTAL END, PC TOTAL6 END, .may = false},
    {"another packet", PC TOTAL END, PC TOTAL END, PC ISSUE END, .may = false},
    {"one packet more", PC END, PC TOTAL END, PC TOTAL END, .may = false},
    {"one packet more in as many bytes", PC "000000" END, PC TOTAL END, PC TOTAL END, .may = false},
    {"one packet is absent", PC TOTAL END, PC TOTAL END, PC "000000" END, .may = false},
    {"padding between", PC TOTAL "00" END, PC TOTAL "00" END, TOTAL "00" PC END, .may = true},
    {"as many bits of another size", "52020000" END, "52020000" END, "42020000" END, .may = false},
    {"its beginning", PC TOTAL END, PC TOTAL END, PC TOTAL, .may = true},
    {"no byte", PC TOTAL END, PC TOTAL END, "", .may = true},
    {"as many bytes, not whole", PC TOTAL END, PC TOTAL ISSUE END, PC TOTAL "99", .may = false},
    {"more bytes, not whole", PC TOTAL END, PC TOTAL ISSUE END, PC TOTAL "9905", .may = false},
    {"bytes in front are missing", PC TOTAL END, PC TOTAL END, PC2, 1, .may = true},
    {"... whatever they tell", PC TOTAL END, PC TOTAL END, "010000", 1, .may = true},
    {"bytes behind its end", PC END, PC TOTAL END, "05", 10, .may = false},
    {"its last byte, in a longer record", PC END, PC TOTAL END, "01", 9, .may = true},
    {"whole in a longer record", PC END, PC TOTAL END, PC END, .may = true},
    {"any time", PC TIME, PC TIME, PC TIME2, .unknown = 10, .may = true},
    {"another time", PC TIME, PC TIME, PC TIME2, .may = false},
    {"any time, but another PC", PC TIME, PC TIME, PC2 TIME, .unknown = 10, .may = false},
};

static void what_bytes_may_be(void **state)
{
    static struct rec rec, other;

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        predict(&rec, rows[i].head);
        predict(&other, rows[i].other);
        write_at(&rec, rows[i].at, rows[i].written);
        other.ts_at = rows[i].unknown != 0 ? rows[i].unknown : -1;
        CHECK(rows[i].name, order_free_could_be(&rec, &other), rows[i].may);
    }
}

/* Two records of the largest size, all of whose bytes are written: nothing behind them is looked
 * at. */
static void the_bytes_of_a_record_end(void **state)
{
    static struct rec rec, other;

    (void)state;
    (void)put(rec.actual + SPE_RECORD_MAX - 11, PC "00" END);
    memset(rec.got, 0xFF, sizeof(rec.got));
    rec.got_bytes = rec.len = SPE_RECORD_MAX;
    memcpy(rec.bytes, rec.actual, sizeof(rec.bytes));
    rec.ts_at = -1;
    other = rec;
    rec.word.seq[0] = rec.word.seq[1] = UINT32_MAX;
    CHECK("it", order_free_could_be(&rec, &other), true);
    other.bytes[SPE_RECORD_MAX - 10]++;
    CHECK("another PC", order_free_could_be(&rec, &other), false);
}

/* The correction of the last finding. */
static struct spe_edit edit;
static int edits;

static void note(void *user, uint64_t finding, const struct spe_edit *of)
{
    (void)user;
    (void)finding;
    edit = *of;
    edits++;
}

static const struct differs {
    const char *name, *want, *got;
    const char *expected, *actual, *text; /* expected: NULL: no difference */
    uint64_t mask, value;                 /* the correction, in the word `word` */
    uint32_t word;
} differences[] = {
    {.name = "the same", PC TOTAL END, TOTAL PC END},
    {.name = "another value",
     PC TOTAL END,
     TOTAL6 PC END,
     "0x5",
     "0x6",
     "is different",
     0xFF00,
     0x0500,
     10},
    {.name = "in the second word",
     PC TOTAL END,
     PC TOTAL6 END,
     "0x5",
     "0x6",
     "is different",
     0xFF0000,
     0x050000,
     11},
    {.name = "the PC",
     PC TOTAL END,
     PC2 TOTAL END,
     "0x1000",
     "0x2000",
     "is different",
     0xFF0000,
     0x100000,
     10},
    {.name = "absent", PC TOTAL END, PC END, "0x5", "absent", "is missing"},
    {.name = "one more", PC END, PC TOTAL END, "absent", "0x5", "is not predicted"},
    {.name = "one more in front", PC END, TOTAL PC END, "absent", "0x5", "is not predicted"},
    {.name = "another one", PC TOTAL END, PC ISSUE END, "0x5", "absent", "is missing"},
    {.name = "another size", "520300" END, "4202" END, "0x3", "0x2", "is different"},
};

static uint64_t made(const struct spe_model *m)
{
    uint64_t evaluated = 0, fired = 0;

    (void)spe_model_check_counts(m, SPE_CHECK_BUF_DATA, &evaluated, &fired);
    return evaluated;
}

static void what_differs(void **state)
{
    const struct spe_decode_options options = {.record_limit = 64};
    const struct spe_decoded_record *actual;
    static struct spe_decoder decoder;

    (void)state;
    for (size_t i = 0; i < sizeof(differences) / sizeof(differences[0]); i++) {
        const struct differs *row = &differences[i];
        struct spe_model *m = bare_model("", SPE_TAP_ALL);
        struct rec *rec = bare_queued(m, REC_STARTED, 7);
        m->opt.on_edit = note;
        edits = 0;
        predict(rec, row->want);
        rec->id = 7;
        write_at(rec, 0, row->got);
        for (int word = 0; word < 2; word++) {
            m->spu->buf.w_seq = (uint32_t)(10 + word);
            buffer_note_word(m, rec, 8 * word, 0xFF);
        }
        spe_decoder_init(&decoder, &options);
        (void)spe_decoder_feed(&decoder, rec->actual, (size_t)rec->got_bytes);
        assert_int_equal(spe_decoder_next(&decoder, &actual), 1);
        order_free_compare(m, rec, actual);
        CHECK("made once", made(m), 1);
        CHECK(row->name, bare_findings, row->expected != NULL);
        CHECK(row->name, rec->told.bad, row->expected != NULL);
        CHECK(row->name, rec->told.misplaced, false);
        if (row->expected != NULL) {
            CHECK(row->name, bare_last.check, SPE_CHECK_BUF_DATA);
            assert_string_equal(bare_last.where, "record 7");
            assert_string_equal(bare_last.expected, row->expected);
            assert_string_equal(bare_last.actual, row->actual);
            assert_non_null(strstr(bare_last.text, row->text));
        }
        CHECK(row->name, edits, row->mask != 0);
        CHECK(row->name, edits != 0 ? edit.mask : 0, row->mask);
        CHECK(row->name, edits != 0 ? edit.value : 0, row->value);
        CHECK(row->name, edits != 0 ? edit.seq : 0, row->word);
        spe_model_destroy(m);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(what_bytes_may_be),
                                       cmocka_unit_test(the_bytes_of_a_record_end),
                                       cmocka_unit_test(what_differs)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
