/* SPDX-License-Identifier: Apache-2.0 */
#include "bare_model.h"
#include "bus/done.h"
#include "check.h"
#include "ports/sync.h"
#include "spe/regs.h"

/* A DSB is done (3.4.4, 3.6; dpi/timing.md, BR5): what it had to wait for. It is behind a PSB CSYNC
 * that waits for selections up to LAST. */

#define NOW     60
#define PSB     50 /* the cycle of the request of the PSB CSYNC, */
#define REQUEST 55 /* and of the DSB */
#define LAST    5
#define LATER   (LAST + 1)
#define VA      UINT64_C(0x10000)

static const struct spe_txn txn = {.kind = SPE_TXN_SYNC};

static void sync_txn(struct spe_model *m, enum spe_sync_kind kind)
{
    sync_apply(m, &(struct spe_txn_sync){.kind = (uint8_t)kind});
}

static struct spe_model *with_dsb(const char *keys, unsigned taps)
{
    struct spe_model *m = bare_model(keys, taps);
    struct barriers *b = &m->spu->barriers;

    m->txn = &txn;
    m->spu->fl.orders = LAST;
    m->clock.cycle = PSB;
    sync_txn(m, SPE_SYNC_PSB_REQ);
    m->clock.cycle = REQUEST;
    sync_txn(m, SPE_SYNC_DSB_REQ);
    CHECK("behind the PSB CSYNC", b->dsb_behind, true);
    CHECK("which waits for", b->dsb_order, LAST);
    b->psb_order = 99; /* that of another PSB CSYNC, later */
    m->clock.cycle = NOW;
    return m;
}

static uint64_t made(const struct spe_model *m, int check)
{
    uint64_t evaluated = 0, fired = 0;

    (void)spe_model_check_counts(m, check, &evaluated, &fired);
    return evaluated;
}

static void end(struct spe_model *m)
{
    m->spu->buf.n_bursts = m->spu->buf.early.n = m->spu->fl.n_wait = m->spu->fl.n_staged = 0;
    spe_model_destroy(m);
}

enum where { QUEUE, SECOND, WRITING, BEGUN };

/* A record that is there when the DSB is done; LATER is the selection after those that the PSB
 * CSYNC waits for. */
static const struct left_row {
    const char *name;
    enum where where;
    enum rec_state state;
    uint64_t order, orders; /* orders: selections so far */
    bool any;               /* [record_order] */
    bool maybe, filter, optional, owed, excused, blocked, event;
    bool found;
} lefts[] = {
    {"in the queue", QUEUE, REC_QUEUED, LAST, LATER, .found = true},
    {"of a later sample", QUEUE, REC_QUEUED, LATER, LATER, .found = false},
    {"the second in the queue", SECOND, REC_QUEUED, LAST, LATER, .found = true},
    {"a sample of the first ones", QUEUE, REC_QUEUED, 1, LATER, .found = true},
    {"in part written", BEGUN, REC_STARTED, LAST, LATER, .found = true},
    {"its burst waits for its response", WRITING, REC_STARTED, LAST, LATER, .found = true},
    {"... of a later sample", WRITING, REC_STARTED, LATER, LATER, .found = false},
    {"it may be lost", QUEUE, REC_MAYBE, LAST, LATER, .maybe = true},
    {"it was in doubt, another may be in its place", BEGUN, REC_STARTED, LAST, LATER,
     .maybe = true},
    {"... also while it is written", WRITING, REC_STARTED, LAST, LATER, .maybe = true},
    {"the filters may have rejected it", QUEUE, REC_QUEUED, LAST, LATER, .filter = true},
    {"... also while it is written", WRITING, REC_STARTED, LAST, LATER, .filter = true},
    {"the rest of it may be lost", BEGUN, REC_STARTED, LAST, LATER, .optional = true},
    {"... but its burst is there", WRITING, REC_STARTED, LAST, LATER, .optional = true,
     .found = true},
    {"the report as sync.psb is still to come", QUEUE, REC_QUEUED, LAST, LATER, .owed = true},
    {"an event may have lost it", QUEUE, REC_QUEUED, LAST, LATER, .excused = true},
    {"an event is on its way", QUEUE, REC_QUEUED, LAST, LATER, .event = true},
    {"W2: ... which does not end a burst", WRITING, REC_STARTED, LAST, LATER, .event = true,
     .found = true},
    {"nothing can be written", QUEUE, REC_QUEUED, LAST, LATER, .blocked = true},
    {"any order: no later sample", QUEUE, REC_QUEUED, LAST, LAST, .any = true, .found = true},
    {"any order: it may be a later one", QUEUE, REC_QUEUED, LAST, LATER, .any = true},
};

static void a_record_is_left(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(lefts) / sizeof(lefts[0]); i++) {
        const struct left_row *row = &lefts[i];
        struct spe_model *m = with_dsb(row->any ? "record_order = any\n" : "", SPE_TAP_ALL);
        if (row->where == SECOND) {
            (void)bare_queued(m, REC_QUEUED, LATER + 1);
        }
        struct rec *rec = bare_queued(m, row->state, row->order);
        m->spu->fl.orders = row->orders;
        rec->id = 77;
        rec->va = VA;
        rec->next = VA + (row->state == REC_STARTED ? 8 : 0);
        rec->maybe = row->maybe;
        rec->filter.doubt = row->filter;
        rec->optional = row->optional;
        rec->psb.owed = row->owed;
        rec->psb.excused = row->excused;
        m->spu->buf.blocked = row->blocked;
        m->spu->events.n = row->event;
        m->spu->events.effect[0] = (struct effect){.lo = NOW, .hi = NOW + 9, .target = 1};
        if (row->where == WRITING) { /* it was offered in this cycle */
            m->spu->buf.burst[0] =
                (struct burst){.offered = NOW, .rec = rec_number(&m->spu->buf, rec)};
            m->spu->buf.n_bursts = 1;
        }
        sync_txn(m, SPE_SYNC_DSB_DONE);
        CHECK(row->name, bare_findings, row->found);
        if (row->found) {
            CHECK(row->name, bare_last.check, SPE_CHECK_SYNC_DSB);
            assert_string_equal(bare_last.where, "record 77");
            assert_string_equal(bare_last.actual, "not written yet");
        }
        CHECK(row->name, m->spu->barriers.dsb_passed, row->found ? 0 : LAST);
        CHECK(row->name, m->spu->barriers.dsb_open, false);
        end(m);
    }
}

/* A fault of the MMU that PMBSR_ELx does not hold yet. */
static const struct fault_row {
    const char *name;
    enum cause cause;
    uint64_t lo, order, orders;
    bool any, filters, optional, unsure, stopped;
    bool found;
} faults[] = {
    {"in the next cycle", CAUSE_FAULT, NOW + 1, LAST, LATER, .found = true},
    {"a later one of the first samples", CAUSE_FAULT, NOW + 5, 1, LATER, .found = true},
    {"inside its window", CAUSE_FAULT, NOW, LAST, LATER, .found = false},
    {"of a later sample", CAUSE_FAULT, NOW + 1, LATER, LATER, .found = false},
    {"no fault", CAUSE_ABORT, NOW + 1, LAST, LATER, .found = false},
    {"it may not be used", CAUSE_FAULT, NOW + 1, LAST, LATER, .optional = true},
    {"it may be that of a later record", CAUSE_FAULT, NOW + 1, LAST, LATER, .unsure = true},
    {"there is no later one", CAUSE_FAULT, NOW + 1, LAST, LAST, .unsure = true, .found = true},
    {"profiling is stopped: it changes nothing", CAUSE_FAULT, NOW + 1, LAST, LATER,
     .stopped = true},
    {"any order: no later sample", CAUSE_FAULT, NOW + 1, LAST, LAST, .any = true, .found = true},
    {"any order: it may be of a later one", CAUSE_FAULT, NOW + 1, LAST, LATER, .any = true},
    {"filters: no later sample", CAUSE_FAULT, NOW + 1, LAST, LAST, .filters = true, .found = true},
    {"filters: it may be of a later one", CAUSE_FAULT, NOW + 1, LAST, LATER, .filters = true},
};

static void a_fault_is_left(void **state)
{
    (void)state;
    for (size_t i = 0; i < 2 * sizeof(faults) / sizeof(faults[0]); i++) {
        const struct fault_row *row = &faults[i / 2];
        struct spe_model *m = with_dsb(row->any ? "record_order = any\n" : "", SPE_TAP_ALL);
        const int at = (int)(i & 1); /* behind another event */
        m->spu->events.effect[0] = (struct effect){
            .lo = NOW + 1, .hi = NOW + 9, .target = 1, .cause = CAUSE_DENIED, .order = LAST};
        m->spu->events.effect[at] = (struct effect){.lo = row->lo,
                                                    .hi = NOW + 9,
                                                    .target = 1,
                                                    .cycle = NOW - 3,
                                                    .cause = row->cause,
                                                    .order = row->order,
                                                    .optional = row->optional,
                                                    .unsure = row->unsure};
        m->spu->events.n = at + 1;
        m->spu->fl.orders = row->orders;
        m->filters.any = row->filters;
        m->spu->regs.v[SPE_PMBSR] = row->stopped ? SPE_PMBSR_S : 0;
        sync_txn(m, SPE_SYNC_DSB_DONE);
        CHECK(row->name, bare_findings, row->found);
        if (row->found) {
            CHECK(row->name, bare_last.check, SPE_CHECK_SYNC_DSB);
            assert_string_equal(bare_last.where, "fault");
            assert_non_null(strstr(bare_last.text, "fault of cycle 57 "));
        }
        CHECK(row->name, m->spu->barriers.dsb_passed, row->found ? 0 : LAST);
        end(m);
    }
}

/* What was offered in an earlier cycle has its response; a record that a TLBI has cut is written,
 * with its response. */
static const struct answer_row {
    const char *name;
    uint64_t offered[2]; /* two bursts, the first of the record; 0: none */
    uint64_t early;      /* data without their address came in this cycle; 0: none */
    uint64_t tlbi;       /* which has cut the record; 0: none */
    const char *where;   /* what is found, NULL: nothing */
    bool cut;            /* the record must not go on */
} answers[] = {
    {"nothing", {0, 0}, 0, 0, NULL, false},
    {"a burst of this cycle", {NOW, 0}, 0, 0, NULL, false},
    {"of the cycle before", {NOW - 1, 0}, 0, 0, "burst to 0x100", false},
    {"the second one", {NOW, NOW - 1}, 0, 0, "burst to 0x200", false},
    {"data of this cycle", {0, 0}, NOW, 0, NULL, false},
    {"data of the cycle before", {0, 0}, NOW - 1, 0, "write data", false},
    {"a burst of a cut record", {NOW, 0}, 0, REQUEST - 1, "burst to 0x100", false},
    {"cut, but no burst", {0, 0}, 0, REQUEST - 1, NULL, true},
    {"a burst of another record", {0, NOW}, 0, REQUEST - 1, NULL, true},
    {"cut in the cycle of the request", {NOW, 0}, 0, REQUEST, NULL, false},
};

static void something_has_no_response(void **state)
{
    (void)state;
    for (size_t i = 0; i < 2 * sizeof(answers) / sizeof(answers[0]); i++) {
        const struct answer_row *row = &answers[i / 2];
        const bool behind = (i & 1) != 0;
        struct spe_model *m = with_dsb("", SPE_TAP_ALL);
        struct buffer *buf = &m->spu->buf;
        struct rec *rec = bare_queued(m, REC_STARTED, LATER);
        rec->va = VA;
        rec->next = VA + 4;
        for (unsigned k = 0; k < 2; k++) {
            if (row->offered[k] != 0) {
                buf->burst[buf->n_bursts++] =
                    (struct burst){.offered = row->offered[k],
                                   .addr = 0x100 + 0x100 * k,
                                   .rec = k == 0 ? rec_number(buf, rec) : 0};
            }
        }
        m->spu->barriers.dsb_behind = behind;
        buf->early.n = row->early != 0;
        buf->early.cycle = row->early;
        buf->cut.tlbi = row->tlbi;
        sync_txn(m, SPE_SYNC_DSB_DONE);
        CHECK(row->name, bare_findings, row->where != NULL);
        if (row->where != NULL) {
            assert_string_equal(bare_last.where, row->where);
            CHECK(row->name, bare_last.check, SPE_CHECK_SYNC_DSB);
        }
        CHECK(row->name, made(m, SPE_CHECK_SYNC_DSB), 1);
        CHECK(row->name, buf->cut.passed, row->cut);
        CHECK(row->name, buf->cut.behind, row->cut && behind);
        CHECK(row->name, m->spu->barriers.dsb_passed, row->where == NULL && behind ? LAST : 0);
        end(m);
    }
}

/* Without LIFE no record is known: a burst counts, nothing else. */
static void without_records(void **state)
{
    (void)state;
    for (int earlier = 0; earlier < 2; earlier++) {
        struct spe_model *m = with_dsb("", SPE_TAP_ALL & ~SPE_TAP_LIFE);
        m->spu->buf.burst[0] = (struct burst){.offered = NOW - (uint64_t)earlier};
        m->spu->buf.n_bursts = 1;
        m->spu->buf.cut.tlbi = REQUEST - 1;
        sync_txn(m, SPE_SYNC_DSB_DONE);
        CHECK("a burst", bare_findings, earlier);
        CHECK("which selections", m->spu->barriers.dsb_passed, 0);
        end(m);
    }
}

/* A DSB is requested. A PSB CSYNC that is open, and was requested in an earlier cycle, is in front
 * of it; one that was done since the last such DSB, too. */
static void what_a_dsb_is_behind(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 16; i++) {
        const bool open = (i & 1) != 0, now = (i & 2) != 0, seen = (i & 4) != 0,
                   tlbi = (i & 8) != 0;
        struct spe_model *m = bare_model("", SPE_TAP_ALL);
        struct barriers *b = &m->spu->barriers;
        m->clock.cycle = REQUEST;
        b->psb_open = open;
        b->psb_seen = seen;
        b->psb_cycle = now ? REQUEST : REQUEST - 1;
        b->psb_order = LAST;
        b->psb_cse = 30;
        b->cse_cycle = 40;
        b->dsb_order = b->dsb_psb_cycle = b->dsb_cse = 20; /* of an earlier DSB */
        m->spu->buf.tlbi_cycle = tlbi ? REQUEST : 0;
        sync_txn(m, SPE_SYNC_DSB_REQ);
        CHECK("requested in", b->dsb_cycle, REQUEST);
        CHECK("waits for what began before", b->dsb[true].until, tlbi ? REQUEST + 2 : REQUEST);
        CHECK("behind one that waits", b->dsb_behind, open && !now);
        CHECK("up to", b->dsb_order, open && !now ? LAST : 0);
        CHECK("behind one that is done", b->dsb_after_psb, seen && !open);
        CHECK("the PSB CSYNC", b->psb_seen, seen);
        CHECK("its cycle", b->dsb_psb_cycle, now ? REQUEST : REQUEST - 1);
        CHECK("the last synchronization before it", b->dsb_cse, 30);
        end(m);
    }
}

/* What is over when a DSB is done: translations that a TLBI has ended, the time of an offer from
 * before the request, and without LIFE, behind a PSB CSYNC, the limit of a buffer from before it.
 */
static void what_a_dsb_ends(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 16; i++) {
        const bool life = (i & 1) != 0, after = (i & 2) != 0, both = (i & 4) != 0,
                   late = (i & 8) != 0;
        struct spe_model *m = with_dsb("", life ? SPE_TAP_ALL : SPE_TAP_ALL & ~SPE_TAP_LIFE);
        struct rec *rec = bare_queued(m, REC_MAYBE, LATER);
        const uint64_t off = late ? REQUEST + 1 : REQUEST;
        rec->maybe = true;
        rec->off_cycle = off;
        m->spu->barriers.dsb_after_psb = after;
        m->spu->barriers.dsb_behind = both;
        m->spu->barriers.psb_open = !both;
        m->spu->barriers.dsb_cycle = REQUEST;
        m->spu->barriers.psb_cycle = REQUEST + 2; /* of another one */
        m->spu->st.left_cycle = late ? PSB : PSB - 1;
        m->spu->st.left_limit = 0x20000;
        m->spu->buf.xl[1] = (struct xl){.used = true, .stale_cycle = PSB};
        m->spu->buf.xl[2] = (struct xl){.used = true};
        m->spu->barriers.dsb_cse = 40;
        m->spu->buf.regions.old[0].left = 40;
        m->spu->buf.regions.old[1].left = 41;
        m->spu->buf.regions.n_old = 2;
        m->spu->barriers.dsb_late = m->spu->barriers.dsb_over[i & 1] = true;
        m->spu->acc.count[COUNT_CTI].total = 1; /* without its pulse */
        sync_txn(m, SPE_SYNC_DSB_DONE);
        CHECK("a pulse is missing", bare_findings, !life);
        CHECK("buffers from before the synchronization", m->spu->buf.regions.n_old, after ? 1 : 2);
        CHECK("the limits of its time", m->spu->barriers.dsb[i & 1].until, 0);
        CHECK("late", m->spu->barriers.dsb_late || m->spu->barriers.dsb_over[i & 1], false);
        CHECK("an offer of before", rec->state, late ? REC_MAYBE : REC_FREE);
        CHECK("ended by a TLBI", m->spu->buf.xl[1].used, false);
        CHECK("another translation", m->spu->buf.xl[2].used, true);
        CHECK("done in", m->spu->buf.dsb_cycle, NOW);
        CHECK("ever", m->spu->barriers.dsb_ever, true);
        CHECK("no PSB CSYNC was", m->spu->barriers.psb_ever, false);
        CHECK("limit", m->spu->st.left_limit, !life && (after || both) && !late ? 0 : 0x20000);
        end(m);
    }
}

/* The greatest selection of all DSBs counts. */
static void one_dsb_after_another(void **state)
{
    static const uint64_t befores[] = {0, LAST - 1, LAST, LATER};

    (void)state;
    for (size_t i = 0; i < sizeof(befores) / sizeof(befores[0]); i++) {
        struct spe_model *m = with_dsb("", SPE_TAP_ALL);
        m->spu->barriers.dsb_passed = befores[i];
        sync_txn(m, SPE_SYNC_DSB_DONE);
        CHECK("up to", m->spu->barriers.dsb_passed, befores[i] > LAST ? befores[i] : LAST);
        end(m);
    }
}

/* A record is written behind a DSB that had to wait for selections up to LAST. It need not be the
 * record of its sample: a record that may be lost leaves its place to a later one, and with
 * [record_order] = any each later record may have the same bytes. */
static const struct passed_row {
    const char *name;
    uint64_t order, orders, queued, waits, staged; /* others in these places; 0: none */
    uint64_t passed;
    bool maybe, any, found;
} passes[] = {
    {"an earlier one", LAST, LATER, 0, 0, 0, LAST, .found = true},
    {"a later one", LATER, LATER, 0, 0, 0, LAST, .found = false},
    {"no DSB was done", LAST, LATER, 0, 0, 0, 0, .found = false},
    {"others are behind it", LAST, LATER, LATER, LATER, LATER, LAST, .found = true},
    {"perhaps lost, alone", LAST, LATER, 0, 0, 0, LAST, .maybe = true, .found = true},
    {"a later one in the queue", LAST, LATER, LATER, 0, 0, LAST, .maybe = true},
    {"an earlier one in the queue", LAST, LATER, LAST, 0, 0, LAST, .maybe = true, .found = true},
    {"a later one waits for room", LAST, LATER, 0, LATER, 0, LAST, .maybe = true},
    {"an earlier one waits", LAST, LATER, 0, LAST, 0, LAST, .maybe = true, .found = true},
    {"a later one comes into the queue", LAST, LATER, 0, 0, LATER, LAST, .maybe = true},
    {"an earlier one comes", LAST, LATER, 0, 0, LAST, LAST, .maybe = true, .found = true},
    {"any order: no later sample", LAST, LAST, 0, 0, 0, LAST, .any = true, .found = true},
    {"any order: a later sample", LAST, LATER, 0, 0, 0, LAST, .any = true},
};

/* Puts others behind the record; a first one in each place is of an earlier selection. */
static void put_others(struct spe_model *m, const struct passed_row *row)
{
    struct inflight *fl = &m->spu->fl;

    if (row->queued != 0) {
        (void)bare_queued(m, REC_QUEUED, row->queued);
    }
    for (uint64_t k = 0; k < 2 && row->waits != 0; k++) {
        fl->tag[2 * k].state = TAG_WAIT;
        fl->tag[2 * k].order = k == 0 ? row->waits : 1;
        fl->tag[2 * k].rec = rec_number(&m->spu->buf, bare_record(m, REC_QUEUED, 1));
        fl->wait[fl->n_wait++] = (int)(2 * k);
    }
    for (uint64_t k = 0; k < 2 && row->staged != 0; k++) {
        struct rec *rec = bare_record(m, REC_QUEUED, k == 0 ? row->staged : 1);
        rec->id = 30 - rec->order; /* ids follow the order of endings, not of selections */
        fl->staged[fl->n_staged++] = rec_number(&m->spu->buf, rec);
    }
}

static void a_record_is_written_afterwards(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(passes) / sizeof(passes[0]); i++) {
        const struct passed_row *row = &passes[i];
        struct spe_model *m = bare_model(
            row->any ? "inflight = 3\nrecord_order = any\n" : "inflight = 3\n", SPE_TAP_ALL);
        struct rec *rec = bare_queued(m, REC_STARTED, row->order);
        m->clock.cycle = NOW;
        rec->id = 77;
        rec->va = VA;
        rec->next = VA + 8;
        rec->told.misplaced = true; /* its bytes do not matter, but are no others */
        rec->bytes[0] = rec->actual[0] = 1;
        memset(rec->got, 0xFF, sizeof(rec->got));
        rec->maybe = row->maybe;
        m->spu->fl.orders = row->orders;
        m->spu->regs.v[SPE_PMBLIMITR] = 0x20000 | SPE_PMBLIMITR_E;
        m->spu->barriers.dsb_passed = row->passed;
        put_others(m, row);
        buffer_done(m, rec);
        CHECK(row->name, bare_findings, row->found);
        if (row->found) {
            CHECK(row->name, bare_last.check, SPE_CHECK_SYNC_DSB);
            assert_string_equal(bare_last.where, "record 77");
            assert_string_equal(bare_last.actual, "written only afterwards");
        }
        CHECK(row->name, m->spu->barriers.dsb_passed, row->found ? 0 : row->passed);
        end(m);
    }
}

/* Behind a PSB CSYNC that is done, in front of the DSB or in its time, all that was sampled before
 * is written: an audit, if nothing is left. Only a DSB behind a PSB CSYNC that was done before
 * tells of a record that is owed. */
static void an_audit(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 64; i++) {
        const bool after = (i & 1) != 0, behind = (i & 2) != 0, open = (i & 4) != 0,
                   same = (i & 8) != 0, left = (i & 16) != 0, owed = (i & 32) != 0;
        struct spe_model *m = with_dsb("", SPE_TAP_ALL);
        struct barriers *b = &m->spu->barriers;
        b->dsb_after_psb = after;
        b->dsb_behind = behind;
        b->psb_open = open;
        b->psb_seen = true;
        b->psb_cycle = same ? PSB : PSB + 1;
        if (left) {
            m->spu->fl.tag[0].state = TAG_FLIGHT;
        }
        if (owed) {
            struct rec *rec = bare_queued(m, REC_QUEUED, LATER);
            rec->psb.owed = true;
            rec->got_bytes = 1;
            rec->story.pc = 0x1000;
        }
        sync_txn(m, SPE_SYNC_DSB_DONE);
        const bool done = after || (behind && !(open && same));
        CHECK("audits", m->spu->tot.audits, done && !left && (after || !owed));
        CHECK("missing", bare_findings, after && owed);
        if (after && owed) {
            CHECK("as", bare_last.check, SPE_CHECK_BUF_MISSING);
            assert_string_equal(bare_last.where, "record 6");
            assert_string_equal(bare_last.expected, "8 bytes");
            assert_string_equal(bare_last.actual, "1 byte");
            assert_non_null(strstr(bare_last.text, "record 6 of the operation at PC 0x1000 "));
        }
        CHECK("owed", m->spu->buf.n, owed && !after);
        CHECK("made", made(m, SPE_CHECK_BUF_MISSING), after);
        CHECK("the PSB CSYNC", b->psb_seen, !after);
        CHECK("once", b->dsb_after_psb || b->dsb_behind || b->dsb_order != 0, false);
        m->spu->fl.tag[0].state = TAG_FREE;
        end(m);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_record_is_left),
                                       cmocka_unit_test(a_fault_is_left),
                                       cmocka_unit_test(something_has_no_response),
                                       cmocka_unit_test(without_records),
                                       cmocka_unit_test(one_dsb_after_another),
                                       cmocka_unit_test(a_record_is_written_afterwards),
                                       cmocka_unit_test(what_a_dsb_is_behind),
                                       cmocka_unit_test(what_a_dsb_ends),
                                       cmocka_unit_test(an_audit)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
