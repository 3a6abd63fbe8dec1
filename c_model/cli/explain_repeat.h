/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_CLI_EXPLAIN_REPEAT_H
#define SPE_CLI_EXPLAIN_REPEAT_H

#include <stdbool.h>

#include "explain.h"

/** Commands that show a finding again, ready to be pasted into a shell. */
struct repeat {
    char *state; /* prints the predicted state at the finding's cycle */
    char *again; /* the run, into a new directory; the replay if `runs` is false */
    bool runs;   /* `again` is the run, not the replay */
};

/** Make the commands for a finding; the command of the run is in a file beside the log.
 * @return false: no memory. *repeat is to be freed either way. */
bool repeat_read(const struct explain *e, struct repeat *repeat);
void repeat_free(struct repeat *repeat);

#endif
