/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>
#include <unistd.h>

#include "check.h"
#include "log_section.h"
#include "log_tail.h"
#include "spe/log.h"
#include "spe/replay.h"
#include "spe/session.h"
#include "spe/status.h"
#include "txnlog.h"

static char path[] = "/tmp/spe_test_replay_XXXXXX";

/* Output of a run or of its replay. */
struct output {
    char *verdict, *findings;
    size_t verdict_bytes, findings_bytes;
    int status;
};

struct live {
    struct spe_session *session;
    FILE *findings;
};

static int on_header(void *user, const struct spe_log_header *header)
{
    struct live *live = user;
    struct spe_session_options options = {.cfg = header->cfg,
                                          .log_path = path,
                                          .findings = live->findings,
                                          .max_findings = header->max_findings,
                                          .taps = header->taps,
                                          .order_free = header->order_free};

    return spe_session_create(&live->session, header->name, &options);
}

static int on_txn(void *user, const struct spe_txn *txn)
{
    (void)spe_session_submit(((struct live *)user)->session, txn);
    return SPE_OK;
}

static struct output run_live(const char *name, const struct txnlog_edit *edits,
                              const struct spe_run_info *info)
{
    struct output o = {0};
    struct spe_log_error err;
    struct spe_log_run run;
    char *text = txnlog_text(name, edits);
    FILE *in = fmemopen(text, strlen(text), "r");
    FILE *verdict = open_memstream(&o.verdict, &o.verdict_bytes);
    struct live live = {.findings = open_memstream(&o.findings, &o.findings_bytes)};

    assert_int_equal(spe_log_parse(in, TXNLOG_FILE, on_header, on_txn, &live, &run, &err), 0);
    o.status = spe_verdict_print(verdict, &live.session, 1, info);
    assert_int_equal(spe_session_status(live.session), SPE_OK);
    spe_session_destroy(live.session);
    (void)fclose(in);
    (void)fclose(verdict);
    (void)fclose(live.findings);
    free(text);
    return o;
}

static struct output run_replay_with(const char *const *set, size_t n)
{
    struct output o = {0};
    FILE *verdict = open_memstream(&o.verdict, &o.verdict_bytes);
    FILE *findings = open_memstream(&o.findings, &o.findings_bytes);
    struct spe_replay_options options = {
        .path = path, .out = verdict, .findings = findings, .set = set, .n_set = n};

    o.status = spe_replay(&options);
    (void)fclose(verdict);
    (void)fclose(findings);
    return o;
}

static struct output run_replay(void)
{
    return run_replay_with(NULL, 0);
}

/* @return the status of the run that the log holds, or -1 if the log holds none. */
static int logged_status(void)
{
    struct spe_log_reader *reader;
    struct spe_log_error err;

    assert_int_equal(spe_log_open(&reader, path, &err), SPE_OK);
    int status = spe_log_run(reader)->has_status ? spe_log_run(reader)->status : -1;
    spe_log_close(reader);
    return status;
}

static void free_output(struct output *o)
{
    free(o->verdict);
    free(o->findings);
}

/* 40 characters; the log keeps 63 of a test's name and 127 of a reason. */
#define LONG "0123456789012345678901234567890123456789"

static const struct {
    const char *log;
    struct txnlog_edit edit[2];
    struct spe_run_info info;
    int status;
    const char *begins;
} same_rows[] = {
    {"one_record",
     {{0}},
     {.test = "a", .seed = 7, .stim_hash = 0x1234, .bench_hash = 0x56},
     0,
     "RESULT PASS config=v1p0_min test=a seed=7 "},
    {"one_record",
     {{"21 out pop=3 feed=1", "21 out pop=2 feed=0"}},
     {.test = "b"},
     1,
     "RESULT FAIL "},
    {"one_record",
     {{"22 life tag=0 kind=issue", "22 life tag=3 kind=issue"}},
     {.test = "c"},
     4,
     "RESULT FAIL "},
    {"one_record",
     {{"48 close", NULL}},
     {.test = "d"},
     4,
     "why: the monitors did not close the session\nRESULT FAIL "},
    {"one_record",
     {{0}},
     {.test = "e", .failed = true, .why = "too few records"},
     1,
     "why: too few records\nRESULT FAIL "},
    {"one_record",
     {{0}},
     {.test = "f", .failed = true, .exit_status = 3, .why = "hang"},
     3,
     "why: hang\nRESULT FAIL "},
    {"stream", {{0}}, {.test = "g"}, 0, "RESULT PASS "},
    {"one_record",
     {{0}},
     {.test = "a b\nc", .failed = true, .why = " two\nlines # of it\t"},
     1,
     "why:  two lines # of it \nRESULT FAIL config=v1p0_min test=a_b_c "},
    {"one_record", {{0}}, {.test = "", .failed = true}, 1, "RESULT FAIL config=v1p0_min test=- "},
    {"one_record",
     {{0}},
     {.test = "long", .failed = true, .why = LONG LONG LONG "the end of a reason"},
     1,
     "why: " LONG LONG LONG "the end\nRESULT FAIL "},
    {"one_record",
     {{0}},
     {.test = LONG LONG, .exit_status = 1},
     1,
     "RESULT FAIL config=v1p0_min test=" LONG "01234567890123456789012 "},
    {"one_record", {{0}}, {.test = "x", .exit_status = 300}, 4, "RESULT FAIL "},
    {"random",
     {{0}},
     {.test = "y"},
     1,
     "why: no record was compared: sampled 1, rejected by the filters 0, not to be"
     " recorded 1\nRESULT FAIL "},
    {"random", {{0}}, {.test = "z", .allow_no_records = true}, 0, "RESULT PASS "},
    {"random", {{0}}, {.test = "n", .allow_no_records = true, .no_sva = true}, 0, "RESULT PASS "},
    {"one_record", {{0}}, {.test = "m", .no_sva = true}, 0, "RESULT PASS "},
    {"order_free", {{0}}, {.test = "h"}, 0, "RESULT PASS "},
    {"stream",
     {{"46 b id=0 resp=0", NULL}},
     {.test = "l"},
     1,
     "why: 1 prediction is not settled: no write response ever came for the burst to 0x80010028 of"
     " cycle 45\n"},
    /* B18: no read tells the order of two events. */
    {"full_and_abort",
     {{"42 sysreg enc=PMBSR_EL1 write=read pos=3 data=0x000e0001", NULL}},
     {.test = "k"},
     1,
     "why: 1 prediction is not settled: nothing has told which outcome of B18 it was; PMBSR_EL1 was"
     " not read since the last record or event\n"},
    {"one_record",
     {{"46 sysreg enc=PMBSR_EL1 write=read pos=3 data=0", NULL}},
     {.test = "i"},
     1,
     "why: the last records and events were not audited: PMBSR_EL1 was not read since"},
    {"one_record",
     {{"46 sysreg enc=PMBSR_EL1 write=read pos=3 data=0", NULL}},
     {.test = "j", .allow_no_records = true},
     0,
     "RESULT PASS "},
};

/* The replay has the same findings and the same verdict as the run, byte for byte. */
static void a_replay_says_the_same(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(same_rows) / sizeof(same_rows[0]); i++) {
        struct output live = run_live(same_rows[i].log, same_rows[i].edit, &same_rows[i].info);
        struct output again = run_replay();
        CHECK(same_rows[i].info.test, live.status, same_rows[i].status);
        CHECK(same_rows[i].info.test, again.status, same_rows[i].status);
        CHECK(same_rows[i].info.test, logged_status(), same_rows[i].status);
        assert_string_equal(live.verdict, again.verdict);
        assert_string_equal(live.findings, again.findings);
        CHECK(same_rows[i].info.test,
              strncmp(live.verdict, same_rows[i].begins, strlen(same_rows[i].begins)), 0);
        CHECK(same_rows[i].info.test, live.findings_bytes != 0,
              same_rows[i].status != 0 && same_rows[i].edit[0].to != NULL);
        free_output(&live);
        free_output(&again);
    }
}

/* If only the times of transactions differ, not the SPU's output, the result hash is the same. */
static void the_result_hash_is_free_of_time(void **state)
{
    static const struct txnlog_edit later[] = {
        {"45 sync kind=dsb_done pos=3", NULL},
        {"46 sysreg enc=PMBSR_EL1 write=read pos=3 data=0",
         "145 sync kind=dsb_done pos=3\n"
         "146 sysreg enc=PMBSR_EL1 write=read pos=3 data=0"},
        {"47 sysreg enc=PMSICR_EL1 write=read pos=3 data=0",
         "147 sysreg enc=PMSICR_EL1 write=read pos=3 data=0"},
        {"48 out", "148 out"},
        {"48 close", "148 close"},
        {NULL, NULL}};
    static const struct txnlog_edit other[] = {
        {"33 w word=0 strb=0x1f last_word=1 last=1 data=0x0000000100025200",
         "33 w word=0 strb=0x1f last_word=1 last=1 data=0x0000000100035200"},
        {NULL, NULL}};
    struct txnlog_result base, moved, differs;

    (void)state;
    txnlog_run("one_record", NULL, &base);
    txnlog_run("one_record", later, &moved);
    txnlog_run("one_record", other, &differs);
    assert_true(moved.totals.pass);
    assert_true(base.totals.cycles != moved.totals.cycles);
    assert_true(base.totals.result_hash == moved.totals.result_hash);
    assert_true(base.totals.result_hash != differs.totals.result_hash);
}

/* A host submits an invalid kind of transaction: live run and replay both report misuse. */
static void a_kind_that_does_not_exist_is_replayed(void **state)
{
    struct spe_session_options options = {.config_path = "rtl/configs/v1p0_min.cfg",
                                          .log_path = path};
    const struct spe_run_info info = {.test = "kind"};
    const struct spe_txn other = {.kind = 200}, end = {.kind = SPE_TXN_CLOSE, .seq = 1};
    struct output live = {0};
    struct spe_session *s;

    (void)state;
    options.findings = open_memstream(&live.findings, &live.findings_bytes);
    FILE *verdict = open_memstream(&live.verdict, &live.verdict_bytes);
    assert_int_equal(spe_session_create(&s, "spu", &options), 0);
    (void)spe_session_submit(s, &other);
    (void)spe_session_submit(s, &end);
    live.status = spe_verdict_print(verdict, &s, 1, &info);
    spe_session_destroy(s);
    (void)fclose(verdict);
    (void)fclose(options.findings);
    struct output again = run_replay();
    assert_int_equal(live.status, 4);
    assert_int_equal(again.status, 4);
    assert_true(live.findings_bytes != 0);
    assert_string_equal(live.verdict, again.verdict);
    assert_string_equal(live.findings, again.findings);
    free_output(&live);
    free_output(&again);
}

/* A log that passes fails with another key, and the reverse; with the logged keys the result is
 * unchanged. */
static void other_keys_are_judged(void **state)
{
    static const char *const inclusive[] = {"latency_rule=inclusive"};
    static const char *const exclusive[] = {"latency_rule=exclusive"};
    static const struct {
        struct txnlog_edit edit[2];
        const char *const *set;
        int status;
        const char *verdict, *last;
    } set_rows[] = {
        {{{0}},
         inclusive,
         1,
         "RESULT FAIL config=v1p0_min+latency_rule test=s ",
         "as logged PASS with 0 findings, with these keys FAIL with 2\n"},
        {{{"@config ../../../rtl/configs/v1p0_min.cfg",
           "@config ../../../rtl/configs/v1p0_min.cfg\n@key latency_rule = inclusive"}},
         exclusive,
         0,
         "RESULT PASS config=v1p0_min+latency_rule test=s ",
         "as logged FAIL with 2 findings, with these keys PASS with 0\n"},
    };
    const struct spe_run_info info = {.test = "s"};

    (void)state;
    for (size_t i = 0; i < sizeof(set_rows) / sizeof(set_rows[0]); i++) {
        struct output live = run_live("one_record", set_rows[i].edit, &info);
        struct output other = run_replay_with(set_rows[i].set, 1);
        struct output again = run_replay();
        CHECK("live", live.status, 1 - set_rows[i].status);
        CHECK("other", other.status, set_rows[i].status);
        assert_int_equal(strncmp(other.verdict, set_rows[i].verdict, strlen(set_rows[i].verdict)),
                         0);
        assert_non_null(strstr(other.findings, set_rows[i].last));
        assert_string_equal(live.verdict, again.verdict);
        assert_string_equal(live.findings, again.findings);
        free_output(&live);
        free_output(&other);
        free_output(&again);
    }
}

/* A log that lacks transactions has no verdict, whether it is read once or several times. */
static void a_log_with_a_gap_is_bad_input(void **state)
{
    static const char *const set[] = {"latency_rule=inclusive"};
    static const struct {
        const char *row;
        size_t n_set;
        bool primary;
    } rows[] = {{"once", 0, false}, {"other keys", 1, false}, {"primary", 0, true}};
    const struct spe_run_info info = {.test = "gap"};
    const struct txnlog_edit none = {0};

    (void)state;
    for (int gap = 0; gap < 2; gap++) {
        struct output live = run_live("one_record", &none, &info);
        log_tail_change(path, LOG_TAIL_BODY, 8, (uint8_t)gap); /* the number of transactions */
        for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
            struct output o = {0};
            FILE *verdict = open_memstream(&o.verdict, &o.verdict_bytes);
            FILE *findings = open_memstream(&o.findings, &o.findings_bytes);
            const struct spe_replay_options options = {.path = path,
                                                       .out = verdict,
                                                       .findings = findings,
                                                       .set = set,
                                                       .n_set = rows[i].n_set,
                                                       .primary = rows[i].primary};
            o.status = spe_replay(&options);
            (void)fclose(verdict);
            (void)fclose(findings);
            CHECK(rows[i].row, o.status, gap ? 2 : (int)rows[i].n_set);
            CHECK(rows[i].row, o.verdict_bytes == 0, gap);
            free_output(&o);
        }
        free_output(&live);
    }
}

static void a_missing_log_is_bad_input(void **state)
{
    struct spe_replay_options options = {.path = "/no/such/log", .out = stdout};

    (void)state;
    assert_int_equal(spe_replay(&options), 2);
}

static int make_path(void **state)
{
    int file = mkstemp(path);

    (void)state;
    return file < 0 ? -1 : close(file);
}

static int remove_path(void **state)
{
    (void)state;
    return unlink(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_replay_says_the_same),
        cmocka_unit_test(the_result_hash_is_free_of_time),
        cmocka_unit_test(a_kind_that_does_not_exist_is_replayed),
        cmocka_unit_test(other_keys_are_judged),
        cmocka_unit_test(a_log_with_a_gap_is_bad_input),
        cmocka_unit_test(a_missing_log_is_bad_input),
    };
    return cmocka_run_group_tests(tests, make_path, remove_path);
}
