/* SPDX-License-Identifier: Apache-2.0
 *
 * Configuration files on disk, and the configurations of the project with ID registers typed by
 * hand.
 */
#define _POSIX_C_SOURCE 200809L /* mkdtemp */

#include "check.h"
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "config_members.h"
#include "spe/config_file.h"
#include "spe/status.h"

#define REST "name = top\nothers = default\nend\n"

/* Files are made in a folder of their own; the tests name them relative to it. */
static int enter_folder(void **state)
{
    static char folder[] = "/tmp/spe_config_XXXXXX";

    *state = mkdtemp(folder);
    return *state ? 0 : -1;
}

static int leave_folder(void **state)
{
    static const char *const names[] = {"top.cfg", "sub/base.cfg", "sub/deep.cfg",
                                        "top",     "nul.cfg",      "neoverse.cfg",
                                        "top.txt", ".cfg",         "config.cfg"};
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

    make_text(state, "sub/deep.cfg", "width = 2\nend\n");
    make_text(state, "sub/base.cfg", "include = deep.cfg\nalign = 1\nend\n");
    CHECK("load",
          spe_config_load(&cfg, make_text(state, "top.cfg", "include = sub/base.cfg\n" REST), &err),
          0);
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
    CHECK("check", spe_config_load(&cfg, make_text(state, "top.cfg", "el2 = 0\n" REST), &err),
          SPE_ECONFIG);
    spe_config_error_format(&err, line, sizeof line);
    snprintf(expected, sizeof expected, "%s: vhe = 1: allowed: 0 with el2 = 0", path);
    assert_string_equal(line, expected);
    err.file[0] = '\0';
    spe_config_error_format(&err, line, sizeof line);
    assert_string_equal(line, "vhe = 1: allowed: 0 with el2 = 0");
}

static void missing_files(void **state)
{
    struct spe_config_error err;
    struct spe_config cfg;

    CHECK("missing", spe_config_load(&cfg, "/nonexistent/x.cfg", &err), SPE_ECONFIG);
    assert_string_equal(err.text, "cannot be read as a configuration: No such file or directory");
    CHECK("folder", spe_config_load(&cfg, (char *)*state, &err), SPE_ECONFIG);
    assert_string_equal(err.text, "cannot be read as a configuration: Is a directory");
}

/* A file that is not text is refused before any of its lines is read, and so is an included file.
 */
static void what_is_no_text(void **state)
{
    static char big[65537];
    static const struct {
        const char *bytes;
        size_t n;
        const char *why;
    } rows[] = {
        {"width = 1\0" REST, 10 + sizeof REST - 1, "no text: a byte 0x00 in line 1"},
        {REST "\0", sizeof REST, "no text: a byte 0x00 in line 4"},
        {"\n# \033[31m\n" REST, 9 + sizeof REST - 1, "no text: a byte 0x1b in line 2"},
        {"width = 1\rlds = 0\n" REST, 18 + sizeof REST - 1, "no text: a byte 0x0d in line 1"},
        {"\xEF\xBB\xBF" REST, 3 + sizeof REST - 1,
         "it begins with a byte order mark: save it without"},
        {big, sizeof big, "larger than 64 KiB"},
    };
    struct spe_config_error err;
    struct spe_config cfg;
    char text[256];

    memset(big, '#', sizeof big);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const char *path = make_file(state, "top.cfg", rows[i].bytes, rows[i].n);
        CHECK(rows[i].why, spe_config_load(&cfg, path, &err), SPE_ECONFIG);
        CHECK(rows[i].why, err.line, 0);
        snprintf(text, sizeof text, "cannot be read as a configuration: %s", rows[i].why);
        assert_string_equal(err.text, text);
        make_file(state, "sub/base.cfg", rows[i].bytes, rows[i].n);
        path = make_text(state, "top.cfg", "\ninclude = sub/base.cfg\n" REST);
        CHECK(rows[i].why, spe_config_load(&cfg, path, &err), SPE_ECONFIG);
        CHECK(rows[i].why, err.line, 2);
        snprintf(text, sizeof text, "'sub/base.cfg' cannot be read: %s", rows[i].why);
        assert_string_equal(err.text, text);
    }
    memset(big, '\n', sizeof big);
    memcpy(big, REST, sizeof REST - 1);
    CHECK("64 KiB", spe_config_load(&cfg, make_file(state, "top.cfg", big, 65536), &err), 0);
}

static void ends_of_lines(void **state)
{
    static const char *const rows[] = {
        REST,
        "name = top\nothers = default\nend",
        "name = top\r\nothers = default\r\nend\r\n",
        "name = top\r\nothers = default\r\nend\r",
        "\n \t\r\n" REST "\n\n# after it\n",
    };
    struct spe_config_error err;
    struct spe_config cfg;

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        CHECK(rows[i], spe_config_load(&cfg, make_text(state, "top.cfg", rows[i]), &err), 0);
    }
}

/* A file gives its own name, with or without .cfg. The name of an included file does not matter. */
static void the_name_is_that_of_the_file(void **state)
{
    static const struct {
        const char *file, *text, *message;
    } rows[] = {
        {"top.cfg", REST, NULL},
        {"top", REST, NULL},
        {"config.cfg", REST, NULL}, /* the copy in the directory of a run */
        {"top.cfg", "include = sub/base.cfg\n" REST, NULL},
        {"top.cfg", "name = Top\nothers = default\nend\n",
         "name = 'Top': needed: 'top', as the file"},
        {"top.cfg", "name = top.cfg\nothers = default\nend\n",
         "name = 'top.cfg': needed: 'top', as the file"},
        {"top.txt", REST, "name = 'top': needed: 'top.txt', as the file"},
        {".cfg", REST, "name = 'top': needed: '.cfg', as the file"},
        {"nul.cfg", REST, "name = 'top': needed: 'nul', as the file"},
    };
    struct spe_config_error err;
    struct spe_config cfg;

    make_text(state, "sub/base.cfg", "name = base\nend\n");
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const char *path = make_text(state, rows[i].file, rows[i].text);
        CHECK(rows[i].file, spe_config_load(&cfg, path, &err), rows[i].message ? SPE_ECONFIG : 0);
        if (rows[i].message) {
            assert_string_equal(err.text, rows[i].message);
            assert_string_equal(err.file, path);
        } else {
            assert_string_equal(cfg.name, "top");
        }
    }
}

/* A configuration from a pipe has no file name. */
static void a_pipe_has_no_name(void **state)
{
    struct spe_config_error err;
    struct spe_config cfg;
    char path[64];
    int ends[2];

    (void)state;
    assert_int_equal(pipe(ends), 0);
    assert_int_equal(write(ends[1], REST, sizeof REST - 1), sizeof REST - 1);
    close(ends[1]);
    snprintf(path, sizeof path, "/dev/fd/%d", ends[0]);
    CHECK("pipe", spe_config_load(&cfg, path, &err), 0);
    close(ends[0]);
}

static size_t read_file(const char *path, char *text, size_t room)
{
    FILE *file = fopen(path, "rb");
    size_t bytes;

    assert_non_null(file);
    bytes = fread(text, 1, room, file);
    fclose(file);
    assert_true(bytes > 0 && bytes < room);
    return bytes;
}

/* A configuration of the project, cut at every byte, is refused unless only its last newline is
 * missing. The second round cuts it as an included file. */
static void cut_at_every_byte(void **state)
{
    static char text[8192];
    struct spe_config_error err;
    struct spe_config whole, cfg;
    size_t bytes = read_file("rtl/configs/neoverse.cfg", text, sizeof text), accepted = 0;

    CHECK("whole", spe_config_load(&whole, "rtl/configs/neoverse.cfg", &err), 0);
    for (int included = 0; included < 2; included++) {
        for (size_t n = 0; n < bytes; n++) {
            const char *path =
                make_file(state, included ? "sub/base.cfg" : "neoverse.cfg", text, n);
            if (included) {
                path = make_text(state, "top.cfg", "include = sub/base.cfg\n" REST);
            }
            if (spe_config_load(&cfg, path, &err) == SPE_OK) {
                accepted++;
                CHECK("same", spe_config_hash(&cfg), spe_config_hash(&whole));
                CHECK("all but its newline", n, bytes - 1);
            }
        }
    }
    CHECK("accepted", accepted, 2);
}

/* A failure of the environment is not an error of the configuration. Every read of this file fails.
 */
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
             make_text(state, "top.cfg", "width = 1\ninclude = sub/base.cfg\n" REST));
    snprintf(base, sizeof base, "%s", make_text(state, "sub/base.cfg", "width = 2\nend\n"));
    snprintf(other, sizeof other, "%s", make_text(state, "nul.cfg", "width = 2\nend\n"));
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

/* The configurations of the project; ID registers typed by hand from 4.3.11 and 4.3.1. */
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

        if (spe_config_load(&cfg, own[i].path, &err) < 0) {
            fail_msg("%s: %s (run from the top folder)", own[i].path, err.text);
        }
        CHECK(own[i].path, spe_config_pmsidr(&cfg), own[i].pmsidr);
        CHECK(own[i].path, spe_config_pmbidr(&cfg), own[i].pmbidr);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(includes_are_relative), cmocka_unit_test(errors_are_one_line),
        cmocka_unit_test(missing_files),         cmocka_unit_test(what_is_no_text),
        cmocka_unit_test(ends_of_lines),         cmocka_unit_test(the_name_is_that_of_the_file),
        cmocka_unit_test(a_pipe_has_no_name),    cmocka_unit_test(cut_at_every_byte),
        cmocka_unit_test(reading_may_fail),      cmocka_unit_test(what_a_configuration_reads),
        cmocka_unit_test(own_configurations),
    };

    return cmocka_run_group_tests(tests, enter_folder, leave_folder);
}
