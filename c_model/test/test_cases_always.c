/* SPDX-License-Identifier: Apache-2.0 */

#include "check.h"
#include "log_cases.h"
#include "txnlog.h"

/* Every case of c_model/test/cases once more, with each step made as if there were several
 * hypotheses. The findings and their cycles must not change. */

static void same(const struct log_case *c)
{
    static struct txnlog_result quiet, always;

    txnlog_apply("edited", c->text, &quiet);
    txnlog_always("edited", c->text, &always);
    if (strcmp(quiet.cycles, always.cycles) != 0 || strcmp(quiet.first, always.first) != 0) {
        fail_msg("%s: %s: %s\n%s\nin place: %s\n%s", c->place, c->name, always.cycles, always.first,
                 quiet.cycles, quiet.first);
    }
    assert_string_equal(always.forks, quiet.forks);
    assert_string_equal(always.why, quiet.why);
    assert_memory_equal(always.made, quiet.made, sizeof(quiet.made));
    CHECK(c->place, always.totals.pass, quiet.totals.pass);
    CHECK(c->place, always.totals.audited, quiet.totals.audited);
    CHECK(c->place, always.totals.pending, quiet.totals.pending);
    CHECK(c->place, always.totals.mismatches, quiet.totals.mismatches);
    CHECK(c->place, always.totals.misuses, quiet.totals.misuses);
    CHECK(c->place, always.totals.result_hash, quiet.totals.result_hash);
}

static void one_is_as_several(void **state)
{
    struct log_cases cases = {.n = 0};

    (void)state;
    log_cases_of_tree(&cases);
    assert_in_range(cases.n, 1000, 100000);
    for (size_t i = 0; i < cases.n; i++) {
        same(&cases.v[i]);
    }
    log_cases_free(&cases);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(one_is_as_several)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
