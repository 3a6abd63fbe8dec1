/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"
#include "model/spu_value.c"

/* The parts that the SPU as a value is made of: what test_spu_value.c cannot see from outside. */

/* A list that has no row in parts[] is compared with what is left in it behind its last entry, and
 * keeps two apart that are the same. A list with a row adds nothing to these bytes, one without
 * more than is left here for single members. */
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
