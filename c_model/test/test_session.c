/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>
#include <unistd.h>

#include "check.h"
#include "config_members.h"
#include "finding.h"
#include "spe/session.h"
#include "spe/status.h"

static struct spe_session *make(const char *name)
{
    struct spe_session_options options = {.config_path = "rtl/configs/v1p0_min.cfg"};
    struct spe_session *s = NULL;

    assert_int_equal(spe_session_create(&s, name, &options), 0);
    return s;
}

static void a_published_session_is_found(void **state)
{
    struct spe_session *a = make("a"), *b = make("b"), *again = make("a");

    (void)state;
    assert_null(spe_session_find("a"));
    assert_int_equal(spe_session_publish(a), 0);
    assert_int_equal(spe_session_publish(b), 0);
    CHECK("another number", spe_session_serial(b), spe_session_serial(a) + 1);
    CHECK("none: only what is published shares the counter", spe_session_serial(again), 0);
    assert_int_equal(spe_session_publish(again), SPE_EINVAL);
    assert_ptr_equal(spe_session_find("a"), a);
    assert_ptr_equal(spe_session_find("b"), b);
    spe_session_destroy(a);
    assert_null(spe_session_find("a"));
    assert_ptr_equal(spe_session_find("b"), b);
    spe_session_destroy(b);
    spe_session_destroy(again);
    spe_session_destroy(NULL);
}

static void sixteen_can_be_published(void **state)
{
    struct spe_session *s[17];
    char name[16];

    (void)state;
    for (int i = 0; i < 17; i++) {
        (void)snprintf(name, sizeof(name), "s%d", i);
        s[i] = make(name);
        CHECK(name, spe_session_publish(s[i]), i < 16 ? 0 : SPE_ENOSPC);
    }
    for (int i = 0; i < 17; i++) {
        spe_session_destroy(s[i]);
    }
}

/* Names that a line of the log, or a finding, could not hold. */
static void bad_names_are_refused(void **state)
{
    static const char *const names[] = {
        "",     " a",  "a\nb",
        "a\tb", "a#b", "0123456789012345678901234567890123456789012345678901234567890123"};
    struct spe_session_options options = {.config_path = "rtl/configs/v1p0_min.cfg"};
    struct spe_session *s = NULL;

    (void)state;
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        CHECK(names[i], spe_session_create(&s, names[i], &options), SPE_EINVAL);
    }
    spe_session_destroy(make("top.spu[0] b"));
}

static void bad_options_are_refused(void **state)
{
    struct spe_config cfg;
    static const struct {
        const char *row;
        struct spe_session_options options;
        int status;
    } rows[] = {
        {"no configuration", {.taps = SPE_TAP_ALL}, SPE_ECONFIG},
        {"no file", {.config_path = "no/such.cfg"}, SPE_ECONFIG},
        {"taps", {.config_path = "rtl/configs/v1p0_min.cfg", .taps = SPE_TAP_REGS}, SPE_EINVAL},
        {"log", {.config_path = "rtl/configs/v1p0_min.cfg", .log_path = "/no/such/log"}, SPE_EIO},
    };
    struct spe_session *s = NULL;

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        CHECK(rows[i].row, spe_session_create(&s, "x", &rows[i].options), rows[i].status);
    }
    spe_config_init(&cfg);
    cfg.align = cfg.max_size + 1;
    struct spe_session_options options = {.cfg = &cfg};
    assert_int_equal(spe_session_create(&s, "x", &options), SPE_ECONFIG);
}

/* No option may make the log overwrite the configuration. */
static void a_log_spares_its_configuration(void **state)
{
    char path[] = "/tmp/spe_test_session_XXXXXX";
    struct spe_session_options options = {.config_path = path, .log_path = path};
    struct spe_session *s = NULL;
    int file = mkstemp(path);
    int bytes = dprintf(file, "name = %s\nothers = default\nend\n", strrchr(path, '/') + 1);

    (void)state;
    assert_true(bytes > 0);
    assert_int_equal(spe_session_create(&s, "x", &options), SPE_EINVAL);
    assert_int_equal(lseek(file, 0, SEEK_END), bytes);
    (void)close(file);
    (void)unlink(path);
}

/* If the log cannot be written, the run fails with status 4, whatever the comparisons said. */
static void a_full_disk_fails_the_run(void **state)
{
    struct spe_session_options options = {.config_path = "rtl/configs/v1p0_min.cfg",
                                          .log_path = "/dev/full"};
    struct spe_session *s = NULL;
    struct spe_run_info info = {.test = "x"};
    struct spe_txn close_txn = {.kind = SPE_TXN_CLOSE};
    FILE *out = tmpfile();
    char text[1024] = "";

    (void)state;
    assert_non_null(out);
    assert_int_equal(spe_session_create(&s, "x", &options), 0);
    (void)spe_session_submit(s, &close_txn);
    assert_int_equal(spe_verdict_print(out, &s, 1, &info), 4);
    assert_int_equal(spe_session_status(s), SPE_EIO);
    rewind(out);
    assert_true(fread(text, 1, sizeof(text) - 1, out) > 0);
    assert_non_null(
        strstr(text, "why: transaction log /dev/full: No space left on device\nRESULT FAIL "));
    (void)fclose(out);
    spe_session_destroy(s);
}

static void fill(char *text, size_t bytes)
{
    memset(text, 'x', bytes - 1);
    text[bytes - 1] = '\0';
}

/* The line of a finding has all its fields and a newline. Only a section is cut that is longer than
 * a path. */
static void a_finding_has_its_line(void **state)
{
    struct spe_finding f = {
        .kind = SPE_FINDING_ASSERTION, .cycle = UINT64_MAX, .seq = UINT32_MAX, .pos = UINT64_MAX};
    char line[FINDING_LINE], name[64], section[2000];

    (void)state;
    fill(name, sizeof(name));
    fill(f.where, sizeof(f.where));
    fill(f.text, sizeof(f.text));
    fill(f.expected, sizeof(f.expected));
    fill(f.actual, sizeof(f.actual));
    fill(f.choices, sizeof(f.choices));
    memcpy(f.choices + sizeof(f.choices) - 6, "[end]", 5);
    fill(section, 301);
    f.section = section;
    finding_format(line, name, &f);
    assert_string_equal(line + strlen(line) - 6, "[end]\n");
    fill(section, sizeof(section));
    finding_format(line, name, &f);
    assert_int_equal(strlen(line), FINDING_LINE - 1);
    assert_string_equal(line + FINDING_LINE - 3, "x\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_published_session_is_found),
        cmocka_unit_test(sixteen_can_be_published),
        cmocka_unit_test(bad_names_are_refused),
        cmocka_unit_test(bad_options_are_refused),
        cmocka_unit_test(a_full_disk_fails_the_run),
        cmocka_unit_test(a_log_spares_its_configuration),
        cmocka_unit_test(a_finding_has_its_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
