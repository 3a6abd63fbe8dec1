/* SPDX-License-Identifier: Apache-2.0 */
#ifndef NIGHT_COVER_H
#define NIGHT_COVER_H

#include <stdint.h>

#include "store.h"

/** The folder for the counts of code coverage of run `id` of the night, until they are merged. */
void night_cover_path(char path[NIGHT_PATH], const char *root, int64_t night, const char *config,
                      const char *flavour, int64_t id);

#endif
