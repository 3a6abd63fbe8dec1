/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the FST library does with a block that is damaged inside: it ends the process, or reads
 * where nothing is. A process of its own tries first. Where that was lucky, and the same file
 * crashes the library here, guard_begin() to guard_end() make of it what any other damage is: one
 * line, status 2.
 */
#ifndef WAVE_GUARD_H
#define WAVE_GUARD_H

#include <stdbool.h>

/* Whether a process that does no more than read the whole file comes to its end. */
bool guard_try(const char *path);

/* Around calls of the library; path: of the file that it reads, for the line. Not nested. */
void guard_begin(const char *path);
void guard_end(void);

/* Around a callback of the library: an error of this program is none of the file. */
void guard_pause(void);
void guard_resume(void);

#endif
