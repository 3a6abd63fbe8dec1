/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_CLI_DECODE_OPTIONS_H
#define SPE_CLI_DECODE_OPTIONS_H

#include <stdbool.h>

#include "config_members.h"
#include "decode_filter.h"
#include "decode_names.h"
#include "decode_print.h"

#define DECODE_COMMAND "decode"

/** What the arguments of `spe decode` ask for. */
struct decode_request {
    const char *file;
    const struct decode_printer *printer;
    struct spe_decode_options options;
    struct decode_filter filter;
    const char *config; /* NULL: none */
    bool resync;
    struct spe_config cfg;     /* read from `config` */
    struct decode_names names; /* read for `config`, or empty */
};

/** @return 0, or the exit status after one line on stderr. */
int decode_options_parse(int argc, char **argv, struct decode_request *request);

#endif
