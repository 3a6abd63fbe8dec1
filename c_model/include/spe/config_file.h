/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_CONFIG_FILE_H
#define SPE_CONFIG_FILE_H

#include <stdio.h>

#include "spe/config.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Read, parse and check a configuration file. The path of an `include` line is relative to the file
 * that has the line. The key `name` must be the name of the file (c_model/README.md, "Configuration
 * files"). Part of libspe_host.a, not of libspe.a.
 *
 * @param cfg  made with spe_config_create(); it stays the caller's.
 * @return 0, or with *err filled SPE_ECONFIG (also for a path that does not exist or is no file),
 * SPE_EIO or SPE_ENOMEM (reading failed); the keys of *cfg are then undefined.
 */
int spe_config_load(struct spe_config *cfg, const char *path, struct spe_config_error *err);

/** Whether the file `other` is the configuration `path` itself, or a file that it includes; then
 * `other` is no place for output. Files are compared by device and inode. Only regular files are
 * searched, up to the first error in the configuration.
 * @return 1 if it is, 0 if not, or SPE_EIO or SPE_ENOMEM (reading failed). */
int spe_config_reads(const char *path, const char *other);

/** Print every key with its value, in the syntax of a configuration file: `key = value # choice,
 * section, text`. A configuration that is loaded from this text has the same spe_config_hash(). */
void spe_config_print(FILE *out, const struct spe_config *cfg);

/** Write the error to `dst` as one line without a newline: "FILE:LINE: TEXT", "FILE: TEXT" or
 * "TEXT". @return as snprintf(). */
int spe_config_error_format(const struct spe_config_error *err, char *dst, size_t dst_bytes);

#ifdef __cplusplus
}
#endif
#endif
