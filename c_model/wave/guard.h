/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A block that is damaged inside lets the FST library end the process, or read and write outside of
 * its memory. That may crash anywhere, or go unseen. So another process reads the file.
 */
#ifndef WAVE_GUARD_H
#define WAVE_GUARD_H

#include <stdbool.h>

/*
 * Call this before the FST `path` is read. It forks, and returns in the new process, which goes on.
 * The calling process waits, prints what the new one wrote to stderr, and ends in the same way. A
 * crash, except by an assertion of this program, is reported as a damaged file (status 2).
 */
void guard_begin(const char *path);

/* Whether a process that only reads the whole file ends without failure. */
bool guard_try(const char *path);

#endif
