/* SPDX-License-Identifier: Apache-2.0
 *
 * Which packets a record has, and their payloads: DDI 0586A 2.3, 5.3; Arm ARM D18.2;
 * dpi/rules.md, CT1 to CT5 and RC1 to RC10.
 */

#include "record/record.h"
#include "arch/collect.h"
#include "config_members.h"
#include "record/sample.h"
#include "spe/bits.h"

#define CLASS_LOAD_STORE 1u
#define CLASS_BRANCH     2u

#define ADDR         SPE_MASK(55, 0)
#define NOT_TAKEN    SPE_BIT(6)
#define NV2(op)      (((op)&0xFFFEu) == (CLASS_LOAD_STORE << 8 | 0x30u)) /* 0b0011000x */
#define IS_OTHER(op) (((op)&0xFFF8u) == 0) /* CLASS Other, 0b00000xxx */

static void put_packet(struct spe_record *record, enum spe_layout_kind kind, uint64_t value)
{
    record->packet[kind] = (struct spe_record_packet){.present = true, .value = value};
}

/* RC1: bits 63 and 60 of an address are NS, and NSE if there is Realm state (D18.2.1). */
static uint64_t state_bits(const struct spe_config *cfg, enum spe_pas state)
{
    return (uint64_t)(state & 1u) << 63 | (cfg->rme ? (uint64_t)(state >> 1 & 1u) << 60 : 0);
}

/* Address packet, instruction virtual address: EL in byte 7 bits [6:5] (5.3.1). */
static uint64_t instruction_address(const struct spe_config *cfg, enum spe_pas state, unsigned el,
                                    uint64_t address)
{
    return state_bits(cfg, state) | (uint64_t)el << 61 | (address & ADDR);
}

/* RC4: data virtual address. The top byte is kept if it is a tag, else as [va_top] says (R24). */
static uint64_t data_address(const struct spe_config *cfg, const struct spe_sample *s)
{
    bool tagged = s->va & SPE_BIT(55) ? s->tbi1 : s->tbi0;

    return tagged || cfg->va_top == spe_cfg_va_top_kept ? s->va : s->va & ADDR;
}

/* RC5: data physical address, with CH and PAT of a Tag Checked access (D18.2.1, R34, R35). */
static uint64_t physical_address(const struct spe_config *cfg, const struct spe_sample *s)
{
    bool tag = cfg->mte && (s->ch || cfg->pat_unchecked == spe_cfg_pat_unchecked_tag);

    return state_bits(cfg, s->pa_pas) | (cfg->mte && s->ch ? SPE_BIT(62) : 0) |
           (tag ? (uint64_t)(s->pat & 15u) << 56 : 0) | (s->pa & ADDR);
}

/* D18.2.7: ASE and FP need FEAT_SPE_FPF, CR FEAT_SPE_CRR, the GCS bit FEAT_GCS. */
static uint16_t operation_type(const struct spe_config *cfg, uint16_t op)
{
    if (IS_OTHER(op) && !cfg->fpf) {
        op &= (uint16_t)~0x06u;
    }
    if (op >> 8 == CLASS_BRANCH && !cfg->crr) {
        op &= (uint16_t)~0x18u;
    }
    if (op >> 8 == CLASS_BRANCH && !cfg->gcs) {
        op &= (uint16_t)~0x04u;
    }
    return op;
}

/* CT1: packets that are always there. RC8: the alternate clock. */
static void put_always(const struct spe_config *cfg, const struct spe_sample *s,
                       struct spe_record *record)
{
    if (s->collect.ctx1) {
        put_packet(record, SPE_LAYOUT_CTX1, s->collect.contextidr_el1);
    }
    if (s->collect.ctx2) {
        put_packet(record, SPE_LAYOUT_CTX2, s->collect.contextidr_el2);
    }
    put_packet(record, SPE_LAYOUT_TOT, s->lat.total);
    put_packet(record, SPE_LAYOUT_ISSUE, s->lat.issue);
    put_packet(record, SPE_LAYOUT_PC, instruction_address(cfg, s->state, s->el, s->pc));
    put_packet(record, SPE_LAYOUT_TYPE, operation_type(cfg, s->op));
    put_packet(record, SPE_LAYOUT_EV, s->events);
    if (s->collect.ts == SPE_TIMESTAMP_NONE) {
        put_packet(record, SPE_LAYOUT_END, 0);
    } else {
        put_packet(record, SPE_LAYOUT_TS, s->collect.ts_value);
    }
    record->ts_unknown = s->collect.ts_unknown;
}

/* RC7: the virtual address of an access that FEAT_NV2 made of a register access is EL2's. */
static bool address_hidden(const struct spe_config *cfg, const struct spe_sample *s)
{
    return cfg->nv == 2 && NV2(s->op) && !s->el2_profiled;
}

/* CT2: the translation latency ([xlat_without_va]). `va`: the record has a data VA. An access whose
 * VA the PE does not have was not translated, so its latency cannot be recorded as zero. */
static void put_translation(const struct spe_config *cfg, const struct spe_sample *s, bool va,
                            struct spe_record *record)
{
    if (va || cfg->xlat_without_va == spe_cfg_xlat_without_va_counted) {
        put_packet(record, SPE_LAYOUT_XLAT, s->lat.xlat);
    } else if (cfg->xlat_without_va == spe_cfg_xlat_without_va_zero && s->has_va) {
        put_packet(record, SPE_LAYOUT_XLAT, 0);
    }
}

/* CT2: addresses and translation (2.3.2, D17.6.4). After an exception the PE says which addresses
 * were translated (R1). */
static void put_access(const struct spe_config *cfg, const struct spe_sample *s,
                       struct spe_record *record)
{
    const bool va = s->has_va && !address_hidden(cfg, s);

    put_translation(cfg, s, va, record);
    if (va) {
        put_packet(record, SPE_LAYOUT_VA, data_address(cfg, s));
    }
    if (va && s->has_pa && s->collect.pa) {
        put_packet(record, SPE_LAYOUT_PA, physical_address(cfg, s));
    }
    if (sample_sourced(cfg, s)) {
        put_packet(record, SPE_LAYOUT_DS, cfg->ds_bytes == 1 ? s->source & 0xFFu : s->source);
    }
}

/* RC6: previous branch target, FEAT_SPE_PBT. Which operations have the packet is IMPLEMENTATION
 * DEFINED (R42, N14). */
static bool carries_previous(const struct spe_config *cfg, const struct spe_sample *s)
{
    bool branch = s->op >> 8 == CLASS_BRANCH;

    if (!cfg->pbt || !s->has_prev || s->end == SPE_LIFE_EXCEPTION) {
        return false;
    }
    if (cfg->pbt_ops == spe_cfg_pbt_ops_taken) {
        return branch && !(s->events & NOT_TAKEN);
    }
    return branch || cfg->pbt_ops == spe_cfg_pbt_ops_any;
}

void record_build(const struct spe_config *cfg, const struct spe_sample *sample,
                  struct spe_record *record)
{
    *record = (struct spe_record){.ts_unknown = false};
    put_always(cfg, sample, record);
    if (sample_accesses(cfg, sample)) {
        put_access(cfg, sample, record);
    }
    /* "The target address for an exception generating operation is not collected" (2.3). */
    if (sample->op >> 8 == CLASS_BRANCH && sample->has_target &&
        sample->end != SPE_LIFE_EXCEPTION) {
        put_packet(
            record, SPE_LAYOUT_TGT,
            instruction_address(cfg, sample->target_state, sample->target_el, sample->target));
    }
    if (carries_previous(cfg, sample)) {
        put_packet(record, SPE_LAYOUT_PBT,
                   instruction_address(cfg, sample->prev_state, sample->prev_el, sample->prev));
    }
    if (cfg->altclk && sample->has_alt) {
        put_packet(record, SPE_LAYOUT_ALT, sample->lat_alt);
    }
}

const char *record_root(const struct spe_config *cfg, const struct spe_record *record)
{
    static const struct {
        enum spe_layout_kind kind;
        const char *field;
    } rows[] = {
        {SPE_LAYOUT_PA, "life.pa"},
        {SPE_LAYOUT_TGT, "life.target"},
        {SPE_LAYOUT_PBT, "life.prev"},
    };
    const uint64_t mask = state_bits(cfg, SPE_PAS_REALM), root = state_bits(cfg, SPE_PAS_ROOT);

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]) && cfg->rme; i++) {
        const struct spe_record_packet *packet = &record->packet[rows[i].kind];

        if (packet->present && (packet->value & mask) == root) {
            return rows[i].field;
        }
    }
    return NULL;
}
