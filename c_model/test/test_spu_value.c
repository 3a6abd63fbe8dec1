/* SPDX-License-Identifier: Apache-2.0 */
#include "byte_of.h"
#include "bytes/stays.h"
#include "check.h"
#include "default_model.h"
#include "model/spu_value.h"
#include "queue/buffer.h"
#include "state/model.h"

/* The SPU as a value: when two SPUs are one hypothesis. */

static struct spe_model *create(void)
{
    struct spe_model *m = default_model();

    m->spu->events.n = 1;
    return m;
}

/* The old contents of a free record do not distinguish two hypotheses, nor do counters for
 * display. */
static void free_records_are_equal(void **state)
{
    struct spe_model *m = create();
    static struct spu other;

    (void)state;
    spu_copy(&other, m->spu);
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

/* A later step reads each of these: the bytes of a record, the results of reads and barriers. */
static const struct byte looked_at[] = {BYTE(buf.pool[3].bytes[15]),
                                        BYTE(buf.pool[3].got),
                                        BYTE(tot.closed),
                                        BYTE(tot.pass),
                                        BYTE(tot.cycles),
                                        BYTE(tot.ops),
                                        BYTE(tot.selections),
                                        BYTE(tot.samples),
                                        BYTE(tot.collisions),
                                        BYTE(tot.filtered),
                                        BYTE(tot.records),
                                        BYTE(tot.not_captured),
                                        BYTE(tot.predicted),
                                        BYTE(tot.bytes),
                                        BYTE(tot.lost),
                                        BYTE(tot.pending),
                                        BYTE(tot.audited),
                                        BYTE(tot.resets),
                                        BYTE(audit.steps),
                                        BYTE(audit.cycle),
                                        BYTE(audit.told[3]),
                                        BYTE(regs.v[SPE_PMBSR_EL3]),
                                        BYTE(events.effect[0])};

static void what_is_looked_at_keeps_two_apart(void **state)
{
    struct spe_model *m = create();
    static struct spu other;

    (void)state;
    m->spu->buf.pool[3].state = REC_QUEUED;
    m->spu->buf.pool[3].len = 16;
    memset(m->spu->buf.pool[3].bytes, 0x5A, 16);
    memset(m->spu->buf.pool[3].actual, 0xA5, 16);
    memset(m->spu->buf.pool[3].word.seq, 1, 16 * sizeof(uint32_t));
    memset(m->spu->buf.pool[3].word.lane, 7, 16);
    m->spu->audit.steps = AUDIT_PTR; /* an audit has begun: its first cycle matters, too */
    spu_copy(&other, m->spu);
    CHECK("the whole record", memcmp(&other.buf.pool[3], &m->spu->buf.pool[3], sizeof(struct rec)),
          0);
    for (size_t i = 0; i < sizeof(looked_at) / sizeof(looked_at[0]); i++) {
        CHECK(looked_at[i].what, spu_same(&other, m->spu), true);
        ((uint8_t *)&other)[looked_at[i].at] ^= 1;
        CHECK(looked_at[i].what, spu_same(&other, m->spu), false);
        ((uint8_t *)&other)[looked_at[i].at] ^= 1;
    }
    (void)bytemap_mark(&other.buf.map, 0x10000);
    CHECK("a byte more was written", spu_same(&other, m->spu), false);
    spu_free(&other);
    spe_model_destroy(m);
}

/* State that no later step reads: the cycle of S once its levels were checked, the cycle of an
 * audit that has not begun. */
static void what_is_over_keeps_no_two_apart(void **state)
{
    struct spe_model *m = create();
    static struct spu other;

    (void)state;
    m->spu->events.irq_checked = true;
    spu_copy(&other, m->spu);
    other.events.s_cycle = 7;
    other.audit.cycle = 8;
    CHECK("S is told", spu_same(&other, m->spu), true);
    other.events.irq_checked = m->spu->events.irq_checked = false;
    CHECK("its levels may lag", spu_same(&other, m->spu), false);
    other.events.irq_checked = m->spu->events.irq_checked = true;
    other.snaps.n = m->spu->snaps.n = 1;
    CHECK("a window", spu_same(&other, m->spu), false);
    spu_show_as(&other, m->spu);
    CHECK("as the other one shows it", other.events.s_cycle, m->spu->events.s_cycle);
    CHECK("the same", spu_same(&other, m->spu), true);
    spu_free(&other);
    spe_model_destroy(m);
}

/* After a join, a step is due at the earlier time of the two. Names and coverage data predict
 * nothing, and do not distinguish two hypotheses. */
static void what_is_shown_keeps_no_two_apart(void **state)
{
    struct spe_model *m = create();
    struct spu *spu = m->spu;
    static struct spu other;

    (void)state;
    spu->seen.taken[0].event = spu->seen.taken[1].event = true;
    spu->seen.levels[1] = SPE_OUT_PMBIRQ;
    spu->schedule.due = 40;
    spu_copy(&other, spu);
    other.schedule = (struct schedule){.busy = true, .due = 30};
    other.events.s_cause = CAUSE_FULL;
    other.acc.notes.rejected.number = 3;
    other.seen.taken[1].in_record = true;
    other.seen.levels[1] = 0;
    CHECK("the same", spu_same(&other, spu), true);
    spu_join(spu, &other);
    CHECK("the earlier one is due", spu->schedule.due, 30);
    CHECK("as is what is due at once", spu->schedule.busy, true);
    other.schedule = (struct schedule){.busy = false, .due = 50};
    spu_join(spu, &other);
    CHECK("also where the other one has nothing to do", spu->schedule.busy, true);
    CHECK("... before later", spu->schedule.due, 30);
    CHECK("both have it", spu->seen.taken[0].event, true);
    CHECK("where is open", spu->seen.taken[1].event, false);
    CHECK("one has counted it", spu->seen.levels[1], SPE_OUT_PMBIRQ);
    spu_show_as(spu, &other);
    CHECK("it is named", spu->events.s_cause, CAUSE_FULL);
    CHECK("... and noted", spu->acc.notes.rejected.number, 3);
    other.seen.overtaken = true;
    CHECK("a response to come", spu_same(&other, spu), false);
    spu_free(&other);
    spe_model_destroy(m);
}

/* Cycle 20: the remains of a record that is gone, or that its fault has ended. */
static void what_is_gone_is_forgotten(void **state)
{
    struct spe_model *m = create();
    struct buffer *buf = &m->spu->buf;
    struct rec *rec = buffer_new(buf, 5), *doomed = buffer_new(buf, 6);

    (void)state;
    rec->id = buf->xl[1].rec = buf->asked.rec = 3;
    doomed->id = buf->xl[2].rec = buf->old.rec = 4;
    buf->old.n = 2;
    buf->doomed = rec_number(buf, doomed);
    doomed->state = REC_DOOMED;
    doomed->doom.cycle = 19;
    buf->fault = (struct xl_fault){.cycle = 20, .rec = buf->doomed};
    spu_normal(m->spu, 20);
    CHECK("a TLBI of this cycle takes its fault back", buf->fault.rec, buf->doomed);
    CHECK("it is there", doomed->state, REC_DOOMED);
    CHECK("and has an old pointer", buf->old.n, 2);
    doomed->doom.late_aws = 1;
    spu_normal(m->spu, 21);
    CHECK("an AW of it may come", doomed->state, REC_DOOMED);
    CHECK("no TLBI of that cycle", buf->fault.cycle, 0);
    doomed->doom.late_aws = 0;
    doomed->filter.doubt = true;
    spu_normal(m->spu, 21);
    CHECK("whether it was kept is not told", doomed->state, REC_DOOMED);
    doomed->filter.doubt = false;
    doomed->filter.open = 1;
    spu_normal(m->spu, 21);
    CHECK("nor which filters were left out", doomed->state, REC_DOOMED);
    doomed->filter.open = 0;
    spu_normal(m->spu, 21);
    CHECK("it is gone", doomed->state, REC_FREE);
    CHECK("and what it had asked for", buf->xl[2].rec, 0);
    CHECK("nor has it a pointer", buf->old.rec + (unsigned)buf->old.n, 0);
    CHECK("the other one is there", buf->xl[1].rec, 3);
    CHECK("... and what it asks for", buf->asked.rec, 3);
    spe_model_destroy(m);
}

/* What a TLBI has cut is forgotten with the record, who has moved PMBPTR_EL1 with the movement. */
static void what_is_over_is_forgotten(void **state)
{
    struct spe_model *m = create();
    struct buffer *buf = &m->spu->buf;
    struct rec *rec = buffer_new(buf, 5);

    (void)state;
    buf->n = 1;
    buf->queue[0] = rec_number(buf, rec);
    *rec = (struct rec){.state = REC_STARTED, .va = 0x1000, .next = 0x1008};
    buf->cut.tlbi = 7;
    buf->cut.passed = true;
    m->spu->pointer.due = true;
    m->spu->pointer.value = 0x1015;
    m->spu->pointer.first = m->spu->pointer.last = 5;
    spu_normal(m->spu, 20);
    CHECK("the record goes on", buf->cut.tlbi, 7);
    CHECK("the pointer is about to move", m->spu->pointer.value + m->spu->pointer.first, 0x101a);
    buf->fault.cycle = 20;
    rec->next = rec->va;
    m->spu->pointer.due = false;
    spu_normal(m->spu, 20);
    CHECK("a TLBI may take a fault back", buf->cut.tlbi, 7);
    spu_normal(m->spu, 21);
    CHECK("it has not begun", buf->cut.tlbi + buf->cut.passed, 0);
    CHECK("the pointer has moved", m->spu->pointer.value + m->spu->pointer.first, 0);
    CHECK("and for the last one", m->spu->pointer.last, 0);
    buf->n = 0;
    buf->cut.tlbi = 7;
    spu_normal(m->spu, 21);
    CHECK("there is none", buf->cut.tlbi, 0);
    spe_model_destroy(m);
}

/* The steps of an audit in cycle 18 are before each event of cycle 20 or later. */
static void an_audit_before_all_events_has_no_cycle(void **state)
{
    struct spe_model *m = create();

    (void)state;
    m->spu->audit.cycle = 18;
    spu_normal(m->spu, 20);
    CHECK("an event is on its way", m->spu->audit.cycle, 18);
    m->spu->events.n = 0;
    spu_normal(m->spu, 19);
    CHECK("one may come in this cycle", m->spu->audit.cycle, 18);
    spu_normal(m->spu, 20);
    CHECK("all come later", m->spu->audit.cycle, 0);
    spe_model_destroy(m);
}

/* Counted events that no later step needs are forgotten, for each kind: with [pmu_max] 1, in cycle
 * 20 only those of cycle 18 may still be reported. */
static void counts_that_are_over_are_forgotten(void **state)
{
    struct spe_model *m = create();

    (void)state;
    for (int i = 0; i < COUNTS; i++) {
        m->spu->acc.count[i].kept = 1;
        count_add(&m->spu->acc.count[i], 1, 17);
        count_add(&m->spu->acc.count[i], 1, 18);
    }
    spu_normal(m->spu, 20);
    for (int i = 0; i < COUNTS; i++) {
        CHECK(count_name(i), m->spu->acc.count[i].n_recent, 1);
        CHECK(count_name(i), m->spu->acc.count[i].recent[0].cycle, 18);
    }
    spe_model_destroy(m);
}

/* The number of its selection determines a record's slot in each hypothesis, whatever records were
 * lost before. */
static void places_are_of_the_selection(void **state)
{
    struct spe_model *m = create();
    struct buffer *buf = &m->spu->buf;
    const struct rec *of_five = buffer_new(buf, 5), *of_six = buffer_new(buf, 6);

    (void)state;
    CHECK("next to each other", of_six - of_five, 1);
    buffer_free(buf, rec_of(buf, rec_number(buf, of_five)));
    CHECK("not in the first free one", buffer_new(buf, 7) - of_six, 1);
    CHECK("its own is taken", buffer_new(buf, 6 + MAX_RECS) - of_six, 2);
    spe_model_destroy(m);
}

/* An audit with outdated steps equals an audit without steps: steps belong to the events counted so
 * far. */
static void an_audit_is_taken_with_its_events(void **state)
{
    struct spe_model *m = create();
    static struct spu other;

    (void)state;
    spu_copy(&other, m->spu);
    audit_step(&other.audit, &other.tot, AUDIT_DRAINED, 10);
    audit_step(&m->spu->audit, &m->spu->tot, 0, 10);
    other.tot.fulls++; /* this event outdates the drained step */
    m->spu->tot.others++;
    m->spu->audit = (struct audit){.events = 1, .cycle = other.audit.cycle};
    CHECK("the same", spu_same(&other, m->spu), true);
    spu_show_as(&other, m->spu);
    CHECK("steps", audit_steps(&other.audit, &other.tot), 0);
    spu_free(&other);
    spe_model_destroy(m);
}

/* Pages and places that are forgotten one by one, or all together. */
static void small_lists_have_rows(void **state)
{
    struct spe_model *m = create();
    struct regions *r = &m->spu->buf.regions;
    struct stays *s = &m->spu->st.stays;
    static struct spu other;

    (void)state;
    for (unsigned i = 0; i < 2; i++) {
        r->old[r->n_old++] = (struct region){.first = i + 1, .left = i + 1};
        s->first = i + 1;
        stays_written(s, i + 2);
        s->at[s->n++] = i + 1;
        m->spu->buf.old.ptr[m->spu->buf.old.n++] = i + 1;
    }
    spu_copy(&other, m->spu);
    regions_forget(r, 2);
    CHECK("one is left", spu_same(&other, m->spu), false);
    regions_forget(r, 3);
    regions_forget(&other.buf.regions, 3);
    CHECK("no page", spu_same(&other, m->spu), true);
    stays_done(&other.st.stays, &other.buf, true, true);
    CHECK("both are done", spu_same(&other, m->spu), false);
    stays_forget(&other.st.stays);
    stays_forget(s);
    CHECK("no place", spu_same(&other, m->spu), true);
    other.buf.old.n = m->spu->buf.old.n = 0;
    other.buf.old.ptr[1] = 7;
    CHECK("no pointer", spu_same(&other, m->spu), true);
    spu_free(&other);
    spe_model_destroy(m);
}

/* The comparison reads entries as bytes: the earlier contents of a slot must not matter. */
static void entries_have_no_padding(void **state)
{
    static struct spu a, b;

    (void)state;
    memset(&a.events.effect[0], 0xFF, sizeof(a.events.effect[0]));
    memset(&a.buf.burst[0], 0xFF, sizeof(a.buf.burst[0]));
    memset(&a.snaps.at[0], 0xFF, sizeof(a.snaps.at[0]));
    memset(&a.writes.at[0], 0xFF, sizeof(a.writes.at[0]));
    memset(&a.stale.at[0], 0xFF, sizeof(a.stale.at[0]));
    memset(&a.counter.taken[0], 0xFF, sizeof(a.counter.taken[0]));
    memset(&a.filter_fork.gone[0], 0xFF, sizeof(a.filter_fork.gone[0]));
    memset(&a.forks.live[0], 0xFF, sizeof(a.forks.live[0]));
    memset(&a.buf.xl[0], 0xFF, sizeof(a.buf.xl[0]));
    memset(&a.buf.old, 0xFF, sizeof(a.buf.old));
    memset(&a.fl.tag[0], 0xFF, sizeof(a.fl.tag[0]));
    for (int i = 0; i < 2; i++) {
        struct spu *spu = i == 0 ? &a : &b;
        spu->events.effect[spu->events.n++] = (struct effect){.lo = 1, .hi = 2, .ea = true};
        spu->buf.burst[spu->buf.n_bursts++] = (struct burst){.addr = 1, .mapped = true};
        spu->snaps.at[spu->snaps.n++] = (struct snapshot){.cycle = 1, .draw = {.open = true}};
        spu->writes.at[spu->writes.n++] = (struct pending_write){.reg = SPE_PMBPTR, .value = 1};
        spu->stale.at[spu->stale.n++] = (struct stale){.reg = SPE_PMBPTR, .value = 1};
        spu->counter.taken[spu->counter.n_taken++] = (struct draw){.value = 1, .cycle = 2};
        spu->filter_fork.gone[spu->filter_fork.n_gone++] = (struct filter_gone){.sure = true};
        spu->forks.live[0] = (struct fork_live){.used = true, .kind = FORK_B10};
        spu->buf.xl[0] = (struct xl){.used = true, .owned = true};
        spu->buf.old = (struct old_pointers){.rec = 1, .n = 1};
        spu->fl.tag[0] = (struct tag){.order = 1};
    }
    CHECK("the same entries", spu_same(&a, &b), true);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(free_records_are_equal),
        cmocka_unit_test(what_is_looked_at_keeps_two_apart),
        cmocka_unit_test(what_is_over_keeps_no_two_apart),
        cmocka_unit_test(what_is_shown_keeps_no_two_apart),
        cmocka_unit_test(what_is_gone_is_forgotten),
        cmocka_unit_test(what_is_over_is_forgotten),
        cmocka_unit_test(an_audit_before_all_events_has_no_cycle),
        cmocka_unit_test(counts_that_are_over_are_forgotten),
        cmocka_unit_test(places_are_of_the_selection),
        cmocka_unit_test(an_audit_is_taken_with_its_events),
        cmocka_unit_test(small_lists_have_rows),
        cmocka_unit_test(entries_have_no_padding),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
