/* SPDX-License-Identifier: Apache-2.0 */
#include "decode_print.h"

#include <inttypes.h>

static void print_events(FILE *out, uint64_t events)
{
    for (unsigned bit = 0; bit < 64; bit++)
        if (events >> bit & 1)
            fprintf(out, " %s", spe_event_name(bit));
}

/* A flag that is clear and has no word for it is left out. */
static void print_field(FILE *out, const struct spe_field *field)
{
    if (field->text)
        fprintf(out, " %s=%s", field->name, field->text);
    else if (field->bits > 16 || field->wide)
        fprintf(out, " %s=0x%" PRIx64, field->name, field->value);
    else if (field->bits > 1 || field->value != 0)
        fprintf(out, " %s=%" PRIu64, field->name, field->value);
}

static void print_packet(FILE *out, const struct spe_packet *packet)
{
    uint8_t bytes[SPE_PACKET_MAX];
    const unsigned n = decode_packet_bytes(packet, bytes);
    fprintf(out, "0x%08" PRIx64 " ", packet->offset);
    for (unsigned i = 0; i < n; i++)
        fprintf(out, " %02x", bytes[i]);
    fprintf(out, "%*s  %s", (int)(3 * (SPE_PACKET_MAX - n)), "", spe_packet_title(packet));
    struct spe_field fields[SPE_PACKET_FIELDS];
    const int count = spe_packet_fields(packet, fields);
    if (count > 0)
        fputc(':', out);
    for (int i = 0; i < count; i++)
        print_field(out, &fields[i]);
    if (packet->kind == SPE_PACKET_EVENTS)
        print_events(out, packet->payload);
    for (int i = 0; i < SPE_PROBLEMS; i++)
        if (packet->problems & SPE_PROBLEM_BIT(i))
            fprintf(out, "  [%s]", spe_problem_name(i));
    fputc('\n', out);
}

/* Bytes between two packets of a record: padding, or what an Alignment command skips. */
static void print_gap(FILE *out, const struct spe_packet *before, uint64_t offset)
{
    const uint64_t end = before->offset + before->header_bytes + before->payload_bytes;
    if (offset > end)
        fprintf(out, "0x%08" PRIx64 "  %-29s  %s\n", end, "",
                before->kind == SPE_PACKET_ALIGNMENT ? "skipped" : "Padding");
}

/* Problems that no packet shows: those of the record as a whole. */
static void print_problems(FILE *out, const struct spe_decoded_record *record)
{
    uint32_t shown = SPE_PROBLEM_BIT(SPE_PROBLEM_PADDING);
    for (unsigned i = 0; i < record->packets; i++)
        shown |= record->packet[i].problems;
    for (int i = 0; i < SPE_PROBLEMS; i++)
        if (record->problems & ~shown & SPE_PROBLEM_BIT(i))
            fprintf(out, "0x%08" PRIx64 "  [%s] %s\n", record->offset, spe_problem_name(i),
                    spe_problem_text(i));
}

static void print_record(FILE *out, const struct spe_decoded_record *record)
{
    for (unsigned i = 0; i < record->packets; i++) {
        if (i > 0)
            print_gap(out, &record->packet[i - 1], record->packet[i].offset);
        print_packet(out, &record->packet[i]);
    }
    if (record->total > record->packets)
        fprintf(out, "... and %u more packets\n", record->total - record->packets);
    print_problems(out, record);
    fputc('\n', out);
}

static void print_totals(FILE *out, const struct spe_decode_totals *totals)
{
    fprintf(out,
            "%" PRIu64 " bytes, %" PRIu64 " records, %" PRIu64 " packets, %" PRIu64
            " bytes of padding\n",
            totals->bytes, totals->records, totals->packets, totals->padding);
    if (totals->packets == 0)
        fputs("note: 0 records: nothing but padding\n", out);
    for (int i = 0; i < SPE_PROBLEMS; i++)
        if (totals->problem[i] > 0)
            fprintf(out, "%s: %" PRIu64 " x %s: %s\n", spe_problem_is_error(i) ? "error" : "note",
                    totals->problem[i], spe_problem_name(i), spe_problem_text(i));
}

const struct decode_printer decode_text = {print_record, print_totals};
