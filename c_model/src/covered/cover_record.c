/* SPDX-License-Identifier: Apache-2.0 */
#include "covered/cover_record.h"
#include "arch/collect.h"
#include "covered/cover.h"
#include "covered/cover_cross.h"
#include "record/sample.h"
#include "spe/packet.h"
#include "state/model.h"

/* Bins of a record that was written as predicted. Most follow from its packets, the others from
 * what cover_note() has kept. */

static unsigned bits(uint64_t value, unsigned low, unsigned n)
{
    return (unsigned)(value >> low) & ((1u << n) - 1);
}

/* Payloads of class Load/store (D18.2.7), the most specific first. */
static enum cover_kind load_kind(uint8_t p)
{
    static const struct {
        uint8_t mask, value;
        enum cover_kind kind;
    } row[] = {
        {0xFE, 0x00, KIND_GENERAL},    {0xFE, 0x04, KIND_SIMD}, {0xFE, 0x10, KIND_UNSPECIFIED},
        {0xFE, 0x14, KIND_TAG},        {0xFE, 0x30, KIND_NV2},  {0xFE, 0x20, KIND_COPY},
        {0xFF, 0x25, KIND_SET},        {0xFA, 0x40, KIND_GCS},  {0xE2, 0x02, KIND_EXTENDED},
        {0x0A, 0x08, KIND_SVE_MEMORY},
    };
    for (size_t i = 0; i < sizeof(row) / sizeof(row[0]); i++) {
        if ((p & row[i].mask) == row[i].value) {
            return row[i].kind;
        }
    }
    return KINDS;
}

static enum cover_kind operation_kind(unsigned class, uint8_t p)
{
    if (class == SPE_CLASS_BRANCH) {
        return KIND_BRANCH;
    }
    if (class == SPE_CLASS_LDST) {
        return load_kind(p);
    }
    if ((p & 0x89) == 0x08) {
        return KIND_SVE;
    }
    return (p & 0x89) == 0x88 ? KIND_SME : KIND_OTHER;
}

static void operation(struct spe_model *m, const struct rec *rec, const struct spe_packet *packet)
{
    const uint8_t p = (uint8_t)packet->payload;
    enum cover_kind kind = operation_kind(packet->index, p);

    if (kind == KINDS) {
        return; /* the PE sent what the texts do not define: a finding of the contract */
    }
    cover_hit(m, COVER_OPERATION, kind, (unsigned)(rec->story.end.kind - SPE_LIFE_RETIRE), 0, 0);
    switch (kind) {
    case KIND_OTHER:
        cover_hit(m, COVER_OTHER, bits(p, 0, 3), 0, 0, 0);
        break;
    case KIND_SVE:
        cover_hit(m, COVER_SVE, 0, bits(p, 4, 3), bits(p, 2, 1) | bits(p, 1, 1) << 1, 0);
        break;
    case KIND_SVE_MEMORY:
        cover_hit(m, COVER_SVE, 1 + bits(p, 0, 1), bits(p, 4, 3),
                  bits(p, 2, 1) | bits(p, 7, 1) << 1, 0);
        break;
    case KIND_SME:
        cover_hit(m, COVER_SME, bits(p, 4, 3) << 1 | bits(p, 2, 1), bits(p, 1, 1), 0, 0);
        break;
    case KIND_EXTENDED:
        cover_hit(m, COVER_EXTENDED, bits(p, 0, 1) | bits(p, 2, 3) << 1, 0, 0, 0);
        break;
    case KIND_BRANCH:
        cover_hit(m, COVER_BRANCH, bits(p, 3, 2), bits(p, 0, 3), 0, 0);
        break;
    default:
        break;
    }
}

/* PC, target and previous target: byte 7 is {NS, EL, NSE, 0}; PA: {NS, CH, 0, NSE, PAT}. */
static void address(struct spe_model *m, const struct spe_packet *packet)
{
    static const unsigned axis[] = {[SPE_ADDRESS_PC] = 0,
                                    [SPE_ADDRESS_TARGET] = 1,
                                    [SPE_ADDRESS_PREVIOUS] = 2,
                                    [SPE_ADDRESS_PA] = 3};
    unsigned top = bits(packet->payload, 56, 8);
    unsigned state = (top >> 4 & 1) << 1 | top >> 7;

    if (packet->index == SPE_ADDRESS_VA || packet->index > SPE_ADDRESS_PREVIOUS) {
        return;
    }
    cover_hit(m, COVER_STATE, axis[packet->index], state, 0, 0);
    if (packet->index == SPE_ADDRESS_PA) {
        cover_hit(m, COVER_TAG, top >> 6 & 1, top & 15, 0, 0);
    } else {
        cover_hit(m, COVER_LEVEL, axis[packet->index], top >> 5 & 3, 0, 0);
    }
}

static void counter(struct spe_model *m, const struct spe_packet *packet)
{
    uint64_t max = (UINT64_C(1) << m->cfg.count_size) - 1, n = packet->payload;
    unsigned which = packet->index == SPE_COUNTER_ALT_ISSUE ? 3 : packet->index;
    unsigned value = n <= 1 ? (unsigned)n : n < max - 1 ? 2 : n == max - 1 ? 3 : 4;

    cover_hit(m, COVER_COUNTER, which, value, 0, 0);
}

static void events(struct spe_model *m, const struct spe_packet *packet)
{
    for (unsigned i = 0; i < 8u * packet->payload_bytes; i++) {
        cover_hit(m, COVER_EVENT_BIT, i, bits(packet->payload, i, 1), 0, 0);
    }
}

static void source(struct spe_model *m, uint64_t n)
{
    cover_hit(m, COVER_SOURCE, n == 0 ? 1 : n < 16 ? 2 : n < 256 ? 3 : 4, 0, 0, 0);
}

/* Value of a packet on the axis of COVER_PACKET, or PACKETS if it has none. */
static enum cover_packet packet_of(const struct spe_packet *p)
{
    static const enum cover_packet of_address[] = {
        [SPE_ADDRESS_PC] = PACKET_PC,
        [SPE_ADDRESS_TARGET] = PACKET_TARGET,
        [SPE_ADDRESS_VA] = PACKET_VA,
        [SPE_ADDRESS_PA] = PACKET_PA,
        [SPE_ADDRESS_PREVIOUS] = PACKET_PREVIOUS,
    };
    static const enum cover_packet of_counter[] = {
        [SPE_COUNTER_TOTAL] = PACKET_TOTAL,   [SPE_COUNTER_ISSUE] = PACKET_ISSUE,
        [SPE_COUNTER_XLAT] = PACKET_XLAT,     [3] = PACKETS,
        [SPE_COUNTER_ALT_ISSUE] = PACKET_ALT,
    };
    static const enum cover_packet of_kind[SPE_PACKET_KINDS] = {
        [SPE_PACKET_PADDING] = PACKET_PADDING,     [SPE_PACKET_END] = PACKET_END,
        [SPE_PACKET_TIMESTAMP] = PACKET_TIMESTAMP, [SPE_PACKET_EVENTS] = PACKET_EVENTS,
        [SPE_PACKET_DATA_SOURCE] = PACKET_SOURCE,  [SPE_PACKET_OPERATION] = PACKET_OPERATION,
        [SPE_PACKET_ALIGNMENT] = PACKETS,          [SPE_PACKET_UNKNOWN] = PACKETS,
    };

    switch (p->kind) {
    case SPE_PACKET_ADDRESS:
        return p->index < sizeof(of_address) / sizeof(*of_address) ? of_address[p->index] : PACKETS;
    case SPE_PACKET_COUNTER:
        return p->index < sizeof(of_counter) / sizeof(*of_counter) ? of_counter[p->index] : PACKETS;
    case SPE_PACKET_CONTEXT:
        return p->index == SPE_CONTEXT_EL1 ? PACKET_CTX1 : PACKET_CTX2;
    default:
        return of_kind[p->kind];
    }
}

static void packet_covers(struct spe_model *m, const struct rec *rec, const struct spe_packet *p)
{
    switch (p->kind) {
    case SPE_PACKET_OPERATION:
        operation(m, rec, p);
        break;
    case SPE_PACKET_ADDRESS:
        address(m, p);
        break;
    case SPE_PACKET_COUNTER:
        counter(m, p);
        break;
    case SPE_PACKET_EVENTS:
        events(m, p);
        break;
    case SPE_PACKET_DATA_SOURCE:
        source(m, p->payload);
        break;
    default:
        break;
    }
}

/* How the record lies in pages of 4 KB, and how much room it leaves below the limit (3.5.2). */
static void hit_place(struct spe_model *m, const struct rec *rec)
{
    uint64_t end = rec->va + (uint64_t)rec->len, size = UINT64_C(1) << m->cfg.max_size;
    unsigned page = (end & 0xFFF) == 0 ? 1 : rec->va >> 12 != end >> 12 ? 2 : 0;
    uint64_t left = rec->limit - end;

    cover_hit(m, COVER_PLACE, page, rec->modes.known && m->spu->buf.modes.of[rec->modes.mode].nvm,
              0, 0);
    if (page == 2) {
        cover_sequence(m, SEQ_SPLIT);
    }
    cover_places(m, rec);
    cover_hit(m, COVER_LIMIT, left == 0 ? 0 : left < size ? 1 : left == size ? 2 : 3, 0, 0, 0);
}

void cover_note(struct rec *rec, const struct tag *tag)
{
    const struct spe_sample *sample = &tag->sample;
    const struct spe_collect *c = &sample->collect;

    rec->cover.collected = (uint8_t)((c->ctx1 ? 1u : 0u) | (c->ctx2 ? 2u : 0u) | (c->pa ? 4u : 0u));
    rec->cover.timestamp = (uint8_t)c->ts;
    rec->cover.level = (uint8_t)sample->el;
    rec->cover.regime = tag->regime;
    rec->cover.reads = sample->op >> 8 == SPE_CLASS_LDST && (sample->op & 1) == 0;
}

void cover_record(struct spe_model *m, const struct rec *rec, const struct spe_decoder *decoder)
{
    const struct spe_decoded_record *decoded = &decoder->record;
    const uint64_t padding = spe_decoder_totals(decoder)->padding;
    bool has_source = false;

    for (unsigned i = 0; i < decoded->packets; i++) {
        const struct spe_packet *packet = &decoded->packet[i];
        enum cover_packet kind = packet_of(packet);
        if (kind != PACKETS) {
            cover_hit(m, COVER_PACKET, kind, 0, 0, 0);
        }
        packet_covers(m, rec, packet);
        has_source |= packet->kind == SPE_PACKET_DATA_SOURCE;
    }
    for (uint64_t i = 0; i < padding; i++) {
        cover_hit(m, COVER_PACKET, PACKET_PADDING, 0, 0, 0);
    }
    if (rec->cover.reads && !has_source) {
        cover_hit(m, COVER_SOURCE, 0, 0, 0, 0);
    }
    cover_hit(m, COVER_COLLECT, rec->cover.collected, rec->cover.timestamp, 0, 0);
    /* If the owner has changed since the selection, the new owner need not profile this level. */
    if (rec->modes.known && m->spu->buf.modes.of[rec->modes.mode].regime == rec->cover.regime) {
        cover_hit(m, COVER_PROFILED, rec->cover.regime, rec->cover.level, 0, 0);
    }
    hit_place(m, rec);
}
