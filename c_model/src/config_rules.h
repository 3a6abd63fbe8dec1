/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_CONFIG_RULES_H
#define SPE_CONFIG_RULES_H

#include "spe/config.h"

/** The key of that name, or NULL. Static storage. */
const struct spe_config_key *config_find_key(const char *name);

/** Rules between the keys of features and versions (Arm ARM D17, D18, D24.7). @return 0 or
 * SPE_ECONFIG with the first that is broken in `err`. */
int config_check_features(const struct spe_config *cfg, struct spe_config_error *err);

#endif
