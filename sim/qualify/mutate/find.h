/* SPDX-License-Identifier: Apache-2.0 */
#ifndef QUALIFY_FIND_H
#define QUALIFY_FIND_H

#include "design.h"
#include "set.h"

/** Add the mutants of all modules of the design, in the order of the sources. */
void find_mutants(struct set *set, const struct design *design);

#endif
