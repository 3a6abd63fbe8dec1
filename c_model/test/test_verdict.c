/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L /* mkdtemp */

#include "check.h"

#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cover/cross.h"
#include "cover/table.h"
#include "covered/cover.h"
#include "session_internal.h"
#include "spe/session.h"
#include "spe/status.h"
#include "state/model.h"

static struct spe_session *make(const char *name, bool closed)
{
    struct spe_session_options options = {.config_path = "rtl/configs/v1p0_min.cfg"};
    struct spe_session *s = NULL;
    struct spe_txn t = {.kind = SPE_TXN_CLOSE, .cycle = 9};

    assert_int_equal(spe_session_create(&s, name, &options), 0);
    if (closed) {
        (void)spe_session_submit(s, &t);
    }
    return s;
}

static int print(struct spe_session *const *s, size_t n, const struct spe_run_info *info,
                 char *text, size_t bytes)
{
    FILE *out = tmpfile();

    assert_non_null(out);
    int status = spe_verdict_print(out, s, n, info);
    rewind(out);
    text[fread(text, 1, bytes - 1, out)] = '\0';
    (void)fclose(out);
    return status;
}

/* The keys and their order are an interface: new keys are only appended. */
static void the_last_line_is_exact(void **state)
{
    static const char *const keys[] = {
        "config=",     "test=",       "seed=",    "cycles=", "ops=",  "samples=",
        "collisions=", "filtered=",   "records=", "bytes=",  "lost=", "audits=",
        "checks=",     "mismatches=", "pending=", "off=",    "stim=", "result="};
    struct spe_session *s = make("a", true);
    struct spe_run_info info = {
        .test = "t", .seed = 3, .stim_hash = 0xABC, .allow_no_records = true};
    char text[1024];

    (void)state;
    assert_int_equal(print(&s, 1, &info, text, sizeof(text)), 0);
    assert_int_equal(strncmp(text, "RESULT PASS config=v1p0_min test=t seed=3 cycles=9 ", 51), 0);
    assert_non_null(strstr(text, " off=- stim=0000000000000abc result="));
    const char *at = text + strlen("RESULT ");
    for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++) {
        at = strchr(at, ' ');
        assert_non_null(at);
        CHECK(keys[i], strncmp(++at, keys[i], strlen(keys[i])), 0);
    }
    assert_int_equal(strlen(strstr(text, "result=")), 7 + 16 + 1);
    assert_int_equal(strchr(text, '\n') - text + 1, strlen(text));
    info.bench_hash = 0x12;
    assert_int_equal(print(&s, 1, &info, text, sizeof(text)), 0);
    assert_string_equal(strstr(text, "result=") + 7 + 16, " bench=0000000000000012\n");
    spe_session_destroy(s);
}

/* With two sessions the verdict names the session of `why:`; with one session it does not. */
static void the_session_is_named(void **state)
{
    struct spe_session *s[] = {make("a", true), make("b", true)};
    const struct spe_run_info info = {.allow_no_records = true};
    char text[2048];

    (void)state;
    cover_hit(s[1]->model, COVER_REGION, 0, REGION_UPPER, 1, 0);
    assert_int_equal(print(s, 2, &info, text, sizeof(text)), 1);
    assert_non_null(strstr(text, "cannot meet: region record.upper.physical: "));
    assert_non_null(strstr(text, "\nsession: 1\nRESULT FAIL "));
    assert_int_equal(print(&s[1], 1, &info, text, sizeof(text)), 1);
    assert_null(strstr(text, "session: "));
    spe_session_destroy(s[0]);
    spe_session_destroy(s[1]);
}

/* If several bins were met, `why:` names the first, with its first cycle. */
static void the_first_cycle_is_said(void **state)
{
    struct spe_session *s[] = {make("a", true), make("b", true)};
    const struct spe_run_info info = {.allow_no_records = true};
    char text[2048];

    (void)state;
    for (uint64_t cycle = 30; cycle < 33; cycle++) {
        s[0]->model->clock.cycle = cycle + 7;
        cover_hit(s[0]->model, COVER_REGION, 0, REGION_UPPER, 1, 0);
        s[1]->model->clock.cycle = cycle;
        cover_hit(s[1]->model, COVER_REGION, cycle == 30, REGION_UPPER, 1, 0);
    }
    assert_int_equal(print(s, 2, &info, text, sizeof(text)), 1);
    assert_non_null(strstr(text, "why: cycle 30: the run has met a bin "));
    assert_non_null(strstr(text, "cannot meet: region limit.upper.physical: "));
    assert_non_null(strstr(text, "\nsession: 1\nRESULT FAIL "));
    assert_int_equal(print(s, 1, &info, text, sizeof(text)), 1);
    assert_non_null(strstr(text, "why: cycle 37: "));
    spe_session_destroy(s[0]);
    spe_session_destroy(s[1]);
}

/* Disabled assertions count as a check that is off. */
static void assertions_off_are_said(void **state)
{
    static const struct {
        unsigned taps;
        bool no_sva;
        const char *begins, *ends;
    } rows[] = {
        {SPE_TAP_ALL, false, " off=- ", " off=- "},
        {SPE_TAP_ALL, true, " off=sva ", " off=sva "},
        {SPE_TAP_ALL & ~SPE_TAP_RND, false, " off=sel.draw", "sel.draw "},
        {SPE_TAP_ALL & ~SPE_TAP_RND, true, " off=sel.draw", "sel.draw,sva "},
    };
    char text[1024];

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        const struct spe_session_options options = {.config_path = "rtl/configs/v1p0_min.cfg",
                                                    .taps = rows[i].taps};
        const struct spe_run_info info = {.allow_no_records = true, .no_sva = rows[i].no_sva};
        struct spe_session *s;
        assert_int_equal(spe_session_create(&s, "a", &options), 0);
        (void)print(&s, 1, &info, text, sizeof(text));
        assert_non_null(strstr(text, rows[i].begins));
        assert_non_null(strstr(text, rows[i].ends));
        spe_session_destroy(s);
    }
}

static void status_and_result_agree(void **state)
{
    static const struct {
        const char *row;
        bool closed;
        struct spe_run_info info;
        int status;
        const char *begins;
    } rows[] = {
        {"good", true, {.allow_no_records = true}, 0, "RESULT PASS "},
        {"no record",
         true,
         {.test = "t"},
         1,
         "why: no record was compared: no System register write was ever seen\nRESULT FAIL "},
        {"minima not met", true, {.failed = true, .why = "few"}, 1, "why: few\nRESULT FAIL "},
        {"usage", true, {.exit_status = 2}, 2, "RESULT FAIL "},
        {"timeout", true, {.failed = true, .exit_status = 3}, 3, "RESULT FAIL "},
        {"a failure", true, {.allow_no_records = true, .exit_status = 1}, 1, "RESULT FAIL "},
        {"no such status", true, {.allow_no_records = true, .exit_status = 256}, 4, "RESULT FAIL "},
        {"negative status", true, {.allow_no_records = true, .exit_status = -1}, 4, "RESULT FAIL "},
        {"not closed", false, {.allow_no_records = true}, 4, "why: the monitors did not close"},
    };
    char text[1024];

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct spe_session *s = make("a", rows[i].closed);
        CHECK(rows[i].row, print(&s, 1, &rows[i].info, text, sizeof(text)), rows[i].status);
        CHECK(rows[i].row, strncmp(text, rows[i].begins, strlen(rows[i].begins)), 0);
        CHECK(rows[i].row, strstr(text, "RESULT PASS") != NULL, rows[i].status == 0);
        spe_session_destroy(s);
    }
}

/* Without a mismatch and with nothing pending a run fails if its records do not add up, and says
 * so. */
static void records_that_do_not_add_up(void **state)
{
    static const struct {
        const char *row;
        uint64_t predicted, records, lost, pending;
        const char *begins;
    } rows[] = {
        {"one too few", 5, 3, 1, 0,
         "why: the records do not add up: 5 predicted, 3 written, 1 lost\n"},
        {"one too many", 3, 3, 1, 0,
         "why: the records do not add up: 3 predicted, 3 written, 1 lost\n"},
        {"and one is pending", 5, 3, 1, 1, "why: 1 prediction is not settled: "},
        {"all are there", 4, 3, 1, 0, "RESULT PASS "},
    };
    const struct spe_run_info info = {.allow_no_records = true};
    char text[1024];

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        const bool good = rows[i].predicted == rows[i].records + rows[i].lost;
        struct spe_session *s = make("a", true);
        struct spe_totals *tot = &s->model->spu->tot;
        tot->predicted = rows[i].predicted;
        tot->records = rows[i].records;
        tot->lost = rows[i].lost;
        tot->pending = rows[i].pending;
        tot->pass = good;
        CHECK(rows[i].row, print(&s, 1, &info, text, sizeof(text)), !good);
        if (strncmp(text, rows[i].begins, strlen(rows[i].begins)) != 0) {
            fail_msg("%s: %s", rows[i].row, text);
        }
        spe_session_destroy(s);
    }
}

/* A model that ran out of memory has not checked everything. */
static void no_memory_is_a_failure(void **state)
{
    struct spe_session *s[2] = {make("a", true), make("b", false)};
    struct spe_txn t = {.kind = SPE_TXN_CLOSE, .cycle = 9};
    struct spe_run_info info = {.test = "t", .allow_no_records = true};
    struct spe_totals totals;
    char text[1024];

    (void)state;
    spe_session_model(s[1])->spu->buf.map.full = true;
    (void)spe_session_submit(s[1], &t);
    spe_model_totals(spe_session_model(s[1]), &totals);
    assert_false(totals.pass);
    assert_int_equal(spe_session_status(s[0]), SPE_OK);
    assert_int_equal(spe_session_status(s[1]), SPE_ENOMEM);
    assert_int_equal(print(s, 2, &info, text, sizeof(text)), 4);
    assert_int_equal(strncmp(text, "why: scoreboard: out of memory\nRESULT FAIL ", 43), 0);
    spe_session_destroy(s[0]);
    spe_session_destroy(s[1]);
}

static void put_text(const char *path, const char *text)
{
    FILE *f = fopen(path, "w");

    assert_non_null(f);
    (void)fputs(text, f);
    (void)fclose(f);
}

static bool has_line(const char *path, const char *text)
{
    FILE *f = fopen(path, "r");
    char line[512];
    bool found = false;

    while (f != NULL && fgets(line, sizeof(line), f) != NULL) {
        found |= strstr(line, text) != NULL;
    }
    if (f != NULL) {
        (void)fclose(f);
    }
    return found;
}

/* The log holds the status of the run, and bins are only valid for a run that passed: each also if
 * the other file cannot be written. */
static void logs_and_bins_agree(void **state)
{
    static const struct {
        const char *row, *log, *bins;
        int status;
    } rows[] = {
        {"both", "log", "bins", 0},
        {"bins cannot be written", "log", "/dev/full", 4},
        {"the log cannot be written", "/dev/full", "bins", 4},
    };
    char dir[] = "/tmp/spe_test_verdict.XXXXXX", log[64], bins[64], text[1024];
    struct spe_run_info info = {.test = "t", .allow_no_records = true};

    (void)state;
    assert_non_null(mkdtemp(dir));
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct spe_session_options options = {
            .config_path = "rtl/configs/v1p0_min.cfg", .log_path = log, .bins_path = bins};
        struct spe_txn t = {.kind = SPE_TXN_CLOSE, .cycle = 9};
        struct spe_session *s = NULL;

        (void)snprintf(log, sizeof(log), rows[i].log[0] == '/' ? "%.0s%s" : "%s/%s", dir,
                       rows[i].log);
        (void)snprintf(bins, sizeof(bins), rows[i].bins[0] == '/' ? "%.0s%s" : "%s/%s", dir,
                       rows[i].bins);
        put_text(bins[1] == 't' ? bins : "/dev/null", "spe-bins 1\n");
        assert_int_equal(spe_session_create(&s, "a", &options), SPE_OK);
        (void)spe_session_submit(s, &t);
        CHECK(rows[i].row, print(&s, 1, &info, text, sizeof(text)), rows[i].status);
        CHECK(rows[i].row, s->run.status, rows[i].status);
        CHECK(rows[i].row, bins[1] == 't' && has_line(bins, " status=0 "), rows[i].status == 0);
        spe_session_destroy(s);
        (void)remove(bins[1] == 't' ? bins : "");
        (void)remove(log[0] == '/' && log[1] == 't' ? log : "");
    }
    assert_int_equal(rmdir(dir), 0);
}

static struct spe_session *logged(const char *name, const char *log)
{
    struct spe_session_options options = {.config_path = "rtl/configs/v1p0_min.cfg",
                                          .log_path = log};
    const struct spe_txn t = {.kind = SPE_TXN_CLOSE, .cycle = 9};
    struct spe_session *s = NULL;

    assert_int_equal(spe_session_create(&s, name, &options), SPE_OK);
    (void)spe_session_submit(s, &t);
    return s;
}

static int status_in(const char *log)
{
    struct spe_log_reader *reader = NULL;
    struct spe_log_error err;

    assert_int_equal(spe_log_open(&reader, log, &err), SPE_OK);
    const int status = spe_log_run(reader)->has_status ? spe_log_run(reader)->status : -1;
    spe_log_close(reader);
    return status;
}

/* The end of the second log cannot be written: the first, which was good by then, says so, too. */
static void a_good_log_says_that_another_failed(void **state)
{
    char dir[] = "/tmp/spe_test_verdict.XXXXXX", log[2][64], text[1024];
    const struct spe_run_info info = {.test = "t", .allow_no_records = true};
    struct rlimit limit, before;
    struct stat st = {.st_size = 0};

    (void)state;
    assert_non_null(mkdtemp(dir));
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    assert_true(signal(SIGXFSZ, SIG_IGN) != SIG_ERR);
    for (int full = 0; full < 2; full++) {
        struct spe_session *s[2];
        for (int i = 0; i < 2; i++) { /* the second name makes the second log longer */
            (void)snprintf(log[i], sizeof(log[i]), "%s/%d", dir, i);
            s[i] = logged(i == 0 ? "a" : "a session with quite a long name", log[i]);
        }
        limit = before;
        limit.rlim_cur = full ? (rlim_t)st.st_size : before.rlim_cur;
        assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
        CHECK("the run", print(s, 2, &info, text, sizeof(text)), full ? 4 : 0);
        CHECK("why", strstr(text, "/1: File too large\n") != NULL, full);
        assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
        CHECK("the good log", status_in(log[0]), full ? 4 : 0);
        assert_int_equal(stat(log[0], &st), 0);
        spe_session_destroy(s[0]);
        spe_session_destroy(s[1]);
    }
    assert_int_equal(remove(log[0]) | remove(log[1]) | rmdir(dir), 0);
}

/* If the verdict cannot be printed, the run has not passed, and its files say so, too. */
static void what_is_not_delivered_has_not_passed(void **state)
{
    char folder[] = "/tmp/spe_test_verdict.XXXXXX", path[96];
    static const char *const names[] = {"config.cfg", "command", "findings.txt", "findings.jsonl",
                                        "verdict",    "bins",    "txnlog"};
    struct spe_run_info info = {.test = "t", .allow_no_records = true};
    struct spe_txn t = {.kind = SPE_TXN_CLOSE, .cycle = 9};
    struct spe_log_reader *reader = NULL;
    struct spe_log_error err;

    (void)state;
    assert_non_null(mkdtemp(folder));
    const char *const outs[] = {"/dev/null", "/dev/full"};
    for (int full = 0; full < 2; full++) {
        const struct spe_session_options options = {
            .config_path = "rtl/configs/v1p0_min.cfg", .dir_path = folder, .keep_log = true};
        struct spe_session *s = NULL;
        FILE *out = fopen(outs[full], "w");
        assert_non_null(out);
        assert_int_equal(spe_session_create(&s, "a", &options), SPE_OK);
        (void)spe_session_submit(s, &t);
        CHECK(outs[full], spe_verdict_print(out, &s, 1, &info), full ? 4 : 0);
        spe_session_destroy(s);
        (void)fclose(out);
        (void)snprintf(path, sizeof(path), "%s/verdict", folder);
        CHECK(outs[full], has_line(path, "RESULT PASS "), !full);
        CHECK(outs[full], has_line(path, "why: verdict: No space left on device"), full);
        (void)snprintf(path, sizeof(path), "%s/bins", folder);
        CHECK(outs[full], has_line(path, full ? " status=4 " : " status=0 "), true);
        (void)snprintf(path, sizeof(path), "%s/txnlog", folder);
        assert_int_equal(spe_log_open(&reader, path, &err), SPE_OK);
        CHECK(outs[full], spe_log_run(reader)->status, full ? 4 : 0);
        spe_log_close(reader);
    }
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        (void)snprintf(path, sizeof(path), "%s/%s", folder, names[i]);
        assert_int_equal(unlink(path), 0);
    }
    assert_int_equal(rmdir(folder), 0);
}

/* A finding that cannot be printed is lost: the run then has status 4 and says why, also if the
 * stream has a buffer. Without findings nothing is lost. */
static void lost_findings_are_a_failure(void **state)
{
    static const struct {
        const char *row, *path;
        bool finding, buffered;
        int status;
    } rows[] = {
        {"no finding", "/dev/full", false, false, 0},
        {"printed", "/dev/null", true, false, 1},
        {"lost", "/dev/full", true, false, 4},
        {"lost in the buffer", "/dev/full", true, true, 4},
    };
    const struct spe_txn close = {.kind = SPE_TXN_CLOSE, .cycle = 9};
    struct spe_run_info info = {.test = "t", .allow_no_records = true};
    char text[1024];

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        FILE *findings = fopen(rows[i].path, "w");
        const struct spe_session_options options = {.config_path = "rtl/configs/v1p0_min.cfg",
                                                    .findings = findings};
        struct spe_session *s[2] = {make("a", true), NULL};

        assert_non_null(findings);
        assert_int_equal(setvbuf(findings, NULL, rows[i].buffered ? _IOFBF : _IONBF, 4096), 0);
        assert_int_equal(spe_session_create(&s[1], "b", &options), SPE_OK);
        if (rows[i].finding) {
            spe_session_assertion(s[1], 7, "A", "a.sv:1");
        }
        (void)spe_session_submit(s[1], &close);
        info.failed = rows[i].finding;
        CHECK(rows[i].row, print(s, 2, &info, text, sizeof(text)), rows[i].status);
        CHECK(rows[i].row, strstr(text, "why: findings: No space left on device\n") != NULL,
              rows[i].status == 4);
        spe_session_destroy(s[0]);
        spe_session_destroy(s[1]);
        (void)fclose(findings);
    }
}

static void sessions_are_summed(void **state)
{
    struct spe_session *s[2] = {make("a", true), make("b", true)};
    struct spe_run_info info = {.test = "t", .allow_no_records = true};
    char text[1024];

    (void)state;
    assert_int_equal(print(s, 2, &info, text, sizeof(text)), 0);
    spe_session_destroy(s[1]);
    s[1] = make("b", false);
    assert_int_equal(print(s, 2, &info, text, sizeof(text)), 4);
    assert_int_equal(print(s, 0, &info, text, sizeof(text)), 4);
    assert_non_null(strstr(text, "RESULT FAIL config=- "));
    spe_session_destroy(s[0]);
    spe_session_destroy(s[1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_last_line_is_exact),
        cmocka_unit_test(the_session_is_named),
        cmocka_unit_test(the_first_cycle_is_said),
        cmocka_unit_test(assertions_off_are_said),
        cmocka_unit_test(status_and_result_agree),
        cmocka_unit_test(no_memory_is_a_failure),
        cmocka_unit_test(lost_findings_are_a_failure),
        cmocka_unit_test(records_that_do_not_add_up),
        cmocka_unit_test(sessions_are_summed),
        cmocka_unit_test(logs_and_bins_agree),
        cmocka_unit_test(a_good_log_says_that_another_failed),
        cmocka_unit_test(what_is_not_delivered_has_not_passed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
