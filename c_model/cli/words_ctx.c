/* SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "config_members.h"
#include "words.h"

/* The state of the PE. */

const char *words_pas(unsigned pas)
{
    static const char *const names[] = {[SPE_PAS_SECURE] = "Secure",
                                        [SPE_PAS_NONSECURE] = "Non-secure",
                                        [SPE_PAS_ROOT] = "Root",
                                        [SPE_PAS_REALM] = "Realm"};

    return pas < sizeof(names) / sizeof(names[0]) ? names[pas] : "no Security state";
}

const char *words_regime(unsigned regime)
{
    static const char *const names[SPE_REGIMES] = {
        [SPE_REGIME_NS_EL10] = "Non-secure EL1&0", [SPE_REGIME_EL2] = "Non-secure EL2",
        [SPE_REGIME_EL20] = "Non-secure EL2&0",    [SPE_REGIME_S_EL10] = "Secure EL1&0",
        [SPE_REGIME_S_EL2] = "Secure EL2",         [SPE_REGIME_S_EL20] = "Secure EL2&0",
        [SPE_REGIME_R_EL10] = "Realm EL1&0",       [SPE_REGIME_R_EL2] = "Realm EL2",
        [SPE_REGIME_R_EL20] = "Realm EL2&0"};

    return regime < SPE_REGIMES ? names[regime] : "no regime";
}

void words_level(const struct spe_config *cfg, const struct spe_ctx *ctx, char *dst, size_t bytes)
{
    (void)snprintf(dst, bytes, "%s EL%u%s%s", words_pas(spe_current_state(cfg, ctx)), ctx->el,
                   ctx->aarch32 ? " AArch32" : "", ctx->debug ? " Debug" : "");
}

static void say_owner(const struct spe_config *cfg, const struct spe_ctx *ctx, struct words *w)
{
    if (spe_buffer_owner(cfg, ctx).el == 0) {
        words_add(w, "nobody owns the buffer");
    } else {
        words_add(w, "owning regime %s", words_regime(spe_owning_regime(cfg, ctx)));
    }
}

struct control {
    const char *name;
    uint64_t value;
    bool hex;
};

#define CONTROLS 30

/* Inputs that the configuration lacks may have any value (dpi/README.md, "Versions"): they read as
 * 0. */
static void read_controls(const struct spe_config *cfg, const struct spe_txn_ctx *t,
                          struct control control[CONTROLS])
{
    static const unsigned nv[] = {0, 3, 7};
    const uint64_t s = t->state, nvx = SPE_CTX_NVX(s) & nv[cfg->nv], exc = cfg->exc ? s : 0;
    const struct control all[CONTROLS] = {
        {"MDCR_EL3.NSPB", SPE_CTX_NSPB(s), false},
        {"MDCR_EL3.NSPBE", cfg->rme ? SPE_CTX_NSPBE(s) : 0, false},
        {"MDCR_EL2.E2PB", SPE_CTX_E2PB(s), false},
        {"MDCR_EL2.TPMS", SPE_CTX_TPMS(s), false},
        {"MDCR_EL3.PMSEE", SPE_CTX_PMSEE(exc), false},
        {"MDCR_EL3.EnPMSN", cfg->el3 && cfg->fne ? SPE_CTX_ENPMSN(s) : 0, false},
        {"MDCR_EL3.EnPMS3", cfg->el3 && cfg->fds ? SPE_CTX_ENPMS3(s) : 0, false},
        {"MDCR_EL3.EnPMS4", cfg->el3 && cfg->nvm ? SPE_CTX_ENPMS4(s) : 0, false},
        {"HCR_EL2.TGE", SPE_CTX_TGE(s), false},
        {"HCR_EL2.E2H", SPE_CTX_E2H(s), false},
        {"HCR_EL2.TEA", SPE_CTX_TEA(exc), false},
        {"HCR_EL2.GPF", SPE_CTX_HCRGPF(exc), false},
        {"HCR_EL2.NV", nvx & 1, false},
        {"HCR_EL2.NV1", nvx >> 1 & 1, false},
        {"HCR_EL2.NV2", nvx >> 2, false},
        {"SCR_EL3.EEL2", cfg->sel2 ? SPE_CTX_EEL2(s) : 0, false},
        {"SCR_EL3.EA", SPE_CTX_EA(exc), false},
        {"SCR_EL3.GPF", SPE_CTX_SCRGPF(exc), false},
        {"EL1 AArch32", SPE_CTX_EL1A32(s), false},
        {"EL2 AArch32", SPE_CTX_EL2A32(s), false},
        {"TBI0", SPE_CTX_TBI0(s), false},
        {"TBI1", SPE_CTX_TBI1(s), false},
        {"CNTEN.EN", SPE_CTX_CNTEN(s), false},
        {"PSTATE.PM", SPE_CTX_PM(exc), false},
        {"EDSCR.SDD", cfg->el3 ? SPE_CTX_SDD(s) : 0, false},
        {"CONTEXTIDR_EL1", t->contextidr_el1, true},
        {"CONTEXTIDR_EL2", t->contextidr_el2, true},
        {"CNTVOFF", t->cntvoff, true},
        {"CNTPOFF", cfg->ecv == 2 ? t->cntpoff : 0, true},
        {"CNTPCT", t->cntpct, true},
    };

    memcpy(control, all, sizeof(all));
}

/* Print the controls that differ from `before`; for the first context, those that are not 0. */
static void say_controls(const struct spe_config *cfg, const struct spe_txn_ctx *t,
                         const struct spe_txn_ctx *before, struct words *w)
{
    const struct spe_txn_ctx none = {0};
    struct control now[CONTROLS], old[CONTROLS];

    read_controls(cfg, t, now);
    read_controls(cfg, before != NULL ? before : &none, old);
    for (unsigned i = 0; i < CONTROLS; i++) {
        if (now[i].value != old[i].value) {
            words_add(w, now[i].hex ? "%s=0x%" PRIx64 : "%s=%" PRIu64, now[i].name, now[i].value);
        }
    }
}

void words_say_context(const struct spe_config *cfg, const struct spe_txn_ctx *t,
                       const struct spe_txn_ctx *before, struct words *w)
{
    struct spe_ctx ctx;
    char level[64];

    spe_ctx_from_txn(&ctx, t);
    words_level(cfg, &ctx, level, sizeof(level));
    words_add(w, "context %u: %s", t->id, level);
    if (!spe_ctx_possible(cfg, &ctx)) {
        words_add(w, "in which no PE of this configuration can be");
    }
    say_owner(cfg, &ctx, w);
    say_controls(cfg, t, before, w);
}
