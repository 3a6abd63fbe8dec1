/* SPDX-License-Identifier: Apache-2.0
 *
 * The configuration with its members, for what is built together with libspe: its sources and
 * tests, and the programs of this tree that are linked with its archives. Not installed: a host
 * takes spe/config.h, where a new key changes nothing.
 */
#ifndef CONFIG_MEMBERS_H
#define CONFIG_MEMBERS_H

#include "spe/config.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Enumerated values: spe_cfg_<key>_<value>, in the order of spe_config.def. */
#define SPE_CFG_V(key, value)                                 spe_cfg_##key##_##value,
#define SPE_CFG_ENUM(key, values, def, choice, section, text) enum spe_cfg_##key{values};
#include "spe_config.def"
#undef SPE_CFG_V

/** Plain data: assigned, compared and kept by value. An enumeration is the value's index. */
struct spe_config {
#define SPE_CFG_BOOL(key, def, choice, section, text)          bool key;
#define SPE_CFG_INT(key, min, max, def, choice, section, text) int key;
#define SPE_CFG_ENUM(key, values, def, choice, section, text)  int key;
#define SPE_CFG_MASK(key, allowed, def, choice, section, text) uint64_t key;
#define SPE_CFG_TEXT(key, bytes, def, choice, section, text)   char key[bytes];
#include "spe_config.def"
};

/** Fill with the defaults of spe_config.def. */
void spe_config_init(struct spe_config *cfg);

/** Call `remark` with a line for each combination of keys that spe_config_check() accepts and that
 * no PE can have, because features are tied together (Arm ARM A2.2, A2.3, D14.6). `cfg`
 * must be one that spe_config_check() accepts. `text` has no newline, and lives until `remark`
 * returns. */
void spe_config_remarks(const struct spe_config *cfg, void (*remark)(void *user, const char *text),
                        void *user);

#ifdef __cplusplus
}
#endif
#endif
