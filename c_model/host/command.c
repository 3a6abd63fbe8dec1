/* SPDX-License-Identifier: Apache-2.0
 *
 * A command as one line of the shell.
 */
#define _POSIX_C_SOURCE 200809L
#include "command.h"

#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "spe/session.h"
#include "spe/status.h"

/* Print a word as it is if no character of it is special to a shell, otherwise in quotes. */
static void print_word(FILE *out, const char *word)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                "_./+,:@%-=";
    const bool option = word[0] == '-' || word[0] == '+'; /* in others = may assign to a variable */

    if (word[0] != '\0' && word[strspn(word, plain)] == '\0' &&
        (option || strchr(word, '=') == NULL)) {
        fputs(word, out);
        return;
    }
    fputc('\'', out);
    for (const char *c = word; *c != '\0'; c++) {
        fputs(*c == '\'' ? "'\\''" : (const char[]){*c, '\0'}, out);
    }
    fputc('\'', out);
}

static void print_folder(FILE *out)
{
    char folder[PATH_MAX];

    if (getcwd(folder, sizeof(folder)) != NULL) {
        fputs("cd ", out);
        print_word(out, folder);
        fputs(" &&", out);
    }
}

void spe_command_print(FILE *out, const char *const *argv)
{
    print_folder(out);
    for (; *argv != NULL; argv++) {
        fputc(' ', out);
        print_word(out, *argv);
    }
    fputc('\n', out);
}

int command_print_own(FILE *out)
{
    FILE *in = fopen("/proc/self/cmdline", "r");
    char *word = NULL;
    size_t room = 0;

    if (in == NULL) {
        int why = errno;
        fputs("# not known: there is no /proc/self/cmdline\n", out);
        return why == ENOMEM ? SPE_ENOMEM : SPE_OK;
    }
    print_folder(out);
    while (getdelim(&word, &room, '\0', in) > 0) {
        fputc(' ', out);
        print_word(out, word);
    }
    fputc('\n', out);
    int status = feof(in) ? SPE_OK : SPE_ENOMEM;
    free(word);
    (void)fclose(in);
    return status;
}
