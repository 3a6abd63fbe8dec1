/* SPDX-License-Identifier: Apache-2.0
 *
 * Table 4 of DDI 0586A exhaustively, and the rules of 3.2.2 and 3.2.3.
 */
#include "arch/filter.h"
#include "check.h"
#include "config_members.h"
#include "filtered.h"

static const struct spe_config *defaults(void)
{
    static struct spe_config cfg;

    spe_config_init(&cfg);
    return &cfg;
}

/* Table 4; the row FT 1 with LD, ST, B 0 is CONSTRAINED UNPREDICTABLE by the text (L2, L4). */
static const struct {
    unsigned ld, st, b;
    char load, store, branch, other;
} table4[] = {
    {0, 0, 1, 'D', 'D', 'C', 'D'}, {0, 1, 0, 'D', 'C', 'D', 'D'}, {0, 1, 1, 'D', 'C', 'C', 'D'},
    {1, 0, 0, 'C', 'D', 'D', 'D'}, {1, 0, 1, 'C', 'D', 'C', 'D'}, {1, 1, 0, 'C', 'C', 'D', 'D'},
    {1, 1, 1, 'C', 'C', 'C', 'D'},
};

static bool keeps_type(const struct spe_config *cfg, uint64_t fcr, unsigned types)
{
    struct spe_regs regs = {.v = {[SPE_PMSFCR] = fcr}};

    return keeps(cfg, &regs, 0, types, 0);
}

static void table_4(void **state)
{
    const struct spe_config *cfg = defaults();

    (void)state;
    for (size_t i = 0; i < sizeof table4 / sizeof table4[0]; i++) {
        uint64_t fcr = 2 | table4[i].b << 16 | table4[i].ld << 17 | table4[i].st << 18;
        char row[16];

        snprintf(row, sizeof row, "LD%u ST%u B%u", table4[i].ld, table4[i].st, table4[i].b);
        CHECK(row, keeps_type(cfg, fcr, SPE_OPTYPE_LOAD), table4[i].load == 'C');
        CHECK(row, keeps_type(cfg, fcr, SPE_OPTYPE_STORE), table4[i].store == 'C');
        CHECK(row, keeps_type(cfg, fcr, SPE_OPTYPE_BRANCH), table4[i].branch == 'C');
        CHECK(row, keeps_type(cfg, fcr, 0), table4[i].other == 'C');
        /* atomic that returns a value: LD or ST (L8) */
        CHECK(row, keeps_type(cfg, fcr, SPE_OPTYPE_LOAD | SPE_OPTYPE_STORE),
              table4[i].ld || table4[i].st);
    }
    /* FT 0 keeps every type, whatever LD, ST and B are. */
    for (unsigned bits = 0; bits < 8; bits++) {
        for (unsigned types = 0; types < 8; types++) {
            CHECK("FT 0", keeps_type(cfg, (uint64_t)bits << 16, types), true);
        }
    }
}

/* Table 4 typed a second time: each column over LD, ST, B = 001 to 111. */
static void table_4_by_column(void **state)
{
    static const struct {
        const char *name, *column;
        unsigned types;
    } columns[] = {
        {"Load", "DDDCCCC", SPE_OPTYPE_LOAD},
        {"Store", "DCCDDCC", SPE_OPTYPE_STORE},
        {"Branch", "CDCDCDC", SPE_OPTYPE_BRANCH},
        {"Other", "DDDDDDD", 0},
    };

    (void)state;
    for (size_t i = 0; i < sizeof columns / sizeof columns[0]; i++) {
        for (unsigned row = 1; row < 8; row++) {
            uint64_t fcr = 2 | (row & 1) << 16 | (row >> 2 & 1) << 17 | (row >> 1 & 1) << 18;

            CHECK(columns[i].name, keeps_type(defaults(), fcr, columns[i].types),
                  columns[i].column[row - 1] == 'C');
        }
    }
}

/* Payload bytes of 5.3.8. */
static const struct {
    const char *name;
    uint16_t op;
    int end;
    unsigned types;
} types[] = {
    {"other", 0x000, SPE_LIFE_RETIRE, 0},
    {"conditional select", 0x001, SPE_LIFE_RETIRE, 0},
    {"load", 0x100, SPE_LIFE_RETIRE, SPE_OPTYPE_LOAD},
    {"store", 0x101, SPE_LIFE_RETIRE, SPE_OPTYPE_STORE},
    {"SIMD&FP load", 0x104, SPE_LIFE_RETIRE, SPE_OPTYPE_LOAD},
    {"SIMD&FP store", 0x105, SPE_LIFE_RETIRE, SPE_OPTYPE_STORE},
    {"load-acquire", 0x112, SPE_LIFE_RETIRE, SPE_OPTYPE_LOAD},
    {"store-release", 0x113, SPE_LIFE_RETIRE, SPE_OPTYPE_STORE},
    {"load-exclusive", 0x10A, SPE_LIFE_RETIRE, SPE_OPTYPE_LOAD},
    {"store-exclusive (L9)", 0x10B, SPE_LIFE_RETIRE, SPE_OPTYPE_STORE},
    {"atomic with result, swap", 0x106, SPE_LIFE_RETIRE, SPE_OPTYPE_LOAD | SPE_OPTYPE_STORE},
    {"atomic without result", 0x107, SPE_LIFE_RETIRE, SPE_OPTYPE_STORE},
    {"acquire atomic", 0x116, SPE_LIFE_RETIRE, SPE_OPTYPE_LOAD | SPE_OPTYPE_STORE},
    {"load with exception (L12)", 0x100, SPE_LIFE_EXCEPTION, SPE_OPTYPE_LOAD},
    {"branch", 0x200, SPE_LIFE_RETIRE, SPE_OPTYPE_BRANCH},
    {"conditional branch (L10)", 0x201, SPE_LIFE_RETIRE, SPE_OPTYPE_BRANCH},
    {"indirect branch, exception return", 0x202, SPE_LIFE_RETIRE, SPE_OPTYPE_BRANCH},
    {"branch with exception (L12)", 0x200, SPE_LIFE_EXCEPTION, 0},
    {"squashed branch", 0x200, SPE_LIFE_SQUASH, SPE_OPTYPE_BRANCH},
};

static void types_of_operations(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
        CHECK(types[i].name, arch_optype(defaults(), types[i].op, 0, types[i].end), types[i].types);
    }
}

static const struct {
    const char *name;
    uint64_t fcr, evfr, events;
    uint64_t minlat;
    unsigned latency;
    bool keep;
} rules[] = {
    {"all off", 0, 0xAA, 0, 99, 0, true},
    {"FE: event there", 1, 0x08, 0x0A, 0, 0, true},
    {"FE: event missing", 1, 0x08, 0xF7, 0, 0, false},
    {"FE: one of two missing", 1, 0x28, 0x0A, 0, 0, false},
    {"FE: both there", 1, 0x28, 0x2A, 0, 0, true},
    {"FE: high event", 1, 0x8000000000000000, 0x8000000000000002, 0, 0, true},
    {"FE: high event missing", 1, 0x8000000000000000, 0x7FFFFFFFFFFFFFFF, 0, 0, false},
    {"FL: less", 4, 0, 0, 10, 9, false},
    {"FL: equal", 4, 0, 0, 10, 10, true},
    {"FL: greater", 4, 0, 0, 10, 11, true},
    {"FL: saturated", 4, 0, 0, 0xFFF, 0xFFF, true},
    {"FE, FL: both pass", 5, 0x80, 0x82, 5, 6, true},
    {"FE, FL: event fails", 5, 0x80, 0x02, 5, 6, false},
    {"FE, FL: latency fails", 5, 0x80, 0x82, 5, 4, false},
};

static void events_and_latency(void **state)
{
    struct spe_config cfg = *defaults();

    (void)state;
    cfg.event_filters = UINT64_C(1) << 63;
    for (size_t i = 0; i < sizeof rules / sizeof rules[0]; i++) {
        struct spe_regs regs = {.v = {[SPE_PMSFCR] = rules[i].fcr,
                                      [SPE_PMSEVFR] = rules[i].evfr,
                                      [SPE_PMSLATFR] = rules[i].minlat}};

        CHECK(rules[i].name, keeps(&cfg, &regs, rules[i].events, 0, rules[i].latency),
              rules[i].keep);
    }
}

/* L1, L2, L3: the control counts as 0, or nothing is recorded. */
static void constrained_unpredictable(void **state)
{
    const struct {
        const char *key;
        uint64_t fcr;
    } cases[] = {{"fe_zero", 1}, {"ft_zero", 2}, {"fl_zero", 4}};
    struct spe_config_error err;

    (void)state;
    for (size_t i = 0; i < 3; i++) {
        struct spe_config cfg = *defaults();
        struct spe_regs regs = {.v = {[SPE_PMSFCR] = cases[i].fcr}};

        CHECK(cases[i].key, keeps(&cfg, &regs, 0xFF, 7, 100), true);
        assert_int_equal(spe_config_set(&cfg, cases[i].key, "nothing", &err), 0);
        CHECK(cases[i].key, keeps(&cfg, &regs, 0xFF, 7, 100), false);
        regs.v[SPE_PMSFCR] = 7 ^ cases[i].fcr;
        CHECK(cases[i].key, keeps(&cfg, &regs, 0xFF, 7, 100), true);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(table_4),
        cmocka_unit_test(table_4_by_column),
        cmocka_unit_test(types_of_operations),
        cmocka_unit_test(events_and_latency),
        cmocka_unit_test(constrained_unpredictable),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
