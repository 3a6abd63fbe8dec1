/* SPDX-License-Identifier: Apache-2.0
 *
 * spe_checks_print(): the table of checks that --checks prints.
 */
#include "check.h"
#include "session_internal.h"
#include "spe/session.h"
#include "state/model.h"

static struct spe_session *closed_session(void)
{
    struct spe_session_options options = {.config_path = "rtl/configs/v1p0_min.cfg"};
    struct spe_session *s = NULL;
    struct spe_txn t = {.kind = SPE_TXN_CLOSE, .cycle = 9};

    assert_int_equal(spe_session_create(&s, "a", &options), 0);
    (void)spe_session_submit(s, &t);
    return s;
}

static void every_check_has_a_line(void **state)
{
    struct spe_session *s = closed_session();
    FILE *out = tmpfile();
    char line[128];
    int n = 0;

    (void)state;
    assert_non_null(out);
    spe_checks_print(out, s);
    rewind(out);
    while (n < SPE_CHECKS && fgets(line, sizeof(line), out) != NULL) {
        assert_int_equal(strncmp(line, spe_check_name(n), strlen(spe_check_name(n))), 0);
        n++;
    }
    assert_int_equal(n, SPE_CHECKS);
    assert_non_null(fgets(line, sizeof(line), out)); /* no choice was open: no fork */
    assert_ptr_equal(strstr(line, "hypotheses 1 at most, 1.0000 in the mean of "), line);
    (void)fclose(out);
    spe_session_destroy(s);
}

/* A choice that kept a prediction alive is printed with the check that ended the usual answer. */
static void rescues_are_printed(void **state)
{
    struct spe_session *s = closed_session();
    FILE *out = tmpfile();
    char text[8192] = "";

    (void)state;
    assert_non_null(out);
    s->model->facts.rescued[FORK_B10][SPE_CHECK_REG_READ] = 3;
    s->model->facts.rescued[FORK_L15][SPE_CHECK_OUT_IRQ] = 1;
    spe_checks_print(out, s);
    rewind(out);
    assert_true(fread(text, 1, sizeof(text) - 1, out) > 0);
    assert_non_null(strstr(text, "\nrescue B10 reg.read 3\nrescue L15 out.irq 1\nhypotheses "));
    (void)fclose(out);
    spe_session_destroy(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_check_has_a_line),
        cmocka_unit_test(rescues_are_printed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
