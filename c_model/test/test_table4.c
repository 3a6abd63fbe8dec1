/* SPDX-License-Identifier: Apache-2.0
 *
 * DDI 0586A Table 4, "Filtering by Operation type", typed row by row; every combination of its
 * controls.
 */
#include "arch/filter.h"
#include "check.h"
#include "config_members.h"
#include "filtered.h"

struct row {
    const char *ft, *ld, *st, *b;
    char load, store, branch, other; /* C: collected, D: discarded */
};

/* clang-format off */
static const struct row table4[] = {
    /* FT   LD   ST   B     Load Store Branch Other */
    {"0", "X", "X", "X",   'C', 'C', 'C', 'C'},
    {"1", "0", "0", "0",   'D', 'D', 'D', 'D'},
    {"1", "0", "0", "1",   'D', 'D', 'C', 'D'},
    {"1", "0", "1", "0",   'D', 'C', 'D', 'D'},
    {"1", "0", "1", "1",   'D', 'C', 'C', 'D'},
    {"1", "1", "0", "0",   'C', 'D', 'D', 'D'},
    {"1", "1", "0", "1",   'C', 'D', 'C', 'D'},
    {"1", "1", "1", "0",   'C', 'C', 'D', 'D'},
    {"1", "1", "1", "1",   'C', 'C', 'C', 'D'},
};
/* clang-format on */

static const struct row *find_row(unsigned ft, unsigned ld, unsigned st, unsigned b)
{
    const struct row *found = NULL;
    for (size_t i = 0; i < sizeof(table4) / sizeof(*table4); i++) {
        const struct row *r = &table4[i];
        if (!bits_match(r->ft, ft) || !bits_match(r->ld, ld) || !bits_match(r->st, st) ||
            !bits_match(r->b, b)) {
            continue;
        }
        assert_null(found);
        found = r;
    }
    assert_non_null(found);
    return found;
}

static bool kept(const struct spe_config *cfg, unsigned controls, unsigned types)
{
    struct spe_regs regs = {{0}};
    regs.v[SPE_PMSFCR] = (controls & 8 ? 1u << 1 : 0) | (controls & 4 ? 1u << 17 : 0) |
                         (controls & 2 ? 1u << 18 : 0) | (controls & 1 ? 1u << 16 : 0);
    return keeps(cfg, &regs, 0x2, types, 0);
}

/* The row with FT alone is CONSTRAINED UNPREDICTABLE by 3.2.3 (L2): the table's D is one of two
 * outcomes. */
static void check_table(const struct spe_config *cfg, bool ignore_empty)
{
    for (unsigned controls = 0; controls < 16; controls++) {
        const struct row *r =
            find_row(controls >> 3 & 1, controls >> 2 & 1, controls >> 1 & 1, controls & 1);
        const bool all = ignore_empty && controls == 8;
        assert_int_equal(kept(cfg, controls, SPE_OPTYPE_LOAD), all || r->load == 'C');
        assert_int_equal(kept(cfg, controls, SPE_OPTYPE_STORE), all || r->store == 'C');
        assert_int_equal(kept(cfg, controls, SPE_OPTYPE_BRANCH), all || r->branch == 'C');
        assert_int_equal(kept(cfg, controls, 0), all || r->other == 'C');
    }
}

static void every_combination_is_as_the_table_says(void **state)
{
    (void)state;
    struct spe_config cfg = {.count_size = 12, .speculative = true};
    cfg.ft_zero = spe_cfg_ft_zero_nothing;
    check_table(&cfg, false);
    cfg.ft_zero = spe_cfg_ft_zero_ignored;
    check_table(&cfg, true);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_combination_is_as_the_table_says),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
