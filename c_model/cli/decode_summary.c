/* SPDX-License-Identifier: Apache-2.0
 *
 * `spe decode --summary`: what the records that are shown have in common.
 */
#include "decode_print.h"

#include <errno.h>
#include <stdlib.h>

#include "spe/bits.h"
#include "tally.h"

/* Values of one kind that are printed: the most frequent ones. */
#define PRINTED 16u

static struct {
    uint64_t event[DECODE_EVENTS], level[4], class[4][256], no_operation;
    uint64_t timed, latency, longest;
    struct tally context[2], source;
    const struct decode_names *names;
} sums;

static void count_latency(uint64_t latency)
{
    sums.timed++;
    sums.latency += latency;
    if (latency > sums.longest) {
        sums.longest = latency;
    }
}

static void count_packet(const struct spe_packet *p)
{
    if (p->problems & SPE_PROBLEM_BIT(SPE_PROBLEM_DUPLICATE)) {
        return;
    }
    if (p->kind == SPE_PACKET_CONTEXT && p->index < 2) {
        tally_selected(&sums.context[p->index], p->payload, true);
    } else if (p->kind == SPE_PACKET_DATA_SOURCE) {
        tally_selected(&sums.source, p->payload, true);
    } else if (p->kind == SPE_PACKET_OPERATION) {
        sums.class[p->index & 3][p->payload & 0xff]++;
    } else if (p->kind == SPE_PACKET_ADDRESS && p->index == SPE_ADDRESS_PC) {
        sums.level[SPE_FIELD(p->payload, 62, 61)]++;
    } else if (p->kind == SPE_PACKET_COUNTER && p->index == SPE_COUNTER_TOTAL) {
        count_latency(p->payload);
    }
    for (unsigned bit = 0; p->kind == SPE_PACKET_EVENTS && bit < DECODE_EVENTS; bit++) {
        sums.event[bit] += p->payload >> bit & 1;
    }
}

static void count_record(struct out *out, const struct decode_shown *shown)
{
    sums.names = shown->names;
    for (unsigned i = 0; i < shown->record->packets; i++) {
        count_packet(&shown->record->packet[i]);
    }
    if (sums.context[0].failed || sums.context[1].failed || sums.source.failed) {
        out->error = ENOMEM; /* without memory the counts would be wrong, so there are none */
    }
}

/* "  12345  NAME\n" */
static void print_line(struct out *out, uint64_t count, const char *name)
{
    uint64_t limit = 10;
    size_t digits = 1;
    while (digits < 12 && count >= limit) {
        limit *= 10;
        digits++;
    }
    out_blanks(out, 12 - digits);
    out_dec(out, count);
    out_chars(out, "  ", 2);
    out_text(out, name);
    out_char(out, '\n');
}

static void print_events(struct out *out)
{
    out_text(out, "events\n");
    for (unsigned bit = 0; bit < DECODE_EVENTS; bit++) {
        if (sums.event[bit] > 0) {
            print_line(out, sums.event[bit], decode_event_name(sums.names, bit));
        }
    }
}

/* Print the counts of one class, with payloads of the same meaning added up. */
static void print_class(struct out *out, unsigned class)
{
    for (unsigned p = 0; p < 256; p++) {
        const char *name = spe_operation_name(class, (uint8_t)p);
        uint64_t count = 0;
        for (unsigned q = p; q < 256; q++) {
            if (spe_operation_name(class, (uint8_t)q) != name) {
                continue;
            }
            count += sums.class[class][q];
            sums.class[class][q] = 0;
        }
        if (count > 0) {
            print_line(out, count, name ? name : "reserved");
        }
    }
}

static void print_levels(struct out *out)
{
    static const char *const name[] = {"EL0", "EL1", "EL2", "EL3"};
    out_text(out, "exception levels of the PC\n");
    for (unsigned i = 0; i < 4; i++) {
        if (sums.level[i] > 0) {
            print_line(out, sums.level[i], name[i]);
        }
    }
}

static void print_value(struct out *out, uint64_t count, uint64_t value, const char *name)
{
    static const char digit[] = "0123456789abcdef";
    char text[2 + 16 + 1 + DECODE_NAME_BYTES + 1] = "0x";
    size_t n = 2;
    unsigned shift = 60;
    while (shift > 0 && value >> shift == 0) {
        shift -= 4;
    }
    for (;; shift -= 4) {
        text[n++] = digit[value >> shift & 0xf];
        if (shift == 0) {
            break;
        }
    }
    if (name) {
        text[n++] = ' ';
        memcpy(text + n, name, strlen(name) + 1);
    }
    print_line(out, count, text);
}

static int more_frequent(const void *a, const void *b)
{
    const struct tally_cell *x = a, *y = b;

    if (x->selected != y->selected) {
        return x->selected > y->selected ? -1 : 1;
    }
    return x->key < y->key ? -1 : x->key > y->key;
}

static void print_values(struct out *out, const char *title, struct tally *values, bool named)
{
    uint64_t others = 0;

    if (values->n == 0) {
        return;
    }
    out_text(out, title);
    qsort(values->cell, values->n, sizeof(values->cell[0]), more_frequent);
    for (size_t i = 0; i < values->n; i++) {
        const struct tally_cell *cell = &values->cell[i];
        if (i < PRINTED) {
            print_value(out, cell->selected, cell->key,
                        named ? decode_source_name(sums.names, cell->key) : NULL);
        } else {
            others += cell->selected;
        }
    }
    if (others > 0) {
        print_line(out, others, "others");
    }
    tally_free(values);
}

static void print_latency(struct out *out)
{
    if (sums.timed == 0) {
        return;
    }
    out_text(out, "total latency\n");
    print_line(out, sums.latency / sums.timed, "cycles, mean");
    print_line(out, sums.longest, "cycles, longest");
}

static void print_totals(struct out *out, const struct decode_sums *all)
{
    if (sums.names) {
        print_events(out);
        out_text(out, "operations\n");
        for (unsigned class = 0; class < 4; class ++) {
            print_class(out, class);
        }
        print_levels(out);
        print_values(out, "CONTEXTIDR_EL1\n", &sums.context[0], false);
        print_values(out, "CONTEXTIDR_EL2\n", &sums.context[1], false);
        print_values(out, "data sources\n", &sums.source, true);
        print_latency(out);
        out_char(out, '\n');
    }
    decode_text.totals(out, all);
}

const struct decode_printer decode_summary = {.record = count_record, .totals = print_totals};
