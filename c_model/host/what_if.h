/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_WHAT_IF_H
#define SPE_WHAT_IF_H

#include <stdio.h>

#include "spe/config.h"
#include "spe/log.h"

/* Replaces keys in the configuration of a log, to see what they would have changed. */

/**
 * Replace keys, each "KEY=VALUE", and check the configuration. Its name gets the mark `+KEY` for
 * each key that has another value then, or `+N` if the keys do not fit. No file can have such a
 * name.
 * @return 0, or SPE_ECONFIG with *err filled.
 */
int what_if_set(struct spe_config *cfg, const char *const *set, size_t n,
                struct spe_log_error *err);

/** Print one line for each key in which `now` differs from the configuration of the log, or a line
 * that says that none does. */
void what_if_print(FILE *out, const struct spe_config *log, const struct spe_config *now);

#endif
