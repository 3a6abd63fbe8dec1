/* SPDX-License-Identifier: Apache-2.0
 *
 * Cases at the DPI edge: each is a process of its own, judged by its output and exit status, as a
 * simulator's run would be. The adapter keeps its handles for the whole process.
 */
#ifndef SPE_DPI_CASES_H
#define SPE_DPI_CASES_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

struct run_case {
    const char *name;
    void (*scenario)(void);
    int status;
    const char *says; /* in the output */
};

/** Path of a configuration, in a folder of its own that goes with the last case. */
extern char config_path[64];

/** Run them all. @return the number that failed: the exit status of the test. */
int run_cases(struct run_case *cases, size_t n);

/** A handle of the session "spu". */
void *open_default(void);

/** Reset asserted, and closed in reset: the shortest run that follows every rule. */
void close_after_reset(void *h);

#endif
