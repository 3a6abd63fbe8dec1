/* SPDX-License-Identifier: Apache-2.0
 *
 * DDI 0586A Table 3, "Enabling by Exception level and Security state", typed row by row; every
 * combination of its controls and of the enable bits.
 */
#include "arch/enable.h"
#include "check.h"
#include "config_members.h"
#include "spe/enable.h"

struct row {
    const char *s, *e, *ns, *nspb, *e2pb, *tge; /* most significant bit first, X: any */
    const char *sampling[4];                    /* at EL0, EL1, EL2, EL3 */
};

/* The columns of the table read EL3, EL2, EL1, EL0; ROW reverses their order. */
#define ROW(s, e, ns, nspb, e2pb, tge, el3, el2, el1, el0)                                         \
    {                                                                                              \
        s, e, ns, nspb, e2pb, tge,                                                                 \
        {                                                                                          \
            el0, el1, el2, el3                                                                     \
        }                                                                                          \
    }

/* clang-format off */
static const struct row table3[] = {
    /*  S    E    NS   NSPB  E2PB  TGE   EL3  EL2      EL1      EL0 */
    ROW("1", "X", "X", "XX", "XX", "X",  "D", "D",     "D",     "D"),
    ROW("0", "0", "X", "XX", "XX", "X",  "D", "D",     "D",     "D"),
    ROW("0", "1", "1", "1X", "1X", "0",  "D", "D",     "E1SPE", "E0SPE"),
    ROW("0", "1", "1", "1X", "1X", "1",  "D", "D",     "n/a",   "D"),
    ROW("0", "1", "1", "1X", "00", "0",  "D", "E2SPE", "E1SPE", "E0SPE"),
    ROW("0", "1", "1", "1X", "00", "1",  "D", "E2SPE", "n/a",   "E0HSPE"),
    ROW("0", "1", "1", "0X", "XX", "X",  "D", "D",     "D",     "D"),
    ROW("0", "1", "0", "1X", "XX", "X",  "D", "n/a",   "D",     "D"),
    ROW("0", "1", "0", "0X", "XX", "X",  "D", "n/a",   "E1SPE", "E0SPE"),
    /* Not in the table: E2PB 0b01 is reserved. Choice E1: as 0b11, by the pseudocode of 3.4.6. */
    ROW("0", "1", "1", "1X", "01", "0",  "D", "D",     "E1SPE", "E0SPE"),
    ROW("0", "1", "1", "1X", "01", "1",  "D", "D",     "n/a",   "D"),
};
/* clang-format on */

/* One setting of all inputs. */
struct inputs {
    unsigned s, e, ns, nspb, e2pb, tge, enables;
};

enum { E1SPE = 1, E0SPE = 2, E2SPE = 4, E0HSPE = 8, ENABLES = 16 };

static const struct row *find_row(const struct inputs *in)
{
    const struct row *found = NULL;
    for (size_t i = 0; i < sizeof(table3) / sizeof(*table3); i++) {
        const struct row *r = &table3[i];
        if (!bits_match(r->s, in->s) || !bits_match(r->e, in->e) || !bits_match(r->ns, in->ns) ||
            !bits_match(r->nspb, in->nspb) || !bits_match(r->e2pb, in->e2pb) ||
            !bits_match(r->tge, in->tge)) {
            continue;
        }
        assert_null(found); /* no other row may match */
        found = r;
    }
    assert_non_null(found); /* and one row must match */
    return found;
}

static bool sampling(const char *cell, unsigned enables)
{
    static const struct {
        const char *name;
        unsigned bit;
    } cells[] = {
        {"D", 0}, {"E1SPE", E1SPE}, {"E0SPE", E0SPE}, {"E2SPE", E2SPE}, {"E0HSPE", E0HSPE}};
    for (size_t i = 0; i < sizeof(cells) / sizeof(*cells); i++) {
        if (strcmp(cell, cells[i].name) == 0) {
            return (enables & cells[i].bit) != 0;
        }
    }
    fail_msg("no such cell: %s", cell);
    return false;
}

static bool predicted(const struct spe_config *cfg, const struct inputs *in, unsigned el)
{
    const struct spe_ctx ctx = {
        .el = el, .ns = in->ns, .nspb = in->nspb, .e2pb = in->e2pb, .tge = in->tge};
    struct spe_regs regs = {{0}};
    regs.v[SPE_PMBSR] = (uint64_t)in->s << 17;
    regs.v[SPE_PMBLIMITR] = in->e;
    regs.v[SPE_PMSCR_EL1] = (in->enables & E0SPE ? 1 : 0) | (in->enables & E1SPE ? 2 : 0);
    regs.v[SPE_PMSCR_EL2] = (in->enables & E0HSPE ? 1 : 0) | (in->enables & E2SPE ? 2 : 0);
    return arch_profiling_enabled(cfg, &regs, &ctx);
}

static unsigned check_combination(const struct spe_config *cfg, const struct inputs *in)
{
    const struct row *row = find_row(in);
    unsigned checked = 0;
    for (unsigned el = 0; el < 4; el++) {
        if (strcmp(row->sampling[el], "n/a") == 0) {
            continue;
        }
        const bool want = sampling(row->sampling[el], in->enables);
        if (predicted(cfg, in, el) != want) {
            fail_msg("S %u E %u NS %u NSPB %u E2PB %u TGE %u enables 0x%x EL%u: table says %d",
                     in->s, in->e, in->ns, in->nspb, in->e2pb, in->tge, in->enables, el, want);
        }
        checked++;
    }
    return checked;
}

static void every_combination_is_as_the_table_says(void **state)
{
    (void)state;
    const struct spe_config cfg = {.el2 = true, .el3 = true, .vhe = true};
    unsigned checked = 0;
    for (unsigned n = 0; n < 2 * 2 * 2 * 4 * 4 * 2 * ENABLES; n++) {
        const struct inputs in = {.s = n & 1,
                                  .e = n >> 1 & 1,
                                  .ns = n >> 2 & 1,
                                  .nspb = n >> 3 & 3,
                                  .e2pb = n >> 5 & 3,
                                  .tge = n >> 7 & 1,
                                  .enables = n >> 8};
        checked += check_combination(&cfg, &in);
    }
    /* 4096 combinations of 4 levels, minus 512 of EL2 in Secure state and 128 of EL1 under TGE */
    assert_int_equal(checked, 4096 * 4 - 512 - 128);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_combination_is_as_the_table_says),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
