/* SPDX-License-Identifier: Apache-2.0 */
#include "rows.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TEXT_MAX 512

void rows_init(struct rows *rows, uint64_t from, uint64_t to)
{
#define ROW_INFO(id, group, name, bits, format) [ROW_##id] = {group, name, bits, ROW_##format, 0},
    static const struct row_info fixed[ROWS_FIXED] = {ROW_LIST(ROW_INFO)};
#undef ROW_INFO

    memset(rows, 0, sizeof(*rows));
    memcpy(rows->info, fixed, sizeof(fixed));
    rows->from = from;
    rows->to = to;
}

void rows_free(struct rows *rows)
{
    free(rows->change);
    free(rows->pool);
}

void rows_name(struct rows *rows, unsigned row, const char *group, const char *name, unsigned bits,
               enum row_format format)
{
    struct row_info *info = &rows->info[row];

    info->group = group;
    info->bits = bits;
    info->format = format;
    (void)snprintf(info->name, sizeof(info->name), "%s", name);
    for (char *c = strchr(info->name, ' '); c != NULL; c = strchr(c, ' ')) {
        *c = '_'; /* a name of a waveform has no blanks */
    }
}

/* Make room for `more` elements after the `used` ones in *array. @return whether there is. */
static bool room_behind(struct rows *rows, void **array, size_t used, size_t more, size_t *room,
                        size_t bytes)
{
    if (used + more <= *room) {
        return true;
    }
    const size_t grown = 2 * (used + more) + 1024;
    void *moved = realloc(*array, grown * bytes);
    if (moved == NULL) {
        rows->failed = true;
        return false;
    }
    *array = moved;
    *room = grown;
    return true;
}

static void add_change(struct rows *rows, const struct change *change)
{
    void *all = rows->change;

    if (room_behind(rows, &all, rows->n, 1, &rows->room, sizeof(*rows->change))) {
        rows->change = all;
        rows->change[rows->n] = *change;
        rows->change[rows->n].order = rows->n;
        rows->n++;
    }
}

/* Keep a change. Before the window only the latest change of each row is kept. */
static void put(struct rows *rows, const struct change *change)
{
    const unsigned row = change->row;

    if (change->cycle > rows->to) {
        return;
    }
    rows->info[row].used = true;
    if (change->cycle >= rows->from) {
        add_change(rows, change);
    } else if (!rows->has_last[row] || change->cycle >= rows->last[row].cycle) {
        rows->has_last[row] = true;
        rows->last[row] = *change;
    }
}

void rows_put_known(struct rows *rows, uint64_t cycle, unsigned row, uint64_t value, uint64_t known)
{
    const struct change change = {
        .cycle = cycle, .value = value, .known = known, .row = (uint16_t)row};

    put(rows, &change);
}

/* The text that a row already has in this cycle, or NULL. */
static const char *said(const struct rows *rows, uint64_t cycle, unsigned row)
{
    const size_t at = rows->text_at[row];

    return at != 0 && rows->change[at - 1].cycle == cycle
               ? rows_text_of(rows, &rows->change[at - 1])
               : NULL;
}

static void add_text(struct rows *rows, uint64_t cycle, unsigned row, const char *text)
{
    const size_t bytes = strlen(text) + 1;
    void *pool = rows->pool;

    if (cycle > rows->to ||
        !room_behind(rows, &pool, rows->pool_bytes, bytes, &rows->pool_room, 1)) {
        return;
    }
    rows->pool = pool;
    assert(pool != NULL);
    memcpy(rows->pool + rows->pool_bytes, text, bytes);
    rows_put(rows, cycle, row, rows->pool_bytes);
    rows->pool_bytes += bytes;
    rows->text_at[row] = cycle >= rows->from ? rows->n : 0;
}

void rows_text(struct rows *rows, uint64_t cycle, unsigned row, const char *text)
{
    const char *before = said(rows, cycle, row);
    char both[2 * TEXT_MAX];

    if (before == NULL || strcmp(before, text) == 0) {
        add_text(rows, cycle, row, text);
        return;
    }
    (void)snprintf(both, sizeof(both), "%s; %s", before, text);
    add_text(rows, cycle, row, both);
}

void rows_print(struct rows *rows, uint64_t cycle, unsigned row, const char *format, ...)
{
    char text[TEXT_MAX];
    va_list ap;

    va_start(ap, format);
    (void)vsnprintf(text, sizeof(text), format, ap);
    va_end(ap);
    rows_text(rows, cycle, row, text);
}

static int changes_by_cycle(const void *a, const void *b)
{
    const struct change *x = a, *y = b;

    if (x->cycle != y->cycle) {
        return x->cycle < y->cycle ? -1 : 1;
    }
    return x->order < y->order ? -1 : x->order > y->order;
}

void rows_sort(struct rows *rows)
{
    memset(rows->text_at, 0, sizeof(rows->text_at));
    /* The value from before the window must come before any change at `from`: 0 sorts it first. */
    for (unsigned row = 0; row < ROWS; row++) {
        if (rows->has_last[row]) {
            struct change first = rows->last[row];
            first.cycle = 0;
            add_change(rows, &first);
            rows->has_last[row] = false;
        }
    }
    if (rows->n != 0) {
        qsort(rows->change, rows->n, sizeof(*rows->change), changes_by_cycle);
    }
    for (size_t i = 0; i < rows->n && rows->change[i].cycle < rows->from; i++) {
        rows->change[i].cycle = rows->from;
    }
    for (size_t i = 0; i < rows->n; i++) {
        rows->change[i].order = i;
    }
}

const char *rows_text_of(const struct rows *rows, const struct change *change)
{
    return rows->pool + change->value;
}
