/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_FINDING_H
#define SPE_FINDING_H

#include <stdio.h>

#include "spe/model.h"

/* Room for the longest line of a finding, with a section of up to 300 characters: the place of an
 * assertion is the host's. */
#define FINDING_LINE 1536

/** Write the line of a finding of session `name` to `line`, with its newline, also if it is cut. */
void finding_format(char line[FINDING_LINE], const char *name, const struct spe_finding *f);

/** Print a finding as one object of JSON on a line (spe/session.h). *follows is the number of the
 * finding that it follows from, 0 if from none; NULL: not known. */
void finding_print_json(FILE *out, const char *name, const struct spe_finding *f,
                        const uint64_t *follows);

#endif
