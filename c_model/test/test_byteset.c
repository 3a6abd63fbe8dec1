/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"
#include "parts/byteset.h"

/* Bytes of one record. */

struct byteset_row {
    const char *name;
    uint64_t base;
    uint64_t byte[2]; /* added to the set; 0: none */
    uint64_t from;    /* where the search begins */
    bool is_there;
    uint64_t found;
};

static const struct byteset_row rows[] = {
    {"none", 0x10020, {0}, 0x10020, false, 0},
    {"none, of the first page", 0, {0}, 0, false, 0},
    {"the first byte", 0x10020, {0x10020}, 0x10020, true, 0x10020},
    {"... asked for behind it", 0x10020, {0x10020}, 0x10021, false, 0},
    {"... from far before it", 0x10020, {0x10020}, 0, true, 0x10020},
    {"the last one", 0x10020, {0x1081f}, 0x10020, true, 0x1081f},
    {"the last one of all", UINT64_MAX - 0x7ff, {UINT64_MAX}, UINT64_MAX - 0x7ff, true, UINT64_MAX},
    {"in the next page", 0x10fff, {0x11000}, 0x10fff, true, 0x11000},
    {"the lower one of two, put in last", 0x10000, {0x10040, 0x1003f}, 0x10000, true, 0x1003f},
    {"the next one", 0x10000, {0x10040, 0x1003f}, 0x10040, true, 0x10040},
    {"in front of the first", 0x10020, {0x1001f}, 0x1001f, false, 0},
    {"behind the last", 0x10020, {0x10820}, 0x10020, false, 0},
    {"asked for there", 0x10020, {0x1081f}, 0x10820, false, 0},
};

static void bytes_are_found(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        const struct byteset_row *row = &rows[i];
        struct byteset set = {.base = row->base};
        uint64_t found = 0;
        for (int k = 0; k < 2 && row->byte[k] != 0; k++) {
            byteset_add(&set, row->byte[k]);
        }
        CHECK(row->name, byteset_from(&set, row->from, &found), row->is_there);
        CHECK(row->name, found, row->found);
        CHECK(row->name, byteset_has(&set, row->from), row->is_there && found == row->from);
    }
}

/* A record has bytes of two pages at most. */
static void pages_are_parted(void **state)
{
    struct byteset set = {.base = 0x10ff8}, page;

    (void)state;
    byteset_add(&set, 0x10ff9);
    byteset_add(&set, 0x11002);
    page = byteset_page(&set, 0x10000);
    CHECK("begins where the set does", page.base, 0x10ff8);
    CHECK("its own", byteset_has(&page, 0x10ff9), true);
    CHECK("of the next page", byteset_has(&page, 0x11002), false);
    page = byteset_page(&set, 0x11fff);
    CHECK("begins where the page does", page.base, 0x11000);
    CHECK("its own, of the second page", byteset_has(&page, 0x11002), true);
    CHECK("of the page before", byteset_has(&page, 0x10ff9), false);
    page = byteset_page(&set, 0x12000);
    CHECK("none, in none", byteset_within(&page, &(struct byteset){.base = 0}), true);
    CHECK("none, in any", byteset_within(&page, &set), true);
}

static void a_set_is_within_another(void **state)
{
    struct byteset set = {.base = UINT64_MAX - 0x7ff}, other = set;

    (void)state;
    byteset_add(&set, UINT64_MAX);
    byteset_add(&other, UINT64_MAX);
    CHECK("the same", byteset_within(&set, &other), true);
    byteset_add(&other, UINT64_MAX - 1);
    CHECK("fewer", byteset_within(&set, &other), true);
    CHECK("more", byteset_within(&other, &set), false);
    set.base--; /* the set now holds other bytes */
    CHECK("others", byteset_within(&set, &other), true);
    CHECK("others, more", byteset_within(&other, &set), false);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(bytes_are_found),
                                       cmocka_unit_test(pages_are_parted),
                                       cmocka_unit_test(a_set_is_within_another)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
