/* SPDX-License-Identifier: Apache-2.0 */
#ifndef NIGHT_LIST_H
#define NIGHT_LIST_H

#include <stddef.h>
#include <stdint.h>

/**
 * What a list names (sim/lists/): a test on a configuration, or a command, with its seeds. Patterns
 * are resolved: a test comes with each configuration that it is for (sim/tests.tsv,
 * sim/applies.tsv).
 */
struct night_item {
    char *config, *test;
    char *args;          /* options of spu_sim, `--test` among them; "!COMMAND": of the shell */
    int64_t first, last; /* seeds of the fixed list */
    int64_t weight;      /* share of the fresh seeds; 0: none */
    int64_t timeout;     /* seconds of processor time */
};

struct night_list {
    struct night_item *item;
    size_t items;
    const char *path; /* the caller's */
};

/**
 * Read the list at `path` with the tables in the folder `sim`, for the configurations that
 * `configs` names, with blanks between. `last`: the last seed of the tests that the list names; -1:
 * as it says. A pattern leaves out configurations that are none of them; a row that names no run,
 * or a command whose name another one has, is misuse.
 * @return 0, or NIGHT_EXIT_USAGE or _ENVIRONMENT after one line.
 */
int night_list_read(struct night_list *list, const char *path, const char *sim, const char *configs,
                    int64_t last);

/** Timeout of the first item that names the test on the configuration; `none` if there is none. */
int64_t night_list_timeout(const struct night_list *list, const char *config, const char *test,
                           int64_t none);

void night_list_free(struct night_list *list);

#endif
