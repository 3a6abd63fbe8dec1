/* SPDX-License-Identifier: Apache-2.0 */
#include "bare_model.h"
#include "check.h"
#include "close/accounts.h"
#include "config_members.h"
#include "ports/outputs.h"
#include "queue/sweep.h"
#include "spe/regs.h"

/*
 * The accounts (dpi/rules.md; DDI 0586A 2.6). Each selection is a sample or a collision. Each
 * sample is in flight, rejected, not captured or kept. Each record that was kept is written, lost
 * or on its way. One unit too many in a place breaks the accounts that contain this place, and no
 * other account. At the end, no output that is due may be missing.
 */

#define NOW     100
#define SELECT  1u
#define FEED    2u
#define WRITTEN 4u

/* The places, each with the unit that it counts. */
enum place {
    NOTHING,
    FED,      /* SAMPLE_FEED */
    COLLIDED, /* SAMPLE_COLLISION */
    KEPT,     /* SAMPLE_FILTRATE */
    SELECTIONS,
    REJECTED,
    NOT_CAPTURED,
    RECORDS,
    LOST,
    ENDLESS, /* samples without an observed ending */
    IN_FLIGHT,
    QUEUED,
    STAGED,
    WAITING,
    PLACES
};

static void one_more(struct spe_model *m, enum place place)
{
    struct spu *spu = m->spu;
    uint64_t *const counts[PLACES] = {
        [FED] = &spu->acc.count[COUNT_FEED].acct,
        [COLLIDED] = &spu->acc.count[COUNT_COLLISION].acct,
        [KEPT] = &spu->acc.count[COUNT_FILTRATE].acct,
        [SELECTIONS] = &spu->tot.selections,
        [REJECTED] = &spu->tot.filtered,
        [NOT_CAPTURED] = &spu->tot.not_captured,
        [RECORDS] = &spu->tot.records,
        [LOST] = &spu->tot.lost,
        [ENDLESS] = &spu->acc.lost_samples,
    };
    int tag = 0;

    if (counts[place] != NULL) {
        ++*counts[place];
    } else if (place == QUEUED) {
        (void)bare_queued(m, REC_QUEUED, 1 + (uint64_t)spu->buf.n);
    } else if (place == STAGED) {
        spu->fl.n_staged++;
    } else if (place != NOTHING) {
        while (spu->fl.tag[tag].state != TAG_FREE) {
            tag++;
        }
        assert_true(tag < MAX_TAGS);
        spu->fl.tag[tag].state = place == WAITING ? TAG_WAIT : TAG_FLIGHT;
    }
}

/* Ten selections: two collisions and eight samples. Of the samples one is in flight, one has no
 * ending, one was rejected, one was not captured. Of the four records one is written, one is lost,
 * one is queued, one waits. SAMPLE_FEED counts a sample at its selection, or at its completion. */
static struct spe_model *balanced(bool complete)
{
    static const int places[PLACES] = {
        [FED] = 8,          [COLLIDED] = 2, [KEPT] = 4,    [SELECTIONS] = 10, [REJECTED] = 1,
        [NOT_CAPTURED] = 1, [RECORDS] = 1,  [LOST] = 1,    [ENDLESS] = 1,     [IN_FLIGHT] = 1,
        [QUEUED] = 1,       [STAGED] = 0,   [WAITING] = 1,
    };
    struct spe_model *m = bare_model(complete ? "feed_point = complete\ninflight = 4\npmu_max = 3\n"
                                              : "feed_point = select\ninflight = 4\npmu_max = 3\n",
                                     SPE_TAP_ALL);

    m->clock.cycle = NOW;
    for (int place = 0; place < PLACES; place++) {
        for (int i = 0; i < places[place]; i++) {
            one_more(m, (enum place)place);
        }
    }
    m->spu->acc.count[COUNT_FEED].acct -= complete ? 2 : 0;
    return m;
}

static unsigned broken(const struct spe_model *m)
{
    const uint64_t *fired = m->facts.checks.fired;

    return (fired[SPE_CHECK_ACC_SELECT] != 0 ? SELECT : 0) |
           (fired[SPE_CHECK_ACC_FEED] != 0 ? FEED : 0) |
           (fired[SPE_CHECK_ACC_WRITTEN] != 0 ? WRITTEN : 0);
}

static const struct row {
    const char *name;
    enum place place;
    unsigned select, complete; /* accounts that the extra unit breaks, by [feed_point] */
} rows[] = {
    {"nothing", NOTHING, 0, 0},
    {"SAMPLE_FEED", FED, SELECT | FEED, SELECT | FEED},
    {"SAMPLE_COLLISION", COLLIDED, SELECT, SELECT},
    {"SAMPLE_FILTRATE", KEPT, FEED | WRITTEN, FEED | WRITTEN},
    {"selections", SELECTIONS, SELECT, SELECT},
    {"rejected", REJECTED, FEED, FEED},
    {"not captured", NOT_CAPTURED, FEED, FEED},
    {"records", RECORDS, WRITTEN, WRITTEN},
    {"lost", LOST, WRITTEN, WRITTEN},
    {"without an ending", ENDLESS, FEED, SELECT},
    {"in flight", IN_FLIGHT, FEED, SELECT},
    {"queued", QUEUED, WRITTEN, WRITTEN},
    {"staged", STAGED, WRITTEN, WRITTEN},
    {"waiting", WAITING, WRITTEN, WRITTEN},
};

static void one_more_breaks_its_accounts(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        for (int complete = 0; complete < 2; complete++) {
            struct spe_model *m = balanced(complete != 0);
            one_more(m, rows[i].place);
            accounts_compare(m, NOW);
            CHECK(rows[i].name, broken(m), complete ? rows[i].complete : rows[i].select);
            CHECK("made", m->facts.checks.evals[SPE_CHECK_ACC_SELECT], 1);
            CHECK("made", m->facts.checks.evals[SPE_CHECK_ACC_FEED], 1);
            CHECK("made", m->facts.checks.evals[SPE_CHECK_ACC_WRITTEN], 1);
            const int found = bare_findings;
            accounts_compare(m, NOW);
            CHECK("an account that stays open is told once", bare_findings, found);
            m->spu->fl.n_staged = 0;
            spe_model_destroy(m);
        }
    }
}

/* An event of the last [pmu_max] = 3 cycles need not be reported yet. An account may differ by the
 * number of such events, but not by more. */
static const struct late_row {
    const char *name;
    int which; /* the event was `ago` cycles ago, and its count lacks `missing` */
    uint64_t ago, missing;
    unsigned broken;
} lates[] = {
    {"SAMPLE_FEED now", COUNT_FEED, 0, 1, 0},
    {"two cycles ago", COUNT_FEED, 2, 1, 0},
    {"three cycles ago", COUNT_FEED, 3, 1, SELECT | FEED},
    {"two of one", COUNT_FEED, 0, 2, SELECT | FEED},
    {"SAMPLE_COLLISION", COUNT_COLLISION, 2, 1, 0},
    {"SAMPLE_COLLISION, too late", COUNT_COLLISION, 3, 1, SELECT},
    {"SAMPLE_FILTRATE", COUNT_FILTRATE, 2, 1, 0},
    {"SAMPLE_FILTRATE, too late", COUNT_FILTRATE, 3, 1, FEED | WRITTEN},
    {"another count", COUNT_CTI, 2, 0, 0},
};

static void what_is_late_is_open(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(lates) / sizeof(lates[0]); i++) {
        struct spe_model *m = balanced(false);
        struct count *c = &m->spu->acc.count[lates[i].which];
        count_add(c, 1, NOW - lates[i].ago);
        c->acct -= lates[i].missing;
        accounts_compare(m, NOW);
        CHECK(lates[i].name, broken(m), lates[i].broken);
        m->spu->fl.n_staged = 0;
        spe_model_destroy(m);
    }
}

/* Filters that are left open may or may not have kept a sample. */
static void what_may_be_kept_is_open(void **state)
{
    (void)state;
    for (uint64_t missing = 0; missing < 4; missing++) {
        struct spe_model *m = balanced(false);
        m->spu->acc.count[COUNT_FILTRATE].maybe = 2;
        m->spu->acc.count[COUNT_FILTRATE].acct -= missing;
        accounts_compare(m, NOW);
        CHECK("two may be missing", broken(m), missing > 2 ? FEED | WRITTEN : 0);
        spe_model_destroy(m);
    }
}

/* Ten events happened, of which three need not be reported. Each report beyond seven settles one of
 * the three. For SAMPLE_FILTRATE the filters say which records were kept (queue/sweep.c). */
static void what_is_reported_is_open_no_more(void **state)
{
    static const uint32_t reported[] = {0, 6, 7, 8, 9, 10};

    (void)state;
    for (size_t i = 0; i < sizeof(reported) / sizeof(reported[0]); i++) {
        const uint32_t n = reported[i];
        const struct spe_txn_out out = {
            .pop = n, .feed = n, .filtrate = n, .collision = n, .cti = n, .serror = n};
        struct spe_model *m = bare_model("", SPE_TAP_ALL);
        const struct spe_txn txn = {.kind = SPE_TXN_OUT, .u.out = out};
        m->txn = &txn;
        m->clock.cycle = NOW;
        for (int k = COUNT_POP; k <= COUNT_SERROR; k++) {
            count_add(&m->spu->acc.count[k], 10, NOW);
            m->spu->acc.count[k].maybe = 3;
        }
        outputs_apply(m, &out);
        for (int k = COUNT_POP; k <= COUNT_SERROR; k++) {
            CHECK(count_name(k), m->spu->acc.count[k].seen, n);
            CHECK(count_name(k), m->spu->acc.count[k].maybe,
                  k == COUNT_FILTRATE || n < 7 ? 3 : 10 - n);
        }
        CHECK("none is too many", bare_findings, 0);
        spe_model_destroy(m);
    }
}

/* A reset ends all pending reports: each account starts again at the current total. */
static void a_reset_begins_accounts_anew(void **state)
{
    (void)state;
    for (int i = 0; i < COUNTS; i++) {
        struct spe_model *m = bare_model("", SPE_TAP_ALL);
        struct count *c = &m->spu->acc.count[i];
        count_add(c, 5, NOW);
        c->maybe = 2;
        c->seen = 3;
        c->acct = 4;
        c->raw = 3;
        accounts_reset(m);
        CHECK(count_name(i), c->total, i == COUNT_FULL ? 0 : 5);
        CHECK(count_name(i), c->seen, c->total);
        CHECK(count_name(i), c->acct, c->total);
        CHECK(count_name(i), c->maybe + (uint64_t)c->n_recent, 0);
        CHECK("what was told stays", c->raw, 3);
        spe_model_destroy(m);
    }
}

/* The last read of PMBPTR_EL1 returned 0x10000, and 64 bytes were written since. If nothing is on
 * its way, the pointer has moved by exactly 64 bytes. */
static const struct pointer_row {
    const char *name;
    enum { AS_IS, NOT_KNOWN, BURST, EARLY, DUE, HEAD_BEGUN, HEAD_QUEUED, EVENT, CUT, STOPPED } how;
    uint64_t ptr;
    bool found;
    uint64_t from, bytes; /* after the read */
    bool known;
} pointer_rows[] = {
    {"as far as the bytes", AS_IS, 0x10040, false, 0x10040, 0, true},
    {"one byte more", AS_IS, 0x10041, true, 0x10041, 0, true},
    {"one byte less", AS_IS, 0x1003f, true, 0x1003f, 0, true},
    {"it stayed", AS_IS, 0x10000, true, 0x10000, 0, true},
    {"nobody knows from where", NOT_KNOWN, 0x10041, false, 0x10041, 0, true},
    {"a burst is open", BURST, 0x10000, false, 0x10000, 64, true},
    {"data wait for their address", EARLY, 0x10000, false, 0x10000, 64, true},
    {"it moves in the next cycle", DUE, 0x10000, false, 0x10000, 64, true},
    {"a record is being written", HEAD_BEGUN, 0x10000, false, 0x10000, 64, true},
    {"one is queued", HEAD_QUEUED, 0x10041, true, 0x10041, 0, true},
    {"an event may move it", EVENT, 0x10041, false, 0x10041, 0, true},
    {"a fault has cut a record, and its event is predicted", CUT, 0x10041, true, 0x10041, 0, true},
    {"S is 1", STOPPED, 0x10041, true, 0x10041, 0, true},
};

static struct spe_model *pointing(const struct pointer_row *row)
{
    struct spe_model *m = bare_model("", SPE_TAP_ALL);
    struct buffer *buf = &m->spu->buf;

    m->clock.cycle = NOW;
    buf->account = (struct pointer_account){
        .from = 0x10000, .known = row->how != NOT_KNOWN, .bytes = 64, .whole = 64};
    buf->n_bursts = row->how == BURST;
    buf->early.n = row->how == EARLY;
    m->spu->pointer.due = row->how == DUE;
    if (row->how == HEAD_BEGUN || row->how == HEAD_QUEUED) {
        (void)bare_queued(m, row->how == HEAD_BEGUN ? REC_STARTED : REC_QUEUED, 1);
    }
    m->spu->events.n = row->how == EVENT;
    m->spu->st.cut = row->how == CUT;
    m->spu->st.cut_since = NOW;
    m->spu->regs.v[SPE_PMBSR] = row->how == STOPPED ? SPE_PMBSR_S : 0;
    return m;
}

static void the_pointer_moves_by_the_bytes(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(pointer_rows) / sizeof(pointer_rows[0]); i++) {
        const struct pointer_row *row = &pointer_rows[i];
        struct spe_model *m = pointing(row);
        const struct pointer_account *a = &m->spu->buf.account;
        accounts_pointer(m, row->ptr);
        CHECK(row->name, bare_findings, row->found);
        CHECK(row->name, a->from, row->from);
        CHECK(row->name, a->bytes, row->bytes);
        CHECK(row->name, a->known, row->known);
        CHECK(row->name, a->whole, row->bytes);
        m->spu->buf.n_bursts = m->spu->buf.early.n = 0;
        spe_model_destroy(m);
    }
}

/* Without LIFE: the abort of cycle 40 has cut a record, and its event holds the pointer from cycle
 * 41 on ([event_max] = 1). The next burst begins a record at the pointer once a DSB that was
 * requested later has waited for all bursts. That no later burst can be of the cut record does not
 * matter. */
static void the_next_record_begins_at_the_pointer(void **state)
{
    static const struct {
        const char *name;
        uint64_t request, done; /* of the DSB; `done`: of the last DSB that is done */
        bool stopped, begins;
    } cuts[] = {
        {"a later DSB", 42, 45, true, true},
        {"one of the cycle of the event", 41, 45, true, false},
        {"one before it", 30, 45, true, false},
        {"one that is not done", 46, 45, true, false},
        {"S is 0", 42, 45, false, false},
    };

    (void)state;
    for (size_t i = 0; i < 2 * sizeof(cuts) / sizeof(cuts[0]); i++) {
        struct spe_model *m = bare_model("", SPE_TAP_ALL & ~SPE_TAP_LIFE);
        m->clock.cycle = NOW;
        m->spu->st.cut = true;
        m->spu->st.cut_since = 40;
        m->spu->st.cut_cycle = i % 2 == 0 ? 0 : 40;
        m->spu->regs.v[SPE_PMBSR] = cuts[i / 2].stopped ? SPE_PMBSR_S : 0;
        m->spu->barriers.dsb_cycle = cuts[i / 2].request;
        m->spu->buf.dsb_cycle = cuts[i / 2].done;
        accounts_pointer(m, 0x11000);
        CHECK(cuts[i / 2].name, m->spu->st.known, cuts[i / 2].begins);
        CHECK(cuts[i / 2].name, m->spu->st.next, cuts[i / 2].begins ? 0x11000 : 0);
        CHECK(cuts[i / 2].name, m->spu->st.cut, !cuts[i / 2].begins);
        CHECK(cuts[i / 2].name, bare_findings, 0);
        spe_model_destroy(m);
    }
}

/* OU1: an SError that is due in the cycle of its abort is missing at the end, unless nobody has
 * seen the outputs of that cycle or the clock stopped in it. */
static const struct {
    const char *name;
    uint64_t abort, now;
    bool looked, stopped, found;
} ends[] = {
    {"cycle 0 was seen", 0, 0, true, false, true},
    {"nobody has seen it", 0, 0, false, false, false},
    {"the clock stopped in it", 0, 0, true, true, false},
    {"it is over", 0, 1, false, false, true},
    {"... and the clock stopped behind it", 0, 1, true, true, true},
    {"nobody has seen cycle 1", 1, 1, false, false, false},
};

static void what_is_due_at_the_end(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(ends) / sizeof(ends[0]); i++) {
        struct spe_model *m =
            bare_model("ext_abort = serror\nserror_min = 0\nserror_max = 0\n", SPE_TAP_ALL);
        count_add(&m->spu->acc.count[COUNT_SERROR], 1, ends[i].abort);
        m->clock.cycle = ends[i].now;
        m->clock.stopped = ends[i].stopped;
        outputs_counts_final(m, ends[i].looked);
        CHECK(ends[i].name, bare_findings, ends[i].found);
        CHECK(ends[i].name, !ends[i].found || bare_last.check == SPE_CHECK_OUT_SERROR, true);
        spe_model_destroy(m);
    }
}

/* After a finding of SAMPLE_FILTRATE the count of pulses goes on from the expected number: a pulse
 * too few, or too many, for an earlier sample says nothing of the sample in doubt. */
static void an_earlier_finding_says_nothing(void **state)
{
    (void)state;
    for (uint64_t kept = 0; kept < 2; kept++) {
        struct spe_model *m = bare_counting("");
        struct count *c = &m->spu->acc.count[COUNT_FILTRATE];
        struct rec *rec = bare_queued(m, REC_MAYBE, 1);
        m->filters.any = rec->filter.doubt = true;
        c->total = 2;
        c->maybe = 1;
        c->seen = 1 + kept;
        c->acct = c->raw = 2 - kept;
        filter_fork_sweep(m);
        CHECK("the record", rec->state, kept ? REC_QUEUED : REC_FREE);
        spe_model_destroy(m);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_more_breaks_its_accounts),
        cmocka_unit_test(what_is_late_is_open),
        cmocka_unit_test(what_may_be_kept_is_open),
        cmocka_unit_test(what_is_reported_is_open_no_more),
        cmocka_unit_test(a_reset_begins_accounts_anew),
        cmocka_unit_test(the_pointer_moves_by_the_bytes),
        cmocka_unit_test(the_next_record_begins_at_the_pointer),
        cmocka_unit_test(what_is_due_at_the_end),
        cmocka_unit_test(an_earlier_finding_says_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
