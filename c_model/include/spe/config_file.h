/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_CONFIG_FILE_H
#define SPE_CONFIG_FILE_H

#include <stdio.h>

#include "spe/config.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Read, parse and check a configuration file; `include` lines are relative to the file they stand
 * in. Its `name` must be its file's (c_model/README.md, "Configuration files"). Part of
 * libspe_host.a, not of libspe.a.
 *
 * @return 0, or with *err filled SPE_ECONFIG (also for a file that does not exist or is none),
 * SPE_EIO or SPE_ENOMEM (reading failed); *cfg is then undefined.
 */
int spe_config_load(struct spe_config *cfg, const char *path, struct spe_config_error *err);

/** Is the file `other` the configuration `path` itself, or one that it includes? Then it is no
 * place for output. By device and inode; only of regular files, and as far as the configuration is
 * good.
 * @return 1 or 0, or SPE_EIO or SPE_ENOMEM (reading failed). */
int spe_config_reads(const char *path, const char *other);

/** Every key with its value, in the syntax of a configuration file: `key = value # choice, section,
 * text`. What is loaded from it has the same spe_config_hash(). */
void spe_config_print(FILE *out, const struct spe_config *cfg);

/** One line, without a newline: "FILE:LINE: TEXT", "FILE: TEXT" or "TEXT". @return as snprintf().
 */
int spe_config_error_format(const struct spe_config_error *err, char *dst, size_t dst_bytes);

#ifdef __cplusplus
}
#endif
#endif
