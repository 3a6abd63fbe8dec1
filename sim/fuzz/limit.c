/* SPDX-License-Identifier: Apache-2.0 */
/*
 * An input that takes more than FUZZ_SECONDS of processor time fails, as one that crashes does.
 * libFuzzer's own limit is of wall time: on a loaded machine, or when the fuzzer is stopped for a
 * while, it accuses inputs of a millisecond. The function of the target is compiled as
 * fuzz_target().
 */
#define _XOPEN_SOURCE 700
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/time.h>
#include <unistd.h>

#ifndef FUZZ_SECONDS
#define FUZZ_SECONDS 20
#endif

int fuzz_target(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void expired(int signal)
{
    static const char text[] = "ERROR: an input takes too much processor time\n";

    (void)signal;
    if (write(STDERR_FILENO, text, sizeof(text) - 1) < 0) {
        _exit(1);
    }
    abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const struct itimerval limit = {.it_value = {.tv_sec = FUZZ_SECONDS}};
    static bool armed;

    if (!armed && signal(SIGPROF, expired) == SIG_ERR) {
        abort();
    }
    armed = true;
    if (setitimer(ITIMER_PROF, &limit, NULL) != 0) {
        abort();
    }
    return fuzz_target(data, size);
}
