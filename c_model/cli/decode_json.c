/* SPDX-License-Identifier: Apache-2.0 */
#include "decode_print.h"

#include <inttypes.h>

/* All names and texts are plain ASCII without quotes or backslashes: no escaping is needed. */
static void print_names(FILE *out, const char *key, uint64_t set, unsigned bits,
                        const char *(*name)(unsigned bit))
{
    const char *comma = "";
    fprintf(out, ",\"%s\":[", key);
    for (unsigned bit = 0; bit < bits; bit++) {
        if (!(set >> bit & 1))
            continue;
        fprintf(out, "%s\"%s\"", comma, name(bit));
        comma = ",";
    }
    fputc(']', out);
}

static const char *problem_name(unsigned bit)
{
    return spe_problem_name((int)bit);
}

static bool has_index(const struct spe_packet *packet)
{
    return packet->kind == SPE_PACKET_ADDRESS || packet->kind == SPE_PACKET_COUNTER ||
           packet->kind == SPE_PACKET_CONTEXT || packet->kind == SPE_PACKET_ALIGNMENT;
}

static void print_packet(FILE *out, const struct spe_packet *packet)
{
    uint8_t bytes[SPE_PACKET_MAX];
    const unsigned n = decode_packet_bytes(packet, bytes);
    fprintf(out, "{\"offset\":\"0x%" PRIx64 "\",\"bytes\":\"", packet->offset);
    for (unsigned i = 0; i < n; i++)
        fprintf(out, "%02x", bytes[i]);
    fprintf(out, "\",\"kind\":\"%s\",\"title\":\"%s\"", spe_packet_kind_name(packet->kind),
            spe_packet_title(packet));
    if (has_index(packet))
        fprintf(out, ",\"%s\":%u", packet->kind == SPE_PACKET_ALIGNMENT ? "size" : "index",
                packet->index);
    if (packet->kind == SPE_PACKET_OPERATION)
        fprintf(out, ",\"class\":%u", packet->index);
    struct spe_field fields[SPE_PACKET_FIELDS];
    const int count = spe_packet_fields(packet, fields);
    for (int i = 0; i < count; i++)
        fprintf(out, fields[i].wide ? ",\"%s\":\"0x%" PRIx64 "\"" : ",\"%s\":%" PRIu64,
                fields[i].name, fields[i].value);
    if (packet->kind == SPE_PACKET_EVENTS)
        print_names(out, "names", packet->payload, 64, spe_event_name);
    if (packet->problems != 0)
        print_names(out, "problems", packet->problems, SPE_PROBLEMS, problem_name);
    fputc('}', out);
}

static void print_record(FILE *out, const struct spe_decoded_record *record)
{
    fprintf(out, "{\"offset\":\"0x%" PRIx64 "\",\"length\":%" PRIu64 ",\"complete\":%s",
            record->offset, record->length, record->complete ? "true" : "false");
    fputs(",\"packets\":[", out);
    for (unsigned i = 0; i < record->packets; i++) {
        if (i > 0)
            fputc(',', out);
        print_packet(out, &record->packet[i]);
    }
    fputc(']', out);
    print_names(out, "problems", record->problems, SPE_PROBLEMS, problem_name);
    fputs("}\n", out);
}

static void print_counts(FILE *out, const char *key, const struct spe_decode_totals *totals,
                         bool errors)
{
    const char *comma = "";
    fprintf(out, ",\"%s\":{", key);
    for (int i = 0; i < SPE_PROBLEMS; i++) {
        if (totals->problem[i] == 0 || spe_problem_is_error(i) != errors)
            continue;
        fprintf(out, "%s\"%s\":%" PRIu64, comma, spe_problem_name(i), totals->problem[i]);
        comma = ",";
    }
    fputc('}', out);
}

static void print_totals(FILE *out, const struct spe_decode_totals *totals)
{
    fprintf(out,
            "{\"totals\":{\"bytes\":%" PRIu64 ",\"records\":%" PRIu64 ",\"packets\":%" PRIu64
            ",\"padding\":%" PRIu64 "}",
            totals->bytes, totals->records, totals->packets, totals->padding);
    print_counts(out, "errors", totals, true);
    print_counts(out, "notes", totals, false);
    fputs("}\n", out);
}

const struct decode_printer decode_json = {print_record, print_totals};
