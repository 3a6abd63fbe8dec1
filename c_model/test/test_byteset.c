/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"
#include "parts/byteset.h"

/* Bytes of one page. */

struct byteset_row {
    const char *name;
    uint64_t byte[2]; /* that are put in, 0: none */
    uint64_t from;    /* where the search begins */
    bool is_there;
    uint64_t found;
};

static const struct byteset_row rows[] = {
    {"none", {0}, 0x10000, false, 0},
    {"none, of the first page", {0}, 0, false, 0},
    {"the first byte of the page", {0x10000}, 0x10000, true, 0x10000},
    {"... asked for behind it", {0x10000}, 0x10001, false, 0},
    {"the last one", {0x10fff}, 0x10000, true, 0x10fff},
    {"the last one of all", {UINT64_MAX}, UINT64_MAX - 0xfff, true, UINT64_MAX},
    {"the lower one of two, put in last", {0x10040, 0x1003f}, 0x10000, true, 0x1003f},
    {"the next one", {0x10040, 0x1003f}, 0x10040, true, 0x10040},
    {"of the page before", {0x10fff}, 0xffff, false, 0},
    {"of the page behind", {0x10fff}, 0x11000, false, 0},
};

static void bytes_are_found(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        const struct byteset_row *row = &rows[i];
        struct byteset set = {.page = 0};
        uint64_t found = 0;
        for (int k = 0; k < 2 && row->byte[k] != 0; k++) {
            byteset_add(&set, row->byte[k]);
        }
        CHECK(row->name, byteset_from(&set, row->from, &found), row->is_there);
        CHECK(row->name, found, row->found);
        CHECK(row->name, byteset_has(&set, row->from), row->is_there && found == row->from);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(bytes_are_found)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
