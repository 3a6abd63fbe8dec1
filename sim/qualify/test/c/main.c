/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>

#include "one.h"

/* Plays one.c and prints its results; an argument is the number of the mutant to play. */

#ifndef MUTANTS
static int spe_mutant;
#endif

int one(struct pair *p, unsigned flags);
bool two(enum kind kind);

void swap(int *to, int first, int second)
{
    *to = 2 * first + second;
}

int main(int argc, char **argv)
{
    struct pair p = {.x = 1, .y = 5, .on = true, .kind = KIND_B, .pair = {.z = 9}};

    spe_mutant = argc > 1 ? atoi(argv[1]) : 0;
    for (int i = 0; i < 4; i++) {
        printf("%d", one(&p, (unsigned)i));
        printf(" %d %d %d %d %d\n", p.x, p.y, p.pair.z, three(p.y), two((enum kind)(i % 3)));
        p = (struct pair){
            .x = i, .y = 4, .on = true, .off = i == 1, .kind = KIND_C, .pair = {.z = i}};
    }
    return 0;
}
