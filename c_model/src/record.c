/* SPDX-License-Identifier: Apache-2.0
 *
 * Which packets a record has, and their payloads: DDI 0586A 2.3, 5.3; rtl/README.md, "Cycle
 * semantics", 11.
 */
#include "spe/record.h"

#include "spe/bits.h"

#define CLASS_LOAD_STORE 1u
#define CLASS_BRANCH     2u
#define LDST             1u /* store, or atomic that returns no value (5.3.8) */

#define ADDR SPE_MASK(55, 0)

static void put(struct spe_record *record, enum spe_layout_kind kind, uint64_t value)
{
    record->packet[kind] = (struct spe_record_packet){.present = true, .value = value};
}

/* Address packet, instruction virtual address: NS byte 7 bit 7, EL byte 7 bits [6:5] (5.3.1). */
static uint64_t instruction_address(bool ns, unsigned el, uint64_t address)
{
    return (uint64_t)ns << 63 | (uint64_t)el << 61 | (address & ADDR);
}

/* Address packet, data virtual address: the top byte only if it is a tag (choice R24). */
static uint64_t data_address(const struct spe_sample *s)
{
    bool tagged = s->va & SPE_BIT(55) ? s->tbi1 : s->tbi0;

    return tagged ? s->va : s->va & ADDR;
}

static void put_always(const struct spe_sample *s, struct spe_record *record)
{
    if (s->collect.ctx1)
        put(record, SPE_LAYOUT_CTX1, s->collect.contextidr_el1);
    if (s->collect.ctx2)
        put(record, SPE_LAYOUT_CTX2, s->collect.contextidr_el2);
    put(record, SPE_LAYOUT_TOT, s->lat.total);
    put(record, SPE_LAYOUT_ISSUE, s->lat.issue);
    put(record, SPE_LAYOUT_PC, instruction_address(s->state & SPE_PAS_NONSECURE, s->el, s->pc));
    put(record, SPE_LAYOUT_TYPE, s->op);
    put(record, SPE_LAYOUT_EV, s->events);
    if (s->collect.ts == SPE_TIMESTAMP_NONE)
        put(record, SPE_LAYOUT_END, 0);
    else
        put(record, SPE_LAYOUT_TS, s->collect.ts_value);
    record->ts_unknown = s->collect.ts_unknown;
}

/* 2.3.2. After an exception the PE says which addresses were translated; there is no data source
 * (R1). */
static void put_load_store(const struct spe_config *cfg, const struct spe_sample *s,
                           struct spe_record *record)
{
    bool source_kind = cfg->lds && !(s->op & LDST) && s->end != SPE_LIFE_EXCEPTION; /* R19, R20 */

    put(record, SPE_LAYOUT_XLAT, s->lat.xlat);
    if (s->has_va)
        put(record, SPE_LAYOUT_VA, data_address(s));
    if (s->has_va && s->has_pa && s->collect.pa)
        put(record, SPE_LAYOUT_PA, (uint64_t)(s->pa_pas & 1u) << 63 | (s->pa & ADDR));
    if (s->has_source && source_kind)
        put(record, SPE_LAYOUT_DS, cfg->ds_bytes == 1 ? s->source & 0xFFu : s->source);
}

void spe_record_build(const struct spe_config *cfg, const struct spe_sample *sample,
                      struct spe_record *record)
{
    unsigned op_class = sample->op >> 8;

    *record = (struct spe_record){.ts_unknown = false};
    put_always(sample, record);
    if (op_class == CLASS_LOAD_STORE)
        put_load_store(cfg, sample, record);
    /* "The target address for an exception generating operation is not collected" (2.3). */
    if (op_class == CLASS_BRANCH && sample->has_target && sample->end != SPE_LIFE_EXCEPTION)
        put(record, SPE_LAYOUT_TGT,
            instruction_address(sample->target_state & 1u, sample->target_el, sample->target));
}
