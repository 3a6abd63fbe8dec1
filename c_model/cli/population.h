/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_CLI_POPULATION_H
#define SPE_CLI_POPULATION_H

#include <stddef.h>
#include <stdint.h>

/**
 * A file of the population: every operation that could have been sampled, in order, as text
 * (c_model/bias.md).
 */
struct population;

struct population_member {
    uint64_t pc;
    uint16_t op; /* CLASS << 8 | payload byte of the Operation Type packet */
};

/** Why the file cannot be read: one sentence with the number of the line. */
struct population_error {
    char text[200];
};

/** Open a file. @return 0 and *out, or with *err filled SPE_ENOENT, SPE_EIO, SPE_EBADMSG,
 * SPE_ENOMEM. */
int population_open(struct population **out, const char *path, struct population_error *err);

/** Get the next member. @return 1; 0 at the end of a complete file; or a status with *err filled.
 */
int population_next(struct population *population, struct population_member *member,
                    struct population_error *err);

void population_close(struct population *population);

#endif
