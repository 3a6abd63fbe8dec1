/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_CLI_EXPLAIN_REPEAT_H
#define SPE_CLI_EXPLAIN_REPEAT_H

#include <stdbool.h>

#include "explain.h"

/** Commands that show a finding again, to be pasted into a shell. */
struct repeat {
    char *state; /* what was predicted at its cycle */
    char *again; /* the run, into a directory of its own; without one the replay */
    bool runs;   /* `again` is the run */
};

/** The commands of a finding; that of the run stands beside the log. @return false: no memory.
 * *repeat is to be freed either way. */
bool repeat_read(const struct explain *e, struct repeat *repeat);
void repeat_free(struct repeat *repeat);

#endif
