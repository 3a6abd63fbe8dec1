/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include "signals.h"

#include <stddef.h>

void night_signals_hold(sigset_t *signals, sigset_t *before)
{
    static const int numbers[] = {SIGTERM, SIGINT, SIGHUP};

    (void)signal(SIGCHLD, SIG_DFL); /* else a child's end would be no signal */
    (void)sigemptyset(signals);
    (void)sigaddset(signals, SIGCHLD);
    for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++) {
        struct sigaction now;
        if (sigaction(numbers[i], NULL, &now) != 0 || now.sa_handler != SIG_IGN) {
            (void)sigaddset(signals, numbers[i]);
        }
    }
    (void)sigprocmask(SIG_BLOCK, signals, before);
}
