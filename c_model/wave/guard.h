/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the FST library does with a block that is damaged inside: it ends the process, or reads and
 * writes where nothing is, which shows anywhere, or not at all.
 */
#ifndef WAVE_GUARD_H
#define WAVE_GUARD_H

#include <stdbool.h>

/*
 * Before the FST of that name is read: who reads it goes on in a process of its own, and this call
 * returns there. The one that has called ends as that does, and says what that says; of a crash
 * that is none of this program's assertions it says what of any other damage is said (status 2).
 */
void guard_begin(const char *path);

/* Whether a process that does no more than read the whole file comes to its end. */
bool guard_try(const char *path);

#endif
