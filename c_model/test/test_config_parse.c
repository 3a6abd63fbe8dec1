/* SPDX-License-Identifier: Apache-2.0
 *
 * The text of configuration files: statements, includes, the mark at the end.
 */
#define _POSIX_C_SOURCE 200809L /* strdup */

#include "check.h"
#include <stdlib.h>

#include "config_members.h"
#include "spe/status.h"

/* Files that the tests include, by path. */
static char *give_file(void *user, const char *path)
{
    static const struct {
        const char *path, *text;
    } files[] = {
        {"dir/base.cfg", "width = 2\nalign = 3\nend\n"},
        {"dir/named.cfg", "width = 2\nname = named\nothers = default\nend\n"},
        {"dir/sub/a.cfg", "include = b.cfg\nend\n"},
        {"dir/sub/b.cfg", "inflight = 3\nend\n"},
        {"dir/loop.cfg", "include = loop.cfg\nend\n"},
        {"dir/bad.cfg", "\nwidth = 99\nend\n"},
        {"dir/cut.cfg", "width = 2\n"},
        {"dir/empty.cfg", ""},
        {"/abs.cfg", "lds = 0\nend\n"},
        {"beside.cfg", "width = 3\nend\n"},
    };

    if (user) {
        ++*(int *)user;
    }
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        if (strcmp(files[i].path, path) == 0) {
            return strdup(files[i].text);
        }
    }
    return NULL;
}

static int parse(struct spe_config *cfg, const char *text, struct spe_config_error *err)
{
    *err = (struct spe_config_error){.line = 0};
    spe_config_init(cfg);
    return spe_config_parse(cfg, text, "dir/top.cfg", give_file, NULL, err);
}

static void files(void **state)
{
    const char *text = "# a comment\n"
                       "include = base.cfg\n"
                       "include = sub/a.cfg\n"
                       "include = /abs.cfg\n"
                       "\n"
                       "  width=8   # over the base\r\n"
                       "layout = pc@0 end@63\n"
                       "name = a line with spaces\n"
                       "others = default\n"
                       "end # last line without newline";
    struct spe_config_error err;
    struct spe_config cfg;

    (void)state;
    CHECK("parse", parse(&cfg, text, &err), 0);
    CHECK("width", cfg.width, 8);
    CHECK("align", cfg.align, 3);
    CHECK("inflight", cfg.inflight, 3);
    CHECK("lds", cfg.lds, 0);
    assert_string_equal(cfg.layout, "pc@0 end@63");
    assert_string_equal(cfg.name, "a line with spaces");
}

#define CUT     "the file is cut: its last line must be `end`"
#define NO_NAME "'name' is not given: needed: `name = NAME` in this file"
#define REST    "name = x\nothers = default\nend\n"

static const struct {
    const char *text, *file;
    int line;
    const char *message; /* NULL: accepted */
} rows[] = {
    {REST, NULL, 0, NULL},
    {"name = x\r\nothers = default\r\nend", NULL, 0, NULL},
    {REST "\n# a comment\n\t\r\n", NULL, 0, NULL},
    {"include = base.cfg\n" REST, NULL, 0, NULL},
    {"include = named.cfg\nname = x\nend\n", NULL, 0, NULL},
    {"width = 2\nwidth = 2\n" REST, "dir/top.cfg", 2, "'width' is set twice in this file"},
    {"\n\nwidth 2\n" REST, "dir/top.cfg", 3, "'width 2' is no `key = value` and not `end`"},
    {"width =\n" REST, "dir/top.cfg", 1, "width = '': allowed: 1 to 8"},
    {"= 2\n" REST, "dir/top.cfg", 1, "'' is no key; `spe config --doc` lists all keys"},
    {"el2 = 1\nfoo = 2\n" REST, "dir/top.cfg", 2,
     "'foo' is no key; `spe config --doc` lists all keys"},
    {"include = none.cfg\n" REST, "dir/top.cfg", 1, "'none.cfg' cannot be read"},
    {"include = bad.cfg\n" REST, "dir/bad.cfg", 2, "width = '99': allowed: 1 to 8"},
    {"include = loop.cfg\n" REST, "dir/loop.cfg", 1,
     "'loop.cfg' is included too deeply: allowed: 8 levels"},
    {"", "dir/top.cfg", 0, "the file is empty: its last line must be `end`"},
    {"\n# end\n", "dir/top.cfg", 2, CUT},
    {"name = x\nothers = default\n", "dir/top.cfg", 2, CUT},
    {"name = x\nothers = default\nen", "dir/top.cfg", 3, "'en' is no `key = value` and not `end`"},
    {"name = x\nothers = default\nwidth = 2 # end", "dir/top.cfg", 3, CUT},
    {"include = cut.cfg\n" REST, "dir/cut.cfg", 1, CUT},
    {"include = empty.cfg\n" REST, "dir/empty.cfg", 0,
     "the file is empty: its last line must be `end`"},
    {"name = x\nend\nothers = default\n", "dir/top.cfg", 3,
     "'others = default' stands after `end`: allowed: comments"},
    {REST "end\n", "dir/top.cfg", 4, "'end' stands after `end`: allowed: comments"},
    {"end = 1\n" REST, "dir/top.cfg", 1, "'end' is no key; `spe config --doc` lists all keys"},
    {"end\n", "dir/top.cfg", 0, NO_NAME},
    {"others = default\nend\n", "dir/top.cfg", 0, NO_NAME},
    {"include = named.cfg\nend\n", "dir/top.cfg", 0, NO_NAME},
    {"name = x\nend\n", "dir/top.cfg", 0,
     "'pmsver' is not given: needed: all keys, or `others = default`"},
    {"name = x\nothers = 1\nend\n", "dir/top.cfg", 2, "others = '1': allowed: default"},
    {"name = x+y\nothers = default\nend\n", "dir/top.cfg", 1,
     "'x+y' is no name: '+' marks a replay under other keys"},
    {"others = default\n" REST, "dir/top.cfg", 3, "'others' is set twice in this file"},
};

static void each_statement(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct spe_config_error err;
        struct spe_config cfg;
        int expected = rows[i].message ? SPE_ECONFIG : 0;

        if (parse(&cfg, rows[i].text, &err) != expected) {
            fail_msg("'%s': %s", rows[i].text, err.text);
        }
        if (rows[i].message) {
            assert_string_equal(err.file, rows[i].file);
            CHECK(rows[i].text, err.line, rows[i].line);
            assert_string_equal(err.text, rows[i].message);
        }
    }
}

/* Includes of a file without a folder, and without a function that gives files. */
static void names_of_includes(void **state)
{
    struct spe_config_error err;
    struct spe_config cfg;

    (void)state;
    spe_config_init(&cfg);
    CHECK("beside",
          spe_config_parse(&cfg, "include = beside.cfg\n" REST, "top.cfg", give_file, NULL, &err),
          0);
    CHECK("width", cfg.width, 3);
    CHECK("nobody",
          spe_config_parse(&cfg, "include = beside.cfg\n" REST, "top.cfg", NULL, NULL, &err),
          SPE_ECONFIG);
    assert_string_equal(err.text, "'beside.cfg' cannot be read");
}

/* If all keys are given, none is left to the defaults. If one is missing, the message names it. */
static void all_keys_need_no_others(void **state)
{
    const struct spe_config_key *keys;
    size_t n = spe_config_keys(&keys);
    struct spe_config_error err;
    struct spe_config cfg;
    char text[8192];

    (void)state;
    for (size_t without = 0; without <= n; without++) {
        size_t at = 0;
        for (size_t i = 0; i < n; i++) {
            if (i != without) {
                at += (size_t)snprintf(text + at, sizeof text - at, "%s = %s\n", keys[i].name,
                                       keys[i].def);
            }
        }
        snprintf(text + at, sizeof text - at, "end\n");
        CHECK("parse", parse(&cfg, text, &err), without < n ? SPE_ECONFIG : 0);
        if (without < n) {
            assert_int_equal(strncmp(err.text + 1, keys[without].name, strlen(keys[without].name)),
                             0);
        }
    }
}

/* A key that begins with the mark would look like the mark in a file that is cut. */
static void no_key_begins_with_the_mark(void **state)
{
    const struct spe_config_key *keys;
    size_t n = spe_config_keys(&keys);

    (void)state;
    for (size_t i = 0; i < n; i++) {
        assert_int_not_equal(strncmp(keys[i].name, "end", 3), 0);
    }
}

static void eight_levels_of_includes(void **state)
{
    struct spe_config_error err;
    struct spe_config cfg;
    int reads = 0;

    (void)state;
    spe_config_init(&cfg);
    CHECK("loop",
          spe_config_parse(&cfg, "include = loop.cfg\n", "dir/top.cfg", give_file, &reads, &err),
          SPE_ECONFIG);
    CHECK("files read", reads, 8);
}

/* Even a few levels of includes can contain very many files. */
static void sixty_four_includes_in_all(void **state)
{
    struct spe_config_error err;
    struct spe_config cfg;
    char text[65 * 19 + sizeof REST] = "";

    (void)state;
    for (int i = 0; i < 64; i++) {
        memcpy(text + 19L * i, "include = base.cfg\n", 20);
    }
    memcpy(text + 19L * 64, REST, sizeof REST);
    CHECK("64", parse(&cfg, text, &err), 0);
    memcpy(text + 19L * 64, "include = base.cfg\n", 20);
    CHECK("65", parse(&cfg, text, &err), SPE_ECONFIG);
    CHECK("line", err.line, 65);
    assert_string_equal(err.text, "'base.cfg' is one include too many: allowed: 64");
}

static void long_lines_and_paths(void **state)
{
    struct spe_config_error err;
    struct spe_config cfg;
    char text[1200];

    (void)state;
    spe_config_init(&cfg);
    memset(text, 'a', sizeof text);
    text[sizeof text - 1] = '\0';
    CHECK("line", spe_config_parse(&cfg, text, "f", NULL, NULL, &err), SPE_ECONFIG);
    assert_string_equal(err.text,
                        "'aaaaaaaaaaaaaaaaaaaa...' is a line too long: allowed: 511 characters");
    CHECK("no includes", spe_config_parse(&cfg, "include = x", "f", NULL, NULL, &err), SPE_ECONFIG);
    assert_string_equal(err.text, "'x' cannot be read");
    memset(text, 'a', 400);
    (void)snprintf(text + 400, sizeof text - 400, "/f");
    char include[400] = "include = ";
    memset(include + strlen(include), 'b', 300);
    CHECK("path", spe_config_parse(&cfg, include, text, give_file, NULL, &err), SPE_ECONFIG);
    assert_non_null(strstr(err.text, "' cannot be read"));
}

/* Every path gives a file. */
static char *give_any(void *user, const char *path)
{
    *(size_t *)user = strlen(path);
    return strdup("width = 2\nend\n");
}

/* A path has at most 511 characters, its folder included. */
static void a_path_that_is_too_long(void **state)
{
    (void)state;
    for (size_t length = 505; length < 520; length++) {
        struct spe_config_error err;
        struct spe_config cfg;
        char file[600];
        size_t given = 0;
        memset(file, 'x', sizeof(file));
        (void)snprintf(file + length - 6, sizeof(file) - length, "/top.cfg");
        spe_config_init(&cfg);
        const int status =
            spe_config_parse(&cfg, "include = a.cfg\nothers = default\nname = n\nend\n", file,
                             give_any, &given, &err);
        CHECK("read", status, length <= 511 ? SPE_OK : SPE_ECONFIG);
        CHECK("as it is", given, length <= 511 ? length : 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(files),
        cmocka_unit_test(each_statement),
        cmocka_unit_test(names_of_includes),
        cmocka_unit_test(all_keys_need_no_others),
        cmocka_unit_test(no_key_begins_with_the_mark),
        cmocka_unit_test(eight_levels_of_includes),
        cmocka_unit_test(sixty_four_includes_in_all),
        cmocka_unit_test(long_lines_and_paths),
        cmocka_unit_test(a_path_that_is_too_long),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
