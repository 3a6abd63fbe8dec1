/* SPDX-License-Identifier: Apache-2.0 */
#ifndef NIGHT_LIST_H
#define NIGHT_LIST_H

#include <stddef.h>
#include <stdint.h>

/**
 * One item of a list (sim/lists/): a test on a configuration, or a command, with its seeds.
 * Patterns are resolved: a test is added for each configuration that it applies to (sim/tests.tsv,
 * sim/applies.tsv).
 */
struct night_item {
    char *config, *test;
    char *args;          /* options of spu_sim, `--test` among them; "!COMMAND": of the shell */
    int64_t first, last; /* seeds that every night plays */
    int64_t weight;      /* share of the fresh seeds, 0: none */
    int64_t timeout;     /* seconds of processor time */
};

struct night_list {
    struct night_item *item;
    size_t items;
    const char *path; /* the caller's */
};

/**
 * Read the list at `path` with the tables in the folder `sim`. `configs` names the configurations,
 * separated by blanks; a pattern matches only these. `last` is the last seed of the tests in the
 * list; -1: as the list says. Refused are a row that names no run, and a command whose name is
 * already used.
 * @return 0, or NIGHT_EXIT_USAGE or _ENVIRONMENT after one line.
 */
int night_list_read(struct night_list *list, const char *path, const char *sim, const char *configs,
                    int64_t last);

/** Timeout of the first item with the test on the configuration; `none` if there is no such item.
 */
int64_t night_list_timeout(const struct night_list *list, const char *config, const char *test,
                           int64_t none);

void night_list_free(struct night_list *list);

#endif
