/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_COMMAND_H
#define SPE_COMMAND_H

#include <stdio.h>

/** Like spe_command_print() for the command line of this process, or a remark if the system does
 * not give it. @return 0, or SPE_ENOMEM. */
int command_print_own(FILE *out);

#endif
