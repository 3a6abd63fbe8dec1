/* SPDX-License-Identifier: Apache-2.0 */
#include "bare_model.h"
#include "check.h"
#include "config_members.h"
#include "judge/barriers.h"
#include "judge/choices.h"
#include "judge/report.h"
#include "spe/edit.h"
#include "spe/packet.h"
#include "spe/regs.h"
#include "spe/status.h"

/* How a finding is made, reported, counted and corrected, and which choices it names. */

#define V3      "pmsver = 3\nevents = 0xBFF\nfne = 1\n"
#define V6      "pmsver = 6\nevents = 0xBFF\nfne = 1\nfds = 1\next_abort = serror\nflag_updates = 1\n"
#define ACCESS  "[E16 el2=1] [E16 el3=1] [E16 vhe=1] [E13 fgt=0] [E13 sdd_priority=0]"
#define LEVELS  "[event_min=1] [event_max=1] [B1 b1_max=8] [B24 irq_min=0] [B24 irq_max=0]"
#define RECORD  "[R44 latency_rule=exclusive] [R5 ts_point=sample] [R6 ts_stopped=end]"
#define LATENCY " [N15 xlat_without_va=counted]"

static struct spe_finding told; /* the last one reported */
static int n_told, n_edits;
static struct spe_edit edit;
static uint64_t edited;

static void on_finding(void *user, const struct spe_finding *f)
{
    (void)user;
    told = *f;
    n_told++;
}

static void on_edit(void *user, uint64_t finding, const struct spe_edit *e)
{
    (void)user;
    edit = *e;
    edited = finding;
    n_edits++;
}

static struct spe_model *create(const char *keys, unsigned taps)
{
    struct spe_model *m = bare_model(keys, taps);

    m->opt.on_finding = on_finding;
    n_told = n_edits = 0;
    return m;
}

static struct spe_finding make(const struct spe_model *m, enum spe_check check, const char *where,
                               const char *expected)
{
    struct spe_finding f = model_finding(m, check, "DDI 0586A 3.6");

    (void)snprintf(f.where, sizeof(f.where), "%s", where);
    (void)snprintf(f.expected, sizeof(f.expected), "%s", expected);
    return f;
}

static void emit(struct spe_model *m, enum spe_check check, const char *where, const char *expected)
{
    struct spe_finding f = make(m, check, where, expected);

    model_emit(m, &f);
}

/* The keys that decide a check of one kind of packet, some only with a feature; and readings. */
static const struct {
    const char *keys;
    enum spe_check check;
    int packet;
    const char *choices;
} choices[] = {
    {"", SPE_CHECK_CONTRACT, WHOLE, ""},
    {"", SPE_CHECK_REG_OUTCOME, WHOLE, ACCESS},
    {"el3 = 0\n", SPE_CHECK_REG_OUTCOME, WHOLE, "[E16 el2=1] [E16 el3=0] [E16 vhe=1] [E13 fgt=0]"},
    {V6 "rme = 1\n", SPE_CHECK_REG_OUTCOME, WHOLE, ACCESS " [S4 N1 nspb_reserved=none]"},
    {"", SPE_CHECK_EVENT_ROUTE, WHOLE, ""},
    {V6 "exc = 1\n", SPE_CHECK_EVENT_ROUTE, WHOLE, "[Q1 ee_reserved=bit1] [N4 route_async=0]"},
    {"", SPE_CHECK_LIVENESS, WHOLE, "[psb_max=4096] [dsb_max=4096]"},
    {"", SPE_CHECK_SEL_DRAW, WHOLE, "[P7 ernd=0] [P8 rnd_source=port] [read as P13 P14 P27]"},
    {"", SPE_CHECK_SYNC_PSB, WHOLE, "[B5 record_done=b] [read as S5 S9]"},
    {"", SPE_CHECK_OUT_SERROR, WHOLE,
     "[X1 X2 ext_abort=sync] [X1 serror_min=0] [X1 serror_max=1] [read as X4 X5]"},
    {"", SPE_CHECK_OUT_FREEZE, WHOLE, LEVELS},
    {V6 "exc = 1\n", SPE_CHECK_OUT_EXCEPTION, WHOLE, LEVELS " [Q1 ee_reserved=bit1]"},
    {"", SPE_CHECK_STORY_RECORD, WHOLE, RECORD " [R2 misspec_record=0]" LATENCY},
    {V6 "pbt = 1\nlayout = ctx1 ctx2 tot issue xlat pc tgt va pa ds type ev pbt end\n",
     SPE_CHECK_STORY_RECORD, WHOLE,
     RECORD " [R2 misspec_record=0] [R42 N14 pbt_ops=taken]" LATENCY},
    {"", SPE_CHECK_STORY_RECORD, SPE_PACKET_COUNTER, "[R44 latency_rule=exclusive]" LATENCY},
    {"", SPE_CHECK_STORY_RECORD, SPE_PACKET_TIMESTAMP, "[R5 ts_point=sample] [R6 ts_stopped=end]"},
    {"", SPE_CHECK_STORY_RECORD, SPE_PACKET_CONTEXT, ""},
    {"", SPE_CHECK_BUF_DATA, SPE_PACKET_EVENTS, "[R32 events=0x3FF] [R37 event_bytes=2]"},
    {"", SPE_CHECK_BUF_DATA, SPE_PACKET_ADDRESS, ""},
    {"", SPE_CHECK_BUF_DATA, SPE_PACKET_PADDING, "[P26 record_order=completion]"},
    {"", SPE_CHECK_BUF_DATA, WHOLE,
     "[P26 record_order=completion] [F1 layout=ctx1 ctx2 tot issue xlat pc tgt va pa ds type ev "
     "end] " RECORD " [R32 events=0x3FF] [R37 event_bytes=2] [R24 va_top=zero]" LATENCY},
};

static void what_decides(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(choices) / sizeof(choices[0]); i++) {
        struct spe_model *m = create(choices[i].keys, SPE_TAP_ALL);
        char text[384];
        memset(text, 'x', sizeof(text));
        model_choices(m, (int)choices[i].check, choices[i].packet, text, sizeof(text));
        if (strcmp(text, choices[i].choices) != 0) {
            fail_msg("row %zu: '%s', expected '%s'", i, text, choices[i].choices);
        }
        spe_model_destroy(m);
    }
}

/* Choices of FEAT_SPE_FnE; a text that does not fit is cut. */
static void what_decides_with_features(void **state)
{
    struct spe_model *m = create(V3, SPE_TAP_ALL), *first = create("", SPE_TAP_ALL);
    char text[384];

    (void)state;
    model_choices(m, SPE_CHECK_BUF_MISSING, WHOLE, text, sizeof(text));
    assert_non_null(strstr(text, " [L15 fne_zero=ignored] [L15 fe_overlap=ignored]"));
    model_choices(first, SPE_CHECK_BUF_MISSING, WHOLE, text, sizeof(text));
    assert_non_null(strstr(text, "fl_zero"));
    assert_null(strstr(text, "L15"));
    model_choices(first, SPE_CHECK_SEL_DRAW, WHOLE, text, 12);
    assert_string_equal(text, "[P7 ernd=0]");
    model_choices(first, SPE_CHECK_SEL_DRAW, WHOLE, text, 13);
    assert_string_equal(text, "[P7 ernd=0] ");
    spe_model_destroy(first);
    spe_model_destroy(m);
}

/* A finding names its place: the monitor's cycle, the member, the transaction. */
static void a_finding_says_where_it_is(void **state)
{
    struct spe_model *m = create("", SPE_TAP_ALL);
    const struct spe_txn txn = {.seq = 77};
    const struct rec *rec = bare_record(m, REC_QUEUED, 3);

    (void)state;
    m->clock.cycle = 50;
    m->clock.skew = 7;
    m->spu->ops = 1000;
    rec_of(&m->spu->buf, rec_number(&m->spu->buf, rec))->pos = 900;
    struct spe_finding f = model_finding(m, SPE_CHECK_LIVENESS, "DDI 0586A 3.6");
    CHECK("cycle", f.cycle, 57);
    CHECK("member", f.pos, 1000);
    CHECK("no transaction", f.seq, 0);
    CHECK("check", f.check, SPE_CHECK_LIVENESS);
    CHECK("kind", f.kind, SPE_FINDING_MISMATCH);
    assert_string_equal(f.section, "DDI 0586A 3.6");
    assert_string_equal(f.choices, "[psb_max=4096] [dsb_max=4096]");
    m->txn = &txn;
    m->facts.open[FORK_B10] = 1;
    f = model_rec_finding(m, rec, SPE_CHECK_CONTRACT, "dpi/README.md");
    CHECK("of the record", f.pos, 900);
    CHECK("transaction", f.seq, 77);
    CHECK("misuse", f.kind, SPE_FINDING_MISUSE);
    assert_string_equal(f.choices, "[B10 open]");
    m->txn = NULL;
    spe_model_destroy(m);
}

static void findings_are_counted(void **state)
{
    struct spe_model *m = create("", SPE_TAP_ALL);
    uint64_t evaluated, fired;

    (void)state;
    m->opt.max_findings = 3;
    m->facts.checks.off[SPE_CHECK_SEL_DRAW] = true;
    emit(m, SPE_CHECK_SEL_DRAW, "it", "1");
    CHECK("an absent check says nothing", n_told, 0);
    emit(m, SPE_CHECK_LIVENESS, "it", "1");
    CHECK("first", told.number, 1);
    emit(m, SPE_CHECK_CONTRACT, "it", "1");
    CHECK("second", told.number, 2);
    emit(m, SPE_CHECK_LIVENESS, "it", "1");
    CHECK("third", told.number, 3);
    emit(m, SPE_CHECK_LIVENESS, "it", "1");
    CHECK("told", n_told, 3);
    CHECK("mismatches", m->facts.mismatches, 3);
    CHECK("misuses", m->facts.misuses, 1);
    m->facts.checks.evals[SPE_CHECK_LIVENESS] = 9;
    CHECK("counts", spe_model_check_counts(m, SPE_CHECK_LIVENESS, &evaluated, &fired), SPE_OK);
    CHECK("made", evaluated, 9);
    CHECK("fired", fired, 3);
    CHECK("the first", spe_model_check_counts(m, 0, &evaluated, &fired), SPE_OK);
    CHECK("the last", spe_model_check_counts(m, SPE_CHECKS - 1, &evaluated, &fired), SPE_OK);
    CHECK("none", spe_model_check_counts(m, -1, &evaluated, &fired), SPE_EINVAL);
    CHECK("none", spe_model_check_counts(m, SPE_CHECKS, &evaluated, &fired), SPE_EINVAL);
    m->opt.on_finding = NULL;
    m->opt.max_findings = 100;
    emit(m, SPE_CHECK_LIVENESS, "it", "1");
    CHECK("all are counted", m->facts.mismatches, 4);
    spe_model_destroy(m);
}

static void checks_are_named(void **state)
{
    struct spe_model *m = create("", SPE_TAP_ALL & ~SPE_TAP_OUT & ~SPE_TAP_SYNC);

    (void)state;
    assert_null(spe_check_name(-1));
    assert_null(spe_check_name(SPE_CHECKS));
    assert_string_equal(spe_check_name(0), "contract");
    assert_string_equal(spe_check_name(SPE_CHECK_REG_READ), "reg.read");
    assert_non_null(spe_check_name(SPE_CHECKS - 1));
    CHECK("off", spe_model_check_off(m, SPE_CHECK_OUT_IRQ), true);
    CHECK("on", spe_model_check_off(m, SPE_CHECK_REG_READ), false);
    CHECK("on", spe_model_check_off(m, 0), false);
    CHECK("none", spe_model_check_off(m, -1), true);
    CHECK("none", spe_model_check_off(m, SPE_CHECKS), true);
    CHECK("in part", spe_model_check_part(m, SPE_CHECK_SEL_COLLIDED), true); /* depends on OUT */
    CHECK("whole", spe_model_check_part(m, SPE_CHECK_REG_READ), false);
    CHECK("off", spe_model_check_part(m, SPE_CHECK_OUT_IRQ), false);
    CHECK("none", spe_model_check_part(m, SPE_CHECKS), false);
    spe_model_destroy(m);
    m = create("", SPE_TAP_ALL);
    CHECK("on", spe_model_check_off(m, SPE_CHECK_LIVENESS), false);
    spe_model_destroy(m);
}

static void rescues_are_told(void **state)
{
    struct spe_model *m = create("", SPE_TAP_ALL);
    struct spe_rescue r;
    const int i = FORK_B14 * SPE_CHECKS + SPE_CHECK_REG_READ;

    (void)state;
    m->facts.rescued[FORK_B14][SPE_CHECK_REG_READ] = 6;
    CHECK("a row", spe_model_rescue(m, i, &r), true);
    assert_string_equal(r.choice, "B14");
    assert_string_equal(r.check, "reg.read");
    CHECK("n", r.n, 6);
    CHECK("another", spe_model_rescue(m, i + 1, &r) && r.n == 0, true);
    CHECK("last", spe_model_rescue(m, FORK_KINDS * SPE_CHECKS - 1, &r), true);
    CHECK("none", spe_model_rescue(m, FORK_KINDS * SPE_CHECKS, &r), false);
    CHECK("none", spe_model_rescue(m, -1, &r), false);
    spe_model_destroy(m);
}

/* A text names the differing fields of a PMBSR_ELx, and no fields of other registers. */
static void fields_are_named(void **state)
{
    static const struct {
        enum spe_reg reg;
        uint64_t diff;
        const char *text;
    } rows[] = {
        {SPE_PMBSR, 0, ""},
        {SPE_PMBSR, SPE_PMBSR_S, " S"},
        {SPE_PMBSR_EL2, SPE_PMBSR_DL, " DL"},
        {SPE_PMBSR_EL3, SPE_PMBSR_EA | SPE_PMBSR_COLL, " EA COLL"},
        {SPE_PMBSR, SPE_PMBSR_EC | 1, " EC MSS"},
        {SPE_PMBSR, UINT64_C(1) << 32, " MSS2"},
        {SPE_PMBSR, UINT64_MAX, " S DL EA COLL EC MSS MSS2"},
        {SPE_PMBPTR, UINT64_MAX, ""},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        char text[64] = "xxx";
        model_describe_bits(text, sizeof(text), rows[i].reg, rows[i].diff);
        assert_string_equal(text, rows[i].text);
    }
}

/* With several hypotheses, a finding ends its hypothesis, and the model keeps it for later. */
static void others_are_kept(void **state)
{
    struct spe_model *m = create("", SPE_TAP_ALL);
    const struct obituaries *o = m->obituaries;

    (void)state;
    m->run.doubts = true;
    ledger_answer(m->ledger, &(struct answer){.question = 7, .kind = FORK_B10});
    emit(m, SPE_CHECK_LIVENESS, "a", "1");
    CHECK("its answers", o->at[0].answers.n, 1);
    CHECK("nothing is told", n_told, 0);
    CHECK("nor counted", m->facts.mismatches, 0);
    CHECK("it has ended", m->run.ended, true);
    CHECK("by it", m->run.ended_by, SPE_CHECK_LIVENESS);
    CHECK("kept", o->n, 1);
    CHECK("no choice yet", o->at[0].choice, FORK_KINDS);
    emit(m, SPE_CHECK_REG_READ, "b", "1");
    CHECK("the first has ended it", m->run.ended_by, SPE_CHECK_LIVENESS);
    CHECK("and is kept alone", o->n, 1);
    spe_model_destroy(m);
}

/* The model keeps findings with different texts, up to the limit. */
static void others_of_other_words_are_kept(void **state)
{
    struct spe_model *m = create("", SPE_TAP_ALL);
    const struct obituaries *o = m->obituaries;
    char where[16];

    (void)state;
    m->run.doubts = true;
    emit(m, SPE_CHECK_LIVENESS, "a", "1");
    m->run.ended = false;
    emit(m, SPE_CHECK_LIVENESS, "a", "1");
    CHECK("the same words", o->n, 1);
    m->run.ended = false;
    emit(m, SPE_CHECK_LIVENESS, "a", "2");
    CHECK("other words", o->n, 2);
    m->run.ended = false;
    emit(m, SPE_CHECK_LIVENESS, "b", "1");
    CHECK("another place", o->n, 3);
    m->run.ended = false;
    emit(m, SPE_CHECK_REG_READ, "a", "1");
    CHECK("another check", o->n, 4);
    for (int i = 0; i < MAX_OBITUARIES; i++) {
        (void)snprintf(where, sizeof(where), "x%d", i);
        m->run.ended = false;
        emit(m, SPE_CHECK_LIVENESS, where, "1");
    }
    CHECK("no more", o->n, MAX_OBITUARIES);
    assert_string_equal(o->at[MAX_OBITUARIES - 1].where, "x11");
    spe_model_destroy(m);
}

/* Limits of the scoreboard: with several hypotheses the first exceeded limit is kept. */
static void limits_are_told(void **state)
{
    struct spe_model *m = create("", SPE_TAP_ALL);

    (void)state;
    m->run.doubts = true;
    model_overflow(m, "first", 3);
    CHECK("a limit ends nothing", m->run.ended, false);
    model_overflow(m, "second", 4);
    assert_string_equal(m->run.too_many, "first");
    CHECK("limit", m->run.limit, 3);
    m->run.doubts = false;
    model_overflow(m, "things", 5);
    assert_string_equal(told.text, "more than 5 things: the scoreboard cannot follow");
    assert_string_equal(told.expected, "at most 5");
    assert_string_equal(told.actual, "more");
    assert_string_equal(told.where, "things");
    CHECK("misuse", told.check, SPE_CHECK_CONTRACT);
    spe_model_destroy(m);
}

/* Values that ended hypotheses expected at the same place, each once, with its choice. */
struct other {
    enum spe_check check;
    const char *where, *expected;
    enum fork_kind choice;
};

static const struct {
    const char *name;
    enum spe_check check;
    const char *where;
    struct other other[3];
    int n;
    const char *expected;
} others[] = {
    {"nobody", SPE_CHECK_LIVENESS, "a", {{0}}, 0, "1"},
    {"one", SPE_CHECK_LIVENESS, "a", {{SPE_CHECK_LIVENESS, "a", "2", FORK_B10}}, 1, "1 or 2 [B10]"},
    {"by no choice", SPE_CHECK_LIVENESS, "a", {{SPE_CHECK_LIVENESS, "a", "2", FORK_KINDS}}, 1, "1"},
    {"elsewhere", SPE_CHECK_LIVENESS, "a", {{SPE_CHECK_LIVENESS, "b", "2", FORK_B10}}, 1, "1"},
    {"another check", SPE_CHECK_LIVENESS, "a", {{SPE_CHECK_OUT_IRQ, "a", "2", FORK_B10}}, 1, "1"},
    {"the same", SPE_CHECK_LIVENESS, "a", {{SPE_CHECK_LIVENESS, "a", "1", FORK_B10}}, 1, "1"},
    {"two",
     SPE_CHECK_LIVENESS,
     "a",
     {{SPE_CHECK_LIVENESS, "a", "2", FORK_B10}, {SPE_CHECK_LIVENESS, "a", "3", FORK_B14}},
     2,
     "1 or 2 [B10] or 3 [B14]"},
    {"twice",
     SPE_CHECK_LIVENESS,
     "a",
     {{SPE_CHECK_LIVENESS, "a", "2", FORK_B10}, {SPE_CHECK_LIVENESS, "a", "2", FORK_B14}},
     2,
     "1 or 2 [B10]"},
    {"one that begins so",
     SPE_CHECK_LIVENESS,
     "a",
     {{SPE_CHECK_LIVENESS, "a", "22", FORK_B10}, {SPE_CHECK_LIVENESS, "a", "2", FORK_B14}},
     2,
     "1 or 22 [B10] or 2 [B14]"},
    {"a register by another check",
     SPE_CHECK_REG_READ,
     "PMBSR_EL1 S",
     {{SPE_CHECK_FORK_SETTLED, "PMBSR_EL1 DL", "2", FORK_B10},
      {SPE_CHECK_EVENT_SYNDROME, "PMBSR_EL1 EC", "3", FORK_B11},
      {SPE_CHECK_EVENT_ROUTE, "PMBSR_EL1", "4", FORK_B13}},
     3,
     "1 or 2 [B10] or 3 [B11] or 4 [B13]"},
    {"another register",
     SPE_CHECK_EVENT_SYNDROME,
     "PMBSR_EL1 S",
     {{SPE_CHECK_REG_READ, "PMBSR_EL2 S", "2", FORK_B10},
      {SPE_CHECK_REG_READ, "PMBSR_EL12", "3", FORK_B10}},
     2,
     "1"},
    {"a check of no register",
     SPE_CHECK_LIVENESS,
     "PMBSR_EL1 S",
     {{SPE_CHECK_REG_READ, "PMBSR_EL1 DL", "2", FORK_B10}},
     1,
     "1"},
};

static void what_others_expected(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++) {
        struct spe_model *m = create("", SPE_TAP_ALL);
        for (int k = 0; k < others[i].n; k++) {
            struct obituary *o = &m->obituaries->at[m->obituaries->n++];
            o->check = (int)others[i].other[k].check;
            o->choice = others[i].other[k].choice;
            (void)snprintf(o->where, sizeof(o->where), "%s", others[i].other[k].where);
            (void)snprintf(o->expected, sizeof(o->expected), "%s", others[i].other[k].expected);
        }
        m->obituaries->unsure = 44;
        emit(m, others[i].check, others[i].where, "1");
        if (strcmp(told.expected, others[i].expected) != 0) {
            fail_msg("%s: '%s', expected '%s'", others[i].name, told.expected, others[i].expected);
        }
        CHECK(others[i].name, m->obituaries->unsure, strcmp(told.expected, "1") != 0 ? 1 : 44);
        spe_model_destroy(m);
    }
}

/* The model corrects a reported finding for which only one value is right. */
static const struct {
    const char *name;
    uint64_t finding, unsure;
    bool doubts, tells;
    int edits;
    bool later;
} corrected[] = {
    {"told", 3, 0, false, false, 1, false},
    {"none", 0, 9, false, false, 0, false},
    {"the last one", 5, 0, false, false, 1, false},
    {"not told", 6, 0, false, false, 0, false},
    {"of several values", 3, 3, false, false, 0, false},
    {"another one is", 3, 4, false, false, 1, false},
    {"others may be right", 3, 0, true, false, 0, true},
    {"it is made again to tell", 3, 0, true, true, 1, false},
};

static void what_is_corrected(void **state)
{
    const struct spe_txn txn = {.seq = 77};

    (void)state;
    for (size_t i = 0; i < sizeof(corrected) / sizeof(corrected[0]); i++) {
        struct spe_model *m = create("", SPE_TAP_ALL);
        m->txn = &txn;
        m->opt.max_findings = 5;
        m->obituaries->unsure = corrected[i].unsure;
        m->run.doubts = corrected[i].doubts;
        m->run.tells = corrected[i].tells;
        model_correct(m, corrected[i].finding, SPE_EDIT_AW_ADDR, 0x10, 0xFF);
        CHECK("nobody wants it", n_edits, 0);
        m->opt.on_edit = on_edit;
        model_correct(m, corrected[i].finding, SPE_EDIT_AW_ADDR, 0x10, 0xFF);
        CHECK(corrected[i].name, n_edits, corrected[i].edits);
        CHECK(corrected[i].name, m->run.edits, corrected[i].later);
        if (n_edits != 0) {
            CHECK(corrected[i].name, edited, corrected[i].finding);
            CHECK(corrected[i].name, edit.seq, 77);
            CHECK(corrected[i].name, edit.field, SPE_EDIT_AW_ADDR);
            CHECK(corrected[i].name, edit.value, 0x10);
            CHECK(corrected[i].name, edit.mask, 0xFF);
        }
        m->txn = NULL;
        spe_model_destroy(m);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_decides),
        cmocka_unit_test(what_decides_with_features),
        cmocka_unit_test(a_finding_says_where_it_is),
        cmocka_unit_test(findings_are_counted),
        cmocka_unit_test(checks_are_named),
        cmocka_unit_test(rescues_are_told),
        cmocka_unit_test(fields_are_named),
        cmocka_unit_test(others_are_kept),
        cmocka_unit_test(others_of_other_words_are_kept),
        cmocka_unit_test(limits_are_told),
        cmocka_unit_test(what_others_expected),
        cmocka_unit_test(what_is_corrected),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
