/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_CONFIG_CONFIG_H
#define SPE_CONFIG_CONFIG_H

struct spe_config_key;

/** The key of that name, or NULL. Static storage. */
const struct spe_config_key *config_find_key(const char *name);

#endif
