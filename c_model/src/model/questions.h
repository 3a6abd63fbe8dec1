/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_MODEL_QUESTIONS_H
#define SPE_MODEL_QUESTIONS_H

#include <stdbool.h>

#include "state/run.h"

/* The questions of a run, and their answers. */

/** How many answers are not the usual ones. */
unsigned questions_unusual(const struct run *run);
/** Of these: an event takes effect now, and not later. */
unsigned questions_events(const struct run *run);
/** The next sequence of answers to what was asked. @return false: that was the last one. */
bool questions_next(struct run *run);
/** The same answers once more. */
void questions_again(struct run *run);

#endif
