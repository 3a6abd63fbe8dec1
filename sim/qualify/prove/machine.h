/* SPDX-License-Identifier: Apache-2.0 */
#ifndef QUALIFY_MACHINE_H
#define QUALIFY_MACHINE_H

#include "miter.h"

/** Write the clean design and the mutant's own latches as a machine. The machine starts in any
 * state, with a cycle of reset. Its output is `property`, which counts only while the environment
 * has kept all assumptions. @return 0, or an exit status after one line. */
int machine_write(struct miter *miter, literal property, const char *path);

#endif
