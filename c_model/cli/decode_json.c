/* SPDX-License-Identifier: Apache-2.0
 *
 * All names and texts are plain ASCII without quotes or backslashes: no escaping is needed.
 */
#include "decode_print.h"

/* ,"key": */
static void print_key(struct out *out, const char *key)
{
    out_chars(out, ",\"", 2);
    out_text(out, key);
    out_chars(out, "\":", 2);
}

static void print_string(struct out *out, const char *text)
{
    out_char(out, '"');
    out_text(out, text);
    out_char(out, '"');
}

static void print_number(struct out *out, const char *key, uint64_t value)
{
    print_key(out, key);
    out_dec(out, value);
}

/* Print a number that a double may not hold. */
static void print_wide(struct out *out, uint64_t value)
{
    out_chars(out, "\"0x", 3);
    out_hex(out, value, 1);
    out_char(out, '"');
}

static void print_problems(struct out *out, const char *key, uint32_t set)
{
    const char *comma = "";
    print_key(out, key);
    out_char(out, '[');
    for (unsigned bit = 0; set != 0; bit++, set >>= 1) {
        if (!(set & 1)) {
            continue;
        }
        out_text(out, comma);
        print_string(out, spe_problem_name((int)bit));
        comma = ",";
    }
    out_char(out, ']');
}

static uint32_t error_bits(uint32_t problems)
{
    uint32_t errors = 0;
    for (int i = 0; problems >> i != 0; i++) {
        if (spe_problem_is_error(i)) {
            errors |= problems & SPE_PROBLEM_BIT(i);
        }
    }
    return errors;
}

static void print_events(struct out *out, const struct decode_names *names, uint64_t set)
{
    const char *comma = "";
    print_key(out, "names");
    out_char(out, '[');
    for (unsigned bit = 0; set != 0; bit++, set >>= 1) {
        if (!(set & 1)) {
            continue;
        }
        out_text(out, comma);
        print_string(out, decode_event_name(names, bit));
        comma = ",";
    }
    out_char(out, ']');
}

static void print_source(struct out *out, const struct decode_names *names, uint64_t source)
{
    const char *name = decode_source_name(names, source);
    if (!name) {
        return;
    }
    print_key(out, "name");
    print_string(out, name);
}

static bool has_index(const struct spe_packet *packet)
{
    return packet->kind == SPE_PACKET_ADDRESS || packet->kind == SPE_PACKET_COUNTER ||
           packet->kind == SPE_PACKET_CONTEXT || packet->kind == SPE_PACKET_ALIGNMENT;
}

static void print_fields(struct out *out, const struct spe_packet *packet)
{
    struct spe_field fields[SPE_PACKET_FIELDS];
    const int count = spe_packet_fields(packet, fields);
    for (int i = 0; i < count; i++) {
        print_key(out, fields[i].name);
        if (fields[i].wide) {
            print_wide(out, decode_field_shown(&fields[i]));
        } else {
            out_dec(out, fields[i].value);
        }
    }
}

static void print_bytes(struct out *out, const struct spe_packet *packet)
{
    uint8_t bytes[SPE_PACKET_MAX];
    const unsigned n = decode_packet_bytes(packet, bytes);
    out_text(out, ",\"bytes\":\"");
    for (unsigned i = 0; i < n; i++) {
        out_hex(out, bytes[i], 2);
    }
    out_char(out, '"');
}

static void print_packet(struct out *out, const struct spe_packet *packet,
                         const struct decode_names *names)
{
    const uint32_t errors = error_bits(packet->problems);
    out_text(out, "{\"offset\":");
    print_wide(out, packet->offset);
    print_bytes(out, packet);
    print_key(out, "kind");
    print_string(out, spe_packet_kind_name((int)packet->kind));
    print_key(out, "title");
    print_string(out, spe_packet_title(packet));
    if (has_index(packet)) {
        print_number(out, packet->kind == SPE_PACKET_ALIGNMENT ? "size" : "index", packet->index);
    }
    if (packet->kind == SPE_PACKET_OPERATION) {
        print_number(out, "class", packet->index);
    }
    print_fields(out, packet);
    if (packet->kind == SPE_PACKET_EVENTS) {
        print_events(out, names, packet->payload);
    }
    if (packet->kind == SPE_PACKET_DATA_SOURCE) {
        print_source(out, names, packet->payload);
    }
    if (errors != 0) {
        print_problems(out, "problems", errors);
    }
    if (packet->problems != errors) {
        print_problems(out, "notes", packet->problems & ~errors);
    }
    out_char(out, '}');
}

static void print_packets(struct out *out, const struct decode_shown *shown)
{
    print_key(out, "packets");
    out_char(out, '[');
    for (size_t i = 0; i < shown->record->packets + shown->more->n; i++) {
        if (i > 0) {
            out_char(out, ',');
        }
        print_packet(out,
                     i < shown->record->packets ? &shown->record->packet[i]
                                                : &shown->more->packet[i - shown->record->packets],
                     shown->names);
    }
    out_char(out, ']');
}

static void print_cut(struct out *out, const struct spe_decoded_record *record)
{
    if (record->cut_bytes == 0) {
        return;
    }
    print_key(out, "cut");
    out_char(out, '"');
    for (unsigned i = 0; i < record->cut_bytes; i++) {
        out_hex(out, record->cut[i], 2);
    }
    out_char(out, '"');
}

/* Texts of breaches need no escaping, either. */
static void print_breaches(struct out *out, const struct decode_breaches *breaches)
{
    if (breaches->n == 0) {
        return;
    }
    print_key(out, "breaches");
    out_char(out, '[');
    for (unsigned i = 0; i < breaches->n && i < DECODE_BREACHES; i++) {
        out_text(out, i > 0 ? ",{\"offset\":" : "{\"offset\":");
        print_wide(out, breaches->line[i].offset);
        print_key(out, "text");
        print_string(out, breaches->line[i].text);
        out_char(out, '}');
    }
    out_char(out, ']');
}

static void print_record(struct out *out, const struct decode_shown *shown)
{
    const struct spe_decoded_record *record = shown->record;
    const uint32_t errors = error_bits(record->problems);
    out_text(out, "{\"record\":");
    out_dec(out, shown->number);
    print_key(out, "offset");
    print_wide(out, record->offset);
    print_number(out, "length", record->length);
    print_key(out, "complete");
    out_text(out, record->complete ? "true" : "false");
    print_packets(out, shown);
    print_cut(out, record);
    print_problems(out, "problems", errors);
    print_problems(out, "notes", record->problems & ~errors);
    print_breaches(out, shown->breaches);
    out_chars(out, "}\n", 2);
}

static void print_buffer(struct out *out, unsigned cpu, uint64_t bytes)
{
    out_text(out, "{\"buffer\":{\"bytes\":");
    out_dec(out, bytes);
    if (cpu != UINT32_MAX) {
        print_number(out, "cpu", cpu);
    }
    out_chars(out, "}}\n", 3);
}

static void print_counts(struct out *out, const char *key, const struct spe_decode_totals *totals,
                         bool errors)
{
    const char *comma = "";
    print_key(out, key);
    out_char(out, '{');
    for (int i = 0; i < SPE_PROBLEMS; i++) {
        if (totals->problem[i] == 0 || spe_problem_is_error(i) != errors) {
            continue;
        }
        out_text(out, comma);
        print_string(out, spe_problem_name(i));
        out_char(out, ':');
        out_dec(out, totals->problem[i]);
        comma = ",";
    }
    out_char(out, '}');
}

static void print_totals(struct out *out, const struct decode_sums *sums)
{
    out_text(out, "{\"totals\":{\"bytes\":");
    out_dec(out, sums->totals.bytes);
    print_number(out, "records", sums->totals.records);
    print_number(out, "packets", sums->totals.packets);
    print_number(out, "padding", sums->totals.padding);
    print_number(out, "shown", sums->shown);
    print_number(out, "skipped", sums->skipped);
    print_number(out, "breaches", sums->breaches);
    out_char(out, '}');
    print_counts(out, "errors", &sums->totals, true);
    print_counts(out, "notes", &sums->totals, false);
    out_chars(out, "}\n", 2);
}

const struct decode_printer decode_json = {
    .buffer = print_buffer, .record = print_record, .totals = print_totals};
