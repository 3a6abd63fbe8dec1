/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_CONFIG_CONFIG_H
#define SPE_CONFIG_CONFIG_H

#include <stddef.h>

struct spe_config_key;

/** The key of that name, or NULL. Static storage. */
const struct spe_config_key *config_find_key(const char *name);

/** Offset of the member of a key of spe_config_keys() in struct spe_config. */
size_t config_place(const struct spe_config_key *key);

#endif
