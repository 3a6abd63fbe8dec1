/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_CLI_SHELL_WORD_H
#define SPE_CLI_SHELL_WORD_H

#include <stdio.h>

/** Print a word of a command that is to be pasted into a shell, quoted where it must be: a file
 * "-x y" becomes "./'-x y'". */
void shell_word(FILE *out, const char *word);

#endif
