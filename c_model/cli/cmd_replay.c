/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <string.h>

#include "cli.h"
#include "spe/model.h"
#include "spe/replay.h"

int spe_cmd_replay(int argc, char **argv)
{
    struct spe_replay_options options = {.out = stdout};

    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--checks") == 0) {
            options.checks = true;
        } else if (argv[i][0] != '-' && options.path == NULL) {
            options.path = argv[i];
        } else {
            options.path = NULL;
            break;
        }
    }
    if (options.path == NULL) {
        fprintf(stderr, "usage: spe replay [--checks] LOG\n");
        return 2;
    }
    return spe_replay(&options);
}

int spe_cmd_checks(int argc, char **argv)
{
#define SPE_CHECK(id, name, oracle, taps, title) {name, oracle, title},
    static const struct {
        const char *name, *oracle, *title;
    } check[SPE_CHECKS] = {
#include "spe/checks.def"
    };
#undef SPE_CHECK
    if (argc != 1) {
        fprintf(stderr, "usage: spe %s\n", argv[0]);
        return 2;
    }
    for (int i = 0; i < SPE_CHECKS; i++) {
        printf("%-18s %s %s\n", check[i].name, check[i].oracle, check[i].title);
    }
    return 0;
}
