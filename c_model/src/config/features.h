/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_CONFIG_FEATURES_H
#define SPE_CONFIG_FEATURES_H

struct spe_config;
struct spe_config_error;

/** Check the rules between the keys of features and versions (Arm ARM D17, D18, D24.7). @return 0,
 * or SPE_ECONFIG with the first broken rule in `err`. */
int config_check_features(const struct spe_config *cfg, struct spe_config_error *err);

#endif
