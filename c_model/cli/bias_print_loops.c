/* SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>
#include <stdio.h>

#include "bias.h"

/* Beats: the interval and the length of a loop have a common divisor. */

/* "1025 = 5 x 5 x 41" */
static void print_factors(uint64_t n)
{
    const char *before = " = ";

    for (uint64_t factor = 2; factor * factor <= n; factor++) {
        while (n % factor == 0 && n != factor) {
            printf("%s%" PRIu64, before, factor);
            before = " x ";
            n /= factor;
        }
    }
    if (before[1] == 'x') {
        printf("%s%" PRIu64, before, n);
    }
}

static void print_beat(const struct bias *b, const struct bias_loop *loop)
{
    uint32_t visited = 0;

    for (uint32_t i = 0; i < loop->length; i++) {
        visited += loop->visits[i] != 0;
    }
    printf("  BEAT: loop of %" PRIu32 " operations at 0x%" PRIx64 ": %" PRIu64
           " samples fall on %" PRIu32 " of its %" PRIu32 " positions, PC",
           loop->length, loop->pc, loop->n, visited, loop->length);
    for (uint32_t i = 0, said = 0; i < loop->length && said < 4; i++) {
        if (loop->visits[i] != 0) {
            printf(" 0x%" PRIx64, loop->place[i]);
            said++;
        }
    }
    puts(visited > 4 ? " ..." : "");
    if (loop->spacing != 0) {
        printf("    every %" PRIu64 " operations one is sampled (interval %" PRIu64
               ", and one for the reload): %" PRIu64,
               loop->spacing, b->last_interval, loop->spacing);
        print_factors(loop->spacing);
        printf(", greatest common divisor with the loop %" PRIu32 "\n", loop->step);
    } else {
        printf("    the samples are multiples of %" PRIu32 " operations apart\n", loop->step);
    }
    printf("    the other %" PRIu32 " are never sampled: set PMSIRR_EL1.RND, or an interval of "
           "which interval + 1 has no divisor in common with %" PRIu32 "\n",
           loop->length - visited, loop->length);
}

bool bias_print_loops(const struct bias *bias)
{
    size_t beats = 0, loops = 0;

    for (size_t i = 0; i < bias->n_loops; i++) {
        loops += bias->loop[i].n >= LOOP_ENOUGH;
        beats += bias_loop_beats(&bias->loop[i]);
    }
    if (bias->fixed == 0) {
        puts("beats: none can be, all intervals are random (RND)");
        return false;
    }
    printf("beats: %zu, in %zu loop%s of %u samples or more at a fixed interval\n", beats, loops,
           loops == 1 ? "" : "s", LOOP_ENOUGH);
    for (size_t i = 0; i < bias->n_loops; i++) {
        if (bias_loop_beats(&bias->loop[i])) {
            print_beat(bias, &bias->loop[i]);
        }
    }
    return beats != 0;
}
