/* SPDX-License-Identifier: Apache-2.0
 *
 * Filters: DDI 0586A 3.2.2, CollectRecord() of 3.2.3.
 */
#include "spe/filter.h"

/* CLASS and payload bits of the Operation Type packet (5.3.8) that the type filter looks at. */
#define CLASS_LOAD_STORE 1u
#define CLASS_BRANCH     2u
#define LDST             SPE_BIT(0)
#define EXTENDED         SPE_BIT(1)
#define AT               SPE_BIT(2)

unsigned spe_optype(uint16_t op, int end)
{
    unsigned op_class = op >> 8;

    if (op_class == CLASS_BRANCH)
        return end == SPE_LIFE_EXCEPTION ? 0 : SPE_OPTYPE_BRANCH;
    if (op_class != CLASS_LOAD_STORE)
        return 0;
    if (op & LDST)
        return SPE_OPTYPE_STORE;
    /* ST "including all atomic operations", LD "including atomic operations that return a value"
     * (3.2.2). */
    return (op & EXTENDED) && (op & AT) ? SPE_OPTYPE_LOAD | SPE_OPTYPE_STORE : SPE_OPTYPE_LOAD;
}

static bool event_keeps(const struct spe_config *cfg, uint64_t evfr, uint64_t events)
{
    if (evfr == 0 && cfg->fe_zero == spe_cfg_fe_zero_nothing)
        return false;
    return (~events & evfr) == 0;
}

static bool type_keeps(const struct spe_config *cfg, uint64_t fcr, unsigned types)
{
    unsigned wanted = (fcr & SPE_PMSFCR_LD ? SPE_OPTYPE_LOAD : 0) |
                      (fcr & SPE_PMSFCR_ST ? SPE_OPTYPE_STORE : 0) |
                      (fcr & SPE_PMSFCR_B ? SPE_OPTYPE_BRANCH : 0);

    if (wanted == 0)
        return cfg->ft_zero == spe_cfg_ft_zero_ignored;
    return types & wanted;
}

static bool latency_keeps(const struct spe_config *cfg, uint64_t minlat, unsigned latency)
{
    if (minlat == 0)
        return cfg->fl_zero == spe_cfg_fl_zero_ignored;
    return latency >= minlat;
}

bool spe_filter_keep(const struct spe_config *cfg, const struct spe_regs *regs, uint64_t events,
                     unsigned types, unsigned latency)
{
    uint64_t fcr = regs->v[SPE_PMSFCR];

    if ((fcr & SPE_PMSFCR_FE) && !event_keeps(cfg, regs->v[SPE_PMSEVFR], events))
        return false;
    if ((fcr & SPE_PMSFCR_FT) && !type_keeps(cfg, fcr, types))
        return false;
    if ((fcr & SPE_PMSFCR_FL) && !latency_keeps(cfg, regs->v[SPE_PMSLATFR], latency))
        return false;
    return true;
}
