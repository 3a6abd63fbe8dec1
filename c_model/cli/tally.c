/* SPDX-License-Identifier: Apache-2.0 */
#include "tally.h"

#include <stdlib.h>

/* Room for one more of `size` bytes. @return whether there is. */
static bool room_for(struct tally *t, void **array, size_t n, size_t *room, size_t size)
{
    if (n < *room) {
        return true;
    }
    const size_t grown = *room == 0 ? 64 : 2 * *room;
    void *more = realloc(*array, grown * size);
    if (more == NULL) {
        t->failed = true;
        return false;
    }
    *array = more;
    *room = grown;
    return true;
}

static size_t slot_of(const struct tally *t, uint64_t key)
{
    size_t slot = (size_t)((key ^ key >> 29) * UINT64_C(0x9E3779B97F4A7C15) >> 20) % t->slots;

    while (t->index[slot] != 0 && t->cell[t->index[slot] - 1].key != key) {
        slot = slot + 1 == t->slots ? 0 : slot + 1;
    }
    return slot;
}

/* Half of the slots are free. */
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
        void *all = tally->cell;
        if (!room_for(tally, &all, tally->n, &tally->room, sizeof(*tally->cell))) {
            return NULL;
        }
        tally->cell = all;
        tally->cell[tally->n++] = (struct tally_cell){.key = key};
        tally->index[slot] = (uint32_t)tally->n;
    }
    return &tally->cell[tally->index[slot] - 1];
}

void tally_members(struct tally *tally, uint64_t key, uint64_t n)
{
    struct tally_cell *cell = tally_cell(tally, key);
    void *all = tally->touched;

    if (cell == NULL || n == 0) {
        return;
    }
    if (cell->now == 0 &&
        room_for(tally, &all, tally->n_touched, &tally->touched_room, sizeof(*tally->touched))) {
        tally->touched = all;
        tally->touched[tally->n_touched++] = (uint32_t)(cell - tally->cell);
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
