/* SPDX-License-Identifier: Apache-2.0 */
#include "bare_model.h"
#include "check.h"
#include "queue/wait.h"
#include "sampling/inflight_doubt.h"

/* The tags that a selection may get: samples end late (P20), tags are used in any order (P18), and
 * queued records may or may not exist (S2, L1 to L15). The selection is made in cycle 100. */

#define NOW 100

/* State of a tag: free for long; free since the ending in cycle 98; in flight; or its record waits
 * for room. */
enum tag_row { FREE, ENDED, FLIGHT, WAITS };

/* State of a record, in the order of the queue. */
enum rec_row {
    NONE,
    THERE,    /* queued, certain */
    FILTERED, /* queued, if the filters kept it (L3) */
    DROPPED,  /* may have been discarded (S2) */
    EITHER,   /* of a disabled buffer whose records may be written (S2, [disabled_record] = any) */
    WRITING,  /* being written, and may have been discarded: then the bytes belong to another
               * record */
    ONE_OF,   /* being written, and one of several that may have been discarded */
    OF_TAG_0, /* queued, certain; of the last sample of the first tag */
    COMES,    /* the same, and it is to enter the queue */
    WRITTEN,  /* all offered bytes are written, and it may have been discarded */
    BEGUN,    /* as WRITTEN, of a disabled buffer whose records may be written */
    HELD,     /* being written, so it is there, which the filters had left open (L3) */
};

struct row {
    const char *name, *keys;
    enum tag_row tag[3];
    enum rec_row rec[2];
    unsigned predicted, tag_got;
    bool permitted;
};

#define COLLIDED SPE_TAG_COLLIDED

static const struct row rows[] = {
    {"P20: the first tag may be held, the second one is",
     "release_max = 4\n",
     {ENDED, FLIGHT, FREE},
     {NONE},
     0,
     2,
     true},
    {"P20: the first tag is free for long",
     "release_max = 4\n",
     {FREE, FLIGHT, FREE},
     {NONE},
     0,
     2,
     false},
    {"P20: a tag that is in flight is none to be had",
     "release_max = 4\n",
     {ENDED, FLIGHT, FREE},
     {NONE},
     0,
     1,
     false},
    {"P20: the window is over", "release_max = 1\n", {ENDED, FLIGHT, FREE}, {NONE}, 0, 2, false},
    {"P18: in any order, but a free one",
     "tag_order = any\n",
     {FREE, FREE, FLIGHT},
     {EITHER},
     0,
     2,
     false},
    {"P18: in any order", "tag_order = any\n", {FREE, FREE, FLIGHT}, {EITHER}, 0, 1, true},
    {"P18, P20: any order, all may be held",
     "tag_order = any\nrelease_max = 4\n",
     {ENDED, ENDED, FLIGHT},
     {EITHER},
     0,
     COLLIDED,
     true},
    {"P18, P20: any order, and one is free for long",
     "tag_order = any\nrelease_max = 4\n",
     {ENDED, FREE, FLIGHT},
     {EITHER},
     0,
     COLLIDED,
     false},
    {"S2: with none of the records there the sample has had room",
     "record_queue = 1\n",
     {WAITS, FLIGHT, FLIGHT},
     {DROPPED},
     COLLIDED,
     0,
     true},
    {"S2: what is written is of the sample, which has had room",
     "record_queue = 1\n",
     {WAITS, FLIGHT, FLIGHT},
     {WRITING},
     COLLIDED,
     0,
     true},
    {"S2: one of them is there",
     "record_queue = 1\n",
     {WAITS, FLIGHT, FLIGHT},
     {ONE_OF},
     COLLIDED,
     0,
     false},
    {"S2: all that was offered of it is written",
     "record_queue = 1\n",
     {WAITS, FLIGHT, FLIGHT},
     {WRITTEN},
     COLLIDED,
     0,
     false},
    {"B27, S2: one sample at a time, and the record may be gone",
     "sync_scope = strict\n",
     {FREE, FREE, FREE},
     {DROPPED},
     COLLIDED,
     0,
     true},
    {"B27, S2: but another sample is in flight",
     "sync_scope = strict\n",
     {FREE, FLIGHT, FREE},
     {DROPPED},
     COLLIDED,
     0,
     false},
    {"B27, S2: but a second record is there",
     "sync_scope = strict\n",
     {FREE, FREE, FREE},
     {DROPPED, THERE},
     COLLIDED,
     0,
     false},
    {"B27, L3: the filters may have rejected what is queued",
     "sync_scope = strict\n",
     {FREE, FREE, FREE},
     {FILTERED},
     COLLIDED,
     0,
     true},
    {"S2: if the first record is there the second had no room, and its tag is taken",
     "record_queue = 1\n",
     {FREE, FLIGHT, FLIGHT},
     {EITHER, OF_TAG_0},
     0,
     COLLIDED,
     true},
    {"S2: with room for both the tag is free",
     "record_queue = 2\n",
     {FREE, FLIGHT, FLIGHT},
     {EITHER, OF_TAG_0},
     0,
     COLLIDED,
     false},
    {"S2: ... nor has the second, which is to enter the queue",
     "record_queue = 1\n",
     {FREE, FLIGHT, FLIGHT},
     {EITHER, COMES},
     0,
     COLLIDED,
     true},
    {"S2: ... or it has",
     "record_queue = 2\n",
     {FREE, FLIGHT, FLIGHT},
     {EITHER, COMES},
     0,
     COLLIDED,
     false},
    {"S2: the first record is there, and the second, too",
     "record_queue = 1\n",
     {FREE, FLIGHT, FLIGHT},
     {BEGUN, OF_TAG_0},
     0,
     COLLIDED,
     false},
    {"L3: the filters may have kept the first one, and the second had no room",
     "record_queue = 1\n",
     {FREE, FLIGHT, FLIGHT},
     {FILTERED, OF_TAG_0},
     0,
     COLLIDED,
     true},
    {"B27, L3: another record is there for certain",
     "sync_scope = strict\n",
     {FREE, FREE, FREE},
     {FILTERED, THERE},
     COLLIDED,
     0,
     false},
    {"B27, L3: and then another tag is none to be had",
     "sync_scope = strict\n",
     {FREE, FREE, FREE},
     {FILTERED},
     COLLIDED,
     1,
     false},
    {"P20, RL4: one sample that may be taken as in flight is enough, the first",
     "sync_scope = strict\nrelease_max = 4\n",
     {ENDED, FREE, FREE},
     {NONE},
     0,
     COLLIDED,
     true},
    {"P20, RL4: ... or the second",
     "sync_scope = strict\nrelease_max = 2\n",
     {FREE, ENDED, FREE},
     {NONE},
     0,
     COLLIDED,
     true},
    {"P20, RL4: ... or the last",
     "sync_scope = strict\nrelease_max = 4\nwidth = 1\n",
     {FREE, FREE, ENDED},
     {NONE},
     0,
     COLLIDED,
     true},
    {"P20, RL4: no other tag is to be had for that",
     "sync_scope = strict\nrelease_max = 4\n",
     {ENDED, FREE, FREE},
     {NONE},
     0,
     1,
     false},
    {"P20, RL4: the window is over",
     "sync_scope = strict\nrelease_max = 1\n",
     {ENDED, ENDED, ENDED},
     {NONE},
     0,
     COLLIDED,
     false},
    {"RL4: none has ended",
     "sync_scope = strict\nrelease_max = 4\n",
     {FREE, FREE, FREE},
     {NONE},
     0,
     COLLIDED,
     false},
    {"P20, L3: the window of the tag that is free is over",
     "release_max = 1\nrecord_queue = 8\n",
     {ENDED, FLIGHT, FLIGHT},
     {FILTERED},
     0,
     COLLIDED,
     false},
    {"B27, L3: what is written is there for certain",
     "sync_scope = strict\n",
     {FREE, FREE, FREE},
     {HELD, FILTERED},
     COLLIDED,
     0,
     false},
    {"S2: no record waits, so none has had room",
     "",
     {FLIGHT, FLIGHT, FLIGHT},
     {DROPPED},
     COLLIDED,
     0,
     false},
    {"S2: the last tag, whose record has had room",
     "record_queue = 1\nwidth = 1\n",
     {FLIGHT, FLIGHT, WAITS},
     {DROPPED},
     COLLIDED,
     2,
     true},
    {"P18: a tag whose record waits is none to be had",
     "record_queue = 1\ntag_order = any\n",
     {WAITS, FREE, FLIGHT},
     {THERE},
     1,
     0,
     false},
};

/* The head of the queue was done in this cycle: its place is taken up to the end of the cycle. */
static const struct row done[] = {
    {"in front of another record",
     "record_queue = 2\n",
     {FREE, FLIGHT, FLIGHT},
     {EITHER, OF_TAG_0},
     0,
     COLLIDED,
     true},
    {"with a place left beside it",
     "record_queue = 3\n",
     {FREE, FLIGHT, FLIGHT},
     {EITHER, OF_TAG_0},
     0,
     COLLIDED,
     false},
    {"in front of the record of the tag",
     "record_queue = 1\n",
     {FREE, FLIGHT, FLIGHT},
     {OF_TAG_0, EITHER},
     0,
     COLLIDED,
     true},
    {"the record of the tag is gone",
     "record_queue = 1\n",
     {FREE, FLIGHT, FLIGHT},
     {EITHER, THERE},
     0,
     COLLIDED,
     false},
};

/* Cycle 3: no tag has been used. */
static const struct row early[] = {
    {"P20: no sample has ended", "release_max = 64\n", {FREE, FLIGHT, FREE}, {NONE}, 0, 2, false},
    {"... with a strict scope",
     "sync_scope = strict\nrelease_max = 64\n",
     {FREE, FREE, FREE},
     {NONE},
     0,
     COLLIDED,
     false},
};

static struct spe_model *create(const char *keys)
{
    char lines[200];

    (void)snprintf(lines, sizeof(lines), "inflight = 3\n%s", keys);
    struct spe_model *m = bare_model(lines, SPE_TAP_ALL);
    m->clock.cycle = NOW;
    m->filters.any = true;
    return m;
}

static struct rec *make_record(struct spe_model *m, enum rec_row kind, uint64_t order)
{
    struct rec *rec = bare_record(m, REC_QUEUED, order);

    rec->off_cycle = kind == DROPPED || kind == EITHER || kind == BEGUN ? NOW - 1 : 0;
    rec->maybe =
        kind != THERE && kind != FILTERED && kind != OF_TAG_0 && kind != COMES && kind != HELD;
    rec->one_of = kind == ONE_OF;
    rec->may_write = kind == EITHER || kind == BEGUN;
    rec->filter.doubt = kind == FILTERED || kind == HELD;
    rec->state =
        kind == DROPPED || kind == EITHER ? REC_MAYBE
        : kind == WRITING || kind == ONE_OF || kind == WRITTEN || kind == BEGUN || kind == HELD
            ? REC_STARTED
            : REC_QUEUED;
    if (kind == WRITING || kind == ONE_OF) {
        m->spu->buf.burst[m->spu->buf.n_bursts++].rec = rec_number(&m->spu->buf, rec);
    }
    return rec;
}

static void set_tag(struct spe_model *m, int i, enum tag_row kind)
{
    struct tag *tag = &m->spu->fl.tag[i];

    tag->order = 20 + (uint64_t)i;
    tag->state = kind == FLIGHT ? TAG_FLIGHT : kind == WAITS ? TAG_WAIT : TAG_FREE;
    tag->end_cycle = kind == ENDED || kind == WAITS ? NOW - 2 : 0;
    if (kind == WAITS) {
        tag->rec = rec_number(&m->spu->buf, make_record(m, THERE, tag->order));
        m->spu->fl.wait[m->spu->fl.n_wait++] = i;
    }
}

static void play(const struct row *row, uint64_t cycle, bool due)
{
    struct spe_model *m = create(row->keys);
    struct buffer *buf = &m->spu->buf;

    m->clock.cycle = cycle;
    m->spu->pointer.due = due;
    for (int k = 0; k < 2 && row->rec[k] != NONE; k++) {
        const enum rec_row kind = row->rec[k];
        const uint64_t order = kind == OF_TAG_0 || kind == COMES ? 20 : 1 + (uint64_t)k;
        const uint8_t rec = rec_number(buf, make_record(m, kind, order));
        if (kind == COMES) {
            inflight_stage(&m->spu->fl, rec);
        } else {
            buf->queue[buf->n++] = rec;
        }
    }
    for (int k = 0; k < 3; k++) {
        set_tag(m, k, row->tag[k]);
    }
    CHECK(row->name, inflight_predict(m), row->predicted);
    CHECK(row->name, inflight_permits(m, row->predicted, row->tag_got), row->permitted);
    spe_model_destroy(m);
}

static void tags_in_doubt(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        play(&rows[i], NOW, false);
    }
}

static void a_record_is_done(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(done) / sizeof(done[0]); i++) {
        play(&done[i], NOW, true);
        if (i == 0 || i == 2) { /* without the record that is done there is room */
            struct row row = done[i];
            row.permitted = false;
            play(&row, NOW, false);
        }
    }
}

static void the_first_cycles(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(early) / sizeof(early[0]); i++) {
        play(&early[i], 3, false);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tags_in_doubt),
        cmocka_unit_test(a_record_is_done),
        cmocka_unit_test(the_first_cycles),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
