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
    rec->maybe = kind != THERE && kind != FILTERED && kind != OF_TAG_0 && kind != COMES;
    rec->one_of = kind == ONE_OF;
    rec->may_write = kind == EITHER || kind == BEGUN;
    rec->filter.doubt = kind == FILTERED;
    rec->state = kind == DROPPED || kind == EITHER ? REC_MAYBE
                 : kind == WRITING || kind == ONE_OF || kind == WRITTEN || kind == BEGUN
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

static void tags_in_doubt(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        const struct row *row = &rows[i];
        struct spe_model *m = create(row->keys);
        struct buffer *buf = &m->spu->buf;
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
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tags_in_doubt),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
