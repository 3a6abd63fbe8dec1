/* SPDX-License-Identifier: Apache-2.0 */
#ifndef NIGHT_SIGNALS_H
#define NIGHT_SIGNALS_H

#include <signal.h>

/**
 * Block the signals that end what plays runs, TERM, INT and HUP, but those that whoever started it
 * has had ignored (nohup), and SIGCHLD, so that they can be waited for.
 * @param signals  gets them.
 * @param before   gets the mask of before, for what is started; NULL: nobody needs it.
 */
void night_signals_hold(sigset_t *signals, sigset_t *before);

#endif
