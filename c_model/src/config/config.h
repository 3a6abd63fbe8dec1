/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_CONFIG_CONFIG_H
#define SPE_CONFIG_CONFIG_H

#include <stddef.h>

struct spe_config_key;

/** The key named `name`, or NULL if there is none. Static storage. */
const struct spe_config_key *config_find_key(const char *name);

/** Offset in struct spe_config of the member that holds `key`, a key of spe_config_keys(). */
size_t config_place(const struct spe_config_key *key);

#endif
