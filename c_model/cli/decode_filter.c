/* SPDX-License-Identifier: Apache-2.0 */
#include "decode_filter.h"

#include <string.h>

#include "cli.h"
#include "spe/bits.h"

bool decode_range_parse(struct decode_range *range, const char *text)
{
    char first[32];
    const char *dash = strchr(text, '-');
    const size_t n = dash ? (size_t)(dash - text) : strlen(text);
    if (n >= sizeof(first)) {
        return false;
    }
    memcpy(first, text, n);
    first[n] = '\0';
    if (!spe_cli_number(first, &range->first)) {
        return false;
    }
    range->last = dash ? UINT64_MAX : range->first;
    if (dash && dash[1] != '\0' && !spe_cli_number(dash + 1, &range->last)) {
        return false;
    }
    range->given = true;
    return range->first <= range->last;
}

static bool find_event(const struct decode_names *names, const char *text, size_t n, unsigned *bit)
{
    for (*bit = 0; *bit < DECODE_EVENTS; (*bit)++) {
        const char *name = decode_event_name(names, *bit);
        if (strlen(name) == n && memcmp(name, text, n) == 0) {
            return true;
        }
    }
    return false;
}

bool decode_filter_events(struct decode_filter *filter, const struct decode_names *names,
                          const char **unknown)
{
    unsigned bit = 0;
    for (const char *at = filter->events; at; at = strchr(at, ',') ? strchr(at, ',') + 1 : NULL) {
        const bool no = *at == '!';
        if (!find_event(names, at + no, strcspn(at + no, ","), &bit)) {
            *unknown = at;
            return false;
        }
        *(no ? &filter->clear : &filter->set) |= SPE_BIT(bit);
    }
    return true;
}

bool decode_filter_given(const struct decode_filter *filter)
{
    return filter->pc.given || filter->va.given || filter->latency.given || filter->number.given ||
           filter->events || filter->errors;
}

static bool within(const struct decode_range *range, uint64_t value)
{
    return !range->given || (value >= range->first && value <= range->last);
}

/* Only bits 55 to 0 of an address are compared, so it may be given with or without its sign: the
 * top byte of the packet is not part of the address. */
static bool address_within(const struct decode_range *range,
                           const struct spe_decoded_record *record, unsigned index)
{
    if (!range->given) {
        return true;
    }
    const struct spe_packet *packet = spe_record_find(record, SPE_PACKET_ADDRESS, index);
    const uint64_t address = packet ? packet->payload & SPE_MASK(55, 0) : 0;
    return packet && address >= (range->first & SPE_MASK(55, 0)) &&
           address <= (range->last & SPE_MASK(55, 0));
}

static bool events_fit(const struct decode_filter *filter, const struct spe_decoded_record *record)
{
    if (!filter->events) {
        return true;
    }
    const struct spe_packet *packet = spe_record_find(record, SPE_PACKET_EVENTS, 0);
    return packet && (packet->payload & filter->set) == filter->set &&
           !(packet->payload & filter->clear);
}

static bool latency_within(const struct decode_range *range,
                           const struct spe_decoded_record *record)
{
    const struct spe_packet *total = NULL;
    if (range->given) {
        total = spe_record_find(record, SPE_PACKET_COUNTER, SPE_COUNTER_TOTAL);
    }
    return !range->given || (total && within(range, total->payload));
}

static bool addresses_within(const struct decode_filter *filter,
                             const struct spe_decoded_record *record)
{
    return address_within(&filter->pc, record, SPE_ADDRESS_PC) &&
           address_within(&filter->va, record, SPE_ADDRESS_VA);
}

bool decode_filter_shows(const struct decode_filter *filter,
                         const struct spe_decoded_record *record, uint64_t number, bool wrong)
{
    if (!within(&filter->number, number)) {
        return false;
    }
    if (filter->errors && !wrong && !spe_problems_have_error(record->problems)) {
        return false;
    }
    return latency_within(&filter->latency, record) && events_fit(filter, record) &&
           addresses_within(filter, record);
}
