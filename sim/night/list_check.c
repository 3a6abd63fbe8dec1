/* SPDX-License-Identifier: Apache-2.0
 *
 * `night list`: can the list be played? It is asked before anything is built for the list.
 */
#include <stdint.h>

#include "commands.h"
#include "list.h"
#include "night.h"

static int check(int argc, char **argv)
{
    const char *sim = NULL, *configs = NULL, *seeds = NULL;
    const struct night_option options[] = {
        {"--sim", &sim, NULL}, {"--configs", &configs, NULL}, {"--seeds", &seeds, NULL}, {0}};
    struct night_list list;
    int64_t last = -1;

    if (night_options(argc, argv, options, 1, 1) < 0) {
        return NIGHT_EXIT_USAGE;
    }
    if (sim == NULL || configs == NULL) {
        return night_fail(NIGHT_EXIT_USAGE, "list: --sim and --configs are needed");
    }
    if (seeds != NULL && seeds[0] != '\0' && night_number(seeds, &last) != 0) {
        return night_fail(NIGHT_EXIT_USAGE, "list: --seeds takes a number, not %s", seeds);
    }
    const int status = night_list_read(&list, argv[0], sim, configs, last);
    if (status == NIGHT_EXIT_GOOD) {
        night_list_free(&list);
    }
    return night_finish(status);
}

const struct night_command night_command_list = {
    "list", "can a list be played?",
    "usage: night list FILE --sim FOLDER --configs NAMES [--seeds N]\n"
    "Refuses a row that names no run, as night begin does, which is too late: everything has been\n"
    "built by then. NAMES: configurations, with blanks between. --seeds: as for night begin.\n"
    "Status: 0; 2 a bad list or usage, 4 one that cannot be read, with one line.\n",
    check};
