/* SPDX-License-Identifier: Apache-2.0 */
/* Target of a test of limit.c (FUZZ_SECONDS=1): the input "wait" waits two seconds, any other input
 * computes for two seconds. */
#define _POSIX_C_SOURCE 200809L
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

int fuzz_target(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static double processor_seconds(void)
{
    return (double)clock() / CLOCKS_PER_SEC;
}

int fuzz_target(const uint8_t *data, size_t size)
{
    const double begin = processor_seconds();

    if (size == 4 && memcmp(data, "wait", size) == 0) {
        return nanosleep(&(struct timespec){.tv_sec = 2}, NULL);
    }
    while (processor_seconds() - begin < 2) {
    }
    return 0;
}

int main(int argc, char **argv)
{
    const char *input = argc > 1 ? argv[1] : "";

    puts("begin");
    fflush(stdout);
    LLVMFuzzerTestOneInput((const uint8_t *)input, strlen(input));
    puts("end");
    return 0;
}
