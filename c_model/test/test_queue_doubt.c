/* SPDX-License-Identifier: Apache-2.0 */
#include "bare_model.h"
#include "bus/xl.h"
#include "check.h"
#include "queue/buffer.h"
#include "queue/choice.h"
#include "queue/discard.h"
#include "queue/pointer_check.h"
#include "queue/sweep.h"
#include "queue/wait.h"
#include "spe/regs.h"
#include "state/queue.h"

/* Records that may or may not exist (S2, L1 to L15): how a record gets into this state, and how
 * later evidence resolves it. */

static struct rec *at(struct spe_model *m, int i)
{
    return queue_at(&m->spu->buf, i);
}

/* A selection says that the first record, or one in its place, was offered before the buffer was
 * disabled. */
enum head_kind { DROPPED, FILTERED };

struct head_row {
    const char *name;
    enum head_kind kind;
    bool second; /* the second record may have been discarded, too */
    enum rec_state state;
    bool maybe;
    uint64_t offered_by;
};

static const struct head_row heads[] = {
    {"S2: it was offered", DROPPED, false, REC_STARTED, false, 40},
    {"S2: one of the two was", DROPPED, true, REC_STARTED, true, 0},
    {"L3: only the count of the filters tells", FILTERED, false, REC_MAYBE, true, 0},
};

static void the_first_one_was_offered(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(heads) / sizeof(heads[0]); i++) {
        const struct head_row *row = &heads[i];
        struct spe_model *m = bare_model("", SPE_TAP_ALL);
        struct rec *head = bare_dropped(m, 1);
        head->filter.doubt = row->kind == FILTERED;
        if (row->second) {
            (void)bare_dropped(m, 2);
        }
        buffer_head_offered(m);
        CHECK(row->name, head->state, row->state);
        CHECK(row->name, head->maybe, row->maybe);
        CHECK(row->name, head->one_of, row->second);
        CHECK(row->name, head->offer.by, row->offered_by);
        spe_model_destroy(m);
    }
}

/* All queued records come into doubt, up to MAX_MAYBE. A record that had a place keeps it. */
static void all_may_be_gone(void **state)
{
    struct spe_model *m = bare_model("", SPE_TAP_ALL);

    (void)state;
    m->spu->buf.number = 7;
    m->spu->regs.v[SPE_PMBPTR] = 0x20000;
    for (uint64_t i = 0; i <= MAX_MAYBE; i++) {
        (void)bare_queued(m, REC_QUEUED, 1 + i);
    }
    at(m, 0)->placed = true;
    at(m, 0)->buffer = 6;
    at(m, 0)->va = 0x10000;
    buffer_doubt_all(m);
    CHECK("of the buffer before", at(m, 0)->buffer, 6);
    CHECK("at its place", at(m, 0)->next, 0x10000);
    CHECK("of this buffer", at(m, 1)->buffer, 7);
    CHECK("at the pointer", at(m, 1)->next, 0x20000);
    CHECK("the last one", at(m, MAX_MAYBE - 1)->state, REC_MAYBE);
    CHECK("no room", at(m, MAX_MAYBE)->state, REC_QUEUED);
    CHECK("is said", bare_findings, 1);
    spe_model_destroy(m);
}

/* A disabled buffer kept records, and one of them is written: [disabled_record] = any asks whether
 * it is the first one; with another value either all records exist or none. The record goes to
 * PMBPTR_EL1; if PMBPTR_EL1 was written since, it may also begin at its earlier place (3.6.1). */
struct there_row {
    const char *name;
    uint64_t va;
    bool placed, old; /* old: the model notes the second place where the record may begin */
};

static const struct there_row theres[] = {
    {"at the pointer", 0x20000, false, false},
    {"the pointer was written since", 0x10000, false, true},
    {"its place is known", 0x10000, true, false},
};

static void one_is_there(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(theres) / sizeof(theres[0]); i++) {
        const struct there_row *row = &theres[i];
        struct spe_model *m = bare_model("disabled_record = event\n", SPE_TAP_ALL);
        struct rec *first = bare_dropped(m, 1), *second = bare_dropped(m, 2);
        first->may_write = second->may_write = true;
        first->va = first->next = row->va;
        first->placed = row->placed;
        m->spu->regs.v[SPE_PMBPTR] = 0x20000;
        buffer_one_there(m);
        CHECK(row->name, first->state, REC_QUEUED);
        CHECK(row->name, first->maybe || first->may_write, false);
        CHECK(row->name, at(m, 0) == first && at(m, 1) == second, true);
        CHECK(row->name, second->state, REC_MAYBE);
        CHECK(row->name, m->spu->buf.old.rec, row->old ? first->id : 0);
        CHECK(row->name, m->spu->buf.old.ptr[0], row->old ? row->va : 0);
        spe_model_destroy(m);
    }
}

/* Bytes written for a record that may be gone may belong to the first record that certainly exists,
 * if that record has these bytes; otherwise they stay with the first. */
static void written_for_itself(void **state)
{
    struct spe_model *m = bare_model("disabled_record = any\n", SPE_TAP_ALL);
    struct rec *first = bare_dropped(m, 1), *second = bare_dropped(m, 2), *third;

    (void)state;
    first->may_write = second->may_write = true;
    first->state = REC_STARTED;
    CHECK("none is there", buffer_written_for(m, first) == first, true);
    CHECK("not the first", buffer_written_for(m, second) == second, true);
    third = bare_queued(m, REC_QUEUED, 3);
    third->len = 16;
    CHECK("a longer one", buffer_written_for(m, first) == first, true);
    third->len = 8;
    third->bytes[0] = 1;
    first->got[0] = 1;
    CHECK("other bytes", buffer_written_for(m, first) == first, true);
    third->state = REC_STARTED;
    third->bytes[0] = 0;
    CHECK("it has begun", buffer_written_for(m, first) == first, true);
    spe_model_destroy(m);
}

/* Records in any order: the bytes written so far belong to the longer record behind. The findings
 * about the first record are taken back. The place of the bytes does not change, nor does the
 * result of a selection. */
static void another_takes_over(void **state)
{
    (void)state;
    for (int misplaced = 0; misplaced < 2; misplaced++) {
        struct spe_model *m = bare_model("record_order = any\n", SPE_TAP_ALL);
        struct rec *first = bare_queued(m, REC_STARTED, 1);
        struct rec *second = bare_queued(m, REC_QUEUED, 2);
        first->told.bad = true;
        first->told.misplaced = misplaced != 0;
        first->fix.finding = 1;
        first->fix.end = first->got_bytes = 8;
        first->got[0] = 0xFF;
        first->offer.by = 40;
        second->len = 16;
        CHECK("nothing is longer", buffer_another(m, first, 17) == NULL, true);
        CHECK("nothing is taken back", first->fix.finding, 1);
        CHECK("the second", buffer_another(m, first, 16) == second && at(m, 0) == second, true);
        CHECK("the first is right", first->told.bad || first->told.misplaced, false);
        CHECK("nothing to correct", first->fix.finding == 0 && first->fix.end == 0, true);
        CHECK("offered by", first->offer.by, 40);
        CHECK("reported", second->told.bad, misplaced);
        CHECK("misplaced", second->told.misplaced, misplaced);
        CHECK("of a finding", second->fix.finding, 0);
        spe_model_destroy(m);
    }
}

/* The page of `va` is requested while the head, 16 bytes at 0x10FF8, is being written. Another
 * record may have begun in its place only if it has the 8 bytes that are written, and one in that
 * page. */
struct instead_row {
    const char *name;
    uint64_t va;
    int len; /* of the other record */
    uint8_t first, answer;
    bool asked, taken;
};

static const struct instead_row insteads[] = {
    {"it is this one", 0x11000, 16, 0, 1, true, true},
    {"it is not", 0x11000, 16, 0, 0, true, false},
    {"its last byte is there", 0x11000, 9, 0, 1, true, true},
    {"it ends before the page", 0x11000, 8, 0, 1, false, false},
    {"it has other bytes", 0x11000, 16, 1, 1, false, false},
    {"the page is written", 0x10000, 16, 0, 1, false, false},
    {"no record reaches the page", 0x12000, 16, 0, 1, false, false},
};

static void another_has_begun(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(insteads) / sizeof(insteads[0]); i++) {
        const struct instead_row *row = &insteads[i];
        struct spe_model *m = bare_model("record_order = any\n", SPE_TAP_ALL);
        struct rec *head = bare_queued(m, REC_STARTED, 1), *other = bare_queued(m, REC_QUEUED, 2);
        m->run.may_ask = true;
        m->run.given = 1;
        m->run.question[0] = (struct question){.kind = FORK_KINDS, .answer = row->answer};
        head->len = 16;
        head->va = 0x10FF8;
        head->next = 0x11000;
        head->got[0] = 0xFF;
        other->len = row->len;
        other->bytes[0] = row->first;
        CHECK(row->name, buffer_instead(m, row->va) == other, row->taken);
        CHECK(row->name, m->run.asked, row->asked);
        CHECK(row->name, at(m, 0) == other, row->taken);
        spe_model_destroy(m);
    }
}

/* Records that are to enter the queue: one of them is no longer to. */
static void one_is_unstaged(void **state)
{
    struct inflight fl = {.n_staged = 0};

    (void)state;
    for (uint8_t i = 1; i <= 3; i++) {
        inflight_stage(&fl, i);
    }
    inflight_unstage(&fl, 2);
    CHECK("two are left", fl.n_staged, 2);
    CHECK("the first", fl.staged[0], 1);
    CHECK("the last", fl.staged[1], 3);
    inflight_unstage(&fl, 4);
    CHECK("it was not there", fl.n_staged, 2);
}

/* PSB CSYNC completes the samples up to 2. A record of theirs that may be gone is gone; one that
 * the filters may have rejected was rejected. Later records stay. */
static void a_barrier_is_done(void **state)
{
    struct spe_model *m = bare_model("", SPE_TAP_ALL);
    struct inflight *fl = &m->spu->fl;
    struct rec *gone = bare_dropped(m, 1), *optional = bare_queued(m, REC_QUEUED, 2);
    struct rec *later = bare_dropped(m, 3), *staged[3];

    (void)state;
    optional->optional = true;
    for (uint64_t i = 0; i < 3; i++) {
        staged[i] = bare_record(m, REC_QUEUED, i == 0 ? 2 : 3 + i);
        staged[i]->filter.doubt = i != 2;
        staged[i]->id = i == 0 ? 9 : 1; /* ids follow the order of endings, not of selections */
        fl->staged[fl->n_staged++] = rec_number(&m->spu->buf, staged[i]);
    }
    buffer_settle(m, 2);
    CHECK("may be gone", gone->state, REC_FREE);
    CHECK("need not be finished", optional->state, REC_FREE);
    CHECK("of a later sample", later->state, REC_MAYBE);
    CHECK("rejected", staged[0]->state, REC_FREE);
    CHECK("later, in doubt", staged[1]->state, REC_QUEUED);
    CHECK("later", staged[2]->state, REC_QUEUED);
    CHECK("in the queue", m->spu->buf.n, 1);
    CHECK("staged", fl->n_staged, 2);
    spe_model_destroy(m);
}

/* The address of the next record. If it was offered before cycle 40, in which the buffer was
 * disabled, it is the address of the first record, and the records behind are gone, unless they may
 * still be written. If it was offered later, the first record is gone. */
struct resolve_row {
    const char *name;
    uint64_t offered;
    bool one_of, begun, may_write; /* of the first record */
    enum { ALONE, BEFORE_DROPPED, BEFORE_KEPT, BEFORE_QUEUED } then;
    int n;                /* records left in the queue */
    enum rec_state state; /* of the first record left */
    bool maybe;
};

static const struct resolve_row resolves[] = {
    {"it was offered", 39, false, false, false, ALONE, 1, REC_MAYBE, false},
    {"it was not", 40, false, false, false, ALONE, 0, REC_FREE, false},
    {"the other one was not", 39, false, false, false, BEFORE_DROPPED, 1, REC_MAYBE, false},
    {"the other one need not have been", 39, false, false, false, BEFORE_KEPT, 2, REC_MAYBE, false},
    {"neither was", 40, false, false, false, BEFORE_DROPPED, 0, REC_FREE, false},
    {"the next one is there", 40, false, false, false, BEFORE_QUEUED, 1, REC_QUEUED, false},
    {"one of the two was: the other one", 40, true, false, false, BEFORE_DROPPED, 1, REC_STARTED,
     false},
    {"one of them was", 40, true, false, false, ALONE, 0, REC_FREE, false},
    {"one of them was, and another is there", 40, true, false, false, BEFORE_QUEUED, 1, REC_QUEUED,
     false},
    {"it goes on", 40, false, true, false, ALONE, 1, REC_MAYBE, true},
    {"it may be written", 40, false, false, true, ALONE, 1, REC_MAYBE, true},
};

static void an_address_tells(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(resolves) / sizeof(resolves[0]); i++) {
        const struct resolve_row *row = &resolves[i];
        struct spe_model *m = bare_model("", SPE_TAP_ALL);
        struct rec *first = bare_dropped(m, 1);
        first->one_of = row->one_of;
        first->may_write = row->may_write;
        first->next += row->begun ? 8 : 0;
        if (row->then == BEFORE_QUEUED) {
            (void)bare_queued(m, REC_QUEUED, 2);
        } else if (row->then != ALONE) {
            bare_dropped(m, 2)->may_write = row->then == BEFORE_KEPT;
        }
        m->spu->buf.offer_known = true;
        m->spu->buf.offered = row->offered;
        buffer_resolve(m, &(struct spe_txn_aw){.addr = 0x80010000});
        CHECK(row->name, m->spu->buf.n, row->n);
        if (row->n > 0) {
            CHECK(row->name, at(m, 0)->state, row->state);
            CHECK(row->name, at(m, 0)->maybe, row->maybe);
        }
        spe_model_destroy(m);
    }
}

/* The model looks for a wrong pointer if an enabled buffer has a record to write (B1). */
static void a_pointer_is_checked(void **state)
{
    struct spe_model *m = bare_model("", SPE_TAP_ALL);

    (void)state;
    m->spu->regs.v[SPE_PMBLIMITR] = 0x20001;
    m->spu->regs.v[SPE_PMBPTR] = 0x20000; /* past the limit */
    buffer_check_again(m);
    CHECK("no record", m->spu->events.n, 0);
    struct rec *rec = bare_dropped(m, 1);
    rec->may_write = true;
    buffer_check_kept(m);
    CHECK("it was checked", m->spu->events.n, 0);
    m->spu->regs.v[SPE_PMBPTR] = 0x10000;
    buffer_check_again(m);
    CHECK("a good one", m->spu->events.n, 0);
    m->spu->regs.v[SPE_PMBPTR] = 0x20000;
    buffer_check_again(m);
    CHECK("past the limit", m->spu->events.n, 1);
    spe_model_destroy(m);
}

/* The filters rejected the first record that is in doubt and has no bytes written. The fork does so
 * only without the OUT tap, when no count will tell. */
struct forget_row {
    const char *name;
    unsigned taps;
    bool doubt;
    int got_bytes;
    enum rec_state state;
    bool forgotten;
};

#define BLIND (SPE_TAP_ALL & ~SPE_TAP_OUT)

static const struct forget_row forgets[] = {
    {"it may have been", BLIND, true, 0, REC_MAYBE, true},
    {"SAMPLE_FILTRATE will tell", SPE_TAP_ALL, true, 0, REC_MAYBE, false},
    {"it is only of a disabled buffer", BLIND, false, 0, REC_MAYBE, false},
    {"a part is written", BLIND, true, 4, REC_MAYBE, false},
    {"it has begun", BLIND, true, 0, REC_STARTED, false},
};

static void one_is_rejected(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(forgets) / sizeof(forgets[0]); i++) {
        const struct forget_row *row = &forgets[i];
        struct spe_model *m = bare_model("", row->taps);
        struct rec *rec = bare_dropped(m, 1);
        rec->filter.doubt = row->doubt;
        rec->got_bytes = row->got_bytes;
        rec->state = row->state;
        CHECK(row->name, filter_fork_forget(m), row->forgotten);
        CHECK(row->name, rec->state, row->forgotten ? REC_FREE : row->state);
        CHECK(row->name, m->spu->filter_fork.forgotten, row->forgotten ? 1 : 0);
        spe_model_destroy(m);
    }
}

/* Only a queued record that the filters may have rejected comes into doubt. */
static void one_comes_into_the_queue(void **state)
{
    static const enum rec_state states[] = {REC_QUEUED, REC_STARTED, REC_MAYBE};
    struct spe_model *m = bare_model("", SPE_TAP_ALL);

    (void)state;
    for (uint64_t i = 0; i < 6; i++) {
        struct rec *rec = bare_queued(m, states[i / 2], 1 + i);
        rec->filter.doubt = i % 2 == 1;
        filter_fork_enqueued(m, rec);
        CHECK("may be written", rec->may_write, i == 1);
        CHECK("state", rec->state, i == 1 ? REC_MAYBE : states[i / 2]);
    }
    spe_model_destroy(m);
}

/* The answer of a fault is not used after all (3.4.4): the record returns to its place and
 * state. */
static void a_fault_is_taken_back(void **state)
{
    static const enum rec_state states[] = {REC_QUEUED, REC_STARTED};

    (void)state;
    for (int i = 0; i < 6; i++) {
        struct spe_model *m = bare_model("", SPE_TAP_ALL);
        struct rec *rec = bare_record(m, states[i % 2], 1), *next = bare_queued(m, REC_QUEUED, 2),
                   *last = bare_queued(m, REC_QUEUED, 3);
        buffer_insert(&m->spu->buf, rec, i / 2);
        const int behind = buffer_behind(&m->spu->buf, rec);
        CHECK("behind it", behind, 2 - i / 2);
        buffer_doom(m, rec, true);
        CHECK("ended", rec->state, REC_DOOMED);
        CHECK("lost", m->spu->tot.lost, 1);
        buffer_undoom(m, rec, states[i % 2], behind);
        CHECK("as before", rec->state, states[i % 2]);
        CHECK("in its place", at(m, i / 2) == rec, true);
        CHECK("others", at(m, i < 2 ? 1 : 0) == next && at(m, i < 4 ? 2 : 1) == last, true);
        CHECK("not lost", m->spu->tot.lost, 0);
        CHECK("nothing of it is on its way", rec->doom.late_aws, 0);
        spe_model_destroy(m);
    }
}

/* Without barriers, a fault that is reported late has ended its record: one of the record's AWs may
 * or may not be on its way. */
static void a_fault_has_happened(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 8; i++) {
        const struct effect e = {
            .ends = 1 + (i & 1), .late_aws = (i & 2) != 0, .has_ptr = (i & 4) != 0};
        struct spe_model *m = bare_model("", SPE_TAP_ALL & ~SPE_TAP_SYNC);
        (void)bare_queued(m, REC_QUEUED, 1);
        (void)bare_queued(m, REC_QUEUED, 2);
        struct rec *ended = at(m, (int)(i & 1)), *other = at(m, (int)(~i & 1));
        buffer_fault_happened(m, &e);
        CHECK("it has ended", ended->state, REC_DOOMED);
        CHECK("an AW may come", ended->doom.late_aws, e.late_aws);
        CHECK("the other one waits", other->state, REC_QUEUED);
        CHECK("alone", m->spu->buf.n, 1);
        buffer_fault_happened(m, &(struct effect){.ends = 7});
        CHECK("of no record", other->state, REC_QUEUED);
        spe_model_destroy(m);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_one_was_offered),
        cmocka_unit_test(all_may_be_gone),
        cmocka_unit_test(one_is_there),
        cmocka_unit_test(written_for_itself),
        cmocka_unit_test(another_has_begun),
        cmocka_unit_test(one_is_unstaged),
        cmocka_unit_test(a_barrier_is_done),
        cmocka_unit_test(an_address_tells),
        cmocka_unit_test(a_pointer_is_checked),
        cmocka_unit_test(one_is_rejected),
        cmocka_unit_test(one_comes_into_the_queue),
        cmocka_unit_test(a_fault_is_taken_back),
        cmocka_unit_test(another_takes_over),
        cmocka_unit_test(a_fault_has_happened),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
