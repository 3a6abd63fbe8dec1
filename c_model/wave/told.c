/* SPDX-License-Identifier: Apache-2.0 */
#include "told.h"

#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "words.h"

/* Note when a count was predicted to grow. If the SPU counts the event too late, the difference
 * begins in that cycle. */
static void note_event(struct told *t, const struct spe_journal_entry *e)
{
    const unsigned at = e->number % TOLD_OUTPUTS;
    const unsigned i = t->n_events[at]++ % TOLD_EVENTS;

    t->event[at][i].cycle = e->cycle;
    t->event[at][i].total = e->now;
}

/* The cycle in which the first event that the SPU has not counted was predicted. */
static uint64_t due_since(const struct told *t, const struct spe_journal_entry *e)
{
    const unsigned at = e->number % TOLD_OUTPUTS;
    uint64_t cycle = e->cycle;

    for (unsigned i = 0; i < TOLD_EVENTS && i < t->n_events[at]; i++) {
        if (t->event[at][i].total > e->now && t->event[at][i].cycle < cycle) {
            cycle = t->event[at][i].cycle;
        }
    }
    return cycle;
}

/* Whether a comparison fails. A count may be up to `at` smaller than predicted; everything else
 * must be as predicted. */
static bool is_wrong(const struct spe_journal_entry *e, bool count)
{
    if (count) {
        return e->now > e->old || e->now + e->at < e->old;
    }
    return ((e->old ^ e->now) & e->mask) != 0;
}

/* Describe the first byte of a record that differs. */
static void say_byte(const struct spe_journal_entry *e, char *dst, size_t bytes)
{
    const uint64_t diff = (e->old ^ e->now) & e->mask;
    unsigned i = 0;

    while (i < 7 && (diff >> 8 * i & 0xFF) == 0) {
        i++;
    }
    (void)snprintf(dst, bytes, "record %" PRIu32 " +%" PRIu32 " predicted 0x%02x, SPU 0x%02x",
                   e->number, e->at + i, (unsigned)(e->old >> 8 * i & 0xFF),
                   (unsigned)(e->now >> 8 * i & 0xFF));
}

static void say_levels(const struct spe_journal_entry *e, char *dst, size_t bytes)
{
    char predicted[180], actual[180];

    words_levels(e->old & e->mask, predicted, sizeof(predicted));
    words_levels(e->now & e->mask, actual, sizeof(actual));
    (void)snprintf(dst, bytes, "levels predicted %s; SPU %s", predicted, actual);
}

static void say_entry(const struct spe_journal_entry *e, bool count, char *dst, size_t bytes)
{
    if (e->unit == SPE_UNIT_OUTPUT && !count) {
        say_levels(e, dst, bytes);
    } else if (e->unit == SPE_UNIT_RECORD) {
        say_byte(e, dst, bytes);
    } else if (count || e->unit == SPE_UNIT_INTERVAL) {
        (void)snprintf(dst, bytes,
                       "%s predicted %" PRIu64 ", SPU %" PRIu64 " (in cycle %" PRIu64 ")", e->field,
                       e->old, e->now, e->cycle);
    } else {
        (void)snprintf(dst, bytes, "%s predicted 0x%" PRIx64 ", SPU 0x%" PRIx64, e->field,
                       e->old & e->mask, e->now & e->mask);
    }
}

static void add_first(struct told *t, const struct spe_journal_entry *e, uint64_t from, bool count)
{
    for (unsigned i = 0; i < t->n_first; i++) {
        if (t->first[i].unit == e->unit && strcmp(t->first[i].field, e->field) == 0) {
            return;
        }
    }
    if (t->n_first < TOLD_FIRST) {
        struct told_first *first = &t->first[t->n_first++];
        *first = (struct told_first){.cycle = from, .field = e->field, .unit = e->unit};
        say_entry(e, count, first->text, sizeof(first->text));
    }
}

static void add_cycles(struct told *t, const struct spe_journal_entry *e, bool count)
{
    const uint64_t from = count && e->now < e->old ? due_since(t, e) : e->cycle;

    if (t->n_cycles < TOLD_MAX) {
        t->cycle[t->n_cycles].from = from;
        t->cycle[t->n_cycles++].to = e->cycle;
    }
    add_first(t, e, from, count);
}

void told_entry(struct told *t, const struct spe_journal_entry *e)
{
    const bool output = e->unit == SPE_UNIT_OUTPUT && strcmp(e->field, "levels") != 0;

    if (output && spe_journal_is_state(e)) {
        note_event(t, e);
    }
    if (e->kind != SPE_JOURNAL_COMPARE || !is_wrong(e, output)) {
        return;
    }
    if (e->unit != SPE_UNIT_RECORD) {
        add_cycles(t, e, output);
    } else if (!t->has_data || t->data.cycle != e->cycle) {
        t->data = *e;
        t->has_data = true;
    }
}

void told_finding(struct told *t, uint64_t cycle)
{
    if (t->has_data && t->data.cycle == cycle) {
        add_cycles(t, &t->data, false);
        t->has_data = false;
    }
}

bool told_differs(const struct told *t, uint64_t cycle)
{
    unsigned i = 0;

    while (i < t->n_cycles && (cycle < t->cycle[i].from || cycle > t->cycle[i].to)) {
        i++;
    }
    return i < t->n_cycles;
}

const struct told_first *told_before(const struct told *t, uint64_t cycle)
{
    const struct told_first *first = NULL;

    for (unsigned i = 0; i < t->n_first; i++) {
        if (t->first[i].cycle < cycle && (first == NULL || t->first[i].cycle < first->cycle)) {
            first = &t->first[i];
        }
    }
    return first;
}

const struct told_first *told_in(const struct told *t, uint64_t cycle)
{
    unsigned i = 0;

    while (i < t->n_first && t->first[i].cycle != cycle) {
        i++;
    }
    return i < t->n_first ? &t->first[i] : NULL;
}
