/* SPDX-License-Identifier: Apache-2.0 */
#ifndef QUALIFY_AIGER_H
#define QUALIFY_AIGER_H

#include <stddef.h>
#include <stdint.h>

/* A design as Yosys writes it: binary AIGER, with the names in another file (`write_aiger -map`).
 * Variables count from 1: inputs, latches, gates. */

enum { AIGER_NAME = 128 };

struct aiger_name {
    char text[AIGER_NAME];
    int bit;
};

struct aiger {
    size_t inputs, latches, outputs, constraints, gates;
    uint32_t *next;           /* of each latch: the literal of its next value */
    uint32_t *output;         /* literals */
    uint32_t *constraint;     /* literals that are true in every cycle */
    uint32_t (*gate)[2];      /* literals */
    struct aiger_name *input; /* names by number of the input; empty: no name */
};

/** Read FILE and the names in MAP. @return 0, or an exit status after one line. */
int aiger_read(struct aiger *aiger, const char *file, const char *map);

void aiger_free(struct aiger *aiger);

#endif
