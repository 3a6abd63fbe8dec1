/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "check.h"
#include "parts/lag.h"

/* Two hypotheses have equal histories once nothing can tell them apart. */

/* S rose in cycle 110 or 111: nothing can tell which, long after that. */
static struct lag risen(uint64_t rise, uint64_t now)
{
    struct lag_verdict verdict;
    struct lag lag;

    memset(&lag, 0, sizeof(lag));
    lag_begin(&lag, 1, 3);
    lag_state(&lag, (struct level){.zeros = 1});
    lag_state(&lag, (struct level){.cycle = rise, .ones = 1});
    lag_show(&lag, (struct shown){.cycle = 113, .bits = 1});
    while (lag_judge(&lag, now - 1, &verdict)) {
        assert_int_equal(verdict.wrong & 1, 0);
    }
    lag_forget(&lag, now);
    return lag;
}

static bool same_lag(const struct lag *a, const struct lag *b)
{
    return a->n == b->n && a->next == b->next &&
           memcmp(a->floor, b->floor, sizeof(a->floor)) == 0 &&
           memcmp(a->at, b->at, (size_t)a->n * sizeof(a->at[0])) == 0;
}

static void what_is_old_is_forgotten(void **state)
{
    (void)state;
    for (uint64_t now = 115; now < 140; now++) {
        const struct lag a = risen(110, now), b = risen(111, now);
        CHECK("the same", same_lag(&a, &b), now >= 111 + 3 + 1);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_old_is_forgotten),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
