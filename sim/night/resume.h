/* SPDX-License-Identifier: Apache-2.0 */
#ifndef NIGHT_RESUME_H
#define NIGHT_RESUME_H

#include "planned.h"

/**
 * Tell the plan what runs read beside executable and configuration: `inputs` is one hash for all
 * files that options of a test name; `commands` the path of a table with a row for each command of
 * the list: the command and the hash of the files that it names, `-` where it names none. NULL: not
 * known. @return 0, or the status after one line.
 */
int night_resume_open(struct night_plan *plan, const char *inputs, const char *commands);

/** What the run reads, as a hash; empty: not known. It lives until the next call. */
const char *night_resume_inputs(struct night_plan *plan, const struct night_want *want);

/**
 * Has a run with the same content passed? Then the night takes it over: with its results, under
 * the origin `before`, without time. @return whether it has.
 */
bool night_resume(struct night_plan *plan, const struct night_want *want, int64_t model);

#endif
