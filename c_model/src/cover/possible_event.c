/* SPDX-License-Identifier: Apache-2.0 */
#include "config/layout.h"
#include "config_members.h"
#include "cover/cover.h"
#include "cover/table.h"
#include "parts/count.h"
#include "spe/txn.h"

/* Which bins of records in memory, management events and outputs a configuration can meet. */

bool possible_place(const struct spe_config *cfg, const unsigned v[COVER_AXES])
{
    return (v[1] == 0 || cfg->nvm) && (v[0] != 2 || cfg->align < cfg->max_size);
}

/* Software may write PMBPTR_EL1 after the check for the first record. The new value need not be
 * aligned (3.4.1), nor leave room for a record of the largest size. The same holds for a new limit.
 */
bool uncounted_place(const struct spe_config *cfg, const unsigned v[COVER_AXES])
{
    return v[1] == 0 || cfg->nvm;
}

bool uncounted_limit(const struct spe_config *cfg, const unsigned v[COVER_AXES])
{
    (void)cfg;
    (void)v;
    return true;
}

#define ALWAYS                                                                                     \
    (LAYOUT_BIT(SPE_LAYOUT_CTX1) | LAYOUT_BIT(SPE_LAYOUT_TOT) | LAYOUT_BIT(SPE_LAYOUT_ISSUE) |     \
     LAYOUT_BIT(SPE_LAYOUT_PC) | LAYOUT_BIT(SPE_LAYOUT_TYPE) | LAYOUT_BIT(SPE_LAYOUT_EV) |         \
     LAYOUT_BIT(SPE_LAYOUT_TS))
#define ACCESS (LAYOUT_BIT(SPE_LAYOUT_XLAT) | LAYOUT_BIT(SPE_LAYOUT_VA) | LAYOUT_BIT(SPE_LAYOUT_PA))

static int bytes_of(const struct spe_config *cfg, unsigned present)
{
    struct spe_layout_item item[SPE_LAYOUT_MAX];
    struct placement placement = {.size = 0};
    struct spe_config_error unused;
    int n = spe_layout_parse(cfg, item, &unused);

    present |= cfg->el2 ? LAYOUT_BIT(SPE_LAYOUT_CTX2) : 0;
    present |= cfg->altclk != 0 ? LAYOUT_BIT(SPE_LAYOUT_ALT) : 0;
    (void)layout_place(cfg, item, n, present, &placement);
    return placement.size;
}

/* Bytes of the longest record: a load or a branch with all its packets. */
static int longest(const struct spe_config *cfg)
{
    unsigned source = cfg->lds ? LAYOUT_BIT(SPE_LAYOUT_DS) : 0;
    unsigned previous = cfg->pbt ? LAYOUT_BIT(SPE_LAYOUT_PBT) : 0;
    unsigned target = LAYOUT_BIT(SPE_LAYOUT_TGT) | previous;
    bool any = cfg->pbt_ops == spe_cfg_pbt_ops_any;
    int load = bytes_of(cfg, ALWAYS | ACCESS | source | (any ? previous : 0));
    int branch = bytes_of(cfg, ALWAYS | target | (cfg->gcs ? ACCESS | source : 0));

    return load > branch ? load : branch;
}

/* The room that a record leaves is a multiple of 2^[align]. Only a record of the largest size can
 * leave no room. */
bool possible_limit(const struct spe_config *cfg, const unsigned v[COVER_AXES])
{
    return (v[0] != 0 || longest(cfg) == 1 << cfg->max_size) &&
           (v[0] != 1 || cfg->align < cfg->max_size);
}

static bool has_event(const struct spe_config *cfg, unsigned event)
{
    switch (event) {
    case EVENT_DENIED:
        return cfg->disabled_record == spe_cfg_disabled_record_event ||
               cfg->disabled_record == spe_cfg_disabled_record_any;
    case EVENT_SIZE:
        return cfg->max_buff_size != 0;
    case EVENT_ALIGNMENT:
        /* Unless External aborts are synchronous, the low bits of PMBPTR_EL1 are RES0 (E9). */
        return cfg->align > 0 && cfg->misaligned == spe_cfg_misaligned_alignment &&
               cfg->ext_abort == spe_cfg_ext_abort_sync;
    case EVENT_ABORT2:
        return cfg->el2;
    case EVENT_GPC:
        return cfg->rme;
    case EVENT_EXTERNAL:
        return cfg->ext_abort == spe_cfg_ext_abort_sync ||
               cfg->ext_abort == spe_cfg_ext_abort_async;
    case EVENT_IMPDEF:
        return cfg->impdef_event;
    default:
        return true;
    }
}

bool possible_event(const struct spe_config *cfg, const unsigned v[COVER_AXES])
{
    return has_event(cfg, v[0]) && (v[1] == 0 || (cfg->exc && (v[1] == 1 ? cfg->el2 : cfg->el3)));
}

/* The versions and features that a fault code needs (DDI 0586A 4.3.4, D24.7.5). The pointer check
 * is not the only source of an Alignment fault: "MSS encoding for data abort or stage 2 data abort
 * on write to buffer (EC == 0b10010x)" lists "0b100001 Alignment fault" for both stages, without a
 * condition (so does D24.7.5). A translation can answer it, as for an unaligned write to Device
 * memory. The same table has "0b110101 Unsupported Access fault"; Table D17-11 does not. */
static bool has_fault(const struct spe_config *cfg, unsigned fault)
{
    switch (fault) {
    case FAULT_GPF_WALK:
    case FAULT_GPF:
        return cfg->rme;
    case FAULT_ATOMIC:
    case FAULT_PARITY:
        return cfg->pmsver >= 2;
    case FAULT_UNSUPPORTED:
        return cfg->pmsver == 1;
    case FAULT_SYNC:
        return cfg->ext_abort == spe_cfg_ext_abort_sync;
    case FAULT_ASYNC:
        return cfg->ext_abort == spe_cfg_ext_abort_async || cfg->route_async;
    default:
        return fault != FAULT_OTHER; /* no architected outcome */
    }
}

/* DDI 0586A has no level -1. Level -2 exists from SPEv1p4 on. */
static bool has_depth(const struct spe_config *cfg, unsigned fault, unsigned depth)
{
    switch (fault) {
    case FAULT_SIZE:
    case FAULT_TRANSLATION:
    case FAULT_WALK:
    case FAULT_GPF_WALK:
        return depth >= 3 || (depth == 2 && cfg->pmsver >= 2) || (depth == 1 && cfg->pmsver >= 5);
    case FAULT_ACCESS_FLAG:
    case FAULT_PERMISSION:
        return depth >= 3;
    case FAULT_PARITY:
        return depth == 2;
    default:
        return depth == 0;
    }
}

/* An abort of the write itself, and a GPF that is not on a walk, are of stage 1 only (D17.8.3). */
bool possible_fault(const struct spe_config *cfg, const unsigned v[COVER_AXES])
{
    bool stage1 =
        v[0] == FAULT_SYNC || v[0] == FAULT_GPF || (v[0] == FAULT_ASYNC && !cfg->route_async);

    return (v[1] == 0 || (cfg->el2 && !stage1)) && has_fault(cfg, v[0]) &&
           has_depth(cfg, v[0], v[2]);
}

/* An asynchronous abort on a translation table walk has the FSC of the translation response. It is
 * of stage 2 if the walk accessed the tables of stage 2 (X6, X7). A PE may answer so, but need not.
 */
bool uncounted_fault(const struct spe_config *cfg, const unsigned v[COVER_AXES])
{
    return v[0] == FAULT_ASYNC && v[1] == 1 && v[2] == 0 && cfg->el2 &&
           cfg->ext_abort == spe_cfg_ext_abort_async;
}

/* The axis: plain, DirtyBit, Overlay, AssuredOnly, TopLevel. The last two are of stage 2 only. */
bool possible_permission(const struct spe_config *cfg, const unsigned v[COVER_AXES])
{
    bool has[] = {true, cfg->pie, cfg->poe, cfg->the, cfg->the};

    return has[v[0]] && (v[1] == 0 ? v[0] < 3 : cfg->el2);
}

/* Whether a record of the largest size can need more than the 256 beats of one AXI4 burst (IHI
 * 0022, A3.4.1). That depends on where it begins: [align] sets the fewest bytes that its first beat
 * can hold. */
bool cover_long_record(const struct spe_config *cfg)
{
    const int least = 1 << cfg->align < cfg->axi_bytes ? 1 << cfg->align : cfg->axi_bytes;

    return 1 << cfg->max_size > 255 * cfg->axi_bytes + least;
}

/* The burst that fails begins a record, begins a page, or continues inside a page. Every SPU can
 * meet the last if one AXI4 burst cannot hold a whole record. An asynchronous abort does not say
 * which burst failed. */
bool possible_fault_at(const struct spe_config *cfg, const unsigned v[COVER_AXES])
{
    if (v[0] != EVENT_ABORT1 && v[0] != EVENT_ABORT2 && v[0] != EVENT_GPC &&
        (v[0] != EVENT_EXTERNAL || cfg->ext_abort != spe_cfg_ext_abort_sync)) {
        return false;
    }
    if (v[1] == 1 && !cover_long_record(cfg)) {
        return false;
    }
    return has_event(cfg, v[0]) && (v[1] != 2 || cfg->align < cfg->max_size);
}

/* An SPU may write a record in more bursts than it must (W7: "first byte of the burst"), and ask
 * for its page again between them. Or a record crosses a page, as in uncounted_place(). */
bool uncounted_fault_at(const struct spe_config *cfg, const unsigned v[COVER_AXES])
{
    const unsigned first[COVER_AXES] = {v[0], 0, 0, 0};

    return v[1] != 0 && possible_fault_at(cfg, first);
}

/* Whether an event that sets DL like a fault can have this DL: 1, or as [dl_boundary] says if the
 * fault is on the first byte of the record. `second`: the fault can be on a later byte. After the
 * event, an asynchronous abort of a record that was done before it can add DL and EA (W9). */
static bool dl_of_fault(const struct spe_config *cfg, const unsigned v[COVER_AXES], bool second)
{
    const bool dl = (v[1] & 1) != 0, ea = (v[1] & 2) != 0;
    const bool abort = ea && cfg->ext_abort == spe_cfg_ext_abort_async &&
                       cfg->record_done == spe_cfg_record_done_w;

    switch (cfg->dl_boundary) {
    case spe_cfg_dl_boundary_zero:
        return !dl || (second && v[0] != EVENT_ALIGNMENT) || abort;
    case spe_cfg_dl_boundary_one:
        return dl;
    default:
        return true;
    }
}

static bool dl_of_wrong(const struct spe_config *cfg, bool dl)
{
    return dl || cfg->wrong_pointer == spe_cfg_wrong_pointer_full ||
           cfg->wrong_pointer == spe_cfg_wrong_pointer_translation ||
           cfg->wrong_pointer == spe_cfg_wrong_pointer_any;
}

/* Whether the configuration has the event, and, if EA is set in the bin, can set EA. */
static bool has_syndrome(const struct spe_config *cfg, const unsigned v[COVER_AXES])
{
    return has_event(cfg, v[0]) &&
           ((v[1] & 2) == 0 || cfg->walk_ea || cfg->ext_abort == spe_cfg_ext_abort_sync ||
            cfg->ext_abort == spe_cfg_ext_abort_async);
}

/* Software can leave DL, COLL and, if it exists, EA at any value. A bit that the event does not
 * change keeps that value. */
bool possible_syndrome(const struct spe_config *cfg, const unsigned v[COVER_AXES])
{
    bool dl = (v[1] & 1) != 0, ea = (v[1] & 2) != 0;

    if (!has_syndrome(cfg, v)) {
        return false;
    }
    switch (v[0]) {
    case EVENT_DENIED:
        return dl;
    case EVENT_EXTERNAL:
        return ea && (dl || cfg->ext_abort == spe_cfg_ext_abort_sync);
    case EVENT_WRONG:
        return dl_of_wrong(cfg, dl);
    case EVENT_ALIGNMENT:
    case EVENT_ABORT1:
    case EVENT_ABORT2:
    case EVENT_GPC:
        return dl_of_fault(cfg, v, cfg->align < cfg->max_size);
    default:
        return true;
    }
}

/* A fault between two bursts of a record, as in uncounted_fault_at(). An asynchronous abort that
 * comes as the response of a translation has DL and EA of a fault (X6, W7). */
bool uncounted_syndrome(const struct spe_config *cfg, const unsigned v[COVER_AXES])
{
    if (v[0] == EVENT_EXTERNAL) {
        return cfg->ext_abort == spe_cfg_ext_abort_async;
    }
    return (v[0] == EVENT_ABORT1 || v[0] == EVENT_ABORT2 || v[0] == EVENT_GPC) &&
           has_syndrome(cfg, v) && dl_of_fault(cfg, v, true);
}

bool possible_exception(const struct spe_config *cfg, const unsigned v[COVER_AXES])
{
    if ((v[2] == 2 && !cfg->el2) || (v[2] == 3 && !cfg->el3)) {
        return false;
    }
    if (v[0] == 0) {
        return v[1] == 0;
    }
    if (!cfg->exc || (v[0] == 2 && !cfg->el2) || (v[0] == 3 && !cfg->el3)) {
        return false;
    }
    return v[1] == 0 || (v[0] == 3 ? v[2] < 3 : v[2] <= v[0]);
}

bool possible_output(const struct spe_config *cfg, const unsigned v[COVER_AXES])
{
    switch (v[0]) {
    case COUNT_SERROR:
        return cfg->ext_abort == spe_cfg_ext_abort_serror;
    case COUNT_FULL:
        return cfg->pmu_full;
    case COUNT_FEED_KIND + SPE_FEED_FP:
    case COUNT_FEED_KIND + SPE_FEED_SIMD:
        return cfg->pmu_feed && cfg->eft;
    case COUNT_FEED_KIND + SPE_FEED_DS:
        return cfg->pmu_feed && cfg->fds;
    default:
        return v[0] < COUNT_FEED_KIND || cfg->pmu_feed;
    }
}
