/* SPDX-License-Identifier: Apache-2.0
 *
 * Configuration files on disk, and the project's own with ID registers typed by hand.
 */
#define _POSIX_C_SOURCE 200809L /* mkdtemp */

#include "check.h"
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "spe/config_file.h"
#include "spe/status.h"

/* Files are made in a folder of their own; the tests name them relative to it. */
static int enter_folder(void **state)
{
    static char folder[] = "/tmp/spe_config_XXXXXX";

    *state = mkdtemp(folder);
    return *state ? 0 : -1;
}

static int leave_folder(void **state)
{
    static const char *const names[] = {"top.cfg", "sub/base.cfg", "sub/deep.cfg", "big.cfg",
                                        "nul.cfg"};
    char path[256];

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        snprintf(path, sizeof path, "%s/%s", (char *)*state, names[i]);
        unlink(path);
    }
    snprintf(path, sizeof path, "%s/sub", (char *)*state);
    rmdir(path);
    return rmdir(*state);
}

static const char *make_file(void **state, const char *name, const char *text, size_t bytes)
{
    static char path[256];
    FILE *file;

    snprintf(path, sizeof path, "%s/sub", (char *)*state);
    mkdir(path, 0700);
    snprintf(path, sizeof path, "%s/%s", (char *)*state, name);
    file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(text, 1, bytes, file), bytes);
    fclose(file);
    return path;
}

static const char *make_text(void **state, const char *name, const char *text)
{
    return make_file(state, name, text, strlen(text));
}

static void includes_are_relative(void **state)
{
    struct spe_config_error err;
    struct spe_config cfg;

    make_text(state, "sub/deep.cfg", "width = 2\n");
    make_text(state, "sub/base.cfg", "include = deep.cfg\nalign = 1\n");
    CHECK("load",
          spe_config_load(&cfg, make_text(state, "top.cfg", "include = sub/base.cfg\n"), &err), 0);
    CHECK("width", cfg.width, 2);
    CHECK("align", cfg.align, 1);
    CHECK("a default", cfg.inflight, 1);
}

static void errors_are_one_line(void **state)
{
    struct spe_config_error err;
    struct spe_config cfg;
    char line[512], expected[512];
    const char *path = make_text(state, "top.cfg", "# x\nwidth = 9\n");

    CHECK("load", spe_config_load(&cfg, path, &err), SPE_ECONFIG);
    spe_config_error_format(&err, line, sizeof line);
    snprintf(expected, sizeof expected, "%s:2: width = '9': allowed: 1 to 8", path);
    assert_string_equal(line, expected);
    CHECK("check", spe_config_load(&cfg, make_text(state, "top.cfg", "el2 = 0\n"), &err),
          SPE_ECONFIG);
    spe_config_error_format(&err, line, sizeof line);
    snprintf(expected, sizeof expected, "%s: vhe = 1: allowed: 0 with el2 = 0", path);
    assert_string_equal(line, expected);
    err.file[0] = '\0';
    spe_config_error_format(&err, line, sizeof line);
    assert_string_equal(line, "vhe = 1: allowed: 0 with el2 = 0");
}

static void unreadable_files(void **state)
{
    static char big[70000];
    struct spe_config_error err;
    struct spe_config cfg;

    CHECK("missing", spe_config_load(&cfg, "/nonexistent/x.cfg", &err), SPE_ECONFIG);
    assert_string_equal(err.text, "cannot be read as a configuration: No such file or directory");
    CHECK("folder", spe_config_load(&cfg, (char *)*state, &err), SPE_ECONFIG);
    assert_string_equal(err.text, "cannot be read as a configuration: Is a directory");
    memset(big, '#', sizeof big);
    CHECK("too large", spe_config_load(&cfg, make_file(state, "big.cfg", big, sizeof big), &err),
          SPE_ECONFIG);
    CHECK("no text", spe_config_load(&cfg, make_file(state, "nul.cfg", "width\0", 6), &err),
          SPE_ECONFIG);
    assert_string_equal(err.text,
                        "cannot be read as a configuration: no text file, or larger than 64 KiB");
}

/* What the environment denies is no fault of the configuration: every read of this file fails. */
static void reading_may_fail(void **state)
{
    struct spe_config_error err;
    struct spe_config cfg;

    CHECK("file", spe_config_load(&cfg, "/proc/self/mem", &err), SPE_EIO);
    assert_string_equal(err.text, "cannot be read as a configuration: Input/output error");
    const char *path = make_text(state, "top.cfg", "width = 1\ninclude = /proc/self/mem\n");
    CHECK("included", spe_config_load(&cfg, path, &err), SPE_EIO);
    assert_string_equal(err.text, "'/proc/self/mem' cannot be read: Input/output error");
    CHECK("line", err.line, 2);
    CHECK("reads", spe_config_reads(path, path), true);
}

static void what_a_configuration_reads(void **state)
{
    const char *folder = *state;
    char top[256], base[256], other[256], link[256];

    snprintf(top, sizeof top, "%s",
             make_text(state, "top.cfg", "width = 1\ninclude = sub/base.cfg"));
    snprintf(base, sizeof base, "%s", make_text(state, "sub/base.cfg", "width = 2\n"));
    snprintf(other, sizeof other, "%s", make_text(state, "nul.cfg", "width = 2\n"));
    snprintf(link, sizeof link, "%s/big.cfg", folder);
    (void)unlink(link);
    assert_int_equal(symlink(base, link), 0);
    CHECK("itself", spe_config_reads(top, top), 1);
    CHECK("included", spe_config_reads(top, base), 1);
    CHECK("a link to it", spe_config_reads(top, link), 1);
    CHECK("other", spe_config_reads(top, other), 0);
    CHECK("none", spe_config_reads(top, "/none"), 0);
    CHECK("of none", spe_config_reads("/none", top), 0);
    CHECK("device", spe_config_reads("/dev/null", "/dev/null"), 0);
    (void)unlink(link);
}

/* The project's configurations; ID registers typed by hand from 4.3.11 and 4.3.1. */
static const struct {
    const char *path;
    uint64_t pmsidr, pmbidr;
} own[] = {
    {"rtl/configs/v1p0_min.cfg", 0x2600F, 0x0}, {"rtl/configs/neoverse.cfg", 0x26417, 0x6},
    {"rtl/configs/kunpeng.cfg", 0x27317, 0x2},  {"rtl/configs/ernd.cfg", 0x2703F, 0x3},
    {"rtl/configs/el1_only.cfg", 0x2801F, 0x4}, {"rtl/configs/granule64.cfg", 0x2B03F, 0xB},
    {"rtl/configs/longrec.cfg", 0x2B01F, 0x0},
};

static void own_configurations(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof own / sizeof own[0]; i++) {
        struct spe_config_error err;
        struct spe_config cfg;

        if (spe_config_load(&cfg, own[i].path, &err) < 0)
            fail_msg("%s: %s (run from the top folder)", own[i].path, err.text);
        CHECK(own[i].path, spe_config_pmsidr(&cfg), own[i].pmsidr);
        CHECK(own[i].path, spe_config_pmbidr(&cfg), own[i].pmbidr);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(includes_are_relative),      cmocka_unit_test(errors_are_one_line),
        cmocka_unit_test(unreadable_files),           cmocka_unit_test(reading_may_fail),
        cmocka_unit_test(what_a_configuration_reads), cmocka_unit_test(own_configurations),
    };

    return cmocka_run_group_tests(tests, enter_folder, leave_folder);
}
