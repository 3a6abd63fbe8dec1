/* SPDX-License-Identifier: Apache-2.0
 *
 * Cases at the DPI edge. Each case is a separate process, judged by its output and exit status, as
 * the run of a simulator would be: the adapter keeps its handles for the whole process.
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
    const char *says; /* the output must contain it */
};

/** Path of a configuration in a temporary folder, which is removed after the last case. */
extern char config_path[64];

/** Run all cases. @return the number of failed cases: the exit status of the test. */
int run_cases(struct run_case *cases, size_t n);

/** Open the session "spu". @return its handle. */
void *open_default(void);

/** Assert reset, and close in reset: the shortest run that follows every rule. */
void close_after_reset(void *h);

#endif
