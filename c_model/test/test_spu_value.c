/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"
#include "model/spu_value.h"
#include "state/model.h"

/* The SPU as a value: which two are one hypothesis. */

static struct spe_model *create(void)
{
    const struct spe_model_options options = {.taps = SPE_TAP_ALL};
    struct spe_config cfg;
    struct spe_model *m;

    spe_config_init(&cfg);
    assert_int_equal(spe_model_create(&m, &cfg, &options), SPE_OK);
    m->spu->events.n = 1;
    return m;
}

/* What a record was that is free keeps no two apart, nor do numbers for display. */
static void free_records_are_equal(void **state)
{
    struct spe_model *m = create();
    static struct spu other;

    (void)state;
    assert_true(spu_copy(&other, m->spu));
    other.buf.pool[3].doom.late_aws = 1;
    CHECK("free", spu_same(&other, m->spu), true);
    other.buf.pool[3].state = REC_QUEUED;
    CHECK("one is queued", spu_same(&other, m->spu), false);
    m->spu->buf.pool[3].state = REC_QUEUED;
    CHECK("both are", spu_same(&other, m->spu), false);
    m->spu->buf.pool[3].doom.late_aws = 1;
    CHECK("and equal", spu_same(&other, m->spu), true);
    other.tot.discarded++;
    other.tot.fulls++;
    other.tot.audits++;
    CHECK("numbers for display", spu_same(&other, m->spu), true);
    other.tot.records++;
    CHECK("a record more", spu_same(&other, m->spu), false);
    spu_free(&other);
    spe_model_destroy(m);
}

/* Each of these a later step looks at: the bytes of a record, what a read or a barrier has told. */
static void what_is_looked_at_keeps_two_apart(void **state)
{
#define BYTE(part)                                                                                 \
    {                                                                                              \
#part, offsetof(struct spu, part)                                                          \
    }
    static const struct {
        const char *what;
        size_t at;
    } rows[] = {BYTE(buf.pool[3].bytes[15]), BYTE(buf.pool[3].got), BYTE(tot.pending),
                BYTE(tot.audited),           BYTE(tot.resets),      BYTE(audit.steps),
                BYTE(audit.cycle),           BYTE(audit.told[3]),   BYTE(regs.v[SPE_PMBSR_EL3]),
                BYTE(events.effect[0])};
#undef BYTE
    struct spe_model *m = create();
    static struct spu other;

    (void)state;
    m->spu->buf.pool[3].state = REC_QUEUED;
    m->spu->buf.pool[3].len = 16;
    assert_true(spu_copy(&other, m->spu));
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        CHECK(rows[i].what, spu_same(&other, m->spu), true);
        ((uint8_t *)&other)[rows[i].at] ^= 1;
        CHECK(rows[i].what, spu_same(&other, m->spu), false);
        ((uint8_t *)&other)[rows[i].at] ^= 1;
    }
    (void)bytemap_mark(&other.buf.map, 0x10000);
    CHECK("a byte more was written", spu_same(&other, m->spu), false);
    spu_free(&other);
    spe_model_destroy(m);
}

/* Two that are the same as none has been looked at: the steps are of the events that are counted.
 */
static void an_audit_is_taken_with_its_events(void **state)
{
    struct spe_model *m = create();
    static struct spu other;

    (void)state;
    assert_true(spu_copy(&other, m->spu));
    audit_step(&other.audit, &other.tot, AUDIT_DRAINED, 10);
    audit_step(&m->spu->audit, &m->spu->tot, 0, 10);
    other.tot.fulls++; /* it has stopped what was drained before */
    m->spu->tot.others++;
    m->spu->audit = (struct audit){.events = 1, .cycle = other.audit.cycle};
    CHECK("the same", spu_same(&other, m->spu), true);
    spu_count_as(&other, m->spu);
    CHECK("steps", audit_steps(&other.audit, &other.tot), 0);
    spu_free(&other);
    spe_model_destroy(m);
}

/* What lets a step ask. */
struct asks {
    const char *what;
    uint64_t lo; /* of an event, 0: there is none */
    int staged, waiting, queued;
    bool late_open, moves, check, moved, other_limit, disabled, writes, writes_pointer;
    bool start, other;
};

/* In cycle 20; all else is as after a reset, with the buffer enabled. */
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
};

static void set_up(struct spu *spu, const struct asks *row)
{
    spu->events.n = row->lo != 0;
    spu->events.effect[0].lo = spu->events.effect[0].hi = row->lo;
    spu->fl.n_staged = row->staged;
    spu->fl.n_wait = row->waiting;
    spu->buf.n = row->queued;
    spu->buf.late_open = row->late_open;
    spu->pointer.due = row->moves;
    spu->pointer.alt = row->moves ? FORK_B29 : FORK_KINDS;
    spu->enabled.check_pointer = row->check;
    spu->enabled.buffer = !row->disabled;
    spu->buf.moved = row->moved;
    spu->buf.checked = row->other_limit ? 0x10000 : 0;
    spu->writes.n = row->writes || row->writes_pointer;
    spu->writes.at[0].reg = row->writes_pointer ? SPE_PMBPTR : SPE_PMSFCR;
}

static void steps_that_may_ask(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(asks) / sizeof(asks[0]); i++) {
        struct spe_model *m = create();
        set_up(m->spu, &asks[i]);
        CHECK(asks[i].what, spu_may_ask(m->spu, STEP_START, 20), asks[i].start);
        CHECK(asks[i].what, spu_may_ask(m->spu, STEP_OTHER, 20), asks[i].other);
        spe_model_destroy(m);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(free_records_are_equal),
        cmocka_unit_test(what_is_looked_at_keeps_two_apart),
        cmocka_unit_test(an_audit_is_taken_with_its_events),
        cmocka_unit_test(steps_that_may_ask),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
