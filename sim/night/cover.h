/* SPDX-License-Identifier: Apache-2.0 */
#ifndef NIGHT_COVER_H
#define NIGHT_COVER_H

#include <stdint.h>

#include "store.h"

/** The folder for what the run `id` of the night meets of the code, until it is merged. */
void night_cover_path(char path[NIGHT_PATH], const char *root, int64_t night, const char *config,
                      const char *flavour, int64_t id);

#endif
