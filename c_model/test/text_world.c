/* SPDX-License-Identifier: Apache-2.0 */
#include "text_world.h"

#include "check.h"
#include "config_lines.h"
#include "config_members.h"

static const struct {
    bool el2, el3, secure, sel2, rme;
    int reserved;
} worlds[TEXT_CONFIGS] = {
    {0, 0, 0, 0, 0, 0}, {0, 0, 1, 0, 0, 0}, {1, 0, 0, 0, 0, 0}, {1, 0, 1, 0, 0, 0},
    {1, 0, 1, 1, 0, 0}, {0, 1, 1, 0, 0, 0}, {1, 1, 1, 0, 0, 0}, {1, 1, 1, 1, 0, 0},
    {1, 1, 0, 0, 1, 0}, {1, 1, 0, 0, 1, 1}, {1, 1, 0, 0, 1, 3}, {1, 1, 1, 0, 1, 0},
    {1, 1, 1, 0, 1, 1}, {1, 1, 1, 0, 1, 2}, {1, 1, 1, 0, 1, 3}, {1, 1, 1, 1, 1, 0},
    {1, 1, 1, 1, 1, 1}, {1, 1, 1, 1, 1, 2}, {1, 1, 1, 1, 1, 3},
};

bool text_config(unsigned index, struct spe_config *cfg)
{
    static const char newest[] = "pmsver = 6\nexc = 1\nfne = 1\nfds = 1\next_abort = serror\n"
                                 "flag_updates = 1\nevents = 0xBFF\n";
    static const int reserved[] = {spe_cfg_nspb_reserved_none, spe_cfg_nspb_reserved_nonsecure,
                                   spe_cfg_nspb_reserved_secure, spe_cfg_nspb_reserved_realm};
    struct spe_config_error err;

    if (index >= TEXT_CONFIGS) {
        return false;
    }
    spe_config_init(cfg);
    assert_int_equal(config_lines(cfg, newest, &err), 0);
    cfg->el2 = worlds[index].el2;
    cfg->vhe = worlds[index].el2;
    cfg->el3 = worlds[index].el3;
    cfg->secure = worlds[index].secure;
    cfg->sel2 = worlds[index].sel2;
    cfg->rme = worlds[index].rme;
    cfg->nspb_reserved = reserved[worlds[index].reserved];
    if (spe_config_check(cfg, &err) != 0) {
        fail_msg("configuration %u: %s", index, err.text);
    }
    return true;
}

bool text_context(const struct spe_config *cfg, unsigned index, struct spe_ctx *ctx)
{
    memset(ctx, 0, sizeof(*ctx));
    ctx->ns = index & 1;
    ctx->nse = index >> 1 & 1;
    ctx->eel2 = index >> 2 & 1;
    ctx->nspb = index >> 3 & 3;
    ctx->nspbe = index >> 5 & 1;
    ctx->e2pb = index >> 6 & 3;
    ctx->tge = index >> 8 & 1;
    if (!cfg->secure && !ctx->ns) {
        return false; /* the Effective value of NS is 1 */
    }
    if (!cfg->el3 && ctx->nspb) {
        return false;
    }
    if ((!cfg->el3 || !cfg->sel2) && ctx->eel2) {
        return false;
    }
    return (cfg->rme || (!ctx->nse && !ctx->nspbe)) && (cfg->el2 || (!ctx->e2pb && !ctx->tge));
}

/* D17.4 "owning Security state"; J1.1 EffectiveMDCR_EL3_NSPB(), ProfilingBufferOwner(). */
static void find_owner(struct text_world *world, const struct spe_config *cfg,
                       const struct spe_ctx *ctx)
{
    bool reserved;

    world->nspbe = cfg->rme && ctx->nspbe;
    world->nspb = cfg->el3 ? ctx->nspb : ctx->ns ? 3 : 1;
    reserved = cfg->rme && (world->nspbe ? world->nspb < 2 : world->nspb < 2 && !cfg->secure);
    world->owned = !reserved || cfg->nspb_reserved != spe_cfg_nspb_reserved_none;
    if (reserved && world->owned) {
        bool realm = cfg->nspb_reserved == spe_cfg_nspb_reserved_realm;

        world->nspbe = realm;
        world->nspb = realm || cfg->nspb_reserved == spe_cfg_nspb_reserved_nonsecure ? 3 : 1;
    }
    world->owner = world->nspbe       ? SPE_PAS_REALM
                   : world->nspb >= 2 ? SPE_PAS_NONSECURE
                                      : SPE_PAS_SECURE;
}

void text_world_of(struct text_world *world, const struct spe_config *cfg,
                   const struct spe_regs *regs, const struct spe_ctx *ctx)
{
    bool elsewhere;

    memset(world, 0, sizeof(*world));
    find_owner(world, cfg, ctx);
    world->nse = cfg->rme && ctx->nse;
    world->ns = ctx->ns;
    world->at = (enum spe_pas)(world->nse * 2 + world->ns);
    world->secure_el2 = cfg->el2 && cfg->sel2 && (!cfg->el3 || ctx->eel2);
    world->eel2 = world->secure_el2;
    world->el2_on = cfg->el2 && (world->ns || world->secure_el2);
    world->tge = world->el2_on && ctx->tge;
    elsewhere = !cfg->el2 || (world->owner == SPE_PAS_SECURE && !world->secure_el2);
    world->e2pb = elsewhere || ctx->e2pb == 1 ? 3 : ctx->e2pb; /* 0b01: choices E1, Q3 */
    world->owner_el = world->e2pb == 0 ? 2 : 1;
    world->pmsee = cfg->el3 ? ctx->pmsee : 1;
    world->ee2 = world->el2_on ? regs->v[SPE_PMSCR_EL2] >> SPE_PMSCR_EE_SHIFT & 3 : 1;
    world->ee1 = regs->v[SPE_PMSCR_EL1] >> SPE_PMSCR_EE_SHIFT & 3;
}

bool text_world_level(const struct text_world *world, const struct spe_config *cfg, unsigned el)
{
    if (el == 3) {
        return cfg->el3;
    }
    if (world->at == SPE_PAS_ROOT) {
        return false;
    }
    return el == 2 ? world->el2_on : el == 1 ? !world->tge : true;
}
