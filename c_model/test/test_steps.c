/* SPDX-License-Identifier: Apache-2.0 */
#include "bare_model.h"
#include "bytes/stream.h"
#include "bytes/whole_record.h"
#include "check.h"
#include "doubt/choose.h"
#include "events/draw.h"
#include "events/event.h"
#include "model/time.h"
#include "ports/outputs.h"
#include "spe/packet.h"
#include "spe/regs.h"
#include "state/events.h"

/* Single steps of the predictor, each on a state that is put together by hand: what one of them
 * leaves, beside its neighbours. It is cycle 50, if nothing else is said. */

#define NOW     50
#define BLIND   (SPE_TAP_ALL & ~SPE_TAP_OUT)
#define NO_LIFE (SPE_TAP_ALL & ~SPE_TAP_LIFE)

/* ---- Events */

/* An event is looked at when its window opens; inside it in each cycle, or, where no level tells,
 * when it is over. */
static void when_an_event_is_looked_at(void **state)
{
    static const struct {
        const char *name;
        unsigned taps;
        uint64_t lo, hi, lo_2, due; /* lo_2: of a second one, 0: there is none */
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

/* W18: in front of the first context, when nothing is enabled, an event would be one of EL1. */
static void without_a_context_the_target_is_el1(void **state)
{
    static const char *const keys[] = {"", "pmsver = 6\nevents = 0xBFF\nfne = 1\nfds = 1\n"
                                           "ext_abort = serror\nflag_updates = 1\nexc = 1\n"};

    (void)state;
    for (int i = 0; i < 2; i++) {
        struct spe_model *m = bare_model(keys[i], SPE_TAP_ALL);
        CHECK(keys[i], model_target(m, 0, 0), 1);
        CHECK(keys[i], model_target(m, SPE_PMBSR_EC_STAGE1, SPE_PMBSR_FSC_TRANSLATION), 1);
        spe_model_destroy(m);
    }
}

/* S8: in each cycle that begins the values go that no read may return any more. */
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

/* ---- Questions and draws */

/* An answer is of one of several hypotheses; where there is one alone, which makes a step once more
 * for good, nobody has seen which answer was right. */
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

/* A draw that has not come where the counter needs it is missed without LIFE alone, where S may
 * have stopped the counter. Where draws are inferred it is one that follows one that is open. */
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

/* More members reported than have counted: those that need not have counted are permitted. */
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

/* Without LIFE each record has had its CTI pulse when the bus is quiet (2.7), but for `no_cti` that
 * an event may have stopped; fewer of these, if a pulse has come after all. */
static void pulses_that_never_came(void **state)
{
    static const struct {
        const char *name;
        uint64_t total, seen, no_cti, then;
        int bursts;
        uint64_t bus_cycle;
        bool irq;
        const char *found; /* how many there were */
    } rows[] = {
        {"all have come", 5, 5, 0, 0, 0, 40, false, NULL},
        {"two were stopped", 5, 3, 2, 2, 0, 40, false, NULL},
        {"one of three came after all", 5, 3, 3, 2, 0, 40, false, NULL},
        {"one is missing", 5, 3, 1, 1, 0, 40, false, "4"},
        {"a burst is on its way", 5, 3, 1, 1, 1, 40, false, NULL},
        {"it may be late", 5, 3, 1, 1, 0, 46, false, NULL},
        {"it is too late", 5, 3, 1, 1, 0, 45, false, "4"},
        {"an event is not served", 5, 3, 1, 1, 0, 40, true, NULL},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct spe_model *m = bare_model("cti_max = 4\n", NO_LIFE);
        struct count *c = &m->spu->acc.count[COUNT_CTI];
        m->clock.cycle = NOW;
        c->total = rows[i].total;
        c->seen = rows[i].seen;
        m->spu->st.no_cti = rows[i].no_cti;
        m->spu->st.bus_cycle = rows[i].bus_cycle;
        m->spu->buf.n_bursts = rows[i].bursts;
        m->spu->lv.irq = rows[i].irq;
        stream_cti(m);
        CHECK(rows[i].name, m->spu->st.no_cti, rows[i].then);
        CHECK(rows[i].name, m->spu->st.bus_cycle, rows[i].bus_cycle);
        CHECK(rows[i].name, bare_findings, rows[i].found != NULL);
        CHECK(rows[i].name, c->seen, rows[i].found != NULL ? rows[i].total : rows[i].seen);
        if (rows[i].found != NULL) {
            assert_string_equal(bare_last.actual, rows[i].found);
            assert_string_equal(bare_last.expected, "5");
        }
        m->spu->buf.n_bursts = 0;
        spe_model_destroy(m);
    }
}

/* ---- Bytes */

/* A record that is written whole is one record of the format (5.1, 5.2): each error is named. */
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(when_an_event_is_looked_at),
        cmocka_unit_test(without_a_context_the_target_is_el1),
        cmocka_unit_test(old_values_go_with_time),
        cmocka_unit_test(an_answer_without_doubt_was_not_seen),
        cmocka_unit_test(a_draw_is_missed),
        cmocka_unit_test(more_members_than_counted),
        cmocka_unit_test(pulses_that_never_came),
        cmocka_unit_test(malformed_records_are_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
