/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include <errno.h>

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

/* A failure of the caller exits with 2, a failure of the environment with 4. */
static void failures_are_told_apart(void **state)
{
    static const struct {
        int why, status, exit_status;
    } rows[] = {
        {ENOENT, SPE_ENOENT, 2}, {EISDIR, SPE_ENOENT, 2}, {EACCES, SPE_ENOENT, 2},
        {ENXIO, SPE_ENOENT, 2},  {EIO, SPE_EIO, 4},       {EMFILE, SPE_EIO, 4},
        {ENFILE, SPE_EIO, 4},    {ESTALE, SPE_EIO, 4},    {ENOMEM, SPE_ENOMEM, 4},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        CHECK(strerror(rows[i].why), spe_status_of_errno(rows[i].why), rows[i].status);
        CHECK(strerror(rows[i].why), spe_status_exit(rows[i].status), rows[i].exit_status);
    }
    assert_int_equal(spe_status_exit(SPE_ECONFIG), 2);
    assert_int_equal(spe_status_exit(SPE_EBADMSG), 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_status_has_its_text),
                                       cmocka_unit_test(failures_are_told_apart)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
