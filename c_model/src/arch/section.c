/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "arch/section.h"
#include "config_members.h"
#include "spe/regs.h"

#define S "DDI 0586A "
#define A "Arm ARM "

static const struct {
    const char *first, *later; /* SPEv1p0, and from SPEv1p1 on */
} sections[] = {
    {S "2.2.1", A "D17.3.1"},
    {S "2.2.2, 3.1.2", A "D17.3.2, D17.3.4"},
    {S "2.2.4", A "D18.1.2"},
    {S "2.2.4, 3.1.4", A "D17.3.7 RQWTQB, IRCCQG"},
    {S "2.3, 3.5", A "D17.8, D18.2"},
    {S "2.3, 5.3", A "D18.2"},
    {S "2.3.1, 5.3.1", A "D18.2.1"},
    {S "2.3.2, 5.3.1", A "D18.2.1"},
    {S "2.3.2, 5.3.4", A "D18.2.3"},
    {S "2.3.2, 5.3.5", A "D18.2.4"},
    {S "2.3.5", A "D17.2.1"},
    {S "2.3.5, 5.3.7", A "D18.2.6"},
    {S "2.5, 3.4.1, 3.5, 4.3.2", A "D17.4 ISBQVZ, D17.8, D24.7.2"},
    {S "2.6, 3.1.4", A "D17.3.7 IRCCQG"},
    {S "2.6, 3.5", A "D17.8"},
    {S "2.6, Table 1", A "D17.2.1, J1.1 SPECollectRecord"},
    {S "2.7", A "D17.8 IVJVKZ"},
    {S "3.1.2", A "D17.3.4"},
    {S "3.2.2", A "D24.7.12, J1.1 SPECollectRecord"},
    {S "3.2.3, 3.4.6", A "D24.7"},
    {S "3.3, 5.3.1", A "D18.2.1, D24.7.8, D24.7.9"},
    {S "3.3, 5.3.10", A "D18.2.9, J1.1 CollectTimeStamp"},
    {S "3.3, 5.3.3", A "D18.2.2, D24.7.8, D24.7.9"},
    {S "3.4", A "D24.7.2, D24.7.4"},
    {S "3.4, 3.5", A "D17.8, D24.7.4"},
    {S "3.4.2, Table 5", A "D17.4, J1.1 ProfilingBufferOwner"},
    {S "3.4.4, 3.6", A "D17.9 IMLGHW"},
    {S "3.5", A "D17.8"},
    {S "3.5.4", A "D17.8.4"},
    {S "3.6", A "D17.9 RTRDTK, IMLGHW"},
    {S "3.6.1", A "D17.9.1 RSXWCP"},
    {S "4.2", A "D24.7"},
    {S "4.3.11", A "D24.7.14"},
    {S "5.1, 5.2", A "D18.1"},
    {S "5.3.1", A "D18.2.1"},
    {S "5.3.4", A "D18.2.3"},
    {S "5.3.6", A "D18.2.5"},
    {S "5.3.8", A "D18.2.7"},
};

/* Registers of SPEv1p0 in the order of 4.3, then those of later versions. */
static const struct {
    const char *first, *later;
} registers[SPE_REGS] = {
    [SPE_PMBIDR] = {S "4.3.1", A "D24.7.1"},       [SPE_PMBLIMITR] = {S "4.3.2", A "D24.7.2"},
    [SPE_PMBPTR] = {S "4.3.3", A "D24.7.4"},       [SPE_PMBSR] = {S "4.3.4", A "D24.7.5"},
    [SPE_PMSCR_EL1] = {S "4.3.5", A "D24.7.8"},    [SPE_PMSCR_EL2] = {S "4.3.7", A "D24.7.9"},
    [SPE_PMSEVFR] = {S "4.3.8", A "D24.7.11"},     [SPE_PMSFCR] = {S "4.3.9", A "D24.7.12"},
    [SPE_PMSICR] = {S "4.3.10", A "D24.7.13"},     [SPE_PMSIDR] = {S "4.3.11", A "D24.7.14"},
    [SPE_PMSIRR] = {S "4.3.12", A "D24.7.15"},     [SPE_PMSLATFR] = {S "4.3.13", A "D24.7.16"},
    [SPE_PMBMAR] = {A "D24.7.3", A "D24.7.3"},     [SPE_PMBSR_EL2] = {A "D24.7.6", A "D24.7.6"},
    [SPE_PMBSR_EL3] = {A "D24.7.7", A "D24.7.7"},  [SPE_PMSDSFR] = {A "D24.7.10", A "D24.7.10"},
    [SPE_PMSNEVFR] = {A "D24.7.17", A "D24.7.17"},
};

const char *section_of(const struct spe_config *cfg, const char *section)
{
    for (size_t i = 0; cfg->pmsver >= 2 && i < sizeof(sections) / sizeof(sections[0]); i++) {
        if (strcmp(sections[i].first, section) == 0) {
            return sections[i].later;
        }
    }
    return section;
}

const char *section_of_reg(const struct spe_config *cfg, enum spe_reg reg)
{
    return cfg->pmsver >= 2 ? registers[reg].later : registers[reg].first;
}
