/* SPDX-License-Identifier: Apache-2.0
 *
 * Which PMBSR_ELx records a management event: Arm ARM D17.8 RHJXHT, J1.1 ReportSPEEvent().
 */

#include "arch/route.h"
#include "arch/enable.h"
#include "config_members.h"

struct event {
    bool stage1, stage2, gpc, gpf, external;
};

/* FSC of a Granule Protection Fault, which is reported as an abort of stage 1 or 2. */
static bool is_gpf(unsigned fsc)
{
    return (fsc & 0x3E) == 0x22 || (fsc & 0x3C) == 0x24 || fsc == 0x28;
}

/* FSC of an External abort: 0b010000, 0b01001X, 0b0101XX, 0b011011; 0b010001 with [route_async]
 * (N4). */
static bool is_external(const struct spe_config *cfg, unsigned fsc)
{
    return fsc == 0x10 || (fsc & 0x3E) == 0x12 || (fsc & 0x3C) == 0x14 || fsc == 0x1B ||
           (fsc == 0x11 && cfg->route_async);
}

/* RT2: the class of a fault. */
static struct event class_of(const struct spe_config *cfg, unsigned ec, unsigned fsc)
{
    struct event c = {.stage1 = ec == SPE_PMBSR_EC_STAGE1, .stage2 = ec == SPE_PMBSR_EC_STAGE2};
    bool abort = c.stage1 || c.stage2;

    c.gpc = cfg->rme && ec == SPE_PMBSR_EC_GPC;
    c.gpf = cfg->rme && abort && is_gpf(fsc);
    c.external = abort && is_external(cfg, fsc);
    return c;
}

/* SCR_EL3.EA has the Effective value 0 in Debug state. */
static bool to_el3(const struct spe_config *cfg, const struct spe_ctx *ctx, struct event c)
{
    if (!cfg->el3 || (ctx->pmsee & 2) == 0) {
        return false;
    }
    return ctx->pmsee == 3 || c.gpc || (c.gpf && ctx->scr_gpf) ||
           (c.external && ctx->ea && !ctx->debug);
}

static bool to_el2(const struct spe_config *cfg, const struct spe_regs *regs,
                   const struct spe_ctx *ctx, struct event c)
{
    unsigned ee = arch_effective_ee2(cfg, regs, ctx);

    if ((ee & 2) == 0) {
        return false;
    }
    return ee == 3 || (c.stage1 && spe_buffer_owner(cfg, ctx).el == 2) || c.stage2 || c.gpc ||
           (c.gpf && ctx->hcr_gpf) || (c.external && ctx->tea); /* EL2 is enabled: ee is 2 or 3 */
}

/* RT3: the target. The first level whose condition holds takes the event. */
unsigned arch_event_target(const struct spe_config *cfg, const struct spe_regs *regs,
                           const struct spe_ctx *ctx, unsigned ec, unsigned fsc)
{
    struct event c;

    if (!cfg->exc) {
        return 1;
    }
    c = class_of(cfg, ec, fsc);
    if (to_el3(cfg, ctx, c)) {
        return 3;
    }
    return to_el2(cfg, regs, ctx, c) ? 2 : 1;
}

enum spe_reg arch_pmbsr(unsigned el)
{
    return el == 3 ? SPE_PMBSR_EL3 : el == 2 ? SPE_PMBSR_EL2 : SPE_PMBSR;
}
