/* SPDX-License-Identifier: Apache-2.0 */
#include "journal_state.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "room.h"

static bool same_place(const struct spe_journal_entry *a, const struct spe_journal_entry *b)
{
    return a->unit == b->unit && a->number == b->number && a->at == b->at &&
           strcmp(a->field, b->field) == 0;
}

/* Events that are due are not one number: each entry stays until its last possible cycle is over.
 */
static bool is_event(const struct spe_journal_entry *e)
{
    return e->unit == SPE_UNIT_DOUBT && e->number == 0;
}

static struct state_item *item_of(struct journal_state *state, const struct spe_journal_entry *e)
{
    for (size_t i = 0; !is_event(e) && i < state->n; i++) {
        if (same_place(&state->item[i].last, e)) {
            return &state->item[i];
        }
    }
    struct state_item *item = room_for(state->item, state->n, &state->room, sizeof(*item));
    if (item == NULL) {
        state->failed = 1;
        return NULL;
    }
    state->item = item;
    return &state->item[state->n++];
}

static bool is_over(const struct spe_journal_entry *e)
{
    const bool state = strcmp(e->field, "state") == 0;

    switch (e->unit) {
    case SPE_UNIT_SAMPLE:
        return state && e->now == SPE_SAMPLE_FREE;
    case SPE_UNIT_RECORD:
        return state && e->now >= SPE_RECORD_WRITTEN;
    case SPE_UNIT_DOUBT:
        return e->number != 0 && e->now == 0;
    default:
        return false;
    }
}

/* Whether the end of `over` removes entry `e`. The filter results of a sample are removed with it.
 */
static bool goes_with(const struct spe_journal_entry *e, const struct spe_journal_entry *over)
{
    if (is_event(e)) {
        return e->now < over->cycle;
    }
    const bool of_sample = over->unit == SPE_UNIT_SAMPLE && e->unit == SPE_UNIT_FILTER;

    return (e->unit == over->unit || of_sample) && e->number == over->number;
}

static void drop(struct journal_state *state, const struct spe_journal_entry *over)
{
    size_t kept = 0;

    for (size_t i = 0; i < state->n; i++) {
        if (!goes_with(&state->item[i].last, over)) {
            state->item[kept++] = state->item[i];
        }
    }
    state->n = kept;
}

void journal_state_take(struct journal_state *state, const struct spe_journal_entry *entry)
{
    if (!spe_journal_is_state(entry)) {
        return;
    }
    if (is_over(entry)) {
        drop(state, entry);
        return;
    }
    if (entry->unit == SPE_UNIT_BUFFER || strcmp(entry->field, "expected") == 0) {
        return; /* answers and bytes are not lasting state */
    }
    struct state_item *item = item_of(state, entry);
    if (item != NULL) {
        item->last = *entry;
    }
}

const struct spe_journal_entry *journal_state_find(const struct journal_state *state, int unit,
                                                   uint32_t number, const char *field)
{
    for (size_t i = 0; i < state->n; i++) {
        const struct spe_journal_entry *e = &state->item[i].last;
        if (e->unit == unit && e->number == number && strcmp(e->field, field) == 0) {
            return e;
        }
    }
    return NULL;
}

void journal_state_free(struct journal_state *state)
{
    free(state->item);
    *state = (struct journal_state){0};
}
