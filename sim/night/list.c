/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include "list.h"

#include <fnmatch.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "night.h"
#include "tsv.h"

enum {
    TIMEOUT = 300, /* seconds, for a row without a timeout */
    SEEDS_MAX = 999999999,
    NAME_CHARS = 63 /* of the name of a command or its configuration */
};

/* The tables that resolve a list. */
struct tables {
    struct night_tsv list, tests, applies;
    const char *configs;
    int64_t last;
};

static int misuse(const struct tables *t, const struct night_row *row, const char *what)
{
    return night_fail(NIGHT_EXIT_USAGE, "%s:%d: %s", t->list.path, row->line, what);
}

/* Read the columns after the configuration. @return 0, or the status after one line. */
static int numbers(const struct tables *t, const struct night_row *row, struct night_item *item)
{
    item->timeout = TIMEOUT;
    if (row->columns < 3 || night_range(row->column[2], &item->first, &item->last) != 0 ||
        item->last > SEEDS_MAX) {
        return misuse(t, row, "seeds FIRST-LAST are needed in the third column");
    }
    if (row->columns > 3 &&
        (night_number(row->column[3], &item->weight) != 0 || item->weight > 1000)) {
        return misuse(t, row, "a weight of 0 to 1000 is needed in the fourth column");
    }
    if (row->columns > 4 && (night_number(row->column[4], &item->timeout) != 0 ||
                             item->timeout == 0 || item->timeout > 86400)) {
        return misuse(t, row, "a timeout of 1 to 86400 seconds is needed in the fifth column");
    }
    return NIGHT_EXIT_GOOD;
}

static int add(struct night_list *list, const struct night_item *item, const char *config,
               const char *test, const char *args)
{
    if (night_grow((void **)&list->item, list->items, sizeof(*item)) != 0) {
        return NIGHT_EXIT_ENVIRONMENT;
    }
    struct night_item *one = &list->item[list->items];
    *one = *item;
    one->config = strdup(config);
    one->test = strdup(test);
    one->args = strdup(args);
    list->items++;
    if (one->config == NULL || one->test == NULL || one->args == NULL) {
        return night_fail(NIGHT_EXIT_ENVIRONMENT, "out of memory");
    }
    return NIGHT_EXIT_GOOD;
}

/* Whether the name can be part of file names and of words in a command. A configuration has no dot:
 * in CONFIG.TEST.SEED, everything after the first dot belongs to the test. */
static bool is_name(const char *name, const char *marks)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
    size_t n = strspn(name, letters);

    if (n == 0) {
        return false;
    }
    while (name[n] != '\0' &&
           (strchr(letters, name[n]) != NULL || strchr(marks, name[n]) != NULL)) {
        n++;
    }
    return name[n] == '\0';
}

/* Both are parts of the run's name, which the engine must return complete. */
static bool is_long(const struct night_row *row)
{
    return strlen(row->column[0] + 1) > NAME_CHARS || strlen(row->column[1]) > NAME_CHARS;
}

static int add_command(const struct tables *t, const struct night_row *row, struct night_list *list)
{
    struct night_item item = {0};
    char args[4096];
    int status = numbers(t, row, &item);

    if (status != NIGHT_EXIT_GOOD) {
        return status;
    }
    if (row->columns != 6 || row->column[5][0] == '\0') {
        return misuse(t, row, "a command is needed in the sixth column");
    }
    if (!is_name(row->column[0] + 1, "_.-") || !is_name(row->column[1], "_")) {
        return misuse(t, row,
                      "names of letters, digits and _ are needed behind ! (there - and ., too) "
                      "and of the configuration");
    }
    if (is_long(row)) {
        return misuse(t, row, "names have 63 characters at most");
    }
    if (snprintf(args, sizeof(args), "!%s", row->column[5]) >= (int)sizeof(args)) {
        return misuse(t, row, "the command is too long");
    }
    return add(list, &item, row->column[1], row->column[0] + 1, args);
}

/* The test that a row of sim/tests.tsv plays: the one after --test in its options, or the row's own
 * name. */
static void test_of(char dst[64], const struct night_row *test)
{
    const char *at = strstr(test->column[3], "--test ");

    (void)snprintf(dst, 64, "%s", at != NULL ? at + 7 : test->column[0]);
    dst[strcspn(dst, " ")] = '\0';
}

/* Add `test` on each configuration that the row names, that is built, and that the test applies to.
 */
static int add_test(const struct tables *t, const struct night_row *row,
                    const struct night_row *test, struct night_list *list,
                    const struct night_item *item)
{
    char name[64], args[1024], words[2048];
    char *rest = NULL;

    test_of(name, test);
    const struct night_row *applies = night_tsv_find(&t->applies, name);
    if (applies == NULL || applies->columns < 2) {
        return NIGHT_EXIT_GOOD; /* it applies to no configuration */
    }
    const char *own = strcmp(test->column[3], "-") == 0 ? "" : test->column[3];
    (void)snprintf(args, sizeof(args), "%s%s%s%s", strstr(own, "--test ") ? "" : "--test ",
                   strstr(own, "--test ") ? "" : name, own[0] && !strstr(own, "--test ") ? " " : "",
                   own);
    (void)snprintf(words, sizeof(words), "%s", applies->column[1]);
    for (char *c = strtok_r(words, " ", &rest); c != NULL; c = strtok_r(NULL, " ", &rest)) {
        if (fnmatch(row->column[1], c, 0) == 0 && night_has_word(t->configs, c) &&
            add(list, item, c, test->column[0], args) != NIGHT_EXIT_GOOD) {
            return NIGHT_EXIT_ENVIRONMENT;
        }
    }
    return NIGHT_EXIT_GOOD;
}

static bool passes(const struct night_row *test)
{
    return test->columns >= 5 && strcmp(test->column[4], "0") == 0;
}

static int add_tests(const struct tables *t, const struct night_row *row, struct night_list *list)
{
    struct night_item item = {0};
    size_t before = list->items;
    bool any = false;
    int status = numbers(t, row, &item);

    if (status == NIGHT_EXIT_GOOD && t->last >= 0 && strcmp(row->column[0], "*") != 0) {
        item.last = t->last;
        if (item.last < item.first || item.last > SEEDS_MAX) {
            return misuse(t, row, "SEEDS is less than the first seed, or more than 999999999");
        }
    }
    for (size_t i = 0; status == NIGHT_EXIT_GOOD && i < t->tests.rows; i++) {
        const struct night_row *test = &t->tests.row[i];
        if (passes(test) && fnmatch(row->column[0], test->column[0], 0) == 0) {
            any = true;
            status = add_test(t, row, test, list, &item);
        }
    }
    if (status == NIGHT_EXIT_GOOD && !any) {
        return night_fail(NIGHT_EXIT_USAGE, "%s:%d: no test '%s' that is to pass", t->list.path,
                          row->line, row->column[0]);
    }
    if (status == NIGHT_EXIT_GOOD && list->items == before) {
        return night_fail(NIGHT_EXIT_USAGE, "%s:%d: no configuration '%s' that '%s' is for",
                          t->list.path, row->line, row->column[1], row->column[0]);
    }
    return status;
}

/* Refuse two different commands, or a command and a test, with the same name and configuration: a
 * run of one would count as a run of the other. */
static int check_names(const struct tables *t, const struct night_list *list)
{
    for (size_t i = 0; i < list->items; i++) {
        const struct night_item *a = &list->item[i];
        for (size_t k = 0; a->args[0] == '!' && k < list->items; k++) {
            const struct night_item *b = &list->item[k];
            if (strcmp(a->config, b->config) == 0 && strcmp(a->test, b->test) == 0 &&
                strcmp(a->args, b->args) != 0) {
                return night_fail(NIGHT_EXIT_USAGE, "%s: two commands have the name %s on %s",
                                  t->list.path, a->test, a->config);
            }
        }
    }
    return NIGHT_EXIT_GOOD;
}

static int resolve(const struct tables *t, struct night_list *list)
{
    int status = NIGHT_EXIT_GOOD;

    for (size_t i = 0; status == NIGHT_EXIT_GOOD && i < t->list.rows; i++) {
        const struct night_row *row = &t->list.row[i];
        if (row->columns == 1 && strcmp(row->column[0], "need") == 0) {
            continue; /* this row is for sim/regress.sh */
        }
        if (row->columns < 2) {
            status = misuse(t, row, "test, configuration and seeds are needed");
        } else {
            status = row->column[0][0] == '!' ? add_command(t, row, list) : add_tests(t, row, list);
        }
    }
    if (status == NIGHT_EXIT_GOOD && list->items == 0) {
        status = night_fail(NIGHT_EXIT_USAGE, "%s names no run", t->list.path);
    }
    return status == NIGHT_EXIT_GOOD ? check_names(t, list) : status;
}

int night_list_read(struct night_list *list, const char *path, const char *sim, const char *configs,
                    int64_t last)
{
    struct tables t = {.configs = configs, .last = last};
    char tests[PATH_MAX], applies[PATH_MAX];

    *list = (struct night_list){.path = path};
    (void)snprintf(tests, sizeof(tests), "%s/tests.tsv", sim);
    (void)snprintf(applies, sizeof(applies), "%s/applies.tsv", sim);
    int status = night_tsv_read(&t.list, path);
    if (status == NIGHT_EXIT_GOOD) {
        status = night_tsv_read(&t.tests, tests);
    }
    if (status == NIGHT_EXIT_GOOD) {
        status = night_tsv_read(&t.applies, applies);
    }
    if (status == NIGHT_EXIT_GOOD) {
        status = resolve(&t, list);
    }
    night_tsv_free(&t.list);
    night_tsv_free(&t.tests);
    night_tsv_free(&t.applies);
    if (status != NIGHT_EXIT_GOOD) {
        night_list_free(list);
    }
    return status;
}

int64_t night_list_timeout(const struct night_list *list, const char *config, const char *test,
                           int64_t none)
{
    for (size_t i = 0; i < list->items; i++) {
        const struct night_item *item = &list->item[i];
        if (strcmp(item->config, config) == 0 && strcmp(item->test, test) == 0) {
            return item->timeout;
        }
    }
    return none;
}

void night_list_free(struct night_list *list)
{
    for (size_t i = 0; i < list->items; i++) {
        free(list->item[i].config);
        free(list->item[i].test);
        free(list->item[i].args);
    }
    free(list->item);
    *list = (struct night_list){0};
}
