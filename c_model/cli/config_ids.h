/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_CLI_CONFIG_IDS_H
#define SPE_CLI_CONFIG_IDS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "spe/config.h"

/* Registers that describe an implementation; DFR0, DFR2 are ID_AA64DFR0_EL1, ID_AA64DFR2_EL1. */
enum config_id { CONFIG_ID_PMSIDR, CONFIG_ID_PMBIDR, CONFIG_ID_DFR0, CONFIG_ID_DFR2, CONFIG_IDS };

struct config_ids {
    uint64_t value[CONFIG_IDS];
    bool seen[CONFIG_IDS]; /* the register was read: value[] holds its value */
};

/* "PMSIDR", "PMBIDR", "DFR0", "DFR2". */
const char *config_ids_name(enum config_id id);

/**
 * Fill a configuration from ID registers: the keys that a field says, and the least that goes with
 * them (events, layout); the others have their defaults. PMSIDR and PMBIDR must have been read.
 * Without DFR0 the version is the least that permits all fields.
 *
 * @return 0, or SPE_ECONFIG with err->text filled: register, field, value and what is allowed.
 */
int config_ids_read(struct spe_config *cfg, const struct config_ids *ids,
                    struct spe_config_error *err);

/* Print what these registers do and do not say of the configuration, as lines that begin with '#'.
 */
void config_ids_remark(FILE *out, const struct spe_config *cfg, const struct config_ids *ids);

#endif
