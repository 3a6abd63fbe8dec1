/* SPDX-License-Identifier: Apache-2.0 */
#ifndef QUALIFY_PROVE_SAY_H
#define QUALIFY_PROVE_SAY_H

#include <stdbool.h>
#include <stdio.h>

enum { STATUS_USAGE = 2, STATUS_ENVIRONMENT = 4 };

/** Print "prove: TEXT" as one line on stderr. */
__attribute__((format(printf, 1, 2))) void say(const char *format, ...);

#endif
