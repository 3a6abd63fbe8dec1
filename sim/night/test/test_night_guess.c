/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"
#include "guess.h"

static void test_guess(void **state)
{
    static const char *const names[] = {"sel.collided", "sel.draw", "out.cti", "out.pop",
                                        "out.cti"};
    static const struct {
        const char *wanted, *text;
    } rows[] = {
        {"sel.colided", "; near: sel.collided"}, /* a letter is missing */
        {"sel.drwa", "; near: sel.draw"},        /* two letters are swapped */
        {"out.ptp", "; near: out.pop"},
        {"out.ct", "; near: out.cti"},
        {"out.cop", "; near: out.pop"},
        {"out.cpp", "; near: out.cti out.pop"},
        {"out.xxx", "; near: out.cti out.pop"},
        {"nonsense", ""},
        {"", ""},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct night_guess near;
        char text[512];
        night_guess_begin(&near, rows[i].wanted);
        for (size_t j = 0; j < sizeof(names) / sizeof(names[0]); j++) {
            night_guess_take(&near, names[j]);
        }
        assert_string_equal(night_guess_text(text, sizeof(text), &near), rows[i].text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_guess)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
