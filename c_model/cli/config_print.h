/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_CLI_CONFIG_PRINT_H
#define SPE_CLI_CONFIG_PRINT_H

#include <stdio.h>

#include "spe/config.h"

/* Package spe_cfg_pkg: the configuration as SystemVerilog parameters. */
void config_print_sv(FILE *out, const struct spe_config *cfg);

/* Markdown table of all keys. */
void config_print_doc(FILE *out);

#endif
