/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"
#include "spe/status.h"

static void every_status_has_its_text(void **state)
{
    (void)state;
    assert_string_equal(spe_status_text(0), "ok");
    assert_string_equal(spe_status_text(SPE_EINVAL), "invalid argument");
    assert_string_equal(spe_status_text(SPE_ENOSPC), "buffer too small");
    assert_string_equal(spe_status_text(SPE_EBADMSG), "malformed data");
    assert_string_equal(spe_status_text(SPE_ECONFIG), "invalid configuration");
    assert_string_equal(spe_status_text(1), "unknown status");
    assert_string_equal(spe_status_text(-99), "unknown status");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_status_has_its_text)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
