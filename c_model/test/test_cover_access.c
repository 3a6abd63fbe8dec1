/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The rules of the groups `access` and `profiled` permit exactly the bins that random contexts
 * reach, in configurations with every mixture of the features that the rules name.
 */
#include <stdlib.h>

#include "arch/enable.h"
#include "check.h"
#include "config_lines.h"
#include "config_members.h"
#include "cover/table.h"
#include "covered.h"
#include "spe/cover.h"
#include "spe/enable.h"
#include "spe/regs.h"

/* In the order of the axis, typed from DDI 0586A 4.1 and D24.7. */
static const uint16_t encodings[] = {
    SPE_ENC(3, 0, 9, 9, 0),  SPE_ENC(3, 0, 9, 9, 1),  SPE_ENC(3, 0, 9, 9, 2),
    SPE_ENC(3, 0, 9, 9, 3),  SPE_ENC(3, 0, 9, 9, 4),  SPE_ENC(3, 0, 9, 9, 5),
    SPE_ENC(3, 0, 9, 9, 6),  SPE_ENC(3, 0, 9, 9, 7),  SPE_ENC(3, 0, 9, 10, 0),
    SPE_ENC(3, 0, 9, 10, 1), SPE_ENC(3, 0, 9, 10, 3), SPE_ENC(3, 0, 9, 10, 4),
    SPE_ENC(3, 0, 9, 10, 5), SPE_ENC(3, 0, 9, 10, 7), SPE_ENC(3, 4, 9, 9, 0),
    SPE_ENC(3, 4, 9, 10, 3), SPE_ENC(3, 5, 9, 9, 0),  SPE_ENC(3, 5, 9, 10, 3),
    SPE_ENC(3, 6, 9, 10, 3)};
#define ENCODINGS (sizeof(encodings) / sizeof(*encodings))

/* A rule reads at most a dozen bits of a context, and each combination of a dozen bits occurs
 * often. */
#define CONTEXTS 40000

static uint64_t next_random(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state * UINT64_C(0x2545F4914F6CDD1D);
}

static void access_met(const struct spe_config *cfg, const struct cover *cover,
                       const struct spe_regs *regs, const struct spe_ctx *ctx, bool fgt, bool *met)
{
    for (unsigned reg = 0; reg < ENCODINGS; reg++) {
        for (unsigned write = 0; write <= 1; write++) {
            const struct spe_txn_sysreg t = {
                .enc = encodings[reg], .write = (uint8_t)write, .fgt = fgt};
            enum spe_reg unused;
            unsigned got = cover_outcome(spe_reg_access(cfg, regs, ctx, &t, &unused));
            met[cover_bin(cover, COVER_ACCESS, reg, write, ctx->el, got)] = true;
        }
    }
}

/* Whether the PE can be in this context. Its highest level is not in AArch32 state, otherwise the
 * PE would have no SPE. */
static bool can_be(const struct spe_config *cfg, const struct spe_ctx *ctx)
{
    const unsigned highest = cfg->el3 ? 3 : cfg->el2 ? 2 : 1;

    return spe_ctx_possible(cfg, ctx) && (ctx->el != highest || !ctx->aarch32);
}

static void by_contexts(const struct spe_config *cfg, const struct cover *cover, bool *met)
{
    uint64_t random = UINT64_C(0x9E3779B97F4A7C15);
    struct spe_regs regs;

    spe_regs_reset(cfg, &regs);
    spe_reg_write(cfg, &regs, SPE_PMBLIMITR, SPE_PMBLIMITR_E);
    for (int i = 0; i < CONTEXTS; i++) {
        struct spe_txn_ctx txn = {.state = next_random(&random)};
        const uint64_t more = next_random(&random);
        const uint64_t scr = SPE_PMSCR_E0SPE | SPE_PMSCR_ExSPE | (more & SPE_PMSCR_EE);
        struct spe_ctx ctx;

        spe_ctx_from_txn(&ctx, &txn);
        spe_reg_write(cfg, &regs, SPE_PMSCR_EL1, scr);
        spe_reg_write(cfg, &regs, SPE_PMSCR_EL2, scr ^ (more >> 32 & SPE_PMSCR_EE));
        if (!can_be(cfg, &ctx)) {
            continue;
        }
        access_met(cfg, cover, &regs, &ctx, (more >> 63) != 0, met);
        if (arch_profiling_enabled(cfg, &regs, &ctx)) {
            const unsigned regime = (unsigned)spe_owning_regime(cfg, &ctx);
            met[cover_bin(cover, COVER_PROFILED, regime, ctx.el, 0, 0)] = true;
        }
    }
}

/* @return the number of bins in which rules and contexts differ. */
static unsigned differences(const struct spe_config *cfg, const char *what)
{
    bool *met = calloc(spe_cover_bins(), sizeof(*met));
    bool *possible = calloc(spe_cover_bins(), sizeof(*possible));
    struct cover *cover = calloc(1, sizeof(*cover));
    unsigned wrong = 0, values[COVER_AXES];
    enum cover_group g;

    assert_true(met != NULL && possible != NULL && cover != NULL);
    cover_init(cover);
    by_contexts(cfg, cover, met);
    spe_cover_possible(cfg, possible);
    for (size_t bin = 0; cover_values(bin, &g, values); bin++) {
        char name[96];
        if ((g != COVER_ACCESS && g != COVER_PROFILED) || met[bin] == possible[bin]) {
            continue;
        }
        assert_true(spe_cover_name(bin, name, sizeof(name)) > 0);
        print_message("%s: %s is %s\n", what, name, met[bin] ? "met" : "possible, and not met");
        wrong++;
    }
    free(met);
    free(possible);
    free(cover);
    return wrong;
}

/* Levels, states and versions; keys that are not named have their defaults. */
static const char *const mixtures[] = {
    "",
    "el3 = 0",
    "el2 = 0\nvhe = 0",
    "el2 = 0\nvhe = 0\nel3 = 0",
    "el2 = 0\nvhe = 0\nel3 = 0\nsecure = 0",
    "vhe = 0",
    "fgt = 1",
    "sel2 = 1",
    "rme = 1",
    "rme = 1\nsecure = 0",
    "rme = 1\nsel2 = 1\nnspb_reserved = realm",
    "nv = 1",
    "nv = 2",
    "nv = 2\nvhe = 0\nfgt = 1",
    "sdd_priority = 1",
    "el3 = 0\nsel2 = 1\nnv = 2",
};
#define V1P5                                                                                       \
    "pmsver = 6\nevents = 0xBFF\nfne = 1\nflag_updates = 1\n"                                      \
    "ext_abort = serror\nexc = 1\nnvm = 1\npmu_full = 1\nlds = 0"
static const char *const versions[] = {
    "",
    "pmsver = 3\nevents = 0xBFF\nfne = 1",
    "pmsver = 5\nevents = 0xBFF\nfne = 1\nflag_updates = 1\next_abort = serror\nlds = 1\nfds = 1",
    V1P5,
};

static void rules_are_what_contexts_come_to(void **state)
{
    unsigned wrong = 0, tried = 0;

    (void)state;
    for (size_t i = 0; i < sizeof(mixtures) / sizeof(*mixtures); i++) {
        for (size_t k = 0; k < sizeof(versions) / sizeof(*versions); k++) {
            struct spe_config cfg;
            struct spe_config_error err;
            char lines[512];

            (void)snprintf(lines, sizeof(lines), "%s\n%s", mixtures[i], versions[k]);
            spe_config_init(&cfg);
            if (config_lines(&cfg, lines, &err) != 0) {
                fail_msg("%s: %s", lines, err.text);
            }
            if (spe_config_check(&cfg, &err) != 0) {
                print_message("%s: %s\n", lines, err.text);
                wrong++;
                continue;
            }
            wrong += differences(&cfg, lines);
            tried++;
        }
    }
    assert_int_equal(wrong, 0);
    assert_true(tried >= 64);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rules_are_what_contexts_come_to),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
