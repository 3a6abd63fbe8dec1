/* SPDX-License-Identifier: Apache-2.0 */
#include <assert.h>
#include <string.h>

#include "config_members.h"
#include "spe/bits.h"
#include "spe/packet.h"
#include "spe/txn.h"
#include "spe/txn_ctx.h"
#include "story/parts.h"
#include "story/story.h"

#define ROW(kind_, index_, where_, section_)                                                       \
    {                                                                                              \
        .kind = kind_, .index = index_, .where = where_, .section = section_                       \
    }
#define OP_CLASS(op) ((unsigned)(op) >> 8)

bool story_has_record(const struct spe_config *cfg, const struct spe_story *story)
{
    return story->end.kind == SPE_LIFE_RETIRE || story->end.kind == SPE_LIFE_EXCEPTION ||
           cfg->misspec_record;
}

static uint64_t saturate(const struct spe_config *cfg, uint64_t cycles)
{
    const uint64_t most = SPE_BIT(cfg->count_size) - 1;
    return cycles < most ? cycles : most;
}

/* Returns the number of active cycles c with from < c <= to, or one more ([latency_rule]). */
static uint64_t cycles_between(const struct spe_config *cfg, uint64_t from, uint64_t to)
{
    const uint64_t inclusive = cfg->latency_rule == spe_cfg_latency_rule_inclusive;
    assert(to >= from); /* stamps of the life of an operation are in order */
    return saturate(cfg, to - from + inclusive);
}

struct story_latency story_latency(const struct spe_config *cfg, const struct spe_story *story)
{
    if (cfg->sample_point == spe_cfg_sample_point_retire) {
        return (struct story_latency){.total = saturate(cfg, story->end.lat_total),
                                      .issue = saturate(cfg, story->end.lat_issue),
                                      .xlat = saturate(cfg, story->end.lat_xlat),
                                      .alt_issue = saturate(cfg, story->end.lat_alt)};
    }
    const uint64_t begin = story->selected.active;
    const uint64_t done = story->complete.seen ? story->complete.active : story->ended.active;
    const uint64_t issued = story->issue.seen ? story->issue.active : done;
    const bool translated = story->xlat_end.seen; /* only after a start (story_stamp()) */
    return (struct story_latency){
        .total = cycles_between(cfg, begin, done),
        .issue = cycles_between(cfg, begin, issued),
        .xlat =
            translated ? cycles_between(cfg, story->xlat_start.active, story->xlat_end.active) : 0,
        .alt_issue = saturate(cfg, story->end.lat_alt)};
}

/* Returns an instruction address with byte 7: NS, EL, and NSE with FEAT_RME; the rest of byte 7
 * reads as zero. */
static uint64_t expected_instruction(const struct spe_config *cfg, uint64_t address, unsigned ns,
                                     unsigned el, unsigned nse)
{
    const uint64_t realm = cfg->rme && nse ? SPE_BIT(60) : 0;
    return (address & SPE_MASK(55, 0)) | (uint64_t)ns << 63 | (uint64_t)el << 61 | realm;
}

/* The tag is kept where the TBI bit for this half of the address space is set (5.3.1; R24: else 0,
 * or whatever the top byte was). */
static uint64_t expected_data(const struct spe_config *cfg, const struct spe_story *story)
{
    const bool upper = story->end.va >> 55 & 1;
    const bool tbi = upper ? SPE_CTX_TBI1(story->ctx_state) : SPE_CTX_TBI0(story->ctx_state);
    const bool kept = tbi || cfg->va_top == spe_cfg_va_top_kept;
    return kept ? story->end.va : story->end.va & SPE_MASK(55, 0);
}

/* D18.2.1: "Physical Address Tag for a checked access"; for an unchecked access the tag is a choice
 * (R35). */
static uint64_t expected_physical(const struct spe_config *cfg, const struct spe_txn_life *end)
{
    uint64_t value = end->pa & SPE_MASK(55, 0);
    if (end->flags & SPE_LIFE_PA_NS) {
        value |= SPE_BIT(63);
    }
    if (cfg->rme && (end->flags & SPE_LIFE_PA_NSE)) {
        value |= SPE_BIT(60);
    }
    if (!cfg->mte) {
        return value;
    }
    if (end->flags & SPE_LIFE_PA_CH) {
        return value | SPE_BIT(62) | (uint64_t)SPE_LIFE_PA_PAT(end->flags) << 56;
    }
    if (cfg->pat_unchecked == spe_cfg_pat_unchecked_tag) {
        value |= (uint64_t)SPE_LIFE_PA_PAT(end->flags) << 56;
    }
    return value;
}

/* D18.2.6, from E[63] down: what each bit needs, besides being implemented. */
static uint64_t readable_events(const struct spe_config *cfg)
{
    const bool v1p1 = cfg->pmsver >= 2, v1p4 = cfg->pmsver >= 5;
    uint64_t bits = SPE_MASK(63, 48) | SPE_MASK(15, 12) | SPE_MASK(10, 8);
    bits |= v1p4 ? SPE_MASK(23, 19) : SPE_MASK(31, 24);
    bits |= cfg->spe_sme ? SPE_MASK(25, 24) : 0;
    bits |= v1p1 && (cfg->sve || cfg->sme) ? SPE_MASK(18, 17) : 0;
    bits |= v1p1 ? SPE_BIT(11) : 0;
    return (bits & cfg->events) | SPE_MASK(7, 2);
}

/* 5.3.7; 2.3.5: neither E[0] nor E[1] is set unless the operation retired or took an exception. */
static uint64_t event_bits(const struct spe_config *cfg, const struct spe_story *story)
{
    const bool exception = story->end.kind == SPE_LIFE_EXCEPTION;
    const bool retired = exception || story->end.kind == SPE_LIFE_RETIRE;
    const uint64_t others = story->end.events & readable_events(cfg);
    return others | (retired ? 2 : 0) | (exception ? 1 : 0);
}

/* Returns the Operation Type, as D18.2.7 defines it without FEAT_SPE_FPF, FEAT_SPE_CRR, FEAT_GCS.
 */
static uint64_t operation_payload(const struct spe_config *cfg, const struct spe_story *story)
{
    const unsigned payload = story->op & 0xffu;
    if (OP_CLASS(story->op) == SPE_CLASS_OTHER && payload < 8) {
        return cfg->fpf ? payload : payload & 1;
    }
    if (OP_CLASS(story->op) != SPE_CLASS_BRANCH) {
        return payload;
    }
    return payload & (cfg->crr ? 0xffu : 0xe7u) & (cfg->gcs ? 0xffu : 0xfbu);
}

/* Returns whether the operation is a load, store or atomic, or a call or return that uses the
 * Guarded Control Stack. */
static bool accesses_memory(const struct spe_config *cfg, const struct spe_story *story)
{
    if (OP_CLASS(story->op) == SPE_CLASS_BRANCH) {
        return cfg->gcs && (story->flags & (SPE_OP_GCS_LOAD | SPE_OP_GCS_STORE));
    }
    return OP_CLASS(story->op) == SPE_CLASS_LDST;
}

bool story_has_source(const struct spe_config *cfg, const struct spe_story *story)
{
    const bool branch = OP_CLASS(story->op) == SPE_CLASS_BRANCH;
    const bool reads = branch ? story->flags & SPE_OP_GCS_LOAD : !(story->op & 1);
    return cfg->lds && reads && accesses_memory(cfg, story) &&
           story->end.kind != SPE_LIFE_EXCEPTION && (story->end.flags & SPE_LIFE_SOURCE);
}

/* D17.6.4.2: without profiling at EL2 the record does not tell the virtual address of an access
 * that is made in place of a register access (NV2). */
static bool has_data_address(const struct spe_config *cfg, const struct spe_story *story,
                             const struct story_collected *collected)
{
    const bool nv2 = OP_CLASS(story->op) == SPE_CLASS_LDST && (story->op & 0xfe) == 0x30;
    const bool withheld = nv2 && cfg->nv == 2 && !collected->el2_profiled;
    return accesses_memory(cfg, story) && (story->end.flags & SPE_LIFE_VA) && !withheld;
}

/* D18.2.1 INDEX 4; R42, N14: taken branches, all branches, or all operations have the packet. */
static bool has_previous(const struct spe_config *cfg, const struct spe_story *story)
{
    const bool branch = OP_CLASS(story->op) == SPE_CLASS_BRANCH;
    const bool taken = branch && !(story->end.events >> 6 & 1);
    const bool eligible = cfg->pbt_ops == spe_cfg_pbt_ops_any      ? true
                          : cfg->pbt_ops == spe_cfg_pbt_ops_branch ? branch
                                                                   : taken;
    return cfg->pbt && eligible && story->end.kind != SPE_LIFE_EXCEPTION &&
           (story->end.flags & SPE_LIFE_PREV);
}

static void expect(struct story_packet *row, bool present, int payload_bytes, uint64_t payload)
{
    row->present = present;
    row->payload_bytes = (unsigned)payload_bytes;
    row->payload = payload;
}

static void expect_instructions(struct story_packet *rows, const struct spe_config *cfg,
                                const struct spe_story *story)
{
    const struct spe_txn_life *end = &story->end;
    const unsigned ns = SPE_CTX_NS(story->ctx_state), el = SPE_CTX_EL(story->ctx_state);
    const unsigned nse = SPE_CTX_NSE(story->ctx_state);
    const bool branched = OP_CLASS(story->op) == SPE_CLASS_BRANCH &&
                          end->kind != SPE_LIFE_EXCEPTION && (end->flags & SPE_LIFE_TARGET);
    expect(&rows[STORY_PC], true, 8, expected_instruction(cfg, story->pc, ns, el, nse));
    expect(&rows[STORY_TARGET], branched, 8,
           expected_instruction(cfg, end->target, (end->flags & SPE_LIFE_TARGET_NS) != 0,
                                SPE_LIFE_TARGET_EL(end->flags), end->flags & SPE_LIFE_TARGET_NSE));
    expect(&rows[STORY_PREVIOUS], has_previous(cfg, story), 8,
           expected_instruction(cfg, end->prev, (end->flags & SPE_LIFE_PREV_NS) != 0,
                                SPE_LIFE_PREV_EL(end->flags), end->flags & SPE_LIFE_PREV_NSE));
}

static void expect_data(struct story_packet *rows, const struct spe_config *cfg,
                        const struct spe_story *story, const struct story_collected *collected)
{
    const struct spe_txn_life *end = &story->end;
    const bool va = has_data_address(cfg, story, collected);
    /* D17.6.4: no physical address "if the sampled data virtual address packet is not output". */
    const bool pa = va && (end->flags & SPE_LIFE_PA) && collected->pa;
    expect(&rows[STORY_VA], va, 8, expected_data(cfg, story));
    expect(&rows[STORY_PA], pa, 8, expected_physical(cfg, end));
}

/* D17.6.4: "It is IMPLEMENTATION DEFINED whether the Translation latency Counter packet [...] is
 * either not recorded, or recorded with a value of zero" without a data virtual address, but not
 * recorded for an address that was not translated, which the PE does not tell then; DDI 0586A 5.3.4
 * includes it "for all load, store and atomic operations" (N15). */
static void expect_translation(struct story_packet *row, const struct spe_config *cfg,
                               const struct spe_story *story, bool told, uint64_t latency)
{
    const bool nothing = !told && cfg->xlat_without_va == spe_cfg_xlat_without_va_zero;
    const bool absent = !told && cfg->xlat_without_va == spe_cfg_xlat_without_va_absent;
    const bool untold = nothing && !(story->end.flags & SPE_LIFE_VA);
    expect(row, accesses_memory(cfg, story) && !absent && !untold, 2, nothing ? 0 : latency);
}

static void expect_counters(struct story_packet *rows, const struct spe_config *cfg,
                            const struct spe_story *story)
{
    const struct story_latency latency = story_latency(cfg, story);
    expect(&rows[STORY_TOTAL], true, 2, latency.total);
    expect(&rows[STORY_ISSUE], true, 2, latency.issue);
    expect_translation(&rows[STORY_XLAT], cfg, story, rows[STORY_VA].present, latency.xlat);
    expect(&rows[STORY_ALT_ISSUE], cfg->altclk != 0 && (story->end.flags & SPE_LIFE_ALT), 2,
           latency.alt_issue);
}

static void expect_operation(struct story_packet *rows, const struct spe_config *cfg,
                             const struct spe_story *story)
{
    rows[STORY_OPERATION].index = OP_CLASS(story->op);
    expect(&rows[STORY_OPERATION], true, 1, operation_payload(cfg, story));
    expect(&rows[STORY_EVENTS], true, cfg->event_bytes, event_bits(cfg, story));
    expect(&rows[STORY_SOURCE], story_has_source(cfg, story), cfg->ds_bytes,
           story->end.source & SPE_MASK(8 * cfg->ds_bytes - 1, 0));
}

static void expect_end(struct story_packet *rows, const struct spe_config *cfg,
                       const struct spe_story *story, const struct story_collected *collected)
{
    const bool late = cfg->ts_point == spe_cfg_ts_point_complete;
    const uint64_t physical = late ? story->cntpct_end : story->cntpct_select;
    expect(&rows[STORY_TIMESTAMP], collected->timestamp, 8, physical - collected->offset);
    rows[STORY_TIMESTAMP].any_value = !SPE_CTX_CNTEN(story->ctx_state);
    expect(&rows[STORY_END], !collected->timestamp, 0, 0);
}

void story_expect(const struct spe_config *cfg, const struct spe_story *story,
                  struct story_packet rows[STORY_PACKETS])
{
    static const struct story_packet packets[STORY_PACKETS] = {
        [STORY_PC] = ROW(SPE_PACKET_ADDRESS, SPE_ADDRESS_PC, "address.pc", "DDI 0586A 5.3.1"),
        [STORY_TARGET] =
            ROW(SPE_PACKET_ADDRESS, SPE_ADDRESS_TARGET, "address.target", "DDI 0586A 2.3.1, 5.3.1"),
        [STORY_VA] =
            ROW(SPE_PACKET_ADDRESS, SPE_ADDRESS_VA, "address.va", "DDI 0586A 2.3.2, 5.3.1"),
        [STORY_PA] = ROW(SPE_PACKET_ADDRESS, SPE_ADDRESS_PA, "address.pa", "DDI 0586A 3.3, 5.3.1"),
        [STORY_TOTAL] =
            ROW(SPE_PACKET_COUNTER, SPE_COUNTER_TOTAL, "counter.total", "DDI 0586A 5.3.4"),
        [STORY_ISSUE] =
            ROW(SPE_PACKET_COUNTER, SPE_COUNTER_ISSUE, "counter.issue", "DDI 0586A 5.3.4"),
        [STORY_XLAT] =
            ROW(SPE_PACKET_COUNTER, SPE_COUNTER_XLAT, "counter.xlat", "DDI 0586A 2.3.2, 5.3.4"),
        [STORY_CTX1] =
            ROW(SPE_PACKET_CONTEXT, SPE_CONTEXT_EL1, "context.el1", "DDI 0586A 3.3, 5.3.3"),
        [STORY_CTX2] =
            ROW(SPE_PACKET_CONTEXT, SPE_CONTEXT_EL2, "context.el2", "DDI 0586A 3.3, 5.3.3"),
        [STORY_OPERATION] = ROW(SPE_PACKET_OPERATION, 0, "operation", "DDI 0586A 5.3.8"),
        [STORY_EVENTS] = ROW(SPE_PACKET_EVENTS, 0, "events", "DDI 0586A 2.3.5, 5.3.7"),
        [STORY_SOURCE] = ROW(SPE_PACKET_DATA_SOURCE, 0, "data_source", "DDI 0586A 2.3.2, 5.3.5"),
        [STORY_TIMESTAMP] = ROW(SPE_PACKET_TIMESTAMP, 0, "timestamp", "DDI 0586A 3.3, 5.3.10"),
        [STORY_END] = ROW(SPE_PACKET_END, 0, "end", "DDI 0586A 5.3.6"),
        [STORY_PREVIOUS] = {.kind = SPE_PACKET_ADDRESS,
                            .index = SPE_ADDRESS_PREVIOUS,
                            .where = "address.previous",
                            .section = "Arm ARM D18.2.1"},
        [STORY_ALT_ISSUE] = {.kind = SPE_PACKET_COUNTER,
                             .index = SPE_COUNTER_ALT_ISSUE,
                             .where = "counter.alt_issue",
                             .section = "Arm ARM D18.2.3"},
    };
    const struct story_collected collected = story_collect(cfg, story);
    memcpy(rows, packets, sizeof(packets));
    expect_instructions(rows, cfg, story);
    expect_data(rows, cfg, story, &collected);
    expect_counters(rows, cfg, story);
    expect(&rows[STORY_CTX1], collected.ctx1, 4, story->contextidr_el1);
    expect(&rows[STORY_CTX2], collected.ctx2, 4, story->contextidr_el2);
    expect_operation(rows, cfg, story);
    expect_end(rows, cfg, story, &collected);
}
