/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"
#include "missed.h"

/* (1 - met / every) to the power of `runs`, compared with 1 %. */
static void test_chance(void **state)
{
    static const struct {
        const char *name;
        int64_t met, every, runs;
        bool chance;
    } rows[] = {
        {"1.8 %", 1, 100, 400, true},          {"0.7 %", 1, 100, 500, false},
        {"half of two", 1, 2, 6, true},        {"half of two, once more", 1, 2, 7, false},
        {"all of them", 3, 3, 1, false},       {"more than there are", 30, 20, 1, false},
        {"none has passed", 1, 100, 0, false}, {"rare", 1, 1000000, 1000000, true},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        CHECK(rows[i].name, night_by_chance(rows[i].met, rows[i].every, rows[i].runs),
              rows[i].chance);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_chance)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
