/* SPDX-License-Identifier: Apache-2.0 */
#include "bytes/stays.h"
#include "check.h"
#include "state/buffer.h"
#include "state/stream.h"

/* Where PMBPTR_EL1 may stay without LIFE (B29): a record is done with its last response, or, with
 * [record_done] = w, with its last byte; the pointer may stay there if the buffer is disabled
 * then. */

static struct buffer buffer;

/* A record of 16 bytes. */
static void write_record(struct stays *s, uint64_t start)
{
    s->first = start;
    stays_written(s, start + 16);
}

struct row {
    const char *name;
    uint64_t burst; /* address of a burst that waits for its response; 0: no burst */
    bool mapped, at_once, off;
    bool at, next; /* the pointer may stay at the first record, at the second record */
};

#define FIRST  0x10000
#define SECOND 0x10010

static const struct row rows[] = {
    {"both are done while the buffer is off", 0, true, false, true, true, true},
    {"in a buffer that is on", 0, true, false, false, false, false},
    {"the first one waits", FIRST, true, false, true, false, true},
    {"a burst in the middle of it", FIRST + 8, true, false, true, false, true},
    {"the second one waits", SECOND, true, false, true, true, false},
    {"a burst behind both", SECOND + 16, true, false, true, true, true},
    {"a burst of nobody knows what", FIRST, false, false, true, true, true},
    {"w: the response does not count", FIRST, true, true, true, true, true},
};

static void records_are_done(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        const struct row *row = &rows[i];
        for (int second = 0; second < 2; second++) {
            struct stays s = {0};
            write_record(&s, FIRST);
            write_record(&s, SECOND);
            buffer.n_bursts = row->burst != 0;
            buffer.burst[0] = (struct burst){.va = row->burst, .mapped = row->mapped};
            stays_done(&s, &buffer, row->at_once, row->off);
            CHECK(row->name, stays_at(&s, second ? SECOND : FIRST), second ? row->next : row->at);
            CHECK(row->name, stays_at(&s, second ? SECOND : FIRST), false); /* the first call forgot
                                                                             * the place */
        }
    }
}

/* More records than fit: the oldest record that is not done is forgotten, and the last one that is
 * done. */
static void more_than_there_is_room_for(void **state)
{
    struct stays s = {0}, t;

    (void)state;
    buffer.n_bursts = 1;
    buffer.burst[0] = (struct burst){.va = SECOND, .mapped = true};
    for (uint64_t i = 0; i <= MAX_STAYS; i++) {
        write_record(&s, FIRST + 16 * i);
    }
    CHECK("open", s.n_open, MAX_STAYS);
    stays_done(&s, &buffer, false, true);
    CHECK("one waits", s.n_open, 1);
    t = s;
    CHECK("forgotten", stays_at(&t, FIRST), false);
    t = s;
    CHECK("the third one", stays_at(&t, SECOND + 16), true);
    for (uint64_t i = 0; i < 2; i++) {
        write_record(&s, 0x20000 + 16 * i);
    }
    stays_done(&s, &buffer, false, true);
    t = s;
    CHECK("the last place", stays_at(&t, 0x20000), true);
    t = s;
    CHECK("no room", stays_at(&t, 0x20010), false);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(records_are_done),
        cmocka_unit_test(more_than_there_is_room_for),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
