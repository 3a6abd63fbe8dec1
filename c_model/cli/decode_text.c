/* SPDX-License-Identifier: Apache-2.0 */
#include "decode_print.h"

static void print_events(struct out *out, const struct decode_names *names, uint64_t events)
{
    for (unsigned bit = 0; events != 0; bit++, events >>= 1) {
        if (!(events & 1)) {
            continue;
        }
        out_char(out, ' ');
        out_text(out, decode_event_name(names, bit));
    }
}

static void print_name(struct out *out, const char *name)
{
    out_char(out, ' ');
    out_text(out, name);
    out_char(out, '=');
}

/* Print a field; a flag that is 0 is left out if there is no word for 0. */
static void print_field(struct out *out, const struct spe_field *field)
{
    const bool hex = field->bits > 16 || field->wide;
    if (!field->text && !hex && field->bits <= 1 && field->value == 0) {
        return;
    }
    print_name(out, field->name);
    if (field->text) {
        out_text(out, field->text);
    } else if (hex) {
        out_chars(out, "0x", 2);
        out_hex(out, decode_field_shown(field), 1);
    } else {
        out_dec(out, field->value);
    }
}

/* Print the offset at the start of a line, with at least eight digits. */
static void print_offset(struct out *out, uint64_t offset)
{
    out_chars(out, "0x", 2);
    out_hex(out, offset, 8);
    out_char(out, ' ');
}

static void print_bytes(struct out *out, const struct spe_packet *packet)
{
    uint8_t bytes[SPE_PACKET_MAX];
    const unsigned n = decode_packet_bytes(packet, bytes);
    for (unsigned i = 0; i < n; i++) {
        out_char(out, ' ');
        out_hex(out, bytes[i], 2);
    }
    out_blanks(out, 3 * (SPE_PACKET_MAX - n) + 2);
}

static void print_source(struct out *out, const struct decode_names *names, uint64_t source)
{
    const char *name = decode_source_name(names, source);
    if (!name) {
        return;
    }
    out_char(out, ' ');
    out_text(out, name);
}

static void print_packet(struct out *out, const struct spe_packet *packet,
                         const struct decode_names *names)
{
    struct spe_field fields[SPE_PACKET_FIELDS];
    const int count = spe_packet_fields(packet, fields);
    print_offset(out, packet->offset);
    print_bytes(out, packet);
    out_text(out, spe_packet_title(packet));
    if (count > 0) {
        out_char(out, ':');
    }
    for (int i = 0; i < count; i++) {
        print_field(out, &fields[i]);
    }
    if (packet->kind == SPE_PACKET_EVENTS) {
        print_events(out, names, packet->payload);
    }
    if (packet->kind == SPE_PACKET_DATA_SOURCE) {
        print_source(out, names, packet->payload);
    }
    for (int i = 0; packet->problems >> i != 0; i++) {
        if (!(packet->problems & SPE_PROBLEM_BIT(i))) {
            continue;
        }
        out_chars(out, "  [", 3);
        out_text(out, spe_problem_name(i));
        out_char(out, ']');
    }
    out_char(out, '\n');
}

/* Print bytes between two packets of a record: padding, or what an Alignment command skips. */
static void print_gap(struct out *out, const struct spe_packet *before, uint64_t offset)
{
    const uint64_t end = before->offset + before->header_bytes + before->payload_bytes;
    if (offset <= end) {
        return;
    }
    print_offset(out, end);
    out_blanks(out, 3 * SPE_PACKET_MAX + 2);
    out_text(out, before->kind == SPE_PACKET_ALIGNMENT ? "skipped\n" : "Padding\n");
}

/* Print the problems of the record as a whole, which no packet shows. */
static void print_problems(struct out *out, const struct spe_decoded_record *record)
{
    uint32_t shown = SPE_PROBLEM_BIT(SPE_PROBLEM_PADDING);
    for (unsigned i = 0; i < record->packets; i++) {
        shown |= record->packet[i].problems;
    }
    for (int i = 0; (record->problems & ~shown) >> i != 0; i++) {
        if (!(record->problems & ~shown & SPE_PROBLEM_BIT(i))) {
            continue;
        }
        print_offset(out, record->offset);
        out_chars(out, " [", 2);
        out_text(out, spe_problem_name(i));
        out_chars(out, "] ", 2);
        out_text(out, spe_problem_text(i));
        out_char(out, '\n');
    }
}

/* Print the packets that follow those that the record keeps. */
static void print_more(struct out *out, const struct decode_shown *shown)
{
    const struct spe_decoded_record *record = shown->record;
    const struct decode_more *more = shown->more;
    for (size_t i = 0; i < more->n; i++) {
        print_gap(out, i == 0 ? &record->packet[record->packets - 1] : &more->packet[i - 1],
                  more->packet[i].offset);
        print_packet(out, &more->packet[i], shown->names);
    }
    const uint64_t left = record->total - record->packets - more->n;
    if (left == 0) {
        return;
    }
    out_text(out, "... and ");
    out_dec(out, left);
    out_text(out, " more packets\n");
}

/* Print the bytes of a last packet that the end of the stream has cut off. */
static void print_cut(struct out *out, const struct spe_decoded_record *record)
{
    if (record->cut_bytes == 0) {
        return;
    }
    print_offset(out, record->offset + record->length - record->cut_bytes);
    for (unsigned i = 0; i < record->cut_bytes; i++) {
        out_char(out, ' ');
        out_hex(out, record->cut[i], 2);
    }
    out_blanks(out, 3 * (SPE_PACKET_MAX - record->cut_bytes) + 2);
    out_text(out, "cut off\n");
}

static void print_breaches(struct out *out, const struct decode_breaches *breaches)
{
    for (unsigned i = 0; i < breaches->n && i < DECODE_BREACHES; i++) {
        print_offset(out, breaches->line[i].offset);
        out_text(out, " [not of the configuration] ");
        out_text(out, breaches->line[i].text);
        out_char(out, '\n');
    }
}

static void print_record(struct out *out, const struct decode_shown *shown)
{
    const struct spe_decoded_record *record = shown->record;
    for (unsigned i = 0; i < record->packets; i++) {
        if (i > 0) {
            print_gap(out, &record->packet[i - 1], record->packet[i].offset);
        }
        print_packet(out, &record->packet[i], shown->names);
    }
    print_more(out, shown);
    print_cut(out, record);
    print_problems(out, record);
    print_breaches(out, shown->breaches);
    out_char(out, '\n');
}

void decode_print_buffer(struct out *out, unsigned cpu, uint64_t bytes)
{
    out_text(out, "# ");
    out_dec(out, bytes);
    if (cpu == UINT32_MAX) {
        out_text(out, " bytes of one thread\n");
        return;
    }
    out_text(out, " bytes of CPU ");
    out_dec(out, cpu);
    out_char(out, '\n');
}

static void print_count(struct out *out, uint64_t count, const char *what)
{
    out_dec(out, count);
    out_text(out, what);
}

static void print_problem_counts(struct out *out, const struct spe_decode_totals *totals)
{
    for (int i = 0; i < SPE_PROBLEMS; i++) {
        if (totals->problem[i] == 0) {
            continue;
        }
        out_text(out, spe_problem_is_error(i) ? "error: " : "note: ");
        print_count(out, totals->problem[i], " x ");
        out_text(out, spe_problem_name(i));
        out_chars(out, ": ", 2);
        out_text(out, spe_problem_text(i));
        out_char(out, '\n');
    }
}

static void print_totals(struct out *out, const struct decode_sums *sums)
{
    const struct spe_decode_totals *totals = &sums->totals;
    print_count(out, totals->bytes, " bytes, ");
    print_count(out, totals->records, " records, ");
    print_count(out, totals->packets, " packets, ");
    print_count(out, totals->padding, " bytes of padding\n");
    if (sums->filtered) {
        print_count(out, sums->shown, " records shown\n");
    }
    if (sums->skipped > 0) {
        print_count(out, sums->skipped, " bytes before the first whole record skipped\n");
    }
    if (totals->packets == 0) {
        out_text(out, "note: 0 records: nothing but padding\n");
    }
    print_problem_counts(out, totals);
    if (sums->breaches > 0) {
        print_count(out, sums->breaches, " x not of the configuration\n");
    }
}

const struct decode_printer decode_text = {
    .buffer = decode_print_buffer, .record = print_record, .totals = print_totals};
