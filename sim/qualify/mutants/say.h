/* SPDX-License-Identifier: Apache-2.0 */
#ifndef QUALIFY_SAY_H
#define QUALIFY_SAY_H

enum { STATUS_USAGE = 2, STATUS_ENVIRONMENT = 4 };

/** Print "mutate: TEXT" as one line on stderr. */
__attribute__((format(printf, 1, 2))) void say(const char *format, ...);

#endif
