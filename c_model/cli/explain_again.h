/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_CLI_EXPLAIN_AGAIN_H
#define SPE_CLI_EXPLAIN_AGAIN_H

#include <stddef.h>

/**
 * The command of a run, as its directory has it, so that it writes nowhere where the run has
 * written: that is evidence. The directory gets ".again" behind its name; files with an option of
 * their own are left out. "spu_sim --dir n/smoke-1 --log x" becomes "spu_sim --dir
 * n/smoke-1.again".
 *
 * @return the new one, to be freed; NULL: no memory.
 */
char *explain_again(const char *command);

/** Characters of the first word of a command of the shell, its quotes with it. */
size_t explain_word(const char *command);

#endif
