/* SPDX-License-Identifier: Apache-2.0 */
#include "bytes/stream_limit.h"
#include "check.h"
#include "spe/regs.h"
#include "state/spu.h"

/* Without LIFE: which limit counts for a record that is on its way, or at the head, when
 * PMBLIMITR_EL1 is written (W17; S1: the old or the new one). */

#define WRITTEN 100 /* the cycle of the write, */
#define LAST    50  /* of the one before it */
#define GREATER 0x90000u
#define LIMIT   0x80000u /* before the write */
#define LOWER   0x70000u
#define BEFORE  (LIMIT | SPE_PMBLIMITR_E | SPE_PMBLIMITR_FM)
#define ALIGN   6
#define PADDED  0x10040u /* here a record may begin; 8 bytes behind, the padding goes on */

static struct spu spu;

/* What is known when the register is written: `from` was kept at the write before. */
static const struct written {
    const char *name;
    bool inside, left, waits, bad, cut, optional, off;
    uint64_t next, from, aw_next;
    struct burst burst[2];
    struct {
        bool left, waits;
        uint64_t limit;
    } then;
} rows[] = {
    {"no record has begun: the next one may be the head", .then = {false, true, LIMIT}},
    {"... unless the buffer is disabled now", .off = true, .then = {false, false, LIMIT}},
    {"a record is being written", .inside = true, .then = {true, false, LIMIT}},
    {"its padding is", .next = PADDED + 8, .then = {true, false, LIMIT}},
    {"it began before the last write, too", true, .left = true, .then = {true, false, GREATER}},
    {"it had the lower limit then", true, .left = true, .from = LOWER,
     .then = {true, false, LIMIT}},
    {"padding of that record", false, true, .next = PADDED + 8, .then = {true, false, GREATER}},
    {"that record has ended", false, true, .then = {false, true, LIMIT}},
    {"the head of the last write has not begun", .waits = true, .then = {false, true, GREATER}},
    {"an AW may have been offered then", .aw_next = LAST, .then = {false, true, GREATER}},
    {"or later", .aw_next = LAST + 1, .then = {false, true, LIMIT}},
    {"a burst was offered then", .burst = {{.offered = LAST}}, .then = {false, true, GREATER}},
    {"a burst was offered later", .burst = {{.offered = LAST + 1}}, .then = {false, true, LIMIT}},
    {"a burst may have been", .burst = {{.offered = LAST + 3, .ahead = 3}},
     .then = {false, true, GREATER}},
    {"a burst cannot have been", .burst = {{.offered = LAST + 4, .ahead = 3}},
     .then = {false, true, LIMIT}},
    {"a burst that has its data", .burst = {{.offered = LAST, .w_done = true}},
     .then = {false, true, LIMIT}},
    {"a burst that has its response, too",
     .burst = {{.offered = LAST, .w_done = true, .b_done = true}}, .then = {false, true, LIMIT}},
    {"the second burst was offered then",
     .burst = {{.offered = LAST, .w_done = true}, {.offered = LAST}},
     .then = {false, true, GREATER}},
    {"the first one", .burst = {{.offered = LAST}, {.offered = LAST + 1}},
     .then = {false, true, GREATER}},
    {"the boundaries are unknown", true, .bad = true, .then = {true, true, LIMIT}},
    {"the record may have been cut", true, .cut = true, .then = {true, true, LIMIT}},
    {"the record may be unfinished", true, .optional = true, .then = {true, true, LIMIT}},
    {"... in a buffer that is off", true, .optional = true, .off = true,
     .then = {true, false, LIMIT}},
};

static void set(const struct written *row)
{
    struct stream *st = &spu.st;

    memset(&spu, 0, sizeof(spu));
    st->inside = row->inside;
    st->left = row->left;
    st->waits = row->waits;
    st->bad = row->bad;
    st->cut = row->cut;
    st->optional = row->optional;
    st->next = row->next != 0 ? row->next : PADDED;
    st->left_cycle = LAST;
    st->left_limit = row->from != 0 ? row->from : GREATER;
    spu.buf.aw_next = row->aw_next != 0 ? row->aw_next : WRITTEN - 1;
    for (int i = 0; i < 2; i++) {
        spu.buf.burst[i] = row->burst[i];
        spu.buf.n_bursts += row->burst[i].offered != 0;
    }
    spu.regs.v[SPE_PMBLIMITR] = LOWER | (row->off ? 0 : SPE_PMBLIMITR_E);
}

static void a_limit_is_written(void **state)
{
    const struct stream *st = &spu.st;

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        const struct written *row = &rows[i];
        set(row);
        stream_limit(&spu, BEFORE, WRITTEN, ALIGN);
        CHECK(row->name, st->left, row->then.left);
        CHECK(row->name, st->waits, row->then.waits);
        CHECK(row->name, st->left_limit, row->then.limit);
        CHECK(row->name, st->left_cycle, WRITTEN);
        set(row);
        stream_limit(&spu, BEFORE & ~SPE_PMBLIMITR_E, WRITTEN, ALIGN);
        CHECK("the buffer was disabled: no other record", st->left_cycle, LAST);
        CHECK("the buffer was disabled", st->left, row->left);
        CHECK("the buffer was disabled", st->waits, row->waits);
        CHECK("the buffer was disabled", st->left_limit, row->from != 0 ? row->from : GREATER);
    }
}

/* A word of a burst comes that may be of a record which has not begun. */
static const struct word {
    const char *name;
    struct burst burst;
    bool inside, left, waits, bad, cut;
    uint64_t next;
    bool then_left, then_waits;
} words[] = {
    {"offered later", {.offered = LAST + 1}, .then_left = false},
    {"offered in that cycle", {.offered = LAST}, .then_left = true},
    {"perhaps", {.offered = LAST + 2, .ahead = 2}, .then_left = true},
    {"no", {.offered = LAST + 3, .ahead = 2}, .then_left = false},
    {"the record of then", {.offered = LAST + 1}, true, true, .then_left = true},
    {"its padding", {.offered = LAST + 1}, .left = true, .next = PADDED + 8, .then_left = true},
    {"that record has ended", {.offered = LAST + 1}, .left = true},
    {"a record that began later", {.offered = LAST + 1}, .inside = true},
    {"the head of then", {.offered = LAST + 1}, .waits = true, .then_left = true},
    {"that or the cut one",
     {.offered = LAST + 1},
     .waits = true,
     .cut = true,
     .then_left = true,
     .then_waits = true},
    {"nobody knows whether it begins",
     {.offered = LAST + 1},
     .waits = true,
     .bad = true,
     .then_left = true,
     .then_waits = true},
    {"the record of then, and no head",
     {.offered = LAST + 1},
     .inside = true,
     .left = true,
     .bad = true,
     .then_left = true},
    {"no head of then", {.offered = LAST + 1}, .bad = true, .cut = true},
};

static void a_record_begins(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
        const struct word *row = &words[i];
        struct stream st = {.inside = row->inside,
                            .left = row->left,
                            .waits = row->waits,
                            .bad = row->bad,
                            .cut = row->cut,
                            .next = row->next != 0 ? row->next : PADDED,
                            .left_cycle = LAST};
        stream_limit_begin(&st, &row->burst, ALIGN);
        CHECK(row->name, st.left, row->then_left);
        CHECK(row->name, st.waits, row->then_waits);
    }
}

/* BR1: the head of a write is written or lost once a PSB CSYNC behind the write is done. */
static void psb_has_passed(void **state)
{
    (void)state;
    for (uint64_t psb = LAST - 1; psb <= LAST + 1; psb++) {
        struct stream st = {.left = true, .waits = true, .left_cycle = LAST, .left_limit = LIMIT};
        stream_limit_passed(&st, psb);
        CHECK("the head", st.waits, psb <= LAST);
        CHECK("its limit", st.left_limit, psb <= LAST ? LIMIT : 0);
        CHECK("a record that began before", st.left, true);
    }
}

static void where_records_begin(void **state)
{
    (void)state;
    for (uint64_t at = 0; at < 0x100; at++) {
        const struct stream st = {.next = 0x10000 + at};
        CHECK("bytes", stream_pads(&st, 0), false);
        CHECK("words", stream_pads(&st, 3), at % 8 != 0);
        CHECK("2^6", stream_pads(&st, 6), at % 64 != 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_limit_is_written), cmocka_unit_test(a_record_begins),
        cmocka_unit_test(psb_has_passed), cmocka_unit_test(where_records_begin)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
