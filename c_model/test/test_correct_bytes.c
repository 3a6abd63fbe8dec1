/* SPDX-License-Identifier: Apache-2.0 */
#include "bare_model.h"
#include "bytes/correct.h"
#include "check.h"
#include "spe/edit.h"
#include "spe/packet.h"

/* The correction of bytes (c_model/README.md, "Follow-ups"): where its end is, and which words of
 * the log hold the bytes. */

/* PC 0x1000; total latency 5; End. */
static const uint8_t record[] = {0xb0, 0x00, 0x10, 0, 0, 0, 0, 0, 0, 0x98, 0x05, 0x00, 0x01};
#define BYTES ((int)sizeof(record))

/* A wrong payload is one wrong value. Behind a wrong header all may be shifted. */
static void where_a_correction_ends(void **state)
{
    static const struct {
        int offset, packet, end;
    } rows[] = {{0, 0, BYTES}, {1, 0, 9},   {2, 0, 9},   {8, 0, 9},
                {9, 9, BYTES}, {10, 9, 12}, {11, 9, 12}, {12, 12, BYTES}};
    static struct rec rec = {.len = BYTES};

    (void)state;
    memcpy(rec.bytes, record, sizeof(record));
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct spe_packet packet;
        CHECK("the packet", buffer_packet_at(&rec, rows[i].offset, &packet), rows[i].packet);
        CHECK("its header", packet.header[0], record[rows[i].packet]);
        CHECK("the end", buffer_fix_end(&rec, rows[i].offset), rows[i].end);
    }
}

static struct spe_edit edit[4];
static int edits;

static void note(void *user, uint64_t finding, const struct spe_edit *of)
{
    (void)user;
    CHECK("the finding", finding, 1);
    edit[edits++] = *of;
}

/* A record of 20 bytes was written from lane 3 on: 5 bytes with transaction 70, 8 with 71, 7 with
 * 72. All bytes are 0 and should be 0x11, 0x12, ... */
static const struct row {
    const char *name;
    int from, end;
    int right;   /* the number of a byte that is as it should be, */
    int absent;  /* that was not written; 0: none */
    int unknown; /* where a Timestamp of UNKNOWN value begins */
    struct spe_edit edit[3];
} rows[] = {
    {"no byte", 3, 3, 0, 0, 0, {{0}}},
    {"the first byte", 0, 1, 0, 0, 0, {{70, SPE_EDIT_W_DATA, 0x11000000, 0xFF000000}}},
    {"the last byte",
     19,
     20,
     0,
     0,
     0,
     {{72, SPE_EDIT_W_DATA, UINT64_C(0x24000000000000), UINT64_C(0xFF000000000000)}}},
    {"two words",
     4,
     6,
     0,
     0,
     0,
     {{70, SPE_EDIT_W_DATA, UINT64_C(0x1500000000000000), UINT64_C(0xFF00000000000000)},
      {71, SPE_EDIT_W_DATA, 0x16, 0xFF}}},
    {"three words",
     3,
     14,
     0,
     0,
     0,
     {{70, SPE_EDIT_W_DATA, UINT64_C(0x1514000000000000), UINT64_C(0xFFFF000000000000)},
      {71, SPE_EDIT_W_DATA, UINT64_C(0x1d1c1b1a19181716), UINT64_MAX},
      {72, SPE_EDIT_W_DATA, 0x1e, 0xFF}}},
    {"one of them is right", 5, 8, 6, 0, 0, {{71, SPE_EDIT_W_DATA, 0x180016, 0xFF00FF}}},
    {"one of them was not written", 5, 8, 0, 6, 0, {{71, SPE_EDIT_W_DATA, 0x180016, 0xFF00FF}}},
    {"a word is right", 4, 6, 4, 0, 0, {{71, SPE_EDIT_W_DATA, 0x16, 0xFF}}},
    {"any time is right",
     4,
     14,
     0,
     0,
     5,
     {{70, SPE_EDIT_W_DATA, UINT64_C(0x1500000000000000), UINT64_C(0xFF00000000000000)},
      {72, SPE_EDIT_W_DATA, 0x1e, 0xFF}}},
};

static struct rec *written(struct spe_model *m, const struct row *row)
{
    static const struct {
        int offset;
        unsigned strb;
    } words[] = {{-3, 0xF8}, {5, 0xFF}, {13, 0x7F}};
    struct rec *rec = bare_queued(m, REC_STARTED, 1);

    rec->len = 20;
    rec->ts_at = row->unknown != 0 ? row->unknown : -1;
    for (uint32_t i = 0; i < 3; i++) {
        m->spu->buf.w_seq = 70 + i;
        buffer_note_word(m, rec, words[i].offset, words[i].strb);
    }
    rec->got[0] = (1u << 20) - 1;
    if (row->absent != 0) {
        rec->got[0] &= ~(UINT64_C(1) << row->absent);
    }
    return rec;
}

static void which_words_hold_the_bytes(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        const struct row *row = &rows[i];
        struct spe_model *m = bare_model("", SPE_TAP_ALL);
        uint8_t want[20];
        m->opt.on_edit = note;
        struct rec *rec = written(m, row);
        for (int at = row->from; at < row->end; at++) {
            want[at - row->from] = at == row->right && at != 0 ? 0 : (uint8_t)(0x11 + at);
        }
        edits = 0;
        buffer_correct(m, rec, 1, row->from, row->end, want);
        CHECK(row->name, edits,
              (row->edit[0].mask != 0) + (row->edit[1].mask != 0) + (row->edit[2].mask != 0));
        for (int n = 0; n < 3; n++) {
            const struct spe_edit *is = n < edits ? &edit[n] : &(struct spe_edit){0};
            CHECK(row->name, is->seq, row->edit[n].seq);
            CHECK(row->name, is->mask, row->edit[n].mask);
            CHECK(row->name, is->value, row->edit[n].value);
            CHECK(row->name, n >= edits || is->field == SPE_EDIT_W_DATA, true);
        }
        m->opt.on_edit = NULL;
        edits = 0;
        buffer_correct(m, rec, 1, row->from, row->end, want);
        CHECK("nobody wants it", edits, 0);
        spe_model_destroy(m);
    }
}

/* A value is little-endian, from a byte on. */
static void the_bytes_of_a_value(void **state)
{
    struct spe_model *m = bare_model("", SPE_TAP_ALL);

    (void)state;
    m->opt.on_edit = note;
    struct rec *rec = written(m, &rows[0]);
    edits = 0;
    buffer_correct_value(m, rec, 1, 5, 8, UINT64_C(0x8877665544332211));
    CHECK("one word", edits, 1);
    CHECK("the value", edit[0].value, UINT64_C(0x8877665544332211));
    buffer_correct_value(m, rec, 1, 5, 2, 0x332211);
    CHECK("two bytes", edit[1].value, 0x2211);
    CHECK("two bytes", edit[1].mask, 0xFFFF);
    edits = 0;
    rec->actual[4] = rec->actual[5] = 0xAA;
    buffer_correct_value(m, rec, 1, 4, 2, 0);
    CHECK("0 in two words", edits, 2);
    CHECK("0 in the first", edit[0].mask, UINT64_C(0xFF00000000000000));
    CHECK("0 in the second", edit[1].mask, 0xFF);
    CHECK("0 in both", edit[0].value | edit[1].value, 0);
    spe_model_destroy(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(where_a_correction_ends),
                                       cmocka_unit_test(which_words_hold_the_bytes),
                                       cmocka_unit_test(the_bytes_of_a_value)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
