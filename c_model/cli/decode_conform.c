/* SPDX-License-Identifier: Apache-2.0 */
#include "decode_conform.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

#include "config_members.h"
#include "spe/bits.h"
#include "spe/record.h"

static void tell(struct decode_breaches *out, uint64_t offset, const char *format, ...)
    SPE_PRINTF(3, 4);

static void tell(struct decode_breaches *out, uint64_t offset, const char *format, ...)
{
    va_list args;
    if (out->n++ >= DECODE_BREACHES) {
        return;
    }
    out->line[out->n - 1].offset = offset;
    va_start(args, format);
    (void)vsnprintf(out->line[out->n - 1].text, sizeof(out->line[0].text), format, args);
    va_end(args);
}

static void look_at_events(const struct spe_config *cfg, const struct spe_packet *p,
                           struct decode_breaches *out)
{
    const uint64_t more = p->payload & ~spe_sample_events(cfg);
    if (p->payload_bytes != cfg->event_bytes) {
        tell(out, p->offset, "Events packet of %u bytes, not %d [event_bytes]", p->payload_bytes,
             cfg->event_bytes);
    }
    for (unsigned bit = 0; bit < 64; bit++) {
        if (more >> bit & 1) {
            tell(out, p->offset, "event %u is not implemented [events]", bit);
        }
    }
}

static void look_at_operation(const struct spe_config *cfg, const struct spe_packet *p,
                              struct decode_breaches *out)
{
    if (!spe_op_permitted(cfg, (uint16_t)((unsigned)p->index << 8 | (p->payload & 0xff)))) {
        tell(out, p->offset, "operation type 0x%02x of class %u is of a feature that is missing",
             (unsigned)p->payload, p->index);
    }
    /* 5.3.8 has EXCL RES0 with AT 1; D18.2.7 does not (choice D16). */
    if (cfg->pmsver < 2 && p->index == SPE_CLASS_LDST && (p->payload & 0xe2) == 0x02 &&
        (p->payload & 0x0c) == 0x0c) {
        tell(out, p->offset, "EXCL is 1 with AT 1 (DDI 0586A 5.3.8: RES0)");
    }
}

static void look_at_address(const struct spe_config *cfg, const struct spe_packet *p,
                            struct decode_breaches *out)
{
    const bool instruction = p->index == SPE_ADDRESS_PC || p->index == SPE_ADDRESS_TARGET ||
                             p->index == SPE_ADDRESS_PREVIOUS;
    if (p->index == SPE_ADDRESS_PREVIOUS && !cfg->pbt) {
        tell(out, p->offset, "previous branch target without FEAT_SPE_PBT [pbt]");
    }
    if ((instruction || p->index == SPE_ADDRESS_PA) && (p->payload >> 60 & 1) && !cfg->rme) {
        tell(out, p->offset, "NSE is 1 without FEAT_RME [rme]");
    }
    if (p->index == SPE_ADDRESS_PA && (p->payload & (SPE_BIT(62) | SPE_MASK(59, 56))) &&
        !cfg->mte) {
        tell(out, p->offset, "CH or PAT is not 0 without FEAT_MTE2 [mte]");
    }
    if (p->index > SPE_ADDRESS_PREVIOUS) {
        tell(out, p->offset, "Address packet of INDEX %u, which the model does not know", p->index);
    }
}

static void look_at_counter(const struct spe_config *cfg, const struct spe_packet *p,
                            struct decode_breaches *out)
{
    if (p->index == SPE_COUNTER_ALT_ISSUE && cfg->altclk == 0) {
        tell(out, p->offset, "alternate clock issue latency [altclk]");
    }
    if (p->index > SPE_COUNTER_ALT_ISSUE) {
        tell(out, p->offset, "Counter packet of INDEX %u, which the model does not know", p->index);
    }
    if (p->payload >> cfg->count_size != 0) {
        tell(out, p->offset, "a count of %" PRIu64 " is beyond %d bits [count_size]", p->payload,
             cfg->count_size);
    }
}

static void look_at_source(const struct spe_config *cfg, const struct spe_packet *p,
                           struct decode_breaches *out)
{
    if (!cfg->lds) {
        tell(out, p->offset, "Data Source packet without PMSIDR_EL1.LDS [lds]");
    } else if (p->payload_bytes != cfg->ds_bytes) {
        tell(out, p->offset, "Data Source packet of %u bytes, not %d [ds_bytes]", p->payload_bytes,
             cfg->ds_bytes);
    }
}

static void look_at_packet(const struct spe_config *cfg, const struct spe_packet *p,
                           struct decode_breaches *out)
{
    switch (p->kind) {
    case SPE_PACKET_EVENTS:
        look_at_events(cfg, p, out);
        break;
    case SPE_PACKET_OPERATION:
        look_at_operation(cfg, p, out);
        break;
    case SPE_PACKET_ADDRESS:
        look_at_address(cfg, p, out);
        break;
    case SPE_PACKET_COUNTER:
        look_at_counter(cfg, p, out);
        break;
    case SPE_PACKET_DATA_SOURCE:
        look_at_source(cfg, p, out);
        break;
    case SPE_PACKET_CONTEXT:
        if (p->index == SPE_CONTEXT_EL2 && !cfg->el2) {
            tell(out, p->offset, "CONTEXTIDR_EL2 without EL2 [el2]");
        }
        break;
    default:
        break;
    }
}

void decode_conform(const struct spe_config *cfg, const struct spe_decoded_record *record,
                    struct decode_breaches *out)
{
    out->n = 0;
    for (unsigned i = 0; i < record->packets; i++) {
        if (!spe_problems_have_error(record->packet[i].problems)) {
            look_at_packet(cfg, &record->packet[i], out);
        }
    }
    if (record->complete && record->length > (uint64_t)1 << cfg->max_size) {
        tell(out, record->offset, "a record of %" PRIu64 " bytes, the largest has %d [max_size]",
             record->length, 1 << cfg->max_size);
    }
    if (record->offset & (((uint64_t)1 << cfg->align) - 1)) {
        tell(out, record->offset, "a record begins at no multiple of %d bytes [align]",
             1 << cfg->align);
    }
}
