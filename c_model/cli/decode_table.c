/* SPDX-License-Identifier: Apache-2.0
 *
 * `spe decode --table`: columns with one blank between them, `-` for what a record lacks.
 */
#include "decode_print.h"

#include "spe/bits.h"

static void begin(struct out *out)
{
    out_text(out, "# record offset bytes pc level va pa class type events total issue translation "
                  "source context1 context2 timestamp wrong\n");
}

static void put_hex(struct out *out, const struct spe_packet *packet, uint64_t value)
{
    out_char(out, ' ');
    if (!packet) {
        out_char(out, '-');
        return;
    }
    out_chars(out, "0x", 2);
    out_hex(out, value, 1);
}

static void put_dec(struct out *out, const struct spe_packet *packet)
{
    out_char(out, ' ');
    if (packet) {
        out_dec(out, packet->payload);
    } else {
        out_char(out, '-');
    }
}

static void put_payload(struct out *out, const struct spe_packet *packet)
{
    put_hex(out, packet, packet ? packet->payload : 0);
}

/* D18.2.1: an address has bits 55 to 0; the bits above are copies of bit 55 in a virtual address.
 */
static void put_address(struct out *out, const struct spe_packet *packet, bool is_virtual)
{
    const uint64_t low = packet ? packet->payload & SPE_MASK(55, 0) : 0;
    put_hex(out, packet, is_virtual && (low >> 55 & 1) ? low | SPE_MASK(63, 56) : low);
}

static void put_level(struct out *out, const struct spe_packet *pc)
{
    out_chars(out, " ", 1);
    if (pc) {
        out_dec(out, SPE_FIELD(pc->payload, 62, 61));
    } else {
        out_char(out, '-');
    }
}

static void put_operation(struct out *out, const struct spe_decoded_record *record)
{
    const struct spe_packet *op = NULL;
    for (unsigned i = 0; i < record->packets && !op; i++) {
        if (record->packet[i].kind == SPE_PACKET_OPERATION) {
            op = &record->packet[i];
        }
    }
    out_char(out, ' ');
    if (op) {
        out_dec(out, op->index);
    } else {
        out_char(out, '-');
    }
    put_payload(out, op);
}

static void print_record(struct out *out, const struct decode_shown *shown)
{
    const struct spe_decoded_record *r = shown->record;
    out_dec(out, shown->number);
    out_chars(out, " 0x", 3);
    out_hex(out, r->offset, 1);
    out_char(out, ' ');
    out_dec(out, r->length);
    const struct spe_packet *pc = spe_record_find(r, SPE_PACKET_ADDRESS, SPE_ADDRESS_PC);
    put_address(out, pc, true);
    put_level(out, pc);
    put_address(out, spe_record_find(r, SPE_PACKET_ADDRESS, SPE_ADDRESS_VA), true);
    put_address(out, spe_record_find(r, SPE_PACKET_ADDRESS, SPE_ADDRESS_PA), false);
    put_operation(out, r);
    put_payload(out, spe_record_find(r, SPE_PACKET_EVENTS, 0));
    put_dec(out, spe_record_find(r, SPE_PACKET_COUNTER, SPE_COUNTER_TOTAL));
    put_dec(out, spe_record_find(r, SPE_PACKET_COUNTER, SPE_COUNTER_ISSUE));
    put_dec(out, spe_record_find(r, SPE_PACKET_COUNTER, SPE_COUNTER_XLAT));
    put_payload(out, spe_record_find(r, SPE_PACKET_DATA_SOURCE, 0));
    put_payload(out, spe_record_find(r, SPE_PACKET_CONTEXT, SPE_CONTEXT_EL1));
    put_payload(out, spe_record_find(r, SPE_PACKET_CONTEXT, SPE_CONTEXT_EL2));
    put_dec(out, spe_record_find(r, SPE_PACKET_TIMESTAMP, 0));
    out_char(out, ' ');
    out_char(out, shown->breaches->n > 0 || spe_problems_have_error(r->problems) ? '1' : '0');
    out_char(out, '\n');
}

const struct decode_printer decode_table = {
    .begin = begin, .buffer = decode_print_buffer, .record = print_record};
