/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_TEST_LOG_CASES_H
#define SPE_TEST_LOG_CASES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Files of cases: a log, what is exchanged in it, what must come of it. c_model/README.md, "Tests
 * over logs", says what stands in them. */

/** What must come of a log, beside the checks that fire. */
enum log_expect {
    LOG_FIRST,   /* the first finding, as struct txnlog_result has it */
    LOG_SECTION, /* and the section that it names */
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
    char error[512]; /* FILE:LINE: what is wrong */
};

/** Add the cases of a file; `path` names it. @return false: see `error`. */
bool log_cases_read(struct log_cases *cases, FILE *in, const char *path);
/** All of c_model/test/cases; a test fails that cannot read them. */
void log_cases_of_tree(struct log_cases *cases);
void log_cases_free(struct log_cases *cases);

/** A long family judges one case in so many, each family others: one in eight under the sanitizer,
 * which is ten times slower, unless the environment has EVERY_CASE=1. @return 1 or 8. test_cases
 * judges each case as it is, under the sanitizer, too. */
size_t log_cases_step(void);

/** All of c_model/test/cases that fire no check, one after the other; `at`: which of all. @return
 * the sum of what `judge` returns. */
size_t log_cases_without_findings(size_t (*judge)(const struct log_case *c, size_t at));

/** Judge the log of a case. @return whether all came as the case says; else a line says what did
 * not. */
bool log_case_holds(const struct log_case *c, char *error, size_t bytes);

/** Write the log of a case as FOLDER/case.FILE.LINE.txnlog. @return false: `error` says why not. */
bool log_case_write(const struct log_case *c, const char *folder, char *error, size_t bytes);

#endif
