/* SPDX-License-Identifier: Apache-2.0 */
#include "tally.h"

#include <stdlib.h>

#include "room.h"

static size_t slot_of(const struct tally *t, uint64_t key)
{
    size_t slot = (size_t)((key ^ key >> 29) * UINT64_C(0x9E3779B97F4A7C15) >> 20) % t->slots;

    while (t->index[slot] != 0 && t->cell[t->index[slot] - 1].key != key) {
        slot = slot + 1 == t->slots ? 0 : slot + 1;
    }
    return slot;
}

/* Double the table, so that half of the slots stay free. */
static bool rehash(struct tally *t)
{
    const size_t slots = t->slots == 0 ? 256 : 2 * t->slots;
    uint32_t *index = calloc(slots, sizeof(*index));

    if (index == NULL) {
        t->failed = true;
        return false;
    }
    free(t->index);
    t->index = index;
    t->slots = slots;
    for (size_t i = 0; i < t->n; i++) {
        t->index[slot_of(t, t->cell[i].key)] = (uint32_t)i + 1;
    }
    return true;
}

struct tally_cell *tally_cell(struct tally *tally, uint64_t key)
{
    if (2 * (tally->n + 1) > tally->slots && !rehash(tally)) {
        return NULL;
    }
    const size_t slot = slot_of(tally, key);
    if (tally->index[slot] == 0) {
        void *all = room_for(tally->cell, tally->n, &tally->room, sizeof(*tally->cell));
        if (all == NULL) {
            tally->failed = true;
            return NULL;
        }
        tally->cell = all;
        tally->cell[tally->n++] = (struct tally_cell){.key = key};
        tally->index[slot] = (uint32_t)tally->n;
    }
    return &tally->cell[tally->index[slot] - 1];
}

/* Note that the cell has members in this segment. */
static void touch(struct tally *t, const struct tally_cell *cell)
{
    uint32_t *all = room_for(t->touched, t->n_touched, &t->touched_room, sizeof(*t->touched));

    if (all == NULL) {
        t->failed = true;
        return;
    }
    t->touched = all;
    t->touched[t->n_touched++] = (uint32_t)(cell - t->cell);
}

void tally_members(struct tally *tally, uint64_t key, uint64_t n)
{
    struct tally_cell *cell = tally_cell(tally, key);

    if (cell == NULL || n == 0) {
        return;
    }
    if (cell->now == 0) {
        touch(tally, cell);
    }
    cell->members += n;
    cell->now += n;
}

void tally_selected(struct tally *tally, uint64_t key, bool taken)
{
    struct tally_cell *cell = tally_cell(tally, key);

    if (cell != NULL) {
        cell->selected++;
        cell->taken += taken;
    }
}

void tally_segment(struct tally *tally, uint64_t selections)
{
    double members = 0;

    for (size_t i = 0; i < tally->n_touched; i++) {
        members += (double)tally->cell[tally->touched[i]].now;
    }
    for (size_t i = 0; i < tally->n_touched; i++) {
        struct tally_cell *cell = &tally->cell[tally->touched[i]];
        cell->expected += (double)selections * (double)cell->now / members;
        cell->now = 0;
    }
    tally->n_touched = 0;
}

void tally_free(struct tally *tally)
{
    free(tally->cell);
    free(tally->index);
    free(tally->touched);
    *tally = (struct tally){.n = 0};
}
