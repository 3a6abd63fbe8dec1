/* SPDX-License-Identifier: Apache-2.0
 *
 * Set keys of a configuration from lines `key = value`. Other keys keep their values.
 */
#ifndef SPE_TEST_CONFIG_LINES_H
#define SPE_TEST_CONFIG_LINES_H

#include <stdio.h>

#include "spe/config.h"

/** At most 900 characters. @return as spe_config_parse(); err->line counts from `lines`. */
static inline int config_lines(struct spe_config *cfg, const char *lines,
                               struct spe_config_error *err)
{
    char text[1024];
    int status;

    snprintf(text, sizeof text, "name = lines\nothers = default\n%s\nend\n", lines);
    status = spe_config_parse(cfg, text, "lines", NULL, NULL, err);
    err->line -= 2;
    return status;
}

#endif
