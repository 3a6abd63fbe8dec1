/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_CONFIG_FEATURES_H
#define SPE_CONFIG_FEATURES_H

/* [pmsver]: SPEv1pN is PMSVer N + 1. */
#define SPEV1P1 2
#define SPEV1P2 3
#define SPEV1P3 4
#define SPEV1P4 5
#define SPEV1P5 6

struct spe_config;
struct spe_config_error;

/** Check the rules between the keys of features and versions (Arm ARM D17, D18, D24.7). @return 0,
 * or SPE_ECONFIG with the first broken rule in `err`. */
int config_check_features(const struct spe_config *cfg, struct spe_config_error *err);

#endif
