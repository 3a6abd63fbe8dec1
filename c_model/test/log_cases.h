/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_TEST_LOG_CASES_H
#define SPE_TEST_LOG_CASES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Files of cases: a log, its changes, and the expected result. c_model/README.md, "Tests over
 * logs", has the format. */

/** Expected results of a log, beside the checks that fire. */
enum log_expect {
    LOG_FIRST,   /* the first finding, in the form of struct txnlog_result */
    LOG_SECTION, /* the section of that finding */
    LOG_CYCLES,  /* of all findings */
    LOG_CHOICES, /* branches that were taken */
    LOG_LACKS,   /* what a run lacks, beside findings */
    LOG_TOTALS,  /* "records 1, lost 2" */
    LOG_EXPECTS
};

struct log_case {
    char *place; /* "FILE:LINE" */
    char *name;
    char *text;  /* of the log, edited */
    char *fires; /* the checks, comma separated; "": it passes */
    char *expect[LOG_EXPECTS];
};

struct log_cases {
    struct log_case *v;
    size_t n, room;
    char error[512]; /* FILE:LINE: the error */
};

/** Add the cases of a file; `path` names it. @return false: see `error`. */
bool log_cases_read(struct log_cases *cases, FILE *in, const char *path);
/** Add all cases of c_model/test/cases. The test fails if they cannot be read. */
void log_cases_of_tree(struct log_cases *cases);
void log_cases_free(struct log_cases *cases);

/** Under the sanitizer, which is ten times slower, a long family of tests judges one case in eight,
 * each family other cases, unless the environment has EVERY_CASE=1. @return 1 or 8. test_cases
 * judges every unchanged case, under the sanitizer, too. */
size_t log_cases_step(void);

/** Call `judge` for each case of c_model/test/cases that fires no check; `at` is its number among
 * all cases. @return the sum of the results of `judge`. */
size_t log_cases_without_findings(size_t (*judge)(const struct log_case *c, size_t at));

/** Judge the log of a case. @return whether all results are as the case says; if not, `error` is a
 * line that says what differs. */
bool log_case_holds(const struct log_case *c, char *error, size_t bytes);

/** Write the log of a case as FOLDER/case.FILE.LINE.txnlog. @return false: `error` says why not. */
bool log_case_write(const struct log_case *c, const char *folder, char *error, size_t bytes);

#endif
