/* SPDX-License-Identifier: Apache-2.0
 *
 * Keys, rules and derived values of a configuration.
 */
#include "check.h"

#include "config/config.h"
#include "config_members.h"
#include "spe/status.h"

static const struct spe_config_key *key_named(const char *name)
{
    const struct spe_config_key *keys;
    size_t n = spe_config_keys(&keys);

    for (size_t i = 0; i < n; i++) {
        if (strcmp(keys[i].name, name) == 0) {
            return &keys[i];
        }
    }
    fail_msg("no key %s", name);
    return NULL;
}

static void defaults(void **state)
{
    struct spe_config_error err;
    struct spe_config cfg;

    (void)state;
    spe_config_init(&cfg);
    assert_string_equal(cfg.name, "unnamed");
    assert_true(cfg.el2 && cfg.el3 && cfg.vhe && cfg.arch_inst && cfg.speculative);
    CHECK("width", cfg.width, 4);
    CHECK("sample_point", cfg.sample_point, spe_cfg_sample_point_dispatch);
    CHECK("events", cfg.events, 0x3FF);
    CHECK("record_done", cfg.record_done, spe_cfg_record_done_b);
    CHECK("check", spe_config_check(&cfg, &err), 0);
}

static const struct {
    const char *key, *value;
    const char *back; /* NULL: refused with `message` */
    const char *message;
} values[] = {
    {"el2", "0", "0", NULL},
    {"el2", "2", NULL, "el2 = '2': allowed: 0 or 1"},
    {"el2", "yes", NULL, "el2 = 'yes': allowed: 0 or 1"},
    {"el2", "", NULL, "el2 = '': allowed: 0 or 1"},
    {"width", "8", "8", NULL},
    {"width", "9", NULL, "width = '9': allowed: 1 to 8"},
    {"width", "-1", NULL, "width = '-1': allowed: 1 to 8"},
    {"width", "+4", NULL, "width = '+4': allowed: 1 to 8"},
    {"width", "4x", NULL, "width = '4x': allowed: 1 to 8"},
    {"width", "0x8", NULL, "width = '0x8': allowed: 1 to 8, in decimal"},
    {"el2", "0X1", NULL, "el2 = '0X1': allowed: 0 or 1, in decimal"},
    {"width", "99999999999999999999", NULL, "width = '99999999999999999999': allowed: 1 to 8"},
    {"ext_abort", "serror", "serror", NULL},
    {"ext_abort", "Sync", NULL, "ext_abort = 'Sync': allowed: sync, async, serror, ignored"},
    {"events", "0xff", "0xFF", NULL},
    {"events", "255", "0xFF", NULL},
    {"events", "0x8000000000000000", "0x8000000000000000", NULL},
    {"events", "0x10000", NULL, "events = '0x10000': allowed: bits of 0xFFFF0000FFFEFFFF"},
    {"events", "-1", NULL, "events = '-1': allowed: bits of 0xFFFF0000FFFEFFFF"},
    {"events", "0x10000000000000000", NULL, "events = '0x10000000000000000': allowed: bits of"},
    {"name", "my spu", "my spu", NULL},
    {"name", "a name that is longer than allowed", NULL,
     "name = 'a name that is longer than allowed': allowed: at most 31 characters"},
    {"widht", "4", NULL, "'widht' is no key; `spe config --doc` lists all keys"},
};

static void single_keys(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++) {
        struct spe_config_error err = {.line = 7};
        struct spe_config cfg;
        char text[256];

        spe_config_init(&cfg);
        CHECK(values[i].value, spe_config_set(&cfg, values[i].key, values[i].value, &err),
              values[i].back ? 0 : SPE_ECONFIG);
        CHECK("line untouched", err.line, 7);
        if (values[i].back) {
            spe_config_format(&cfg, key_named(values[i].key), text, sizeof text);
            assert_string_equal(text, values[i].back);
        } else if (strncmp(err.text, values[i].message, strlen(values[i].message)) != 0) {
            assert_string_equal(err.text, values[i].message);
        }
    }
}

/* A printed value is read back unchanged, for every key at its default and its greatest value. */
static void values_survive_text(void **state)
{
    const struct spe_config_key *keys;
    size_t n = spe_config_keys(&keys);
    struct spe_config_error err;
    struct spe_config a, b;
    char text[256];

    (void)state;
    spe_config_init(&a);
    spe_config_init(&b);
    for (size_t i = 0; i < n; i++) {
        if (keys[i].kind == SPE_CONFIG_INT) {
            snprintf(text, sizeof text, "%lld", (long long)keys[i].max);
            assert_int_equal(spe_config_set(&a, keys[i].name, text, &err), 0);
            CHECK(keys[i].name, spe_config_number(&a, &keys[i]), keys[i].max);
        }
        assert_true(spe_config_format(&a, &keys[i], text, sizeof text) >= 0);
        CHECK(keys[i].name, spe_config_set(&b, keys[i].name, text, &err), 0);
    }
    assert_memory_equal(&a, &b, sizeof a);
}

/* Each number accepts the values at its two ends and refuses the values beyond. */
static void numbers_have_two_ends(void **state)
{
    const struct spe_config_key *keys;
    size_t n = spe_config_keys(&keys);
    unsigned above_zero = 0;

    (void)state;
    for (size_t i = 0; i < n; i++) {
        const int64_t at[] = {keys[i].min - 1, keys[i].min, keys[i].max, keys[i].max + 1};
        for (int k = 0; keys[i].kind == SPE_CONFIG_INT && k < 4; k++) {
            struct spe_config_error err;
            struct spe_config cfg;
            char text[32];
            spe_config_init(&cfg);
            (void)snprintf(text, sizeof(text), "%" PRId64, at[k]);
            CHECK(keys[i].name, spe_config_set(&cfg, keys[i].name, text, &err),
                  k == 0 || k == 3 ? SPE_ECONFIG : 0);
        }
        above_zero += keys[i].kind == SPE_CONFIG_INT && keys[i].min > 0;
    }
    CHECK("some begin above 0", above_zero > 0, true);
}

/* A structure that spe_config_set() did not fill. */
static void values_out_of_range_are_refused(void **state)
{
    const struct spe_config_key *keys;
    size_t n = spe_config_keys(&keys);
    struct spe_config_error err;
    struct spe_config cfg;
    char text[8];

    (void)state;
    for (size_t i = 0; i < n; i++) {
        void *member = (char *)&cfg + config_place(&keys[i]);
        spe_config_init(&cfg);
        switch (keys[i].kind) {
        case SPE_CONFIG_BOOL:
            memset(member, 2, 1);
            break;
        case SPE_CONFIG_MASK:
            *(uint64_t *)member = keys[i].allowed + 1;
            if (keys[i].allowed == UINT64_MAX) { /* every value is in range */
                continue;
            }
            break;
        case SPE_CONFIG_TEXT:
            memset(member, 'a', keys[i].bytes);
            break;
        default:
            *(int *)member = keys[i].kind == SPE_CONFIG_INT ? (int)keys[i].max + 1 : 99;
            break;
        }
        CHECK(keys[i].name, spe_config_check(&cfg, &err), SPE_ECONFIG);
        assert_int_equal(strncmp(err.text, keys[i].name, strlen(keys[i].name)), 0);
        assert_non_null(strstr(err.text, " is out of range: allowed: "));
    }
    spe_config_init(&cfg);
    cfg.width = -1;
    CHECK("below", spe_config_check(&cfg, &err), SPE_ECONFIG);
    assert_string_equal(err.text, "width is out of range: allowed: 1 to 8");
    cfg.ext_abort = 99;
    CHECK("no name", spe_config_format(&cfg, key_named("ext_abort"), text, sizeof text), 1);
    assert_string_equal(text, "?");
}

static void texts_need_room(void **state)
{
    struct spe_config cfg;
    char text[8];

    (void)state;
    spe_config_init(&cfg);
    CHECK("format", spe_config_format(&cfg, key_named("layout"), text, sizeof text), SPE_ENOSPC);
    CHECK("allowed", spe_config_allowed(key_named("ext_abort"), text, sizeof text), SPE_ENOSPC);
    CHECK("exact", spe_config_format(&cfg, key_named("name"), text, sizeof text), 7);
    assert_string_equal(text, "unnamed");
    CHECK("text has no number", spe_config_number(&cfg, key_named("name")), 0);
}

static void a_leading_zero_is_decimal(void **state)
{
    const struct spe_config_key *keys;
    size_t n = spe_config_keys(&keys);
    struct spe_config_error err;
    struct spe_config cfg;

    (void)state;
    spe_config_init(&cfg);
    for (size_t i = 0; i < n; i++) {
        if (keys[i].kind != SPE_CONFIG_MASK) {
            continue;
        }
        CHECK(keys[i].name, spe_config_set(&cfg, keys[i].name, "00", &err), 0);
        CHECK(keys[i].name, spe_config_set(&cfg, keys[i].name, "0x0", &err), 0);
        /* 8 is no octal digit: an octal parser would not accept 08 as a number at all. */
        CHECK(keys[i].name, spe_config_set(&cfg, keys[i].name, "08", &err),
              keys[i].allowed & 8 ? 0 : SPE_ECONFIG);
    }
}

#define FRONT "ctx1 ctx2 tot issue xlat tgt va pa ds type ev"
#define TAIL  FRONT " end"

/* Each row breaks one rule; `also` sets a second key first. */
static const struct {
    const char *also, *also_value, *key, *value, *message;
} rules[] = {
    {NULL, NULL, "name", "my spu", "name = 'my spu': allowed: letters, digits, '_', '-' and '.'"},
    {NULL, NULL, "name", "marked+width", NULL}, /* a replay under other keys */
    {NULL, NULL, "name", "", "name = '': allowed: letters, digits, '_', '-' and '.'"},
    {NULL, NULL, "el2", "0", "vhe = 1: allowed: 0 with el2 = 0"},
    {NULL, NULL, "speculative", "0", "speculative = 0: allowed: 1 with sample_point = dispatch"},
    {NULL, NULL, "sample_point", "retire",
     "speculative = 1: allowed: 0 with sample_point = retire"},
    {NULL, NULL, "interval_code", "1", "interval_code = 1: allowed: 0 or 2 to 8 (1 is reserved)"},
    {NULL, NULL, "record_done", "w", "record_done = w: allowed: b with ext_abort = sync"},
    {NULL, NULL, "event_bytes", "3", "event_bytes = 3: allowed: 1, 2, 4 or 8"},
    {NULL, NULL, "event_bytes", "1", "event_bytes = 1: allowed: enough bytes for events = 0x3FF"},
    {NULL, NULL, "events", "0x7F", "events = 0x7F: allowed: with bits 7 to 0 set"},
    {NULL, NULL, "events", "0x10000FF", "event_bytes = 2: allowed: enough bytes for events"},
    {NULL, NULL, "event_filters", "0x1000",
     "event_filters = 0x1000: allowed: bits of events = 0x3FF"},
    {NULL, NULL, "axi_bytes", "24", "axi_bytes = 24: allowed: 8, 16, 32 or 64"},
    {NULL, NULL, "granule", "13", "granule = 13: allowed: 12, 14 or 16"},
    {NULL, NULL, "granule", "15", "granule = 15: allowed: 12, 14 or 16"},
    {NULL, NULL, "align", "7", "align = 7: allowed: 0 to 6 with max_size = 6"},
    {"event_max", "3", "event_min", "4", "event_min = 4: allowed: at most event_max = 3"},
    {NULL, NULL, "irq_min", "1", "irq_min = 1: allowed: at most irq_max = 0"},
    {NULL, NULL, "serror_min", "2", "serror_min = 2: allowed: at most serror_max = 1"},
    {NULL, NULL, "pmu_min", "2", "pmu_min = 2: allowed: at most pmu_max = 1"},
    {NULL, NULL, "cti_min", "2", "cti_min = 2: allowed: at most cti_max = 1"},
    {NULL, NULL, "layout", TAIL, "layout: 'pc' is missing"},
    {NULL, NULL, "layout", "pc pc " TAIL, "layout: 'pc' stands twice: allowed: once"},
    {NULL, NULL, "layout", "pc end " TAIL, "layout: 'end' stands twice"},
    {NULL, NULL, "layout", "ctx1 ctx2 tot issue xlat tgt va pa ds type ev end pc",
     "layout: 'pc' is last: allowed: 'end'"},
    {NULL, NULL, "layout", "ts pc " TAIL, "layout: 'ts': allowed: directly before 'end'"},
    {NULL, NULL, "layout", "pc ctx1 ctx2 tot issue xlat tgt va pa ds type ev ts pad/2+0 end",
     "layout: 'ts': allowed: directly before 'end'"},
    {NULL, NULL, "layout", "pc ctx1 ctx2 tot issue xlat tgt va pa ds type ev ts end", NULL},
    {NULL, NULL, "layout", "pc foo " TAIL, "layout: 'foo' is not allowed"},
    {NULL, NULL, "layout", "pc@4 " TAIL,
     "layout: a record can take 66 bytes: allowed: 64 with max_size = 6"},
    {NULL, NULL, "ds_bytes", "2", NULL},
    {"event_bytes", "4", "ds_bytes", "2", "layout: a record can take 65 bytes: allowed: 64"},
    {"event_bytes", "4", "align", "2", NULL},
    {"event_bytes", "8", "align", "3", "layout: a record can take 72 bytes: allowed: 64"},
    {"max_size", "7", "layout", "pc@0 xlat@30 va@32 ctx1 ctx2 tot issue tgt pa ds type ev end",
     "layout: 'va@32' can overlap the packet before it"},
    {"max_size", "7", "layout", "pc@0 xlat@9 va@12 tgt@12 ctx1 ctx2 tot issue pa ds type ev end",
     NULL},
    {"max_size", "7", "layout", "pc@0 xlat@9 va@12 pa@12 ctx1 ctx2 tot issue tgt ds type ev end",
     "layout: 'pa@12' can overlap the packet before it"},
    {"max_size", "7", "layout", "ctx1 ctx2 tot issue xlat tgt va pa ds type ev pc end@20",
     "layout: 'end@20' can overlap the packet before it"},
    /* `end` of a record without a Timestamp has its own place, before `ts` or after it. */
    {"max_size", "7", "layout", "pc " FRONT " ts@110 end@20",
     "layout: 'end@20' can overlap the packet before it"},
    {"max_size", "7", "layout", "pc " FRONT " ts@64 end@127", NULL},
    {"max_size", "7", "layout", "pc " FRONT " ts@64 end@128",
     "layout: a record can take 129 bytes: allowed: 128 with max_size = 7"},
    {"max_size", "7", "layout", "pc " FRONT " ts@119 end@120", NULL},
    {"max_size", "7", "layout", "pc " FRONT " ts@120 end@121",
     "layout: a record can take 129 bytes: allowed: 128 with max_size = 7"},
    {NULL, NULL, "layout", "pc pbt pbt alt " TAIL, "layout: 'pbt' stands twice: allowed: once"},
    {NULL, NULL, "layout", "pc pbt alt " TAIL, NULL},
    {"max_size", "7", "layout", "pc@0 ctx1@9 ctx2@9 tot issue xlat tgt va pa ds type ev end",
     "layout: 'ctx2@9' can overlap the packet before it"},
};

static void rules_between_keys(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof rules / sizeof rules[0]; i++) {
        struct spe_config_error err = {.line = 0};
        struct spe_config cfg;

        spe_config_init(&cfg);
        if (rules[i].also) {
            assert_int_equal(spe_config_set(&cfg, rules[i].also, rules[i].also_value, &err), 0);
        }
        assert_int_equal(spe_config_set(&cfg, rules[i].key, rules[i].value, &err), 0);
        if (spe_config_check(&cfg, &err) != (rules[i].message ? SPE_ECONFIG : 0)) {
            fail_msg("%s = %s: %s", rules[i].key, rules[i].value, err.text);
        }
        if (rules[i].message &&
            strncmp(err.text, rules[i].message, strlen(rules[i].message)) != 0) {
            assert_string_equal(err.text, rules[i].message);
        }
    }
}

/* Packets that an implementation does not have need no place in the layout. */
static void layout_without_options(void **state)
{
    struct spe_config_error err;
    struct spe_config cfg;

    (void)state;
    spe_config_init(&cfg);
    spe_config_set(&cfg, "layout", "ctx1 tot issue xlat pc tgt va pa type ev end", &err);
    CHECK("ctx2 and ds missing", spe_config_check(&cfg, &err), SPE_ECONFIG);
    assert_string_equal(err.text, "layout: 'ctx2' is missing");
    cfg.el2 = cfg.vhe = false;
    CHECK("ds missing", spe_config_check(&cfg, &err), SPE_ECONFIG);
    assert_string_equal(err.text, "layout: 'ds' is missing");
    cfg.lds = false;
    CHECK("complete", spe_config_check(&cfg, &err), 0);
}

static void hash(void **state)
{
    const struct spe_config_key *keys;
    size_t n = spe_config_keys(&keys);
    struct spe_config a, b;

    (void)state;
    spe_config_init(&a);
    for (size_t i = 0; i < n; i++) {
        b = a;
        *((char *)&b + config_place(&keys[i])) ^= 1;
        if (strcmp(keys[i].name, "name") == 0) {
            CHECK("name", spe_config_hash(&b), spe_config_hash(&a));
        } else if (spe_config_hash(&b) == spe_config_hash(&a)) {
            fail_msg("%s does not change the hash", keys[i].name);
        }
    }
}

/* ID registers, bit by bit from 4.3.11 and 4.3.1. */
static void id_registers(void **state)
{
    struct spe_config cfg;

    (void)state;
    spe_config_init(&cfg);
    CHECK("PMSIDR_EL1", spe_config_pmsidr(&cfg), 0x2601F);
    CHECK("PMBIDR_EL1", spe_config_pmbidr(&cfg), 0);
    cfg.ernd = true;
    cfg.lds = false;
    cfg.arch_inst = false;
    cfg.max_size = 11;
    cfg.interval_code = 8;
    cfg.align = 11;
    cfg.flag_updates = true;
    CHECK("PMSIDR_EL1", spe_config_pmsidr(&cfg), 0x2B827);
    CHECK("PMBIDR_EL1", spe_config_pmbidr(&cfg), 0x2B);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(defaults),
        cmocka_unit_test(single_keys),
        cmocka_unit_test(values_survive_text),
        cmocka_unit_test(numbers_have_two_ends),
        cmocka_unit_test(values_out_of_range_are_refused),
        cmocka_unit_test(texts_need_room),
        cmocka_unit_test(a_leading_zero_is_decimal),
        cmocka_unit_test(rules_between_keys),
        cmocka_unit_test(layout_without_options),
        cmocka_unit_test(hash),
        cmocka_unit_test(id_registers),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
