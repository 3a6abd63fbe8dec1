/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"
#include "parts/hashed.h"
#include "state/buffer.h"
#include "state/gone.h"

/* A set of numbers that keeps their hashes. */

static void those_that_were_put_in(void **state)
{
    struct hashed set = {{0}};
    unsigned before = 0, others = 0;

    (void)state;
    for (uint64_t i = 0; i < 4000; i++) {
        before += hashed_has(&set, 0x80010 + i);
        hashed_add(&set, 0x80010 + i);
    }
    CHECK("hardly one before it was put in", before < 40, true);
    for (uint64_t i = 0; i < 4000; i++) {
        CHECK("one of them", hashed_has(&set, 0x80010 + i), true);
    }
    for (uint64_t i = 0; i < 4096; i++) {
        others += hashed_has(&set, 0xFFFF000000000 + i);
    }
    CHECK("few others", others < 41, true);
}

/* Translations whose ASID and VMID `sync` gives. The set holds each of them twice: with these ids
 * and with any. */
static void translations_that_were_put_in(void **state)
{
    const struct xl_mode mode = {.regime = 0};
    struct gone gone = {.n = 0};
    unsigned others = 0;

    (void)state;
    for (uint64_t i = 0; i < 4000; i++) {
        const struct xl x = {.va_page = i, .pa_page = i, .ids = {.told = 5}};
        gone_add(&gone, &x, &mode, true);
    }
    for (uint64_t i = 0; i < 4000; i++) {
        const struct xl x = {.va_page = i, .pa_page = i, .ids = {.told = 5}};
        const struct xl other = {.va_page = i, .pa_page = 0x80000 + i, .ids = {.told = 5}};
        CHECK("with its ASID", gone_has(&gone, &x, &mode, false, false), true);
        CHECK("with any", gone_has(&gone, &x, &mode, true, false), true);
        others += gone_has(&gone, &other, &mode, false, false);
    }
    CHECK("few others", others < 40, true);
}

/* One translation is in the set. A translation that differs in one member is not. */
static void what_makes_it_another_one(void **state)
{
    static const struct {
        const char *name;
        struct xl x;
        struct xl_mode mode;
        bool there;
    } rows[] = {
        {"the same", {.va_page = 1, .pa_page = 2, .ids = {.told = 5}}, {3, 1, 0x44, 2, 0}, true},
        {"page", {.va_page = 9, .pa_page = 2, .ids = {.told = 5}}, {3, 1, 0x44, 2, 0}, false},
        {"its place", {.va_page = 1, .pa_page = 9, .ids = {.told = 5}}, {3, 1, 0x44, 2, 0}, false},
        {"ASID", {.va_page = 1, .pa_page = 2, .ids = {.told = 6}}, {3, 1, 0x44, 2, 0}, false},
        {"regime", {.va_page = 1, .pa_page = 2, .ids = {.told = 5}}, {2, 1, 0x44, 2, 0}, false},
        {"a virtual address",
         {.va_page = 1, .pa_page = 2, .ids = {.told = 5}},
         {3, 0, 0x44, 2, 0},
         false},
        {"memory type",
         {.va_page = 1, .pa_page = 2, .ids = {.told = 5}},
         {3, 1, 0xFF, 2, 0},
         false},
        {"shareability",
         {.va_page = 1, .pa_page = 2, .ids = {.told = 5}},
         {3, 1, 0x44, 3, 0},
         false},
    };
    struct gone gone = {.n = 0};

    (void)state;
    gone_add(&gone, &rows[0].x, &rows[0].mode, true);
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        const bool told = rows[i].x.ids.told == rows[0].x.ids.told;
        CHECK(rows[i].name, gone_has(&gone, &rows[i].x, &rows[i].mode, false, false),
              rows[i].there);
        CHECK(rows[i].name, gone_has(&gone, &rows[i].x, &rows[i].mode, true, false),
              rows[i].there || !told);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(those_that_were_put_in),
                                       cmocka_unit_test(translations_that_were_put_in),
                                       cmocka_unit_test(what_makes_it_another_one)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
