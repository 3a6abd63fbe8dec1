/* SPDX-License-Identifier: Apache-2.0 */
#ifndef QUALIFY_MACHINE_H
#define QUALIFY_MACHINE_H

#include "miter.h"

/** Write the clean design, and what the mutant has for itself, as a machine that starts in any
 * state with a cycle of reset. It answers `property`, which counts while the environment has kept
 * all that is assumed. @return 0, or an exit status after one line. */
int machine_write(struct miter *miter, literal property, const char *path);

#endif
