/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "check.h"
#include "spe/log.h"
#include "spe/replay.h"
#include "spe/session.h"
#include "spe/status.h"
#include "txnlog.h"

/* The summary of findings that a session with a directory prints after the verdict. */

static char folder[] = "/tmp/spe_test_summary_XXXXXX";

struct fed {
    struct spe_session *session;
    FILE *said;
    const char *log_path;
    uint64_t asserted; /* cycle in which an assertion fails; 0: none fails */
};

static int on_header(void *user, const struct spe_log_header *header)
{
    struct fed *fed = user;
    const struct spe_session_options options = {
        .cfg = header->cfg, .dir_path = folder, .log_path = fed->log_path, .findings = fed->said};

    return spe_session_create(&fed->session, "s", &options);
}

static int on_txn(void *user, const struct spe_txn *txn)
{
    struct fed *fed = user;

    if (fed->asserted != 0 && txn->cycle > fed->asserted) {
        spe_session_assertion(fed->session, fed->asserted, "PtrHeld",
                              "rtl/sva/spu_sysregs_sva.sv:120");
    }
    (void)spe_session_submit(fed->session, txn);
    return SPE_OK;
}

/* The text of a stream or a file; the caller frees it. */
static char *text_of(FILE *in)
{
    char *text = calloc(1, 1 << 20);

    assert_non_null(text);
    rewind(in);
    (void)fread(text, 1, (1 << 20) - 1, in);
    return text;
}

/* Run a log with its edits. @return the printed text, which the caller frees; *verdict: the lines
 * of the verdict. */
static char *run_log(const struct txnlog_edit *edits, const char *log_path, uint64_t asserted,
                     char verdict[1024])
{
    struct fed fed = {.said = tmpfile(), .log_path = log_path, .asserted = asserted};
    struct spe_run_info info = {.test = "test"};
    struct spe_log_error err;
    struct spe_log_run ignored;
    char *text = txnlog_text("one_record", edits);
    FILE *in = fmemopen(text, strlen(text), "r"), *out = tmpfile();

    assert_int_equal(spe_log_parse(in, TXNLOG_FILE, on_header, on_txn, &fed, &ignored, &err), 0);
    assert_int_equal(spe_verdict_print(out, &fed.session, 1, &info), edits != NULL);
    spe_session_destroy(fed.session);
    char *lines = text_of(out), *said = text_of(fed.said);
    (void)snprintf(verdict, 1024, "%.1023s", lines);
    (void)fclose(in);
    (void)fclose(out);
    (void)fclose(fed.said);
    free(lines);
    free(text);
    return said;
}

static char *json(void)
{
    char path[64];

    (void)snprintf(path, sizeof(path), "%s/findings.jsonl", folder);
    FILE *in = fopen(path, "r");
    assert_non_null(in);
    char *text = text_of(in);
    (void)fclose(in);
    return text;
}

static const struct txnlog_edit two_faults[] = {
    E("32 w word=0 strb=0xff last_word=1 last=0 data=0x48a0000000004001",
      "32 w word=0 strb=0xff last_word=1 last=0 data=0x48a0000000004003"),
    E("37 sysreg enc=PMBPTR_EL1 write=read pos=3 data=0x10015",
      "37 sysreg enc=PMBPTR_EL1 write=read pos=3 data=0x10014"),
    {0}};

/* Two faults, each with one follow-up: the summary shows the first and the next fault; the file
 * says which finding follows which. */
static void follow_ups_are_counted(void **state)
{
    static const char *const ends[] = {"\"number\":1,\"follows\":0}", "\"number\":2,\"follows\":1}",
                                       "\"number\":3,\"follows\":0}",
                                       "\"number\":4,\"follows\":3}"};
    char verdict[1024];
    char *said = run_log(two_faults, NULL, 0, verdict), *lines = json();
    const char *first = strstr(said, "\nfirst: 32 s MISMATCH: buf.data ");

    (void)state;
    assert_non_null(first);
    assert_non_null(strstr(verdict, " mismatches=4 "));
    const char *next = strstr(first, "\nnext: 37 s MISMATCH: reg.read ");
    assert_non_null(next);
    assert_null(strstr(next + 1, "\nnext: "));
    static const char counts[] =
        "\nfollow-ups: 1 of finding 1, 1 of finding 3\n"
        "2 of 4 findings listed, 2 not shown to follow from another; 2 replays\n3 more in ";
    assert_non_null(strstr(next, counts));
    char *line = strtok(lines, "\n");
    for (size_t i = 0; i < sizeof(ends) / sizeof(ends[0]); i++) {
        assert_non_null(line);
        assert_string_equal(line + strlen(line) - strlen(ends[i]), ends[i]);
        line = strtok(NULL, "\n");
    }
    assert_null(line);
    free(lines);
    free(said);
}

/* A failed assertion of the design is listed among the findings of the scoreboard, by its cycle. It
 * is not judged, and does not count as a mismatch. */
static void an_assertion_is_a_finding(void **state)
{
    static const char finding[] =
        "ASSERTION: sva PtrHeld: an assertion of the design failed (expected -, actual -) [seq ";
    static const struct {
        uint64_t cycle;
        const char *first, *next;
        int line; /* line number of the assertion */
    } rows[] = {
        {31, "first: 31 s ASSERTION: ", "next: 32 s MISMATCH: buf.data ", 0},
        {36, "first: 32 s MISMATCH: ", "next: 37 s MISMATCH: reg.read ", 2},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        char verdict[1024];
        char *said = run_log(two_faults, NULL, rows[i].cycle, verdict), *lines = json();

        assert_non_null(strstr(said, finding));
        assert_non_null(strstr(said, rows[i].first));
        assert_non_null(strstr(said, rows[i].next));
        assert_non_null(strstr(said, "\n4 more in "));
        assert_non_null(strstr(verdict, " mismatches=4 "));
        char *line = strtok(lines, "\n");
        for (int n = 0; n < 5; n++, line = strtok(NULL, "\n")) {
            assert_non_null(line);
            assert_int_equal(strstr(line, "\"check\":\"sva\",\"where\":\"PtrHeld\"") != NULL,
                             n == rows[i].line);
            assert_int_equal(strstr(line, "\"follows\":") == NULL, n == rows[i].line);
        }
        assert_null(line);
        free(lines);
        free(said);
    }
}

/* If an assertion ends the run, it also causes the open totals and barriers after it: none of them
 * is shown as the next finding, and they are counted apart. Findings before the assertion, and
 * those of a run without one, are ordinary. */
static void what_the_stop_leaves_open_is_no_cause(void **state)
{
    static const struct txnlog_edit feed[] = {
        E("21 out pop=3 feed=1", "21 out pop=3"),
        E("37 sysreg enc=PMBPTR_EL1 write=read pos=3 data=0x10015",
          "37 sysreg enc=PMBPTR_EL1 write=read pos=3 data=0x10014"),
        {0}};
    char verdict[1024];

    (void)state;
    char *said = run_log(feed, NULL, 44, verdict);
    assert_null(strstr(said, "\nnext: 45 s MISMATCH: account."));
    assert_non_null(strstr(said, " of the end, which the assertion has made: "));
    free(said);
    said = run_log(feed, NULL, 0, verdict);
    assert_non_null(strstr(said, "\nnext: 45 s MISMATCH: account."));
    assert_null(strstr(said, " of the end, which "));
    free(said);
}

/* If an assertion has ended the run, a waiting record is not given as a second reason. */
static void what_waits_is_no_reason_beside_an_assertion(void **state)
{
    static const struct txnlog_edit cut[] = {
        E("33 w word=0 strb=0x1f last_word=1 last=1 data=0x0000000100025200\n36 b id=0 resp=0\n"
          "37 sysreg enc=PMBPTR_EL1 write=read pos=3 data=0x10015\n37 out cti=1\n"
          "40 sysreg enc=PMSCR_EL1 write=write pos=3 data=0\n41 sync kind=cse pos=3\n"
          "42 sync kind=psb_req pos=3\n43 sync kind=psb_done pos=3\n44 sync kind=dsb_req pos=3\n"
          "45 sync kind=dsb_done pos=3\n46 sysreg enc=PMBSR_EL1 write=read pos=3 data=0\n"
          "47 sysreg enc=PMSICR_EL1 write=read pos=3 data=0\n48 out\n48 close",
          "33 out\n33 close"),
        {0}};
    char verdict[1024];

    (void)state;
    free(run_log(cut, NULL, 0, verdict));
    assert_non_null(strstr(verdict, "why: 2 predictions are not settled: "));
    free(run_log(cut, NULL, 32, verdict));
    assert_null(strstr(verdict, " not settled: "));
}

/* If no finding has follow-ups, the summary has one number, 0. */
static void no_follow_up_is_one_number(void **state)
{
    static const struct txnlog_edit reads[] = {
        E("46 sysreg enc=PMBSR_EL1 write=read pos=3 data=0",
          "46 sysreg enc=PMBSR_EL1 write=read pos=3 data=0x10000"),
        E("47 sysreg enc=PMSICR_EL1 write=read pos=3 data=0",
          "47 sysreg enc=PMSICR_EL1 write=read pos=3 data=1"),
        {0}};
    char verdict[1024];
    char *said = run_log(reads, NULL, 0, verdict);

    (void)state;
    assert_non_null(strstr(said, "\nfollow-ups: 0\n2 of 2 findings listed, "));
    free(said);
}

/* Without a log to replay, the session claims no follow-ups, and says so. */
static void without_a_log_nothing_is_claimed(void **state)
{
    char verdict[1024];
    char *said = run_log(two_faults, "/dev/null", 0, verdict), *lines = json();

    (void)state;
    assert_non_null(strstr(said, "\nfollow-ups were not looked for: /dev/null: "));
    assert_null(strstr(said, "\nfollow-ups: "));
    assert_null(strstr(lines, "follows"));
    free(lines);
    free(said);
}

/* A log that was written to a pipe is gone. To open the pipe again would wait for a writer. */
static void a_pipe_is_not_read_again(void **state)
{
    char path[96], verdict[1024];

    (void)state;
    (void)snprintf(path, sizeof(path), "%s/pipe", folder);
    assert_int_equal(mkfifo(path, 0666), 0);
    const int fd = open(path, O_RDONLY | O_NONBLOCK); /* the log fits in the pipe */
    assert_true(fd >= 0);
    (void)alarm(60);
    char *said = run_log(two_faults, path, 0, verdict);
    (void)alarm(0);
    assert_non_null(strstr(said, "/pipe: only a regular file can be read again\n"));
    assert_null(strstr(said, "\nfollow-ups: "));
    assert_non_null(strstr(verdict, " mismatches=4 "));
    assert_int_equal(close(fd) | unlink(path), 0);
    free(said);
}

/* A run of `n` findings, each a step back. `block`: the new file cannot be created beside the old
 * one. @return the printed text, which the caller frees. */
static char *run_many(unsigned n, bool block)
{
    const struct spe_run_info info = {.test = "test"};
    struct spe_session_options options = {.config_path = "rtl/configs/v1p0_min.cfg",
                                          .dir_path = folder,
                                          .max_findings = n,
                                          .findings = tmpfile()};
    struct spe_session *s = NULL;
    FILE *out = tmpfile();
    char fresh[96];

    assert_int_equal(spe_session_create(&s, "s", &options), SPE_OK);
    (void)snprintf(fresh, sizeof(fresh), "%s/findings.jsonl.new", folder);
    assert_int_equal(block ? mkdir(fresh, 0777) : 0, 0);
    for (unsigned i = 0; i <= n; i++) {
        const struct spe_txn t = {.kind = SPE_TXN_CLK, .seq = 10000 - i, .cycle = 1};
        (void)spe_session_submit(s, &t);
    }
    (void)spe_verdict_print(out, &s, 1, &info);
    spe_session_destroy(s);
    assert_int_equal(block ? rmdir(fresh) : unlink(fresh), block ? 0 : -1);
    char *said = text_of(options.findings);
    (void)fclose(options.findings);
    (void)fclose(out);
    return said;
}

static unsigned lines_with(const char *text, const char *part)
{
    unsigned n = 0;

    for (const char *at = text; (at = strstr(at, part)) != NULL; at++) {
        n++;
    }
    return n;
}

/* Findings beyond the limit of judged findings also stay in the file. */
static void none_is_lost_beyond_the_limit(void **state)
{
    const unsigned n = SPE_PRIMARY_FINDINGS + 200;
    char *said = run_many(n, false), *lines = json();

    (void)state;
    assert_int_equal(lines_with(lines, "}\n"), n);
    assert_int_equal(lines_with(lines, ",\"follows\":"), SPE_PRIMARY_FINDINGS);
    assert_non_null(strstr(lines, ",\"number\":1200}\n"));
    assert_null(strstr(said, "does not say"));
    free(lines);
    free(said);
}

/* If the file cannot be replaced after the verdict, no finding is lost. */
static void a_file_that_cannot_be_replaced_stays(void **state)
{
    char *said = run_many(5, true), *lines = json();

    (void)state;
    assert_int_equal(lines_with(lines, "}\n"), 5);
    assert_int_equal(lines_with(lines, "follows"), 0);
    assert_non_null(strstr(said, "findings.jsonl does not say who follows whom: Is a directory\n"));
    free(lines);
    free(said);
}

static void nothing_is_said_of_a_good_run(void **state)
{
    char verdict[1024];
    char *said = run_log(NULL, NULL, 0, verdict);

    (void)state;
    assert_int_equal(strncmp(verdict, "RESULT PASS ", 12), 0);
    assert_string_equal(said, "");
    free(said);
}

static int make_folder(void **state)
{
    (void)state;
    return mkdtemp(folder) == NULL;
}

static int remove_folder(void **state)
{
    static const char *const names[] = {"config.cfg", "command", "findings.txt", "findings.jsonl",
                                        "verdict",    "txnlog",  "bins"};
    char path[96];

    (void)state;
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        (void)snprintf(path, sizeof(path), "%s/%s", folder, names[i]);
        (void)unlink(path);
    }
    return rmdir(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(follow_ups_are_counted),
        cmocka_unit_test(an_assertion_is_a_finding),
        cmocka_unit_test(what_the_stop_leaves_open_is_no_cause),
        cmocka_unit_test(no_follow_up_is_one_number),
        cmocka_unit_test(what_waits_is_no_reason_beside_an_assertion),
        cmocka_unit_test(without_a_log_nothing_is_claimed),
        cmocka_unit_test(a_pipe_is_not_read_again),
        cmocka_unit_test(nothing_is_said_of_a_good_run),
        cmocka_unit_test(none_is_lost_beyond_the_limit),
        cmocka_unit_test(a_file_that_cannot_be_replaced_stays),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
