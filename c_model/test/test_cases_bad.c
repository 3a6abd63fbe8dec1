/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include "check.h"
#include "log_cases.h"

/* A file of cases with a mistake is refused with the number of the line. A case with a wrong
 * expectation fails. */

#define CASE "case a\nlog one_record\n"
#define END  "# end\n"

static const struct {
    const char *text, *error; /* after the file's name; NULL: the file is good */
} files[] = {
    {CASE "passes\n" END, NULL},
    {CASE "~ 37 out : cti=2\nfires out.cti\n" END, NULL},
    {END, ":1: it holds no case"},
    {CASE "passes\n", ":3: cut off: the last line is not '# end'"},
    {CASE "passes\n" END "case b\n", ":5: behind the last line: case b"},
    {"log one_record\n" END, ":1: no 'case' is above it: log one_record"},
    {"case a\npasses\n" END, ":2: no 'log' is above it: passes"},
    {"case a\ncase b\n" END, ":2: no 'log': a"},
    {CASE END, ":3: no 'passes', 'fires' or 'lacks': a"},
    {"case a\nlog nowhere\n" END,
     ":2: no log 'nowhere': c_model/test/logs/nowhere.txnlog: No such file or directory"},
    {CASE "log one_record\n" END, ":3: it is there twice: one_record"},
    {CASE "passes\npasses\n" END, ":4: it is there twice: "},
    {CASE "passes now\n" END, ":3: more than 'passes'"},
    {CASE "fires\n" END, ":3: no check fires"},
    {CASE "passes\n" CASE "passes\n" END, ":4: another case has this name: x.cases:1"},
    {CASE "fails\n" END, ":3: no statement: fails"},
    /* A patch that changes nothing, or does not match the log. */
    {CASE "= 37 out\npasses\n" END, ":5: its patch changes nothing: a"},
    {CASE "- 48 out\n+ 48 out\npasses\n" END, ":6: its patch changes nothing: a"},
    {CASE "~ 37 out : cti=1\npasses\n" END, ":3: 'cti=1' is there already"},
    {CASE "~ 37 out cti=2\npasses\n" END, ":3: '37 out cti=2': LINE : FIELD=VALUE is needed"},
    {CASE "~ 37 out : cti\npasses\n" END, ":3: 'cti': FIELD=VALUE is needed"},
    {CASE "- 37 ou\npasses\n" END, ":3: 0 lines of the log begin with '37 ou'"},
    {CASE "- 37\npasses\n" END, ":3: 2 lines of the log begin with '37'"},
    {CASE "+ 37 out\n\npasses\n" END, ":4: '+ 37 out': no line of the log beside it, '-' or '='"},
    {CASE "+ 37 out\npasses\n" END, ":4: '+ 37 out': no line of the log beside it, '-' or '='"},
    {CASE "- 48 out\n~ 37 out : cti=2\n+ 48 out\npasses\n" END,
     ":6: '+ 48 out': no line of the log beside it, '-' or '='"},
    {CASE "key axi_one_id\npasses\n" END, ":3: 'axi_one_id': KEY = VALUE is needed"},
    {CASE "without LIVE\npasses\n" END, ":3: 'LIVE': the log has no such group of taps"},
    {CASE "without RND RND\npasses\n" END, ":3: 'RND': the log has no such group of taps"},
};

static void bad_files_are_refused_at_their_line(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); i++) {
        struct log_cases cases = {.v = NULL};
        char text[512];
        (void)snprintf(text, sizeof(text), "%s", files[i].text);
        FILE *in = fmemopen(text, strlen(text), "r");

        assert_non_null(in);
        const bool good = log_cases_read(&cases, in, "x.cases");
        (void)fclose(in);
        assert_string_equal(good ? "" : cases.error + strlen("x.cases"),
                            files[i].error != NULL ? files[i].error : "");
        log_cases_free(&cases);
    }
}

/* `one_record` with one CTI pulse too many, in cycle 37. */
#define PULSE CASE "~ 37 out : cti=2\n"

static const struct {
    const char *text, *error;
} cases_bad[] = {
    {PULSE "passes\n" END, "x.cases:1: a: fires 'out.cti', expected ''; 37 out.cti "},
    {PULSE "fires out.pop\n" END, "x.cases:1: a: fires 'out.cti', expected 'out.pop'; "},
    {CASE "fires out.cti\n" END, "x.cases:1: a: fires '', expected 'out.cti'; "},
    {CASE "- 48 close\npasses\n" END, "x.cases:1: a: the log does not come to its end"},
    {CASE "~ 37 out : cti=x\npasses\n" END, "x.cases:1: a: c_model/test/logs/edited:39: "},
    {PULSE "fires out.cti\nfirst 38 out.cti\n" END, "x.cases:1: a: first '37 out.cti "},
    {PULSE "fires out.cti\ncycles 38 out.cti\n" END,
     "x.cases:1: a: cycles '37 out.cti', expected '38 out.cti'"},
    {PULSE "fires out.cti\nsection none\n" END, "x.cases:1: a: section '"},
    {CASE "passes\nchoices L1 written 1\n" END,
     "x.cases:1: a: choices '', expected 'L1 written 1'"},
    {CASE "passes\ntotals records 2, lost 0\n" END,
     "x.cases:1: a: totals 'records 1, lost 0', expected 'records 2, lost 0'"},
    {CASE "passes\ntotals bits 2\n" END, "x.cases:1: a: totals 'no total bits', expected 'bits 2'"},
    {CASE "lacks a record\n" END, "x.cases:1: a: lacks '', expected 'a record'"},
    {CASE
     "- 36 b id=0\n- 37 out\n- 37 sysreg\n- 42 sync\n- 43 sync\n- 44 sync\n- 45 sync\npasses\n" END,
     "x.cases:1: a: does not pass: no write response ever came for the burst to 0x80010000"},
};

static void cases_that_expect_something_else_fail(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(cases_bad) / sizeof(cases_bad[0]); i++) {
        struct log_cases cases = {.v = NULL};
        char text[512], error[2048];
        (void)snprintf(text, sizeof(text), "%s", cases_bad[i].text);
        FILE *in = fmemopen(text, strlen(text), "r");

        assert_non_null(in);
        assert_true(log_cases_read(&cases, in, "x.cases"));
        (void)fclose(in);
        const bool held = log_case_holds(&cases.v[0], error, sizeof(error));
        if (held) {
            print_error("row %zu holds\n", i);
            fail();
        }
        if (strncmp(error, cases_bad[i].error, strlen(cases_bad[i].error)) != 0) {
            print_error("row %zu: '%s'\n", i, error);
            fail();
        }
        log_cases_free(&cases);
    }
}

static void a_log_that_cannot_be_written_is_said(void **state)
{
    struct log_cases cases = {.v = NULL};
    char error[512] = "";

    (void)state;
    log_cases_of_tree(&cases);
    assert_false(log_case_write(&cases.v[0], "no/such/folder", error, sizeof(error)));
    assert_non_null(strstr(error, "no/such/folder/case."));
    log_cases_free(&cases);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bad_files_are_refused_at_their_line),
        cmocka_unit_test(cases_that_expect_something_else_fail),
        cmocka_unit_test(a_log_that_cannot_be_written_is_said),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
