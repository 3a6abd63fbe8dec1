/* SPDX-License-Identifier: Apache-2.0 */
#include <assert.h>

#include <string.h>

#include "config_members.h"
#include "cover/cover.h"
#include "cover/table.h"
#include "spe/cover.h"
#include "spe/regs.h"
#include "spe/txn_bus.h"

/* Which bins a configuration can meet. */

static bool possible_collect(const struct spe_config *cfg, const unsigned v[COVER_AXES])
{
    return ((v[0] & 2) == 0 || cfg->el2) && (v[1] != TIME_OFFSET || cfg->ecv >= 1) &&
           (v[1] != TIME_VIRTUAL || cfg->el2);
}

/* D18.2.7: what each kind of payload needs. */
static bool has_kind(const struct spe_config *cfg, unsigned kind)
{
    switch (kind) {
    case KIND_SVE:
        return cfg->pmsver >= 2 && cfg->sve;
    case KIND_SME:
        return cfg->spe_sme;
    case KIND_UNSPECIFIED:
        return cfg->pmsver >= 2;
    case KIND_TAG:
        return cfg->pmsver >= 4 && cfg->mte; /* D17.6.4 */
    case KIND_NV2:
        return cfg->nv == 2;
    case KIND_SVE_MEMORY:
        return cfg->pmsver >= 2 && (cfg->sve || cfg->sme);
    case KIND_COPY:
    case KIND_SET:
        return cfg->mops;
    case KIND_GCS:
        return cfg->gcs;
    default:
        return true;
    }
}

static bool possible_packet(const struct spe_config *cfg, const unsigned v[COVER_AXES])
{
    switch (v[0]) {
    case PACKET_CTX2:
        return cfg->el2;
    case PACKET_SOURCE:
        return cfg->lds;
    case PACKET_PREVIOUS:
        return cfg->pbt;
    case PACKET_ALT:
        return cfg->altclk != 0;
    case PACKET_PADDING:
        return cfg->align > 0 || strpbrk(cfg->layout, "@/") != NULL;
    default:
        return true;
    }
}

static bool possible_operation(const struct spe_config *cfg, const unsigned v[COVER_AXES])
{
    return has_kind(cfg, v[0]) && (v[1] <= 1 || cfg->misspec_record);
}

static bool possible_other(const struct spe_config *cfg, const unsigned v[COVER_AXES])
{
    return v[0] <= 1 || cfg->fpf;
}

/* A load has PRED from SPEv1p2 on. */
static bool possible_sve(const struct spe_config *cfg, const unsigned v[COVER_AXES])
{
    bool pred_load = v[0] == 1 && (v[2] & 1) != 0;

    return has_kind(cfg, v[0] == 0 ? KIND_SVE : KIND_SVE_MEMORY) && (v[1] != 7 || cfg->spe_sme) &&
           (!pred_load || cfg->pmsver >= 3);
}

/* ETS 0b1100 to 0b1110 are reserved. */
static bool possible_sme(const struct spe_config *cfg, const unsigned v[COVER_AXES])
{
    return cfg->spe_sme && (v[0] <= 11 || v[0] == 15);
}

/* No access is both atomic and exclusive. */
static bool possible_extended(const struct spe_config *cfg, const unsigned v[COVER_AXES])
{
    (void)cfg;
    return (v[0] & 6) != 6;
}

/* Only calls and returns access the Guarded Control Stack; in A64 they have no condition. IND and
 * COND are separate fields ("0b0000001x Indirect branch", DDI 0586A 5.3.8). A64 has no jump with
 * both, but the format allows it. */
static bool possible_branch(const struct spe_config *cfg, const unsigned v[COVER_AXES])
{
    const bool gcs = (v[1] & 4) != 0, conditional = (v[1] & 1) != 0, direct = (v[1] & 2) == 0;

    if (cfg->crr ? v[0] == 0 : v[0] != 0) {
        return false;
    }
    if (gcs && (!cfg->gcs || v[0] == 3 || conditional)) {
        return false;
    }
    return (v[0] != 1 || !conditional) && (v[0] != 2 || (!conditional && !direct));
}

/* The packet also has the bit of an event that is not implemented; it reads as zero. */
static bool possible_event_bit(const struct spe_config *cfg, const unsigned v[COVER_AXES])
{
    if (v[0] >= (unsigned)cfg->event_bytes * 8) {
        return false;
    }
    if (v[1] == 0) {
        return v[0] != 1 || cfg->misspec_record;
    }
    return (cfg->events >> v[0] & 1) != 0 && (v[0] < 26 || v[0] > 31 || cfg->pmsver < 5);
}

/* A latency that the SPU counts is at least 1 if the first cycle counts, too ([latency_rule]). */
static bool possible_counter(const struct spe_config *cfg, const unsigned v[COVER_AXES])
{
    bool counted = cfg->sample_point == spe_cfg_sample_point_dispatch &&
                   cfg->latency_rule == spe_cfg_latency_rule_inclusive;

    return (v[0] != 3 || cfg->altclk != 0) && (v[0] > 1 || v[1] != 0 || !counted);
}

static bool has_state(const struct spe_config *cfg, unsigned state)
{
    switch (state) {
    case SPE_PAS_SECURE:
        return cfg->secure;
    case SPE_PAS_NONSECURE:
        return true;
    default:
        return cfg->rme && state == SPE_PAS_REALM;
    }
}

/* Root is impossible: no operation is sampled there, no access is translated to it, and no branch
 * of a lower level targets it. */
static bool possible_state(const struct spe_config *cfg, const unsigned v[COVER_AXES])
{
    return has_state(cfg, v[1]) && (v[0] != 2 || cfg->pbt);
}

/* A record may show the target of an illegal exception return as the SPSR describes it, with any
 * level, implemented or not: "it is IMPLEMENTATION DEFINED whether the context information recorded
 * in the target virtual address is the actual target context, or the target context that is
 * described by the SPSR" (DDI 0586A 2.3.1). The next operation has it as previous branch target:
 * "the target virtual address of the most recently taken branch operation in program order"
 * (D18.2.1, INDEX 0b00100). */
static bool possible_level(const struct spe_config *cfg, const unsigned v[COVER_AXES])
{
    switch (v[0]) {
    case 0: /* records are not generated at EL3 (D18.2.1) */
        return v[1] < 2 || (v[1] == 2 && cfg->el2);
    case 1:
        return true;
    case 2:
        return cfg->pbt;
    default:
        return false; /* a physical address has no Exception level */
    }
}

static bool possible_tag(const struct spe_config *cfg, const unsigned v[COVER_AXES])
{
    return v[0] == 1 ? cfg->mte
                     : v[1] == 0 || (cfg->mte && cfg->pat_unchecked == spe_cfg_pat_unchecked_tag);
}

static bool possible_source(const struct spe_config *cfg, const unsigned v[COVER_AXES])
{
    return v[0] == 0 || (cfg->lds && (v[0] != 4 || cfg->ds_bytes == 2));
}

/* FE, FT, FL, FnE, FDS */
static bool possible_filter(const struct spe_config *cfg, const unsigned v[COVER_AXES])
{
    return ((v[0] & 8) == 0 || cfg->fne) && ((v[0] & 16) == 0 || cfg->fds) &&
           (v[0] != 0 || v[1] == 1);
}

/* A sample that this flag of the filter lets pass may be rejected by another flag or filter. */
static bool possible_type(const struct spe_config *cfg, const unsigned v[COVER_AXES])
{
    if ((v[0] >= 3 || v[1] >= 2) && !cfg->eft) {
        return false;
    }
    if (v[3] == 0) {
        return true;
    }
    if (v[1] >= 2) { /* with its mask set, the control must equal the flag of the operation */
        return v[2] == (v[1] == 3);
    }
    if (v[0] == 0 && v[1] == 0 && v[2] == 1) {
        /* Without Guarded Control Stacks neither LD nor ST can select a branch. */
        return cfg->ft_zero != spe_cfg_ft_zero_nothing || cfg->gcs || cfg->eft;
    }
    return true;
}

static bool possible_selection(const struct spe_config *cfg, const unsigned v[COVER_AXES])
{
    return (v[0] == 2) <= cfg->ernd && (v[0] != 1 || !cfg->ernd) && v[2] < (unsigned)cfg->width;
}

static const possible_fn rules[COVER_GROUPS] = {
    [COVER_ACCESS] = possible_access,
    [COVER_PROFILED] = possible_profiled,
    [COVER_COLLECT] = possible_collect,
    [COVER_PACKET] = possible_packet,
    [COVER_OPERATION] = possible_operation,
    [COVER_OTHER] = possible_other,
    [COVER_SVE] = possible_sve,
    [COVER_SME] = possible_sme,
    [COVER_EXTENDED] = possible_extended,
    [COVER_BRANCH] = possible_branch,
    [COVER_EVENT_BIT] = possible_event_bit,
    [COVER_COUNTER] = possible_counter,
    [COVER_STATE] = possible_state,
    [COVER_LEVEL] = possible_level,
    [COVER_TAG] = possible_tag,
    [COVER_SOURCE] = possible_source,
    [COVER_FILTER] = possible_filter,
    [COVER_TYPE] = possible_type,
    [COVER_SELECT] = possible_selection,
    [COVER_PLACE] = possible_place,
    [COVER_LIMIT] = possible_limit,
    [COVER_EVENT] = possible_event,
    [COVER_FAULT] = possible_fault,
    [COVER_PERMISSION] = possible_permission,
    [COVER_FAULT_AT] = possible_fault_at,
    [COVER_SYNDROME] = possible_syndrome,
    [COVER_EXCEPTION] = possible_exception,
    [COVER_OUTPUT] = possible_output,
    [COVER_SEQUENCE] = possible_sequence,
    [COVER_BUS] = possible_bus,
    [COVER_REGION] = possible_region,
    [COVER_INTERVAL] = possible_interval,
    [COVER_DEPTH] = possible_depth,
    [COVER_ORDER] = possible_order,
    [COVER_BARRIER] = possible_barrier,
};

static const possible_fn uncounted[COVER_GROUPS] = {
    [COVER_PLACE] = uncounted_place,       [COVER_LIMIT] = uncounted_limit,
    [COVER_FAULT] = uncounted_fault,       [COVER_FAULT_AT] = uncounted_fault_at,
    [COVER_SYNDROME] = uncounted_syndrome, [COVER_SEQUENCE] = uncounted_sequence,
    [COVER_ORDER] = uncounted_order,       [COVER_BARRIER] = uncounted_barrier,
};

static bool by(const possible_fn table[COVER_GROUPS], const struct spe_config *cfg, size_t bin)
{
    unsigned value[COVER_AXES];
    enum cover_group g;

    const bool is_bin = cover_values(bin, &g, value);

    assert(is_bin);
    return table[g] != NULL && table[g](cfg, value);
}

bool cover_by_rule(const struct spe_config *cfg, size_t bin)
{
    return by(rules, cfg, bin);
}

bool cover_uncounted(const struct spe_config *cfg, size_t bin)
{
    return !by(rules, cfg, bin) && by(uncounted, cfg, bin);
}

void spe_cover_possible(const struct spe_config *cfg, bool *possible)
{
    for (size_t bin = 0; bin < spe_cover_bins(); bin++) {
        possible[bin] = cover_by_rule(cfg, bin);
    }
}
