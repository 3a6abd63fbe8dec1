/* SPDX-License-Identifier: Apache-2.0 */
#include "bare_model.h"
#include "bus/xl.h"
#include "bytes/stream.h"
#include "bytes/whole_record.h"
#include "check.h"
#include "doubt/choose.h"
#include "events/draw.h"
#include "events/event.h"
#include "model/time.h"
#include "ports/outputs.h"
#include "ports/sysreg.h"
#include "spe/packet.h"
#include "spe/regs.h"
#include "state/events.h"

/* Single steps of the predictor, each on a hand-made state: the result of one step, without the
 * rest of the model. Unless a test says otherwise, it is cycle 50. */

#define NOW     50
#define BLIND   (SPE_TAP_ALL & ~SPE_TAP_OUT)
#define NO_LIFE (SPE_TAP_ALL & ~SPE_TAP_LIFE)
#define V6      "pmsver = 6\nevents = 0xBFF\nfne = 1\nfds = 1\next_abort = serror\nflag_updates = 1\n"

/* ---- Events */

/* The model looks at an event when its window opens. Inside the window, it looks in each cycle, or,
 * without the levels, only at the end. */
static void when_an_event_is_looked_at(void **state)
{
    static const struct {
        const char *name;
        unsigned taps;
        uint64_t lo, hi, lo_2, due; /* lo_2: of a second event; 0: no second event */
    } rows[] = {
        {"it opens later", SPE_TAP_ALL, 60, 70, 0, 60},
        {"... and no level tells", BLIND, 60, 70, 0, 60},
        {"it opens in the next cycle", SPE_TAP_ALL, 51, 70, 0, 51},
        {"it opens now", SPE_TAP_ALL, 50, 70, 0, 51},
        {"it is open", SPE_TAP_ALL, 40, 70, 0, 51},
        {"... and no level tells", BLIND, 40, 70, 0, 70},
        {"the last but one cycle", BLIND, 40, 51, 0, 51},
        {"the last cycle", BLIND, 40, 50, 0, 51},
        {"two", SPE_TAP_ALL, 60, 70, 55, 55},
        {"two, the other way", SPE_TAP_ALL, 55, 70, 60, 55},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct spe_model *m = bare_model("", rows[i].taps);
        struct events *e = &m->spu->events;
        m->clock.cycle = NOW;
        e->effect[e->n++] = (struct effect){.lo = rows[i].lo, .hi = rows[i].hi, .target = 1};
        if (rows[i].lo_2 != 0) {
            e->effect[e->n++] = (struct effect){.lo = rows[i].lo_2, .hi = 80, .target = 1};
        }
        m->spu->schedule.due = UINT64_MAX;
        model_effects_schedule(m);
        CHECK(rows[i].name, m->spu->schedule.due, rows[i].due);
        spe_model_destroy(m);
    }
}

/* W18: before the first context, when nothing is enabled, the target of an event is EL1. */
static void without_a_context_the_target_is_el1(void **state)
{
    static const char *const keys[] = {"", V6 "exc = 1\n"};

    (void)state;
    for (int i = 0; i < 2; i++) {
        struct spe_model *m = bare_model(keys[i], SPE_TAP_ALL);
        CHECK(keys[i], model_target(m, 0, 0), 1);
        CHECK(keys[i], model_target(m, SPE_PMBSR_EC_STAGE1, SPE_PMBSR_FSC_TRANSLATION), 1);
        spe_model_destroy(m);
    }
}

/* S8: at the start of each cycle, values expire that no read may return any more. */
static void old_values_go_with_time(void **state)
{
    struct spe_model *m = bare_model("read_lag_max = 4\n", SPE_TAP_ALL);
    struct stale_values *s = &m->spu->stale;

    (void)state;
    m->clock.cycle = NOW;
    for (uint64_t i = 0; i < 3; i++) {
        s->at[s->n++] = (struct stale){.reg = SPE_PMBPTR, .cycle = 48 + i, .value = 7};
    }
    for (uint64_t cycle = NOW + 1; cycle < NOW + 6; cycle++) {
        m->spu->schedule.busy = true;
        model_advance(m, cycle);
        CHECK("left", s->n, cycle < 52 ? 3 : cycle > 54 ? 0 : 54 - cycle);
    }
    spe_model_destroy(m);
}

/* The levels of a written S must have followed after [irq_max] cycles: the model judges them
 * then. */
static void an_s_is_looked_at_in_time(void **state)
{
    struct spe_model *m = bare_model("irq_max = 7\n", BLIND);

    (void)state;
    m->clock.cycle = NOW;
    m->spu->events.s_cycle = NOW;
    for (int checked = 0; checked < 2; checked++) {
        m->spu->events.irq_checked = checked != 0;
        m->spu->schedule.busy = true;
        model_advance(m, m->clock.cycle + 1);
        CHECK("due", m->spu->schedule.due, checked ? UINT64_MAX : NOW + 8);
    }
    spe_model_destroy(m);
}

/* A write by software makes a PMBSR_ELx known: an open order of two events (B18) no longer matters,
 * nor does the event that set the register. A write to another register leaves both. */
static void a_written_syndrome_is_known(void **state)
{
    static const struct {
        enum spe_reg reg;
        unsigned el, set; /* set: expected value; bit n: PMBSR_ELn */
        bool forked;      /* expected value */
    } rows[] = {
        {SPE_PMBSR, 1, 0xC, false},     {SPE_PMBSR_EL2, 2, 0xA, false},
        {SPE_PMBSR_EL3, 3, 0x6, false}, {SPE_PMBSR_EL2, 1, 0xA, true},
        {SPE_PMBSR, 2, 0xC, true},      {SPE_PMBPTR, 1, 0xE, true},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct spe_model *m = bare_model(V6 "exc = 1\n", SPE_TAP_ALL);
        m->spu->events.el = rows[i].el;
        m->spu->events.forked = true;
        m->spu->events.set = 0xE;
        m->spu->writes.at[m->spu->writes.n++] = (struct pending_write){.reg = rows[i].reg};
        model_apply_writes(m);
        CHECK(spe_reg_name(rows[i].reg), m->spu->events.forked, rows[i].forked);
        CHECK(spe_reg_name(rows[i].reg), m->spu->events.set, rows[i].set);
        CHECK("applied", m->spu->writes.n, 0);
        spe_model_destroy(m);
    }
}

/* ---- Questions and draws */

/* An answer belongs to one of several hypotheses. A single hypothesis, which repeats a step for
 * good, gives the usual answer; nobody has seen whether the answer is right. */
static void an_answer_without_doubt_was_not_seen(void **state)
{
    (void)state;
    for (int doubts = 0; doubts < 2; doubts++) {
        struct spe_model *m = bare_model("", SPE_TAP_ALL);
        m->run.may_ask = true;
        m->run.doubts = doubts != 0;
        CHECK("the usual one", choose(m, FORK_B10, 2), 0);
        CHECK("not seen", m->facts.forks.unseen[FORK_B10], !doubts);
        CHECK("of this hypothesis", m->ledger->answers.n, doubts);
        m->run.doubts = false;
        spe_model_destroy(m);
    }
}

/* A draw that is absent when the counter needs it counts as missed only without LIFE, when S may
 * have stopped the counter. If draws are inferred, the missed draw is the one after an open
 * draw. */
static void a_draw_is_missed(void **state)
{
    static const struct {
        const char *name;
        unsigned taps;
        bool open, full;
        uint8_t draw;
        bool missed;
        int found;
    } rows[] = {
        {"inferred", SPE_TAP_ALL & ~SPE_TAP_RND, true, false, 255, false, 0},
        {"inferred without LIFE", NO_LIFE & ~SPE_TAP_RND, true, false, 255, true, 0},
        {"... and with a map that is full", NO_LIFE & ~SPE_TAP_RND, true, true, 255, true, 0},
        {"... and none is open", NO_LIFE & ~SPE_TAP_RND, false, false, 255, false, 0},
        {"told", SPE_TAP_ALL, false, false, 0, false, 1},
        {"told, without LIFE", NO_LIFE, false, false, 255, true, 0},
        {"... and with a map that is full", NO_LIFE, false, true, 255, true, 0},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct spe_model *m = bare_model("", rows[i].taps);
        m->spu->counter.draw.open = rows[i].open;
        m->map_full = rows[i].full;
        CHECK(rows[i].name, model_next_draw(m), rows[i].draw);
        CHECK(rows[i].name, m->spu->nl.missed, rows[i].missed);
        CHECK(rows[i].name, bare_findings, rows[i].found);
        CHECK(rows[i].name, m->spu->nl.n_held, rows[i].missed && (rows[i].taps & SPE_TAP_RND) != 0);
        spe_model_destroy(m);
    }
}

/* ---- Counts */

/* More members reported than counted: a member that need not have counted may be absent from the
 * report, never extra. */
static void more_members_than_counted(void **state)
{
    static const struct {
        const char *name;
        uint64_t total, maybe, seen;
        const char *expected; /* NULL: no finding */
    } rows[] = {
        {"as many", 5, 0, 5, NULL},
        {"as many as may have", 5, 2, 5, NULL},
        {"one more", 5, 0, 6, "5"},
        {"one more than may have", 5, 2, 6, "3 .. 5"},
        {"none had to count", 5, 5, 6, "0 .. 5"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct spe_model *m = bare_model("", SPE_TAP_ALL);
        struct count *c = &m->spu->acc.count[COUNT_POP];
        m->clock.cycle = NOW;
        c->total = rows[i].total;
        c->maybe = rows[i].maybe;
        c->seen = rows[i].seen;
        outputs_counts_final(m, true);
        CHECK(rows[i].name, bare_findings, rows[i].expected != NULL);
        if (rows[i].expected != NULL) {
            CHECK(rows[i].name, bare_last.check, SPE_CHECK_OUT_POP);
            assert_string_equal(bare_last.expected, rows[i].expected);
        }
        spe_model_destroy(m);
    }
}

/* Without LIFE, each record must have had its CTI pulse when the bus is quiet (2.7), except for
 * `no_cti` pulses that an event may have stopped. If such a pulse was seen after all, that number
 * drops. */
static const struct {
    const char *name;
    uint64_t total, seen, no_cti, then;
    int bursts;
    uint64_t bus_cycle;
    bool irq;
    const char *found; /* expected number in the finding */
} pulses[] = {
    {"all have come", 5, 5, 0, 0, 0, 40, false, NULL},
    {"two were stopped", 5, 3, 2, 2, 0, 40, false, NULL},
    {"one of three came after all", 5, 3, 3, 2, 0, 40, false, NULL},
    {"one is missing", 5, 3, 1, 1, 0, 40, false, "4"},
    {"a burst is on its way", 5, 3, 1, 1, 1, 40, false, NULL},
    {"it may be late", 5, 3, 1, 1, 0, 46, false, NULL},
    {"it is too late", 5, 3, 1, 1, 0, 45, false, "4"},
    {"an event is not served", 5, 3, 1, 1, 0, 40, true, NULL},
};

static void pulses_that_never_came(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(pulses) / sizeof(pulses[0]); i++) {
        struct spe_model *m = bare_model("cti_max = 4\n", NO_LIFE);
        struct count *c = &m->spu->acc.count[COUNT_CTI];
        m->clock.cycle = NOW;
        c->total = pulses[i].total;
        c->seen = pulses[i].seen;
        m->spu->st.no_cti = pulses[i].no_cti;
        m->spu->st.bus_cycle = pulses[i].bus_cycle;
        m->spu->buf.n_bursts = pulses[i].bursts;
        m->spu->lv.irq = pulses[i].irq;
        stream_cti(m);
        CHECK("made", m->facts.checks.evals[SPE_CHECK_OUT_CTI],
              pulses[i].bursts == 0 && !pulses[i].irq && pulses[i].bus_cycle + 4 < NOW);
        CHECK(pulses[i].name, m->spu->st.no_cti, pulses[i].then);
        CHECK(pulses[i].name, m->spu->st.bus_cycle, pulses[i].bus_cycle);
        CHECK(pulses[i].name, bare_findings, pulses[i].found != NULL);
        CHECK(pulses[i].name, c->seen, pulses[i].found != NULL ? pulses[i].total : pulses[i].seen);
        if (pulses[i].found != NULL) {
            assert_string_equal(bare_last.actual, pulses[i].found);
            assert_string_equal(bare_last.expected, "5");
        }
        m->spu->buf.n_bursts = 0;
        spe_model_destroy(m);
    }
}

/* ---- Bytes */

/* A record that is completely written must be one record of the format (5.1, 5.2): the finding
 * names each error. */
static void malformed_records_are_named(void **state)
{
    static const struct {
        const char *name;
        uint8_t bytes[12];
        int len, problem; /* -1: another text */
    } rows[] = {
        {"a reserved header", {0x4b, 0x00, 0x42, 0x02, 0x01}, 5, SPE_PROBLEM_RESERVED_HEADER},
        {"an unknown packet", {0x42, 0x02, 0x02, 0x02, 0x01}, 5, SPE_PROBLEM_UNKNOWN},
        {"no size", {0x42, 0x02, 0x20, 0x30, 0x01}, 5, SPE_PROBLEM_NO_SIZE},
        {"a packet twice", {0x42, 0x02, 0x42, 0x03, 0x01}, 5, SPE_PROBLEM_DUPLICATE},
        {"padding, which is none, and a packet twice",
         {0x42, 0x02, 0x00, 0x42, 0x03, 0x01},
         6,
         SPE_PROBLEM_DUPLICATE},
        {"no Events", {0x48, 0x00, 0x01}, 3, SPE_PROBLEM_NO_EVENTS},
        {"too long",
         {0x42, 0x02, 0x48, 0x00, 0x64, 0, 0, 0x65, 0, 0, 0x01},
         11,
         SPE_PROBLEM_TOO_LONG},
        {"no end", {0x42, 0x02, 0x48, 0x00}, 4, -1},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct spe_model *m = bare_model("", SPE_TAP_ALL);
        struct rec *rec = bare_queued(m, REC_STARTED, 1);
        struct spe_decoder decoder;
        m->cfg.max_size = 3;
        rec->len = rows[i].len;
        memcpy(rec->actual, rows[i].bytes, (size_t)rows[i].len);
        buffer_compare_done(m, rec, &decoder);
        CHECK(rows[i].name, bare_findings, 1);
        CHECK(rows[i].name, bare_last.check, SPE_CHECK_STORY_FORMAT);
        assert_string_equal(bare_last.actual, rows[i].problem < 0
                                                  ? "no End or Timestamp packet"
                                                  : spe_problem_text(rows[i].problem));
        spe_model_destroy(m);
    }
}

/* B11, W7: a fault belongs to the lowest byte of the page that is not offered yet. The request may
 * be for a later byte, if an address for the bytes in front is offered and not accepted: those
 * bytes need their translation. With packets in any order, no byte is known to be the next. The
 * record is at 0x10ff0, has 64 bytes, and its first page is translated. */
static const struct {
    const char *name;
    bool order_free, translated;
    uint64_t next, va, ptr, later;
} faults[] = {
    {"the second page", false, true, 0x11000, 0x11000, 0x11000, 0x11000},
    {"bytes of it are offered", false, true, 0x11008, 0x11008, 0x11008, 0x11008},
    {"bytes in front of the request are to come", false, true, 0x10ff8, 0x11000, 0x11000, 0x11000},
    {"also of the page", false, true, 0x10ff8, 0x11010, 0x11000, 0x11010},
    {"... which have no translation", false, false, 0x10ff8, 0x11010, 0x11000, 0x11000},
    {"behind the record", false, true, 0x10ff8, 0x11030, 0x11000, 0x11000},
    {"the last byte of it", false, true, 0x10ff8, 0x1102f, 0x11000, 0x1102f},
    {"any order: the one asked for", true, true, 0x10ff8, 0x11010, 0x11000, 0x11010},
    {"... nothing is translated", true, false, 0x10ff8, 0x11010, 0x11000, 0x11010},
};

static struct rec *answer_with_fault(struct spe_model *m, enum rec_state rec_state, uint64_t next,
                                     uint64_t va)
{
    const struct spe_txn txn = {.kind = SPE_TXN_XL_RSP,
                                .u.xl_rsp = {.id = 1, .fault = SPE_XL_ABORT, .fsc = 7}};
    struct rec *rec = bare_queued(m, rec_state, 1);
    struct xl_asked *asked = &m->spu->buf.asked;

    m->txn = &txn;
    m->clock.cycle = NOW;
    rec->maybe = rec_state == REC_MAYBE;
    rec->va = 0x10ff0;
    rec->next = next;
    rec->len = 64;
    rec->modes.since = 1;
    *asked = (struct xl_asked){.open = true, .cycle = NOW - 2, .rec = 1};
    asked->txn.id = 1;
    asked->txn.va = va;
    buffer_xl_rsp(m, &txn.u.xl_rsp);
    m->txn = NULL;
    return rec;
}

static void a_fault_is_of_a_byte(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(faults) / sizeof(faults[0]); i++) {
        struct spe_model *m = bare_model("", SPE_TAP_ALL);
        m->opt.order_free = faults[i].order_free;
        m->spu->buf.xl[0] = (struct xl){.used = faults[i].translated,
                                        .owned = true,
                                        .va_page = 0x10,
                                        .pa_page = 0x80010,
                                        .cycle = NOW - 5};
        const struct rec *rec = answer_with_fault(m, REC_STARTED, faults[i].next, faults[i].va);
        CHECK(faults[i].name, m->spu->events.n, 1);
        CHECK(faults[i].name, m->spu->events.effect[0].ptr, faults[i].ptr);
        CHECK(faults[i].name, m->spu->events.effect[0].later_ptr, faults[i].later);
        CHECK(faults[i].name, m->spu->events.effect[0].dl, DL_ONE);
        CHECK("it has ended the record", rec->state, REC_DOOMED);
        CHECK("which a TLBI would bring back", m->spu->buf.fault.rec,
              rec_number(&m->spu->buf, rec));
        spe_model_destroy(m);
    }
}

/* A record that may be gone: its fault is optional, and ends nothing before it occurs. */
static void a_fault_of_one_that_may_be_gone(void **state)
{
    struct spe_model *m = bare_model("", SPE_TAP_ALL);
    const struct rec *rec = answer_with_fault(m, REC_MAYBE, 0x10ff0, 0x10ff0);

    (void)state;
    CHECK("it may come", m->spu->events.n == 1 && m->spu->events.effect[0].optional, true);
    CHECK("the record stays", rec->state, REC_MAYBE);
    CHECK("in this cycle", m->spu->buf.fault.cycle, NOW);
    CHECK("a TLBI brings nothing back", m->spu->buf.fault.rec + m->spu->buf.fault.behind, 0);
    spe_model_destroy(m);
}

/* 3.4.4: a TLBI ends each kept translation once, whoever owns the buffer. */
static void a_tlbi_ends_translations(void **state)
{
    struct spe_model *m = bare_model("", SPE_TAP_ALL);
    const struct xl *x = m->spu->buf.xl;

    (void)state;
    for (int i = 0; i < 8; i++) {
        m->spu->buf.xl[i] = (struct xl){
            .used = (i & 1) != 0, .owned = (i & 2) != 0, .stale_cycle = (i & 4) != 0 ? 30 : 0};
    }
    m->clock.cycle = NOW;
    buffer_tlbi(m);
    for (int i = 0; i < 8; i++) {
        CHECK("ended in", x[i].stale_cycle, (i & 4) != 0 ? 30 : (i & 1) != 0 ? NOW : 0);
    }
    CHECK("the last one", m->spu->buf.tlbi_cycle, NOW);
    spe_model_destroy(m);
}

/* ---- The end of a run */

/* Why a run without a record did not pass, as far as its taps can tell. */
static void a_run_without_a_record(void **state)
{
    static const struct {
        const char *name, *says;
        unsigned taps;
        bool written;
        int bursts;
        uint64_t bytes;
    } rows[] = {
        {"no register", "no System register write was ever seen", SPE_TAP_ALL, false, 0, 0},
        {"no write", "no write to the Profiling Buffer was ever seen", SPE_TAP_BYTES, false, 0, 0},
        {"a burst without data", "", SPE_TAP_BYTES, false, 1, 0},
        {"data", "", SPE_TAP_BYTES, false, 0, 8},
        {"both", "", SPE_TAP_BYTES, false, 1, 8},
        {"registers, no write", "no write to the Profiling Buffer was ever seen",
         SPE_TAP_BYTES | SPE_TAP_REGS, true, 0, 0},
        {"registers and data", "", SPE_TAP_BYTES | SPE_TAP_REGS, true, 0, 8},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct spe_model *m = bare_model("", rows[i].taps);
        char text[160] = "?";
        m->contract.written = rows[i].written;
        m->spu->buf.n_bursts = rows[i].bursts;
        m->spu->tot.bytes = rows[i].bytes;
        spe_model_recordless(m, text, sizeof(text));
        if (strcmp(text, rows[i].says) != 0) {
            fail_msg("%s: '%s'", rows[i].name, text);
        }
        m->spu->buf.n_bursts = 0;
        spe_model_destroy(m);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(when_an_event_is_looked_at),
        cmocka_unit_test(without_a_context_the_target_is_el1),
        cmocka_unit_test(old_values_go_with_time),
        cmocka_unit_test(an_s_is_looked_at_in_time),
        cmocka_unit_test(a_written_syndrome_is_known),
        cmocka_unit_test(an_answer_without_doubt_was_not_seen),
        cmocka_unit_test(a_draw_is_missed),
        cmocka_unit_test(more_members_than_counted),
        cmocka_unit_test(pulses_that_never_came),
        cmocka_unit_test(malformed_records_are_named),
        cmocka_unit_test(a_fault_is_of_a_byte),
        cmocka_unit_test(a_fault_of_one_that_may_be_gone),
        cmocka_unit_test(a_tlbi_ends_translations),
        cmocka_unit_test(a_run_without_a_record),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
