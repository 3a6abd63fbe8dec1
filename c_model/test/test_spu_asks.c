/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"
#include "default_model.h"
#include "model/spu_value.h"
#include "queue/buffer.h"
#include "state/model.h"

/* Which steps may ask which of several permitted outcomes the SPU takes. */

/* Conditions under which a step may ask a question. */
struct asks {
    const char *what;
    uint64_t lo;             /* of an event; 0: no event */
    uint64_t limit, aw_next; /* cycles: PMBLIMITR_EL1 was written; next address */
    int staged, waiting, queued, ended;
    int in_doubt;   /* number, from 1, of the queued record that may be written or not */
    int old;        /* number, from 1, of the head record when PMBPTR_EL1 was written */
    bool may_write; /* the first record may be written at any time */
    bool elsewhere; /* the first record is not at PMBPTR_EL1 */
    bool cut;       /* the first record has begun, and may stay incomplete */
    bool begun;     /* the first record has begun */
    bool asked;     /* a translation is requested */
    bool placed;    /* the first record begins at an earlier PMBPTR_EL1 */
    bool open;      /* PMBPTR_EL1 is open, after a fault */
    bool late_open, moves, check, moved, other_limit, disabled, writes, writes_pointer;
    uint64_t unknown[2]; /* bits of PMSCR_EL1, PMSCR_EL2 that are unknown since reset */
    bool open_mode;
    bool start, other;
};

/* Cycle 20; all else is as after a reset, with the buffer enabled. */
static const struct asks asks[] = {
    {.what = "nothing"},
    {.what = "an event that may have come", .lo = 20, .start = true, .other = true},
    {.what = "one that comes later", .lo = 21},
    {.what = "bursts of a record that is gone", .late_open = true, .start = true},
    {.what = "the pointer may stay", .moves = true, .start = true},
    {.what = "a record comes", .staged = 1},
    {.what = "... and the pointer is to be checked", .staged = 1, .check = true, .start = true},
    {.what = "... and it was written", .staged = 1, .moved = true, .start = true},
    {.what = "... with another limit", .staged = 1, .other_limit = true, .start = true},
    {.what = "... and the buffer is disabled", .staged = 1, .disabled = true, .start = true},
    {.what = "... with a register that is written", .staged = 1, .writes = true, .start = true},
    {.what = "one waits", .waiting = 1},
    {.what = "... with another limit", .waiting = 1, .other_limit = true, .start = true},
    {.what = "... and the buffer is disabled", .waiting = 1, .disabled = true, .start = true},
    {.what = "another limit alone", .other_limit = true},
    {.what = "one is queued", .queued = 1, .other_limit = true},
    {.what = "... with a register that is written", .queued = 1, .writes = true},
    {.what = "... and the buffer is disabled", .queued = 1, .disabled = true, .start = true},
    {.what = "... with the pointer", .queued = 1, .writes_pointer = true, .start = true},
    {.what = "the pointer is written", .writes_pointer = true},
    {.what = "the first may be written or not", .queued = 1, .in_doubt = 1},
    {.what = "... at any time",
     .queued = 1,
     .in_doubt = 1,
     .may_write = true,
     .start = true,
     .other = true},
    {.what = "... elsewhere",
     .queued = 1,
     .in_doubt = 1,
     .elsewhere = true,
     .start = true,
     .other = true},
    {.what = "... and another waits",
     .queued = 1,
     .waiting = 1,
     .in_doubt = 1,
     .start = true,
     .other = true},
    {.what = "... or comes", .queued = 1, .staged = 1, .in_doubt = 1, .start = true, .other = true},
    {.what = "... or may", .queued = 1, .ended = 1, .in_doubt = 1, .start = true, .other = true},
    {.what = "the last", .queued = 3, .in_doubt = 3, .start = true, .other = true},
    {.what = "one of which the pointer was written",
     .queued = 2,
     .old = 2,
     .start = true,
     .other = true},
    {.what = "... is gone", .queued = 2, .old = 3},
    {.what = "an event may have cut the first",
     .queued = 1,
     .cut = true,
     .start = true,
     .other = true},
    {.what = "the first is begun, and another is queued", .queued = 2, .begun = true},
    {.what = "... and a page is asked for",
     .queued = 2,
     .begun = true,
     .asked = true,
     .start = true,
     .other = true},
    {.what = "... and no other is queued", .queued = 1, .begun = true, .asked = true},
    {.what = "the first begins at an old pointer",
     .queued = 1,
     .placed = true,
     .start = true,
     .other = true},
    {.what = "the pointer is open", .open = true},
    {.what = "... and one is queued", .queued = 1, .open = true, .start = true, .other = true},
    {.what = "... and one waits", .waiting = 1, .open = true, .start = true, .other = true},
    {.what = "... and one comes", .staged = 1, .open = true, .start = true, .other = true},
    {.what = "one is queued, and the limit was written before", .queued = 1, .limit = 4},
    {.what = "... and behind it", .queued = 1, .limit = 5, .start = true, .other = true},
    {.what = "... and an address came since", .queued = 1, .limit = 19, .aw_next = 20},
    {.what = "a sample has ended", .ended = 1, .disabled = true},
    {.what = "two have", .ended = 2},
    {.what = "EE is unknown", .unknown = {SPE_PMSCR_EE}, .start = true, .other = true},
    {.what = "... of EL2", .unknown = {0, SPE_PMSCR_EE}, .start = true, .other = true},
    {.what = "the mode is", .open_mode = true, .start = true, .other = true},
    {.what = "all else is", .unknown = {~SPE_PMSCR_EE, ~SPE_PMSCR_EE}},
    {.what = "... and it is disabled", .ended = 2, .disabled = true, .start = true, .other = true},
};

static void set_up(struct spu *spu, const struct asks *row)
{
    spu->events.n = row->lo != 0;
    spu->events.effect[0].lo = spu->events.effect[0].hi = row->lo;
    spu->fl.n_staged = row->staged;
    spu->fl.n_wait = row->waiting;
    spu->fl.n_ended = row->ended;
    spu->buf.n = row->queued;
    for (int i = 0; i < row->queued; i++) {
        spu->buf.queue[i] = rec_number(&spu->buf, &spu->buf.pool[i]);
        spu->buf.pool[i].maybe = i + 1 == row->in_doubt;
        spu->buf.pool[i].id = (uint64_t)i + 1;
        spu->buf.pool[i].enq_cycle = 5;
    }
    spu->st.left_cycle = row->limit;
    spu->buf.aw_next = row->aw_next;
    spu->buf.pool[0].may_write = row->may_write;
    spu->buf.pool[0].va = row->elsewhere ? 0x10000 : 0;
    spu->buf.pool[0].placed = row->placed;
    spu->buf.pool[0].optional = row->cut;
    spu->buf.pool[0].state = row->cut || row->begun ? REC_STARTED : REC_QUEUED;
    spu->buf.asked.open = row->asked;
    spu->buf.old.rec = (uint64_t)row->old;
    spu->buf.old.n = row->old != 0;
    spu->pointer.open = row->open;
    spu->buf.late_open = row->late_open;
    spu->pointer.due = row->moves;
    spu->pointer.alt = row->moves ? FORK_B29 : FORK_KINDS;
    spu->enabled.check_pointer = row->check;
    spu->enabled.buffer = !row->disabled;
    spu->buf.moved = row->moved;
    spu->buf.checked = row->other_limit ? 0x10000 : 0;
    spu->unknown.bits[SPE_PMSCR_EL1] = row->unknown[0];
    spu->unknown.bits[SPE_PMSCR_EL2] = row->unknown[1];
    spu->buf.modes.of[0].open = row->open_mode;
    spu->writes.n = row->writes || row->writes_pointer;
    spu->writes.at[0].reg = row->writes_pointer ? SPE_PMBPTR : SPE_PMSFCR;
}

static void steps_that_may_ask(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(asks) / sizeof(asks[0]); i++) {
        struct spe_model *m = default_model();
        set_up(m->spu, &asks[i]);
        CHECK(asks[i].what, spu_may_ask(m->spu, STEP_START, 20), asks[i].start);
        CHECK(asks[i].what, spu_may_ask(m->spu, STEP_OTHER, 20), asks[i].other);
        spe_model_destroy(m);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(steps_that_may_ask)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
