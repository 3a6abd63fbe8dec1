/* SPDX-License-Identifier: Apache-2.0
 *
 * Keys that replace keys of a log: errors, the mark in the name, the lines that report differences.
 * test_replay.c tests that the verdict follows the new keys.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>

#include "check.h"
#include "config_members.h"
#include "spe/status.h"
#include "what_if.h"

#define SETS 4

static size_t count(const char *const set[SETS])
{
    size_t n = 0;

    while (n < SETS && set[n] != NULL) {
        n++;
    }
    return n;
}

static const struct {
    const char *set[SETS];
    const char *name; /* NULL: refused with `message` */
    const char *message;
} rows[] = {
    {{"width=2"}, "base+width", NULL},
    {{"width=4"}, "base", NULL},
    {{"width=2", "width_=2"}, NULL, "--set 'width_' is no key; `spe config --doc` lists all keys"},
    {{"layout=ctx1 ctx2 tot issue xlat pc va tgt pa ds type ev end"}, "base+layout", NULL},
    {{"irq_max=2", "align=1", "width=8"}, "base+width+align+irq_max", NULL},
    {{"collide_on_complete=1", "disabled_record=any"}, "base+2", NULL},
    {{"el2=0", "vhe=0"}, "base+el2+vhe", NULL},
    {{"el2=0"}, NULL, "--set: vhe = 1: allowed: 0 with el2 = 0"},
    {{"width=9"}, NULL, "--set width = '9': allowed: 1 to 8"},
    {{"width="}, NULL, "--set width = '': allowed: 1 to 8"},
    {{"=1"}, NULL, "--set '' is no key; `spe config --doc` lists all keys"},
    {{"width"}, NULL, "--set width: needed: KEY=VALUE"},
    {{""}, NULL, "--set : needed: KEY=VALUE"},
    {{"a_key_that_is_longer_than_every_key=1"},
     NULL,
     "--set a_key_that_is_longer_than_every_key=1: needed: KEY=VALUE"},
    {{"name=x"}, NULL, "--set name=x: allowed: any key but name"},
    {{"align=1", "width=1", "align=2"}, NULL, "--set align=2: 'align' is set twice"},
};

static void keys_are_replaced(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct spe_log_error err = {.text = ""};
        struct spe_config cfg;

        spe_config_init(&cfg);
        (void)snprintf(cfg.name, sizeof(cfg.name), "base");
        CHECK(rows[i].set[0], what_if_set(&cfg, rows[i].set, count(rows[i].set), &err),
              rows[i].name != NULL ? SPE_OK : SPE_ECONFIG);
        assert_string_equal(rows[i].name != NULL ? cfg.name : err.text,
                            rows[i].name != NULL ? rows[i].name : rows[i].message);
    }
}

/* The mark replaces the end of a name that fills its key. */
static void a_long_name_has_a_mark(void **state)
{
    static const char *const set[] = {"width=2"};
    struct spe_log_error err;
    struct spe_config cfg;

    (void)state;
    spe_config_init(&cfg);
    (void)snprintf(cfg.name, sizeof(cfg.name), "%s", "a23456789012345678901234567890z");
    CHECK("set", what_if_set(&cfg, set, 1, &err), SPE_OK);
    assert_string_equal(cfg.name, "a2345678901234567890123456+1");
}

static void what_differs_is_said(void **state)
{
    static const char *const set[] = {"width=2", "psb_max=9"};
    struct spe_log_error err;
    struct spe_config log, now;
    char *text = NULL;
    size_t bytes = 0;

    (void)state;
    spe_config_init(&log);
    now = log;
    CHECK("set", what_if_set(&now, set, 2, &err), SPE_OK);
    FILE *out = open_memstream(&text, &bytes);
    what_if_print(out, &log, &now);
    what_if_print(out, &log, &log);
    (void)fclose(out);
    assert_string_equal(
        text, "spe replay: width = 2, in the log 4, which shapes the transactions: they stay as "
              "they are\n"
              "spe replay: psb_max = 9, in the log 4096\n"
              "spe replay: no key differs from those of the log\n");
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keys_are_replaced),
        cmocka_unit_test(a_long_name_has_a_mark),
        cmocka_unit_test(what_differs_is_said),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
