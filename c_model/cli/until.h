/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_CLI_UNTIL_H
#define SPE_CLI_UNTIL_H

#include <stdbool.h>
#include <stdint.h>

/** Print the predicted state at the end of `cycle` of a log: one line per number, ordered by unit.
 * @return 0, or the exit status after one line on stderr. */
int until_print(const char *path, uint64_t cycle, bool salvage);

#endif
