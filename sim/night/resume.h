/* SPDX-License-Identifier: Apache-2.0 */
#ifndef NIGHT_RESUME_H
#define NIGHT_RESUME_H

#include "planned.h"

/**
 * Tell the plan what runs read besides executable and configuration. `inputs` is one hash of all
 * files that options of a test name. `commands` is the path of a table with a row for each command
 * of the list: the command and the hash of the files that it names, or `-` if it names none. NULL:
 * not known. @return 0, or the status after one line.
 */
int night_resume_open(struct night_plan *plan, const char *inputs, const char *commands);

/** Hash of the files that the run reads; empty: not known. It lives until the next call. */
const char *night_resume_inputs(struct night_plan *plan, const struct night_want *want);

/**
 * If a run with the same content has passed, take it over into the night: with its results, the
 * origin `before`, and without time. @return whether such a run was found.
 */
bool night_resume(struct night_plan *plan, const struct night_want *want, int64_t model);

#endif
