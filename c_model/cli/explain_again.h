/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_CLI_EXPLAIN_AGAIN_H
#define SPE_CLI_EXPLAIN_AGAIN_H

#include <stddef.h>

/**
 * Change the command of a run, as found in the run's directory, so that the new run does not
 * overwrite the files of the old one: those are evidence. ".again" is added to the name of the
 * directory; files with an option of their own are left out. "spu_sim --dir n/smoke-1 --log x"
 * becomes "spu_sim --dir n/smoke-1.again".
 *
 * @return the new command, to be freed; NULL: no memory.
 */
char *explain_again(const char *command);

/** Number of characters of the first word of a shell command, its quotes included. */
size_t explain_word(const char *command);

#endif
