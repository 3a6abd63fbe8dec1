/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_CLI_CONFIG_PRINT_H
#define SPE_CLI_CONFIG_PRINT_H

#include <stdio.h>

#include "spe/config.h"

/* One line per key, in the syntax of a configuration file: `key = value # choice, section, text`.
 */
void config_print_keys(FILE *out, const struct spe_config *cfg);

/* Package spe_cfg_pkg: the configuration as SystemVerilog parameters. */
void config_print_sv(FILE *out, const struct spe_config *cfg);

/* Markdown table of all keys. */
void config_print_doc(FILE *out);

#endif
