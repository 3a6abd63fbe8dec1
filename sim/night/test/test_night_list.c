/* SPDX-License-Identifier: Apache-2.0
 *
 * Lists: which runs a row names, and which rows are refused.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>
#include <unistd.h>

#include "check.h"
#include "list.h"
#include "night.h"

static char folder[] = "/tmp/night_list.XXXXXX";

static void write_file(const char *name, const char *text)
{
    char path[64];

    (void)snprintf(path, sizeof(path), "%s/%s", folder, name);
    FILE *out = fopen(path, "w");
    assert_non_null(out);
    fputs(text, out);
    fputs("# end\n", out);
    assert_int_equal(fclose(out), 0);
}

static int begin(void **state)
{
    (void)state;
    assert_non_null(mkdtemp(folder));
    write_file("tests.tsv",
               "smoke\t-\t-\t-\t0\tsmoke\nother\t-\t-\t--test smoke --ops 9\t0\tsmoke\n"
               "bad\t-\t-\t-\t1\tsmoke\n");
    write_file("applies.tsv", "smoke\tone two\n");
    return 0;
}

static int end(void **state)
{
    static const char *const names[] = {"tests.tsv", "applies.tsv", "list.tsv", ""};
    char path[64];

    (void)state;
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        (void)snprintf(path, sizeof(path), "%s/%s", folder, names[i]);
        (void)remove(path);
    }
    return 0;
}

static int read_list(struct night_list *list, const char *rows, int64_t last)
{
    static char path[64];

    (void)snprintf(path, sizeof(path), "%s/list.tsv", folder);
    write_file("list.tsv", rows);
    return night_list_read(list, path, folder, "one two", last);
}

/* Number of seeds of all rows, or -1: the list is refused. */
static int64_t runs(const char *rows, int64_t last)
{
    struct night_list list;
    int64_t n = 0;

    if (read_list(&list, rows, last) != NIGHT_EXIT_GOOD) {
        return -1;
    }
    for (size_t i = 0; i < list.items; i++) {
        n += list.item[i].last - list.item[i].first + 1;
    }
    night_list_free(&list);
    return n;
}

/* 63 characters. */
#define LONG "a23456789_b23456789_c23456789_d23456789_e23456789_f23456789_g23"

static void test_rows(void **state)
{
    static const struct {
        const char *rows;
        int64_t last, runs;
    } rows[] = {
        {"smoke\tone\t1-3\n", -1, 3},
        {"smoke\t*\t1-3\n", -1, 6},
        {"*\ttwo\t0-1\n", -1, 4},
        {"need\nsmoke\tone\t1-1\n", -1, 1},
        {"smoke\tone\t1-3\n", 9, 9},
        {"*\tone\t1-3\n", 9, 6},
        {"!c.d-e_f\tmy_1\t1-3\t0\t9\ttrue\n", 9, 3},
        {"!c\tmy\t1-3\t0\t9\ttrue\n!c\tmy\t4-5\t0\t9\ttrue\n", -1, 5},
        {"!c\tmy\t1-3\t0\t9\ttrue\n!c\tyour\t1-3\t0\t9\tfalse\n", -1, 6},
        /* A row that names no run. */
        {"smoke\tone\t1-3\nsmoke\tthree\t1-3\n", -1, -1},
        {"smoke\tone\t1-3\nnone\tone\t1-3\n", -1, -1},
        {"smoke\tone\t1-3\nbad\tone\t1-3\n", -1, -1},
        {"need\n", -1, -1},
        /* Seeds. */
        {"smoke\tone\t3-1\n", -1, -1},
        {"smoke\tone\t1-1000000000\n", -1, -1},
        {"smoke\tone\t2-8\n", 1, -1},
        {"smoke\tone\t0-8\n", 0, 1},
        {"smoke\tone\t1-8\n", 0, -1},
        {"smoke\tone\t1-8\n", 999999999, 999999999},
        {"smoke\tone\t1-8\n", 1000000000, -1},
        {"smoke\tone\t1-8\n", INT64_MAX, -1},
        /* Names. */
        {"!../x\tmy\t1-3\t0\t9\ttrue\n", -1, -1},
        {"!a b\tmy\t1-3\t0\t9\ttrue\n", -1, -1},
        {"!a/b\tmy\t1-3\t0\t9\ttrue\n", -1, -1},
        {"!.\tmy\t1-3\t0\t9\ttrue\n", -1, -1},
        {"!-a\tmy\t1-3\t0\t9\ttrue\n", -1, -1},
        {"!\tmy\t1-3\t0\t9\ttrue\n", -1, -1},
        {"!a\t\t1-3\t0\t9\ttrue\n", -1, -1},
        {"!a\tmy.own\t1-3\t0\t9\ttrue\n", -1, -1},
        {"!c\tmy\t1-3\t0\t9\ttrue\n!c\tmy\t4-5\t0\t9\tfalse\n", -1, -1},
        {"!" LONG "\t" LONG "\t1-3\t0\t9\ttrue\n", -1, 3},
        {"!" LONG "x\tmy\t1-3\t0\t9\ttrue\n", -1, -1},
        {"!c\t" LONG "x\t1-3\t0\t9\ttrue\n", -1, -1},
        {"smoke\tone\t1-3\n!smoke\tone\t1-3\t0\t9\ttrue\n", -1, -1},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        CHECK(rows[i].rows, runs(rows[i].rows, rows[i].last), rows[i].runs);
    }
}

static void test_columns(void **state)
{
    struct night_list list;

    (void)state;
    assert_int_equal(read_list(&list, "other\ttwo\t1-3\t7\n!c\tmy\t1-1\t0\t20\techo a\n", -1), 0);
    assert_int_equal(list.items, 2);
    assert_string_equal(list.item[0].config, "two");
    assert_string_equal(list.item[0].test, "other");
    assert_string_equal(list.item[0].args, "--test smoke --ops 9");
    CHECK("weight", list.item[0].weight, 7);
    CHECK("timeout", list.item[0].timeout, 300);
    assert_string_equal(list.item[1].args, "!echo a");
    CHECK("timeout", list.item[1].timeout, 20);
    night_list_free(&list);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_rows), cmocka_unit_test(test_columns)};

    return cmocka_run_group_tests(tests, begin, end);
}
