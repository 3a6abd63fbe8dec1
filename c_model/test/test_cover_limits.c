/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"
#include "config/layout.h"
#include "config_lines.h"
#include "config_members.h"
#include "cover/cover.h"
#include "cover/table.h"
#include "spe/status.h"

/* Which limits of a record a configuration can meet (c_model/README.md, "Functional coverage"): a
 * record of the largest size, and a record for which AXI4 has no burst. */

/* The packet `last` is at the end of the layout, so far back that a record with it has 128 bytes
 * and a record without it has fewer. `there`: an SPU of these keys can write a record with it. */
static const struct last_row {
    const char *name, *keys, *last;
    bool there;
} rows[] = {
    {"the target of a branch", "", "tgt@110", true},
    {"the virtual address of a load", "", "va@110", true},
    {"its physical address", "", "pa@110", true},
    {"its source", "", "ds@117", true},
    {"no source", "lds = 0", "ds@117", false},
    {"its translation latency", "", "xlat@116", true},
    {"of EL2", "", "ctx2@114", true},
    {"no EL2", "el2 = 0\nvhe = 0", "ctx2@114", false},
    {"no previous target", "", "pbt@110", false},
    {"the previous target", "pmsver = 3\nevents = 0xBFF\nfne = 1\npbt = 1", "pbt@110", true},
    {"the counter of another clock", "", "alt@116", false},
};

/* Set the keys, and a layout with the other packets before `last`. */
static void set_row(struct spe_config *cfg, const struct last_row *row)
{
    static const char *const kinds[] = {"ctx1", "ctx2", "tot", "issue", "xlat", "pc",  "tgt",
                                        "va",   "pa",   "ds",  "type",  "ev",   "pbt", "alt"};
    struct spe_config_error err;
    char lines[300];
    size_t used = (size_t)snprintf(lines, sizeof(lines), "%s\nlayout = ", row->keys);

    for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
        const size_t length = strlen(kinds[i]);
        if (strncmp(kinds[i], row->last, length) != 0 || row->last[length] != '@') {
            used += (size_t)snprintf(lines + used, sizeof(lines) - used, "%s ", kinds[i]);
        }
    }
    (void)snprintf(lines + used, sizeof(lines) - used, "%s end", row->last);
    assert_int_equal(config_lines(cfg, lines, &err), SPE_OK);
}

static void a_record_of_the_largest_size(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        const unsigned none_left[COVER_AXES] = {0}, less[COVER_AXES] = {1}, more[COVER_AXES] = {2};
        struct spe_config cfg;
        spe_config_init(&cfg);
        set_row(&cfg, &rows[i]);
        cfg.max_size = 7;
        CHECK(rows[i].name, possible_limit(&cfg, none_left), rows[i].there);
        CHECK("a shorter one", possible_limit(&cfg, less) && possible_limit(&cfg, more), true);
        cfg.align = 7;
        CHECK("room is counted in records", possible_limit(&cfg, less), false);
        CHECK("more than one", possible_limit(&cfg, more), true);
    }
}

/* A burst has 256 beats at most (IHI 0022, A3.4.1). The first beat may hold only one unit of
 * alignment. */
static void records_without_a_burst(void **state)
{
    static const struct {
        int max_size, axi_bytes, align;
        bool too_long;
    } limits[] = {{11, 8, 0, true},  {11, 8, 2, true},   {11, 8, 3, false}, {11, 8, 11, false},
                  {10, 8, 0, false}, {11, 16, 0, false}, {6, 8, 0, false},  {11, 64, 0, false}};

    (void)state;
    for (size_t i = 0; i < sizeof(limits) / sizeof(limits[0]); i++) {
        struct spe_config cfg;
        char row[48];
        spe_config_init(&cfg);
        cfg.max_size = limits[i].max_size;
        cfg.axi_bytes = limits[i].axi_bytes;
        cfg.align = limits[i].align;
        (void)snprintf(row, sizeof(row), "2^%d bytes, beats of %d, 2^%d", cfg.max_size,
                       cfg.axi_bytes, cfg.align);
        CHECK(row, cover_long_record(&cfg), limits[i].too_long);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_record_of_the_largest_size),
        cmocka_unit_test(records_without_a_burst),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
