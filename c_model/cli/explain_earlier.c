/* SPDX-License-Identifier: Apache-2.0 */
#include "explain_earlier.h"

#include <stdlib.h>

/* Finds the operation whose value a wrong packet shows. */

#define BACK 8u                /* operations with other tags that are looked at */
#define WIDE UINT64_C(0x10000) /* smaller values can be equal by chance: only for the same tag */
#define LOW  ((UINT64_C(1) << 56) - 1)

/* A value of an operation that left no record: the journal knows these from its life. */
static bool of_life(const struct story *s, const struct spe_packet *packet, uint64_t *value)
{
    const uint64_t counters[] = {s->total, s->issue, s->translation};

    switch (packet->kind) {
    case SPE_PACKET_COUNTER:
        if (packet->index < sizeof(counters) / sizeof(counters[0])) {
            *value = counters[packet->index];
            return s->ended;
        }
        return false;
    case SPE_PACKET_ADDRESS:
        *value = s->pc & LOW;
        return packet->index == 0;
    case SPE_PACKET_EVENTS:
        *value = s->events;
        return s->ended;
    default:
        return false;
    }
}

/* The value that the operation's record should have in this kind of packet, also if the record was
 * not written. */
static bool expected_value(const struct explain *e, const struct story *s,
                           const struct spe_packet *packet, struct record_view *view,
                           uint64_t *value)
{
    record_view(e, s->record, view);
    for (unsigned i = 0; view->number != 0 && i < view->n_rows; i++) {
        const struct record_row *row = &view->row[i];
        if (row->has_expected && record_same_kind(&row->expected, packet)) {
            *value = row->expected.payload;
            return true;
        }
    }
    return false;
}

/* Whether the value of the other operation explains the wrong packet. */
static bool explains(const struct record_row *row, struct earlier *earlier)
{
    const struct spe_packet *actual = &row->actual;
    const uint64_t mask = actual->kind == SPE_PACKET_ADDRESS ? LOW : UINT64_MAX;

    if (earlier->value == 0 || (!earlier->same_tag && earlier->value < WIDE)) {
        return false;
    }
    earlier->added = row->has_expected && row->expected.payload != 0 &&
                     actual->kind == SPE_PACKET_COUNTER &&
                     actual->payload == row->expected.payload + earlier->value;
    return earlier->added || (earlier->value & mask) == (actual->payload & mask);
}

/* Compare the wrong packet with the values of operation `number`. */
static bool is_of(const struct explain *e, uint32_t number, const struct record_row *row,
                  struct record_view *view, struct earlier *earlier)
{
    struct story *s = malloc(sizeof(*s));
    bool found = false;

    if (s != NULL) {
        story_read(e, number, s);
        found = (expected_value(e, s, &row->actual, view, &earlier->value) ||
                 of_life(s, &row->actual, &earlier->value)) &&
                explains(row, earlier);
        earlier->sample = number;
    }
    free(s);
    return found;
}

/* Look at the operations before the finding, the last one first, except the operation of `story`.
 */
static bool look_back(const struct explain *e, const struct story *story,
                      const struct record_row *row, struct record_view *view,
                      struct earlier *earlier)
{
    const struct spe_journal_entry *c = NULL;
    unsigned n = 0;
    bool own = false; /* the previous operation with the same tag was seen */

    while ((c = explain_before(e, c, SPE_UNIT_SAMPLE, UINT32_MAX, "tag")) != NULL &&
           (n < BACK || !own)) {
        if (c->number == story->sample) {
            continue;
        }
        earlier->same_tag = c->now == story->tag && c->number < story->sample && !own;
        if ((earlier->same_tag || n < BACK) && is_of(e, c->number, row, view, earlier)) {
            return true;
        }
        own |= earlier->same_tag;
        n++;
    }
    return false;
}

bool earlier_read(const struct explain *e, const struct story *story, const struct record_row *row,
                  struct earlier *earlier)
{
    struct record_view *view = malloc(sizeof(*view));
    const bool alike = !row->same && row->has_actual &&
                       (!row->has_expected || (record_same_kind(&row->expected, &row->actual) &&
                                               row->expected.payload != row->actual.payload));

    *earlier = (struct earlier){0};
    const bool found =
        view != NULL && alike && story->sample != 0 && look_back(e, story, row, view, earlier);
    free(view);
    if (!found) {
        *earlier = (struct earlier){0};
    }
    return found;
}
