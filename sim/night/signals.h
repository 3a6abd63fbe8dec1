/* SPDX-License-Identifier: Apache-2.0 */
#ifndef NIGHT_SIGNALS_H
#define NIGHT_SIGNALS_H

#include <signal.h>

/**
 * Block SIGCHLD and the signals that end the program (TERM, INT and HUP), so that it can wait for
 * them. A signal that the parent had ignored (nohup) is left out.
 * @param signals  becomes the set of blocked signals.
 * @param before   becomes the mask from before, for child processes; NULL: not needed.
 */
void night_signals_hold(sigset_t *signals, sigset_t *before);

#endif
