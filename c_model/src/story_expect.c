/* SPDX-License-Identifier: Apache-2.0 */
#include "story_internal.h"

#include <string.h>

#include "spe/bits.h"

#define ROW(kind_, index_, where_, sections)                                                       \
    {                                                                                              \
        .kind = kind_, .index = index_, .where = where_, .section = "DDI 0586A " sections          \
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

/* Active cycles c with from < c <= to, or one more ([latency_rule]). */
static uint64_t cycles_between(const struct spe_config *cfg, uint64_t from, uint64_t to)
{
    const uint64_t inclusive = cfg->latency_rule == spe_cfg_latency_rule_inclusive;
    return to < from ? 0 : saturate(cfg, to - from + inclusive);
}

struct story_latency story_latency(const struct spe_config *cfg, const struct spe_story *story)
{
    if (cfg->sample_point == spe_cfg_sample_point_retire)
        return (struct story_latency){.total = saturate(cfg, story->end.lat_total),
                                      .issue = saturate(cfg, story->end.lat_issue),
                                      .xlat = saturate(cfg, story->end.lat_xlat)};
    const uint64_t begin = story->selected.active;
    const uint64_t done = story->complete.seen ? story->complete.active : story->ended.active;
    const uint64_t issued = story->issue.seen ? story->issue.active : done;
    const bool translated = story->xlat_start.seen && story->xlat_end.seen;
    return (struct story_latency){
        .total = cycles_between(cfg, begin, done),
        .issue = cycles_between(cfg, begin, issued),
        .xlat =
            translated ? cycles_between(cfg, story->xlat_start.active, story->xlat_end.active) : 0};
}

/* Byte 7 of an instruction address: NS and EL; the rest reads as zero (5.3.1). */
static uint64_t instruction_address(uint64_t address, unsigned ns, unsigned el)
{
    return (address & SPE_MASK(55, 0)) | (uint64_t)ns << 63 | (uint64_t)el << 61;
}

/* The tag is kept where the TBI bit for this half of the address space is set (5.3.1; R24: else 0).
 */
static uint64_t data_address(const struct spe_story *story)
{
    const bool upper = story->end.va >> 55 & 1;
    const bool tbi = upper ? SPE_CTX_TBI1(story->ctx_state) : SPE_CTX_TBI0(story->ctx_state);
    return tbi ? story->end.va : story->end.va & SPE_MASK(55, 0);
}

/* 5.3.7; 2.3.5: neither E[0] nor E[1] unless the operation retired or took an exception. */
static uint64_t event_bits(const struct spe_config *cfg, const struct spe_story *story)
{
    const uint64_t implemented = cfg->events | 0xff;
    const bool exception = story->end.kind == SPE_LIFE_EXCEPTION;
    const bool retired = exception || story->end.kind == SPE_LIFE_RETIRE;
    const uint64_t others = story->end.events & implemented & ~(uint64_t)3;
    return others | (retired ? 2 : 0) | (exception ? 1 : 0);
}

static void expect(struct story_packet *row, bool present, int payload_bytes, uint64_t payload)
{
    row->present = present;
    row->payload_bytes = (unsigned)payload_bytes;
    row->payload = payload;
}

static void expect_addresses(struct story_packet *rows, const struct spe_story *story, bool pa)
{
    const struct spe_txn_life *end = &story->end;
    const unsigned ns = SPE_CTX_NS(story->ctx_state), el = SPE_CTX_EL(story->ctx_state);
    const bool target_ns = end->flags & SPE_LIFE_TARGET_NS;
    const bool data = OP_CLASS(story->op) == SPE_CLASS_LDST;
    const bool branched = OP_CLASS(story->op) == SPE_CLASS_BRANCH &&
                          end->kind != SPE_LIFE_EXCEPTION && (end->flags & SPE_LIFE_TARGET);
    const bool translated = (end->flags & SPE_LIFE_VA) && (end->flags & SPE_LIFE_PA);
    const uint64_t pa_ns = end->flags & SPE_LIFE_PA_NS ? SPE_BIT(63) : 0;
    expect(&rows[STORY_PC], true, 8, instruction_address(story->pc, ns, el));
    expect(&rows[STORY_TARGET], branched, 8,
           instruction_address(end->target, target_ns, SPE_LIFE_TARGET_EL(end->flags)));
    expect(&rows[STORY_VA], data && (end->flags & SPE_LIFE_VA), 8, data_address(story));
    expect(&rows[STORY_PA], data && pa && translated, 8, (end->pa & SPE_MASK(55, 0)) | pa_ns);
}

static void expect_counters(struct story_packet *rows, const struct spe_config *cfg,
                            const struct spe_story *story)
{
    const struct story_latency latency = story_latency(cfg, story);
    expect(&rows[STORY_TOTAL], true, 2, latency.total);
    expect(&rows[STORY_ISSUE], true, 2, latency.issue);
    expect(&rows[STORY_XLAT], OP_CLASS(story->op) == SPE_CLASS_LDST, 2, latency.xlat);
}

static void expect_operation(struct story_packet *rows, const struct spe_config *cfg,
                             const struct spe_story *story)
{
    const struct spe_txn_life *end = &story->end;
    const bool loads = OP_CLASS(story->op) == SPE_CLASS_LDST && !(story->op & 1);
    const bool sourced =
        cfg->lds && loads && end->kind != SPE_LIFE_EXCEPTION && (end->flags & SPE_LIFE_SOURCE);
    rows[STORY_OPERATION].index = OP_CLASS(story->op);
    expect(&rows[STORY_OPERATION], true, 1, story->op & 0xffu);
    expect(&rows[STORY_EVENTS], true, cfg->event_bytes, event_bits(cfg, story));
    expect(&rows[STORY_SOURCE], sourced, cfg->ds_bytes,
           end->source & SPE_MASK(8 * cfg->ds_bytes - 1, 0));
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
        [STORY_PC] = ROW(SPE_PACKET_ADDRESS, SPE_ADDRESS_PC, "address.pc", "5.3.1"),
        [STORY_TARGET] =
            ROW(SPE_PACKET_ADDRESS, SPE_ADDRESS_TARGET, "address.target", "2.3.1, 5.3.1"),
        [STORY_VA] = ROW(SPE_PACKET_ADDRESS, SPE_ADDRESS_VA, "address.va", "2.3.2, 5.3.1"),
        [STORY_PA] = ROW(SPE_PACKET_ADDRESS, SPE_ADDRESS_PA, "address.pa", "3.3, 5.3.1"),
        [STORY_TOTAL] = ROW(SPE_PACKET_COUNTER, SPE_COUNTER_TOTAL, "counter.total", "5.3.4"),
        [STORY_ISSUE] = ROW(SPE_PACKET_COUNTER, SPE_COUNTER_ISSUE, "counter.issue", "5.3.4"),
        [STORY_XLAT] = ROW(SPE_PACKET_COUNTER, SPE_COUNTER_XLAT, "counter.xlat", "2.3.2, 5.3.4"),
        [STORY_CTX1] = ROW(SPE_PACKET_CONTEXT, SPE_CONTEXT_EL1, "context.el1", "3.3, 5.3.3"),
        [STORY_CTX2] = ROW(SPE_PACKET_CONTEXT, SPE_CONTEXT_EL2, "context.el2", "3.3, 5.3.3"),
        [STORY_OPERATION] = ROW(SPE_PACKET_OPERATION, 0, "operation", "5.3.8"),
        [STORY_EVENTS] = ROW(SPE_PACKET_EVENTS, 0, "events", "2.3.5, 5.3.7"),
        [STORY_SOURCE] = ROW(SPE_PACKET_DATA_SOURCE, 0, "data_source", "2.3.2, 5.3.5"),
        [STORY_TIMESTAMP] = ROW(SPE_PACKET_TIMESTAMP, 0, "timestamp", "3.3, 5.3.10"),
        [STORY_END] = ROW(SPE_PACKET_END, 0, "end", "5.3.6"),
    };
    const struct story_collected collected = story_collect(cfg, story);
    memcpy(rows, packets, sizeof(packets));
    expect_addresses(rows, story, collected.pa);
    expect_counters(rows, cfg, story);
    expect(&rows[STORY_CTX1], collected.ctx1, 4, story->contextidr_el1);
    expect(&rows[STORY_CTX2], collected.ctx2, 4, story->contextidr_el2);
    expect_operation(rows, cfg, story);
    expect_end(rows, cfg, story, &collected);
}
