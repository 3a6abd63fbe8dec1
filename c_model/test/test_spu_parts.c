/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"
#include "model/spu_value.c"

/* Internals of the SPU as a value, which test_spu_value.c cannot see from outside. */

/* If a list has no row in parts[], the comparison includes stale bytes behind its last entry, and
 * two equal SPUs differ. A list with a row adds nothing to the plain bytes; a list without a row
 * exceeds the bound below, which leaves room only for single members. */
static void each_list_has_a_row(void **state)
{
    size_t bytes = 0;

    (void)state;
    for (size_t i = 0; i <= PARTS; i++) {
        bytes += plain_end(i) - plain(i);
    }
    CHECK("bytes of the members that are no list fit", bytes <= 14132, true);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(each_list_has_a_row)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
